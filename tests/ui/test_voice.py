"""Muting by turn: only who sits at the table and is in its channel, an undo row before each mute, nobody left muted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import discord
import simcord
from support.waiting import patiently

from bot.matches.happenings import Happening
from bot.ui.silence.speakers import Speakers
from bot.ui.silence.undo import Undo
from bot.ui.silence.voice import VOICE_CHANNEL, VOICE_MUTE, Voice, lacking

from .stage import Stage, StageBot
from .undo_book import Book

MATCH = 7
NAMES = ("ann", "ben", "cat")


class SpeakingBot(StageBot):
    """The client with the voice states the real bot asks for."""

    def __init__(self, on_text: Any) -> None:
        super().__init__(on_text, may_read=False)
        self._connection._intents.voice_states = True


class Hall(Stage):
    """A server with two voice channels and a table of three; who may speak is said by the test."""

    def __init__(self) -> None:
        super().__init__()
        self.bot = SpeakingBot(self._on_text)
        self.book = Book()
        self.complaints: list[str] = []
        self.over = False
        self.speakers: frozenset[str] = frozenset(NAMES)

    def build(self, env: simcord.Env) -> None:
        super().build(env)
        self.hall = self.guild.create_voice_channel("hall")
        self.kitchen = self.guild.create_voice_channel("kitchen")
        self.people = {name: self.person(name) for name in (*NAMES, "zoe")}
        self.begin_voice()

    def begin_voice(self) -> None:
        self.voice = Voice(self.bot, self.book, self.floor, self.complain, pauses=(1.0,))
        self.bot.add_listener(self.voice.on_voice_state_update, "on_voice_state_update")

    async def floor(self, match: int) -> Speakers | None:
        if self.over:
            return None
        return Speakers(frozenset(map(self.id, NAMES)), frozenset(map(self.id, self.speakers)))

    async def complain(self, match: int, key: str) -> None:
        self.complaints.append(key)

    def id(self, name: str) -> int:
        return int(self.people[name].user.id)

    # -- what happens -------------------------------------------------------------------------------------------------

    async def join(self, *names: str, channel: Any = None) -> None:
        for name in names:
            await self.people[name].join_voice(channel or self.hall)

    async def choose(self, channel: Any) -> None:
        await self.run(lambda: self.voice.choose(MATCH, self.guild.id, channel.id if channel else None))

    async def may_speak(self, *names: str) -> None:
        self.speakers = frozenset(names)
        await self.run(self._happening)

    async def _happening(self) -> None:
        self.voice.watch(Happening(MATCH, "changed"))

    async def ends(self) -> None:
        self.over = True
        await self.run(self._happening)

    async def crash(self) -> None:
        """Another process takes over the same server and the same book."""
        self.bot = SpeakingBot(self._on_text)
        self.begin_voice()
        await self.env.restart_bot(self.bot)
        await self.run(self.voice.start_up)

    # -- what is seen -------------------------------------------------------------------------------------------------

    def muted(self) -> str:
        """Who is server-muted, in a channel or not."""
        members = self.env.backend.get_guild(self.guild.id).members
        return " ".join(name for name in self.people if members[self.id(name)].mute)

    def changes(self, since: int = 0) -> list[str]:
        """Every mute (`-ann`) and unmute (`+ann`) that was asked for."""
        names = {str(self.id(name)): name for name in self.people}
        asked = [one for one in self.env.http_requests[since:] if one.method == "PATCH" and "/members/" in one.path]
        return [("-" if one.json["mute"] else "+") + names[one.path.rpartition("/")[2]] for one in asked]

    def rows(self) -> list[str]:
        """Whose mutes are written down."""
        names = {self.id(name): name for name in self.people}
        return [names[row.target_id or 0] for row in self.book.rows.values() if row.kind == VOICE_MUTE]


@asynccontextmanager
async def hall(channel: bool = True, present: Iterable[str] = NAMES) -> AsyncIterator[Hall]:
    stage = Hall()
    async with patiently(stage.bot) as env:
        stage.build(env)
        await stage.join(*present)
        if channel:
            await stage.choose(stage.hall)
        yield stage


async def test_one_speaks_and_the_others_are_muted() -> None:
    async with hall(present=(*NAMES, "zoe")) as stage:
        assert stage.changes() == []
        await stage.may_speak("ann")
        assert stage.muted() == "ben cat"
        assert stage.rows() == ["ben", "cat"]
        before = len(stage.env.http_requests)
        await stage.may_speak("cat")
        assert stage.muted() == "ann ben"
        assert stage.changes(before) == ["+cat", "-ann"], "whose turn it is does not wait for the others"
        await stage.may_speak()
        assert stage.muted() == "ann ben cat"
        await stage.may_speak(*NAMES)
        assert stage.muted() == ""
        assert stage.rows() == []


async def test_it_is_written_down_before_it_is_done() -> None:
    async with hall() as stage:
        stage.env.inject_error("PATCH", "/guilds/*/members/*", status=503, times=None)
        await stage.may_speak("ann", "cat")
        assert stage.rows() == ["ben"]
        assert stage.muted() == ""
        (row,) = (row for row in stage.book.rows.values() if row.kind == VOICE_MUTE)
        assert (row.channel_id, row.previous) == (stage.hall.id, {"mute": False})
        stage.env.backend.faults.clear()
        await stage.env.advance_time(30)
        assert stage.muted() == "ben"


async def test_only_who_is_in_that_channel_is_muted() -> None:
    async with hall(present=("ann",)) as stage:
        await stage.join("cat", channel=stage.kitchen)
        await stage.may_speak("ann")
        assert stage.changes() == []
        await stage.join("ben")
        assert stage.muted() == "ben"
        await stage.join("cat")
        assert stage.muted() == "ben cat"


async def test_who_was_muted_by_somebody_else_is_left_alone() -> None:
    async with hall() as stage:
        stage.env.backend.edit_member(stage.guild.id, stage.id("ben"), {"mute": True})
        await stage.may_speak("ann")
        assert stage.changes() == ["-cat"]
        await stage.may_speak("ben")
        await stage.ends()
        assert stage.muted() == "ben"


async def test_who_goes_into_another_channel_is_unmuted() -> None:
    async with hall() as stage:
        await stage.may_speak("ann")
        await stage.join("ben", channel=stage.kitchen)
        assert stage.muted() == "cat"
        assert stage.rows() == ["cat"]


async def test_who_leaves_is_unmuted_when_he_is_seen_again() -> None:
    async with hall() as stage:
        await stage.may_speak("ann")
        await stage.people["ben"].leave_voice()
        await stage.people["cat"].leave_voice()
        await stage.ends()
        assert stage.muted() == "ben cat", "Discord unmutes nobody who is in no channel"
        assert stage.rows() == ["ben", "cat"]
        await stage.join("ben")
        assert stage.muted() == "cat"
        await stage.crash()
        assert stage.rows() == ["cat"]
        await stage.join("cat", channel=stage.kitchen)
        assert stage.muted() == ""
        assert stage.book.rows == {}


async def test_who_comes_back_in_the_same_speech_stays_muted() -> None:
    async with hall() as stage:
        await stage.may_speak("ann")
        await stage.people["ben"].leave_voice()
        await stage.join("ben")
        assert stage.muted() == "ben cat"
        assert stage.rows() == ["ben", "cat"]
        await stage.may_speak("ben")
        assert stage.muted() == "ann cat"


async def test_who_leaves_in_the_moment_of_the_mute() -> None:
    async with hall() as stage:
        path = f"/guilds/*/members/{stage.id('ben')}"
        stage.env.inject_error("PATCH", path, status=400, code=40032, message="Target user is not connected to voice.")
        await stage.may_speak("ann")
        assert stage.rows() == ["cat"]
        assert stage.complaints == []
        await stage.people["ben"].leave_voice()
        await stage.join("ben")
        assert stage.muted() == "ben cat"


async def test_only_the_newest_wish_counts() -> None:
    """While Discord does not answer, the floor goes round; then only what is wished now is done."""
    async with hall() as stage:
        stage.env.inject_error("PATCH", "/guilds/*/members/*", status=503, times=1)
        await stage.may_speak("ann")
        for name in ("ben", "cat", "ann", "ben"):
            await stage.may_speak(name)
        before = len(stage.env.http_requests)
        await stage.env.advance_time(3)
        assert stage.muted() == "ann cat"
        assert "-cat" in stage.changes(before)
        assert len(stage.changes(before)) <= 4


async def test_the_channel_is_changed_and_given_up() -> None:
    async with hall() as stage:
        await stage.may_speak("ann")
        assert stage.voice.channel_of(MATCH) == stage.hall.id
        assert stage.voice.match_in(stage.hall.id) == MATCH
        await stage.choose(stage.kitchen)
        assert stage.muted() == ""
        await stage.join("ben", channel=stage.kitchen)
        assert stage.muted() == "ben"
        await stage.choose(None)
        assert stage.muted() == ""
        assert stage.voice.channel_of(MATCH) is None
        assert stage.book.rows == {}


async def test_a_deleted_channel_is_told_and_let_go() -> None:
    async with hall() as stage:
        await stage.may_speak("ann")
        await stage.run(lambda: stage.bot.get_channel(stage.hall.id).delete())  # type: ignore[union-attr]
        await stage.may_speak("ben")
        assert stage.complaints == ["voice.gone"]
        assert stage.voice.channel_of(MATCH) is None


async def test_the_end_unmutes_everybody() -> None:
    async with hall() as stage:
        await stage.may_speak("ann")
        await stage.ends()
        assert stage.muted() == ""
        assert stage.book.rows == {}


async def test_after_a_crash_who_should_be_muted_stays_so_and_all_others_are_freed() -> None:
    async with hall() as stage:
        await stage.may_speak("ann")
        stage.speakers = frozenset(("ben",))
        before = len(stage.env.http_requests)
        await stage.crash()
        assert stage.muted() == "ann cat"
        assert stage.changes(before) == ["+ben", "-ann"]
        assert stage.rows() == ["cat", "ann"]
        stage.over = True
        await stage.crash()
        assert stage.muted() == ""
        assert stage.book.rows == {}


async def test_a_crash_between_the_row_and_the_mute() -> None:
    async with hall() as stage:
        place: Any = {"match": MATCH, "guild_id": stage.guild.id, "channel_id": stage.hall.id, "kind": VOICE_MUTE}
        for name in ("ann", "ben"):
            await stage.book.add(target_id=stage.id(name), previous={"mute": False}, **place)
        stage.speakers = frozenset(("ann",))
        await stage.crash()
        assert stage.muted() == "ben cat"
        assert stage.rows() == ["ben", "cat"]
        await stage.ends()
        assert stage.muted() == ""
        assert stage.book.rows == {}


async def test_a_choice_that_was_half_changed_counts_once() -> None:
    async with hall() as stage:
        await stage.book.add(
            match=MATCH, guild_id=stage.guild.id, channel_id=stage.kitchen.id, target_id=None,
            kind=VOICE_CHANNEL, previous={},
        )  # fmt: skip
        await stage.crash()
        assert stage.voice.channel_of(MATCH) == stage.kitchen.id
        assert len(stage.book.rows) == 1


async def test_nobody_stays_muted_while_the_bot_is_away() -> None:
    async with hall() as stage:
        await stage.may_speak("ann")
        await stage.run(stage.voice.close)
        assert stage.muted() == ""
        assert stage.rows() == []
        assert len(stage.book.rows) == 1, "the channel stays chosen"
        await stage.crash()
        assert stage.muted() == "ben cat"


async def test_without_the_right_to_mute_the_host_is_told_once() -> None:
    async with hall() as stage:
        await stage.may_speak("ann")
        stage.env.inject_error("PATCH", "/guilds/*/members/*", status=403, code=50013, times=None)
        for name in ("ben", "cat", "ann", "ben"):
            await stage.may_speak(name)
        assert len(stage.complaints) == 1
        refusals = len(stage.changes())
        assert stage.rows() == ["ben", "cat"], "their mutes are still to be taken off"
        await stage.env.advance_time(60)
        assert len(stage.changes()) == refusals, "each refusal counts towards a ban"
        stage.env.backend.faults.clear()
        undo = Undo(stage.book)
        undo.kept |= {VOICE_CHANNEL, VOICE_MUTE}
        undo.also.append(stage.voice.put_back)
        await stage.run(lambda: undo.undo_all(MATCH))
        assert stage.muted() == "ann cat"


async def test_one_person_who_cannot_be_muted_keeps_nobody_else_from_it() -> None:
    async with hall() as stage:
        stage.env.inject_error("PATCH", f"/guilds/*/members/{stage.id('ben')}", status=403, code=50013, times=None)
        await stage.may_speak("ann")
        await stage.may_speak("cat")
        assert stage.muted() == "ann"
        assert stage.complaints == ["voice.refused"]
        assert stage.changes().count("-ben") == 1
        assert stage.rows() == ["ann"]


async def test_a_lost_connection_hides_nobody_who_came_meanwhile() -> None:
    async with hall(present=("ann", "ben")) as stage:
        await stage.may_speak("ann")
        stage.voice._absent.add((stage.guild.id, stage.id("ben")))
        stage.speakers = frozenset(("ben",))

        async def ready_again() -> None:
            stage.voice.look_everywhere()

        await stage.run(ready_again)
        assert stage.muted() == "ann"


async def test_what_is_lacking_in_a_channel() -> None:
    async with hall(channel=False) as stage:
        channel = stage.bot.get_channel(stage.hall.id)
        assert isinstance(channel, discord.VoiceChannel)
        assert not lacking(channel)
        refusal = discord.PermissionOverwrite(mute_members=False)
        await stage.run(lambda: channel.set_permissions(channel.guild.me, overwrite=refusal))
        assert lacking(channel)
