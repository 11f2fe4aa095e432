"""Standing by at a full lobby: whoever stands first on the list gets the next free seat, if they take it in time.

A free seat is never anybody else's while somebody stands by for it: that follows from the list alone
(`bot.matches.lobby.check_turn`). Written down is only since when it waits for whom.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.matches.bars import check_not_barred, lobby_at
from bot.matches.errors import Refused
from bot.matches.lobby import Connection, Lobby, Waiter, check_open, load, loaded
from bot.matches.quiet_times import QuietTimes
from bot.store import lobbies, lobby_standby
from bot.store.database import Store
from bot.store.lobby_standby import WaiterRow

STANDBY_MOST: Final = 20
"""People who may stand by at one lobby."""
OFFER_MS: Final = 3 * 60_000
"""So long a free seat waits for one person, as a clock that runs out in no quiet hours; then that person is off the
list, and it is the next one's."""


@dataclass(frozen=True)
class Offers:
    """The seats of a lobby that wait for people.

    waiting  those for whom one waits
    next_ms  when the first of them loses it; None where nobody can
    lapsed   whether somebody was taken off the list, since they did not come
    """

    lobby: Lobby
    waiting: tuple[Waiter, ...]
    next_ms: int | None
    lapsed: bool


class LobbyStandby:
    """The lists of all lobbies. What cannot be done raises Refused and changes nothing."""

    def __init__(self, store: Store, now_ms: Callable[[], int], quiet: QuietTimes) -> None:
        self._store = store
        self._now_ms = now_ms
        self._quiet = quiet

    def until_ms(self, lobby: Lobby, since_ms: int) -> int:
        """Until when a seat of this lobby waits for somebody who was offered it then."""
        quiet, due_ms = self._quiet.of(lobby.guild_id, lobby.parent_id or lobby.channel_id), since_ms + OFFER_MS
        return due_ms if quiet is None else quiet.moved(due_ms)

    async def turn(self, lobby_id: int, user_id: int, name: str) -> tuple[Lobby, bool]:
        """Stand by, or take that back; the lobby, and whether this person stands by now."""

        async def work(connection: Connection) -> tuple[Lobby, bool]:
            lobby = await load(connection, await lobbies.held(connection, lobby_id))
            check_open(lobby)
            gone = await lobby_standby.remove(connection, lobby_id, user_id)
            if not gone:
                await self._check_may_wait(connection, lobby, user_id)
                await lobby_standby.add(connection, WaiterRow(lobby_id, user_id, name, self._now_ms()))
            return await load(connection, await lobbies.get(connection, lobby_id)), not gone

        return await self._store.write(work)

    async def _check_may_wait(self, connection: Connection, lobby: Lobby, user_id: int) -> None:
        if lobby.seat_of(user_id) is not None:
            raise Refused("call_needless")
        if lobby.for_two or (lobby.has_room and not lobby.standby):
            raise Refused("standby_needless")
        await check_not_barred(connection, lobby_at(lobby), user_id, by=user_id, now_ms=self._now_ms())
        if len(lobby.standby) >= STANDBY_MOST:
            raise Refused("standby_full", most=STANDBY_MOST)

    async def offer(self, lobby_id: int, *, was_away: bool = False) -> Offers | None:
        """Let free seats wait for those who stand first; whoever has not come in time is off the list. None where
        nobody stands by, or the lobby is not open.

        `was_away`: the bot has just begun, and nobody could come before; a seat that waited too long waits anew.
        """

        async def work(connection: Connection) -> Offers | None:
            for lobby in await loaded(connection, lobby_id):
                if lobby.status == "open" and lobby.standby:
                    return await self._offer(connection, lobby, was_away=was_away)
            return None

        return await self._store.write(work)

    async def _offer(self, connection: Connection, lobby: Lobby, *, was_away: bool) -> Offers:
        now = self._now_ms()
        offered = [(row, row.offered_ms) for row in lobby.standby if row.offered_ms is not None]
        over = [row for row, since_ms in offered if self.until_ms(lobby, since_ms) <= now]
        late = [] if was_away else over
        for row in late:
            await lobby_standby.remove(connection, lobby.id, row.user_id)
        left = [row for row in lobby.standby if row not in late]
        fresh = [row for row in left[: lobby.free] if row.offered_ms is None or row in over]
        for row in fresh:
            await lobby_standby.offered(connection, lobby.id, row.user_id, now)
        shown = await load(connection, await lobbies.get(connection, lobby.id))
        waiting = tuple(row for row in shown.standby if row.offered_ms is not None)
        ends = [self.until_ms(lobby, row.offered_ms) for row in waiting if row.offered_ms is not None]
        return Offers(shown, waiting, min(ends, default=None), bool(late))

    async def tidy(self) -> None:
        """Forget who stood by at lobbies that were closed."""
        await self._store.write(lobby_standby.forget_closed)

    async def lobbies(self) -> list[int]:
        """The open lobbies at which somebody stands by."""
        async with self._store.reading() as connection:
            return await lobby_standby.open_lobbies(connection, self._store.slot)
