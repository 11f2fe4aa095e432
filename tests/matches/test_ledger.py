"""The ledger of deliveries: what arrives late counts as far as it is still true."""

from __future__ import annotations

from pathlib import Path

from support.tables import Table, opened_table

from bot.matches.ledger import PUBLIC, Ledger

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
