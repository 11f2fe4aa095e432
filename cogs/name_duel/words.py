"""The duel's cards, answers and announcements in words: what board, panels and story have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zlib import crc32

from bot.engine.announcements import Announcement
from bot.engine.rulebook import Reason
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.events import Event
from bot.games.name_duel.views import NameDuelView
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording

PEOPLE = frozenset({"seat", "by", "of", "starter"})
"""Values of announcements that are seats."""
NUMBERED = frozenset({"game.begins", "hand.dealt", "game.won"})
"""Announcements that say which game of a contest it is; in a duel of one game they do not."""
BEST_OF_SEVERAL = frozenset({"duel.why.guess", "duel.why.guess.flees", "duel.why.guess.free"})
"""Reasons that name what is likeliest: whether any other name is as likely, is said as well."""


def title(name: str, words: Wording) -> str:
    """As it is printed on the card, without Markdown."""
    return words.say(f"name.{name}.title") if words.has(f"name.{name}.title") else NAMES[name].title


def numbered(name: str, words: Wording) -> str:
    """Number and title, for buttons and lists: 3 Flippy."""
    return f"{NAMES[name].number} {title(name, words)}"


def unbroken(name: str, words: Wording) -> str:
    """The same within a text: neither the number and the title nor two parts of the title stand on two lines."""
    return numbered(name, words).replace(" ", "\N{NO-BREAK SPACE}").replace("-", "\N{NON-BREAKING HYPHEN}")


def called(name: str, words: Wording) -> str:
    """A name within a sentence."""
    return f"*{title(name, words)}*"


def listed(names: Iterable[str], words: Wording) -> str:
    """Names in this order; the word for none of them when there are none."""
    return ", ".join(called(name, words) for name in names) or words.say("duel.no_cards")


def action(name: str, words: Wording) -> str:
    """What the card does when it is played."""
    return words.say(f"name.{name}.text") if words.has(f"name.{name}.text") else NAMES[name].text


def red(name: str, words: Wording) -> str:
    """What the card does as a reaction; empty for most."""
    return words.say(f"name.{name}.red") if words.has(f"name.{name}.red") else NAMES[name].red


def card(name: str, words: Wording) -> str:
    """The whole card: number, title, what it does, and whether that goes for a reaction as well."""
    line = words.say("duel.card", number=NAMES[name].number, title=title(name, words), text=action(name, words))
    own = red(name, words)
    if not own:
        return line
    if action(name, words).startswith(own):
        return f"{line} {words.say('duel.card.red_too')}"
    return f"{line} {words.say('duel.card.red', text=own)}"


def told(said: Announcement, context: RenderContext, *, pictured: bool = False, single: bool = False) -> str:
    """An announcement in the Mirror's voice. Which of several wordings it is depends on nothing secret. `pictured`: a
    picture beside it says the rest. `single`: the game is the only one, and needs no number."""
    pick = crc32(f"{context.match}.{context.checkpoint}.{said.as_json()}".encode())
    key = key_of(said)
    if pictured:
        key = f"{key}.pictured"
    elif single and said.key in NUMBERED:
        key = f"{key}.single"
    return context.words.say(key, pick=pick, **_values(said, context))


def key_of(said: Announcement) -> str:
    """Where the sentences of an announcement stand; some read differently for a special case of their values."""
    key, values = f"duel.{said.key}", said.values
    if said.key == "contest.begins":
        return f"{key}.single" if values["best_of"] == 1 else key
    if said.key in ("deck.inverted", "deck.top_shown") and values["by"] == values["of"]:
        return f"{key}.own"
    if said.key == "hand.shown" and not values["names"]:
        return f"{key}.none"
    if said.key == "cards.drawn" and not values["count"]:
        return f"{key}.none"
    if said.key == "game.won":
        return f"{key}.{values['reason']}"
    return key


def _values(said: Announcement, context: RenderContext) -> dict[str, Any]:
    """The values of an announcement, ready to print."""
    words = context.words
    values: dict[str, Any] = {}
    for name, value in said.values.items():
        if name in PEOPLE:
            values[name] = context.name(value)
        elif name == "name":
            values[name] = called(value, words)
        elif name == "names" and said.key == "game.won":
            values[name] = secrets(value, context)
        elif name == "names":
            values[name] = listed(value, words)
        elif name == "tokens":
            values[name] = score(value)
        elif isinstance(value, int):
            values[name] = value
    return values


def what_was_seen(event: Event, view: NameDuelView, context: RenderContext) -> str:
    """An event of this game that both have seen, for the seat of this view."""
    own = event.seat == view.seat
    values: dict[str, Any] = {} if own else {"seat": context.name(event.seat)}
    if event.kind == "returned":
        values["count"] = event.how_many
    elif event.names:
        values["names"] = listed(event.names, context.words)
    kind = "hand.empty" if event.kind == "hand" and not event.names else event.kind
    return context.words.say(f"duel.shown.{kind}{'.own' if own else ''}", **values)


def secrets(names: Iterable[Any], context: RenderContext) -> str:
    """Whose secret name was what; `names` are pairs of seat and name."""
    return ", ".join(
        context.words.say("duel.secret", seat=context.name(seat), name=called(name, context.words))
        for seat, name in names
    )


def score(tokens: Iterable[Any]) -> str:
    """Games won, the higher number first; `tokens` are pairs of seat and number."""
    return " : ".join(str(number) for number in sorted((number for _, number in tokens), reverse=True))


def because(reason: Reason, words: Wording) -> str:
    """Why the strong duelist answers as it does, and how many other names would have done as well."""
    values = dict(reason.values)
    alike = values.pop("alike", 0)
    told = [words.say(reason.key, **values)]
    if alike:
        told.append(words.say("duel.why.alike", count=alike))
    elif reason.key in BEST_OF_SEVERAL and values["count"] > 1:
        told.append(words.say("duel.why.alone"))
    return " ".join(told)
