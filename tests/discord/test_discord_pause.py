"""Pauses as people see them: the host's for some hours, and the players' own at a small table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from rooms.any_game import Answered, Seen, refused
from rooms.name_duel import name_duel_room
from rooms.village import Square, village_square

from bot.matches.hosting import LONGEST_PAUSE_MS
from bot.ui.delivery import Undeliverable
from bot.ui.panels import custom_id
from bot.ui.stage import controls
from cogs.pauses.ids import written, written_people
from cogs.pauses.sleeping import OVERNIGHT_S

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}
COMPUTERS = ("dan", "eve", "fay", "gus", "hal", "ida")
HOUR = 3600


@pytest.fixture(autouse=True)
def nine_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The village has more seats than the tables whose players pause by themselves."""
    monkeypatch.setattr(controls, "SMALL_TABLE", 9)


@asynccontextmanager
async def small_table(tmp_path: Path, people: int = 3, **more: Any) -> AsyncIterator[Square]:
    """So many people and otherwise computer players, who have answered; it is night."""
    computers = [*("ann", "ben", "cat")[people:], *COMPUTERS]
    async with village_square(
        tmp_path, computers=computers, options={"night_seconds": 600}, **VILLAGE | more
    ) as square:
        await square.begin()
        await square.introduce_all()
        await square.time(20)
        yield square


async def presses_sleep(square: Square, who: str) -> Answered:
    """The Pause button that stands below My seat."""
    answered = await square.forges(who, square.board, f"mm:sleep:{square.match_id}")
    await square.time(2)
    return answered


async def presses_wake(square: Square, who: str) -> Answered:
    """The button on the board of a paused game."""
    answered = await square.forges(who, square.board, f"mm:wake:{square.match_id}")
    await square.time(2)
    return answered


def proposals(square: Square, word: str = "would like to pause") -> list[Seen]:
    return [message for message in square.messages(square.thread, viewer="prompter") if word in message.text]


async def status(square: Square) -> str:
    return (await square.awake()).row.status


async def hours_left(square: Square) -> float:
    resume_ms = (await square.awake()).row.resume_ms
    assert resume_ms is not None
    return round((resume_ms - square.now_ms()) / HOUR / 1000, 1)


# -- the host ---------------------------------------------------------------------------------------------------------


