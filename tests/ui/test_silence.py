"""Locks that are always taken back, permissions named in plain words, and messages deleted unread."""

from __future__ import annotations

import asyncio
import gc
import warnings
from typing import Any

import discord
import pytest

from bot.ui.delivery import NotAllowed, PlaceGone
from bot.ui.silence.hush import Hush
from bot.ui.silence.lock import THREAD_LOCK, ThreadLocks
from bot.ui.silence.permissions import NEEDED, lacking_in
from bot.ui.silence.speech import Speech
from bot.ui.silence.undo import Undo, Undone
from bot.ui.wording import Wording, common_files

from .stage import Stage, staged
from .undo_book import MATCH, Book


def words() -> Wording:
    return Wording(common_files())


class Night:
    """A stage with a game's thread."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.book = Book()
        self.take_over()

    def take_over(self) -> None:
        """The bot of this moment locks and unlocks, by this book."""
        self.locks = ThreadLocks(self.stage.bot, self.book, pauses=(1.0,))
        self.undo = Undo(self.book)
        self.undo.kinds[THREAD_LOCK] = self.locks.put_back

    async def thread(self, name: str = "game") -> discord.Thread:
        room = self.stage.bot.get_channel(self.stage.room.id)
        assert isinstance(room, discord.TextChannel)
        made = await self.stage.run(lambda: room.create_thread(name=name, type=discord.ChannelType.public_thread))
        assert isinstance(made, discord.Thread)
        return made

    def locked(self, thread: discord.Thread) -> bool:
        found = self.stage.bot.get_channel(thread.id)
        assert isinstance(found, discord.Thread)
        return found.locked

    async def lock(self, thread: discord.Thread) -> bool:
        return bool(await self.stage.run(lambda: self.locks.lock(MATCH, self.stage.guild.id, thread.id)))

    async def unlock(self, thread: discord.Thread) -> bool:
        return bool(await self.stage.run(lambda: self.locks.unlock(MATCH, self.stage.guild.id, thread.id)))

    async def undo_all(self, match: int | None = None) -> Undone:
        undone = await self.stage.run(lambda: self.undo.undo_all(match))
        assert isinstance(undone, Undone)
        return undone

    def changes(self) -> list[Any]:
        return [one.json for one in self.stage.requests("PATCH")]


async def test_a_night_is_one_request_and_a_dawn_another() -> None:
    async with staged() as stage:
        night = Night(stage)
        thread = await night.thread()
        assert await night.lock(thread) is True
        assert night.locked(thread)
        assert len(night.book.rows) == 1
        assert await night.lock(thread) is False
        assert night.changes() == [{"locked": True}]
        assert await night.unlock(thread) is True
        assert not night.locked(thread)
        assert night.book.rows == {}
        assert await night.unlock(thread) is False
        assert night.changes() == [{"locked": True}, {"locked": False}]


async def test_a_moderators_lock_stays() -> None:
    async with staged() as stage:
        night = Night(stage)
        thread = await night.thread()
        await stage.run(lambda: thread.edit(locked=True))
        assert await night.lock(thread) is False
        assert await night.unlock(thread) is False
        assert night.locked(thread)
        assert night.book.added == 0


async def test_it_is_written_down_before_it_is_done() -> None:
    async with staged() as stage:
        night = Night(stage)
        thread = await night.thread()
        stage.env.inject_error("PATCH", "/channels/*", status=503, times=None)
        (turn,) = await stage.begin(lambda: night.locks.lock(MATCH, stage.guild.id, thread.id))
        assert [row.previous for row in night.book.rows.values()] == [{"locked": False}]
        await stage.env.advance_time(2)
        assert turn.exception() is not None
        assert len(night.book.rows) == 1  # nobody knows whether Discord did it


async def test_what_is_put_back_while_a_lock_is_under_way_stays_put_back() -> None:
    async with staged() as stage:
        night = Night(stage)
        thread = await night.thread()
        stage.env.inject_error("PATCH", "/channels/*", status=503)
        (locking,) = await stage.begin(lambda: night.locks.lock(MATCH, stage.guild.id, thread.id))
        (repairing,) = await stage.begin(lambda: night.undo.undo_all(MATCH))
        assert not locking.done()
        assert not repairing.done(), "nobody knows yet whether the thread will be locked"
        assert len(night.book.rows) == 1
        await stage.env.advance_time(2)
        assert locking.result() is True
        assert repairing.result() == Undone(restored=1)
        assert not night.locked(thread)
        assert night.book.rows == {}


async def test_a_lock_that_is_stopped_before_its_turn_leaves_nothing_behind() -> None:
    """The process ends at once after it was asked for: Python has nothing to complain of."""
    async with staged() as stage:
        night = Night(stage)
        thread = await night.thread()

        async def stopped_at_once() -> None:
            asking = asyncio.create_task(night.locks.lock(MATCH, stage.guild.id, thread.id))
            await asyncio.sleep(0)
            for turn in night.locks._last.values():
                turn.cancel()
            await asyncio.wait({asking})

        with warnings.catch_warnings(record=True) as complaints:
            warnings.simplefilter("always")
            await stage.run(stopped_at_once)
            gc.collect()
        assert [str(one.message) for one in complaints if one.category is RuntimeWarning] == []
        assert not night.locked(thread)


async def test_a_lock_whose_reply_was_lost_is_put_back_all_the_same() -> None:
    """Discord has locked the thread, and neither the reply nor the event about it has arrived."""
    async with staged() as stage:
        night = Night(stage)
        thread = await night.thread()
        await night.lock(thread)
        believed = stage.bot.get_channel(thread.id)
        assert isinstance(believed, discord.Thread)
        believed.locked = False
        assert await night.undo_all(MATCH) == Undone(restored=1)
        assert night.changes() == [{"locked": True}, {"locked": False}]
        assert night.book.rows == {}


async def test_a_refused_lock_leaves_no_row() -> None:
    async with staged() as stage:
        night = Night(stage)
        thread = await night.thread()
        stage.env.inject_error("PATCH", "/channels/*", status=403, code=50013)
        (turn,) = await stage.begin(lambda: night.locks.lock(MATCH, stage.guild.id, thread.id))
        assert isinstance(turn.exception(), NotAllowed)
        assert night.book.rows == {}


async def test_what_is_no_thread_is_not_locked() -> None:
    async with staged() as stage:
        night = Night(stage)
        for place in (4711, stage.room.id):
            (turn,) = await stage.begin(lambda place=place: night.locks.lock(MATCH, stage.guild.id, place))
            assert isinstance(turn.exception(), PlaceGone)
        assert night.book.added == 0


async def test_after_a_crash_another_bot_puts_everything_back() -> None:
    async with staged() as stage:
        night = Night(stage)
        kept, lost, open_already = [await night.thread(name) for name in ("kept", "lost", "open")]
        for thread in (kept, lost, open_already):
            await night.lock(thread)
        await stage.run(lambda: open_already.edit(locked=False))
        await stage.run(lost.delete)
        await stage.restart()
        night.take_over()
        before = len(night.changes())
        assert await night.undo_all() == Undone(restored=2, gone=1)
        assert night.book.rows == {}
        assert night.changes()[before:] == [{"locked": False}]
        assert not night.locked(kept)
        assert await night.undo_all() == Undone()


async def test_undo_of_one_match_and_what_cannot_be_undone_stays_written() -> None:
    async with staged() as stage:
        night = Night(stage)
        thread = await night.thread()
        await night.lock(thread)
        await night.book.add(match=8, guild_id=1, channel_id=2, target_id=3, kind="something_new", previous={})
        assert await night.undo_all(9) == Undone()
        stage.env.inject_error("PATCH", "/channels/*", status=403, code=50013)
        assert await night.undo_all() == Undone(failed=2)
        assert len(night.book.rows) == 2
        assert await night.undo_all(MATCH) == Undone(restored=1)
        assert not night.locked(thread)


async def test_an_archived_thread_is_opened_to_be_unlocked() -> None:
    async with staged() as stage:
        night = Night(stage)
        thread = await night.thread()
        await night.lock(thread)
        await stage.run(lambda: thread.edit(archived=True))
        assert await night.undo_all() == Undone(restored=1)
        assert night.changes()[-1] == {"locked": False, "archived": False}


async def test_missing_permissions_in_plain_words() -> None:
    async with staged() as stage:
        room = stage.bot.get_channel(stage.room.id)
        assert isinstance(room, discord.TextChannel)
        assert lacking_in(room, words()) == []
        poor = stage.guild.create_text_channel(
            "poor",
            overwrites={stage.guild.me: discord.PermissionOverwrite(manage_messages=False, send_messages=False)},
        )
        channel = stage.bot.get_channel(poor.id)
        assert isinstance(channel, discord.TextChannel)
        missing = lacking_in(channel, words())
        found = {one.permission: one.indispensable for one in missing}
        assert (found["send_messages"], found["manage_messages"]) == (True, False)
        assert any("the muted write" in one.without for one in missing)
        nothing = lacking_in(channel, words(), discord.Permissions.none())
        assert [one.permission for one in nothing] == list(NEEDED)
        assert nothing[0].name == "View Channel"
        assert lacking_in(channel, words(), discord.Permissions(administrator=True)) == []


class Hushed:
    """A stage where everybody who writes in the room has a given way of speaking."""

    def __init__(self, stage: Stage, speech: Speech, phase: str = "day 1") -> None:
        self.stage = stage
        self.speech = speech
        self.phase = phase
        self.hush = Hush(words(), pauses=(1.0,))
        self.taken: list[bool] = []
        stage.on_player_text = self.heard

    async def heard(self, message: discord.Message) -> None:
        self.taken.append(await self.hush.on_message(message, self.speech, phase=self.phase))

    def left(self) -> list[str]:
        return [message.content for message in self.stage.room.history()]


async def test_the_free_may_speak() -> None:
    async with staged() as stage:
        hushed = Hushed(stage, "free")
        await stage.person("ann").send(stage.room, "hello")
        assert hushed.left() == ["hello"]
        assert hushed.taken == [False]


@pytest.mark.parametrize("speech", ["muted", "toad", "dead", "asleep", "night"])
async def test_the_silent_lose_their_message_and_are_told_once_per_phase(speech: Speech) -> None:
    async with staged() as stage:
        hushed = Hushed(stage, speech)
        ann = stage.person("ann_lee")
        await ann.send(stage.room, "it was ben")
        (notice,) = hushed.left()
        assert notice.startswith(r"ann\_lee, ")
        await stage.env.advance_time(9)
        assert hushed.left() == []
        await ann.send(stage.room, "it was ben!")
        assert hushed.left() == []
        hushed.phase = "day 2"
        await stage.env.advance_time(2)
        await ann.send(stage.room, "it was ben!!")
        assert len(hushed.left()) == 1
        assert hushed.taken == [True] * 3


async def test_a_burst_is_deleted_with_few_requests() -> None:
    async with staged() as stage:
        hushed = Hushed(stage, "dead")
        people = [stage.person(name) for name in ("ann", "ben", "cid", "dan", "eve")]
        for person in people:
            await person.send(stage.room, "I was the doctor")
        await stage.env.advance_time(1)
        assert "I was the doctor" not in hushed.left()
        assert len(stage.requests("POST", "bulk-delete")) == 1
        assert len(stage.requests("DELETE")) == 1
        await stage.env.advance_time(10)
        assert hushed.left() == []


async def test_a_message_that_is_gone_already_is_fine() -> None:
    async with staged() as stage:
        hushed = Hushed(stage, "muted")
        stage.env.inject_error("DELETE", "/channels/*/messages/*", status=404, code=10008)
        await stage.person("ann").send(stage.room, "hm")
        assert hushed.taken == [True]
        assert stage.env.errors == []


async def test_without_the_permission_it_stops_trying_for_a_while() -> None:
    async with staged() as stage:
        hushed = Hushed(stage, "muted")
        ann = stage.person("ann")
        stage.env.inject_error("DELETE", "/channels/*/messages/*", status=403, code=50013)
        await ann.send(stage.room, "one")
        await stage.env.advance_time(2)
        await ann.send(stage.room, "two")
        assert len(stage.requests("DELETE")) == 1
        assert hushed.left() == ["one", "two"]
        await stage.env.advance_time(600)
        await ann.send(stage.room, "three")
        assert "three" not in hushed.left()


async def test_no_notice_where_the_bot_may_not_write() -> None:
    async with staged() as stage:
        hushed = Hushed(stage, "muted")
        stage.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
        await stage.person("ann").send(stage.room, "hm")
        assert hushed.left() == []
        assert stage.env.errors == []


async def test_bots_are_left_alone() -> None:
    async with staged() as stage:
        hushed = Hushed(stage, "night")
        robot = stage.guild.add_member(stage.env.create_user("robot", bot=True))
        await robot.send(stage.room, "beep")
        assert hushed.left() == ["beep"]


async def test_a_toad_may_croak_where_the_bot_may_read() -> None:
    async with staged() as stage:
        hushed = Hushed(stage, "toad")
        ann = stage.person("ann")
        await ann.send(stage.room, "ribbit")
        assert "ribbit" not in hushed.left()  # not granted: the content is empty, so it is no croak

    async with staged(may_read=True) as stage:
        hushed = Hushed(stage, "toad")
        ann = stage.person("ann")
        await ann.send(stage.room, "Ribbit, ribbit! 🐸")
        await ann.send(stage.room, "ribbit it was ben")
        assert hushed.left()[0] == "Ribbit, ribbit! 🐸"
        assert "ribbit it was ben" not in hushed.left()
        assert hushed.taken == [False, True]
