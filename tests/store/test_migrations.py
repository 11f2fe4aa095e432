"""The migrations make exactly the schema the code works with, all or nothing."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic import command, op
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Table, create_engine, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateTable

import migrations
from bot.store import (
    audit,
    bars,
    dead_rooms,
    deadlines,
    deliveries,
    end_questions,
    end_votes,
    evenings,
    forecasts,
    forgotten,
    journals,
    lobbies,
    lobby_calls,
    lobby_standby,
    matches,
    migrating,
    notebooks,
    onlookers,
    people,
    planned,
    role_set_versions,
    role_sets,
    schema,
    sealed_seats,
    seating,
    standby,
    standing_orders,
    table_log,
    table_wishes,
    tallies,
    threads,
    undo,
)
from bot.store.database import Store


@contextmanager
def plainly(path: Path) -> Iterator[Connection]:
    """The file as SQLAlchemy sees it without the store."""
    with create_engine(f"sqlite:///{path}", poolclass=NullPool).connect() as connection:
        yield connection


def differences(connection: Connection) -> list[object]:
    options = {"compare_type": True, "compare_server_default": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), schema.METADATA))


def definitions(connection: Connection) -> dict[str, set[str]]:
    """What SQLite was told, column by column, without order, quotes and spaces."""
    found = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    return {str(name): parts(str(sql)) for name, sql in found if not name.startswith(("alembic", "sqlite"))}


def parts(sql: str) -> set[str]:
    """Each column, each constraint, and the rest. A column that was added later stands on the line of another one."""
    if not sql.startswith("CREATE TABLE"):
        return {" ".join(sql.replace('"', "").split())}
    head, _, body = sql.replace('"', "").partition("(")
    found, depth, part = [head], 0, ""
    for letter in body:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth < 0 or (letter == "," and depth == 0):
            found.append(part)
            part, depth = "", max(depth, 0)
        else:
            part += letter
    return {" ".join(one.split()) for one in [*found, part]} - {""}


def insert_match(connection: Connection, status: str = "running") -> None:
    """A match of a village, as databases of every age take it."""
    columns = "game, guild_id, channel_id, host_id, status, options, role_set, seats, seed, commitment, checkpoint"
    more = "head, announced, unsent, created_ms, code_version"
    values = f"'village', 1, 20, 900, '{status}', '{{}}', 'classic', 8, 's', 'c', 0, 0, 0, 0, 1, '0.1.0'"
    connection.execute(text(f"INSERT INTO match ({columns}, {more}) VALUES ({values})"))


async def test_an_empty_database_is_migrated_without_drift(path: Path) -> None:
    store = await Store.open(path)
    with plainly(path) as connection:
        assert differences(connection) == []
    assert await store.revision() == migrating.newest()
    assert await store.check() == []
    await store.close()


async def test_every_constraint_and_rowid_is_as_the_tables_say(store: Store, path: Path, tmp_path: Path) -> None:
    """compare_metadata does not see checks, names of keys, or WITHOUT ROWID."""
    engine = create_engine(f"sqlite:///{tmp_path / 'plain.db'}", poolclass=NullPool)
    with engine.begin() as plain:
        schema.METADATA.create_all(plain)
        wanted = definitions(plain)
    with plainly(path) as connection:
        assert definitions(connection) == wanted


def test_every_constraint_has_a_name() -> None:
    for table in schema.METADATA.tables.values():
        assert [constraint for constraint in table.constraints if constraint.name is None] == []
        assert [index for index in table.indexes if index.name is None] == []


def test_the_tables_can_be_written_for_postgresql() -> None:
    dialect = postgresql.dialect()
    for table in schema.METADATA.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))
    assert "id BIGSERIAL NOT NULL" in str(CreateTable(schema.match).compile(dialect=dialect))


async def test_a_migration_that_fails_leaves_the_database_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("half-way")

    monkeypatch.setattr(op, "create_index", fail)
    with pytest.raises(RuntimeError, match="half-way"):
        await Store.open(path)
    monkeypatch.undo()
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.connect() as connection:
        assert definitions(connection) == {}
    store = await Store.open(path)
    assert await store.check() == []
    await store.close()


async def test_two_databases_can_be_opened_at_once(tmp_path: Path) -> None:
    stores = await asyncio.gather(*(Store.open(tmp_path / f"{number}.db") for number in range(3)))
    assert [await store.check() for store in stores] == [[], [], []]
    await asyncio.gather(*(store.close() for store in stores))


async def test_an_older_schema_is_reported_when_it_is_not_migrated(store: Store, path: Path) -> None:
    await store.write(lambda connection: connection.exec_driver_sql("DELETE FROM alembic_version"))
    unmigrated = await Store.open(path, migrate=False)
    [problem] = await unmigrated.check()
    assert migrating.newest() in problem
    await unmigrated.close()


def test_every_migration_says_what_why_and_when() -> None:
    for file in (Path(migrations.__file__).parent / "versions").glob("0*.py"):
        header = file.read_text(encoding="utf-8").split('"""')[1]
        assert [line for line in ("Revises: ", "Created: ", "Why: ") if line not in header] == []


