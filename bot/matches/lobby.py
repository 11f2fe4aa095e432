"""Lobbies: people sit down, choose how to play, and a match begins.

Every change is one transaction that looks at the lobby as it is now, so two people who press in the same moment never
get the same seat, and two presses on Start begin one match. Nothing here trusts what a message showed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import structlog
from pydantic import ValidationError

from bot.engine.rulebook import Fault, Game, Options, RoleSet
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.store import lobbies, matches
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.store.lobbies import Invitation, LobbyRow, LobbySeatRow, LobbyStatus, NewLobby
from bot.store.matches import NewSeat, Player, UnknownMatch

log = structlog.get_logger(__name__)

IDLE_MS = 24 * 3600 * 1000
"""An open lobby in which nothing happened for so long closes itself."""
STUCK_MS = 60_000
"""A start that has brought no match after so long was cut off, and is taken up or taken back."""
HOST_MOST = 3
"""Lobbies one person may have open at the same time."""
CHANNEL_MOST = 10
"""Lobbies that may be open in one channel at the same time."""
INVITATIONS_MOST = 3
"""Open lobbies to which one person may be invited by name at the same time, whoever invites."""
INVITED_AGAIN_MS = 60_000
"""So long the same host does not invite the same person again, whatever became of it."""
CALLS_AN_HOUR, CALLS_A_DAY = 5, 15
"""People one host may call by name: each call makes a sound for somebody."""
HOUR_MS, DAY_MS = 3_600_000, 86_400_000
COMPUTER: Player = "thoughtful"
PRACTICE = "practice"
"""The built-in role set, where a game has it, for one person alone against computer players."""

NAMES = (
    "Hansel",
    "Gretel",
    "Rapunzel",
    "Snow White",
    "Rose Red",
    "Cinderella",
    "Puss in Boots",
    "Goldilocks",
    "Iron Hans",
    "Mother Holle",
    "Briar Rose",
    "Clever Elsie",
    "Hans in Luck",
    "King Thrushbeard",
    "Thousandfurs",
    "Jorinda",
    "Joringel",
    "Red Riding Hood",
    "Tom Thumb",
    "Bearskin",
    "The Goose Girl",
    "Little Tailor",
    "Faithful John",
    "The Frog King",
    "Brother Merry",
    "Godfather Death",
)
"""How computer players are called, unless whoever seats them has other names; none of them is a role of any game."""


StoreTrouble = StoreError
"""What those who must not know the store catch when it cannot be read or written: try again later."""


class Unplayable(Refused):
    """These people cannot play with these options; `fault` says why, in wording keys."""

    def __init__(self, fault: Fault) -> None:
        super().__init__("lobby_unplayable")
        self.fault = fault


@dataclass(frozen=True)
class Chair:
    """Somebody who sits in a lobby. `closed`: takes no direct messages from the bot, and plays through My seat."""

    user_id: int | None
    name: str
    player: Player = "human"
    closed: bool = False

    @property
    def is_computer(self) -> bool:
        return self.player != "human"


@dataclass(frozen=True)
class Lobby:
    """A lobby as it stands in the store."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    game: Game
    role_set: str
    options: Options
    status: LobbyStatus
    created_ms: int
    expires_ms: int
    match: int | None
    """The match that began here; while the lobby is open, the finished match of which it is a rematch."""
    invited: Chair | None = None
    """Who was invited by name; this person need not sit here."""
    invitation: Invitation | None = None
    chosen: bool = False
    """Whether somebody wanted these options, rather than the usual ones."""
    chairs: tuple[Chair, ...] = field(default=())

    @property
    def least(self) -> int:
        return self.game.seats.start

    @property
    def most(self) -> int:
        return self.game.seats.stop - 1

    @property
    def for_two(self) -> bool:
        """Whether exactly two play: whoever takes the second chair begins the match."""
        return is_for_two(self.game)

    @property
    def kept_for(self) -> Chair | None:
        """The only person who may take the free chair; None when anybody may."""
        if self.invited is None or self.invited.user_id is None or self.chair_of(self.invited.user_id):
            return None
        return self.invited if self.invitation == "reserved" else None

    @property
    def missing(self) -> int:
        """How many more have to sit down before the match can begin."""
        return max(0, self.least - len(self.chairs))

    @property
    def expected(self) -> int:
        """The number of players this table is heading for, as far as one can tell."""
        return max(self.least, len(self.chairs))

    @property
    def people(self) -> list[Chair]:
        return [chair for chair in self.chairs if not chair.is_computer]

    @property
    def computers(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.is_computer]

    def chair_of(self, user_id: int) -> Chair | None:
        return next((chair for chair in self.chairs if chair.user_id == user_id), None)

    def fault(self) -> Fault | None:
        """Why the people this table is heading for could not play with its options."""
        return next(iter(self.game.faults(self.options, self.expected)), None)


