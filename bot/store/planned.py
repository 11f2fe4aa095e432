"""Tables that are planned for a day and an hour, and the people who say that they come.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from sqlalchemy import Select, bindparam, delete, func, insert, or_, select, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, is_yes, one_row, select_rows, upsert
from bot.store.slots import WHOLE, Slot

PlanStatus = Literal["draft", "planned", "opened", "done", "off"]
"""Shown to its host alone; shown to everybody; its lobby is there but was not shown yet; it was; nothing came of it."""

_planned, _guest, _lobby = schema.planned_table.c, schema.planned_guest.c, schema.lobby.c


@dataclass(frozen=True)
class NewPlan:
    guild_id: int
    channel_id: int
    host_id: int
    host_name: str
    game: str
    role_set: str | None
    at_ms: int
    created_ms: int
    parent_id: int | None = None


@dataclass(frozen=True)
class PlannedRow:
    """``role_set`` None: the usual one when it opens; ``reason``: why nothing came of it; ``lobby``: the one in which
    people sit down at last; ``parent_id``: the channel of a thread; ``untold``: it was moved, or nothing comes of it,
    and its people have not been told yet; ``call_id``: the message that calls people to its lobby."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    event_id: int | None
    host_id: int
    host_name: str
    game: str
    role_set: str | None
    status: PlanStatus
    reason: str | None
    at_ms: int
    created_ms: int
    reminded: bool
    lobby: int | None
    parent_id: int | None
    untold: bool
    call_id: int | None


@dataclass(frozen=True)
class GuestRow:
    planned: int
    user_id: int
    name: str
    at_ms: int


_PLANS = select_rows(PlannedRow, schema.planned_table)
_GUESTS = select_rows(GuestRow, schema.planned_guest)


async def create(connection: Connection, new: NewPlan) -> int:
    """A draft; its number."""
    result = await connection.execute(insert(schema.planned_table).values(**vars(new), status="draft"))
    return int(result.inserted_primary_key[0])


async def get(connection: Connection, number: int) -> PlannedRow | None:
    return await one_row(connection, PlannedRow, _PLANS.where(_planned.id == number))


async def held(connection: Connection, number: int) -> PlannedRow | None:
    """Like ``get``, and nobody else changes it before this transaction ends."""
    return await one_row(connection, PlannedRow, _PLANS.where(_planned.id == number).with_for_update())


async def change(connection: Connection, number: int, **changes: Any) -> None:
    """Change some columns of a plan."""
    await connection.execute(update(schema.planned_table).where(_planned.id == number).values(**changes))


async def told_of_move(connection: Connection, number: int, at_ms: int) -> None:
    """Its people know that it stands on this hour, if it still does."""
    still = (_planned.id == number, _planned.at_ms == at_ms, _planned.status == "planned")
    await connection.execute(update(schema.planned_table).where(*still).values(untold=False))


async def move(connection: Connection, guild_id: int, channel_id: int) -> None:
    """What is planned in a server is planned for this channel, where neither its message nor its event stands yet."""
    mine = (_planned.guild_id == guild_id, _planned.status.in_(("planned", "opened")))
    there = {"channel_id": channel_id, "parent_id": None, "message_id": None, "event_id": None, "call_id": None}
    await connection.execute(update(schema.planned_table).where(*mine).values(**there))


async def drop_drafts(connection: Connection, host_id: int) -> None:
    """Of somebody's drafts none is left."""
    mine = (_planned.host_id == host_id, _planned.status == "draft")
    await connection.execute(delete(schema.planned_table).where(*mine))


async def forget_past(connection: Connection, before_ms: int) -> None:
    """Delete plans whose hour was before this moment and with which nothing is to be done any more, and old drafts."""
    past = ((_planned.at_ms < before_ms), _planned.status.in_(("done", "off", "draft")))
    await connection.execute(delete(schema.planned_table).where(*past))


async def waiting(connection: Connection, slot: Slot = WHOLE) -> list[PlannedRow]:
    """Every plan of a slot with which something is still to be done, the next to open first."""
    return await all_rows(connection, PlannedRow, _waiting(slot))


