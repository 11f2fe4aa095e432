"""The floor in a voice channel, as a whole table hears it. simcord knows voice states and server mutes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
from language.any_game import NAMES, seat_of
from rooms.any_game import Answered, refused, takes_offered_seat
from rooms.mafia import MafiaRoom, mafia_room

from bot.client import intents
from bot.ui.silence.voice import VOICE_CHANNEL, VOICE_MUTE

EIGHT = {"ann": "don", "cat": "mafia", "ben": "sheriff", "dan": "doctor"}
EVERYBODY = NAMES[:8]


@asynccontextmanager
async def concert(tmp_path: Path, *, chosen: bool = True, **more: Any) -> AsyncIterator[MafiaRoom]:
    """A club table whose players are all in one voice channel, with a listener who does not play."""
    async with mafia_room(tmp_path, **more, **EIGHT) as mafia:
        mafia.hall = mafia.guild.create_voice_channel("hall")  # type: ignore[attr-defined]
        mafia.newcomer("zoe")
        for name in (*EVERYBODY, "zoe"):
            await join(mafia, name)
        await mafia.begin()
        if chosen:
            await chooses_voice(mafia)
        yield mafia


async def join(mafia: MafiaRoom, name: str, channel: Any = None) -> None:
    await mafia.actor(name).join_voice(channel or mafia.hall)  # type: ignore[attr-defined]


async def voice(mafia: MafiaRoom, who: str) -> Answered:
    """The command with the channel named, in the game's thread."""
    actor = mafia.actor(who)
    return await mafia._as(who, lambda: actor.slash(mafia.thread, "mafia voice", channel=mafia.hall))  # type: ignore[attr-defined]


async def chooses_voice(mafia: MafiaRoom) -> str:
    answered = await voice(mafia, "ann")
    await mafia.time(2)
    return answered.text


def heard(mafia: MafiaRoom) -> list[str]:
    """Who is not server-muted."""
    members = mafia.env.backend.get_guild(mafia.guild.id).members
    return [name for name in (*EVERYBODY, "zoe") if not members[mafia.actor(name).user.id].mute]


async def mutes(mafia: MafiaRoom) -> list[str]:
    names = {mafia.actor(name).user.id: name for name in EVERYBODY}
    return sorted(names[row.target_id] for row in await mafia.to_undo() if row.kind == VOICE_MUTE)


async def writes(mafia: MafiaRoom, who: str, words: str = "It was ann!") -> bool:
    message = await mafia.actor(who).send(mafia.thread, words)
    await mafia.time(2)
    return message.id in mafia.env.backend.messages[mafia.thread.id]


async def fouls_of(mafia: MafiaRoom, name: str) -> int:
    view: Any = (await mafia.awake()).match.view(0)
    return int(view.player(seat_of(name)).fouls)


def test_no_intent_is_privileged() -> None:
    wanted = intents()
    assert wanted.voice_states
    assert not any((wanted.members, wanted.presences, wanted.message_content))


async def test_a_day_and_a_night_by_voice(tmp_path: Path) -> None:
    async with concert(tmp_path) as mafia:
        assert f"<#{mafia.hall.id}>" in mafia.public()  # type: ignore[attr-defined]
        assert heard(mafia) == ["ann", "zoe"]
        assert await mutes(mafia) == sorted(set(EVERYBODY) - {"ann"})
        await mafia.speaks("ann", nominate="gus")
        assert heard(mafia) == ["ben", "zoe"]
        await mafia.speeches(ben="hal")
        assert await mafia.phase() == "vote"
        assert heard(mafia) == [*EVERYBODY, "zoe"], "in the vote the talk is free"
        await mafia.hands("ann", "ben", "cat", "dan", "eve")
        assert await mafia.floor() == ("gus", "final.floor")
        assert heard(mafia) == ["gus", "zoe"]
        await mafia.floors("final")
        await mafia.until("night")
        assert heard(mafia) == ["zoe"]
        await mafia.night(ann="fay", cat="fay")
        assert await mafia.floor() == ("fay", "final.floor")
        assert heard(mafia) == ["fay", "zoe"]
        await mafia.floors("final")
        assert heard(mafia) == ["ben", "zoe"]
        assert "gus" not in await mafia.alive()