async def test_the_host_pauses_for_some_hours(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        left = (await square.clocks())["clock.night"]
        told = await square.says("ann", "table pause", hours=8)
        until_s = ((await square.awake()).row.resume_ms or 0) // 1000
        assert f"<t:{until_s}:f>" in told.sentence
        assert await hours_left(square) == 8
        await square.time(2)
        assert "The game is paused" in square.public()
        assert f"<t:{until_s}:R>" in (await square.says("ben", "table status")).text
        sentence = await refused(square, square.says("ann", "table extend", minutes=5))
        assert sentence.startswith("The game is paused")
        assert f"<t:{until_s}:R>" in sentence
        await square.time(8 * HOUR - 10)
        assert await status(square) == "paused"
        await square.time(12)
        assert await status(square) == "running"
        assert left - 8 <= (await square.clocks())["clock.night"] <= left
        assert "The game goes on" in square.public()
        assert await square.log() == ["pause", "resume"]


@pytest.mark.parametrize("outage_hours", [1, 20])
async def test_a_restart_in_the_middle(tmp_path: Path, outage_hours: int) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        left = (await square.clocks())["clock.night"]
        await square.says("ann", "table pause", hours=8)
        await square.time(HOUR)
        await square.restart(outage_s=outage_hours * HOUR)
        assert await status(square) == ("paused" if outage_hours < 7 else "running")
        if outage_hours < 7:
            await square.time((7 - outage_hours) * HOUR)
            assert await status(square) == "running"
        assert left - 8 <= (await square.clocks())["clock.night"] <= left
        assert square.public().count("The game goes on") == 1


# -- the players ------------------------------------------------------------------------------------------------------


async def test_alone_with_computers_it_happens_at_once(tmp_path: Path) -> None:
    async with small_table(tmp_path, people=1) as square:
        told = await presses_sleep(square, "ann")
        assert "Good night" in told.sentence
        assert await hours_left(square) == 10
        assert proposals(square) == []
        awake = await presses_wake(square, "ann")
        assert "goes on" in awake.sentence
        assert await status(square) == "running"


async def test_all_people_have_to_agree(tmp_path: Path) -> None:
    async with small_table(tmp_path) as square:
        asked = await presses_sleep(square, "ben")
        assert "**ann**" in asked.sentence
        assert "**cat**" in asked.sentence
        (proposal,) = proposals(square)
        assert proposal.text.startswith("**ben** would like to pause until <t:")
        assert proposal.labels == ["Agree", "Go on playing"]
        await square.presses("ann", "Agree", proposal)
        assert await status(square) == "running"
        (proposal,) = proposals(square)
        assert "Agreed: **ann**, **ben**" in proposal.text
        await square.presses("ann", "Agree", proposal)
        assert await status(square) == "running"
        await square.presses("cat", "Agree", proposals(square)[0])
        assert await status(square) == "paused"
        assert 9.9 <= await hours_left(square) <= 10
        assert proposals(square) == []
        assert proposals(square, "All have agreed")[0].labels == []
        await square.time(10 * HOUR)
        assert await status(square) == "running"


async def test_pressing_pause_is_agreeing_when_somebody_has_just_asked(tmp_path: Path) -> None:
    async with small_table(tmp_path) as square:
        for who in ("ben", "ben", "ann"):
            await presses_sleep(square, who)
        assert len(proposals(square)) == 1
        assert await status(square) == "running"
        done = await presses_sleep(square, "cat")
        assert "Good night" in done.sentence
        assert await status(square) == "paused"


async def test_one_who_would_rather_play_is_enough(tmp_path: Path) -> None:
    async with small_table(tmp_path) as square:
        await presses_sleep(square, "ben")
        await square.presses("ann", "Agree", proposals(square)[0])
        await square.presses("cat", "Go on playing", proposals(square)[0])
        (declined,) = proposals(square, "would rather go on playing")
        assert declined.text.startswith("**cat**")
        assert declined.labels == []
        assert await status(square) == "running"
        assert "would rather" in await refused(square, presses_sleep(square, "ben"))
        await square.time(120)
        await presses_sleep(square, "ben")
        assert len(proposals(square)) == 1


async def test_an_agreement_outlives_a_restart(tmp_path: Path) -> None:
    async with small_table(tmp_path) as square:
        await presses_sleep(square, "ben")
        await square.presses("ann", "Agree", proposals(square)[0])
        await square.restart(outage_s=60)
        await square.presses("cat", "Agree", proposals(square)[0])
        assert await status(square) == "paused"


async def test_an_agreement_that_comes_after_the_time(tmp_path: Path) -> None:
    async with small_table(tmp_path) as square:
        await presses_sleep(square, "ben")
        await square.says("ann", "table pause")
        await square.time(11 * HOUR)
        await square.says("ann", "table resume")
        for who in ("ann", "cat"):
            answered = await square.presses(who, "Agree", proposals(square)[0])
            assert "has passed" in answered.sentence
        assert await status(square) == "running"


async def test_the_proposal_of_a_game_that_is_paused_or_over(tmp_path: Path) -> None:
    async with small_table(tmp_path) as square:
        await presses_sleep(square, "ben")
        await square.says("ann", "table pause")
        (proposal,) = proposals(square)
        assert "not running" in await refused(square, square.presses("ann", "Agree", proposal))
        assert "not running" in await refused(square, square.presses("ann", "Go on playing", proposal))
        assert "not running" in await refused(square, presses_sleep(square, "ben"))
        await square.run(lambda: square.mirror.hosting.end(square.match_id, 0))
        await square.time(2)
        assert "over" in await refused(square, square.presses("ann", "Agree", proposal))
        assert "over" in await refused(square, presses_sleep(square, "ben"))
        assert "over" in await refused(square, presses_wake(square, "ben"))


async def test_a_seat_that_goes_to_somebody_else_meanwhile(tmp_path: Path) -> None:
    """Whoever takes it over has not agreed, and whoever gave it up is not asked any more."""
    async with small_table(tmp_path) as square:
        zoe = square.newcomer("zoe")
        await presses_sleep(square, "ben")
        await square.presses("cat", "Agree", proposals(square)[0])
        await square.run(lambda: square.mirror.hosting.seat_person(square.match_id, 0, 2, zoe.user.id, "zoe"))
        await square.presses("ann", "Agree", proposals(square)[0])
        assert await status(square) == "running"
        (proposal,) = proposals(square)
        assert "Agreed: **ann**, **cat**" in proposal.text
        assert "no seat" in await refused(square, square.presses("ben", "Agree", proposal))
        await square.presses("zoe", "Agree", proposal)
        assert await status(square) == "paused"


async def test_a_seat_that_goes_to_a_computer_meanwhile(tmp_path: Path) -> None:
    async with small_table(tmp_path) as square:
        await presses_sleep(square, "ben")
        await square.presses("cat", "Agree", proposals(square)[0])
        await square.run(lambda: square.mirror.hosting.seat_person(square.match_id, 0, 1, None, "a shadow"))
        await square.presses("cat", "Agree", proposals(square)[0])
        assert await status(square) == "paused"


async def test_forged_buttons(tmp_path: Path) -> None:
    """Nobody agrees for others, even with a client of their own making."""
    async with small_table(tmp_path) as square:
        zoe = square.newcomer("zoe")
        await presses_sleep(square, "ben")
        (proposal,) = proposals(square)
        agree = next(one for one in proposal.controls if one.startswith("mm:agree:"))
        everybody = ".".join(written(square.actor(name).user.id) for name in ("ann", "ben", "cat"))
        head, _, _ = agree.rpartition(":")
        for forged in (
            f"{head}:{everybody}", f"{head}:", head, f"{head}:!!", f"{head}:1", f"{head}:-1", agree + ":1",
            f"mm:agree:{square.match_id}:zzzzzzzzzzzzzzzzzzzz:{everybody}", f"mm:agree:{square.match_id}",
            f"mm:stay:{square.match_id}", f"mm:agree:x:1:{everybody}", "mm:agree", "mm:wake", "mm:sleep",
            f"mm:wake:{square.match_id}:1:{everybody}",
        ):  # fmt: skip
            await refused(square, square.forges("ben", proposal, forged))
            assert await status(square) == "running"
        assert "no seat" in await refused(square, square.presses("zoe", "Agree", proposal))
        assert "no seat" in await refused(square, square.presses("zoe", "Go on playing", proposal))
        assert "no seat" in await refused(square, presses_sleep(square, "zoe"))
        assert zoe.user.id not in [row.user_id for row in (await square.awake()).seats.values()]
        await square.says("ann", "table pause", hours=1)
        since = written((await square.awake()).row.paused_ms or 0)
        await refused(square, square.forges("ben", proposal, f"mm:wake:{square.match_id}:{since}:{everybody}"))
        assert "no seat" in await refused(square, presses_wake(square, "zoe"))
        assert await status(square) == "paused"
        assert await square.log() == ["pause"]


async def test_at_a_big_table_the_host_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controls, "SMALL_TABLE", 5)
    async with small_table(tmp_path) as square:
        assert "the host decides" in await refused(square, presses_sleep(square, "ben"))
        await square.says("ann", "table pause")
        assert "the host decides" in await refused(square, presses_wake(square, "ben"))
        assert await status(square) == "paused"


