"""Lines for the channel in which a server reads what hosts and moderators do: written with the act, or not at all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, Table, opened_table, refused

from bot.matches import audit
from bot.matches.audit import AuditBook
from bot.matches.forgetting import forget
from bot.matches.guild_settings import SettingsBook
from bot.store import matches
from bot.store.errors import StoreError

ZOE, SERVER, CHANNEL = 777, 1, 55


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal()
        await SettingsBook(opened.store).change(SERVER, audit_channel=CHANNEL, audit_named_by=HOST)
        yield opened


async def lines(table: Table) -> list[tuple[int, str, Any]]:
    return [(row.actor, row.action, row.details) for row in await AuditBook(table.store).waiting(SERVER)]


async def test_an_act_that_is_refused_leaves_no_line(table: Table) -> None:
    await table.hosting.pause(table.match, HOST)
    assert await refused(table.hosting.pause(table.match, HOST)) == "not_running"
    assert await lines(table) == [(HOST, "pause", {})]


async def test_an_act_that_cannot_be_written_leaves_no_line(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise StoreError("a test")

    monkeypatch.setattr(matches, "set_status", broken)
    with pytest.raises(StoreError):
        await table.hosting.pause(table.match, HOST)
    monkeypatch.undo()
    assert await lines(table) == []
    assert await table.logged() == []


async def test_what_the_mirror_does_itself_is_no_line(table: Table) -> None:
    while (await table.row()).status == "running":
        await table.time_passes(60)
    assert [action for action, _ in await table.logged()] == ["pause"], "the table has fallen asleep"
    assert await lines(table) == []


async def test_whoever_is_forgotten_is_in_no_line(table: Table) -> None:
    """Nor in the log of a table at which they only stood by."""
    await table.leaving.stand_by(table.match, ZOE, ZOE, "zoe")
    await table.hosting.pause(table.match, HOST)
    await table.hosting.end(table.match, HOST)
    await forget(table.store, ZOE, table.clock.now)
    assert [action for _, action, _ in await lines(table)] == ["pause", "end"]
    async with table.store.reading() as connection:
        found = await connection.exec_driver_sql("SELECT actor FROM table_log ORDER BY number")
        assert [row[0] for row in found] == [0, HOST, HOST]


async def test_of_too_many_lines_the_oldest_go(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "WAITING_MOST", 2)
    await table.hosting.pause(table.match, HOST)
    await table.hosting.resume(table.match, HOST)
    await table.hosting.extend(table.match, HOST, 60)
    assert [action for _, action, _ in await lines(table)] == ["resume", "extend"]
    assert [action for action, _ in await table.logged()] == ["pause", "resume", "extend"]
