"""What is kept of people, declared table by table: what they are shown of it, and how it goes when they are forgotten.

A table with the id of a person that is missing here makes a test fail. What people typed in games stands in journals
and announcements, which carry seats and no ids: `bot.matches.forgetting` takes that out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Executable, Table, and_, delete, or_, select, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.matches import LIVE
from bot.store.portable import is_yes

NOBODY: Final = 0
"""The id that stands in place of somebody who was forgotten, where there has to be one."""

Erasing = Callable[[int, str], Executable]
"""The statement that takes this person out, in whose place this name stands."""

_planned = schema.planned_table.c
_match, _seat, _sealed = schema.match.c, schema.seat.c, schema.sealed_seat.c
_lobby, _lobby_seat, _bar, _undo = schema.lobby.c, schema.lobby_seat.c, schema.bar.c, schema.undo.c


@dataclass(frozen=True)
class Personal:
    """What one table keeps of a person.

    name    what it is called in the file a person gets, and as `privacy.kept.<name>` in words
    people  the columns in which a person's id stands
    told    the columns the person is shown: their own, never a secret of a game and never somebody else's
    erase   what is done with it when the person is forgotten, in this order
    """

    name: str
    table: Table
    people: tuple[str, ...]
    told: tuple[str, ...]
    erase: tuple[Erasing, ...]

    def is_of(self, user_id: int) -> ColumnElement[bool]:
        """Whether a row is about this person."""
        return or_(*(self.table.c[column] == user_id for column in self.people))


def _deleted(table: Table, column: str = "user_id") -> Erasing:
    """Every row of the person goes."""
    return lambda user_id, _erased: delete(table).where(table.c[column] == user_id)


def _nobody(table: Table, column: str) -> Erasing:
    """The row stays, and tells no more that it was this person."""
    return lambda user_id, _erased: update(table).where(table.c[column] == user_id).values({column: NOBODY})


def _over() -> Any:
    """The matches that are over."""
    return select(_match.id).where(_match.status.not_in(LIVE))


def _done() -> Any:
    """The lobbies that are no longer open."""
    return select(_lobby.id).where(_lobby.status != "open")


def _forget_messages(user_id: int, _erased: str) -> Executable:
    """Where the person's own messages stand."""
    delivery = schema.delivery.c
    mine = and_(delivery.match == _seat.match, delivery.recipient == _seat.seat, _seat.user_id == user_id)
    return update(schema.delivery).where(mine, _seat.match.in_(_over())).values(channel_id=None, message_id=None)


def _forget_seat(user_id: int, erased: str) -> Executable:
    mine = (_seat.user_id == user_id, _seat.match.in_(_over()))
    return update(schema.seat).where(*mine).values(user_id=None, name=erased)


def _forget_sealed_seat(user_id: int, _erased: str) -> Executable:
    mine = (_sealed.user_id == user_id, _sealed.match.in_(_over()))
    return update(schema.sealed_seat).where(*mine).values(user_id=None, name=None, salt=None)


def _forget_match_host(user_id: int, _erased: str) -> Executable:
    return update(schema.match).where(_match.host_id == user_id, _match.id.in_(_over())).values(host_id=NOBODY)


def _forget_match_moderator(user_id: int, _erased: str) -> Executable:
    return update(schema.match).where(_match.moderator_id == user_id, _match.id.in_(_over())).values(moderator_id=None)


def _forget_lobby_host(user_id: int, _erased: str) -> Executable:
    return update(schema.lobby).where(_lobby.host_id == user_id, _lobby.id.in_(_done())).values(host_id=NOBODY)


def _close_challenges(user_id: int, _erased: str) -> Executable:
    """Where the bot is no member nobody is left to take a challenge up."""
    asked = (_lobby.invited_id == user_id, is_yes(_lobby.anywhere), _lobby.status == "open")
    return update(schema.lobby).where(*asked).values(status="closed")


