"""What waits to be said in public beside the game: sentences, and seats that are offered to others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.questions import Seat
from bot.matches.happenings import Happening
from bot.ui.stage.rounds import Rounds
from bot.ui.wording import Wording


@dataclass(frozen=True)
class Notice:
    """A public line before it is put in words: its key and its values."""

    key: str
    values: tuple[tuple[str, int], ...] = ()

    def say(self, words: Wording) -> str:
        return words.say(self.key, **dict(self.values))


PAUSED = Notice("stage.paused")


@dataclass(frozen=True)
class Waiting:
    """What waits for one match."""

    notices: tuple[str | Notice, ...] = ()
    offers: tuple[Seat, ...] = ()

    def lines(self, words: Wording) -> list[str]:
        return [notice.say(words) if isinstance(notice, Notice) else notice for notice in self.notices]


def notice_of(happening: Happening) -> Notice | None:
    """What everybody is told because of this; None for nothing."""
    if happening.kind == "away":
        return Notice("stage.away", (("count", max(1, round(happening.amount / 60_000))),))
    if happening.kind == "dealt_anew":
        return Notice("stage.dealt_anew", (("number", happening.amount),))
    if happening.kind == "paused" and happening.amount:
        return Notice("stage.paused_until", (("when", happening.amount // 1000),))
    if happening.kind in ("again", "paused", "resumed", "waits"):
        return Notice(f"stage.{happening.kind}")
    return None


class Notices:
    """Keeps what waits, for all matches, until it has been posted."""

    def __init__(self, rounds: Rounds) -> None:
        self._rounds = rounds
        self._notices: dict[int, list[str | Notice]] = {}
        self._offers: dict[int, list[Seat]] = {}

    def say(self, match_id: int, sentence: str) -> None:
        """A public line that is no part of the game (a substitute, more time), in the next round of sending."""
        self._notices.setdefault(match_id, []).append(sentence)
        self._rounds.schedule(match_id)

    def note(self, happening: Happening) -> None:
        """Keep what this asks to be said or offered."""
        notice = notice_of(happening)
        if notice is not None:
            self._notices.setdefault(happening.match, []).append(notice)
        elif happening.kind == "offered":
            self._offers.setdefault(happening.match, []).append(happening.seat)

    def waiting(self, match_id: int) -> Waiting:
        return Waiting(tuple(self._notices.get(match_id, ())), tuple(self._offers.get(match_id, ())))

    def said(self, match_id: int, said: Waiting) -> None:
        """This has been posted. What came meanwhile still waits."""
        _take_off(self._notices, match_id, len(said.notices))
        _take_off(self._offers, match_id, len(said.offers))

    def pass_over_pause(self, match_id: int) -> None:
        """Do not say that the match was paused: when that can be said it goes on. The rest waits until then."""
        waiting = self._notices.pop(match_id, [])
        if left := [one for one in waiting if one != PAUSED]:
            self._notices[match_id] = left


def _take_off(waiting: dict[int, list[Any]], match_id: int, how_many: int) -> None:
    """Forget the first of what waits for a match."""
    left = waiting.get(match_id, [])
    del left[:how_many]
    if not left:
        waiting.pop(match_id, None)
