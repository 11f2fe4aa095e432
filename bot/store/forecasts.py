"""Forecasts that were worked out, as text, by the digest of what they are about.

Every function takes the connection of a ``Store.write`` or ``Store.reading`` first. Times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, select

from bot.store import schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows, upsert

_forecast = schema.forecast.c


@dataclass(frozen=True)
class ForecastRow:
    digest: str
    body: str
    at_ms: int


_ROWS = select_rows(ForecastRow, schema.forecast)


async def since(connection: Connection, at_ms: int) -> list[ForecastRow]:
    """Those that are no older than that, the oldest first."""
    return await all_rows(
        connection, ForecastRow, _ROWS.where(_forecast.at_ms >= at_ms).order_by(_forecast.at_ms, _forecast.digest)
    )


async def keep(connection: Connection, row: ForecastRow, *, since_ms: int, most: int) -> None:
    """Write one down, in the place of one of the same digest. What is older than that goes, and of more than ``most``
    the oldest do."""
    await upsert(connection, schema.forecast, vars(row))
    newest = select(_forecast.digest).order_by(_forecast.at_ms.desc(), _forecast.digest.desc()).limit(most)
    await connection.execute(delete(schema.forecast).where(_forecast.at_ms < since_ms))
    await connection.execute(delete(schema.forecast).where(_forecast.digest.not_in(newest)))
