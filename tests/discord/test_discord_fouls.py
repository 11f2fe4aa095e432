"""Fouls on Discord: who writes while somebody else has the floor, and what whoever leads the table calls by hand."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from language.any_game import seat_of
from rooms.any_game import refused
from rooms.mafia import MafiaRoom, mafia_room

from bot.matches.errors import Refused

EIGHT = {"ann": "don", "cat": "mafia", "ben": "sheriff", "dan": "doctor"}


async def writes(mafia: MafiaRoom, who: str, words: str = "It was ann!") -> bool:
    """Say something in the thread; whether it still stands a moment later."""
    message = await mafia.actor(who).send(mafia.thread, words)
    await mafia.time(2)
    return message.id in mafia.env.backend.messages[mafia.thread.id]


async def fouls_of(mafia: MafiaRoom, *names: str) -> list[int]:
    view = (await mafia.awake()).match.view(0)
    return [view.player(seat_of(name)).fouls for name in names]  # type: ignore[attr-defined]


async def calls_foul(mafia: MafiaRoom, who: str, player: str, **more: bool) -> str:
    answered = await mafia.says(who, "mafia foul", player=mafia.actor(player), **more)
    await mafia.time(2)
    return answered.text


# -- writing out of turn -----------------------------------------------------------------------------------------------


async def test_the_floor_is_the_speakers(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        mafia.newcomer("zoe")
        await mafia.begin()
        await mafia.time(5)
        assert await writes(mafia, "ann", "Good morning, village!")
        assert await writes(mafia, "zoe", "a bystander is nobody's business")
        assert not await writes(mafia, "ben")
        assert await fouls_of(mafia, "ann", "ben", "cat") == [0, 1, 0]
        assert "**ben**" in mafia.public()
        assert mafia.fouls("ben") == 1
        assert "It was ann!" not in mafia.public()


async def test_a_burst_is_one_foul_for_each_speech(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.time(5)
        for words in ("It", "was", "ann"):
            message = await mafia.actor("cat").send(mafia.thread, words)
        await mafia.time(5)
        assert not await writes(mafia, "cat", "I say")
        assert message.id not in mafia.env.backend.messages[mafia.thread.id]
        assert await fouls_of(mafia, "cat") == [1]
        await mafia.names_for_the_vote("ann", "gus")
        await mafia.time(5)
        assert not await writes(mafia, "cat"), "ann still has the floor"
        assert await fouls_of(mafia, "cat") == [1]
        await mafia.thanks("ann")
        await mafia.time(5)
        assert not await writes(mafia, "cat")
        assert await fouls_of(mafia, "cat") == [2], "ben's speech is another one"


async def test_what_was_being_written_when_the_floor_changed_hands_is_forgiven(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.time(5)
        await mafia.thanks("ann")
        assert not await writes(mafia, "ann", "… and that is all.")
        assert await fouls_of(mafia, "ann") == [0]
        await mafia.time(3)
        assert not await writes(mafia, "ann", "One more thing!")
        assert await fouls_of(mafia, "ann") == [1]


async def test_without_fouls_a_message_is_only_taken_away(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, options={"fouls": "off"}, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.time(5)
        assert not await writes(mafia, "ben")
        assert await fouls_of(mafia, "ben") == [0]
        assert "without fouls" in await refused(mafia, mafia.says("ann", "mafia foul", player=mafia.actor("ben")))


async def test_talk_at_night_and_in_the_vote_is_no_foul(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.speeches(ann="gus", ben="hal")
        await mafia.time(5)
        assert await mafia.phase() == "vote"
        assert await writes(mafia, "cat", "gus!")
        await mafia.hands("gus", "ann", "ben", "cat", "dan", "eve", "fay")
        await mafia.floors("final")
        await mafia.until("night")
        await mafia.time(5)
        assert not await writes(mafia, "cat", "psst")
        assert await fouls_of(mafia, "cat") == [0]
        assert "no single fouls" in await refused(mafia, mafia.says("ann", "mafia foul", player=mafia.actor("cat")))


async def test_talk_at_night_is_punished_by_host_and_moderator(tmp_path: Path) -> None:
    """R3-14: out at once, in the middle of the night; the others' panels stay as they are."""
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        manager = mafia.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        mafia.newcomer("moe", roles=[manager])
        await mafia.begin()
        await mafia.speeches()
        await mafia.until("night")
        panel, place = await mafia.panel("gus", "night.suspect")
        assert "host" in await refused(mafia, mafia.says("ben", "mafia foul", player=mafia.actor("cat"), out=True))
        for who, player in (("ann", "hal"), ("moe", "fay")):
            asked = await mafia.says(who, "mafia foul", player=mafia.actor(player), out=True)
            assert player in await mafia.alive()
            assert asked.seen.labels == ["Send out of the game", "No, go back"]
            assert asked.text.startswith(f"This sends {player} out of the game at once, without a final word. So far")
            await mafia.presses(who, "Send out of the game", asked.seen)
            await mafia.time(2)
            assert player not in await mafia.alive()
            assert f"**{player}**" in mafia.public()
        assert await mafia.phase() == "night"
        now, same = await mafia.panel("gus", "night.suspect")
        assert (now.message.id, same) == (panel.message.id, place)
        assert await mafia.asked("hal") == []


