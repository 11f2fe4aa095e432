"""Evenings of several games with one scoreboard: which lobbies belong to one, and what counts of their matches.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from sqlalchemy import Select, bindparam, delete, insert, or_, select, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import one_row, select_rows
from bot.store.slots import WHOLE, Slot

_evening, _part, _lobby = schema.evening.c, schema.evening_lobby.c, schema.lobby.c
_match, _tally, _result, _seat = schema.match.c, schema.tally.c, schema.tally_seat.c, schema.seat.c


@dataclass(frozen=True)
class EveningRow:
    """``games`` are played in this order; ``shown``: how many were over when the scoreboard was shown last."""

    id: int
    guild_id: int
    channel_id: int
    parent_id: int | None
    message_id: int | None
    host_id: int
    host_name: str
    games: list[str]
    status: Literal["open", "ended"]
    created_ms: int
    shown: int


@dataclass(frozen=True)
class PartRow:
    """A lobby of an evening. ``match`` is the one that began there, or was dealt in its place, with how it stands and
    whether it counts; ``rematch``: it was opened at a table of the evening, and not as the next on the list."""

    lobby: int
    game: str
    rematch: bool
    status: str
    message_id: int | None
    created_ms: int
    match: int | None
    match_status: str | None
    verdict: str | None


@dataclass(frozen=True)
class ResultRow:
    """What a person has reached in a match that counts; ``name`` is that of their seat, if it is theirs still."""

    match: int
    user_id: int
    result: str
    name: str | None


_EVENINGS = select_rows(EveningRow, schema.evening)


async def create(
    connection: Connection, guild_id: int, channel_id: int, parent_id: int | None, host_id: int, host_name: str,
    games: list[str], created_ms: int,
) -> int:  # fmt: skip
    """A new evening; its number."""
    values = {
        "guild_id": guild_id, "channel_id": channel_id, "parent_id": parent_id, "host_id": host_id,
        "host_name": host_name, "games": games, "status": "open", "created_ms": created_ms,
    }  # fmt: skip
    result = await connection.execute(insert(schema.evening).values(**values))
    return int(result.inserted_primary_key[0])


async def get(connection: Connection, number: int) -> EveningRow | None:
    return await one_row(connection, EveningRow, _EVENINGS.where(_evening.id == number))


async def open_in(connection: Connection, channel_id: int) -> EveningRow | None:
    """The evening that is played in this channel or thread."""
    query = _EVENINGS.where(_evening.status == "open", _evening.channel_id == channel_id)
    return await one_row(connection, EveningRow, query.order_by(_evening.id.desc()))


async def all_of_late(connection: Connection, since_ms: int, slot: Slot = WHOLE) -> list[int]:
    """Every evening of a slot that is not over, or began after this moment."""
    return list((await connection.execute(_of_late(slot), {"since_ms": since_ms})).scalars())


@cache
def _of_late(slot: Slot) -> Select[Any]:
    of_late = or_(_evening.status == "open", _evening.created_ms > bindparam("since_ms"))
    return select(_evening.id).where(of_late, *slot.only(_evening.guild_id)).order_by(_evening.id)


async def change(connection: Connection, number: int, **changes: Any) -> None:
    """Change some columns of an evening."""
    await connection.execute(update(schema.evening).where(_evening.id == number).values(**changes))


async def move(connection: Connection, guild_id: int, channel_id: int) -> None:
    """The evenings of a server that are not over go on in this channel, where their scoreboards do not stand yet."""
    mine = (_evening.guild_id == guild_id, _evening.status == "open")
    there = {"channel_id": channel_id, "parent_id": None, "message_id": None}
    await connection.execute(update(schema.evening).where(*mine).values(**there))


async def forget_past(connection: Connection, before_ms: int) -> None:
    """Delete evenings that began before this moment."""
    await connection.execute(delete(schema.evening).where(_evening.created_ms < before_ms))


async def add_lobby(connection: Connection, number: int, lobby: int, *, rematch: bool = False) -> None:
    """This lobby is one of the evening's."""
    await connection.execute(insert(schema.evening_lobby).values(evening=number, lobby=lobby, rematch=rematch))


async def drop_open_lobbies(connection: Connection, number: int) -> None:
    """Lobbies in which nothing has begun are not the evening's any more."""
    still_open = select(_lobby.id).where(_lobby.status == "open")
    chosen = (_part.evening == number, _part.lobby.in_(still_open))
    await connection.execute(delete(schema.evening_lobby).where(*chosen))


async def of_lobby(connection: Connection, lobby: int) -> int | None:
    """The evening to which this lobby belongs."""
    found = await connection.execute(select(_part.evening).where(_part.lobby == lobby))
    number: int | None = found.scalar_one_or_none()
    return number


async def parts(connection: Connection, number: int) -> list[PartRow]:
    """The lobbies of an evening in their order, with the matches that began there."""
    columns = (
        _lobby.id, _lobby.game, _part.rematch, _lobby.status, _lobby.message_id, _lobby.created_ms,
        _match.id, _match.status, _tally.verdict, _match.replaced_by,
    )  # fmt: skip
    begun = (schema.match.c.id == _lobby.match) & (_lobby.status == "started")
    query = (
        select(*columns)
        .select_from(schema.evening_lobby)
        .join(schema.lobby, _lobby.id == _part.lobby)
        .outerjoin(schema.match, begun)
        .outerjoin(schema.tally, _tally.match == _match.id)
        .where(_part.evening == number)
        .order_by(_lobby.id)
    )
    rows = (await connection.execute(query)).all()
    return [await _as_it_is_now(connection, PartRow(*row[:-1]), row[-1]) for row in rows]


async def _as_it_is_now(connection: Connection, part: PartRow, dealt_anew: int | None) -> PartRow:
    """With the match that is played in the end, where the cards were dealt anew."""
    while dealt_anew is not None:
        query = (
            select(_match.id, _match.status, _tally.verdict, _match.replaced_by)
            .select_from(schema.match)
            .outerjoin(schema.tally, _tally.match == _match.id)
            .where(_match.id == dealt_anew)
        )
        found = (await connection.execute(query)).first()
        if found is None:
            break
        part = replace(part, match=found[0], match_status=found[1], verdict=found[2])
        dealt_anew = found[3]
    return part


async def results(connection: Connection, matches: Collection[int]) -> list[ResultRow]:
    """What everybody has reached in these matches; of people who are not to be counted nothing."""
    theirs = (_seat.match == _result.match) & (_seat.seat == _result.seat) & (_seat.user_id == _result.user_id)
    query = (
        select(_result.match, _result.user_id, _result.result, _seat.name)
        .select_from(schema.tally_seat)
        .outerjoin(schema.seat, theirs)
        .where(_result.match.in_(matches), _result.user_id.is_not(None))
        .order_by(_result.match, _result.seat)
    )
    return [ResultRow(*row) for row in await connection.execute(query)]
