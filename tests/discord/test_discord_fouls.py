"""Fouls on Discord: who writes while somebody else has the floor, and what whoever leads the table calls by hand."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from language.any_game import seat_of
from rooms.any_game import refused
from rooms.mafia import Club, club_room

from bot.matches.errors import Refused

EIGHT = {"ann": "don", "cat": "mafia", "ben": "sheriff", "dan": "doctor"}


async def writes(club: Club, who: str, words: str = "It was ann!") -> bool:
    """Say something in the thread; whether it still stands a moment later."""
    message = await club.actor(who).send(club.thread, words)
    await club.time(2)
    return message.id in club.env.backend.messages[club.thread.id]


async def fouls_of(club: Club, *names: str) -> list[int]:
    view = (await club.awake()).match.view(0)
    return [view.player(seat_of(name)).fouls for name in names]  # type: ignore[attr-defined]


async def calls_foul(club: Club, who: str, player: str, **more: bool) -> str:
    answered = await club.says(who, "mafia foul", player=club.actor(player), **more)
    await club.time(2)
    return answered.text


# -- writing out of turn -----------------------------------------------------------------------------------------------


async def test_the_floor_is_the_speakers(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        club.newcomer("zoe")
        await club.begin()
        await club.time(5)
        assert await writes(club, "ann", "Good morning, village!")
        assert await writes(club, "zoe", "a bystander is nobody's business")
        assert not await writes(club, "ben")
        assert await fouls_of(club, "ann", "ben", "cat") == [0, 1, 0]
        assert "**ben**" in club.public()
        assert club.fouls("ben") == 1
        assert "It was ann!" not in club.public()


async def test_a_burst_is_one_foul_for_each_speech(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.time(5)
        for words in ("It", "was", "ann"):
            message = await club.actor("cat").send(club.thread, words)
        await club.time(5)
        assert not await writes(club, "cat", "I say")
        assert message.id not in club.env.backend.messages[club.thread.id]
        assert await fouls_of(club, "cat") == [1]
        await club.names_for_the_vote("ann", "gus")
        await club.time(5)
        assert not await writes(club, "cat"), "ann still has the floor"
        assert await fouls_of(club, "cat") == [1]
        await club.thanks("ann")
        await club.time(5)
        assert not await writes(club, "cat")
        assert await fouls_of(club, "cat") == [2], "ben's speech is another one"


async def test_what_was_being_written_when_the_floor_changed_hands_is_forgiven(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.time(5)
        await club.thanks("ann")
        assert not await writes(club, "ann", "… and that is all.")
        assert await fouls_of(club, "ann") == [0]
        await club.time(3)
        assert not await writes(club, "ann", "One more thing!")
        assert await fouls_of(club, "ann") == [1]


async def test_without_fouls_a_message_is_only_taken_away(tmp_path: Path) -> None:
    async with club_room(tmp_path, options={"fouls": "off"}, **EIGHT) as club:
        await club.begin()
        await club.time(5)
        assert not await writes(club, "ben")
        assert await fouls_of(club, "ben") == [0]
        assert "without fouls" in await refused(club, club.says("ann", "mafia foul", player=club.actor("ben")))


async def test_talk_at_night_and_in_the_vote_is_no_foul(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.speeches(ann="gus", ben="hal")
        await club.time(5)
        assert await club.phase() == "vote"
        assert await writes(club, "cat", "gus!")
        await club.hands("gus", "ann", "ben", "cat", "dan", "eve", "fay")
        await club.floors("final")
        await club.until("night")
        await club.time(5)
        assert not await writes(club, "cat", "psst")
        assert await fouls_of(club, "cat") == [0]
        assert "no single fouls" in await refused(club, club.says("ann", "mafia foul", player=club.actor("cat")))


async def test_talk_at_night_is_punished_by_host_and_moderator(tmp_path: Path) -> None:
    """R3-14: out at once, in the middle of the night; the others' panels stay as they are."""
    async with club_room(tmp_path, **EIGHT) as club:
        manager = club.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        club.newcomer("moe", roles=[manager])
        await club.begin()
        await club.speeches()
        await club.until("night")
        panel, place = await club.panel("gus", "night.suspect")
        assert "host" in await refused(club, club.says("ben", "mafia foul", player=club.actor("cat"), out=True))
        for who, player in (("ann", "hal"), ("moe", "fay")):
            asked = await club.says(who, "mafia foul", player=club.actor(player), out=True)
            assert player in await club.alive()
            await club.presses(who, "Send out of the game", asked.seen)
            await club.time(2)
            assert player not in await club.alive()
            assert f"**{player}**" in club.public()
        assert await club.phase() == "night"
        now, same = await club.panel("gus", "night.suspect")
        assert (now.message.id, same) == (panel.message.id, place)
        assert await club.asked("hal") == []


