"""Messages that do not arrive: the next one is sent ever later, since what Discord refuses counts towards a ban."""

from __future__ import annotations

import asyncio
from collections import Counter

from bot.engine.questions import Seat
from bot.ui.stage.rounds import RETRY_S, Rounds

SAID_AFTER = 2
"""So many messages have to fail, one after the other: Discord refuses once in a while what it allows."""
LONGEST_S = 2 * RETRY_S
"""Longest pause where time cures what is wrong: clocks may wait for this person. A direct line that reaches nobody is
remembered for longer."""
REFUSED_LONGEST_S = 30 * RETRY_S
"""Longest pause after what Discord has refused."""
DOUBLED_MOST = 5
"""So often is a pause doubled until it is longer than either: a table of days may fail thousands of times."""

Key = tuple[int, Seat]
"""Match and seat."""


class Knocks:
    """How often in a row what is sent to a seat has failed, and whether it is let alone for now."""

    def __init__(self, rounds: Rounds) -> None:
        self._rounds = rounds
        self._failed: Counter[Key] = Counter()
        self._resting: set[Key] = set()

    def is_resting(self, match_id: int, seat: Seat) -> bool:
        """Whether nothing is sent to this seat before its pause is over."""
        return (match_id, seat) in self._resting

    def failed(self, match_id: int, seat: Seat, *, passes: bool) -> int:
        """One more has failed: how many in a row. The match is brought forward when the next may be sent. `passes`:
        time may cure it."""
        key = (match_id, seat)
        self._failed[key] += 1
        longest_s = LONGEST_S if passes else REFUSED_LONGEST_S
        self._resting.add(key)
        pause_s = min(RETRY_S * 2 ** min(self._failed[key] - 1, DOUBLED_MOST), longest_s)
        asyncio.get_running_loop().call_later(pause_s, self._rested, key)
        return self._failed[key]

    def is_open(self, match_id: int, seat: Seat) -> None:
        """Something has arrived, or somebody else has this seat now."""
        self._failed.pop((match_id, seat), None)
        self._resting.discard((match_id, seat))

    def forget(self, match_id: int) -> None:
        """The match is over, and everybody knows."""
        for key in [key for key in self._failed if key[0] == match_id]:
            self.is_open(*key)

    def _rested(self, key: Key) -> None:
        if key in self._resting:
            self._resting.discard(key)
            self._rounds.schedule(key[0])
