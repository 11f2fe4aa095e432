"""The night as it is read aloud: a line for each card of the pack, whoever holds it, alive or dead, and for each hour
that people can be asked in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from bot.engine.announcements import SPECTATOR
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.night_steps import NO_STEP, is_in_the_pack
from bot.ui.wording import Wording

EVERYBODY: Final = "all"


@dataclass(frozen=True)
class Reading:
    """A line, and the card it calls; `all` for everybody."""

    card: str
    line: str


def reading(match: MatchSnapshot, face: Face, words: Wording) -> list[Reading]:
    """The lines in their order; none for a game without a night."""
    before = f"chair.night.{match.row.game}."
    lines = []
    for key in words.keys(before):
        number, _, card = key.removeprefix(before).partition(".")
        if card == EVERYBODY or _is_called(match, face, card):
            lines.append((int(number), Reading(card, words.say(key))))
    return [line for _, line in sorted(lines, key=lambda one: one[0])]


def _is_called(match: MatchSnapshot, face: Face, card: str) -> bool:
    view: Any = match.view(SPECTATOR)
    called = face.night_steps.get(card, NO_STEP).called or is_in_the_pack(card)
    return called(view, match.row.options)
