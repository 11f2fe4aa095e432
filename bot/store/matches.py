"""Matches: one row each, which says what is played, where, for whom, and how far it has come.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
What hangs on a match has modules of its own: `seating`, `journals`, `deadlines`, `table_log`, `deliveries`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, cast

from sqlalchemy import Update, bindparam, delete, func, insert, select, text, update

from bot.store import schema, table_log
from bot.store.asking import Connection
from bot.store.errors import UnknownMatch
from bot.store.portable import all_rows, is_yes, one_row, select_rows
from bot.store.seating import NewSeat
from bot.store.slots import WHOLE, Slot

Status = Literal["running", "paused", "over", "ended"]
"""``over``: the rules found an outcome. ``ended``: somebody stopped it. Both are final."""

LIVE: Final = ("running", "paused")
Ending = Literal["host", "left", "silence", "vote", "draw", "restored"]
"""By whom a match was ended: its host; the last person, who has left it; the Mirror, because nobody was there; its
people, two thirds of them or, as a draw, all who were still in it; or whoever restored a backup in which it was still
on. None of these counts as played."""


@dataclass(frozen=True)
class MatchRow:
    id: int
    game: str
    guild_id: int
    channel_id: int
    thread_id: int | None
    host_id: int
    status: Status
    options: Any
    role_set: str
    seats: int
    seed: str
    commitment: str
    checkpoint: int
    head: int
    announced: int
    unsent: bool
    board_message_id: int | None
    created_ms: int
    ended_ms: int | None
    paused_ms: int | None
    """Since when a paused match stands still, in the time that counts."""
    resume_ms: int | None
    """When a paused match goes on by itself; None when it waits for somebody."""
    outcome: str | None
    code_version: str
    moderator_id: int | None = None
    """The moderator, who lets the game go on; None when the Mirror's clocks do."""
    moderator_sees: int = 0
    """Whether that person knows all cards: 0 no, 1 may ask for it, 2 does."""
    presses: list[int] = field(default_factory=list)
    """The ids Discord gave to the presses that went into the deal, in order; none in a match from before that."""
    opening: str | None = None
    """The digest of how the match began, as its first message shows it; None in a match from before that."""
    replaced_by: int | None = None
    """The match that has taken the place of this one, whose cards were thrown away; None where none has."""
    ending: Ending | None = None
    """By whom a match was `ended`; None for one that was not, or was before this was written down."""
    deserted_until_ms: int | None = None
    """When a paused match is ended that sleeps because nobody answered; None for any other."""
    deserted_asked: bool = False
    """Whether everybody there has been asked if anybody is there."""
    parent_id: int | None = None
    """The channel of the thread in which the match was opened; None in a channel, and before this was kept."""
    anywhere: bool = False
    """Whether it is played where the bot is no member: nothing can be posted there but answers to presses."""

    @property
    def home_id(self) -> int:
        """The channel whose settings hold: a match in a thread has those of the thread's channel."""
        return self.parent_id or self.channel_id


@dataclass(frozen=True)
class NewMatch:
    """A match before its first answer. ``snapshot`` is the table at checkpoint 0, if there is one yet."""

    game: str
    guild_id: int
    channel_id: int
    host_id: int
    options: Any
    role_set: str
    seed: str
    commitment: str
    code_version: str
    created_ms: int
    seats: tuple[NewSeat, ...]
    thread_id: int | None = None
    snapshot: str | None = None
    presses: tuple[int, ...] = ()
    opening: str | None = None
    parent_id: int | None = None
    anywhere: bool = False


_match = schema.match.c
_seat = schema.seat.c
_MATCHES = select_rows(MatchRow, schema.match)
_MATCH = _MATCHES.where(_match.id == bindparam("match"))
_INSERT = insert(schema.match)
_INSERT_SEAT = insert(schema.seat)
_CHANGE = update(schema.match).where(_match.id == bindparam("of_match"))
_REPLACED = select(_match.id).where(_match.replaced_by == bindparam("match"))


# --- beginning and reading -----------------------------------------------------------------------------------------