def _forget_invited(user_id: int, erased: str) -> Executable:
    invited = (_lobby.invited_id == user_id, _lobby.id.in_(_done()))
    return update(schema.lobby).where(*invited).values(invited_id=NOBODY, invited_name=erased)


def _forget_lobby_seat(user_id: int, erased: str) -> Executable:
    mine = (_lobby_seat.user_id == user_id, _lobby_seat.lobby.in_(_done()))
    return update(schema.lobby_seat).where(*mine).values(user_id=None, name=erased, press_id=None)


def _forget_result(user_id: int, _erased: str) -> Executable:
    """What they played stays a game that others have won or lost."""
    return update(schema.tally_seat).where(schema.tally_seat.c.user_id == user_id).values(user_id=None)


def _forget_barred(user_id: int, erased: str) -> Executable:
    """Without the id a bar would hold nobody back; name and reason go."""
    return update(schema.bar).where(_bar.user_id == user_id).values(name=erased, reason="")


def _forget_bars_of_host(user_id: int, _erased: str) -> Executable:
    """Who may not sit at this host's tables: there are none any more."""
    return delete(schema.bar).where(_bar.scope == "host", _bar.place == user_id)


def _forget_put_back(user_id: int, _erased: str) -> Executable:
    """What is still to be put back in Discord has to wait until it is."""
    return delete(schema.undo).where(_undo.target_id == user_id, is_yes(_undo.done))


def _forget_plans(user_id: int, _erased: str) -> Executable:
    """What somebody has planned, and has not come to pass, is off."""
    mine = (_planned.host_id == user_id, _planned.status.in_(("draft", "planned")))
    return update(schema.planned_table).where(*mine).values(status="off", reason="host")


def _forget_planner(user_id: int, erased: str) -> Executable:
    return update(schema.planned_table).where(_planned.host_id == user_id).values(host_id=NOBODY, host_name=erased)


def _forget_evening(user_id: int, erased: str) -> Executable:
    """The evening stays that of whoever played in it."""
    mine = update(schema.evening).where(schema.evening.c.host_id == user_id)
    return mine.values(host_id=NOBODY, host_name=erased)


