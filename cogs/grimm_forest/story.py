"""The whole game read aloud when it is over: round by round, with what nobody could see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.announcements import Announcement
from bot.ui.render_context import RenderContext
from cogs.grimm_forest import words as cards
from cogs.grimm_forest.words import say

PASSED_OVER = frozenset(
    {
        "cards.choose", "cards.chosen", "round.begins", "fable.acts", "special.used", "section.built", "build.turn",
        "build.done", "build.undone", "friend.lost", "roar.runs",
    }
)  # fmt: skip
"""Told as headings, or by the line that sums the phase up; what was undone did not happen."""
IN_THE_SUM = frozenset({"build", "gather"})
"""Reasons of gains that a phase's last line tells."""


def story(announcements: Sequence[Announcement], context: RenderContext) -> list[str]:
    """A paragraph for the beginning, each round, and the end."""
    paragraphs = [[f"## {say(context, 'story.title')}"]]
    for said in announcements:
        if said.key == "round.begins":
            starter = context.name(said.values["starter"])
            paragraphs.append([f"### {say(context, 'story.round', round=said.values['round'], starter=starter)}"])
        paragraphs[-1] += _lines(said, context)
    return ["\n".join(lines) for lines in paragraphs]


def _lines(said: Announcement, context: RenderContext) -> Iterator[str]:
    """What everybody heard, or what one seat alone was told."""
    if said.key in PASSED_OVER or said.values.get("why") in IN_THE_SUM:
        return
    if said.key == "game.over":
        yield f"{winners(said.values['winners'], context)} {say(context, 'end.' + said.values['reason'])}"
        return
    if said.key == "build.over":
        for seat, acts in said.values["turns"]:
            yield "• " + say(context, "story.turn", seat=context.name(seat), did=cards.did(acts, context))
        return
    line = cards.told(said, context)
    if not line:
        return
    if said.is_public:
        yield f"• {line}"
    else:
        assert said.audience != "everyone"
        yield "• " + say(context, "story.secret", names=context.listed(said.audience), told=line)


def winners(seats: Sequence[int], context: RenderContext) -> str:
    """The winners, at the end."""
    if not seats:
        return say(context, "over.drawn")
    return say(context, "over.won" if len(seats) == 1 else "over.shared", names=context.listed(seats))
