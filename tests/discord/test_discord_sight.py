"""What is played in a channel is told only to who can see that channel; and whoever is meant is found by identity."""

from __future__ import annotations

from pathlib import Path

import discord
import simcord
from language.any_game import NAMES
from rooms.any_game import refused
from rooms.name_duel import NameDuelRoom, name_duel_room
from rooms.village import Square, village_square

VILLAGE = {"ann": "murderer", "ben": "sheriff"}
NO_GAME = "I have no game with this number for you"
"""What `/recap` says of a game that is not theirs to see, and of one that was deleted or never was."""

NO_GAME = "I have no game with this number for you"
"""The same of one that was deleted, one that never was and one that is not theirs to see."""


def in_a_hidden_room(square: Square, *hidden_from: simcord.MemberActor) -> None:
    """The next match is played where these people cannot look."""
    closed = discord.PermissionOverwrite(view_channel=False)
    square.room = square.guild.create_text_channel("chamber", overwrites=dict.fromkeys(hidden_from, closed))


async def test_a_stranger_learns_nothing_of_a_table_in_a_channel_they_cannot_see(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        square.newcomer("yan")
        market = square.room
        in_a_hidden_room(square, zoe)
        await square.begin()
        await square.introduce_all()
        number = square.match_id
        for command in ("table status", "table pause", "table who", "recap", "mafia_protocol"):
            told = await refused(square, square.says("zoe", command, market, table=number))
            assert told.startswith(NO_GAME if command == "recap" else "There is no such table"), command
            nothing = await refused(square, square.says("zoe", command, market, table=number + 1))
            assert nothing == told, "a table one cannot see is like one that there is not"
        assert await zoe.autocomplete(market, "table kick", "player", "", table=number) == []
        for forged in (f"story:{number}:0", f"t:{number}", f"take:{number}:2"):
            on = (await square.says("zoe", "help", market)).seen
            told = (await square.forges("zoe", on, f"mm:{forged}")).sentence
            assert not any(name in told for name in NAMES), forged

        seen = await square.says("yan", "table status", market, table=number)
        assert seen.text.startswith("## Rumplestiltskin!"), "who could look into the channel may ask from elsewhere"
        own = await square.says("ben", "table status", market, table=number)
        assert own.text.startswith("## Rumplestiltskin!")


async def in_a_private_thread(room: NameDuelRoom, keeper: simcord.MemberActor) -> None:
    """The next match is played in a thread for those alone who are asked in, and who keeps threads."""
    keeps = discord.PermissionOverwrite(manage_threads=True)
    outside = room.guild.create_text_channel("outside", overwrites={keeper: keeps})
    channel = room.mirror.get_channel(outside.id)
    assert isinstance(channel, discord.TextChannel)
    await room.run(lambda: channel.create_thread(name="nook", type=discord.ChannelType.private_thread))
    (room.room,) = outside.threads


async def test_a_game_in_a_private_thread_is_not_told_to_who_sees_its_channel_alone(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        room.newcomer("zoe")
        market = room.room
        await in_a_private_thread(room, room.newcomer("yan"))
        await room.begin()
        told = await room.says("zoe", "table status", market, table=room.match_id)
        assert told.sentence.startswith("There is no such table")
        assert "ann" not in (await room.says("zoe", "tables", market)).text
        for who in ("ann", "yan"):
            assert "ann" in (await room.says(who, "tables", market)).text, "who plays, and who may see every thread"


async def test_the_story_of_a_hidden_game_stays_in_its_channel(tmp_path: Path) -> None:
    async with village_square(tmp_path, seats=8, cast={"rumplestiltskin": 1, "villager": 7}, ann="murderer") as square:
        zoe = square.newcomer("zoe")
        market = square.room
        in_a_hidden_room(square, zoe)
        await square.begin()
        await square.introduce_all()
        await square.night()
        await square.burns("ann", by="ben")
        await square.until("over")
        await square.time(5)
        told = await refused(square, square.says("zoe", "recap", market, table=square.match_id))
        assert told.startswith(NO_GAME)
        assert "What truly happened" in (await square.says("ben", "recap", market, table=square.match_id)).text


async def test_a_moderator_of_one_server_has_no_say_in_another(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        ben = square.actor("ben").user
        elsewhere = square.env.create_guild("Elsewhere", owner=ben)
        hall = elsewhere.create_text_channel("hall")
        square._actors["owner"] = elsewhere.add_member(ben)
        for command, options in (("table end", {}), ("table kick", {"player": "1"}), ("table pause", {})):
            told = await refused(square, square.says("owner", command, hall, table=square.match_id, **options))
            assert told.startswith("There is no such table")
        assert (await square.awake()).row.status == "running"


async def test_whoever_is_called_3_is_not_taken_for_seat_3(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe").user
        await square.begin()
        await square.run(lambda: square.mirror.hosting.seat_person(square.match_id, 0, 1, zoe.id, "3"))
        asked = await square.says("ann", "table kick", player="3")
        assert "cat" in asked.text
        await square.presses("ann", "Give the seat to the computer", asked.seen)
        seats = (await square.awake()).seats
        assert seats[1].name == "3"
        assert seats[1].user_id == zoe.id, "a bystander"
        assert seats[3].user_id is None
        called = await square.says("ann", "table kick", player="DAN")
        assert "dan" in called.text
        assert called.seen.labels, "it asks before it does anything"
        for name in ("3rd", "99", "", "٤", "9" * 5000):
            told = (await square.says("ann", "table kick", player=name)).sentence
            assert told.startswith("Please choose the seat from the list")


async def test_a_stale_confirmation_hits_nobody_else(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe, yan = square.newcomer("zoe"), square.newcomer("yan").user
        await square.begin()
        kick = await square.says("ann", "table kick", player="2")
        hand_over = await square.says("ann", "table substitute", player="2", person=zoe)
        await square.run(lambda: square.mirror.hosting.seat_person(square.match_id, 0, 2, yan.id, "yan"))
        for asked, label in ((kick, "Give the seat to the computer"), (hand_over, "Offer the seat")):
            told = await refused(square, square.presses("ann", label, asked.seen))
            assert told.startswith("Somebody else sits there now")
        assert (await square.awake()).seats[2].user_id == yan.id


async def test_a_kick_that_is_pressed_twice_is_told_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        asked = await square.says("ann", "table kick", player="2")
        (button,) = [control for control in asked.seen.controls if control.startswith("mm:host:")]
        await square.clicks("ann", asked.seen, button)
        again = (await square.forges("ann", square.board, button)).sentence
        assert again.startswith("Somebody else sits there now")
        await square.time(3)
        assert square.public().count("A computer player plays on for ben") == 1
        assert (await square.log()).count("seat") == 1
