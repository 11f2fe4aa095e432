"""Who shows a seat what is new: either the answer to a click of theirs, or a new message that is on its way.

While a click is answered nothing is sent; while a message is on its way the answer leaves to it what is new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from bot.engine.questions import Seat
from bot.ui.stage.rounds import Rounds


class SuspendedSeats:
    """The suspended seats of all matches. A seat may be suspended by several clicks at the same time."""

    def __init__(self, rounds: Rounds) -> None:
        self._rounds = rounds
        self._clicks: Counter[tuple[int, Seat]] = Counter()
        self._passed_over: set[tuple[int, Seat]] = set()
        self._on_the_way: set[tuple[int, Seat]] = set()

    def suspend(self, match_id: int, seat: Seat) -> None:
        """Send nothing to this seat until `resume`."""
        self._clicks[match_id, seat] += 1

    def resume(self, match_id: int, seat: Seat) -> None:
        """The click is answered; what was passed over because of it is looked at again."""
        self._clicks[match_id, seat] -= 1
        if self._clicks[match_id, seat] > 0:
            return
        del self._clicks[match_id, seat]
        if (match_id, seat) in self._passed_over:
            self._passed_over.discard((match_id, seat))
            self._rounds.schedule(match_id)

    def is_suspended(self, match_id: int, seat: Seat) -> bool:
        return (match_id, seat) in self._clicks

    def pass_over(self, match_id: int, seat: Seat) -> None:
        """Something is due to this suspended seat: not now."""
        self._passed_over.add((match_id, seat))

    @contextmanager
    def on_the_way(self, match_id: int, seat: Seat) -> Iterator[None]:
        """While a new message is posted to this seat and noted; there is only one at a time."""
        self._on_the_way.add((match_id, seat))
        try:
            yield
        finally:
            self._on_the_way.discard((match_id, seat))

    def is_on_the_way(self, match_id: int, seat: Seat) -> bool:
        """Whether a message is being posted that will be the seat's newest."""
        return (match_id, seat) in self._on_the_way
