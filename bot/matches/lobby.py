"""A lobby as it stands in the store, and what holds of every lobby."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import structlog
from pydantic import ValidationError

from bot.engine.chance import commitment
from bot.engine.rulebook import Fault, Game, Options, RoleSet
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.store import lobbies, lobby_standby
from bot.store.lobbies import Invitation, LobbyRow, LobbySeatRow, LobbyStatus
from bot.store.seating import Player

log = structlog.get_logger(__name__)

IDLE_MS = 24 * 3600 * 1000
"""An open lobby in which nothing happened for so long closes itself."""
COMPUTER: Player = "thoughtful"
"""The normal computer player, who sits down where nobody says how well it should play."""
LEVELS: tuple[Player, ...] = ("easy", COMPUTER, "strong")
PRACTICE = "practice"
"""The built-in role set, where a game has it, for one person alone against computer players."""
UNTIMED = "untimed"
"""The built-in role set, where a game has it, without clocks."""
NOWHERE = 0
"""In place of the server of a game that is played where the bot is no member."""

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
"""How computer players are called, unless whoever seats them has other names; none of them is a role of any game.
A game that has cards of these names has a list of its own."""


class Unplayable(Refused):
    """These people cannot play with these options; `fault` says why, in wording keys."""

    def __init__(self, fault: Fault) -> None:
        super().__init__("lobby_unplayable")
        self.fault = fault


@dataclass(frozen=True)
class LobbySeat:
    """Somebody who sits in a lobby.

    closed    takes no direct messages from the bot, and plays through My seat
    press_id  the id Discord gave to the press (or command) with which this person sat down; it goes into the deal
    position  what the seat is known by while the lobby is open; 0 before it has one
    """

    user_id: int | None
    name: str
    player: Player = "human"
    closed: bool = False
    press_id: int | None = None
    position: int = 0

    @property
    def is_computer(self) -> bool:
        return self.player != "human"


@dataclass(frozen=True)
class Waiter:
    """Somebody who stands by at a full lobby. `offered_ms`: since when a free seat waits for them."""

    user_id: int
    name: str
    offered_ms: int | None = None


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
    invited: LobbySeat | None = None
    """The person who was invited by name; this person need not sit here."""
    invitation: Invitation | None = None
    chosen: bool = False
    """Whether somebody wanted these options, rather than the usual ones."""
    seats: tuple[LobbySeat, ...] = field(default=())
    commitment: str | None = None
    """The seal of its match's chance; None in a lobby from before it was shown here."""
    standby: tuple[Waiter, ...] = field(default=())
    """Those who take the next free seats, in this order."""
    parent_id: int | None = None
    """The channel of the thread in which it was opened; None in a channel."""
    anywhere: bool = False
    """Whether it was opened where the bot is no member."""

    @property
    def least(self) -> int:
        return self.game.seats.start

    @property
    def most(self) -> int:
        return self.game.seats.stop - 1

    @property
    def for_two(self) -> bool:
        """Whether exactly two play: whoever takes the second seat begins the match."""
        return is_for_two(self.game)

    @property
    def kept_for(self) -> LobbySeat | None:
        """The only person who may take the free seat; None when anybody may."""
        if self.invited is None or self.invited.user_id is None or self.seat_of(self.invited.user_id):
            return None
        return self.invited if self.invitation == "reserved" else None

    @property
    def missing(self) -> int:
        """How many more have to sit down before the match can begin."""
        return max(0, self.least - len(self.seats))

    @property
    def has_room(self) -> bool:
        """Whether somebody may still sit down; a computer player makes room."""
        return self.free > 0

    @property
    def free(self) -> int:
        """How many people may still sit down; computer players make room."""
        return self.most - len(self.people)

    @property
    def expected(self) -> int:
        """The number of players this table is heading for, as far as one can tell."""
        return max(self.least, len(self.seats))

    @property
    def people(self) -> list[LobbySeat]:
        return [seat for seat in self.seats if not seat.is_computer]

    @property
    def computers(self) -> list[LobbySeat]:
        return [seat for seat in self.seats if seat.is_computer]

    def seat_of(self, user_id: int) -> LobbySeat | None:
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def fault(self) -> Fault | None:
        """Why the people this table is heading for could not play with its options."""
        return next(iter(self.game.faults(self.options, self.expected)), None)


Connection = Any
"""The store's, handed on to its functions and never looked at here."""


def is_for_two(game: Game) -> bool:
    """Whether a game is for exactly two."""
    return game.seats == range(2, 3)


def untimed(game: Game) -> RoleSet | None:
    """The set without clocks, where the game has one."""
    return next((role_set for role_set in game.role_sets if role_set.name == UNTIMED), None)


def practice(game: Game) -> RoleSet | None:
    """The set for one person alone against computer players, where the game has one."""
    return next((role_set for role_set in game.role_sets if role_set.name == PRACTICE), None)


