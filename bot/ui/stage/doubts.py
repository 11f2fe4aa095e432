"""Doubts: messages that may have been posted although the ledger does not say so.

A process that dies, or a connection that breaks, may do so after Discord has taken a message. For some minutes its
nonce keeps it from being posted twice; whoever posts later looks for it first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from bot.matches.ledger import Cursor


class Doubts:
    """Of which recipients nobody knows whether the next message is there already. A recipient is one of the
    ledger."""

    def __init__(self) -> None:
        self._unsettled: frozenset[int] | None = None
        """The matches that were not settled when the last process ended; None: not known yet, it may be any."""
        self._sent: dict[int, set[int]] = {}
        """Unsettled match -> recipients who have been sent something since."""
        self._unnoted: set[tuple[int, int]] = set()
        """Matches and recipients: what was being posted has come to no known end."""

    def begin(self, unsettled: Iterable[int]) -> None:
        """In these matches the last process may have posted what it did not live to note."""
        self._unsettled = frozenset(unsettled)

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
        self.settle(match_id, recipient)

    def settle(self, match_id: int, recipient: int) -> None:
        """What was posted to this recipient is noted."""
        self._unnoted.discard((match_id, recipient))
        if self._was_unsettled(match_id):
            self._sent.setdefault(match_id, set()).add(recipient)

    def forget(self, match_id: int) -> None:
        """This match is over, and everybody was told."""
        if self._unsettled is not None:
            self._unsettled -= {match_id}
        self._sent.pop(match_id, None)
        self._unnoted = {one for one in self._unnoted if one[0] != match_id}

    def _about(self, match_id: int, recipient: int) -> bool:
        if (match_id, recipient) in self._unnoted:
            return True
        return self._was_unsettled(match_id) and recipient not in self._sent.get(match_id, ())

    def _was_unsettled(self, match_id: int) -> bool:
        return self._unsettled is None or match_id in self._unsettled
