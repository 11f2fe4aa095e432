"""The room of the dead: opened at the first death, closed with the game, and never a way for a secret to the living."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from rooms.any_game import PRIVATE_THREAD, takes_offered_seat
from rooms.mafia import mafia_room
from rooms.village import Square, village_square

from bot.matches.dead_rooms import DeadRooms
from bot.matches.errors import Refused
from bot.store.errors import StoreError

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff", "dan": "mad_hatter", "eve": "huntsman"}
ROOM = {"dead_room": True}
SHERIFF = "2. **ben**, Sheriff"


async def nothing(message: discord.Message) -> None:
    """The bot is not there to read it."""


async def first_death(square: Square, *, victim: str = "gus") -> None:
    await square.begin()
    await square.introduce_all()
    await square.night(ann=victim, cat=victim)
    await square.time(5)


async def test_the_dead_talk_among_themselves_until_the_game_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with village_square(tmp_path, options=ROOM, **VILLAGE) as square:
        players = square.guild.create_role("players", mentionable=True)
        await square.begin()
        await square.introduce_all()
        assert square.dead_rooms == []
        await square.night(ann="gus", cat="gus")
        await square.time(5)
        (room,) = square.dead_rooms
        assert square.inside(room) == {"gus"}
        (first,) = square.messages(room)
        assert "I let you into a private thread for the dead" in square.dm_text("gus")
        assert "private thread" not in square.dm_text("ida")
        assert SHERIFF in first.text
        assert "<@" not in first.text, "a mention would add"
        assert first.controls == []
        made = [one.json for one in square.env.http_requests if one.path.endswith("/threads")]
        assert [one["invitable"] for one in made if one["type"] == PRIVATE_THREAD] == [False]
        word = await square.actor("gus").send(room, "Well, well.")
        await square.time(2)
        assert word.id in square.env.backend.messages[room.id], "nobody is silenced there"
        ida = square.actor("ida").user
        for mention in (
            lambda: square.actor("gus").send(room, f"Who would have thought it, <@{ida.id}>?"),
            lambda: square.actor("gus").edit(word, f"Well, well, <@{ida.id}>."),
            lambda: square.actor("gus").send(room, f"And all of us, <@&{players.id}>!"),
        ):
            square.env.backend.channels[room.id].thread_members[ida.id] = "as a moderator's mention does"
            await mention()
            await square.time(2)
            assert square.inside(room) == {"gus"}, "who is mentioned is sent out again"
        with monkeypatch.context() as asleep:
            asleep.setattr(DeadRooms, "outsiders", cannot_be_woken)
            square.env.backend.channels[room.id].thread_members[ida.id] = "as a moderator's mention does"
            await square.actor("gus").send(room, f"All of us, <@&{players.id}>, and <@{ida.id}>!")
            await square.time(2)
        assert square.inside(room) == {"gus"}, "she is known by her name"
        with monkeypatch.context() as away:
            away.setattr(square.mirror.mentions, "on_message", nothing)
            square.env.backend.channels[room.id].thread_members[ida.id] = "as a moderator's mention does"
            await square.actor("gus").send(room, f"<@{ida.id}>, are you there?")
        assert square.inside(room) == {"gus", "ida"}
        await square.restart(outage_s=600)
        assert square.inside(room) == {"gus"}, "what was written while the bot was away is looked at when it is back"
        assert "Ignoring exception" not in caplog.text
        await square.burns("hal", by="fay")
        await square.time(5)
        assert square.inside(room) == {"gus", "hal"}
        assert SHERIFF in square.messages(room)[0].text
        assert SHERIFF not in square.public()
        await square.run(lambda: square.mirror.hosting.end(square.match_id, 0))
        await square.time(10)
        last = square.messages(room)[-1].text
        end = square.messages(square.thread)[-1]
        assert f"/{square.thread.id}/{end.id}" in last
        closed = square.env.backend.channels[room.id].thread_metadata
        assert (closed.archived, closed.locked) == (True, True)


async def cannot_be_woken(*_: object) -> None:
    raise Refused("not_readable")


async def test_nobody_comes_in_before_the_last_shot(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=ROOM | {"huntsman_seconds": 60}, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.night()
        await square.burns("eve", by="fay")
        await square.time(5)
        assert await square.asked("eve") == ["huntsman.shot"]
        assert square.dead_rooms == [], "the burned one still chooses"
        shot = f"mm:os:{await square.occasion('huntsman.shot')}"
        await square.chooses("eve", square.find(square.thread, shot, "prompter"), shot, "6")
        await square.time(8)
        (room,) = square.dead_rooms
        assert square.inside(room) == {"eve", "fay"}


async def test_what_not_every_member_knows_does_not_stand_there(tmp_path: Path) -> None:
    """Where the dead do not see all, a Rumplestiltskin alone in the room reads who their mates are; before a villager
    comes in, that is gone."""
    async with village_square(tmp_path, options=ROOM | {"dead_watch": False}, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.night()
        await square.burns("ann", by="fay")
        await square.time(5)
        (room,) = square.dead_rooms
        (first,) = square.messages(room)
        assert "3. **cat**, Rumplestiltskin" in first.text
        assert SHERIFF not in first.text
        await square.until("night")
        await square.night(cat="gus")
        await square.time(5)
        assert square.inside(room) == {"ann", "gus"}
        (first,) = square.messages(room)
        assert "3. **cat**" in first.text
        assert "3. **cat**, Rumplestiltskin" not in first.text


async def test_where_one_who_plays_could_read_it_the_cards_stand_under_my_seat_alone(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=ROOM, **VILLAGE) as square:
        warden = square.guild.create_role("warden", permissions=discord.Permissions(manage_threads=True))
        person = (square.guild.id, square.actor("ida").user.id, warden.id)
        square.env.backend.add_member_role(*person)
        await first_death(square)
        (room,) = square.dead_rooms
        (first,) = square.messages(room)
        assert "could read this room" in first.text
        assert "Sheriff" not in first.text
        assert "ida" not in first.text
        assert "Sheriff" in (await square.presses("gus", "My seat")).text
        square.env.backend.remove_member_role(*person)
        await square.run(lambda: square.mirror.http.delete_message(room.id, first.id))
        await square.burns("hal", by="fay")
        await square.until("night")
        await square.time(5)
        assert SHERIFF in square.messages(room)[0].text, "nobody who plays could read it any more"


async def test_the_dead_never_play_again_and_a_bystander_may(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=ROOM, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        await first_death(square)
        (room,) = square.dead_rooms
        await square.presses("gus", "Leave the game", (await square.says("gus", "leave")).seen)
        await square.time(5)
        assert square.inside(room) == set(), "whoever leaves the game leaves the room"
        assert "cannot take a seat" in (await square.says("ann", "table standby", person=square.actor("gus"))).text
        assert "cannot take a seat" not in (await square.says("ann", "table standby", person=zoe)).text


async def test_whoever_could_read_the_room_takes_no_seat(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=ROOM, **VILLAGE) as square:
        warden = square.guild.create_role("warden", permissions=discord.Permissions(manage_threads=True))
        zoe, yul = square.newcomer("zoe", roles=[warden]), square.newcomer("yul")
        await first_death(square)
        assert SHERIFF in square.messages(square.dead_rooms[0])[0].text
        assert "can read the room" in (await square.says("ann", "table standby", person=zoe)).text
        asked = await square.says("ann", "table substitute", player="6", person=zoe)
        assert "can read the room" in (await square.presses("ann", "Offer the seat", asked.seen)).text
        assert (await square.awake()).seats[6].user_id == square.actor("fay").user.id
        asked = await square.says("ann", "table substitute", player="6", person=yul)
        await square.presses("ann", "Offer the seat", asked.seen)
        await takes_offered_seat(square, "yul")
        assert (await square.awake()).seats[6].user_id == yul.user.id


async def test_whoever_stood_by_before_goes_off_the_list(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=ROOM, **VILLAGE) as square:
        warden = square.guild.create_role("warden", permissions=discord.Permissions(manage_threads=True))
        zoe = square.newcomer("zoe", roles=[warden])
        await square.begin()
        assert "I have asked zoe" in (await square.says("ann", "table standby", person=zoe)).text
        await square.introduce_all()
        await square.night(ann="gus", cat="gus")
        await square.time(5)
        assert square.dead_rooms
        assert "no longer" in (await square.says("ann", "table standby", person=zoe)).text


async def test_no_rewind_brings_somebody_back_from_the_room(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=ROOM, **VILLAGE) as square:
        await first_death(square)
        assert square.inside(square.dead_rooms[0]) == {"gus"}
        journal = await square.journal()
        page = await square.says("ann", "table rewind")
        menu = f"mm:moment:{square.match_id}:1"
        asked = await square.chooses("ann", page.seen, menu, page.seen.offered(menu)[0])
        for label in ("Turn back time", "Force it in spite of secrets"):
            told = await square.presses("ann", label, asked.seen)
            assert "has been in the room of the dead" in told.sentence
        assert await square.journal() == journal
        assert "gus" not in await square.alive()


@pytest.mark.parametrize("cut", ["thread", "greeting", "entering"])
async def test_a_process_that_dies_in_between_makes_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: str
) -> None:
    """After Discord has made the thread, after it has the greeting, after it has let somebody in."""
    async with village_square(tmp_path, options=ROOM, **VILLAGE) as square:
        write, note = DeadRooms.write, DeadRooms.note_entered

        async def cut_off(rooms: DeadRooms, row: Any) -> Any:
            reached = row.message_id if cut == "greeting" else row.thread_id if cut == "thread" else None
            if reached is not None:
                raise StoreError("the process is about to die")
            return await write(rooms, row)

        async def not_noted(rooms: DeadRooms, *_: Any, **__: Any) -> None:
            if cut == "entering":
                raise StoreError("the process is about to die")
            await note(rooms, *_, **__)

        monkeypatch.setattr(DeadRooms, "write", cut_off)
        monkeypatch.setattr(DeadRooms, "note_entered", not_noted)
        await first_death(square)
        assert len(square.dead_rooms) == 1
        monkeypatch.undo()
        await square.restart()
        await square.time(30)
        (room,) = square.dead_rooms
        assert square.inside(room) == {"gus"}
        (first,) = square.messages(room)
        assert SHERIFF in first.text


async def test_a_process_that_dies_while_it_closes_the_room_says_goodbye_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, options=ROOM, **VILLAGE) as square:
        await first_death(square)
        write = DeadRooms.write

        async def cut_off(rooms: DeadRooms, room: Any) -> Any:
            if room.state == "closed":
                raise StoreError("the process is about to die")
            return await write(rooms, room)

        monkeypatch.setattr(DeadRooms, "write", cut_off)
        await square.run(lambda: square.mirror.hosting.end(square.match_id, 0))
        await square.time(5)
        monkeypatch.undo()
        await square.restart()
        await square.time(20)
        (room,) = square.dead_rooms
        assert [text for text in square.texts(room) if "The game is over" in text] == [square.texts(room)[-1]]
        assert square.env.backend.channels[room.id].thread_metadata.archived
        known = await square.mirror.dead_rooms.of(square.match_id)
        assert known is not None
        assert known.state == "closed"


async def test_a_deleted_room_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    async with village_square(tmp_path, options=ROOM, **VILLAGE) as square:
        await first_death(square)
        (room,) = square.dead_rooms
        await square.run(lambda: square.mirror.http.delete_channel(room.id))
        await square.burns("hal", by="fay")
        await square.until("night")
        await square.night(ann="ida", cat="ida")
        await square.time(10)
        assert square.dead_rooms == []
        assert square.public().count("The room of the dead has been deleted") == 1
        assert await square.phase() == "day"


async def test_without_the_permission_the_table_is_told_and_repair_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, options=ROOM, **VILLAGE) as square:
        path = f"/channels/{square.room.id}/threads"
        await square.begin()
        square.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions", times=None)
        await square.introduce_all()
        await square.night(ann="gus", cat="gus")
        await square.time(10)
        assert square.dead_rooms == []
        assert square.public().count("no room of their own") == 1
        assert await square.phase() == "day"
        square.env.backend.faults.clear()
        await square.says("ann", "table repair")
        await square.time(10)
        (room,) = square.dead_rooms
        assert square.inside(room) == {"gus"}


async def test_the_voted_out_of_a_club_come_in_after_their_final_words(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, options=ROOM, ann="don", ben="sheriff") as mafia:
        await mafia.begin()
        await mafia.speeches(ann="cat", ben="dan")
        for _ in range(2):
            await mafia.hands(*(name for name in mafia.people if name not in ("cat", "dan")))
            await mafia.time(20)
        assert await mafia.phase() == "final"
        assert mafia.dead_rooms == [], "cat still speaks"
        await mafia.floors("final")
        await mafia.until("night")
        (room,) = mafia.dead_rooms
        assert mafia.inside(room) == {"cat"}
        assert SHERIFF in mafia.messages(room)[0].text
