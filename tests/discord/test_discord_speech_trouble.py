"""Speech and doors at a whole table when something goes wrong, or somebody looks for a way around them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from rooms.any_game import Seen, refused
from rooms.village import Square, village_square
from tavern import SLEEPS, door, hooks, open_rows, sends_to_sleep, speaks, spoken, tavern

from bot.trouble import StoreTrouble
from bot.ui.silence.webhooks import WEBHOOK


async def ends(square: Square) -> None:
    asked = await square.says("ann", "table end")
    await square.presses("ann", "End the game", asked.seen)


async def direct_speak(square: Square, who: str) -> tuple[Seen, str]:
    """A message in this person's direct messages with the button that opens the form."""
    slur = f"mm:slur:{square.match_id}"
    shown = square.messages(square.dm(who))[-1]
    return shown, slur


async def test_a_door_that_stays_shut_at_the_end_is_tried_again(tmp_path: Path) -> None:
    async with tavern(tmp_path, silence="asleep") as square:
        await sends_to_sleep(square, "dan")
        square.env.inject_error("DELETE", f"/channels/{square.room.id}/permissions/*", status=503, times=None)
        await ends(square)
        await square.time(60)
        assert door(square, "dan") == SLEEPS
        square.env.backend.faults.clear()
        before = len(square.texts())
        await square.time(700)
        assert door(square, "dan") is None
        assert await square.to_undo() == []
        assert len(square.texts()) == before, "nothing is said twice"
        sent = len(square.env.http_requests)
        await square.time(3000)
        assert len(square.env.http_requests) == sent, "and then it is over"


async def test_also_when_a_start_in_between_could_not_open_it_either(tmp_path: Path) -> None:
    async with tavern(tmp_path, silence="asleep") as square:
        await sends_to_sleep(square, "dan")
        square.env.inject_error(
            "DELETE", f"/channels/{square.room.id}/permissions/*", status=403, code=50013, times=None
        )
        await ends(square)
        await square.time(5)
        await square.restart()
        await square.time(60)
        assert door(square, "dan") == SLEEPS
        square.env.backend.faults.clear()
        await square.time(700)
        assert door(square, "dan") is None
        assert await square.to_undo() == []


async def test_the_form_is_no_way_around_a_ban_or_a_time_out(tmp_path: Path) -> None:
    async with tavern(tmp_path) as square:
        shown, slur = await direct_speak(square, "fay")
        member = square.env.backend.guilds[square.guild.id].members[square.actor("fay").user.id]
        member.nick = "Lady Fay"
        first = await square.writes("fay", await square.forges("fay", shown, slur), "From my cellar!")
        assert "more or less" in first.text
        (said,) = spoken(square)
        assert said.json["username"] == "Lady Fay", "as everybody there knows her"
        member.timed_out_until = (square.env.now() + timedelta(hours=1)).isoformat()
        await square.time(4)
        timed_out = await square.writes("fay", await square.forges("fay", shown, slur), "Timed out!")
        assert "cannot speak just now" in timed_out.text
        member.timed_out_until = None
        square.guild.remove_member(square.actor("fay"))
        await square.time(4)
        gone = await square.writes("fay", await square.forges("fay", shown, slur), "Thrown out!")
        assert "cannot speak just now" in gone.text
        assert len(spoken(square)) == 1


async def test_nobody_speaks_as_the_mirror(tmp_path: Path) -> None:
    async with tavern(tmp_path) as square:
        member = square.env.backend.guilds[square.guild.id].members[square.actor("fay").user.id]
        member.nick = "magic·MIRROR "
        await speaks(square, "The game is over.")
        assert spoken(square) == []
        assert "(slurring)" in square.texts()[-1]


async def test_a_sentence_that_outlives_the_game_leaves_no_webhook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tavern(tmp_path) as square:
        say = square.mirror.borrowed.say

        async def late(*sentence: Any) -> bool:
            await square.mirror.hosting.end(square.match_id, square.actor("ann").user.id)
            while await square.mirror.archive.live_in(square.thread.id):
                pass
            await square.mirror.undo.undo_all(square.match_id)
            return await say(*sentence)

        monkeypatch.setattr(square.mirror.borrowed, "say", late)
        await speaks(square, "One more!")
        await square.time(3)
        assert len(spoken(square)) == 1
        assert hooks(square) == []
        assert await square.to_undo() == []


