"""How a lobby ends in which no match begins: nobody has touched it for a day, or nobody can see it any more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress

from bot.matches.lobby import Connection, Lobby, loaded
from bot.store import lobbies
from bot.store.database import Store
from bot.store.lobbies import LobbyRow


class LobbyEnds:
    """Closes lobbies."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms

    async def expire(self, now_ms: int | None = None) -> list[Lobby]:
        """Close the lobbies in which nothing happened for a day; those that were closed."""
        now = self._now_ms() if now_ms is None else now_ms
        return await self._close_all(lambda connection: lobbies.expired(connection, now, self._store.slot))

    async def message_gone(self, channel_id: int, message_ids: Iterable[int]) -> list[Lobby]:
        """Close the lobbies whose messages were deleted: nobody could press their buttons any more."""
        gone = frozenset(message_ids)
        # Read first: messages are deleted all the time, and hardly ever is one of them a lobby.
        async with self._store.reading() as connection:
            if all(row.message_id not in gone for row in await lobbies.open_in_channel(connection, channel_id)):
                return []

        async def chosen(connection: Connection) -> list[LobbyRow]:
            return [row for row in await lobbies.open_in_channel(connection, channel_id) if row.message_id in gone]

        return await self._close_all(chosen)

    async def channel_gone(self, channel_id: int) -> list[Lobby]:
        """Close the lobbies of a channel or thread that was deleted."""
        return await self._close_all(lambda connection: lobbies.open_in_channel(connection, channel_id))

    async def abandon(self, lobby_id: int) -> None:
        """Close a lobby that could not be shown to anybody."""
        with suppress(lobbies.LobbyNotOpen):
            await self._store.write(lambda connection: lobbies.close(connection, lobby_id))

    async def _close_all(self, chosen: Callable[[Connection], Awaitable[Sequence[LobbyRow]]]) -> list[Lobby]:
        async def work(connection: Connection) -> list[Lobby]:
            closed: list[Lobby] = []
            for row in await chosen(connection):
                await lobbies.close(connection, row.id)
                closed += await loaded(connection, row.id)
            return closed

        return await self._store.write(work)