async def load(connection: Connection, row: LobbyRow | None) -> Lobby:
    """A row with its seats as a lobby. Raises Refused for none, and for one this version cannot read."""
    if row is None:
        raise Refused("lobby_closed")
    game = game_of(row.game)
    seats = await lobbies.seats_of(connection, row.id)
    unreachable = await lobbies.unreachable(connection, row.id)
    waiting = await lobby_standby.of_lobby(connection, row.id)
    return Lobby(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        message_id=row.message_id,
        host_id=row.host_id,
        game=game,
        role_set=row.role_set,
        options=options_of(game, row.options),
        status=row.status,
        created_ms=row.created_ms,
        expires_ms=row.expires_ms,
        match=row.match,
        invited=None if row.invited_id is None else LobbySeat(row.invited_id, row.invited_name or "?"),
        invitation=row.invitation,
        chosen=row.chosen,
        seats=tuple(_seat(seat, unreachable) for seat in seats),
        commitment=None if row.seed is None else commitment(row.seed),
        standby=tuple(Waiter(one.user_id, one.name, one.offered_ms) for one in waiting),
        parent_id=row.parent_id,
        anywhere=row.anywhere,
    )


async def loaded(connection: Connection, lobby_id: int) -> list[Lobby]:
    """The lobby, or nothing when this version cannot read it."""
    try:
        return [await load(connection, await lobbies.get(connection, lobby_id))]
    except Refused:
        return []


def _seat(seat: LobbySeatRow, unreachable: frozenset[int]) -> LobbySeat:
    is_closed = seat.user_id in unreachable
    return LobbySeat(seat.user_id, seat.name, seat.player, is_closed, seat.press_id, seat.position)


def game_of(name: str) -> Game:
    try:
        return GAMES[name]
    except KeyError:
        raise Refused("lobby_closed") from None


def options_of(game: Game, body: Any) -> Options:
    """Saved options. Raises Refused for some that today's version of the game does not know any more."""
    try:
        return game.options.model_validate(body)
    except ValidationError:
        log.warning("options_unreadable", game=game.name)
        raise Refused("lobby_outdated") from None


def check_open(lobby: Lobby) -> None:
    if lobby.status == "started":
        raise Refused("lobby_started")
    if lobby.status != "open":
        raise Refused("lobby_closed")


def check_host(lobby: Lobby, by: int, keeps_order: bool) -> None:
    if by != lobby.host_id and not keeps_order:
        raise Refused("not_host")


def check_kept(lobby: Lobby, user_id: int | None) -> None:
    """A seat that is kept for somebody is for nobody else, and for no computer player (None)."""
    if lobby.kept_for is not None and lobby.kept_for.user_id != user_id:
        raise Refused("challenge_for_another", name=lobby.kept_for.name)


def check_turn(lobby: Lobby, user_id: int) -> None:
    """A free seat is for whoever stands by longest. Raises Refused for everybody else."""
    first = lobby.standby[: max(0, lobby.free)]
    if first and len(lobby.standby) >= lobby.free and user_id not in {one.user_id for one in first}:
        raise Refused("standby_first", name=first[0].name)


def check_options(game: Game, options: Options, expected: int) -> None:
    """Options that fit no number of players at all are refused; for how many they are is seen at the start."""
    if not isinstance(options, game.options):
        raise Refused("forged")
    if all(game.faults(options, seats) for seats in game.seats):
        raise Unplayable(game.faults(options, expected)[0])


def level_named(name: str) -> Player:
    """The level of this name. Raises Refused when there is none."""
    for level in LEVELS:
        if level == name:
            return level
    raise Refused("forged")


async def seat_computers(connection: Connection, lobby: Lobby, wanted: int, names: Sequence[str]) -> None:
    """Computer players sit down until so many sit here; they play as well as the last who did, here or in the newest
    lobby of this host."""
    free, player = _free_names(lobby, names), await _level(connection, lobby)
    for _ in range(len(lobby.seats), wanted):
        await lobbies.join(connection, lobby.id, None, next(free), player=player)


async def _level(connection: Connection, lobby: Lobby) -> Player:
    """How well the next computer player plays, where nobody says it."""
    if lobby.computers:
        return lobby.computers[-1].player
    last = await lobbies.last_computer_of(connection, lobby.host_id)
    return last if last in LEVELS else COMPUTER


async def get_up(connection: Connection, lobby: Lobby, user_id: int) -> None:
    """This person gives up their seat. After the host, whoever sat down next is host; the last person closes the lobby.

    Raises Refused when they have no seat here.
    """
    if lobby.seat_of(user_id) is None:
        raise Refused("lobby_not_in")
    await lobbies.leave(connection, lobby.id, user_id)
    others = [seat.user_id for seat in lobby.people if seat.user_id != user_id]
    if not others:
        await lobbies.close(connection, lobby.id)
    elif lobby.host_id == user_id:
        await lobbies.change(connection, lobby.id, host_id=others[0])


async def remove_last_computer(connection: Connection, lobby_id: int) -> None:
    seats = await lobbies.seats_of(connection, lobby_id)
    last = [seat.position for seat in seats if seat.player != "human"][-1]
    await lobbies.remove(connection, lobby_id, last)


def _free_names(lobby: Lobby, names: Sequence[str]) -> Iterator[str]:
    """Those names for computer players that nobody here bears, another one first in each lobby."""
    taken = {seat.name.casefold() for seat in lobby.seats}
    first = lobby.id * 7 % len(names)
    free = [name for name in (*names[first:], *names[:first]) if name.casefold() not in taken]
    yield from free
    yield from (f"{name} {number}" for number in count(2) for name in names)
