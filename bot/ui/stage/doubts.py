"""Doubts: messages that may have been posted although the ledger does not say so.

A process that dies, or a connection that breaks, may do so after Discord has taken a message. For some minutes its
nonce keeps it from being posted twice; whoever posts later looks for it first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from bot.matches.ledger import Cursor


class Doubts:
    """Of which recipients nobody knows whether the next message is there already. A recipient is a seat, or PUBLIC."""

    def __init__(self) -> None:
        self._left_open: dict[int, set[int]] = {}
        """Match that was not settled when the last process ended -> recipients who have been sent something since."""
        self._unnoted: set[tuple[int, int]] = set()
        """Matches and recipients: what was being posted has come to no known end."""

    def begin(self, matches: Iterable[int]) -> None:
        """The last process may have posted in these matches what it did not live to note."""
        self._left_open = {match_id: set() for match_id in matches}

    def perhaps_after(self, match_id: int, recipient: int, cursor: Cursor | None) -> int | None:
        """After which message the next one may stand (0: anywhere); None where there is no doubt that it does not."""
        if not self._about(match_id, recipient):
            return None
        return (cursor.message_id or 0) if cursor else 0

    @contextmanager
    def posting(self, match_id: int, recipient: int) -> Iterator[None]:
        """While a message is posted and noted in the ledger: only when both are done there is no doubt any more."""
        try:
            yield
        except BaseException:
            self._unnoted.add((match_id, recipient))
            raise
        self._unnoted.discard((match_id, recipient))
        if match_id in self._left_open:
            self._left_open[match_id].add(recipient)

    def forget(self, match_id: int) -> None:
        """This match is over, and everybody was told."""
        self._left_open.pop(match_id, None)
        self._unnoted = {one for one in self._unnoted if one[0] != match_id}

    def _about(self, match_id: int, recipient: int) -> bool:
        if (match_id, recipient) in self._unnoted:
            return True
        return match_id in self._left_open and recipient not in self._left_open[match_id]