async def test_with_the_floor_in_voice_writing_is_free(tmp_path: Path) -> None:
    async with concert(tmp_path) as mafia:
        await mafia.time(5)
        assert await writes(mafia, "ben")
        assert await fouls_of(mafia, "ben") == 0
        await mafia.says("ann", "mafia voice")
        await mafia.time(5)
        assert heard(mafia) == [*EVERYBODY, "zoe"]
        assert not await writes(mafia, "ben")
        assert await fouls_of(mafia, "ben") == 1
        assert await mafia.log() == ["voice", "voice"]
        assert "voice channel" in (await mafia.says("ann", "table status")).text
        assert "already speak in writing" in await refused(mafia, mafia.says("ann", "mafia voice"))


async def test_the_dead_and_the_sleeping_do_not_write_either(tmp_path: Path) -> None:
    async with concert(tmp_path) as mafia:
        await mafia.time(5)
        for _ in range(4):
            await mafia.foul("hal")
        assert "hal" not in await mafia.alive()
        assert not await writes(mafia, "hal")
        assert "hal" not in heard(mafia)
        await mafia.speeches()
        await mafia.until("night")
        await mafia.time(5)
        assert not await writes(mafia, "ben")


async def test_a_pause_and_the_end_free_everybody(tmp_path: Path) -> None:
    async with concert(tmp_path) as mafia:
        await mafia.says("ann", "table pause")
        await mafia.time(2)
        assert heard(mafia) == [*EVERYBODY, "zoe"]
        await mafia.says("ann", "table resume")
        await mafia.time(2)
        assert heard(mafia) == ["ann", "zoe"]
        asked = await mafia.says("ann", "table end")
        await mafia.presses("ann", "End the game", asked.seen)
        await mafia.time(5)
        assert heard(mafia) == [*EVERYBODY, "zoe"]
        assert await mafia.to_undo() == []


async def test_a_game_that_ends_by_itself_frees_everybody(tmp_path: Path) -> None:
    async with concert(tmp_path) as mafia:
        for name in ("ann", "cat"):
            for _ in range(4):
                await mafia.foul(name)
        await mafia.until("over")
        await mafia.time(5)
        assert heard(mafia) == [*EVERYBODY, "zoe"]
        assert await mafia.to_undo() == []


async def test_a_restart_goes_on_with_mutes_that_stand(tmp_path: Path) -> None:
    async with concert(tmp_path) as mafia:
        await mafia.restart()
        assert heard(mafia) == ["ann", "zoe"]
        await mafia.speaks("ann")
        assert heard(mafia) == ["ben", "zoe"]
        assert await writes(mafia, "gus"), "the choice outlives the process, too"
        kinds = [row.kind for row in await mafia.to_undo()]
        assert kinds.count(VOICE_CHANNEL) == 1
        assert kinds.count(VOICE_MUTE) == 7


async def test_a_game_that_ended_while_the_bot_could_not_unmute(tmp_path: Path) -> None:
    async with concert(tmp_path) as mafia:
        mafia.env.inject_error("PATCH", "/guilds/*/members/*", status=503, times=None)
        asked = await mafia.says("ann", "table end")
        await mafia.presses("ann", "End the game", asked.seen)
        await mafia.time(5)
        assert heard(mafia) == ["ann", "zoe"]
        mafia.env.backend.faults.clear()
        await mafia.restart()
        assert heard(mafia) == [*EVERYBODY, "zoe"]
        assert await mafia.to_undo() == []


