"""New lobbies: somebody opens one, or asks for another game at a table where the last one is over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.engine.chance import new_seed
from bot.engine.rulebook import Game, Options
from bot.matches.bars import TableAt, check_not_barred
from bot.matches.elsewhere import check_ours
from bot.matches.errors import Refused
from bot.matches.evenings import take_in_rematch
from bot.matches.lobby import (
    IDLE_MS,
    Connection,
    Lobby,
    LobbySeat,
    check_options,
    game_of,
    is_for_two,
    load,
    options_of,
)
from bot.matches.lobby_invitations import check_invitation
from bot.matches.lobby_starts import STUCK_MS
from bot.matches.tutorials import is_tutorial
from bot.store import lobbies, matches, seating
from bot.store.database import Store
from bot.store.errors import UnknownMatch
from bot.store.lobbies import Invitation, LobbyRow, NewLobby

HOST_MOST = 3
"""Lobbies one person may have open at the same time."""
CHANNEL_MOST = 10
"""Lobbies that may be open in one channel at the same time."""


class LobbyOpenings:
    """Opens lobbies, each in one transaction. What cannot be done raises Refused and changes nothing.

    `press_id` is the id Discord gave to the press (or command) with which a lobby is asked for: it goes into the deal.
    """

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms

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
        parent_id: int | None = None,
        anywhere: bool = False,
        invited: LobbySeat | None = None,
        chosen: bool = False,
        press_id: int | None = None,
        also: Callable[[Connection, int], Awaitable[None]] | None = None,
    ) -> Lobby:
        """A new lobby, in which its host sits already, with a fresh seed. `parent_id`: the channel of a thread;
        `anywhere`: the bot is no member there.

        Where two play, `invited` is challenged and nobody else may take the other seat; in bigger games it is an
        invitation. `chosen`: the host named the role set. `also` is done in the same transaction, with the number of
        the lobby. Raises Refused when there are too many open ones.
        """
        check_ours(self._store, guild_id)
        check_options(game, options, game.seats.start)
        host = LobbySeat(host_id, host_name, press_id=press_id)

        async def work(connection: Connection) -> Lobby:
            for user_id in (host_id, *([invited.user_id] if invited is not None and invited.user_id else [])):
                await self._check_welcome(connection, guild_id, host_id, user_id)
            if invited is not None and invited.user_id is not None:
                await check_invitation(connection, host_id, invited.user_id, self._now_ms())
            lobby = await self._create(
                connection, guild_id, channel_id, host_id, game, role_set, options, (host,),
                parent_id=parent_id, anywhere=anywhere, invited=invited, chosen=chosen,
            )  # fmt: skip
            if also is not None:
                await also(connection, lobby.id)
            return lobby

        return await self._store.write(work)

    async def rematch(self, match_id: int, by: int, press_id: int | None = None) -> tuple[Lobby, bool]:
        """The lobby for another game at this table, and whether it is new.

        The first player who presses is its host and sits there, with the computer players; the others are free to
        come, and so is anybody else who finds it open. In an evening of games it counts for the evening.
        A lobby that was never shown to anybody (the process died before) is given up for a new one.
        """

        async def work(connection: Connection) -> tuple[Lobby, bool]:
            try:
                match = await matches.get(connection, match_id)
            except UnknownMatch:
                raise Refused("no_such_table") from None
            check_ours(self._store, match.guild_id)
            if match.status in matches.LIVE:
                raise Refused("rematch_too_early")
            if is_tutorial(match):
                raise Refused("tutorial_is_for_one")
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
                parent_id=match.parent_id, anywhere=match.anywhere, chosen=True,
            )  # fmt: skip
            await take_in_rematch(connection, match_id, lobby.id)
            return lobby, True

        return await self._store.write(work)

    def _is_lost(self, lobby: LobbyRow) -> bool:
        """Whether nobody has ever been shown this lobby, so that nobody can do anything with it."""
        return lobby.message_id is None and self._now_ms() - lobby.created_ms > STUCK_MS

    async def _check_welcome(self, connection: Connection, guild_id: int, host_id: int, user_id: int) -> None:
        """Raises Refused when this person may not sit in a new lobby of this host."""
        table = TableAt(guild_id, host_id)
        await check_not_barred(connection, table, user_id, by=host_id, now_ms=self._now_ms())

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
        parent_id: int | None,
        anywhere: bool,
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
                parent_id=parent_id,
                anywhere=anywhere,
            ),
        )
        for seat in seats:
            await lobbies.join(connection, number, seat.user_id, seat.name, player=seat.player, press_id=seat.press_id)
        return await load(connection, await lobbies.get(connection, number))
