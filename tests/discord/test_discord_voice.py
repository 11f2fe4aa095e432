"""The floor in a voice channel, as a whole table hears it. simcord knows voice states and server mutes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
from language.any_game import NAMES, seat_of
from rooms.any_game import Answered, refused, takes_offered_seat
from rooms.mafia import Club, club_room

from bot.client import intents
from bot.ui.silence.voice import VOICE_CHANNEL, VOICE_MUTE

EIGHT = {"ann": "don", "cat": "mafia", "ben": "sheriff", "dan": "doctor"}
EVERYBODY = NAMES[:8]


@asynccontextmanager
async def concert(tmp_path: Path, *, chosen: bool = True, **more: Any) -> AsyncIterator[Club]:
    """A club table whose players are all in one voice channel, with a listener who does not play."""
    async with club_room(tmp_path, **more, **EIGHT) as club:
        club.hall = club.guild.create_voice_channel("hall")  # type: ignore[attr-defined]
        club.newcomer("zoe")
        for name in (*EVERYBODY, "zoe"):
            await join(club, name)
        await club.begin()
        if chosen:
            await chooses_voice(club)
        yield club


async def join(club: Club, name: str, channel: Any = None) -> None:
    await club.actor(name).join_voice(channel or club.hall)  # type: ignore[attr-defined]


async def voice(club: Club, who: str) -> Answered:
    """The command with the channel named, in the game's thread."""
    actor = club.actor(who)
    return await club._as(who, lambda: actor.slash(club.thread, "mafia voice", channel=club.hall))  # type: ignore[attr-defined]


async def chooses_voice(club: Club) -> str:
    answered = await voice(club, "ann")
    await club.time(2)
    return answered.text


def heard(club: Club) -> list[str]:
    """Who is not server-muted."""
    members = club.env.backend.get_guild(club.guild.id).members
    return [name for name in (*EVERYBODY, "zoe") if not members[club.actor(name).user.id].mute]


async def mutes(club: Club) -> list[str]:
    names = {club.actor(name).user.id: name for name in EVERYBODY}
    return sorted(names[row.target_id] for row in await club.to_undo() if row.kind == VOICE_MUTE)


async def writes(club: Club, who: str, words: str = "It was ann!") -> bool:
    message = await club.actor(who).send(club.thread, words)
    await club.time(2)
    return message.id in club.env.backend.messages[club.thread.id]


async def fouls_of(club: Club, name: str) -> int:
    view: Any = (await club.awake()).match.view(0)
    return int(view.player(seat_of(name)).fouls)


def test_no_intent_is_privileged() -> None:
    wanted = intents()
    assert wanted.voice_states
    assert not any((wanted.members, wanted.presences, wanted.message_content))


async def test_a_day_and_a_night_by_voice(tmp_path: Path) -> None:
    async with concert(tmp_path) as club:
        assert f"<#{club.hall.id}>" in club.public()  # type: ignore[attr-defined]
        assert heard(club) == ["ann", "zoe"]
        assert await mutes(club) == sorted(set(EVERYBODY) - {"ann"})
        await club.speaks("ann", nominate="gus")
        assert heard(club) == ["ben", "zoe"]
        await club.speeches(ben="hal")
        assert await club.phase() == "vote"
        assert heard(club) == [*EVERYBODY, "zoe"], "in the vote the talk is free"
        await club.hands("ann", "ben", "cat", "dan", "eve")
        assert await club.floor() == ("gus", "final.floor")
        assert heard(club) == ["gus", "zoe"]
        await club.floors("final")
        await club.until("night")
        assert heard(club) == ["zoe"]
        await club.night(ann="fay", cat="fay")
        assert await club.floor() == ("fay", "final.floor")
        assert heard(club) == ["fay", "zoe"]
        await club.floors("final")
        assert heard(club) == ["ben", "zoe"]
        assert "gus" not in await club.alive()


async def test_with_the_floor_in_voice_writing_is_free(tmp_path: Path) -> None:
    async with concert(tmp_path) as club:
        await club.time(5)
        assert await writes(club, "ben")
        assert await fouls_of(club, "ben") == 0
        await club.says("ann", "mafia voice")
        await club.time(5)
        assert heard(club) == [*EVERYBODY, "zoe"]
        assert not await writes(club, "ben")
        assert await fouls_of(club, "ben") == 1
        assert await club.log() == ["voice", "voice"]
        assert "voice channel" in (await club.says("ann", "table status")).text
        assert "already speak in writing" in await refused(club, club.says("ann", "mafia voice"))


async def test_the_dead_and_the_sleeping_do_not_write_either(tmp_path: Path) -> None:
    async with concert(tmp_path) as club:
        await club.time(5)
        for _ in range(4):
            await club.foul("hal")
        assert "hal" not in await club.alive()
        assert not await writes(club, "hal")
        assert "hal" not in heard(club)
        await club.speeches()
        await club.until("night")
        await club.time(5)
        assert not await writes(club, "ben")


async def test_a_pause_and_the_end_free_everybody(tmp_path: Path) -> None:
    async with concert(tmp_path) as club:
        await club.says("ann", "table pause")
        await club.time(2)
        assert heard(club) == [*EVERYBODY, "zoe"]
        await club.says("ann", "table resume")
        await club.time(2)
        assert heard(club) == ["ann", "zoe"]
        asked = await club.says("ann", "table end")
        await club.presses("ann", "End the game", asked.seen)
        await club.time(5)
        assert heard(club) == [*EVERYBODY, "zoe"]
        assert await club.to_undo() == []