async def test_the_place_cannot_be_written_to(tmp_path: Path) -> None:
    async with small_table(tmp_path) as square:
        path = f"/channels/{square.thread.id}/messages"
        square.env.inject_error("POST", path, status=403, code=50001, message="Missing Access")
        answered = await presses_sleep(square, "ben")
        assert "**ann**" in answered.text
        assert await status(square) == "running"


# -- going on earlier -------------------------------------------------------------------------------------------------


async def test_all_are_awake_and_go_on(tmp_path: Path) -> None:
    async with small_table(tmp_path) as square:
        left = (await square.clocks())["clock.night"]
        await square.says("ann", "table pause", hours=1)
        await square.time(60)
        asked = await presses_wake(square, "cat")
        assert "**ann**" in asked.sentence
        (wish,) = proposals(square, "would like to go on")
        assert wish.text.startswith("**cat**")
        await square.presses("ann", "Go on now", wish)
        assert await status(square) == "paused"
        (wish,) = proposals(square, "would like to go on")
        assert "Agreed: **ann**, **cat**" in wish.text
        await square.restart(outage_s=60)
        await square.presses("ben", "Go on now", proposals(square, "would like to go on")[0])
        assert await status(square) == "running"
        assert left - 12 <= (await square.clocks())["clock.night"] <= left
        assert proposals(square, "Everybody is here")[0].labels == []
        assert (await square.log()).count("resume") == 1


