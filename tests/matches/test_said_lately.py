"""What is kept of what was announced lately is what the disk holds, whatever has happened in between."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from support.tables import Table, opened_table

from bot.engine.announcements import Announcement
from bot.engine.questions import MIRROR
from bot.games.random_player import RandomPlayer
from bot.matches.archive import Archive
from bot.matches.said_lately import SaidLately
from bot.store.journals import AnnouncementRow


def told(said: list[Announcement]) -> list[tuple[Any, ...]]:
    return [(one.number, one.audience, one.key, one.values) for one in said]


async def next_answer(table: Table, player: RandomPlayer) -> None:
    """The first who is asked answers; where nobody is, a clock runs out."""
    awake = await table.service.awake(table.match)
    asked = awake.match.open
    question = next((one for one in asked if one.seat > 0), asked[0])
    value = player.answer(question, lambda: awake.match.view(question.seat)) if question.seat > 0 else question.default
    value = question.choices[0] if question.seat < 0 and question.within is None else value
    await table.service.answer(table.match, question.seat, awake.match.checkpoint, question.number, value)


async def test_kept_is_what_the_disk_holds_after_every_answer(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal()
        player = RandomPlayer(Random(1))
        kept, disk = Archive(table.store, table.service.keeper.said_lately), Archive(table.store)
        for _ in range(40):
            announced = (await table.service.snapshot(table.match)).announced
            for since in (0, announced // 2, max(0, announced - 3)):
                there = told(await kept.announcements(table.match, since, announced))
                assert there == told(await disk.announcements(table.match, since, announced))
            await next_answer(table, player)
        lately = table.service.keeper.said_lately
        announced = (await table.service.snapshot(table.match)).announced
        assert lately.between(table.match, announced - 1, announced), "nothing of what was written is kept"


async def test_a_match_that_went_back_says_what_it_says_now(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal()
        lately = table.service.keeper.said_lately
        awake = await table.service.awake(table.match)
        await Archive(table.store, lately).announcements(table.match, 0, awake.match.announced)
        assert lately.between(table.match, 0, 1)
        table.service.keeper.drop(awake)
        assert lately.between(table.match, 0, 1) is None


async def test_what_was_read_before_a_match_went_back_is_not_kept() -> None:
    lately = SaidLately()
    turned = lately.turned
    lately.forget(7)
    lately.note_read(7, [Announcement(0, "everyone", "night.falls", {})], turned)
    assert lately.between(7, 0, 1) is None


async def test_there_is_no_gap_in_what_is_kept() -> None:
    lately = SaidLately()
    lately.note_read(7, [said(0), said(1)], lately.turned)
    lately.note_written(7, [row(2)])
    assert numbers(lately, 0, 3) == [0, 1, 2]
    assert lately.between(7, 2, 4) is None
    lately.note_written(7, [row(4)])
    assert lately.between(7, 0, 1) is None
    lately.note_read(7, [said(5)], lately.turned)
    lately.note_read(7, [said(1)], lately.turned)
    assert numbers(lately, 5, 6) == [5]
    lately.note_read(7, [said(3), said(4)], lately.turned)
    assert numbers(lately, 3, 6) == [3, 4, 5]


async def test_the_rules_may_change_what_they_have_said() -> None:
    lately = SaidLately()
    lately.note_read(7, [said(0)], lately.turned)
    values = {"seats": (1, 2)}
    lately.note_written(7, [AnnouncementRow(7, 1, [MIRROR], "dawn", values, 0)])
    values["seats"] = (3, 4)
    kept = lately.between(7, 1, 2)
    assert kept is not None
    assert kept[0].values == {"seats": [1, 2]}


def said(number: int) -> Announcement:
    return Announcement(number, "everyone", "night.falls", {})


def row(number: int) -> AnnouncementRow:
    return AnnouncementRow(7, number, "everyone", "night.falls", {}, 0)


def numbers(lately: SaidLately, since: int, before: int) -> list[int]:
    kept = lately.between(7, since, before)
    return [one.number for one in kept or ()]
