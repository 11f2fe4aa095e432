"""How to reach a person: their DM channel, whether it is closed to the bot, reminders or none, the language, whether
they need longer to answer, whether they stand in statistics, and whether they want lessons."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, or_, select, update

from bot.store import schema
from bot.store.asking import Connection
from bot.store.matches import LIVE
from bot.store.portable import is_yes, one_row, select_rows, upsert

_person = schema.person.c
_seat = schema.seat.c
_match = schema.match.c


@dataclass(frozen=True)
class PersonRow:
    user_id: int
    dm_channel_id: int | None
    dm_closed: bool
    updated_ms: int
    reminders: bool = True
    locale: str | None = None
    """The language of the person's Discord, as it was last seen; None when it never was."""
    unhurried: bool = False
    """Whether this person needs longer to answer."""
    uncounted: bool = False
    """Whether this person wants to stand in no statistics."""
    practises: bool = False
    """Whether this person, alone among computers, wants a lesson after each decision."""


_PERSON = select_rows(PersonRow, schema.person).where(_person.user_id == bindparam("user_id"))


async def get(connection: Connection, user_id: int) -> PersonRow | None:
    """What is known of this person, if anything."""
    return await one_row(connection, PersonRow, _PERSON, {"user_id": user_id})


async def remember_dm(connection: Connection, user_id: int, dm_channel_id: int, at_ms: int) -> None:
    """Keep the DM channel, so that it is never opened twice. Whether it is closed stays as known."""
    values = {"user_id": user_id, "dm_channel_id": dm_channel_id, "dm_closed": False, "updated_ms": at_ms}
    await upsert(connection, schema.person, values, keep=("dm_closed",))


async def mark_closed(connection: Connection, user_id: int, at_ms: int) -> None:
    """This person takes no direct messages from the bot."""
    await _mark(connection, user_id, True, at_ms)


async def mark_open(connection: Connection, user_id: int, at_ms: int) -> None:
    """A direct message got through."""
    await _mark(connection, user_id, False, at_ms)


async def forget_letters(connection: Connection, user_id: int) -> None:
    """Where this person's direct messages were, and that they were closed. What they have chosen themselves stays."""
    mine = update(schema.person).where(_person.user_id == user_id)
    await connection.execute(mine.values(dm_channel_id=None, dm_closed=False))


async def set_reminders(connection: Connection, user_id: int, wanted: bool, at_ms: int) -> None:
    """Whether this person wants to be reminded of turns. Somebody nothing is known of does."""
    values = {
        "user_id": user_id, "dm_channel_id": None, "dm_closed": False, "updated_ms": at_ms, "reminders": wanted,
    }  # fmt: skip
    await upsert(connection, schema.person, values, keep=("dm_channel_id", "dm_closed"))


async def set_locale(connection: Connection, user_id: int, locale: str, at_ms: int) -> None:
    """In which language this person reads, as Discord names it."""
    values = {"user_id": user_id, "dm_channel_id": None, "dm_closed": False, "updated_ms": at_ms, "locale": locale}
    await upsert(connection, schema.person, values, keep=("dm_channel_id", "dm_closed"))


async def locales(connection: Connection, user_ids: Collection[int]) -> dict[int, str]:
    """In which language each of these people reads, as far as it is known."""
    asked = select(_person.user_id, _person.locale).where(_person.user_id.in_(user_ids), _person.locale.is_not(None))
    return {user_id: locale for user_id, locale in (await connection.execute(asked)).all()}


async def set_unhurried(connection: Connection, user_id: int, unhurried: bool, at_ms: int) -> None:
    """Whether this person needs longer to answer. Somebody nothing is known of does not."""
    values = {
        "user_id": user_id, "dm_channel_id": None, "dm_closed": False, "updated_ms": at_ms, "unhurried": unhurried,
    }  # fmt: skip
    await upsert(connection, schema.person, values, keep=("dm_channel_id", "dm_closed"))


async def set_uncounted(connection: Connection, user_id: int, uncounted: bool, at_ms: int) -> None:
    """Whether this person wants to stand in no statistics. Somebody nothing is known of does."""
    values = {
        "user_id": user_id, "dm_channel_id": None, "dm_closed": False, "updated_ms": at_ms, "uncounted": uncounted,
    }  # fmt: skip
    await upsert(connection, schema.person, values, keep=("dm_channel_id", "dm_closed"))


async def set_practises(connection: Connection, user_id: int, wanted: bool, at_ms: int) -> None:
    """Whether this person wants a lesson after each decision. Somebody nothing is known of does not."""
    values = {
        "user_id": user_id, "dm_channel_id": None, "dm_closed": False, "updated_ms": at_ms, "practises": wanted,
    }  # fmt: skip
    await upsert(connection, schema.person, values, keep=("dm_channel_id", "dm_closed"))


async def uncounted(connection: Connection, user_ids: Collection[int]) -> set[int]:
    """Those of these people who want to stand in no statistics."""
    asked = select(_person.user_id).where(_person.user_id.in_(user_ids), is_yes(_person.uncounted))
    return set((await connection.execute(asked)).scalars())


async def unhurried(connection: Connection) -> set[int]:
    """Everybody who needs longer to answer."""
    found = await connection.execute(select(_person.user_id).where(is_yes(_person.unhurried)))
    return set(found.scalars())


async def _mark(connection: Connection, user_id: int, closed: bool, at_ms: int) -> None:
    values = {"user_id": user_id, "dm_channel_id": None, "dm_closed": closed, "updated_ms": at_ms}
    await upsert(connection, schema.person, values, keep=("dm_channel_id",))


async def forget_absent(connection: Connection, before_ms: int) -> None:
    """Delete language and DM channel of everybody not seen since then, who neither began a match since nor sits in one.

    Both are learnt anew when they are needed. What people have chosen themselves stays: reminders, more time,
    closed messages, lessons, and standing in no statistics.
    """
    playing = (
        select(_seat.user_id)
        .join(schema.match, _match.id == _seat.match)
        .where(_seat.user_id.is_not(None), or_(_match.created_ms >= before_ms, _match.status.in_(LIVE)))
    )
    absent = update(schema.person).where(_person.updated_ms < before_ms, _person.user_id.not_in(playing))
    await connection.execute(absent.values(locale=None, dm_channel_id=None))


async def forget(connection: Connection, user_id: int) -> None:
    """Delete what this table knows of a person. Seats in matches are not touched."""
    await connection.execute(delete(schema.person).where(_person.user_id == user_id))