async def test_with_a_full_disk_there_is_no_webhook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with tavern(tmp_path) as square:
        square.expected_in_log.add("no_borrowed_voice")

        async def full(**row: Any) -> int:
            raise StoreTrouble("disk full")

        monkeypatch.setattr(square.mirror.borrowed._book, "add", full)
        await speaks(square, "So I said nothing.")
        assert hooks(square) == []
        assert "(slurring)" in square.texts()[-1]
        assert await open_rows(square, WEBHOOK) == 0


async def test_with_a_full_disk_no_door_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with tavern(tmp_path, silence="asleep") as square:
        book = square.mirror.overwrites._book
        add = book.add

        async def full(**row: Any) -> int:
            raise StoreTrouble("disk full")

        monkeypatch.setattr(book, "add", full)
        await sends_to_sleep(square, "dan")
        assert door(square, "dan") is None
        assert "dan" in square.texts()[-1], "the table goes on"
        monkeypatch.setattr(book, "add", add)
        await square.time(25)
        assert door(square, "dan") == SLEEPS


async def test_whoever_falls_asleep_reads_it_before_the_door_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The spell lands while private messages are still on their way."""
    async with tavern(tmp_path, silence="asleep") as square:
        sender = square.mirror.seat_sender
        tell = sender.tell
        cast: list[bool] = []

        async def slow(*told: Any) -> None:
            if not cast:
                cast.append(True)
                awake = await square.awake()
                (question,) = [one for one in awake.match.open_for(2) if one.key == "day.cast_sleep"]
                await square.mirror.service.answer(awake.id, 2, awake.match.checkpoint, question.number, 4)
            await tell(*told)

        monkeypatch.setattr(sender, "has_nothing_for", lambda *_: False)
        monkeypatch.setattr(sender, "tell", slow)
        before = len(square.env.http_requests)
        await square.run(lambda: _poke(square))
        await square.time(10)
        assert door(square, "dan") == SLEEPS
        sent = square.env.http_requests[before:]
        closed = next(place for place, one in enumerate(sent) if "/permissions/" in one.path)
        said = [place for place, one in enumerate(sent) if one.method == "POST" and str(square.thread.id) in one.path]
        assert said, [one.path for one in sent]
        assert said[0] < closed


async def _poke(square: Square) -> None:
    square.mirror.stage.schedule(square.match_id)


async def test_a_toad_croaks_no_more_when_the_game_is_paused_or_over(tmp_path: Path) -> None:
    async with village_square(tmp_path, cat="warlock", ann="murderer") as square:
        await square.begin()
        await square.introduce_all()
        for name in ("ann", "cat"):
            await square.answers(name, "night.victim", "gus")
        await square.answers("cat", "night.toad", "hal")
        await square.until("day")
        croak = f"mm:croak:{square.match_id}"
        old = square.find(square.thread, croak, "prompter")
        await square.says("ann", "table pause")
        await square.time(3)
        assert "paused" in await refused(square, square.forges("hal", old, croak))
        await square.says("ann", "table resume")
        await square.time(3)
        await ends(square)
        await square.time(3)
        assert "over" in await refused(square, square.forges("hal", old, croak))
        noise = f"mm:noise:{square.match_id}"
        assert "over" in await refused(square, square.forges("hal", old, noise, ["chorus"]))


async def test_only_who_manages_the_server_switches_the_silence(tmp_path: Path) -> None:
    async with tavern(tmp_path) as square:
        shown = square.board
        assert await refused(square, square.forges("gus", shown, "mm:silence:strict"))
        role = square.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        square.newcomer("mona", roles=[role])
        assert await refused(square, square.forges("mona", shown, "mm:silence:everything"))
        assert (await square.mirror.settings.read(square.guild.id)).silence == "delete"
