"""Calls: people who cannot sit down in a lobby yet, and want to be told when its game begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.matches.elsewhere import check_ours
from bot.matches.errors import Refused
from bot.matches.lobby import Connection, Lobby, check_open, load, loaded
from bot.store import lobbies, lobby_calls, matches
from bot.store.database import Store
from bot.store.lobby_calls import LobbyCallRow

CALLS_MOST: Final = 25
"""People who are told of one lobby at most: each of them is a direct message."""
LATE_MS: Final = 30 * 60_000
"""A game that began so long ago is no news any more."""


@dataclass(frozen=True)
class Call:
    """Somebody who has to be told that the game of this lobby has begun.

    late  it is too late for that, or this person sits there: nothing is said
    """

    lobby: Lobby
    user_id: int
    late: bool


class LobbyCalls:
    """The people who are to be called, of all lobbies. What is not possible raises Refused and changes nothing."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms

    async def turn(self, lobby_id: int, user_id: int) -> bool:
        """Ask to be told, or take that back; whether this person will be told now."""

        async def work(connection: Connection) -> bool:
            lobby = await load(connection, await lobbies.held(connection, lobby_id))
            check_ours(self._store, lobby.guild_id)
            check_open(lobby)
            if lobby.seat_of(user_id) is not None:
                raise Refused("call_needless")
            if await lobby_calls.remove(connection, lobby_id, user_id):
                return False
            if await lobby_calls.how_many(connection, lobby_id) >= CALLS_MOST:
                raise Refused("call_too_many", most=CALLS_MOST)
            await lobby_calls.add(connection, LobbyCallRow(lobby_id, user_id, self._now_ms()))
            return True

        return await self._store.write(work)

    async def due(self) -> list[Call]:
        """Whom to tell now."""
        async with self._store.reading() as connection:
            rows = await lobby_calls.due(connection, self._store.slot)
            found = {row.lobby: await loaded(connection, row.lobby) for row in rows}
            began = {lobby.id: await self._began(connection, lobby) for one in found.values() for lobby in one}
        late_ms = self._now_ms() - LATE_MS
        return [
            Call(lobby, row.user_id, late=began[lobby.id] < late_ms or lobby.seat_of(row.user_id) is not None)
            for row in rows
            for lobby in found[row.lobby]
        ]

    async def _began(self, connection: Connection, lobby: Lobby) -> int:
        assert lobby.match is not None
        return (await matches.get(connection, lobby.match)).created_ms

    async def done(self, call: Call) -> None:
        """This person was told, or cannot be."""
        await self._store.write(lambda connection: lobby_calls.remove(connection, call.lobby.id, call.user_id))

    async def tidy(self) -> None:
        """Forget who wanted to be told of lobbies that were closed."""
        await self._store.write(lobby_calls.forget_closed)
