"""Why the strong player of a game of hidden roles answers as it does, in words."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.rulebook import Reason
from bot.games.hidden_roles.clues import FOUND_MYSELF, NOTHING
from bot.ui.render_context import RenderContext

Words = Callable[..., str]
"""A sentence of the game: from its key and its values."""


PEOPLE = ("seat", "victim")
"""Values that are a player: whom the reason is about, and whom somebody else will choose."""
WORST = frozenset({"why.floor.black", "why.hand.yes", "why.call.suspect", "why.vote.burn"})
"""Reasons that call somebody the likeliest."""
RATHER = frozenset({"why.hand.no", "why.vote.other"})
"""Reasons to vote for somebody else, who is likelier."""
INSTEAD = {NOTHING: ("why.as_any", WORST), FOUND_MYSELF: ("why.known", WORST | RATHER)}
"""What is said for which of them by what speaks against somebody: while nothing tells people apart, nobody is the
likeliest, and what one has found out is no guess."""


def because(reason: Reason, context: RenderContext, words: Words) -> str:
    """The reason, what speaks most against whom it names, and how many others would have done as well."""
    values = dict(reason.values)
    clue, alike = values.pop("clue", None), values.pop("alike", 0)
    values |= {name: context.name(values[name]) for name in PEOPLE if name in values}
    instead, of_these = INSTEAD.get(clue.kind if clue is not None else "", ("", frozenset[str]()))
    key = instead if reason.key in of_these else reason.key
    told = [words(context, key, **values)]
    if clue is not None:
        other = context.name(clue.other) if clue.other else ""
        told.append(words(context, f"why.clue.{clue.kind}", seat=values["seat"], other=other, day=clue.day))
    if alike:
        told.append(words(context, "why.alike", count=alike))
    return " ".join(told)
