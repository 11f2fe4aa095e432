"""The ledger of deliveries: what arrives late counts as far as it is still true."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from support.tables import HOST, Table, opened_table
from support.waiting import until

from bot.matches.ledger import PUBLIC, Ledger
from bot.store import deliveries
from bot.trouble import begin_deed, is_written

SEAT = 2


async def noted(ledger: Ledger, table: Table, era: int) -> None:
    """A message that was sent in this era arrives."""
    await ledger.record(table.match, SEAT, announcement=3, checkpoint=1, question=202, message_id=77, era=era)


async def test_what_was_sent_before_the_match_went_back_does_not_count(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal()
        ledger = Ledger(table.store, table.clock)
        before = ledger.era(table.match)
        ledger.turn_back(table.match)
        await noted(ledger, table, before)
        assert SEAT not in await ledger.cursors(table.match)
        await noted(ledger, table, ledger.era(table.match))
        assert (await ledger.cursors(table.match))[SEAT].question == 202


async def test_what_is_noted_right_behind_a_rewind_does_not_count(tmp_path: Path) -> None:
    """Both wait for the store at once: the note is written before anybody who watches hears of the rewind."""
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal()
        ledger = Ledger(table.store, table.clock)
        table.service.keeper.goes_back = ledger.turn_back
        async with table.store._turn:
            rewind = asyncio.create_task(table.hosting.rewind(table.match, HOST, 0, force=True))
            await until(lambda: bool(table.store._queue) or table.store._flushing is not None)
            note = asyncio.create_task(noted(ledger, table, ledger.era(table.match)))
            await until(lambda: len(table.store._queue) == 2)
        await asyncio.gather(rewind, note)
        assert SEAT not in await ledger.cursors(table.match)


async def test_another_match_that_goes_back_changes_nothing_here(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal()
        ledger = Ledger(table.store, table.clock)
        before = ledger.era(table.match)
        ledger.turn_back(table.match + 1)
        await noted(ledger, table, before)
        assert (await ledger.cursors(table.match))[SEAT].message_id == 77


async def test_a_late_message_sets_nobody_back_in_memory_either(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal()
        ledger = Ledger(table.store, table.clock)
        await ledger.cursors(table.match)
        await ledger.record(table.match, PUBLIC, announcement=5, checkpoint=1)
        await ledger.record(table.match, PUBLIC, announcement=2, checkpoint=1)
        known = (await ledger.cursors(table.match))[PUBLIC]
        assert (known.serial, known.announcement) == (2, 5)
        assert await Ledger(table.store, table.clock).cursors(table.match) == {PUBLIC: known}


async def test_what_the_newest_message_told_is_known_as_the_disk_knows_it(tmp_path: Path) -> None:
    """Messages of every kind, one after the other: whatever is known without the disk is what it says."""
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal()
        ledger, rng, known_of, newest = Ledger(table.store, table.clock), Random(5), 0, 10
        await ledger.cursors(table.match)
        for announcement in range(60):
            newest += rng.random() < 0.3
            message, state = rng.choice((0, newest - 1, newest, newest)), rng.choice(("sent", "opened"))
            if rng.random() < 0.1:
                ledger.forget(table.match)
                await ledger.cursors(table.match)
                newest += 1
            await ledger.record(
                table.match, SEAT, announcement=announcement, checkpoint=1, message_id=message, state=state
            )
            cursor = (await ledger.cursors(table.match))[SEAT]
            if cursor.message_id is not None and cursor.after is not None:
                known_of += 1
                async with table.store.reading() as connection:
                    on_disk = await deliveries.told_by(connection, table.match, SEAT, cursor.message_id)
                assert (cursor.after, cursor.announcement) == on_disk
        assert known_of > 10


async def test_many_who_look_at_once_have_each_written_something_and_closing_waits_for_all(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal()
        ledger, written = Ledger(table.store, table.clock), []

        async def look(announcement: int) -> None:
            begin_deed()
            await ledger.record(table.match, SEAT, announcement=announcement, checkpoint=1, state="opened")
            written.append(is_written())

        looks = [asyncio.create_task(look(announcement)) for announcement in range(4)]
        await asyncio.sleep(0)
        await ledger.finish()
        assert (await ledger.cursors(table.match))[SEAT].announcement == 3
        await asyncio.gather(*looks)
        assert written == [True] * 4


async def test_a_look_that_was_shown_nothing_new_does_not_forget_what_came_before_its_message(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal()
        ledger = Ledger(table.store, table.clock)
        await ledger.cursors(table.match)
        await ledger.record(table.match, SEAT, announcement=5, checkpoint=1, message_id=70)
        await ledger.record(table.match, SEAT, announcement=7, checkpoint=1, message_id=80)
        before = (await ledger.cursors(table.match))[SEAT]
        await ledger.record(table.match, SEAT, announcement=7, checkpoint=1, message_id=80, state="opened")
        after = (await ledger.cursors(table.match))[SEAT]
        assert (after.serial, after.after) == (before.serial, before.after) == (2, 5)
