"""Lobbies: who wants to play what, until the match begins. Times are epoch milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, cast

from sqlalchemy import Select, bindparam, delete, func, insert, select, text, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, one_row, select_rows
from bot.store.seating import Player
from bot.store.slots import WHOLE, Slot

LobbyStatus = Literal["open", "started", "closed"]
Invitation = Literal["reserved", "open", "declined"]
"""The free chair is kept for whoever was invited; anybody may have it; whoever was invited did not want it."""

_lobby = schema.lobby.c
_seat = schema.lobby_seat.c


class LobbyNotOpen(Exception):
    """The lobby has started, was closed, or never was. Nothing was written."""


class LobbyFull(Exception):
    """Every seat is taken. Nothing was written."""


@dataclass(frozen=True)
class LobbyRow:
    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    game: str
    role_set: str
    options: Any
    status: LobbyStatus
    created_ms: int
    expires_ms: int
    match: int | None
    """The match that began here; while the lobby is open, the finished match of which it is a rematch."""
    invited_id: int | None
    invited_name: str | None
    invitation: Invitation | None
    """None where nobody was invited by name."""
    chosen: bool
    """Whether somebody wanted these options, rather than the usual ones."""
    seed: str | None = field(default=None, repr=False)
    """What the draws of its match will come from; None in a lobby from before seeds were promised."""
    parent_id: int | None = None
    """The channel of the thread in which the lobby was opened; None in a channel, and before this was kept."""
    anywhere: bool = False
    """Whether it was opened where the bot is no member."""


@dataclass(frozen=True)
class LobbySeatRow:
    """``position`` orders the seats and counts from 1, with gaps where somebody left.

    ``press_id`` is the id Discord gave to the press with which this person sat down, if it is known.
    """

    lobby: int
    position: int
    user_id: int | None
    name: str
    player: Player
    press_id: int | None = None


@dataclass(frozen=True)
class NewLobby:
    guild_id: int
    channel_id: int
    host_id: int
    game: str
    role_set: str
    options: Any
    created_ms: int
    expires_ms: int
    message_id: int | None = None
    match: int | None = None
    invited_id: int | None = None
    invited_name: str | None = None
    invitation: Invitation | None = None
    chosen: bool = False
    seed: str | None = field(default=None, repr=False)
    parent_id: int | None = None
    anywhere: bool = False


_LOBBIES = select_rows(LobbyRow, schema.lobby)
_SEATS = select_rows(LobbySeatRow, schema.lobby_seat)


async def create(connection: Connection, new: NewLobby) -> int:
    """Open a lobby with nobody in it; its number is returned."""
    result = await connection.execute(insert(schema.lobby).values(**vars(new), status="open"))
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])


async def get(connection: Connection, lobby: int) -> LobbyRow | None:
    """The lobby, if there is one of that number."""
    return await one_row(connection, LobbyRow, _LOBBIES.where(_lobby.id == lobby))


async def held(connection: Connection, lobby: int) -> LobbyRow | None:
    """Like ``get``, and nobody else changes it before this transaction ends (SQLite has one writer anyway)."""
    return await one_row(connection, LobbyRow, _LOBBIES.where(_lobby.id == lobby).with_for_update())


async def seats_of(connection: Connection, lobby: int) -> list[LobbySeatRow]:
    """The people in it, in the order of their positions."""
    return await all_rows(connection, LobbySeatRow, _SEATS.where(_seat.lobby == lobby).order_by(_seat.position))


async def seat_of(connection: Connection, lobby: int, user_id: int) -> LobbySeatRow | None:
    """This person's place, if they are in."""
    return await one_row(connection, LobbySeatRow, _SEATS.where(_seat.lobby == lobby, _seat.user_id == user_id))


async def join(
    connection: Connection,
    lobby: int,
    user_id: int | None,
    name: str,
    *,
    player: Player = "human",
    press_id: int | None = None,
    at_most: int | None = None,
) -> int:
    """Take a place, or keep the one already taken; its position. ``user_id`` is None for a computer player.

    Raises LobbyNotOpen, and LobbyFull when ``at_most`` are in already.
    """
    await _must_be_open(connection, lobby)
    if user_id is not None:
        mine = await seat_of(connection, lobby, user_id)
        if mine is not None:
            return mine.position
    counted = await connection.execute(
        select(func.count(), func.coalesce(func.max(_seat.position), 0)).where(_seat.lobby == lobby)
    )
    taken, last = counted.one()
    if at_most is not None and taken >= at_most:
        raise LobbyFull(f"lobby {lobby}")
    row = LobbySeatRow(lobby, last + 1, user_id, name, player, press_id)
    await connection.execute(insert(schema.lobby_seat).values(**vars(row)))
    return row.position


