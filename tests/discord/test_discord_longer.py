"""More time on Discord: asked for once, and a minute given by anybody with one press."""

from __future__ import annotations

from pathlib import Path

from rooms.name_duel import name_duel_room
from rooms.village import village_square


async def test_who_needs_longer_says_so_once_and_the_words_are_true(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, options={"reaction_seconds": 30}, ann=["noggin"]) as room:
        await room.begin()
        assert "at least a minute" in (await room.says("ben", "longer", time="on")).sentence
        await room.restart()
        await room.starts("ann")
        await room.acts("ann", "duel.play", "noggin")
        await room.acts("ann", "duel.guess", await room.wrong_name("ben"))
        assert (await room.clocks())["clock.reaction"] == 60
        ends_s = room.now_ms() // 1000 + 60
        await room.time(3)
        assert f"Time to react ends <t:{ends_s}:R>" in room.public()
        assert "30 seconds" not in room.public()
        assert "longer" not in room.public()
        assert "usual clocks" in (await room.says("ben", "longer", time="off")).sentence


async def test_a_minute_for_whose_turn_it_is_and_everybody_reads_who_gave_it(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["flippy"]) as room:
        room.newcomer("zoe")
        await room.begin()
        await room.starts("ann")
        await room.time(3)
        left = (await room.clocks())["clock.turn"]
        assert "no seat at this table" in (await room.presses("zoe", "+1 minute")).sentence
        told = await room.presses("ben", "+1 minute")
        assert "a minute more" in told.sentence
        assert (await room.clocks())["clock.turn"] == left + 60
        await room.time(3)
        assert "**ben** gives a minute more" in room.public()


async def test_no_button_where_a_minute_is_nothing_or_time_is_fixed(tmp_path: Path) -> None:
    for place, options in enumerate(({"turn_seconds": 86400}, {"may_be_longer": False})):
        (folder := tmp_path / str(place)).mkdir()
        async with name_duel_room(folder, options=options) as room:
            await room.begin()
            await room.starts("ann")
            await room.time(3)
            assert not [label for label in room.board.labels if "minute" in label]


async def test_a_village_names_nobody(tmp_path: Path) -> None:
    async with village_square(tmp_path, ann="murderer") as square:
        await square.begin()
        await square.introduce_all()
        assert "+1 minute" in square.board.labels
