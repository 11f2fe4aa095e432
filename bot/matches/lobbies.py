"""Lobbies: people sit down, choose how to play, and a match begins.

Every change is one transaction that looks at the lobby as it is now, so two people who press in the same moment never
get the same seat, and two presses on Start begin one match. Nothing here trusts what a message showed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.engine.chance import new_seed
from bot.engine.rulebook import Game, Options
from bot.matches import audit
from bot.matches.bars import TableAt, check_not_barred, lobby_at
from bot.matches.errors import Refused
from bot.matches.lobby import (
    IDLE_MS,
    NAMES,
    Connection,
    Lobby,
    LobbySeat,
    check_host,
    check_kept,
    check_open,
    check_options,
    game_of,
    get_up,
    is_for_two,
    load,
    loaded,
    options_of,
    practice,
    remove_last_computer,
    seat_computers,
)
from bot.matches.lobby_invitations import check_invitation
from bot.matches.lobby_starts import STUCK_MS, LobbyStarts
from bot.store import lobbies, matches, seating
from bot.store.database import Store
from bot.store.errors import UnknownMatch
from bot.store.lobbies import Invitation, LobbyRow, NewLobby

HOST_MOST = 3
"""Lobbies one person may have open at the same time."""
CHANNEL_MOST = 10
"""Lobbies that may be open in one channel at the same time."""

Work = Callable[[Connection, Lobby], Awaitable[None]]


class Lobbies:
    """All lobbies of this bot. What cannot be done raises Refused and changes nothing.

    `press_id` is the id Discord gave to the press (or command) with which something is asked for: those with which
    people sit down, and the one that begins the match, go into the deal.
    """

    def __init__(self, store: Store, starts: LobbyStarts, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._starts = starts
        self._now_ms = now_ms

    # -- opening and reading ----------------------------------------------------------------------------------------

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        host_id: int,
        host_name: str,
        game: Game,
        role_set: str,
        options: Options,
        *,
        invited: LobbySeat | None = None,
        chosen: bool = False,
        press_id: int | None = None,
    ) -> Lobby:
        """A new lobby, in which its host sits already, with a fresh seed.

        Where two play, `invited` is challenged and nobody else may take the other seat; in bigger games it is an
        invitation. `chosen`: the host named the role set. Raises Refused when there are too many open ones.
        """
        check_options(game, options, game.seats.start)
        host = LobbySeat(host_id, host_name, press_id=press_id)

        async def work(connection: Connection) -> Lobby:
            for user_id in (host_id, *([invited.user_id] if invited is not None and invited.user_id else [])):
                await self._check_welcome(connection, guild_id, host_id, user_id)
            if invited is not None and invited.user_id is not None:
                await check_invitation(connection, host_id, invited.user_id, self._now_ms())
            return await self._create(
                connection, guild_id, channel_id, host_id, game, role_set, options, (host,),
                invited=invited, chosen=chosen,
            )  # fmt: skip

        return await self._store.write(work)

    async def placed(self, lobby_id: int, message_id: int) -> None:
        """Remember the message that shows the lobby."""
        await self._store.write(lambda connection: lobbies.place(connection, lobby_id, message_id))

    async def get(self, lobby_id: int) -> Lobby:
        """The lobby, whether or not it is still open. Raises Refused when there is none."""
        async with self._store.reading() as connection:
            return await load(connection, await lobbies.get(connection, lobby_id))

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

    async def open_of_guild(self, guild_id: int) -> list[Lobby]:
        """The open lobbies of a server, the oldest first."""
        async with self._store.reading() as connection:
            rows = await lobbies.open_of_guild(connection, guild_id)
            return [lobby for row in rows for lobby in await loaded(connection, row.id)]

    async def touched_since(self, since_ms: int) -> list[Lobby]:
        """The lobbies in which something has happened since then, and those whose day was over since."""
        async with self._store.reading() as connection:
            rows = await lobbies.expiring_after(connection, since_ms)
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
            if lobby.computers:
                await remove_last_computer(connection, lobby.id)
            elif len(lobby.seats) >= lobby.most:
                raise Refused("lobby_full", most=lobby.most)
            await lobbies.join(connection, lobby.id, user_id, name, press_id=press_id)
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
    ) -> Lobby:
        """Computer players of these names take the seats that are missing, and the match begins.

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
            seated = await load(connection, await lobbies.get(connection, lobby.id))
            await self._starts.claim(connection, seated)
            claimed[:] = [seated]

        await self._change(lobby_id, work)
        await self._starts.deal(claimed[0], press_id)
        return await self.get(lobby_id)

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

    async def rematch(self, match_id: int, by: int, press_id: int | None = None) -> tuple[Lobby, bool]:
        """The lobby for another game at this table, and whether it is new.

        The first player who presses is its host and sits there, with the computer players; the others are free to
        come, and so is anybody else who finds it open.
        A lobby that was never shown to anybody (the process died before) is given up for a new one.
        """

        async def work(connection: Connection) -> tuple[Lobby, bool]:
            try:
                match = await matches.get(connection, match_id)
            except UnknownMatch:
                raise Refused("no_such_table") from None
            if match.status in matches.LIVE:
                raise Refused("rematch_too_early")
            await self._check_welcome(connection, match.guild_id, by, by)
            known = await lobbies.rematch_of(connection, match_id)
            if known is not None and not self._is_lost(known):
                return await load(connection, known), False
            rows = await seating.seats_of(connection, match_id)
            if all(row.user_id != by for row in rows):
                raise Refused("rematch_for_players")
            if known is not None:
                await lobbies.close(connection, known.id)
            game = game_of(match.game)
            options = options_of(game, match.options)
            mine = next(row for row in rows if row.user_id == by)
            others = [row for row in rows if row.player != "human"]
            host = LobbySeat(mine.user_id, mine.name, mine.player, press_id=press_id)
            seats = (host, *(LobbySeat(None, row.name, row.player) for row in others))
            lobby = await self._create(
                connection, match.guild_id, match.channel_id, by, game, match.role_set, options, seats, match_id,
                chosen=True,
            )  # fmt: skip
            return lobby, True

        return await self._store.write(work)

    def _is_lost(self, lobby: LobbyRow) -> bool:
        """Whether nobody has ever been shown this lobby, so that nobody can do anything with it."""
        return lobby.message_id is None and self._now_ms() - lobby.created_ms > STUCK_MS

    # -- small parts ------------------------------------------------------------------------------------------------

    async def _check_welcome(self, connection: Connection, guild_id: int, host_id: int, user_id: int) -> None:
        """Raises Refused when this person may not sit in a new lobby of this host."""
        table = TableAt(guild_id, host_id)
        await check_not_barred(connection, table, user_id, by=host_id, now_ms=self._now_ms())

    async def _change(self, lobby_id: int, work: Work) -> Lobby:
        """Do something with an open lobby, in one transaction, and give it as it is afterwards."""

        async def run(connection: Connection) -> Lobby:
            lobby = await load(connection, await lobbies.held(connection, lobby_id))
            check_open(lobby)
            await lobbies.change(connection, lobby_id, expires_ms=self._now_ms() + IDLE_MS)
            await work(connection, lobby)
            return await load(connection, await lobbies.get(connection, lobby_id))

        return await self._store.write(run)

    async def _create(
        self,
        connection: Connection,
        guild_id: int,
        channel_id: int,
        host_id: int,
        game: Game,
        role_set: str,
        options: Options,
        seats: Sequence[LobbySeat],
        match: int | None = None,
        *,
        invited: LobbySeat | None = None,
        chosen: bool = False,
    ) -> Lobby:
        if len(await lobbies.open_of_host(connection, host_id)) >= HOST_MOST:
            raise Refused("lobby_host_busy", most=HOST_MOST)
        if len(await lobbies.open_in_channel(connection, channel_id)) >= CHANNEL_MOST:
            raise Refused("lobby_channel_busy", most=CHANNEL_MOST)
        now = self._now_ms()
        invitation: Invitation | None = None
        if invited is not None:
            invitation = "reserved" if is_for_two(game) else "open"
        number = await lobbies.create(
            connection,
            NewLobby(
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=host_id,
                game=game.name,
                role_set=role_set,
                options=options.model_dump(mode="json"),
                created_ms=now,
                expires_ms=now + IDLE_MS,
                match=match,
                invited_id=invited.user_id if invited else None,
                invited_name=invited.name if invited else None,
                invitation=invitation,
                chosen=chosen,
                seed=new_seed(),
            ),
        )
        for seat in seats:
            await lobbies.join(connection, number, seat.user_id, seat.name, player=seat.player, press_id=seat.press_id)
        return await load(connection, await lobbies.get(connection, number))