async def test_all_press_the_button_of_the_board(tmp_path: Path) -> None:
    async with small_table(tmp_path) as square:
        await square.says("ann", "table pause", hours=8)
        for who in ("cat", "cat", "ben"):
            await presses_wake(square, who)
        assert len(proposals(square, "would like to go on")) == 1
        assert "goes on" in (await presses_wake(square, "ann")).sentence
        assert await status(square) == "running"
        assert "not paused" in await refused(square, presses_wake(square, "ann"))


async def test_a_wish_of_an_earlier_pause_is_no_wish_now(tmp_path: Path) -> None:
    async with small_table(tmp_path) as square:
        await square.says("ann", "table pause", hours=8)
        await presses_wake(square, "cat")
        (wish,) = proposals(square, "would like to go on")
        await square.presses("ben", "Go on now", wish)
        await square.says("ann", "table resume")
        (wish,) = proposals(square, "would like to go on")
        assert "not paused" in await refused(square, square.presses("ann", "Go on now", wish))
        await square.time(5)
        await square.says("ann", "table pause", hours=8)
        assert "moment has passed" in await refused(square, square.presses("ann", "Go on now", wish))
        assert await status(square) == "paused"


def test_five_people_fit_into_a_button() -> None:
    longest = (1 << 64) - 1
    ids = written_people([longest] * 5)
    custom_id("agree", 10**9, written(10**10), ids)
    custom_id("wake", 10**7, written(10**13), ids)
    assert int(written(longest), 36) == longest
    assert OVERNIGHT_S * 1000 < LONGEST_PAUSE_MS


# -- a real small table -----------------------------------------------------------------------------------------------


async def test_two_duelists_sleep_and_wake_by_the_buttons_they_see(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        await room.starts("ann")
        await room.time(5)
        left = (await room.clocks())["clock.turn"]
        mine = await room.presses("ann", "My seat")
        asked = await room.presses("ann", "Pause", (await room.presses("ann", "More …", mine.seen)).seen)
        assert "**ben**" in asked.sentence
        await room.time(2)
        await room.presses("ben", "Agree", proposals(room)[0])
        assert await status(room) == "paused"
        await room.time(2)
        assert "The clock stands still" in room.board.text
        for who in ("ben", "ann"):
            rare = (await room.presses(who, "More …", (await room.presses(who, "My seat")).seen)).seen
            assert rare.labels == ["Notes …", "Leave …"]
        await room.time(10 * HOUR)
        assert await status(room) == "running"
        assert left - 6 <= (await room.clocks())["clock.turn"] <= left
        assert await room.log() == ["pause", "resume"]


async def test_a_duel_against_the_computer_sleeps_at_once(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, computer=True) as room:
        await room.begin()
        mine = await room.presses("ann", "My seat")
        rare = await room.presses("ann", "More …", mine.seen)
        assert "Good night" in (await room.presses("ann", "Pause", rare.seen)).sentence
        assert await status(room) == "paused"
        journal = await room.journal()
        await room.restart(outage_s=HOUR)
        await room.time(60)
        assert await room.journal() == journal


async def test_an_old_proposal_pauses_nothing_after_the_table_has_gone_on(tmp_path: Path) -> None:
    async with small_table(tmp_path, people=2) as square:
        await presses_sleep(square, "ann")
        await presses_sleep(square, "ben")
        assert (await square.awake()).row.status == "paused"
        await presses_wake(square, "ann")
        await presses_wake(square, "ben")
        assert (await square.awake()).row.status == "running"
        await square.time(60)
        await refused(square, square.presses("ben", "Agree", proposals(square)[0]))
        assert (await square.awake()).row.status == "running"


async def test_a_proposal_that_nobody_could_see_was_not_made(tmp_path: Path) -> None:
    async with small_table(tmp_path, people=2) as square:
        real = square.mirror.courier.post

        async def fail(*_: Any) -> int:
            raise Undeliverable("503 for a while")

        square.mirror.courier.post = fail  # type: ignore[method-assign]
        await presses_sleep(square, "ann")
        square.mirror.courier.post = real  # type: ignore[method-assign]
        assert proposals(square) == []
        await presses_sleep(square, "ann")
        assert len(proposals(square)) == 1
