"""A statement is compiled once, however often it is built, and its values are those of each time."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Executable, bindparam, func, insert, select, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.sql.compiler import SQLCompiler

from bot.store import schema
from bot.store.statements import Statements

match = schema.match.c


@pytest.fixture
def statements() -> Statements:
    return Statements(sqlite.dialect(paramstyle="qmark"))


def of_guild(guild_id: int, *states: str) -> Executable:
    return select(match.id).where(match.guild_id == guild_id, match.status.in_(states)).limit(3)


def test_a_statement_that_is_built_anew_is_compiled_once(
    statements: Statements, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[object] = []
    begin = SQLCompiler.__init__
    monkeypatch.setattr(SQLCompiler, "__init__", lambda self, *a, **k: compiled.append(self) or begin(self, *a, **k))
    for number in range(3):
        change = update(schema.match).where(match.id == number).values(head=match.head + number, unsent=True)
        text, values = statements.prepare(change, ()).filled({})
        assert list(values) == [number, 1, number]
    assert text.startswith("UPDATE")
    assert len(compiled) == 1


@pytest.mark.parametrize(
    ("states", "places"), [((), "(SELECT 1 FROM"), (("running",), "(?)"), (("a", "b", "c"), "(?, ?, ?)")]
)
def test_a_list_is_as_long_as_it_is_each_time(statements: Statements, states: tuple[str, ...], places: str) -> None:
    statements.prepare(of_guild(1, "over"), ()).filled({})
    text, values = statements.prepare(of_guild(7, *states), ()).filled({})
    assert places in text
    assert list(values) == [7, *states, 3, 0]


def test_what_is_given_is_written_and_read_in_the_types_of_the_columns(statements: Statements) -> None:
    row: dict[str, Any] = {"guild_id": 1, "body": {"colour": "grün"}}
    text, rows = statements.prepare(insert(schema.guild_setting), row).filled_often([row, {**row, "guild_id": 2}])
    assert text.count("?") == 2
    assert rows == [[1, '{"colour":"grün"}'], [2, '{"colour":"grün"}']]
    asked = statements.prepare(select(match.unsent, match.options, func.max(match.id)), ())
    assert asked.read([(1, "[2]", 3), (0, None, None)]) == [(True, [2], 3), (False, None, None)]
    changed = update(schema.match).values(unsent=False).returning(match.unsent)
    assert statements.prepare(changed, ()).read([(0,)]) == [(False,)]


def test_the_names_of_the_values_belong_to_the_statement(statements: Statements) -> None:
    change = update(schema.match).where(match.id == bindparam("of_match"))
    assert statements.prepare(change, ["of_match", "head"]).filled({"of_match": 1, "head": 2})[1] == [2, 1]
    assert statements.prepare(change, ["unsent", "of_match"]).filled({"of_match": 1, "unsent": True})[1] == [1, 1]


def test_a_value_that_is_missing_is_named_and_no_other_is(statements: Statements) -> None:
    asked = select(match.id).where(match.id == bindparam("one"), match.head == bindparam("other"))
    with pytest.raises(InvalidRequestError, match="other"):
        statements.prepare(asked, ["one"])
