"""Reminders as people get them: one direct message, with the panel and a way never to get another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from language.any_game import seat_of
from rooms.any_game import Seen, close_messages
from rooms.name_duel import name_duel_room
from rooms.village import Square, village_square

from bot.games import GAMES
from bot.store import people

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}
COMPUTERS = ("dan", "eve", "fay", "gus", "hal", "ida")
NIGHT_S = 600
QUIET = "mm:quiet"
"""The button that only reminders have."""


@pytest.fixture(autouse=True)
def the_village_reminds(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not by itself; but it can be played here, and has duties with clocks."""
    monkeypatch.setitem(GAMES, "village", replace(GAMES["village"], reminders=GAMES["village"].duties))


@asynccontextmanager
async def by_night(tmp_path: Path, **more: Any) -> AsyncIterator[Square]:
    """Ann, ben and cat have a whole night to answer; the computer players have done so."""
    options = {"night_seconds": NIGHT_S}
    async with village_square(tmp_path, computers=COMPUTERS, options=options, **VILLAGE, **more) as square:
        await square.begin()
        await square.introduce_all()
        await square.time(20)
        yield square


def reminders(square: Square, name: str) -> list[Seen]:
    return [message for message in square.messages(square.dm(name)) if QUIET in message.controls]


async def half_of_the_night(square: Square) -> None:
    left = (await square.clocks())["clock.night"]
    await square.time(left - NIGHT_S / 2 - 5)
    assert all(not reminders(square, name) for name in square.people)
    await square.time(15)


async def test_one_message_with_the_panel(tmp_path: Path) -> None:
    async with by_night(tmp_path) as square:
        await half_of_the_night(square)
        (message,) = reminders(square, "ben")
        assert "No more reminders" in message.labels
        await square.time(100)
        assert len(reminders(square, "ben")) == 1
        await square.answers("ben", "night.investigate", "ann")
        assert (await square.journal())[-1].key == "night.investigate"
        assert all(QUIET not in message.controls for message in square.messages())


async def test_not_who_has_answered(tmp_path: Path) -> None:
    async with by_night(tmp_path) as square:
        await square.answers("ben", "night.investigate", "ann")
        await half_of_the_night(square)
        assert reminders(square, "ben") == []


async def test_no_more_of_them(tmp_path: Path) -> None:
    async with by_night(tmp_path) as square:
        await half_of_the_night(square)
        (message,) = reminders(square, "ben")
        told = await square.clicks("ben", message, "mm:quiet")
        assert "No more reminders" in told.text
        assert "/reminders on" in told.text
        await square.until("day")
        await square.restart()
        await square.until("ballot")
        await square.presses("ann", "Burn")  # or the table falls asleep: ben does nothing
        await square.until("night")
        letters = len(square.messages(square.dm("ben")))
        await square.time(NIGHT_S - 30)
        assert len(square.messages(square.dm("ben"))) == letters


async def test_the_command(tmp_path: Path) -> None:
    async with by_night(tmp_path) as square:
        off = await square.says("ben", "reminders", turn="off")
        assert "No more reminders" in off.sentence
        await half_of_the_night(square)
        assert reminders(square, "ben") == []
        on = await square.says("ben", "reminders", square.room, turn="on")
        assert "half of its time" in on.sentence
        async with square.store.reading() as connection:
            person = await people.get(connection, square.actor("ben").user.id)
        assert person is not None
        assert person.reminders
        assert person.dm_channel_id == square.dm("ben").id


async def test_none_while_it_is_paused(tmp_path: Path) -> None:
    async with by_night(tmp_path) as square:
        await square.says("ann", "table pause", hours=1)
        await square.time(3600 - 60)
        assert reminders(square, "ben") == []
        await square.time(60)
        await half_of_the_night(square)
        assert len(reminders(square, "ben")) == 1


async def test_once_over_a_restart(tmp_path: Path) -> None:
    async with by_night(tmp_path) as square:
        await half_of_the_night(square)
        assert len(reminders(square, "ben")) == 1
        await square.restart(outage_s=100)
        await square.time(200)
        assert len(reminders(square, "ben")) == 1


async def test_after_a_restart_in_time(tmp_path: Path) -> None:
    async with by_night(tmp_path) as square:
        await square.time(60)
        await square.restart(outage_s=3600)
        await half_of_the_night(square)
        await square.time(60)  # half of what was left when the bot started
        assert len(reminders(square, "ben")) == 1


async def test_closed_direct_messages(tmp_path: Path) -> None:
    """Nobody can be reminded there; the game and the log are none the worse for it."""
    async with by_night(tmp_path) as square:
        close_messages(square, "ben")
        await half_of_the_night(square)
        assert reminders(square, "ben") == []
        assert len(reminders(square, "cat")) == 1
        assert [line["event"] for line in square.logs if "remind" in line["event"]] == ["not_reminded"]
        assert "## Sheriff" in (await square.presses("ben", "My seat")).text
        await square.until("day")


async def test_a_forged_quiet_button_changes_only_ones_own_wish(tmp_path: Path) -> None:
    async with by_night(tmp_path) as square:
        await square.forges("prompter", square.board, f"mm:quiet:{square.actor('ben').user.id}")
        await half_of_the_night(square)
        assert len(reminders(square, "ben")) == 1


async def test_a_duelist_whose_turn_it_is(tmp_path: Path) -> None:
    """Only the one whose turn it is, once, with a panel that plays."""
    async with name_duel_room(tmp_path, options={"turn_seconds": 600}) as room:
        await room.begin()
        await room.starts("ann")
        await room.time(290)
        assert reminders(room, "ann") == []
        await room.time(20)
        (message,) = reminders(room, "ann")
        assert "No more reminders" in message.labels
        await room.restart(outage_s=30)
        await room.time(200)
        assert len(reminders(room, "ann")) == 1
        assert reminders(room, "ben") == []
        panel, place = await room.panel("ann", "duel.play")
        assert panel.id == message.id
        played = next(one for one in panel.controls if one.startswith(f"mm:a:{place}:"))
        await room.clicks("ann", panel, played)
        assert any(line.key == "duel.play" for line in await room.journal())


async def test_nobody_is_reminded_by_what_they_are_being_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message with her turn stands there, and has not been noted: a reminder would tell it all again."""
    async with name_duel_room(tmp_path, options={"turn_seconds": 600}) as room:
        record = room.mirror.ledger.record

        async def later(match_id: int, to: int, **line: Any) -> None:
            await asyncio.sleep(400 if to == seat_of("ann") else 0)
            await record(match_id, to, **line)

        monkeypatch.setattr(room.mirror.ledger, "record", later)
        await room.begin()
        await room.starts("ann")
        await room.time(350)
        assert room.messages(room.dm("ann"))
        assert reminders(room, "ann") == []


async def test_one_that_a_dead_process_has_sent_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is killed when the reminder has arrived, and has not noted it: nobody would ever take its buttons."""
    async with by_night(tmp_path) as square:
        record = square.mirror.ledger.record

        async def dies(match_id: int, to: int, **line: Any) -> None:
            await (asyncio.sleep(24 * 3600) if to == seat_of("ben") else record(match_id, to, **line))

        monkeypatch.setattr(square.mirror.ledger, "record", dies)
        await half_of_the_night(square)
        assert len(reminders(square, "ben")) == 1
        await square.restart()
        await square.until("day")
        await square.time(10)
        assert reminders(square, "ben") == []