async def test_the_third_foul_costs_a_speech_and_the_fourth_the_game(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        for speaker in ("ann", "ben", "cat"):
            await club.time(5)
            assert (await club.floor())[0] == speaker
            assert not await writes(club, "hal")
            await club.thanks(speaker)
        await club.time(5)
        assert await fouls_of(club, "hal") == [3]
        assert "hal" in await club.alive()
        assert not await writes(club, "hal")
        assert "hal" not in await club.alive()
        await club.time(5)
        assert not await writes(club, "hal", "Let me say this!")
        assert "the dead keep their secrets" in club.texts()[-1]
        assert await fouls_of(club, "hal") == [4]


async def test_who_has_no_words_left_is_silent_in_the_own_speech(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        for _ in range(3):
            await club.foul("ben")
        await club.thanks("ann")
        await club.time(5)
        assert (await club.floor())[0] == "ben"
        assert not await writes(club, "ben")
        assert await fouls_of(club, "ben") == [3], "it was the own floor"


async def test_a_new_process_counts_no_second_foul_in_the_same_speech(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.time(5)
        assert not await writes(club, "ben")
        await club.restart()
        await club.time(5)
        assert not await writes(club, "ben")
        assert not await writes(club, "eve")
        assert await fouls_of(club, "ben", "eve") == [1, 1]


async def test_a_message_that_is_told_twice_counts_once(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        for _ in range(2):
            await club.run(lambda: club.mirror.fouls.call(club.match_id, seat_of("ben"), message_id=12345))
        assert await fouls_of(club, "ben") == [1]


async def test_after_going_back_a_foul_can_be_called_again(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.time(5)
        assert not await writes(club, "ben")
        place = (club.match_id, club.actor("ann").user.id, 1)
        await club.run(lambda: club.mirror.hosting.rewind(*place))
        await club.time(5)
        assert await fouls_of(club, "ben") == [0]
        assert not await writes(club, "ben")
        assert await fouls_of(club, "ben") == [1]


async def test_whoever_has_seen_every_card_comes_back_by_force_alone(tmp_path: Path) -> None:
    """A host would only have to send a friend out, let them look, and turn back time."""
    async with club_room(tmp_path, options={"dead_watch": True}, **EIGHT) as club:
        await club.begin()
        for _ in range(4):
            await club.foul("gus")
        place = (club.match_id, club.actor("ann").user.id, 3)
        assert "**ann**, Don" in (await club.presses("gus", "My seat")).text
        with pytest.raises(Refused, match="secret_shown"):
            await club.mirror.hosting.rewind(*place)
        assert "gus" not in await club.alive()
        await club.run(lambda: club.mirror.hosting.rewind(*place, force=True))
        assert "gus" in await club.alive()
        await club.run(lambda: club.mirror.hosting.rewind(*place[:2], 1))
        assert await fouls_of(club, "gus") == [0], "nobody lives again by going further back"


async def test_a_paused_table_calls_nobody_to_order(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        await club.time(5)
        await club.says("ann", "table pause")
        await club.time(5)
        assert await writes(club, "ben", "A cup of tea?")
        assert await fouls_of(club, "ben") == [0]
        assert "paused" in await refused(club, club.says("ann", "mafia foul", player=club.actor("ben")))


# -- called by hand ----------------------------------------------------------------------------------------------------


async def test_the_host_calls_a_foul(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        assert "1 of four" in await calls_foul(club, "ann", "ben")
        assert await fouls_of(club, "ben") == [1]
        assert club.fouls("ben") == 1
        assert await club.log() == ["foul"]
        assert "A foul was called" in (await club.says("ann", "table status")).text


async def test_the_fourth_foul_is_asked_about_first(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        for _ in range(3):
            await calls_foul(club, "ann", "ben")
        asked = await club.says("ann", "mafia foul", player=club.actor("ben"))
        assert "With the next one, ben is out of the game" in asked.text
        assert await fouls_of(club, "ben") == [3]
        done = await club.presses("ann", "Send out of the game", asked.seen)
        await club.time(2)
        assert "out of the game" in done.text
        assert "ben" not in await club.alive()
        assert await club.log() == ["foul"] * 4


async def test_out_at_once_is_asked_about_and_not_done_twice(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        asked = await club.says("ann", "mafia foul", player=club.actor("hal"), out=True)
        assert "hal" in await club.alive()
        await club.presses("ann", "Send out of the game", asked.seen)
        await club.time(2)
        assert "hal" not in await club.alive()
        again = await club.says("ann", "mafia foul", player=club.actor("hal"))
        assert "left the game already" in again.sentence


async def test_a_preview_that_is_out_of_date_does_nothing(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        await club.begin()
        asked = await club.says("ann", "mafia foul", player=club.actor("hal"), out=True)
        await calls_foul(club, "ann", "hal")
        assert "gone on since" in await refused(club, club.presses("ann", "Send out of the game", asked.seen))
        assert "hal" in await club.alive()


async def test_a_master_in_the_chair_calls_fouls(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        zoe = club.newcomer("zoe")
        await club.begin()
        await club.run(lambda: club.mirror.moderation.take(club.match_id, club.actor("ann").user.id, zoe.user.id))
        assert "1 of four" in await calls_foul(club, "zoe", "ben")


async def test_only_who_leads_the_table_calls_fouls(tmp_path: Path) -> None:
    async with club_room(tmp_path, **EIGHT) as club:
        manager = club.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        club.newcomer("moe", roles=[manager])
        club.newcomer("zoe")
        await club.begin()
        for nobody in ("ben", "zoe"):
            assert "host" in await refused(club, club.says(nobody, "mafia foul", player=club.actor("cat")))
        forged = f"mm:foul:{club.match_id}:{(await club.awake()).match.checkpoint}:{seat_of('cat')}:out:0"
        assert "host" in await refused(club, club.forges("ben", club.board, forged))
        for wrong in (
            "mm:foul",
            f"mm:foul:{club.match_id}",
            f"mm:foul:{club.match_id}:1:77:out:0",
            "mm:foul:9:9:9:9:9",
        ):
            assert await refused(club, club.forges("ann", club.board, wrong))
        assert "does not play" in await refused(club, club.says("ann", "mafia foul", player=club.actor("zoe")))
        assert "1 of four" in await calls_foul(club, "moe", "cat")
        assert "No game of Mafia" in await refused(
            club, club.says("ann", "mafia foul", club.guild.create_text_channel("attic"), player=club.actor("cat"))
        )