async def create(connection: Connection, new: NewMatch) -> int:
    """Write a new match, running, at checkpoint 0; its number is returned."""
    begun = {"seats": len(new.seats), "status": "running", "checkpoint": 0, "head": 0, "announced": 0, "unsent": False}
    given = {name: value for name, value in vars(new).items() if name not in ("seats", "snapshot")}
    result = await connection.execute(_INSERT, given | begun)
    key = result.inserted_primary_key
    assert key is not None
    match = int(key[0])
    if new.seats:
        await connection.execute(_INSERT_SEAT, [{"match": match, **vars(seat)} for seat in new.seats])
    if new.snapshot is not None:
        await connection.execute(insert(schema.snapshot).values(match=match, checkpoint=0, body=new.snapshot))
    return match


async def get(connection: Connection, match: int) -> MatchRow:
    """The match's own row. Raises UnknownMatch."""
    row = await one_row(connection, MatchRow, _MATCH, {"match": match})
    if row is None:
        raise UnknownMatch(f"match {match}")
    return row


async def running(connection: Connection) -> list[MatchRow]:
    """Every running match, oldest first. Whole rows: at start-up ``deadlines`` and ``unsent`` are much cheaper."""
    return await all_rows(connection, MatchRow, _MATCHES.where(_match.status == "running").order_by(_match.id))


async def of_guild(connection: Connection, guild_id: int, *, live: bool = True) -> list[MatchRow]:
    """The matches of a server, oldest first: the live ones, or those that are finished."""
    chosen = _match.status.in_(LIVE) if live else _match.status.not_in(LIVE)
    query = _MATCHES.where(_match.guild_id == guild_id, chosen).order_by(_match.id)
    return await all_rows(connection, MatchRow, query)


async def replaced_by(connection: Connection, match: int) -> int | None:
    """The match in the place of which this one was dealt, if there was one."""
    found = await connection.execute(_REPLACED, {"match": match})
    return cast("int | None", found.scalar_one_or_none())


async def first_deal(connection: Connection, match: int) -> int:
    """The match whose cards were dealt first at this table: itself, where nobody has dealt anew."""
    while (earlier := await replaced_by(connection, match)) is not None:
        match = earlier
    return match


async def by_thread(connection: Connection, channel_id: int) -> list[int]:
    """The numbers of the live matches that are played in this thread or channel."""
    here = (_match.thread_id == channel_id) | (_match.channel_id == channel_id)
    found = await connection.execute(select(_match.id).where(here, _match.status.in_(LIVE)).order_by(_match.id))
    return list(found.scalars())


async def matches_of_user(connection: Connection, user_id: int, *, live: bool = True) -> list[MatchRow]:
    """The matches in which this person has a seat, oldest first: the live ones, or those that are finished."""
    chosen = _match.status.in_(LIVE) if live else _match.status.not_in(LIVE)
    seated = select(_seat.match).where(_seat.user_id == user_id)
    return await all_rows(connection, MatchRow, _MATCHES.where(_match.id.in_(seated), chosen).order_by(_match.id))


async def live_places(connection: Connection, slot: Slot = WHOLE) -> list[tuple[int, int]]:
    """(match, thread or channel) of every live match of a slot that has a place yet."""
    place, mine = func.coalesce(_match.thread_id, _match.channel_id), slot.only(_match.guild_id)
    found = await connection.execute(select(_match.id, place).where(_match.status.in_(LIVE), *mine))
    return [(row[0], row[1]) for row in found.all()]


async def with_computers(connection: Connection, slot: Slot = WHOLE) -> list[int]:
    """The running matches of a slot in which a computer player has a seat."""
    is_seated = select(_seat.match).where(_seat.match == _match.id, _seat.player != "human").exists()
    query = (
        select(_match.id).where(_match.status == "running", is_seated, *slot.only(_match.guild_id)).order_by(_match.id)
    )
    return list((await connection.execute(query)).scalars())


