"""Games that are over for longer than their server keeps them are deleted; nothing else is."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, NOON, Table, opened_table

from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobby import NOWHERE, untimed
from bot.matches.retention import ANYWHERE_DAYS, DAY_MS, Retention
from bot.matches.silent_tables import SILENCE_MS, SilentTables
from bot.store import lobbies, matches
from bot.store.lobbies import NewLobby

NAME_DUEL = GAMES["name_duel"]
UNTIMED = untimed(NAME_DUEL)
assert UNTIMED is not None
UNTIMED_NAME_DUEL = UNTIMED.options


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        yield opened


async def over_and_told(table: Table, *, anywhere: bool = False) -> int:
    """A game that the host has ended, and of which everybody was told."""
    await table.deal(8, anywhere=anywhere)
    await table.hosting.end(table.match, HOST)
    awake = await table.awake()
    row = awake.row

    async def told(connection: Any) -> None:
        assert await matches.mark_sent(connection, row.id, awake.match.announced)

    await table.store.write(told)
    return row.guild_id


async def rows_left(table: Table) -> dict[str, int]:
    """How many rows each table that belongs to matches and lobbies still has."""
    async with table.store.reading() as connection:
        names = (await connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")).scalars()
        counted = {}
        for name in names.all():
            if not name.startswith(("sqlite", "alembic", "heartbeat", "guild_setting")):
                rows = await connection.exec_driver_sql(f'SELECT count(*) FROM "{name}"')
                counted[name] = int(rows.scalar_one())
    return {name: count for name, count in counted.items() if count}


async def test_a_game_goes_when_its_time_is_over_and_not_before(table: Table) -> None:
    guild = await over_and_told(table)
    over = table.match
    await table.deal(8)
    retention = Retention(table.service.keeper, table.clock)
    settings = SettingsBook(table.store)
    table.clock.now = NOON + 31 * DAY_MS
    assert await retention.delete_past() == 0, "nobody has said how long"
    await settings.change(guild + 1, kept_days=1)
    assert await retention.delete_past() == 0, "another server's setting"
    await settings.change(guild, kept_days=32)
    assert await retention.delete_past() == 0
    await settings.change(guild, kept_days=30)
    assert await retention.delete_past() == 1
    with pytest.raises(Refused, match="no_such_table"):
        await table.service.snapshot(over)
    assert (await table.service.snapshot(table.match)).running, "a game that is played stays, however old"
    assert await retention.delete_past() == 0


async def test_a_game_that_belongs_to_no_server_goes_by_itself_and_no_other_does(table: Table) -> None:
    await over_and_told(table)
    of_a_server = table.match
    assert await over_and_told(table, anywhere=True) == NOWHERE
    retention = Retention(table.service.keeper, table.clock)
    table.clock.now = NOON + ANYWHERE_DAYS * DAY_MS
    assert await retention.delete_past() == 0
    table.clock.now += 1
    assert await retention.delete_past() == 1
    with pytest.raises(Refused, match="no_such_table"):
        await table.service.snapshot(table.match)
    assert (await table.service.snapshot(of_a_server)).over, "nobody has said how long"


async def test_only_a_game_that_belongs_to_no_server_ends_in_silence(table: Table) -> None:
    await table.deal(2, UNTIMED_NAME_DUEL, game=NAME_DUEL, begun=False)
    of_a_server = table.match
    await table.deal(2, UNTIMED_NAME_DUEL, game=NAME_DUEL, begun=False, anywhere=True)
    silent = SilentTables(table.service.keeper)
    table.clock.now = NOON + SILENCE_MS
    await silent.end()
    assert (await table.service.snapshot(table.match)).running
    table.clock.now += 1
    await silent.end()
    assert (await table.service.snapshot(table.match)).over
    assert (await table.service.snapshot(of_a_server)).running, "a server's table is its host's to end"


async def test_nothing_of_a_deleted_game_or_lobby_is_left(table: Table) -> None:
    guild = await over_and_told(table)

    async def closed(connection: Any) -> None:
        lobby = await lobbies.create(connection, NewLobby(guild, 20, HOST, "village", "classic", {}, NOON, NOON + 1))
        await lobbies.join(connection, lobby, HOST, "host", press_id=1)
        await lobbies.close(connection, lobby)

    await table.store.write(closed)
    await SettingsBook(table.store).change(guild, kept_days=1)
    table.clock.now = NOON + 3 * DAY_MS
    assert {"match", "journal", "announcement", "seat", "lobby", "lobby_seat"} <= set(await rows_left(table))
    assert await Retention(table.service.keeper, table.clock).delete_past() == 1
    assert await rows_left(table) == {}