@cache
def _waiting(slot: Slot) -> Select[Any]:
    waits = (_planned.status.in_(("planned", "opened")), *slot.only(_planned.guild_id))
    return _PLANS.where(*waits).order_by(_planned.at_ms, _planned.id)


async def left(connection: Connection, slot: Slot = WHOLE) -> list[PlannedRow]:
    """Every plan of a slot of which nothing comes, whose people have not been told, or whose message or event has not
    been seen to since."""
    return await all_rows(connection, PlannedRow, _left(slot))


@cache
def _left(slot: Slot) -> Select[Any]:
    stands = or_(is_yes(_planned.untold), _planned.message_id.is_not(None), _planned.event_id.is_not(None))
    return _PLANS.where(_planned.status == "off", stands, *slot.only(_planned.guild_id)).order_by(_planned.id)


async def called_in_vain(connection: Connection, slot: Slot = WHOLE) -> list[PlannedRow]:
    """Every plan of a slot whose message still calls people to a lobby in which nobody can sit down any more."""
    return await all_rows(connection, PlannedRow, _called_in_vain(slot))


@cache
def _called_in_vain(slot: Slot) -> Select[Any]:
    closed = _lobby.status == "closed"
    begun = (_lobby.status == "started") & _lobby.match.is_not(None)
    past = or_(_planned.lobby.is_(None), _planned.lobby.in_(select(_lobby.id).where(or_(closed, begun))))
    query = _PLANS.where(_planned.status == "done", _planned.call_id.is_not(None), past)
    return query.where(*slot.only(_planned.guild_id)).order_by(_planned.id)


async def under_way(connection: Connection, since_ms: int, slot: Slot = WHOLE) -> list[PlannedRow]:
    """Every plan of a slot whose lobby was opened for an hour after this moment, and that has an event of Discord's."""
    return await all_rows(connection, PlannedRow, _under_way(slot), {"since_ms": since_ms})


@cache
def _under_way(slot: Slot) -> Select[Any]:
    chosen = (_planned.status == "done", _planned.event_id.is_not(None), _planned.at_ms > bindparam("since_ms"))
    return _PLANS.where(*chosen, *slot.only(_planned.guild_id)).order_by(_planned.id)


async def of_guild(connection: Connection, guild_id: int) -> list[PlannedRow]:
    """What is planned in a server, the next to open first."""
    query = _PLANS.where(_planned.status == "planned", _planned.guild_id == guild_id)
    return await all_rows(connection, PlannedRow, query.order_by(_planned.at_ms, _planned.id))


async def of_host(connection: Connection, guild_id: int, host_id: int) -> int:
    """How many plans this person has in a server."""
    mine = (_planned.status == "planned", _planned.guild_id == guild_id, _planned.host_id == host_id)
    found = await connection.execute(select(func.count()).select_from(schema.planned_table).where(*mine))
    return int(found.scalar_one())


async def in_channel(connection: Connection, channel_id: int) -> int:
    """How many plans stand in a channel or thread."""
    there = (_planned.status == "planned", _planned.channel_id == channel_id)
    found = await connection.execute(select(func.count()).select_from(schema.planned_table).where(*there))
    return int(found.scalar_one())


async def add_guest(connection: Connection, row: GuestRow) -> None:
    """This person says that they come."""
    await upsert(connection, schema.planned_guest, vars(row))


async def remove_guest(connection: Connection, number: int, user_id: int) -> bool:
    """This person does not come; whether they had said so."""
    mine = (_guest.planned == number, _guest.user_id == user_id)
    return (await connection.execute(delete(schema.planned_guest).where(*mine))).rowcount == 1


async def guests(connection: Connection, number: int) -> list[GuestRow]:
    """Everybody who says that they come, in the order in which they said so."""
    query = _GUESTS.where(_guest.planned == number).order_by(_guest.at_ms, _guest.user_id)
    return await all_rows(connection, GuestRow, query)