KEPT: Final = (
    Personal(
        "person",
        schema.person,
        ("user_id",),
        ("dm_channel_id", "dm_closed", "reminders", "locale", "unhurried", "uncounted", "practises", "updated_ms"),
        (_deleted(schema.person),),
    ),
    Personal(
        "seats",
        schema.seat,
        ("user_id",),
        ("match", "seat", "name", "strikes", "away", "told_unreached"),
        (_forget_messages, _forget_seat),
    ),
    Personal("first_seats", schema.sealed_seat, ("user_id",), ("match", "seat", "name"), (_forget_sealed_seat,)),
    Personal(
        "tables",
        schema.match,
        ("host_id", "moderator_id"),
        ("id", "game", "guild_id", "channel_id", "status", "created_ms", "ended_ms"),
        (_forget_match_host, _forget_match_moderator),
    ),
    Personal(
        "lobby_seats",
        schema.lobby_seat,
        ("user_id",),
        ("lobby", "name"),
        (_forget_lobby_seat,),
    ),
    Personal(
        "lobbies",
        schema.lobby,
        ("host_id", "invited_id"),
        ("id", "game", "guild_id", "channel_id", "status", "created_ms"),
        (_close_challenges, _forget_lobby_host, _forget_invited),
    ),
    Personal(
        "plans",
        schema.planned_table,
        ("host_id",),
        ("id", "game", "guild_id", "channel_id", "status", "at_ms", "created_ms"),
        (_forget_plans, _forget_planner),
    ),
    Personal(
        "coming", schema.planned_guest, ("user_id",), ("planned", "name", "at_ms"), (_deleted(schema.planned_guest),)
    ),
    Personal(
        "lobby_standby",
        schema.lobby_standby,
        ("user_id",),
        ("lobby", "name", "at_ms", "offered_ms"),
        (_deleted(schema.lobby_standby),),
    ),
    Personal(
        "evenings",
        schema.evening,
        ("host_id",),
        ("id", "guild_id", "channel_id", "status", "created_ms"),
        (_forget_evening,),
    ),
    Personal("calls", schema.lobby_call, ("user_id",), ("lobby", "at_ms"), (_deleted(schema.lobby_call),)),
    Personal("wishes", schema.table_wish, ("user_id",), ("guild_id", "game", "at_ms"), (_deleted(schema.table_wish),)),
    Personal(
        "wish_hours",
        schema.wisher,
        ("user_id",),
        ("quiet_from", "quiet_until", "zone", "told", "telling"),
        (_deleted(schema.wisher),),
    ),
    Personal(
        "standby", schema.standby, ("user_id",), ("match", "name", "at_ms", "agreed"), (_deleted(schema.standby),)
    ),
    Personal("watched", schema.onlooker, ("user_id",), ("match", "way", "at_ms"), (_deleted(schema.onlooker),)),
    Personal(
        "notes",
        schema.notebook,
        ("user_id",),
        ("match", "words", "marks", "handed_on", "in_recap"),
        (_deleted(schema.notebook),),
    ),
    Personal(
        "results",
        schema.tally_seat,
        ("user_id",),
        ("match", "seat", "role", "side", "result"),
        (_forget_result,),
    ),
    Personal("end_votes", schema.end_vote, ("user_id",), ("match", "ending", "at_ms"), (_deleted(schema.end_vote),)),
    Personal(
        "barred",
        schema.bar,
        ("user_id",),
        # By whom and why is the moderators' own.
        ("guild_id", "scope", "at_ms", "until_ms"),
        (_forget_barred,),
    ),
    Personal(
        "bars_made",
        schema.bar,
        ("by_id",),
        ("guild_id", "scope", "reason", "at_ms", "until_ms"),
        (_nobody(schema.bar, "by_id"), _forget_bars_of_host),
    ),
    Personal(
        "role_sets",
        schema.role_set,
        ("updated_by",),
        ("guild_id", "game", "name", "updated_ms"),
        # What they made of role sets is the server's.
        (_nobody(schema.role_set, "updated_by"),),
    ),
    Personal(
        "role_set_versions",
        schema.role_set_version,
        ("by_id",),
        ("guild_id", "game", "name", "number", "did", "at_ms"),
        (_nobody(schema.role_set_version, "by_id"),),
    ),
    # People who stood by, hosted or helped at a table without a seat have left lines in its log.
    Personal("acts", schema.table_log, ("actor",), ("match", "action", "at_ms"), (_nobody(schema.table_log, "actor"),)),
    Personal(
        "acts_to_tell",
        schema.audit,
        ("actor",),
        ("guild_id", "match", "action", "at_ms"),
        (_deleted(schema.audit, "actor"),),
    ),
    Personal(
        "put_back",
        schema.undo,
        ("target_id",),
        ("guild_id", "channel_id", "kind", "created_ms"),
        (_forget_put_back,),
    ),
)
"""Everything that is kept of people, in the order in which it is shown and forgotten."""


async def rows_of(connection: Connection, kept: Personal, user_id: int) -> list[dict[str, Any]]:
    """What one table keeps of this person: the columns that may be told."""
    columns = [kept.table.c[name] for name in kept.told]
    order = list(kept.table.primary_key.columns)
    found = await connection.execute(select(*columns).where(kept.is_of(user_id)).order_by(*order))
    return [dict(zip(kept.told, row, strict=True)) for row in found]


async def erase(connection: Connection, user_id: int, erased: str) -> None:
    """Take this person out of every table, where what is kept is over. `erased` stands in place of their name."""
    for kept in KEPT:
        for statement in kept.erase:
            await connection.execute(statement(user_id, erased))
