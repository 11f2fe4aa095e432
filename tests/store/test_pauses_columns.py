"""When a paused match goes on by itself, and who wants no reminders: as the store keeps it, and as it came there."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from bot.store import deadlines, journals, matches, migrating, people, sealed_seats
from bot.store.database import Store
from store import samples
from store.samples import due

HOUR = 3_600_000


async def test_a_pause_with_an_end(store: Store) -> None:
    async with store.reading() as connection:
        assert await matches.asleep(connection) == []
    first, second, third = [await store.write(samples.started) for _ in range(3)]
    await store.write(lambda c: matches.set_status(c, first, "paused", 5_000, resume_ms=5_000 + 2 * HOUR))
    await store.write(lambda c: matches.set_status(c, second, "paused", 6_000, resume_ms=6_000 + HOUR))
    await store.write(lambda c: matches.set_status(c, third, "paused", 7_000))
    async with store.reading() as connection:
        row = await matches.get(connection, first)
        assert (row.status, row.paused_ms, row.resume_ms) == ("paused", 5_000, 5_000 + 2 * HOUR)
        assert await matches.asleep(connection) == [(second, 6_000 + HOUR), (first, 5_000 + 2 * HOUR)]


@pytest.mark.parametrize("status", ["running", "over", "ended"])
async def test_only_a_paused_match_has_one(store: Store, status: matches.Status) -> None:
    match = await store.write(samples.started)
    await store.write(lambda c: matches.set_status(c, match, "paused", 5_000, resume_ms=9_000))
    await store.write(lambda c: matches.set_status(c, match, status, 6_000, resume_ms=9_000))
    async with store.reading() as connection:
        assert (await matches.get(connection, match)).resume_ms is None
        assert await matches.asleep(connection) == []


async def test_a_step_that_ends_the_match_ends_the_pause(store: Store) -> None:
    match = await store.write(samples.started)
    await store.write(lambda c: matches.set_status(c, match, "paused", 5_000, resume_ms=9_000))
    await store.write(lambda c: journals.append(c, samples.step(match, 0)))
    async with store.reading() as connection:
        assert (await matches.get(connection, match)).resume_ms == 9_000
    await store.write(lambda c: journals.append(c, samples.step(match, 1, status="over")))
    async with store.reading() as connection:
        assert (await matches.get(connection, match)).resume_ms is None


async def test_the_deadlines_of_some_games(store: Store) -> None:
    village = await store.write(samples.started)
    name_duel = await store.write(lambda c: matches.create(c, samples.new_match(game="name_duel")))
    for match in (village, name_duel):
        step = samples.step(match, 0, deadlines=(due(match, 3, 9_000),))
        await store.write(lambda c, step=step: journals.append(c, step))
    async with store.reading() as connection:
        assert await deadlines.of_running(connection) == [(9_000, village, 0, 3), (9_000, name_duel, 0, 3)]
        assert await deadlines.of_running(connection, ["name_duel", "nothing"]) == [(9_000, name_duel, 0, 3)]
        assert await deadlines.of_running(connection, []) == []


async def test_who_wants_no_reminders(store: Store) -> None:
    await store.write(lambda c: people.set_reminders(c, 101, False, 1))
    await store.write(lambda c: people.remember_dm(c, 101, 55, 2))
    await store.write(lambda c: people.mark_closed(c, 101, 3))
    await store.write(lambda c: people.remember_dm(c, 102, 56, 4))
    async with store.reading() as connection:
        assert await people.get(connection, 101) == people.PersonRow(101, 55, True, 3, False)
        assert await people.get(connection, 102) == people.PersonRow(102, 56, False, 4, True)
    await store.write(lambda c: people.set_reminders(c, 101, True, 5))
    async with store.reading() as connection:
        assert await people.get(connection, 101) == people.PersonRow(101, 55, True, 5, True)


async def test_a_database_from_before(path: Path) -> None:
    """A paused match stays paused until somebody resumes it, and everybody may be reminded; nothing else changes."""
    config = migrating.configuration()
    with create_engine(f"sqlite:///{path}", poolclass=NullPool).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        connection.execute(
            text(
                "INSERT INTO match (id, game, guild_id, channel_id, host_id, status, options, role_set, seats, seed, "
                "commitment, checkpoint, head, announced, unsent, created_ms, paused_ms, code_version) VALUES "
                "(7, 'village', 1, 2, 3, 'paused', '{}', 'classic', 8, 's', 'c', 1, 0, 0, 0, 10, 20, '0.1.0')"
            )
        )
        connection.execute(text("INSERT INTO person VALUES (101, 55, 0, 9)"))
    store = await Store.open(path)
    assert await store.check() == []
    async with store.reading() as reading:
        row = await matches.get(reading, 7)
        assert (row.status, row.paused_ms, row.resume_ms) == ("paused", 20, None)
        assert (row.presses, row.opening) == ([], None)
        assert await sealed_seats.of_match(reading, 7) == []
        assert await people.get(reading, 101) == people.PersonRow(101, 55, False, 9, True)
        assert await matches.asleep(reading) == []
    await store.close()


def test_and_back_again(path: Path) -> None:
    config = migrating.configuration()
    with create_engine(f"sqlite:///{path}", poolclass=NullPool).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0003")
        connection.execute(text("INSERT INTO person VALUES (101, 55, 0, 9, 0)"))
        command.downgrade(config, "0002")
        assert connection.execute(text("SELECT * FROM person")).all() == [(101, 55, 0, 9)]
        command.upgrade(config, "head")
        assert connection.execute(text("SELECT reminders FROM person")).all() == [(1,)]


def test_the_index_of_live_matches_goes_and_comes_back(path: Path) -> None:
    config = migrating.configuration()
    with create_engine(f"sqlite:///{path}", poolclass=NullPool).begin() as connection:
        config.attributes["connection"] = connection
        indexes = text("SELECT name FROM sqlite_master WHERE name LIKE 'ix_match_status%'")
        for revision, go in (("0071", command.upgrade), ("0028", command.downgrade), ("0071", command.upgrade)):
            go(config, revision)
            (index,) = connection.execute(indexes).scalars()
            assert index == ("ix_match_status" if revision == "0028" else "ix_match_status_thread_id_channel_id")
