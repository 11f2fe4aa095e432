"""What this process remembers of agreements.

Who has agreed stands in the ids of the buttons, and so survives restarts. This only helps when two people press in the
same moment, or press the button of the board instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from bot.matches.snapshot import MatchSnapshot

FRESH_MS = 10 * 60 * 1000
"""So long a proposal is taken up by whoever presses the same button of the board, instead of being made again."""
DECLINED_MS = 2 * 60 * 1000
"""So long after somebody would rather go on playing nobody proposes a pause again."""
REMEMBERED_MOST = 500

Key = TypeVar("Key")
Note = TypeVar("Note")


@dataclass(frozen=True)
class Agreement:
    """To sleep until `stamp` (epoch seconds), or to go on with what has been paused since `stamp` (milliseconds)."""

    kind: Literal["sleep", "wake"]
    match: int
    stamp: int


class Agreements:
    """Remembers the newest agreements and proposals."""

    def __init__(self) -> None:
        self._agreed: dict[Agreement, list[int]] = {}
        self._proposed: dict[int, tuple[int, int]] = {}
        """Match -> until when the newest proposal would pause it (seconds), and when that was made (milliseconds)."""
        self._declined: dict[int, int] = {}

    def __contains__(self, agreement: Agreement) -> bool:
        return agreement in self._agreed

    def add(self, match: MatchSnapshot, agreement: Agreement, people: Sequence[int]) -> list[int]:
        """These people agree. Who of those sitting here now does so, the first one first.

        Whoever gave up the seat meanwhile counts no more, and who took it over has to be asked.
        """
        everybody = list(dict.fromkeys([*people, *self._agreed.pop(agreement, [])]))
        _remember(self._agreed, agreement, everybody)
        here = set(match.people().values())
        return [person for person in everybody if person in here]

    def forget(self, agreement: Agreement) -> None:
        """It is reached, or off."""
        self._agreed.pop(agreement, None)
        if agreement.kind == "sleep":
            self._proposed.pop(agreement.match, None)

    def withdraw(self, agreement: Agreement) -> None:
        """Those who have agreed count no more; what was proposed before stays."""
        self._agreed.pop(agreement, None)

    # -- proposals of a pause ---------------------------------------------------------------------------------------

    def propose(self, match_id: int, until_s: int, now_ms: int) -> None:
        _remember(self._proposed, match_id, (until_s, now_ms))

    def fresh_proposal(self, match_id: int, now_ms: int) -> int | None:
        """Until when (epoch seconds) the table would pause by a proposal that is still new; None without one."""
        until_s, made_ms = self._proposed.get(match_id, (0, 0))
        return until_s if now_ms - made_ms < FRESH_MS and until_s * 1000 > now_ms else None

    def decline(self, match_id: int, now_ms: int) -> None:
        _remember(self._declined, match_id, now_ms)

    def was_just_declined(self, match_id: int, now_ms: int) -> bool:
        return now_ms - self._declined.get(match_id, -DECLINED_MS) < DECLINED_MS


def missing(match: MatchSnapshot, agreed: Iterable[int]) -> list[int]:
    """The people at this table who have not agreed."""
    known = set(agreed)
    return [person for person in match.people().values() if person not in known]


def _remember(notes: dict[Key, Note], key: Key, note: Note) -> None:
    notes.pop(key, None)
    notes[key] = note
    while len(notes) > REMEMBERED_MOST:
        del notes[next(iter(notes))]
