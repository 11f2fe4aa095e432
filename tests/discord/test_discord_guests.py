"""Guests: whoever has no seat is silent in the thread of the game, is told so once, and is never read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
from rooms.any_game import Room
from rooms.village import Square, village_square

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "esmeralda"}
QUIET = {"quiet_guests": True}
SECRET = "ben is the sheriff"


async def says(room: Room, who: str, words: str, place: Any = None) -> bool:
    """Say something in the thread; whether it still stands a moment later."""
    place = place or room.thread
    message = await room.actor(who).send(place, words)
    await room.time(2)
    return message.id in room.env.backend.messages[place.id]


async def first_day(square: Square) -> None:
    square.newcomer("zoe")
    await square.begin()


async def test_a_guest_is_silent_and_is_told_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUIET, **VILLAGE) as square:
        await first_day(square)
        assert await says(square, "eve", "Good morning"), "who plays may speak"
        assert not await says(square, "zoe", SECRET)
        notice = square.texts()[-1]
        assert "zoe" in notice
        assert "welcome to watch" in notice
        assert "sheriff" not in notice
        assert not await says(square, "zoe", SECRET)
        assert square.texts()[-1] == notice, "not told twice"
        await square.time(10)
        assert notice not in square.texts(), "the notice goes by itself"
        who = await square.says("ann", "table who")
        (in_words,) = who.seen.controls
        assert "Guests: I remove" in (await square.clicks("ann", who.seen, in_words)).text
        assert not any(SECRET in str(line) for line in square.logs)


async def test_a_guest_the_bot_has_written_to_before_is_told_in_private(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUIET, **VILLAGE) as square:
        await first_day(square)
        zoe = square.actor("zoe").user
        await square.run(lambda: square.mirror.memory.remember(zoe.id, zoe.dm_channel.id))
        before = square.texts()
        assert not await says(square, "zoe", SECRET)
        assert square.texts() == before
        assert "away, unread" in square.dm_text("zoe")
        assert not await says(square, "zoe", SECRET)
        assert square.dm_text("zoe").count("unread") == 1


async def test_a_guest_who_takes_no_messages_is_told_in_the_thread(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUIET, **VILLAGE) as square:
        await first_day(square)
        zoe = square.actor("zoe").user
        await square.run(lambda: square.mirror.memory.remember(zoe.id, zoe.dm_channel.id))
        await square.run(lambda: square.mirror.memory.closed(zoe.id))
        assert not await says(square, "zoe", SECRET)
        assert "zoe" in square.texts()[-1]


async def test_a_crowd_of_guests_gets_one_notice(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUIET, **VILLAGE) as square:
        await first_day(square)
        crowd = ["zoe", *(square.newcomer(f"guest{number}") and f"guest{number}" for number in range(4))]
        before = len(square.texts())
        for one in crowd:
            assert not await says(square, one, "Hello!")
        assert len(square.texts()) == before + 1


async def test_a_guest_may_not_slip_words_into_an_old_message(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUIET, **VILLAGE) as square:
        await first_day(square)
        await square.says("ann", "table pause")
        message = await square.actor("zoe").send(square.thread, "Hm.")
        await square.says("ann", "table resume")
        await square.time(2)
        assert message.id in square.env.backend.messages[square.thread.id]
        await square.actor("zoe").edit(message, SECRET)
        await square.time(2)
        assert message.id not in square.env.backend.messages[square.thread.id]


async def test_everybody_may_speak_while_the_game_pauses_and_when_it_is_over(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUIET, **VILLAGE) as square:
        await first_day(square)
        await square.says("ann", "table pause")
        assert await says(square, "zoe", "A break?")
        await square.says("ann", "table resume")
        assert not await says(square, "zoe", "No break.")
        await square.run(lambda: square.mirror.hosting.end(square.match_id, square.actor("ann").user.id))
        await square.time(5)
        assert await says(square, "zoe", "What a game!")


async def test_those_who_keep_order_in_the_place_may_speak(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUIET, **VILLAGE) as square:
        await first_day(square)
        keeper = square.guild.create_role("keeper", permissions=discord.Permissions(manage_messages=True))
        square.newcomer("wanda", roles=[keeper])
        assert await says(square, "wanda", "Stop that, please.")


async def test_in_a_shared_channel_guests_are_never_silenced(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUIET, **VILLAGE) as square:
        guild_id = square.guild.id
        await square.run(lambda: square.mirror.settings.change(guild_id, use_threads=False))
        await first_day(square)
        assert (await square.awake()).row.thread_id == square.room.id
        assert await says(square, "zoe", "I only talk here", square.room)


async def test_a_game_from_before_lets_its_guests_talk(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await first_day(square)
        assert await says(square, "zoe", "Hello")


async def test_without_the_permission_the_message_stays_and_nothing_is_said(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=QUIET, **VILLAGE) as square:
        await first_day(square)
        square.env.inject_error(
            "DELETE", f"/channels/{square.thread.id}/messages/*", status=403, code=50013, times=None
        )
        before = len(square.texts())
        assert await says(square, "zoe", "Hello")
        assert len(square.texts()) == before + 1, "the message of zoe alone"