async def how_many_with_computers(connection: Connection, host_id: int) -> int:
    """At how many live matches this person sits as host, with a computer player at the table."""
    seated = select(_seat.match).where(_seat.user_id == host_id)
    is_seated = select(_seat.match).where(_seat.match == _match.id, _seat.player != "human").exists()
    query = select(func.count()).where(
        _match.id.in_(seated), _match.host_id == host_id, _match.status.in_(LIVE), is_seated
    )
    return int((await connection.execute(query)).scalar_one())


# --- what is still to be done --------------------------------------------------------------------------------------


async def unsent(connection: Connection, slot: Slot = WHOLE) -> list[int]:
    """The numbers of the matches of a slot with something that was not delivered yet, finished ones too."""
    # Written out as 1, so that the planner sees that the partial index answers it.
    query = select(_match.id).where(text("unsent = 1"), *slot.only(_match.guild_id)).order_by(_match.id)
    return list((await connection.execute(query)).scalars())


async def over_since(connection: Connection, since_ms: int, slot: Slot = WHOLE) -> list[int]:
    """The numbers of the matches of a slot that have come to their end since then."""
    query = select(_match.id).where(_match.ended_ms >= since_ms, *slot.only(_match.guild_id))
    return sorted((await connection.execute(query)).scalars())  # an order in the query would lead past the index


async def stopped_since(connection: Connection, play_ms: int, slot: Slot = WHOLE) -> list[int]:
    """The numbers of the matches of a slot that stand still since then, in the time that counts, because the bot
    stopped them."""
    waits = (_match.resume_ms.is_(None), _match.deserted_until_ms.is_(None), _match.paused_ms >= play_ms)
    paused = select(_match.id).where(_match.status == "paused", *waits, *slot.only(_match.guild_id))
    found = sorted((await connection.execute(paused)).scalars())
    return [match for match in found if await table_log.last_actor(connection, match, "pause") == 0]


async def mark_sent(
    connection: Connection, match: int, announced: int, *, checkpoint: int | None = None, head: int | None = None
) -> bool:
    """Say that everything up to ``announced`` (and, when given, up to that head) is delivered.

    False, and nothing is changed, when the match has gone on in the meantime.
    """
    stands = {"announced": announced, "checkpoint": checkpoint, "head": head}
    still = {f"still_{name}": value for name, value in stands.items() if value is not None}
    changed = await connection.execute(_where_still(tuple(still)), {"of_match": match, **still, "unsent": False})
    return changed.rowcount == 1


@cache
def _where_still(names: tuple[str, ...]) -> Update:
    """To change a match, if these columns of it are still as they were."""
    return _CHANGE.where(*(_match[name.removeprefix("still_")] == bindparam(name) for name in names))


async def asleep(connection: Connection, slot: Slot = WHOLE) -> list[tuple[int, int]]:
    """(match, when it goes on by itself) of every paused match of a slot that does, the next one first."""
    query = select(_match.id, _match.resume_ms).where(_match.status == "paused", _match.resume_ms.is_not(None))
    found = await connection.execute(query.where(*slot.only(_match.guild_id)).order_by(_match.resume_ms))
    return [(row[0], row[1]) for row in found]


async def deserted(connection: Connection, slot: Slot = WHOLE) -> list[tuple[int, int]]:
    """(match, when it is to be ended) of every match of a slot that sleeps because nobody answers."""
    query = select(_match.id, _match.deserted_until_ms).where(
        _match.status == "paused", _match.deserted_until_ms.is_not(None), *slot.only(_match.guild_id)
    )
    return [(row[0], row[1]) for row in await connection.execute(query)]


async def silent(connection: Connection, before_ms: int, slot: Slot = WHOLE) -> list[int]:
    """The running matches of a slot where the bot is no member in which no clock runs, and nobody has answered since
    then."""
    clock = select(schema.deadline.c.match).where(schema.deadline.c.match == _match.id).exists()
    answer = select(schema.journal.c.match).where(schema.journal.c.match == _match.id)
    lately = answer.where(schema.journal.c.at_ms >= before_ms).exists()
    old = (_match.status == "running", is_yes(_match.anywhere), _match.created_ms < before_ms)
    mine = slot.only(_match.guild_id)
    found = await connection.execute(select(_match.id).where(*old, ~clock, ~lately, *mine).order_by(_match.id))
    return list(found.scalars())