@pytest.mark.parametrize(
    ("row_class", "table"),
    [
        (matches.MatchRow, schema.match),
        (seating.SeatRow, schema.seat),
        (sealed_seats.SealedSeatRow, schema.sealed_seat),
        (journals.SnapshotRow, schema.snapshot),
        (journals.JournalRow, schema.journal),
        (journals.AnnouncementRow, schema.announcement),
        (deadlines.DeadlineRow, schema.deadline),
        (table_log.LogRow, schema.table_log),
        (deliveries.DeliveryRow, schema.delivery),
        (lobbies.LobbyRow, schema.lobby),
        (lobbies.LobbySeatRow, schema.lobby_seat),
        (lobby_calls.LobbyCallRow, schema.lobby_call),
        (lobby_standby.WaiterRow, schema.lobby_standby),
        (evenings.EveningRow, schema.evening),
        (planned.PlannedRow, schema.planned_table),
        (planned.GuestRow, schema.planned_guest),
        (table_wishes.WishRow, schema.table_wish),
        (table_wishes.WisherRow, schema.wisher),
        (people.PersonRow, schema.person),
        (role_sets.RoleSetRow, schema.role_set),
        (standby.StandbyRow, schema.standby),
        (onlookers.OnlookerRow, schema.onlooker),
        (dead_rooms.DeadRoomRow, schema.dead_room),
        (end_votes.EndVoteRow, schema.end_vote),
        (end_questions.EndQuestionRow, schema.end_question),
        (tallies.TallyRow, schema.tally),
        (tallies.TallySeatRow, schema.tally_seat),
        (threads.ThreadRow, schema.thread),
        (bars.BarRow, schema.bar),
        (audit.AuditRow, schema.audit),
        (forgotten.ForgottenRow, schema.forgotten),
        (forecasts.ForecastRow, schema.forecast),
        (standing_orders.OrderRow, schema.standing_order),
        (notebooks.NotebookRow, schema.notebook),
        (undo.UndoRow, schema.undo),
    ],
)
def test_rows_have_the_columns_of_their_table(row_class: type, table: Table) -> None:
    assert {field.name for field in dataclasses.fields(row_class)} == set(table.c.keys())


async def test_lobbies_of_an_older_database_are_kept(path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            text("INSERT INTO lobby VALUES (7, 1, 20, NULL, 900, 'village', 'classic', '{}', 'open', 1, 5, NULL)")
        )
        connection.execute(text("INSERT INTO lobby_seat VALUES (7, 1, 900, 'ann', 'human')"))
    store = await Store.open(path)
    async with store.reading() as reading:
        row = await lobbies.get(reading, 7)
        seats = await lobbies.seats_of(reading, 7)
    await store.close()
    assert row is not None
    assert (row.host_id, row.invited_id, row.invited_name, row.invitation, row.chosen) == (900, None, None, None, False)
    assert row.seed is None, "nothing was promised"
    assert [(seat.name, seat.press_id) for seat in seats] == [("ann", None)]


