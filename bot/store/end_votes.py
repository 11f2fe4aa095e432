"""People who would like a match to end now, and how.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete

from bot.store import schema
from bot.store.asking import Connection
from bot.store.matches import Ending
from bot.store.portable import all_rows, select_rows, upsert

_vote = schema.end_vote.c


@dataclass(frozen=True)
class EndVoteRow:
    match: int
    ending: Ending
    user_id: int
    at_ms: int


_ROWS = select_rows(EndVoteRow, schema.end_vote)


async def cast(connection: Connection, row: EndVoteRow) -> None:
    """Write this vote down, or that it was cast once more."""
    await upsert(connection, schema.end_vote, vars(row))


async def withdraw(connection: Connection, match: int, ending: Ending, user_id: int) -> None:
    """This person does not want it any more."""
    mine = (_vote.match == match, _vote.ending == ending, _vote.user_id == user_id)
    await connection.execute(delete(schema.end_vote).where(*mine))


async def since(connection: Connection, match: int, ending: Ending, at_ms: int) -> list[EndVoteRow]:
    """The votes that were cast later than this, the oldest first."""
    query = _ROWS.where(_vote.match == match, _vote.ending == ending, _vote.at_ms > at_ms)
    return await all_rows(connection, EndVoteRow, query.order_by(_vote.at_ms, _vote.user_id))
