"""Who may speak: the thread is shut by night, the dead, the mute and the toads are silenced, nothing stays behind."""

from __future__ import annotations

from pathlib import Path

from rooms.village import Square, village_square

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "esmeralda"}


async def says(square: Square, who: str, words: str) -> bool:
    """Say something in the thread; whether it still stands a moment later."""
    message = await square.actor(who).send(square.thread, words)
    await square.time(2)
    return message.id in square.env.backend.messages[square.thread.id]


async def morning(square: Square) -> None:
    """Gus is dead, hal a toad, ida mute; all the others live."""
    await square.begin()
    await square.introduce_all()
    await square.answers("ann", "night.victim", "gus")
    await square.answers("cat", "night.victim", "gus")
    await square.answers("cat", "night.toad", "hal")
    await square.answers("ben", "night.mute", "ida")
    await square.until("day")


async def test_the_thread_is_shut_at_night_and_opened_at_dawn(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        assert not square.is_locked()
        await square.introduce_all()
        assert square.is_locked()
        (row,) = await square.to_undo()
        assert row.channel_id == square.thread.id
        assert row.previous == {"locked": False}
        await square.until("day")
        assert not square.is_locked()
        assert await square.to_undo() == []


async def test_what_was_to_be_undone_is_written_before_it_is_done(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        square.env.inject_error("PATCH", f"/channels/{square.thread.id}", status=503, times=None)
        await square.introduce_all()
        assert not square.is_locked()
        assert len(await square.to_undo()) == 1, "nobody knows whether Discord did it"
        square.env.backend.faults.clear()
        await square.until("day")
        await square.time(60)
        assert not square.is_locked()
        assert await square.to_undo() == []


async def test_the_dead_the_mute_and_the_toad_are_silenced(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await morning(square)
        assert await says(square, "eve", "Good morning!")
        for who, word in (("gus", "dead"), ("ida", "speak"), ("hal", "toad")):
            assert not await says(square, who, "It was ann!")
            notice = square.texts()[-1]
            assert who in notice
            assert word in notice
            assert "ann" not in notice, "what was written is not read, let alone repeated"
            assert not await says(square, who, "ann, I say")
        assert await says(square, "fay", "What a silence.")
        await square.time(15)
        assert not any(who in square.texts()[-1] for who in ("gus", "hal", "ida")), "the notices go by themselves"


async def test_everybody_is_silenced_by_night_and_bystanders_never(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        square.newcomer("zoe")
        await square.begin()
        assert await says(square, "gus", "Hello")
        await square.introduce_all()
        assert not await says(square, "gus", "psst")
        assert await says(square, "zoe", "psst")
        assert await _in_market(square, "gus", "buying eggs")


async def _in_market(square: Square, who: str, words: str) -> bool:
    message = await square.actor(who).send(square.room, words)
    await square.time(2)
    return message.id in square.env.backend.messages[square.room.id]


async def test_voices_come_back_at_the_end_of_the_day(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await morning(square)
        await square.until("night")
        await square.until("day")
        assert await says(square, "hal", "I was a toad!")
        assert await says(square, "ida", "And I was mute!")
        assert not await says(square, "gus", "And I am dead!")


async def test_after_the_game_everybody_speaks(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await morning(square)
        asked = await square.says("ann", "table end")
        await square.presses("ann", "End the game", asked.seen)
        await square.time(5)
        assert await square.is_over()
        for who in ("gus", "hal", "ida"):
            assert await says(square, who, "At last!")
        assert not square.is_locked()
        assert await square.to_undo() == []


async def test_a_crash_leaves_nothing_locked(tmp_path: Path) -> None:
    """The game is ended while the process that locked the thread is already dead."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        assert square.is_locked()
        asked = await square.says("ann", "table end")
        square.env.inject_error("PATCH", f"/channels/{square.thread.id}", status=503, times=None)
        await square.presses("ann", "End the game", asked.seen)
        await square.time(3)
        assert square.is_locked()
        square.env.backend.faults.clear()
        await square.restart()
        assert not square.is_locked()
        assert await square.to_undo() == []


async def test_a_moderators_lock_stays(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.run(lambda: square.mirror.get_channel(square.thread.id).edit(locked=True))  # type: ignore[union-attr]
        await square.introduce_all()
        await square.until("day")
        assert square.is_locked()
        assert await square.to_undo() == []
