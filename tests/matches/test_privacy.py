"""What somebody gets of what is kept of them, and being forgotten while the bot runs."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import HOST, Table, opened_table

from bot.games.village.options import VillageOptions
from bot.matches.archive import Archive
from bot.matches.bars import Barring, Bars
from bot.matches.forgetting import StillHere
from bot.matches.guild_settings import SettingsBook
from bot.matches.notebooks import Notebooks
from bot.matches.privacy import Privacy
from bot.matches.reach import PeopleBook
from bot.recaps.recap import ERASED
from bot.recaps.verifying import verify

ANN, BEN = 101, 102
SECRET, OTHERS = "I live in Mill Lane 7", "Good evening"


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        yield opened


async def evening(table: Table) -> tuple[Privacy, PeopleBook]:
    """Ann and ben have introduced themselves, and ann has written a note; the game is still played."""
    await table.deal(8, VillageOptions(introductions=True), begun=False)
    await table.introduces(1, SECRET)
    await table.introduces(2, OTHERS)
    await Notebooks(table.store).write(table.match, ANN, "ben is too kind")
    people = PeopleBook(table.store, table.clock)
    await people.remember(ANN, 88_001)
    return Privacy(table.service.keeper, people), people


async def test_somebody_gets_what_is_theirs_and_nothing_of_others_or_of_a_game_that_runs(table: Table) -> None:
    privacy, _ = await evening(table)
    running = await privacy.export(ANN)
    assert running["kept"]["notes"] == [
        {"match": table.match, "words": "ben is too kind", "marks": {}, "handed_on": False, "in_recap": False}
    ]
    assert running["kept"]["person"][0]["dm_channel_id"] == "88001"
    assert running["kept"]["seats"][0]["name"] == "p1"
    assert running["answers"] == [], "the game is not over"
    seed = (await table.awake()).row.seed
    assert seed not in json.dumps(running)

    await table.hosting.end(table.match, HOST)
    over = await privacy.export(ANN)
    assert [one["value"] for one in over["answers"] if one["key"] == "introduction"] == [SECRET]
    for text in (OTHERS, "p2", seed):
        assert text not in json.dumps(over)
    assert (await privacy.counted(ANN)).keys() == {"person", "seats", "first_seats", "notes"}
    assert await privacy.counted(7_777) == {}
    assert (await privacy.counted(HOST))["tables"] == 1


async def test_a_running_game_has_to_be_left_first_and_then_everything_goes_at_once(table: Table) -> None:
    privacy, people = await evening(table)
    before = await privacy.export(ANN)
    with pytest.raises(StillHere) as here:
        await privacy.forget(ANN)
    assert here.value.where.matches == (table.match,)
    assert await privacy.export(ANN) == before, "nothing has changed"

    await people.set_locale(ANN, "de")
    await table.hosting.end(table.match, HOST)
    assert (await table.service.snapshot(table.match)).seats[1].name == "p1"
    assert await privacy.forget(ANN) == 1
    assert await privacy.counted(ANN) == {}
    assert (await privacy.export(ANN))["answers"] == []
    assert (await table.service.snapshot(table.match)).seats[1].name == ERASED, "nothing is left in memory"
    assert await people.dm_channel(ANN) is None
    await people.set_locale(ANN, "de")
    assert await privacy.counted(ANN) == {}, "the press that asked for it leaves nothing behind"
    recap = await Archive(table.store).recap(table.match)
    assert verify(recap) is None, "the game stays whole"
    assert [one.value for one in recap.journal if one.key == "introduction"] == [ERASED, OTHERS]
    assert (await privacy.counted(BEN))["seats"] == 1


async def test_a_bar_stays_without_its_reason_and_the_audit_channel_has_no_name(table: Table) -> None:
    privacy, _ = await evening(table)
    settings = SettingsBook(table.store)
    await settings.change(1, audit_channel=5, audit_named_by=555)
    await Bars(table.store, table.clock).bar(Barring(1, "server", 0, 555, 900, None), "zoe", "was rude")
    (bar,) = (await privacy.export(555))["kept"]["barred"]
    assert bar.keys() == {"guild_id", "scope", "at_ms", "until_ms"}, "by whom and why is the moderators'"
    await privacy.forget(555)
    assert (await settings.read(1)).audit_named_by is None
    assert (await settings.read(1)).audit_channel == 5
    assert (await privacy.counted(555)) == {"barred": 1}, "being forgotten lifts no bar"
    async with table.store.reading() as connection:
        (kept,) = await connection.exec_driver_sql("SELECT name, reason FROM bar")
    assert tuple(kept) == (ERASED, "")


async def test_who_needs_longer_and_is_forgotten_gets_no_minute_more(table: Table) -> None:
    """At the next table everybody plays as if this person had never asked for anything."""
    privacy, _ = await evening(table)
    unhurried = table.service.keeper.unhurried
    await unhurried.change(ANN, True)
    await table.hosting.end(table.match, HOST)
    assert unhurried.least_s({}, [ANN]) > 0
    await privacy.forget(ANN)
    assert unhurried.least_s({}, [ANN]) == 0