async def test_matches_of_an_older_database_are_kept(path: Path) -> None:
    """They were ended by nobody in particular, and none of them sleeps."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0006")
        for status in ("ended", "paused"):
            insert_match(connection, status)
    store = await Store.open(path)
    async with store.reading() as reading:
        rows = [await matches.get(reading, number) for number in (1, 2)]
        assert await matches.deserted(reading) == []
        assert await standby.of_match(reading, 1) == []
        assert await bars.of_guild(reading, 1) == []
        assert await audit.guilds(reading) == []
        assert await onlookers.of_match(reading, 1) == []
        assert await dead_rooms.of_match(reading, 1) is None
    await store.close()
    assert [(row.ending, row.deserted_until_ms, row.deserted_asked) for row in rows] == [(None, None, False)] * 2


async def test_people_of_an_older_database_are_in_no_need_of_more_time(path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0010")
        connection.execute(text("INSERT INTO person VALUES (101, 55, 0, 1, 0, 'de')"))
    store = await Store.open(path)
    async with store.reading() as reading:
        row, unhurried = await people.get(reading, 101), await people.unhurried(reading)
    await store.close()
    assert row == people.PersonRow(101, 55, False, 1, reminders=False, locale="de", unhurried=False)
    assert unhurried == set()


async def test_people_of_an_older_database_are_counted_and_their_games_wait_for_it(path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0071")
        connection.execute(text("INSERT INTO person (user_id, dm_closed, updated_ms) VALUES (101, 0, 1)"))
        for status in ("over", "ended", "running"):
            insert_match(connection, status)
    store = await Store.open(path)
    async with store.reading() as reading:
        uncounted, waiting = await people.uncounted(reading, [101]), await tallies.uncounted_matches(reading)
    await store.close()
    assert (uncounted, waiting) == (set(), [1])


async def test_whoever_wanted_lessons_at_a_table_of_an_older_database_practises(path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0108")
        insert_match(connection)
        for seat, user_id, order in ((1, 101, "lessons"), (2, 102, "other")):
            connection.execute(text(f"INSERT INTO person (user_id, dm_closed, updated_ms) VALUES ({user_id}, 0, 1)"))
            values = f"1, {seat}, {user_id}, 'p', 'human'"
            connection.execute(text(f"INSERT INTO seat (match, seat, user_id, name, player) VALUES ({values})"))
            connection.execute(text(f"INSERT INTO standing_order VALUES (1, {seat}, '{order}')"))
    store = await Store.open(path)
    async with store.reading() as reading:
        found = [await people.get(reading, user_id) for user_id in (101, 102)]
        orders = await standing_orders.of_live(reading)
    await store.close()
    assert [person is not None and person.practises for person in found] == [True, False]
    assert [order.name for order in orders] == ["other"]


async def test_whoever_stood_by_in_an_older_database_has_to_agree(path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0017")
        insert_match(connection)
        connection.execute(text("INSERT INTO standby (match, user_id, name, at_ms) VALUES (1, 777, 'zoe', 5)"))
    store = await Store.open(path)
    async with store.reading() as reading:
        rows = await standby.of_match(reading, 1)
    await store.close()
    assert rows == [standby.StandbyRow(1, 777, "zoe", 5, agreed=False)]


async def test_of_the_places_of_an_older_database_nobody_knows_yet_which_are_threads(path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0105")
        columns = "game, guild_id, channel_id, host_id, status, options, role_set, seats, seed, commitment, checkpoint"
        more = "head, announced, unsent, created_ms, code_version, anywhere"
        for channel, anywhere in ((20, 0), (20, 0), (21, 1)):
            values = f"'village', 1, {channel}, 900, 'over', '{{}}', 'classic', 8, 's', 'c', 0, 0, 0, 0, 1, '0.1.0'"
            connection.execute(text(f"INSERT INTO match ({columns}, {more}) VALUES ({values}, {anywhere})"))
        connection.execute(text("INSERT INTO tally VALUES (7, 1, 22, 'village', 'classic', 8, '[]', 5, 'counts')"))
    store = await Store.open(path)
    assert await store.check() == []
    async with store.reading() as reading:
        rows = await threads.everything(reading)
        counted = await tallies.channels(reading, 1)
    await store.close()
    assert rows == [threads.ThreadRow(20, 1, "unknown"), threads.ThreadRow(22, 1, "unknown")]
    assert counted == [22], "and what has counted counts"


async def test_role_sets_of_an_older_database_are_the_first_versions_of_their_lines(path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0017")
        for guild, name, body in ((1, "wild", '{"wolf":2}'), (1, "tame", "{not json"), (2, "wild", "{}")):
            values = {"guild": guild, "name": name, "body": body}
            connection.execute(text("INSERT INTO role_set VALUES (:guild, 'village', :name, :body, 1, 900, 5)"), values)
    store = await Store.open(path)
    async with store.reading() as reading:
        heads = [head for guild in (1, 2) for head in await role_set_versions.newest_of(reading, guild, "village")]
        body = await role_set_versions.body_of(reading, heads[1])
        default = await role_sets.default(reading, 2, "village")
    await store.close()
    assert [(head.guild_id, head.line, head.name) for head in heads] == [(1, 1, "tame"), (1, 2, "wild"), (2, 3, "wild")]
    assert {(head.number, head.did, head.by_id, head.at_ms) for head in heads} == {(1, "made", 900, 5)}
    assert body == {"wolf": 2}
    assert default is not None


async def test_computer_players_of_an_older_database_play_as_they_did(path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        config = migrating.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0071")
        insert_match(connection)
        connection.execute(text("INSERT INTO seat VALUES (1, 1, 900, 'ann', 'human', 1, 1)"))
        connection.execute(text("INSERT INTO seat VALUES (1, 2, NULL, 'Hansel', 'thoughtful', 0, 0)"))
    store = await Store.open(path)
    async with store.reading() as reading:
        rows = await seating.seats_of(reading, 1)
    await store.write(
        lambda writing: seating.set_seat(writing, 1, 2, user_id=None, name="Gretel", player="strong"),
    )
    await store.close()
    assert rows == [
        seating.SeatRow(1, 1, 900, "ann", "human", 1, away=True), seating.SeatRow(1, 2, None, "Hansel", "thoughtful"),
    ]  # fmt: skip
