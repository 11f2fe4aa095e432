"""Nobody answers any more: one question in public, and then silence until somebody presses a button, or the end."""

from __future__ import annotations

from pathlib import Path

from rooms.any_game import refused
from rooms.name_duel import name_duel_room
from rooms.village import Square, village_square

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}
QUICK = {"night_seconds": 20, "healing_seconds": 5, "huntsman_seconds": 5, "day_seconds": 60, "warning_seconds": 5}
MINUTE_S, HOUR_S = 60, 60 * 60
ROUNDS = 2


def sounds(square: Square) -> dict[str, int]:
    """How many messages everybody has got so far; `public` for those where the game is played."""
    return {"public": len(square.texts()), **{name: len(square.texts(square.dm(name))) for name in square.people}}


def questions(square: Square) -> list[str]:
    return [text for text in square.texts() if "Is anybody there?" in text]


async def until_it_sleeps(square: Square) -> None:
    """Nobody does anything from the first night on."""
    await square.introduce_all()
    for _ in range(100):
        if (await square.awake()).row.status == "paused":
            return
        await square.time(10)
    raise AssertionError("it plays on")


async def falls_asleep(square: Square) -> None:
    """It is asked whether anybody is there; the server gives them an hour."""
    square._actors["boss"] = square.guild.add_member(square.guild.owner)
    await square.begin()
    shown = await square.says("boss", "settings deserted", hours=1)
    assert "A game at which nobody answers is ended after 1 hour." in shown.text
    await until_it_sleeps(square)
    await square.time(5)
    assert len(questions(square)) == 1


async def test_nine_silent_people_are_left_in_peace(tmp_path: Path) -> None:
    """A role, and a panel for each of two nights: that is all anybody gets."""
    async with village_square(tmp_path, options=QUICK, **VILLAGE) as square:
        square.newcomer("zoe")
        await falls_asleep(square)
        asleep = sounds(square)
        assert all(asleep[name] <= 1 + ROUNDS for name in square.people), asleep
        assert "No clock is running" in square.board.text
        assert not any("to be away" in text for text in square.texts())
        await square.time(HOUR_S - MINUTE_S)
        assert sounds(square) == asleep
        assert "no seat" in await refused(square, square.presses("zoe", "I am here"))
        assert "The game is asleep" in (await square.says("zoe", "table status")).text
        asleep = sounds(square)
        await square.time(2 * MINUTE_S)
        assert await square.is_over()
        assert sounds(square) == {**asleep, "public": asleep["public"] + 1}
        assert "### The game is over\nNobody answered any more." in square.texts()[-1]
        assert "No clock is running" not in square.texts()[-1]
        assert "Night" not in square.texts()[-1], "nothing is open any more"
        assert not square.is_locked()
        await square.time(10 * MINUTE_S)
        assert sounds(square) == {**asleep, "public": asleep["public"] + 1}
        shown = await square.says("zoe", "table status", table=square.match_id)
        assert "nobody was there any more" in shown.text


async def test_a_restart_says_nothing_and_then_somebody_comes(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUICK, **VILLAGE) as square:
        await falls_asleep(square)
        asleep = sounds(square)
        for outage_s in (0, 2 * HOUR_S):
            await square.restart(outage_s=outage_s)
            await square.time(2 * MINUTE_S)
            assert sounds(square) == asleep
        here = await square.presses("gus", "I am here")
        assert here.sentence == "Good to have you back. The game goes on with the time that was left."
        await square.time(5)
        assert "The game goes on, with the time that was left." in square.public()
        assert "I am here" not in square.board.labels
        await square.until("night")
        await square.panel("eve", "night.suspect")


async def test_killed_before_anybody_was_asked(tmp_path: Path) -> None:
    """The table sleeps, and the next process asks, once. Whoever presses any button is there."""
    async with village_square(tmp_path, options=QUICK, **VILLAGE) as square:
        await square.begin()
        stage, watchers = square.mirror.stage, square.mirror.service.watchers
        untold = ("deserted", "ran_out")
        watchers[watchers.index(stage.watch)] = lambda told: None if told.kind in untold else stage.watch(told)
        await until_it_sleeps(square)
        assert questions(square) == []
        for _ in range(2):
            await square.restart()
            await square.time(30)
            assert len(questions(square)) == 1
        assert "## Sheriff" in (await square.presses("ben", "My seat")).text
        assert (await square.awake()).row.status == "running"


async def test_what_nobody_came_for_is_not_sent_at_the_end(tmp_path: Path) -> None:
    """In a game of turns it was somebody's turn when all fell asleep: their hand is not sent any more."""
    async with name_duel_room(tmp_path, options={"turn_seconds": 10, "reaction_seconds": 5}) as room:
        await room.begin()
        await room.run(lambda: room.mirror.settings.change(room.guild.id, deserted_hours=1))
        for _ in range(100):
            if (await room.awake()).row.status == "paused":
                break
            await room.time(5)
        await room.time(5)
        assert [text for text in room.texts() if "Is anybody there?" in text] == [room.board.text]
        waiting = [name for name in room.people if await room.asked(name)]
        assert waiting
        asleep = {name: len(room.texts(room.dm(name))) for name in room.people}
        public = len(room.texts())
        await room.time(HOUR_S + MINUTE_S)
        assert await room.is_over()
        assert {name: len(room.texts(room.dm(name))) for name in room.people} == asleep
        assert len(room.texts()) == public + 1