Connection = Any
"""The store's, handed on to its functions and never looked at here."""
Work = Callable[[Connection, Lobby], Awaitable[None]]


class Lobbies:
    """All lobbies of this bot. What cannot be done raises Refused and changes nothing."""

    def __init__(self, store: Store, service: MatchService, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._service = service
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
        invited: Chair | None = None,
        chosen: bool = False,
    ) -> Lobby:
        """A new lobby, in which its host sits already.

        Where two play, `invited` is challenged and nobody else may take the other chair; in bigger games it is an
        invitation. `chosen`: the host named the role set. Raises Refused when there are too many open ones.
        """
        _check_options(game, options, game.seats.start)
        host = Chair(host_id, host_name)

        async def work(connection: Connection) -> Lobby:
            if invited is not None and invited.user_id is not None:
                await self._check_invitation(connection, host_id, invited.user_id)
            return await self._create(
                connection, guild_id, channel_id, host_id, game, role_set, options, (host,),
                invited=invited, chosen=chosen,
            )  # fmt: skip

        return await self._store.write(work)

    async def placed(self, lobby_id: int, message_id: int) -> None:
        """Remember the message that shows the lobby."""
        with suppress(lobbies.LobbyNotOpen):
            await self._store.write(lambda connection: lobbies.change(connection, lobby_id, message_id=message_id))

    async def get(self, lobby_id: int) -> Lobby:
        """The lobby, whether or not it is still open. Raises Refused when there is none."""
        async with self._store.reading() as connection:
            return await _load(connection, await lobbies.get(connection, lobby_id))

    async def open_of_host(self, host_id: int) -> list[Lobby]:
        """The lobbies this person could close to be allowed another one."""
        async with self._store.reading() as connection:
            rows = await lobbies.open_of_host(connection, host_id)
            return [lobby for row in rows for lobby in await _loaded(connection, row.id)]

    # -- sitting down and getting up ---------------------------------------------------------------------------------

    async def join(self, lobby_id: int, user_id: int, name: str, *, begin: bool = False) -> Lobby:
        """Sit down; where computer players fill the table, one of them gives up its chair.

        With `begin`, whoever takes the last free chair of a game for two begins the match in the same moment.
        """
        claimed: list[Lobby] = []

        async def work(connection: Connection, lobby: Lobby) -> None:
            claimed.clear()
            _check_kept(lobby, user_id)
            if lobby.chair_of(user_id) is not None:
                raise Refused("lobby_already_in")
            if lobby.computers:
                await _remove_last_computer(connection, lobby.id)
            elif len(lobby.chairs) >= lobby.most:
                raise Refused("lobby_full", most=lobby.most)
            await lobbies.join(connection, lobby.id, user_id, name)
            if begin and lobby.for_two and not lobby.computers:
                seated = await _load(connection, await lobbies.get(connection, lobby.id))
                if not seated.missing and seated.fault() is None:
                    await self._claim(connection, seated)
                    claimed[:] = [seated]

        lobby = await self._change(lobby_id, work)
        if not claimed:
            return lobby
        await self._deal(claimed[0])
        return await self.get(lobby_id)

    async def decline(self, lobby_id: int, user_id: int) -> Lobby:
        """Whoever was challenged would rather not: the lobby closes."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            _check_kept(lobby, user_id)
            if lobby.kept_for is None:
                raise Refused("challenge_open_now")
            await lobbies.change(connection, lobby.id, invitation="declined")
            await lobbies.close(connection, lobby.id)

        return await self._change(lobby_id, work)

    async def open_to_all(self, lobby_id: int, by: int, *, moderator: bool = False) -> Lobby:
        """Anybody may take the chair that was kept for whoever was challenged."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            _check_host(lobby, by, moderator)
            if lobby.invited is not None:
                await lobbies.change(connection, lobby.id, invitation="open")

        return await self._change(lobby_id, work)

    async def leave(self, lobby_id: int, user_id: int) -> Lobby:
        """Get up. The host's chair passes to whoever sat down next; the last person closes the lobby."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            if lobby.chair_of(user_id) is None:
                raise Refused("lobby_not_in")
            await lobbies.leave(connection, lobby.id, user_id)
            others = [chair.user_id for chair in lobby.people if chair.user_id != user_id]
            if not others:
                await lobbies.close(connection, lobby.id)
            elif lobby.host_id == user_id:
                await lobbies.change(connection, lobby.id, host_id=others[0])

        return await self._change(lobby_id, work)

    async def fill(
        self, lobby_id: int, by: int, to: int | None = None, *, moderator: bool = False, names: Sequence[str] = NAMES
    ) -> Lobby:
        """Seat computer players of these names until `to` sit here: by default as many as the game needs, and then one
        more."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            _check_host(lobby, by, moderator)
            _check_kept(lobby, None)
            seated = len(lobby.chairs)
            wanted = to if to is not None else max(lobby.least, seated + 1)
            if wanted > lobby.most or seated >= lobby.most:
                raise Refused("lobby_full", most=lobby.most)
            await _seat_computers(connection, lobby, wanted, names)

        return await self._change(lobby_id, work)

    async def play_computers(
        self, lobby_id: int, by: int, *, moderator: bool = False, names: Sequence[str] = NAMES
    ) -> Lobby:
        """Computer players of these names take the chairs that are missing, and the match begins.

        One person alone plays the practice game, where there is one and nobody wanted other options. Raises Refused
        and Unplayable.
        """
        claimed: list[Lobby] = []

        async def work(connection: Connection, lobby: Lobby) -> None:
            _check_host(lobby, by, moderator)
            _check_kept(lobby, None)
            drill = practice(lobby.game)
            if drill is not None and not lobby.chosen and len(lobby.people) == 1:
                dumped = drill.options.model_dump(mode="json")
                await lobbies.change(connection, lobby.id, role_set=drill.name, options=dumped)
            await _seat_computers(connection, lobby, lobby.least, names)
            seated = await _load(connection, await lobbies.get(connection, lobby.id))
            await self._claim(connection, seated)
            claimed[:] = [seated]

        await self._change(lobby_id, work)
        await self._deal(claimed[0])
        return await self.get(lobby_id)

    async def unfill(self, lobby_id: int, by: int, *, moderator: bool = False) -> Lobby:
        """Send all computer players away."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            _check_host(lobby, by, moderator)
            if not lobby.computers:
                raise Refused("lobby_no_computers")
            for _ in lobby.computers:
                await _remove_last_computer(connection, lobby.id)

        return await self._change(lobby_id, work)

    # -- what the host decides --------------------------------------------------------------------------------------

    async def may_host(self, lobby_id: int, by: int, *, moderator: bool = False) -> Lobby:
        """The open lobby, if this person may decide for it. Raises Refused."""
        lobby = await self.get(lobby_id)
        _check_open(lobby)
        _check_host(lobby, by, moderator)
        return lobby

    async def set_options(
        self, lobby_id: int, by: int, role_set: str, options: Options, *, moderator: bool = False
    ) -> Lobby:
        """Play by these options, known under the name of this role set."""
        return await self.change_options(lobby_id, by, lambda lobby: (role_set, options), moderator=moderator)

    async def change_options(
        self, lobby_id: int, by: int, change: Callable[[Lobby], tuple[str, Options]], *, moderator: bool = False
    ) -> Lobby:
        """Change the options as they are at this moment. Raises Unplayable for options nobody could play with."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            _check_host(lobby, by, moderator)
            role_set, options = change(lobby)
            _check_options(lobby.game, options, lobby.expected)
            dumped = options.model_dump(mode="json")
            await lobbies.change(connection, lobby.id, role_set=role_set, options=dumped, chosen=True)

        return await self._change(lobby_id, work)

    async def pass_chair(self, lobby_id: int, by: int, to: int, *, moderator: bool = False) -> Lobby:
        """Make another person at the table its host."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            _check_host(lobby, by, moderator)
            if lobby.chair_of(to) is None:
                raise Refused("lobby_heir_gone")
            await lobbies.change(connection, lobby.id, host_id=to)

        return await self._change(lobby_id, work)

    async def close(self, lobby_id: int, by: int, *, moderator: bool = False) -> Lobby:
        """Nobody plays after all."""

        async def work(connection: Connection, lobby: Lobby) -> None:
            _check_host(lobby, by, moderator)
            await lobbies.close(connection, lobby.id)

        return await self._change(lobby_id, work)

    # -- beginning --------------------------------------------------------------------------------------------------

    async def start(self, lobby_id: int, by: int, *, moderator: bool = False) -> int:
        """Begin the match; its number.

        The lobby is claimed first, so that a second press finds it started. When no match comes of it, it is
        open again. Raises Refused, among others with `lobby_too_few`, and Unplayable.
        """
        claimed: list[Lobby] = []

        async def work(connection: Connection, lobby: Lobby) -> None:
            _check_host(lobby, by, moderator)
            await self._claim(connection, lobby)
            claimed[:] = [lobby]

        await self._change(lobby_id, work)
        return await self._deal(claimed[0])

    async def _claim(self, connection: Connection, lobby: Lobby) -> None:
        """From now on nobody else starts it. Raises Refused and Unplayable when these people cannot begin."""
        if lobby.missing and lobby.for_two:
            raise Refused("lobby_one_missing")
        if lobby.missing:
            raise Refused("lobby_too_few", least=lobby.least, missing=lobby.missing, count=lobby.missing)
        fault = lobby.fault()
        if fault is not None:
            raise Unplayable(fault)
        await lobbies.claim(connection, lobby.id, self._now_ms() + IDLE_MS)

    async def _deal(self, lobby: Lobby) -> int:
        """Make the match of a claimed lobby; its number. When that fails, the lobby is open again."""
        people = [
            NewSeat(seat, chair.name, chair.user_id, chair.player) for seat, chair in enumerate(lobby.chairs, start=1)
        ]
        try:
            match_id = await self._service.create(
                lobby.game,
                lobby.options,
                people,
                guild_id=lobby.guild_id,
                channel_id=lobby.channel_id,
                host_id=lobby.host_id,
                role_set=lobby.role_set,
            )
        except Exception:
            with suppress(StoreError):  # then `recover` does it
                await self._store.write(lambda connection: lobbies.reopen(connection, lobby.id, lobby.match))
            raise
        try:
            await self._store.write(lambda connection: lobbies.begun(connection, lobby.id, match_id))
        except StoreError as problem:  # the match is durable; `recover` finds it
            log.error("lobby_not_linked", lobby=lobby.id, match=match_id, problem=str(problem))
        return match_id

    async def recover(self, older_than_ms: int = 0) -> list[Lobby]:
        """Finish what a crash in the middle of Start left: find the match that was dealt, or open the lobby again."""
        now = self._now_ms()

        async def work(connection: Connection) -> list[Lobby]:
            changed: list[Lobby] = []
            for row in await lobbies.claimed(connection, now):
                claimed_ms = row.expires_ms - IDLE_MS
                if claimed_ms > now - older_than_ms:
                    continue
                match_id = await _match_begun(connection, row, claimed_ms)
                if match_id is not None:
                    await lobbies.begun(connection, row.id, match_id)
                else:
                    await lobbies.reopen(connection, row.id)
                changed += await _loaded(connection, row.id)
            return changed

        return await self._store.write(work)

    async def rematch(self, match_id: int, by: int) -> tuple[Lobby, bool]:
        """The lobby for another game of the same people, and whether it is new. Who presses first is its host."""

        async def work(connection: Connection) -> tuple[Lobby, bool]:
            try:
                match = await matches.get(connection, match_id)
            except UnknownMatch:
                raise Refused("no_such_table") from None
            seats = await matches.seats_of(connection, match_id)
            if all(seat.user_id != by for seat in seats):
                raise Refused("not_seated")
            if match.status in matches.LIVE:
                raise Refused("rematch_too_early")
            known = await lobbies.rematch_of(connection, match_id)
            if known is not None:
                return await _load(connection, known), False
            game = _game(match.game)
            options = _options(game, match.options)
            chairs = tuple(Chair(seat.user_id, seat.name, seat.player) for seat in seats)
            lobby = await self._create(
                connection, match.guild_id, match.channel_id, by, game, match.role_set, options, chairs, match_id,
                chosen=True,
            )  # fmt: skip
            return lobby, True

        return await self._store.write(work)

    # -- the end of a lobby -----------------------------------------------------------------------------------------

    async def expire(self, now_ms: int | None = None) -> list[Lobby]:
        """Close the lobbies in which nothing happened for a day; those that were closed."""
        now = self._now_ms() if now_ms is None else now_ms
        return await self._close_all(lambda connection: lobbies.expired(connection, now))

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
                closed += await _loaded(connection, row.id)
            return closed

        return await self._store.write(work)

    # -- small parts ------------------------------------------------------------------------------------------------

    async def _change(self, lobby_id: int, work: Work) -> Lobby:
        """Do something with an open lobby, in one transaction, and give it as it is afterwards."""

        async def run(connection: Connection) -> Lobby:
            lobby = await _load(connection, await lobbies.held(connection, lobby_id))
            _check_open(lobby)
            await lobbies.change(connection, lobby_id, expires_ms=self._now_ms() + IDLE_MS)
            await work(connection, lobby)
            return await _load(connection, await lobbies.get(connection, lobby_id))

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
        chairs: Sequence[Chair],
        match: int | None = None,
        *,
        invited: Chair | None = None,
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
            ),
        )
        for chair in chairs:
            await lobbies.join(connection, number, chair.user_id, chair.name, player=chair.player)
        return await _load(connection, await lobbies.get(connection, number))

    async def _check_invitation(self, connection: Connection, host_id: int, user_id: int) -> None:
        """Nobody is to be called again and again, and nobody calls everybody. Raises Refused."""
        if user_id == host_id:
            raise Refused("challenge_self")
        if len(await lobbies.waiting_for(connection, user_id)) >= INVITATIONS_MOST:
            raise Refused("challenge_too_many", most=INVITATIONS_MOST)
        last = await lobbies.last_invitation(connection, host_id, user_id)
        left = 0 if last is None else last + INVITED_AGAIN_MS - self._now_ms()
        if left > 0:
            seconds = min(-(-left // 1000), INVITED_AGAIN_MS // 1000)
            raise Refused("challenge_again", seconds=seconds, count=seconds)
        for most, span_ms in ((CALLS_AN_HOUR, HOUR_MS), (CALLS_A_DAY, DAY_MS)):
            calls = await lobbies.invitations_since(connection, host_id, self._now_ms() - span_ms)
            if len(calls) >= most:
                raise Refused("challenge_host_busy", most=most, when=(calls[-most] + span_ms) // 1000 + 1)


def is_for_two(game: Game) -> bool:
    """Whether a game is for exactly two."""
    return game.seats == range(2, 3)


def practice(game: Game) -> RoleSet | None:
    """The set for one person alone against computer players, where the game has one."""
    return next((role_set for role_set in game.role_sets if role_set.name == PRACTICE), None)


async def _load(connection: Connection, row: LobbyRow | None) -> Lobby:
    """A row with its seats as a lobby. Raises Refused for none, and for one this version cannot read."""
    if row is None:
        raise Refused("lobby_closed")
    game = _game(row.game)
    seats = await lobbies.seats_of(connection, row.id)
    unreachable = await lobbies.unreachable(connection, row.id)
    return Lobby(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        message_id=row.message_id,
        host_id=row.host_id,
        game=game,
        role_set=row.role_set,
        options=_options(game, row.options),
        status=row.status,
        created_ms=row.created_ms,
        expires_ms=row.expires_ms,
        match=row.match,
        invited=None if row.invited_id is None else Chair(row.invited_id, row.invited_name or "?"),
        invitation=row.invitation,
        chosen=row.chosen,
        chairs=tuple(_chair(seat, unreachable) for seat in seats),
    )


async def _loaded(connection: Connection, lobby_id: int) -> list[Lobby]:
    """The lobby, or nothing when this version cannot read it."""
    try:
        return [await _load(connection, await lobbies.get(connection, lobby_id))]
    except Refused:
        return []


def _chair(seat: LobbySeatRow, unreachable: frozenset[int]) -> Chair:
    return Chair(seat.user_id, seat.name, seat.player, seat.user_id in unreachable)


def _game(name: str) -> Game:
    try:
        return GAMES[name]
    except KeyError:
        raise Refused("lobby_closed") from None


def _options(game: Game, body: Any) -> Options:
    """Saved options. Raises Refused for some that today's version of the game does not know any more."""
    try:
        return game.options.model_validate(body)
    except ValidationError:
        log.warning("options_unreadable", game=game.name)
        raise Refused("lobby_outdated") from None


