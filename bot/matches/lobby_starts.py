"""How a match begins in a lobby: the lobby is claimed, the match is dealt, and the two are linked.

Each of the three is a transaction of its own. When the process dies between them, `recover` finishes the start, or
takes it back.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import structlog

from bot.matches.errors import Refused
from bot.matches.lobby import IDLE_MS, Connection, Lobby, Unplayable, loaded
from bot.matches.service import MatchService
from bot.store import lobbies, lobby_standby, matches
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.lobbies import LobbyRow
from bot.store.seating import NewSeat

log = structlog.get_logger(__name__)

STUCK_MS = 60_000
"""A start that has brought no match after so long was cut off, and is taken up or taken back."""
COMPUTERS_MOST = 10
"""Games with computer players that one person may host at the same time: these think even where nobody looks."""


class LobbyStarts:
    """Begins the matches of lobbies, each once."""

    def __init__(self, store: Store, service: MatchService, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._service = service
        self._now_ms = now_ms
        self.watchers: list[Callable[[int], None]] = []
        """Told the number of each match that has begun in a lobby."""

    async def claim(self, connection: Connection, lobby: Lobby) -> None:
        """From now on nobody else starts it. Raises Refused and Unplayable when these people cannot begin."""
        if lobby.missing and lobby.for_two:
            raise Refused("lobby_one_missing")
        if lobby.missing:
            raise Refused("lobby_too_few", least=lobby.least, missing=lobby.missing, count=lobby.missing)
        fault = lobby.fault()
        if fault is not None:
            raise Unplayable(fault)
        if lobby.computers and await matches.how_many_with_computers(connection, lobby.host_id) >= COMPUTERS_MOST:
            raise Refused("lobby_computers_busy", most=COMPUTERS_MOST)
        await lobbies.claim(connection, lobby.id, self._now_ms() + IDLE_MS)

    async def deal(self, lobby: Lobby, press_id: int | None = None) -> int:
        """Make the match of a claimed lobby; its number. When that fails, the lobby is open again.

        What it is dealt from was promised when the lobby opened, and `press_id` (that of Start) comes last into it.
        """
        presses = [*(seat.press_id for seat in lobby.seats), press_id]
        people = [
            NewSeat(place, seat.name, seat.user_id, seat.player) for place, seat in enumerate(lobby.seats, start=1)
        ]
        try:
            seed = await self._promised(lobby.id)
            match_id = await self._service.create(
                lobby.game,
                lobby.options,
                people,
                guild_id=lobby.guild_id,
                channel_id=lobby.channel_id,
                parent_id=lobby.parent_id,
                anywhere=lobby.anywhere,
                host_id=lobby.host_id,
                role_set=lobby.role_set,
                seed=seed,
                presses=[press for press in presses if press is not None],
            )
        except Exception:
            with suppress(StoreError):  # then `recover` does it
                await self._store.write(lambda connection: lobbies.reopen(connection, lobby.id, lobby.match))
            raise
        try:
            await self._store.write(lambda connection: _begun(connection, lobby.id, match_id))
        except StoreError as problem:  # the match is durable; `recover` finds it
            log.error("lobby_not_linked", lobby=lobby.id, match=match_id, problem=str(problem))
        for watcher in self.watchers:
            watcher(match_id)
        return match_id

    async def _promised(self, lobby_id: int) -> str | None:
        """The seed whose seal the lobby shows; None for a lobby from before, whose match draws its own."""
        async with self._store.reading() as connection:
            row = await lobbies.get(connection, lobby_id)
        return None if row is None else row.seed

    async def recover(self, older_than_ms: int = 0) -> list[Lobby]:
        """Finish what a crash in the middle of Start left: find the match that was dealt, or open the lobby again."""
        now = self._now_ms()

        async def work(connection: Connection) -> list[Lobby]:
            changed: list[Lobby] = []
            for row in await lobbies.claimed(connection, now, self._store.slot):
                claimed_ms = row.expires_ms - IDLE_MS
                if claimed_ms > now - older_than_ms:
                    continue
                match_id = await _match_begun(connection, row, claimed_ms)
                if match_id is not None:
                    await _begun(connection, row.id, match_id)
                else:
                    await lobbies.reopen(connection, row.id)
                changed += await loaded(connection, row.id)
            return changed

        return await self._store.write(work)


async def _begun(connection: Connection, lobby: int, match: int) -> None:
    """Whoever stood by at the lobby stands by at its match."""
    if await lobbies.begun(connection, lobby, match):
        await lobby_standby.hand_on(connection, lobby, match)


async def _match_begun(connection: Connection, row: LobbyRow, claimed_ms: int) -> int | None:
    """The match that was dealt for this claimed lobby, if it came so far."""
    for match in reversed(await matches.of_guild(connection, row.guild_id)):
        same = (match.channel_id, match.host_id, match.game, match.role_set) == (
            row.channel_id,
            row.host_id,
            row.game,
            row.role_set,
        )
        if same and match.created_ms >= claimed_ms and await lobbies.of_match(connection, match.id) is None:
            return match.id
    return None
