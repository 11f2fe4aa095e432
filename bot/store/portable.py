"""The few things SQLAlchemy Core does not say the same way for every database, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Executable, Integer, Select, Table, literal, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.asking import Connection

R = TypeVar("R")


def select_rows(row_class: type[Any], table: Table) -> Select[Any]:
    """A SELECT of exactly the columns ``row_class`` has fields for, in the order of its fields."""
    return select(*(table.c[field.name] for field in fields(row_class)))


async def all_rows(
    connection: Connection, row_class: type[R], query: Select[Any], values: Mapping[str, Any] | None = None
) -> list[R]:
    """Run a query made by ``select_rows`` and build the rows."""
    result = await connection.execute(query, values)
    return [row_class(*row) for row in result.all()]


async def one_row(
    connection: Connection, row_class: type[R], query: Select[Any], values: Mapping[str, Any] | None = None
) -> R | None:
    """The first row of a query made by ``select_rows``, or None."""
    row = (await connection.execute(query, values)).first()
    return None if row is None else row_class(*row)


async def upsert(connection: Connection, table: Table, values: Mapping[str, Any], *, keep: Iterable[str] = ()) -> None:
    """Insert a row, or overwrite the one with the same primary key (but not its columns named in ``keep``)."""
    statement = _upserting(connection.dialect.name, table, tuple(values), frozenset(keep))
    await connection.execute(statement, values)


@cache
def _upserting(dialect: str, table: Table, names: tuple[str, ...], keep: frozenset[str]) -> Executable:
    """Made once: what SQLAlchemy knows of a statement it forgets with it."""
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = insert(table)
    key = [column.name for column in table.primary_key.columns]
    changed = {name: statement.excluded[name] for name in names if name not in key and name not in keep}
    return statement.on_conflict_do_update(index_elements=key, set_=changed)


def is_yes(flag: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether a `Flag` is set. It is kept as a number, and PostgreSQL asks of no number whether it IS TRUE."""
    return flag == literal(1, Integer)


def is_no(flag: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether a `Flag` is not set."""
    return flag == literal(0, Integer)
