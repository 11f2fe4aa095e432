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


CLOSED, JUST_NOW = "direct.closed", "direct.just_now"
"""Why direct messages do not reach somebody: they take none, or these fail for another reason, which may pass."""


@dataclass(frozen=True)
class Unreached:
    """Somebody, in this seat and called by this name, whom no direct message reaches, and why."""

    seat: Seat
    name: str
    why: str = CLOSED
    person: int = 0
    """Whom that is to be noted of, so that no later process says it again; 0 where the ledger knows it."""


@dataclass(frozen=True)
class Waiting:
    """What waits for one match."""

    notices: tuple[str | Notice | Unreached, ...] = ()
    offers: tuple[Seat, ...] = ()

    def said_of(self) -> list[int]:
        """The people of whom it is to be noted that it was said."""
        return [one.person for one in self.notices if isinstance(one, Unreached) and one.person]

    def lines(self, words: Wording) -> list[str]:
        """In words: all who cannot be reached for one reason are told so together, where the first of them is."""
        told: list[str] = []
        are_told: set[str] = set()
        for notice in self.notices:
            if not isinstance(notice, Unreached):
                told.append(notice.say(words) if isinstance(notice, Notice) else notice)
            elif notice.why not in are_told:
                told.append(self._unreached(notice.why, words))
                are_told.add(notice.why)
        return told

    def _unreached(self, why: str, words: Wording) -> str:
        people = [one for one in self.notices if isinstance(one, Unreached) and one.why == why]
        names = [one.name for one in sorted(people, key=lambda one: one.seat)]
        if len(names) == 1:
            return words.say(why, name=names[0])
        return words.say(f"{why}.several", names=", ".join(names))


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
        self._notices: dict[int, list[str | Notice | Unreached]] = {}
        self._offers: dict[int, list[Seat]] = {}

    def say(self, match_id: int, sentence: str) -> None:
        """A public line that is no part of the game (a substitute, more time), in the next round of sending."""
        self._notices.setdefault(match_id, []).append(sentence)
        self._rounds.schedule(match_id)

    def say_unreached(self, match_id: int, whom: Unreached) -> None:
        """That no direct message can be sent to this person, in the next round of sending."""
        self._notices.setdefault(match_id, []).append(whom)
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