async def test_the_third_foul_costs_a_speech_and_the_fourth_the_game(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        for speaker in ("ann", "ben", "cat"):
            await mafia.time(5)
            assert (await mafia.floor())[0] == speaker
            assert not await writes(mafia, "hal")
            await mafia.thanks(speaker)
        await mafia.time(5)
        assert await fouls_of(mafia, "hal") == [3]
        assert "hal" in await mafia.alive()
        assert not await writes(mafia, "hal")
        assert "hal" not in await mafia.alive()
        await mafia.time(5)
        assert not await writes(mafia, "hal", "Let me say this!")
        assert "the dead keep their secrets" in mafia.texts()[-1]
        assert await fouls_of(mafia, "hal") == [4]


async def test_who_has_no_words_left_is_silent_in_the_own_speech(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        for _ in range(3):
            await mafia.foul("ben")
        await mafia.thanks("ann")
        await mafia.time(5)
        assert (await mafia.floor())[0] == "ben"
        assert not await writes(mafia, "ben")
        assert await fouls_of(mafia, "ben") == [3], "it was the own floor"


async def test_a_new_process_counts_no_second_foul_in_the_same_speech(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.time(5)
        assert not await writes(mafia, "ben")
        await mafia.restart()
        await mafia.time(5)
        assert not await writes(mafia, "ben")
        assert not await writes(mafia, "eve")
        assert await fouls_of(mafia, "ben", "eve") == [1, 1]


async def test_a_message_that_is_told_twice_counts_once(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        for _ in range(2):
            await mafia.run(lambda: mafia.mirror.fouls.call(mafia.match_id, seat_of("ben"), message_id=12345))
        assert await fouls_of(mafia, "ben") == [1]


async def test_after_going_back_a_foul_can_be_called_again(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.time(5)
        assert not await writes(mafia, "ben")
        place = (mafia.match_id, mafia.actor("ann").user.id, 1)
        await mafia.run(lambda: mafia.mirror.hosting.rewind(*place))
        await mafia.time(5)
        assert await fouls_of(mafia, "ben") == [0]
        assert not await writes(mafia, "ben")
        assert await fouls_of(mafia, "ben") == [1]


async def test_whoever_has_seen_every_card_comes_back_by_force_alone(tmp_path: Path) -> None:
    """A host would only have to send a friend out, let them look, and turn back time."""
    async with mafia_room(tmp_path, options={"dead_watch": True}, **EIGHT) as mafia:
        await mafia.begin()
        for _ in range(4):
            await mafia.foul("gus")
        place = (mafia.match_id, mafia.actor("ann").user.id, 3)
        assert "**ann**, Don" in (await mafia.presses("gus", "My seat")).text
        with pytest.raises(Refused, match="secret_shown"):
            await mafia.mirror.hosting.rewind(*place)
        assert "gus" not in await mafia.alive()
        await mafia.run(lambda: mafia.mirror.hosting.rewind(*place, force=True))
        assert "gus" in await mafia.alive()
        await mafia.run(lambda: mafia.mirror.hosting.rewind(*place[:2], 1))
        assert await fouls_of(mafia, "gus") == [0], "nobody lives again by going further back"


async def test_a_paused_table_calls_nobody_to_order(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        await mafia.time(5)
        await mafia.says("ann", "table pause")
        await mafia.time(5)
        assert await writes(mafia, "ben", "A cup of tea?")
        assert await fouls_of(mafia, "ben") == [0]
        assert "paused" in await refused(mafia, mafia.says("ann", "mafia foul", player=mafia.actor("ben")))


# -- called by hand ----------------------------------------------------------------------------------------------------


async def test_the_host_calls_a_foul(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        assert "1 of 4" in await calls_foul(mafia, "ann", "ben")
        assert await fouls_of(mafia, "ben") == [1]
        assert mafia.fouls("ben") == 1
        assert await mafia.log() == ["foul"]
        assert "A foul was called on **ben** (<@" in (await mafia.says("ann", "table status")).text


async def test_the_fourth_foul_is_asked_about_first(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        for _ in range(3):
            await calls_foul(mafia, "ann", "ben")
        asked = await mafia.says("ann", "mafia foul", player=mafia.actor("ben"))
        assert "With the next one, ben is out of the game" in asked.text
        assert await fouls_of(mafia, "ben") == [3]
        done = await mafia.presses("ann", "Send out of the game", asked.seen)
        await mafia.time(2)
        assert "out of the game" in done.text
        assert "ben" not in await mafia.alive()
        assert await mafia.log() == ["foul"] * 4


async def test_out_at_once_is_asked_about_and_not_done_twice(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        asked = await mafia.says("ann", "mafia foul", player=mafia.actor("hal"), out=True)
        assert "hal" in await mafia.alive()
        await mafia.presses("ann", "Send out of the game", asked.seen)
        await mafia.time(2)
        assert "hal" not in await mafia.alive()
        again = await mafia.says("ann", "mafia foul", player=mafia.actor("hal"))
        assert "left the game already" in again.sentence


async def test_a_preview_that_is_out_of_date_does_nothing(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        asked = await mafia.says("ann", "mafia foul", player=mafia.actor("hal"), out=True)
        await calls_foul(mafia, "ann", "hal")
        assert "gone on since" in await refused(mafia, mafia.presses("ann", "Send out of the game", asked.seen))
        assert "hal" in await mafia.alive()


async def test_a_master_in_the_chair_calls_fouls(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        zoe = mafia.newcomer("zoe")
        await mafia.begin()
        await mafia.run(lambda: mafia.mirror.moderation.take(mafia.match_id, mafia.actor("ann").user.id, zoe.user.id))
        assert "1 of 4" in await calls_foul(mafia, "zoe", "ben")


async def test_only_who_leads_the_table_calls_fouls(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        manager = mafia.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        mafia.newcomer("moe", roles=[manager])
        mafia.newcomer("zoe")
        await mafia.begin()
        for nobody in ("ben", "zoe"):
            assert "host" in await refused(mafia, mafia.says(nobody, "mafia foul", player=mafia.actor("cat")))
        forged = f"mm:foul:{mafia.match_id}:{(await mafia.awake()).match.checkpoint}:{seat_of('cat')}:out:0"
        assert "host" in await refused(mafia, mafia.forges("ben", mafia.board, forged))
        for wrong in (
            "mm:foul",
            f"mm:foul:{mafia.match_id}",
            f"mm:foul:{mafia.match_id}:1:77:out:0",
            "mm:foul:9:9:9:9:9",
        ):
            assert await refused(mafia, mafia.forges("ann", mafia.board, wrong))
        assert "does not play" in await refused(mafia, mafia.says("ann", "mafia foul", player=mafia.actor("zoe")))
        assert "1 of 4" in await calls_foul(mafia, "moe", "cat")
        assert "No game of Mafia" in await refused(
            mafia, mafia.says("ann", "mafia foul", mafia.guild.create_text_channel("attic"), player=mafia.actor("cat"))
        )