def _check_open(lobby: Lobby) -> None:
    if lobby.status == "started":
        raise Refused("lobby_started")
    if lobby.status != "open":
        raise Refused("lobby_closed")


def _check_host(lobby: Lobby, by: int, moderator: bool) -> None:
    if by != lobby.host_id and not moderator:
        raise Refused("not_host")


def _check_kept(lobby: Lobby, user_id: int | None) -> None:
    """A chair that is kept for somebody is for nobody else, and for no computer player (None)."""
    if lobby.kept_for is not None and lobby.kept_for.user_id != user_id:
        raise Refused("challenge_for_another", name=lobby.kept_for.name)


def _check_options(game: Game, options: Options, expected: int) -> None:
    """Options that fit no number of players at all are refused; for how many they are is seen at the start."""
    if not isinstance(options, game.options):
        raise Refused("forged")
    if all(game.faults(options, seats) for seats in game.seats):
        raise Unplayable(game.faults(options, expected)[0])


async def _seat_computers(connection: Connection, lobby: Lobby, wanted: int, names: Sequence[str]) -> None:
    """Computer players sit down until so many sit here."""
    free = _free_names(lobby, names)
    for _ in range(len(lobby.chairs), wanted):
        await lobbies.join(connection, lobby.id, None, next(free), player=COMPUTER)


async def _remove_last_computer(connection: Connection, lobby_id: int) -> None:
    seats = await lobbies.seats_of(connection, lobby_id)
    last = [seat.position for seat in seats if seat.player != "human"][-1]
    await lobbies.remove(connection, lobby_id, last)


def _free_names(lobby: Lobby, names: Sequence[str]) -> Iterator[str]:
    """Those names for computer players that nobody here bears, another one first in each lobby."""
    taken = {chair.name.casefold() for chair in lobby.chairs}
    first = lobby.id * 7 % len(names)
    free = [name for name in (*names[first:], *names[:first]) if name.casefold() not in taken]
    yield from free
    yield from (f"{name} {number}" for number in count(2) for name in names)


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