async def leave(connection: Connection, lobby: int, user_id: int) -> bool:
    """Give up a place; False when this person was not in. Raises LobbyNotOpen."""
    await _must_be_open(connection, lobby)
    return await _remove(connection, lobby, _seat.user_id == user_id)


async def remove(connection: Connection, lobby: int, position: int) -> bool:
    """Take whoever sits there, a computer player for instance, out; False when nobody does. Raises LobbyNotOpen."""
    await _must_be_open(connection, lobby)
    return await _remove(connection, lobby, _seat.position == position)


async def set_player(connection: Connection, lobby: int, player: Player, position: int | None = None) -> int:
    """Make the computer player who sits there, or all of them, one of this kind; how many. Raises LobbyNotOpen."""
    await _must_be_open(connection, lobby)
    computers = (_seat.lobby == lobby, _seat.player != "human")
    chosen = computers if position is None else (*computers, _seat.position == position)
    return (await connection.execute(update(schema.lobby_seat).where(*chosen).values(player=player))).rowcount


async def _remove(connection: Connection, lobby: int, chosen: Any) -> bool:
    removed = await connection.execute(delete(schema.lobby_seat).where(_seat.lobby == lobby, chosen))
    return removed.rowcount > 0


async def change(
    connection: Connection,
    lobby: int,
    *,
    role_set: str | None = None,
    options: Any = None,
    host_id: int | None = None,
    expires_ms: int | None = None,
    invitation: Invitation | None = None,
    chosen: bool | None = None,
) -> None:
    """Change what is given, leave what is None. Raises LobbyNotOpen."""
    given = {
        "role_set": role_set,
        "options": options,
        "host_id": host_id,
        "expires_ms": expires_ms,
        "invitation": invitation,
        "chosen": chosen,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    if changes:
        await _change_open(connection, lobby, changes)


async def place(connection: Connection, lobby: int, message_id: int) -> None:
    """Remember the message that shows the lobby, whatever has become of it meanwhile: its promise stands there."""
    await connection.execute(update(schema.lobby).where(_lobby.id == lobby).values(message_id=message_id))


async def forget_messages(connection: Connection) -> None:
    """No lobby stands anywhere where anybody can look: none of their messages is drawn again."""
    await connection.execute(update(schema.lobby).values(message_id=None))


async def start(connection: Connection, lobby: int, match: int) -> None:
    """The match has begun. Raises LobbyNotOpen, so that two clicks on "start" begin one match."""
    await _change_open(connection, lobby, {"status": "started", "match": match})


async def claim(connection: Connection, lobby: int, expires_ms: int) -> None:
    """The match is about to be dealt: from now on nobody else starts it. Raises LobbyNotOpen."""
    await _change_open(connection, lobby, {"status": "started", "match": None, "expires_ms": expires_ms})


async def begun(connection: Connection, lobby: int, match: int) -> bool:
    """The match of a claimed lobby has begun; False when the lobby is not claimed."""
    return await _change_claimed(connection, lobby, {"match": match})


async def reopen(connection: Connection, lobby: int, match: int | None = None) -> bool:
    """No match came of it, so people may sit down again; False when the lobby is not claimed."""
    return await _change_claimed(connection, lobby, {"status": "open", "match": match})


async def claimed(connection: Connection, expires_after_ms: int, slot: Slot = WHOLE) -> list[LobbyRow]:
    """The lobbies of a slot that were claimed and have no match yet, the oldest first."""
    return await all_rows(connection, LobbyRow, _claimed(slot), {"after_ms": expires_after_ms})


@cache
def _claimed(slot: Slot) -> Select[Any]:
    chosen = (_lobby.status == "started", _lobby.match.is_(None), _lobby.expires_ms > bindparam("after_ms"))
    return _LOBBIES.where(*chosen, *slot.only(_lobby.guild_id)).order_by(_lobby.id)


async def of_match(connection: Connection, match: int) -> LobbyRow | None:
    """The lobby in which this match began."""
    return await one_row(connection, LobbyRow, _LOBBIES.where(_lobby.match == match, _lobby.status == "started"))


async def rematch_of(connection: Connection, match: int) -> LobbyRow | None:
    """The open lobby for a rematch of this match."""
    return await one_row(connection, LobbyRow, _LOBBIES.where(_lobby.match == match, _lobby.status == "open"))


async def close(connection: Connection, lobby: int) -> None:
    """Nobody plays after all. Raises LobbyNotOpen."""
    await _change_open(connection, lobby, {"status": "closed"})


async def expired(connection: Connection, now_ms: int, slot: Slot = WHOLE) -> list[LobbyRow]:
    """The open lobbies of a slot whose time is up, the oldest first."""
    return await all_rows(connection, LobbyRow, _expired(slot), {"now_ms": now_ms})


@cache
def _expired(slot: Slot) -> Select[Any]:
    over = (_lobby.status == "open", _lobby.expires_ms <= bindparam("now_ms"), *slot.only(_lobby.guild_id))
    return _LOBBIES.where(*over).order_by(_lobby.expires_ms)


async def expiring_after(connection: Connection, since_ms: int, slot: Slot = WHOLE) -> list[LobbyRow]:
    """The lobbies of a slot whose time is, or would have been, up after that moment, whatever became of them; oldest
    first."""
    late = (_lobby.expires_ms >= since_ms, *slot.only(_lobby.guild_id))
    return await all_rows(connection, LobbyRow, _LOBBIES.where(*late).order_by(_lobby.id))


async def open_in_channel(connection: Connection, channel_id: int) -> list[LobbyRow]:
    """The open lobbies of a channel, the oldest first."""
    query = _LOBBIES.where(_lobby.channel_id == channel_id, _lobby.status == "open").order_by(_lobby.id)
    return await all_rows(connection, LobbyRow, query)


async def open_of_guild(connection: Connection, guild_id: int) -> list[LobbyRow]:
    """The open lobbies of a server, the oldest first."""
    query = _LOBBIES.where(_lobby.guild_id == guild_id, _lobby.status == "open").order_by(_lobby.id)
    return await all_rows(connection, LobbyRow, query)


async def open_of_user(connection: Connection, user_id: int) -> list[LobbyRow]:
    """The open lobbies this person is in, the oldest first."""
    seated = select(_seat.lobby).where(_seat.user_id == user_id)
    query = _LOBBIES.where(_lobby.id.in_(seated), _lobby.status == "open").order_by(_lobby.id)
    return await all_rows(connection, LobbyRow, query)


async def open_of_host(connection: Connection, host_id: int) -> list[LobbyRow]:
    """The open lobbies this person hosts, the oldest first."""
    query = _LOBBIES.where(_lobby.host_id == host_id, _lobby.status == "open").order_by(_lobby.id)
    return await all_rows(connection, LobbyRow, query)


async def waiting_for(connection: Connection, user_id: int) -> list[LobbyRow]:
    """The open lobbies to which this person was invited by name and has not sat down, the oldest first."""
    seated = select(_seat.lobby).where(_seat.user_id == user_id)
    chosen = (_lobby.invited_id == user_id, _lobby.status == "open", _lobby.id.not_in(seated))
    return await all_rows(connection, LobbyRow, _LOBBIES.where(*chosen).order_by(_lobby.id))


async def last_invitation(connection: Connection, host_id: int, user_id: int) -> int | None:
    """When this host last invited this person, whatever became of it."""
    chosen = (_lobby.host_id == host_id, _lobby.invited_id == user_id)
    found = await connection.execute(select(func.max(_lobby.created_ms)).where(*chosen))
    return cast("int | None", found.scalar_one())


async def last_computer_of(connection: Connection, host_id: int) -> Player | None:
    """The kind of the computer player who sat down last in the newest lobby of this host that has one."""
    chosen = (_lobby.host_id == host_id, _seat.player != "human")
    seated = select(_seat.player).join(schema.lobby, _lobby.id == _seat.lobby).where(*chosen)
    found = await connection.execute(seated.order_by(_lobby.id.desc(), _seat.position.desc()).limit(1))
    return cast("Player | None", found.scalar_one_or_none())


async def invitations_since(connection: Connection, host_id: int, since_ms: int) -> list[int]:
    """When this host has invited somebody by name since then, whatever became of it; the earliest first."""
    chosen = (_lobby.host_id == host_id, _lobby.invited_id.is_not(None), _lobby.created_ms > since_ms)
    found = await connection.execute(select(_lobby.created_ms).where(*chosen).order_by(_lobby.created_ms))
    return list(found.scalars())


async def unreachable(connection: Connection, lobby: int) -> frozenset[int]:
    """Those among the seated people who take no direct messages from the bot."""
    person = schema.person.c
    query = select(_seat.user_id).join(schema.person, person.user_id == _seat.user_id)
    found = await connection.execute(query.where(_seat.lobby == lobby, text("dm_closed = 1")))
    return frozenset(found.scalars())


async def _must_be_open(connection: Connection, lobby: int) -> None:
    row = await get(connection, lobby)
    if row is None or row.status != "open":
        raise LobbyNotOpen(f"lobby {lobby}")


async def _change_open(connection: Connection, lobby: int, changes: dict[str, Any]) -> None:
    changed = await connection.execute(
        update(schema.lobby).where(_lobby.id == lobby, _lobby.status == "open").values(changes)
    )
    if changed.rowcount != 1:
        raise LobbyNotOpen(f"lobby {lobby}")


async def _change_claimed(connection: Connection, lobby: int, changes: dict[str, Any]) -> bool:
    claimed = (_lobby.id == lobby, _lobby.status == "started", _lobby.match.is_(None))
    return (await connection.execute(update(schema.lobby).where(*claimed).values(changes))).rowcount == 1
