"""The messages on which a table is asked to end its game, until they are closed.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, exists

from bot.store import schema
from bot.store.asking import Connection
from bot.store.matches import Ending
from bot.store.portable import all_rows, select_rows, upsert

_question = schema.end_question.c


@dataclass(frozen=True)
class EndQuestionRow:
    """``place`` is the channel; the message is unknown as long as it is being posted."""

    match: int
    ending: Ending
    at_ms: int
    place: int
    message_id: int | None = None


_match = schema.match.c
_ROWS = select_rows(EndQuestionRow, schema.end_question)
_OVER = exists().where(_match.id == _question.match, _match.status.in_(("over", "ended")))  # few are asked, many over
_OF_THE_OVER = _ROWS.where(_OVER).order_by(_question.at_ms, _question.match, _question.ending)


async def write(connection: Connection, row: EndQuestionRow) -> None:
    """Write down that this is asked, or where it stands."""
    await upsert(connection, schema.end_question, vars(row))


async def remove(connection: Connection, row: EndQuestionRow) -> None:
    """Nothing can be pressed on it any more. If it has meanwhile got a message, that is still to be closed."""
    this = (_question.match == row.match, _question.ending == row.ending, _question.at_ms == row.at_ms)
    await connection.execute(delete(schema.end_question).where(*this, _question.message_id == row.message_id))


async def forget_all(connection: Connection) -> None:
    """None stands anywhere where anybody can look."""
    await connection.execute(delete(schema.end_question))


async def of_the_over(connection: Connection) -> list[EndQuestionRow]:
    """Those that are still open although their match is over, the oldest first."""
    return await all_rows(connection, EndQuestionRow, _OF_THE_OVER)