async def test_a_game_that_ends_by_itself_frees_everybody(tmp_path: Path) -> None:
    async with concert(tmp_path) as club:
        for name in ("ann", "cat"):
            for _ in range(4):
                await club.foul(name)
        await club.until("over")
        await club.time(5)
        assert heard(club) == [*EVERYBODY, "zoe"]
        assert await club.to_undo() == []


async def test_a_restart_goes_on_with_mutes_that_stand(tmp_path: Path) -> None:
    async with concert(tmp_path) as club:
        await club.restart()
        assert heard(club) == ["ann", "zoe"]
        await club.speaks("ann")
        assert heard(club) == ["ben", "zoe"]
        assert await writes(club, "gus"), "the choice outlives the process, too"
        kinds = [row.kind for row in await club.to_undo()]
        assert kinds.count(VOICE_CHANNEL) == 1
        assert kinds.count(VOICE_MUTE) == 7


async def test_a_game_that_ended_while_the_bot_could_not_unmute(tmp_path: Path) -> None:
    async with concert(tmp_path) as club:
        club.env.inject_error("PATCH", "/guilds/*/members/*", status=503, times=None)
        asked = await club.says("ann", "table end")
        await club.presses("ann", "End the game", asked.seen)
        await club.time(5)
        assert heard(club) == ["ann", "zoe"]
        club.env.backend.faults.clear()
        await club.restart()
        assert heard(club) == [*EVERYBODY, "zoe"]
        assert await club.to_undo() == []


async def test_who_leaves_the_channel_is_freed_when_possible(tmp_path: Path) -> None:
    async with concert(tmp_path) as club:
        attic = club.guild.create_voice_channel("attic")
        await join(club, "ben", attic)
        await club.actor("cat").leave_voice()
        await club.time(2)
        assert heard(club) == ["ann", "ben", "zoe"]
        asked = await club.says("ann", "table end")
        await club.presses("ann", "End the game", asked.seen)
        await club.time(5)
        assert await mutes(club) == ["cat"]
        await club.restart()
        assert await mutes(club) == ["cat"]
        await join(club, "cat", attic)
        await club.time(2)
        assert heard(club) == [*EVERYBODY, "zoe"]
        assert await club.to_undo() == []


async def test_a_substitute_takes_over_the_silence_too(tmp_path: Path) -> None:
    async with concert(tmp_path) as club:
        asked = await club.says("ann", "table substitute", player="2", person=club.actor("zoe"))
        await club.presses("ann", asked.seen.labels[0], asked.seen)
        await takes_offered_seat(club, "zoe")
        await club.time(5)
        assert heard(club) == ["ann", "ben"]


async def test_without_the_right_to_mute_the_game_goes_on(tmp_path: Path) -> None:
    async with concert(tmp_path, chosen=False) as club:
        channel = club.mirror.get_channel(club.hall.id)  # type: ignore[attr-defined]
        assert isinstance(channel, discord.VoiceChannel)
        refusal = discord.PermissionOverwrite(mute_members=False)
        await club.run(lambda: channel.set_permissions(channel.guild.me, overwrite=refusal))
        sentence = await refused(club, voice(club, "ann"))
        assert "Mute Members" in sentence
        assert await club.to_undo() == []
        await club.run(lambda: channel.set_permissions(channel.guild.me, overwrite=None))
        assert "I now give the floor" in await chooses_voice(club)


async def test_a_right_that_is_taken_away_in_the_game(tmp_path: Path) -> None:
    async with concert(tmp_path) as club:
        channel = club.mirror.get_channel(club.hall.id)  # type: ignore[attr-defined]
        assert isinstance(channel, discord.VoiceChannel)
        club.env.inject_error("PATCH", "/guilds/*/members/*", status=403, code=50013, times=None)
        await club.speeches()
        await club.until("night")
        await club.night()
        assert (await club.floor())[0] == "ben"
        told = [text for text in club.texts(club.dm("ann")) if "I may not mute members" in text]
        assert len(told) == 1
        club.env.backend.faults.clear()
        await club.says("ann", "table repair")
        await club.time(5)
        assert heard(club) == ["ben", "zoe"]


async def test_the_host_with_closed_messages_is_told_at_the_table(tmp_path: Path) -> None:
    async with concert(tmp_path, closed=("ann",), chosen=False) as club:
        await club.presses("ann", "Begin anyway")
        await chooses_voice(club)
        club.env.inject_error("PATCH", "/guilds/*/members/*", status=403, code=50013, times=None)
        await club.speaks("ann")
        await club.time(10)
        assert "I may not mute members" in club.public()


async def test_only_who_leads_the_table_chooses(tmp_path: Path) -> None:
    async with concert(tmp_path, chosen=False) as club:
        for nobody in ("ben", "zoe"):
            assert "host" in await refused(club, voice(club, nobody))
        assert heard(club) == [*EVERYBODY, "zoe"]
        await club.says("ann", "table host", person=club.actor("ben"))
        await club.time(2)
        assert "I now give the floor" in (await voice(club, "ben")).text
        await club.time(2)
        assert heard(club) == ["ann", "zoe"]
        assert "host" in await refused(club, club.says("ann", "mafia voice"))