async def test_who_leaves_the_channel_is_freed_when_possible(tmp_path: Path) -> None:
    async with concert(tmp_path) as mafia:
        attic = mafia.guild.create_voice_channel("attic")
        await join(mafia, "ben", attic)
        await mafia.actor("cat").leave_voice()
        await mafia.time(2)
        assert heard(mafia) == ["ann", "ben", "zoe"]
        asked = await mafia.says("ann", "table end")
        await mafia.presses("ann", "End the game", asked.seen)
        await mafia.time(5)
        assert await mutes(mafia) == ["cat"]
        await mafia.restart()
        assert await mutes(mafia) == ["cat"]
        await join(mafia, "cat", attic)
        await mafia.time(2)
        assert heard(mafia) == [*EVERYBODY, "zoe"]
        assert await mafia.to_undo() == []


async def test_a_substitute_takes_over_the_silence_too(tmp_path: Path) -> None:
    async with concert(tmp_path) as mafia:
        asked = await mafia.says("ann", "table substitute", player="2", person=mafia.actor("zoe"))
        await mafia.presses("ann", asked.seen.labels[0], asked.seen)
        await takes_offered_seat(mafia, "zoe")
        await mafia.time(5)
        assert heard(mafia) == ["ann", "ben"]


async def test_without_the_right_to_mute_the_game_goes_on(tmp_path: Path) -> None:
    async with concert(tmp_path, chosen=False) as mafia:
        channel = mafia.mirror.get_channel(mafia.hall.id)  # type: ignore[attr-defined]
        assert isinstance(channel, discord.VoiceChannel)
        refusal = discord.PermissionOverwrite(mute_members=False)
        await mafia.run(lambda: channel.set_permissions(channel.guild.me, overwrite=refusal))
        sentence = await refused(mafia, voice(mafia, "ann"))
        assert "Mute Members" in sentence
        assert await mafia.to_undo() == []
        await mafia.run(lambda: channel.set_permissions(channel.guild.me, overwrite=None))
        assert "I now give the floor" in await chooses_voice(mafia)


async def test_a_right_that_is_taken_away_in_the_game(tmp_path: Path) -> None:
    async with concert(tmp_path) as mafia:
        channel = mafia.mirror.get_channel(mafia.hall.id)  # type: ignore[attr-defined]
        assert isinstance(channel, discord.VoiceChannel)
        mafia.env.inject_error("PATCH", "/guilds/*/members/*", status=403, code=50013, times=None)
        await mafia.speeches()
        await mafia.until("night")
        await mafia.night()
        assert (await mafia.floor())[0] == "ben"
        told = [text for text in mafia.texts(mafia.dm("ann")) if "I may not mute members" in text]
        assert len(told) == 1
        mafia.env.backend.faults.clear()
        await mafia.says("ann", "table repair")
        await mafia.time(5)
        assert heard(mafia) == ["ben", "zoe"]


async def test_the_host_with_closed_messages_is_told_at_the_table(tmp_path: Path) -> None:
    async with concert(tmp_path, closed=("ann",), chosen=False) as mafia:
        await mafia.presses("ann", "Begin anyway")
        await chooses_voice(mafia)
        mafia.env.inject_error("PATCH", "/guilds/*/members/*", status=403, code=50013, times=None)
        await mafia.speaks("ann")
        await mafia.time(10)
        assert "I may not mute members" in mafia.public()


async def test_only_who_leads_the_table_chooses(tmp_path: Path) -> None:
    async with concert(tmp_path, chosen=False) as mafia:
        for nobody in ("ben", "zoe"):
            assert "host" in await refused(mafia, voice(mafia, nobody))
        assert heard(mafia) == [*EVERYBODY, "zoe"]
        await mafia.says("ann", "table host", person=mafia.actor("ben"))
        await mafia.time(2)
        assert "I now give the floor" in (await voice(mafia, "ben")).text
        await mafia.time(2)
        assert heard(mafia) == ["ann", "zoe"]
        assert "host" in await refused(mafia, mafia.says("ann", "mafia voice"))
