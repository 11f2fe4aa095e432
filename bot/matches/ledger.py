"""The ledger of deliveries: which secret was sent to whom, as which message, when; and what is still to be sent."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from bot.store import deliveries, matches
from bot.store.database import Store
from bot.store.deliveries import PUBLIC, DeliveryRow, State

__all__ = ["PUBLIC", "DeliveryRow", "Ledger", "State"]


KNOWN_MOST = 500
"""Matches whose ledger is kept in memory."""


class Ledger:
    """What has been delivered. A recipient is a seat, or PUBLIC for the game's thread."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms
        self._known: OrderedDict[int, dict[int, DeliveryRow]] = OrderedDict()

    async def unsent(self) -> list[int]:
        """The matches with something that was not delivered yet."""
        async with self._store.reading() as connection:
            return await matches.unsent(connection)

    async def cursors(self, match_id: int) -> dict[int, DeliveryRow]:
        """How far each recipient has been served."""
        known = self._known.get(match_id)
        if known is None:
            async with self._store.reading() as connection:
                known = self._known.setdefault(match_id, await deliveries.cursors(connection, match_id))
            if len(self._known) > KNOWN_MOST:
                self._known.popitem(last=False)
        return dict(known)

    def forget(self, match_id: int) -> None:
        """Read the ledger of this match anew: something else (a rewind) has written in it."""
        self._known.pop(match_id, None)

    async def record(
        self,
        match_id: int,
        recipient: int,
        *,
        announcement: int,
        checkpoint: int,
        question: int = -1,
        channel_id: int = 0,
        message_id: int = 0,
        state: State = "sent",
    ) -> None:
        """Write down that everything up to this announcement and this question was delivered as this message."""
        at_ms = self._now_ms()
        row = await self._store.write(
            lambda connection: deliveries.record(
                connection,
                match_id,
                recipient,
                announcement=announcement,
                checkpoint=checkpoint,
                question=question,
                channel_id=channel_id or None,
                message_id=message_id or None,
                state=state,
                at_ms=at_ms,
            )
        )
        if match_id in self._known:
            self._known[match_id][recipient] = row

    async def settle(self, match_id: int, checkpoint: int, head: int, announced: int) -> None:
        """Nothing is left to deliver of this match as it stood there; no effect when it has gone on meanwhile."""
        await self._store.write(
            lambda connection: matches.mark_sent(connection, match_id, announced, checkpoint=checkpoint, head=head)
        )
