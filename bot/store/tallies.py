"""What has counted of the matches that are over: what statistics are made of.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. A match that was looked at and does
not count has a tally too, without seats, which says why. Times are epoch milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, delete, func, insert, select, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, is_no, select_rows
from bot.store.slots import WHOLE, Slot

Verdict = Literal["counts", "few", "given_up", "off"]
"""Whether a match counts. Why not: fewer than two people played it to the end; it was not decided by playing; its
server keeps no statistics."""


@dataclass(frozen=True)
class TallyRow:
    """A match that is over. ``sides`` are those that have won."""

    match: int
    guild_id: int
    channel_id: int
    game: str
    role_set: str
    seats: int
    sides: list[str]
    ended_ms: int
    verdict: Verdict


@dataclass(frozen=True)
class TallySeatRow:
    """A person who played it from the deal to the end; without an id where somebody is not to be counted.

    role, side  None in a game in which each plays for itself
    result      as the outcome of the match names it
    """

    match: int
    seat: int
    user_id: int | None
    role: str | None
    side: str | None
    result: str


@dataclass(frozen=True)
class TogetherRow:
    """So many matches that were alike: the same game and role set, won by the same sides."""

    game: str
    role_set: str
    sides: list[str]
    matches: int


_tally, _seat, _match = schema.tally.c, schema.tally_seat.c, schema.match.c


async def add(connection: Connection, row: TallyRow, seats: Collection[TallySeatRow]) -> None:
    """Write what counts of a match that has no tally yet."""
    await connection.execute(insert(schema.tally).values(**vars(row)))
    if seats:
        await connection.execute(insert(schema.tally_seat), [vars(seat) for seat in seats])


async def remove(connection: Connection, match: int) -> None:
    """As if the match had never been looked at."""
    await connection.execute(delete(schema.tally).where(_tally.match == match))


async def uncounted_matches(connection: Connection, slot: Slot = WHOLE) -> list[int]:
    """The matches of servers of a slot with an outcome that nobody has looked at yet, oldest first."""
    return list((await connection.execute(_uncounted(slot))).scalars())


@cache
def _uncounted(slot: Slot) -> Select[Any]:
    waiting = (_match.status == "over", is_no(_match.anywhere), _match.id.not_in(select(_tally.match)))
    return select(_match.id).where(*waiting, *slot.only(_match.guild_id)).order_by(_match.id)


async def counted_again(connection: Connection) -> list[int]:
    """The matches that can be counted anew: still kept, and not left out because their server kept no statistics."""
    over = select(_match.id).where(_match.status == "over")
    found = select(_tally.match).where(_tally.match.in_(over), _tally.verdict != "off").order_by(_tally.match)
    return list((await connection.execute(found)).scalars())


async def nameless(connection: Connection, match: int) -> set[int]:
    """The seats of people in this match who are not to be counted."""
    found = select(_seat.seat).where(_seat.match == match, _seat.user_id.is_(None))
    return set((await connection.execute(found)).scalars())


async def leave_out(connection: Connection, user_id: int) -> None:
    """Let nothing that has counted say that it was this person."""
    await connection.execute(update(schema.tally_seat).where(_seat.user_id == user_id).values(user_id=None))


async def move(connection: Connection, guild_id: int, channel_id: int) -> None:
    """As if everything in this server had been played in this channel."""
    mine = update(schema.tally).where(_tally.guild_id == guild_id)
    await connection.execute(mine.values(channel_id=channel_id))


# --- reading -------------------------------------------------------------------------------------------------------


async def of_guild(connection: Connection, guild_id: int, game: str | None = None) -> list[TallyRow]:
    """What counts in a server, in all games or in this one, in the order in which the matches ended."""
    return await all_rows(connection, TallyRow, _in_order(_counted(guild_id, game)))


async def channels(connection: Connection, guild_id: int) -> list[int]:
    """The channels of a server in which something counts."""
    found = select(_tally.channel_id).where(*_counted(guild_id)).distinct().order_by(_tally.channel_id)
    return list((await connection.execute(found)).scalars())


async def in_channels(connection: Connection, guild_id: int, channel_ids: Collection[int]) -> list[TogetherRow]:
    """What counts in these channels of a server, added up."""
    alike = (_tally.game, _tally.role_set, _tally.sides)
    here = (*_counted(guild_id), _tally.channel_id.in_(channel_ids))
    found = await connection.execute(select(*alike, func.count()).where(*here).group_by(*alike).order_by(*alike))
    return [TogetherRow(*row) for row in found]


async def of_person(connection: Connection, guild_id: int, user_id: int) -> list[TallyRow]:
    """What counts in a server of what this person played."""
    mine = select(_seat.match).where(_seat.user_id == user_id)
    return await all_rows(connection, TallyRow, _in_order([*_counted(guild_id), _tally.match.in_(mine)]))


async def seats_of(
    connection: Connection, guild_id: int, *, game: str | None = None, user_id: int | None = None
) -> list[TallySeatRow]:
    """The seats of what counts in a server: in all games or in this one, of everybody or of this person."""
    query = select_rows(TallySeatRow, schema.tally_seat).join(schema.tally, _tally.match == _seat.match)
    chosen = _counted(guild_id, game) + ([_seat.user_id == user_id] if user_id is not None else [])
    return await all_rows(connection, TallySeatRow, query.where(*chosen).order_by(_seat.match, _seat.seat))


def _counted(guild_id: int, game: str | None = None) -> list[ColumnElement[bool]]:
    here = [_tally.guild_id == guild_id, _tally.verdict == "counts"]
    return here if game is None else [*here, _tally.game == game]


def _in_order(chosen: Sequence[ColumnElement[bool]]) -> Select[tuple[object, ...]]:
    return select_rows(TallyRow, schema.tally).where(*chosen).order_by(_tally.ended_ms, _tally.match)