# --- the match's own columns ---------------------------------------------------------------------------------------


async def _set(connection: Connection, match: int, changes: dict[str, Any]) -> None:
    changed = await connection.execute(_CHANGE, {"of_match": match, **changes})
    if changed.rowcount != 1:
        raise UnknownMatch(f"match {match}")


def status_changes(status: Status, at_ms: int, resume_ms: int | None = None) -> dict[str, Any]:
    """The columns that change with the status."""
    return {
        "status": status,
        "paused_ms": at_ms if status == "paused" else None,
        "resume_ms": resume_ms if status == "paused" else None,
        "ended_ms": None if status in LIVE else at_ms,
        "deserted_until_ms": None,
        "deserted_asked": False,
    }


async def set_status(
    connection: Connection,
    match: int,
    status: Status,
    at_ms: int,
    outcome: str | None = None,
    *,
    resume_ms: int | None = None,
    ending: Ending | None = None,
) -> None:
    """Pause (until ``resume_ms``, or until somebody says so), go on, or finish. A finished match loses its deadlines.
    ``at_ms`` of a pause is in the time that counts; ``ending`` says by whom a match is ended.

    Raises UnknownMatch.
    """
    changes = status_changes(status, at_ms, resume_ms)
    if outcome is not None:
        changes["outcome"] = outcome
    if ending is not None:
        changes["ending"] = ending
    await _set(connection, match, changes)
    if status not in LIVE:
        await connection.execute(delete(schema.deadline).where(schema.deadline.c.match == match))


async def fall_asleep(connection: Connection, match: int, at_ms: int, until_ms: int) -> None:
    """Pause a match at which nobody answers; it is to be ended at ``until_ms``. ``at_ms`` is in the time that counts.

    Raises UnknownMatch.
    """
    await _set(connection, match, status_changes("paused", at_ms) | {"deserted_until_ms": until_ms})


async def note_asked(connection: Connection, match: int) -> None:
    """Everybody at a deserted table has been asked if anybody is there. Raises UnknownMatch."""
    await _set(connection, match, {"deserted_asked": True})


async def set_unsent(connection: Connection, match: int) -> None:
    """Say that there is something to deliver. Raises UnknownMatch."""
    await _set(connection, match, {"unsent": True})


async def set_board(connection: Connection, match: int, message_id: int | None) -> None:
    """Remember the message that shows the board. Raises UnknownMatch."""
    await _set(connection, match, {"board_message_id": message_id})


async def set_thread(connection: Connection, match: int, thread_id: int | None) -> None:
    """Remember the thread the match is played in. Raises UnknownMatch."""
    await _set(connection, match, {"thread_id": thread_id})


async def set_moderator(connection: Connection, match: int, moderator_id: int | None, moderator_sees: int) -> None:
    """Let this person lead the match, or (None) the Mirror. Raises UnknownMatch."""
    await _set(connection, match, {"moderator_id": moderator_id, "moderator_sees": moderator_sees})


async def set_replaced(connection: Connection, match: int, by: int) -> None:
    """Another match has taken the place of this one. Raises UnknownMatch."""
    await _set(connection, match, {"replaced_by": by})


async def set_host(connection: Connection, match: int, host_id: int) -> None:
    """Hand the table to another host. Raises UnknownMatch."""
    await _set(connection, match, {"host_id": host_id})


async def move(
    connection: Connection, match: int, channel_id: int, *, parent_id: int | None = None, guild_id: int | None = None
) -> None:
    """Let a match go on in another channel (of another server), where it will look for a place anew; `parent_id` is
    the channel of a thread.

    Raises UnknownMatch.
    """
    changes: dict[str, Any] = {"channel_id": channel_id, "parent_id": parent_id, "thread_id": None, "unsent": True}
    if guild_id is not None:
        changes["guild_id"] = guild_id
    await _set(connection, match, changes)
