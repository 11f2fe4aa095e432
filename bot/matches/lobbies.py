"""Lobbies: people sit down, choose how to play, and a match begins.

Every change is one transaction that looks at the lobby as it is now, so two people who press in the same moment never
get the same seat, and two presses on Start begin one match. Nothing here trusts what a message showed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.engine.rulebook import Options
from bot.matches import audit
from bot.matches.bars import check_not_barred, lobby_at
from bot.matches.elsewhere import check_ours, check_seen
from bot.matches.errors import Refused
from bot.matches.lobby import (
    IDLE_MS,
    NAMES,
    Connection,
    Lobby,
    check_host,
    check_kept,
    check_open,
    check_options,
    check_turn,
    get_up,
    load,
    loaded,
    practice,
    remove_last_computer,
    seat_computers,
)
from bot.matches.lobby_starts import LobbyStarts
from bot.store import lobbies, lobby_standby
from bot.store.database import Store
from bot.store.seating import Player

Work = Callable[[Connection, Lobby], Awaitable[None]]


class Lobbies:
    """All lobbies of this bot, once they are open. What cannot be done raises Refused and changes nothing.

    `press_id` is the id Discord gave to the press (or command) with which something is asked for: those with which
    people sit down, and the one that begins the match, go into the deal.
    """

    def __init__(self, store: Store, starts: LobbyStarts, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._starts = starts
        self._now_ms = now_ms
        self.watchers: list[Callable[[int], None]] = []
        """Told the number of each lobby that has come to stand where people see it."""
        self.changed: list[Callable[[Lobby], None]] = []
        """Told of each lobby in which somebody has changed anything."""

    # -- reading ----------------------------------------------------------------------------------------------------

    async def placed(self, lobby_id: int, message_id: int) -> None:
        """Remember the message that shows the lobby."""
        await self._store.write(lambda connection: lobbies.place(connection, lobby_id, message_id))
        for watcher in self.watchers:
            watcher(lobby_id)

    async def get(self, lobby_id: int) -> Lobby:
        """The lobby, whether or not it is still open. Raises Refused when there is none."""
        async with self._store.reading() as connection:
            lobby = await load(connection, await lobbies.get(connection, lobby_id))
        check_seen(self._store, lobby.guild_id)
        return lobby

    async def open_of_host(self, host_id: int) -> list[Lobby]:
        """The lobbies this person could close to be allowed another one."""
        async with self._store.reading() as connection:
            rows = await lobbies.open_of_host(connection, host_id)
            return [lobby for row in rows for lobby in await loaded(connection, row.id)]

    async def of_match(self, match_id: int) -> Lobby | None:
        """The lobby in which this match began; None for a match that was dealt without one."""
        async with self._store.reading() as connection:
            row = await lobbies.of_match(connection, match_id)
            return None if row is None else await load(connection, row)

    async def waiting_beside(self, lobby: Lobby) -> list[Lobby]:
        """The other lobbies of the same game in the same channel that anybody may join, the oldest first."""
        async with self._store.reading() as connection:
            rows = await lobbies.open_in_channel(connection, lobby.channel_id)
            found = [one for row in rows if row.id != lobby.id for one in await loaded(connection, row.id)]
        return [one for one in found if one.game is lobby.game and one.kept_for is None and one.has_room]

    async def games_waiting(self, channel_id: int) -> set[str]:
        """The games for which a lobby is open in this thread or channel."""
        async with self._store.reading() as connection:
            return {row.game for row in await lobbies.open_in_channel(connection, channel_id)}

    async def open_of_guild(self, guild_id: int) -> list[Lobby]:
        """The open lobbies of a server, the oldest first."""
        async with self._store.reading() as connection:
            rows = await lobbies.open_of_guild(connection, guild_id)
            return [lobby for row in rows for lobby in await loaded(connection, row.id)]

    async def touched_since(self, since_ms: int) -> list[Lobby]:
        """The lobbies in which something has happened since then, and those whose day was over since."""
        async with self._store.reading() as connection:
            rows = await lobbies.expiring_after(connection, since_ms, self._store.slot)
            touched = [row for row in rows if row.expires_ms >= since_ms + IDLE_MS or row.expires_ms <= self._now_ms()]
            return [lobby for row in touched for lobby in await loaded(connection, row.id)]

    # -- sitting down and getting up ---------------------------------------------------------------------------------

    async def join(
        self, lobby_id: int, user_id: int, name: str, *, begin: bool = False, press_id: int | None = None
    ) -> Lobby:
        """Sit down; where computer players fill the table, one of them gives up its seat.

        With `begin`, whoever takes the last free seat of a game for two begins the match in the same moment.
        """
        claimed: list[Lobby] = []

        async def work(connection: Connection, lobby: Lobby) -> None:
            claimed.clear()
            check_kept(lobby, user_id)
            if lobby.seat_of(user_id) is not None:
                raise Refused("lobby_already_in")
            await check_not_barred(connection, lobby_at(lobby), user_id, by=user_id, now_ms=self._now_ms())
            check_turn(lobby, user_id)
            if lobby.computers:
                await remove_last_computer(connection, lobby.id)
            elif len(lobby.seats) >= lobby.most:
                raise Refused("lobby_full", most=lobby.most)
            await lobbies.join(connection, lobby.id, user_id, name, press_id=press_id)
            await lobby_standby.remove(connection, lobby.id, user_id)
            if begin and lobby.for_two and not lobby.computers:
                seated = await load(connection, await lobbies.get(connection, lobby.id))
                if not seated.missing and seated.fault() is None:
                    await self._starts.claim(connection, seated)
                    claimed[:] = [seated]

        lobby = await self._change(lobby_id, work)
        if not claimed:
            return lobby
        await self._starts.deal(claimed[0])
        return await self.get(lobby_id)

    async def decline(self, lobby_id: int, user_id: int) -> Lobby:
        """The person who was challenged would rather not: the lobby closes."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            check_kept(lobby, user_id)
            if lobby.kept_for is None:
                raise Refused("challenge_open_now")
            await lobbies.change(connection, lobby.id, invitation="declined")
            await lobbies.close(connection, lobby.id)

        return await self._change(lobby_id, work)

    async def open_to_all(self, lobby_id: int, by: int, *, keeps_order: bool = False) -> Lobby:
        """Anybody may take the seat that was kept for whoever was challenged."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            check_host(lobby, by, keeps_order)
            if lobby.invited is not None:
                await lobbies.change(connection, lobby.id, invitation="open")

        return await self._change(lobby_id, work)

    async def leave(self, lobby_id: int, user_id: int) -> Lobby:
        """Get up. After the host, whoever sat down next is host; the last person closes the lobby."""
        return await self._change(lobby_id, lambda connection, lobby: get_up(connection, lobby, user_id))

    async def remove(self, lobby_id: int, by: int, user_id: int, *, keeps_order: bool = False) -> Lobby:
        """Take this person's seat from them; they may sit down again. Raises Refused, also for the host's own seat."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            check_host(lobby, by, keeps_order)
            if user_id == by:
                raise Refused("remove_yourself")
            if lobby.seat_of(user_id) is None:
                raise Refused("lobby_person_gone")
            await get_up(connection, lobby, user_id)
            at_ms = self._now_ms()
            await audit.note(
                connection, lobby.guild_id, by, "removed", at_ms=at_ms, whom=user_id, channel=lobby.channel_id
            )

        return await self._change(lobby_id, work)

    async def fill(
        self, lobby_id: int, by: int, to: int | None = None, *, keeps_order: bool = False, names: Sequence[str] = NAMES
    ) -> Lobby:
        """Seat computer players of these names until `to` sit here: by default as many as the game needs, and then one
        more."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            check_host(lobby, by, keeps_order)
            check_kept(lobby, None)
            seated = len(lobby.seats)
            wanted = to if to is not None else max(lobby.least, seated + 1)
            if wanted > lobby.most or seated >= lobby.most:
                raise Refused("lobby_full", most=lobby.most)
            await seat_computers(connection, lobby, wanted, names)

        return await self._change(lobby_id, work)

    async def play_computers(
        self,
        lobby_id: int,
        by: int,
        *,
        keeps_order: bool = False,
        names: Sequence[str] = NAMES,
        press_id: int | None = None,
        level: Player | None = None,
    ) -> Lobby:
        """Computer players of these names take the seats that are missing, and the match begins; with a `level` all of
        them play like that.

        One person alone plays the practice game, where there is one and nobody wanted other options. Raises Refused
        and Unplayable.
        """
        claimed: list[Lobby] = []

        async def work(connection: Connection, lobby: Lobby) -> None:
            check_host(lobby, by, keeps_order)
            check_kept(lobby, None)
            drill = practice(lobby.game)
            if drill is not None and not lobby.chosen and len(lobby.people) == 1:
                dumped = drill.options.model_dump(mode="json")
                await lobbies.change(connection, lobby.id, role_set=drill.name, options=dumped)
            await seat_computers(connection, lobby, lobby.least, names)
            if level is not None:
                await lobbies.set_player(connection, lobby.id, level)
            seated = await load(connection, await lobbies.get(connection, lobby.id))
            await self._starts.claim(connection, seated)
            claimed[:] = [seated]

        await self._change(lobby_id, work)
        await self._starts.deal(claimed[0], press_id)
        return await self.get(lobby_id)

    async def set_level(
        self, lobby_id: int, by: int, level: Player, position: int | None = None, *, keeps_order: bool = False
    ) -> Lobby:
        """The computer player at this position, or all of them, play like that. Raises Refused when none sits there."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            check_host(lobby, by, keeps_order)
            if not await lobbies.set_player(connection, lobby.id, level, position):
                raise Refused("lobby_no_computer")

        return await self._change(lobby_id, work)

    async def unfill(self, lobby_id: int, by: int, *, keeps_order: bool = False) -> Lobby:
        """Send all computer players away."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            check_host(lobby, by, keeps_order)
            if not lobby.computers:
                raise Refused("lobby_no_computers")
            for _ in lobby.computers:
                await remove_last_computer(connection, lobby.id)

        return await self._change(lobby_id, work)

    # -- what the host decides --------------------------------------------------------------------------------------

    async def may_host(self, lobby_id: int, by: int, *, keeps_order: bool = False) -> Lobby:
        """The open lobby, if this person may decide for it. Raises Refused."""
        lobby = await self.get(lobby_id)
        check_open(lobby)
        check_host(lobby, by, keeps_order)
        return lobby

    async def set_options(
        self, lobby_id: int, by: int, role_set: str, options: Options, *, keeps_order: bool = False
    ) -> Lobby:
        """Play by these options, known under the name of this role set."""
        return await self.change_options(lobby_id, by, lambda lobby: (role_set, options), keeps_order=keeps_order)

    async def change_options(
        self, lobby_id: int, by: int, change: Callable[[Lobby], tuple[str, Options]], *, keeps_order: bool = False
    ) -> Lobby:
        """Change the options as they are at this moment. Raises Unplayable for options nobody could play with."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            check_host(lobby, by, keeps_order)
            role_set, options = change(lobby)
            check_options(lobby.game, options, lobby.expected)
            dumped = options.model_dump(mode="json")
            await lobbies.change(connection, lobby.id, role_set=role_set, options=dumped, chosen=True)

        return await self._change(lobby_id, work)

    async def transfer_host(self, lobby_id: int, by: int, to: int, *, keeps_order: bool = False) -> Lobby:
        """Make another person at the table its host."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            check_host(lobby, by, keeps_order)
            if lobby.seat_of(to) is None:
                raise Refused("lobby_heir_gone")
            await lobbies.change(connection, lobby.id, host_id=to)

        return await self._change(lobby_id, work)

    async def close(self, lobby_id: int, by: int, *, keeps_order: bool = False) -> Lobby:
        """Nobody plays after all."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            check_host(lobby, by, keeps_order)
            await lobbies.close(connection, lobby.id)

        return await self._change(lobby_id, work)

    # -- beginning --------------------------------------------------------------------------------------------------

    async def start(self, lobby_id: int, by: int, *, keeps_order: bool = False, press_id: int | None = None) -> int:
        """Begin the match; its number.

        The lobby is claimed first, so that a second press finds it started. When no match comes of it, it is
        open again. Raises Refused, among others with `lobby_too_few`, and Unplayable.
        """
        claimed: list[Lobby] = []

        async def work(connection: Connection, lobby: Lobby) -> None:
            check_host(lobby, by, keeps_order)
            await self._starts.claim(connection, lobby)
            claimed[:] = [lobby]

        await self._change(lobby_id, work)
        return await self._starts.deal(claimed[0], press_id)

    # -- small parts ------------------------------------------------------------------------------------------------

    async def _change(self, lobby_id: int, work: Work) -> Lobby:
        """Do something with an open lobby, in one transaction, and give it as it is afterwards."""

        async def run(connection: Connection) -> Lobby:
            lobby = await load(connection, await lobbies.held(connection, lobby_id))
            check_ours(self._store, lobby.guild_id)
            check_open(lobby)
            await lobbies.change(connection, lobby_id, expires_ms=self._now_ms() + IDLE_MS)
            await work(connection, lobby)
            return await load(connection, await lobbies.get(connection, lobby_id))

        lobby = await self._store.write(run)
        self.has_changed(lobby)
        return lobby

    def has_changed(self, lobby: Lobby) -> None:
        """Tell whoever wants to know."""
        for watcher in self.changed:
            watcher(lobby)
