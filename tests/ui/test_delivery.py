"""The outbox against the real discord.py: order, exactly once, refusals, pacing, coalesced edits."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.trouble import StoreTrouble
from bot.ui.delivery import (
    EDIT_LATER,
    EDIT_SPACING,
    NONCE_SURE_S,
    PAUSES,
    Courier,
    DirectMessagesClosed,
    NotAllowed,
    OpeningTooFast,
    Outgoing,
    Overloaded,
    PlaceGone,
    Rejected,
    Unreachable,
    patiently,
)

from .stage import Remembering, Stage, line, staged


def text(content: str) -> Outgoing:
    return Outgoing(content=content)


def contents(channel: Any) -> list[str]:
    return [message.content for message in channel.history()]


def posts(stage: Stage) -> list[str]:
    return [one.json["content"] for one in stage.requests("POST", f"/{stage.room.id}/messages")]


class Panel(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"panel:(?P<n>[0-9]+)"):
    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label="Open", custom_id=f"panel:{number}"))


async def test_whether_files_may_be_attached_is_known_before_a_message_is_refused_for_them() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        room = stage.bot.get_channel(stage.room.id)
        assert isinstance(room, discord.TextChannel)
        assert courier.may_attach(room.id)
        bare = discord.PermissionOverwrite(attach_files=False)
        await stage.run(lambda: room.set_permissions(room.guild.me, overwrite=bare))
        assert not courier.may_attach(room.id)
        assert courier.may_attach(5), "a direct message, or a place it does not know"


async def test_a_message_arrives_with_its_nonce_and_pings_nobody() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        message_id = await stage.run(lambda: courier.post(stage.room.id, text("@everyone <@5> hello"), "m1-7"))
        assert stage.room.last_message.id == message_id
        (request,) = stage.requests("POST", "/messages")
        assert request.json["nonce"] == "m1-7"
        assert request.json["enforce_nonce"] is True
        assert request.json["allowed_mentions"] == {"parse": []}
        assert courier.waiting == 0


async def test_only_the_named_people_may_be_pinged_and_silently() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        ann = stage.person("ann")
        message = Outgoing(content=f"<@{ann.id}>", mention_users=(ann.id,), silent=True)
        await stage.run(lambda: courier.post(stage.room.id, message, "n"))
        (request,) = stage.requests("POST", "/messages")
        assert request.json["allowed_mentions"]["users"] == [ann.id]
        assert request.json["allowed_mentions"]["parse"] == []
        assert request.json["flags"] == discord.MessageFlags(suppress_notifications=True).value


async def test_views_are_drawn_and_not_kept() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        view = discord.ui.View()
        view.add_item(Panel(3))
        layout = discord.ui.LayoutView()
        layout.add_item(discord.ui.Container(discord.ui.TextDisplay("board"), discord.ui.ActionRow(Panel(4))))
        await stage.run(lambda: courier.post(stage.room.id, Outgoing("press", view=view), "a"))
        board = await stage.run(lambda: courier.post(stage.room.id, Outgoing(view=layout), "b"))
        again = discord.ui.LayoutView()
        again.add_item(discord.ui.TextDisplay("over"))
        await stage.run(lambda: courier.edit(stage.room.id, board, Outgoing(view=again)))
        first, second = stage.room.history()
        assert first.components
        assert "over" in str(second.components[0])
        store = stage.bot._connection._view_store
        assert not store._views
        assert not store._synced_message_views


async def test_a_fault_is_tried_again_with_the_same_nonce_and_a_fresh_file() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        made: list[discord.File] = []

        def picture() -> discord.File:
            made.append(discord.File(io.BytesIO(b"png"), "board.png"))
            return made[-1]

        stage.env.inject_error("POST", "/channels/*/messages", status=503, times=2)
        outgoing = Outgoing("look", files=(picture,))
        (turn,) = await stage.begin(lambda: courier.post(stage.room.id, outgoing, "same"))
        assert not turn.done()
        await stage.env.advance_time(1)
        assert not turn.done()
        await stage.env.advance_time(2)
        assert turn.result() == stage.room.last_message.id
        assert [one.json["nonce"] for one in stage.requests("POST", f"{stage.room.id}/messages")] == ["same"] * 3
        assert stage.room.last_message.attachments[0].size == 3
        assert len(made) == 3


async def test_it_gives_up_in_the_end() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        stage.env.inject_error("POST", "/channels/*/messages", status=520, times=None)
        (turn,) = await stage.begin(lambda: courier.post(stage.room.id, text("x"), "n"))
        await stage.env.advance_time(1 + 2 + 4 + 8)
        assert isinstance(turn.exception(), Unreachable)
        assert len(posts(stage)) == 5


async def test_it_does_not_post_again_what_discord_may_have_forgotten() -> None:
    """Discord may have taken the first try, and was too busy for minutes after it."""
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line(), pauses=(1.0, NONCE_SURE_S))
        stage.env.inject_error("POST", "/channels/*/messages", status=503, times=2)
        (turn,) = await stage.begin(lambda: courier.post(stage.room.id, text("x"), "n"))
        await stage.env.advance_time(2 + NONCE_SURE_S)
        assert isinstance(turn.exception(), Unreachable)
        assert len(posts(stage)) == 2


@pytest.mark.parametrize("fault", [aiohttp.ServerDisconnectedError(), ConnectionResetError(104, "reset")])
async def test_dropped_connections_are_faults_too(fault: Exception) -> None:
    faults = [fault]

    async def attempt() -> str:
        if faults:
            raise faults.pop()
        return "done"

    assert await patiently(attempt, (0.0,)) == "done"


async def test_other_errors_are_not_swallowed() -> None:
    async def attempt() -> None:
        raise KeyError("a mistake of ours")

    with pytest.raises(KeyError):
        await patiently(attempt, (0.0,))


@pytest.mark.parametrize(
    ("status", "code", "expected"),
    [
        (404, 10003, PlaceGone),
        (403, 50001, NotAllowed),
        (403, 50013, NotAllowed),
        (400, 50083, NotAllowed),
        (400, 50035, Rejected),
    ],
)
async def test_refusals_are_not_tried_again(status: int, code: int, expected: type[Exception]) -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        stage.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=None)
        (turn,) = await stage.begin(lambda: courier.post(stage.room.id, text("x"), "n"))
        assert type(turn.exception()) is expected
        assert len(posts(stage)) == 1


async def test_messages_to_one_channel_keep_their_order_and_others_do_not_wait() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        other = stage.guild.create_text_channel("other")
        stage.env.inject_error("POST", f"/channels/{stage.room.id}/messages", status=503)

        def send(channel: int, words: str) -> Callable[[], Awaitable[int]]:
            return lambda: courier.post(channel, text(words), words)

        rooms = [send(stage.room.id, word) for word in "abcde"]
        await stage.begin(*rooms, send(other.id, "elsewhere"))
        assert contents(stage.room) == []
        assert contents(other) == ["elsewhere"]
        assert courier.waiting == 5
        await stage.env.advance_time(1)
        assert contents(stage.room) == list("abcde")
        assert courier.waiting == 0


async def test_a_cancelled_caller_does_not_stop_the_message_nor_the_order() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        stage.env.inject_error("POST", "/channels/*/messages", status=503)
        _first, second, third = await stage.begin(
            *(lambda word=word: courier.post(stage.room.id, text(word), word) for word in "abc")
        )
        second.cancel()
        await stage.env.advance_time(1)
        assert contents(stage.room) == list("abc")
        assert second.cancelled()
        assert third.done()


async def test_it_takes_only_so_many() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line(), capacity=2)
        stage.env.inject_error("POST", "/channels/*/messages", status=503)
        *_, last = await stage.begin(
            *(lambda word=word: courier.post(stage.room.id, text(word), word) for word in "abc")
        )
        assert isinstance(last.exception(), Overloaded)
        await stage.env.advance_time(1)
        assert contents(stage.room) == ["a", "b"]


async def test_a_nonce_is_at_most_25_characters() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        for nonce in ("", "x" * 26):
            (turn,) = await stage.begin(lambda nonce=nonce: courier.post(stage.room.id, text("x"), nonce))
            assert isinstance(turn.exception(), ValueError)


async def test_new_direct_channels_are_opened_slowly_and_known_ones_used_at_once() -> None:
    async with staged() as stage:
        memory = Remembering()
        courier = Courier(stage.bot, memory, line())
        ann, ben, cid = (stage.person(name) for name in ("ann", "ben", "cid"))

        def tell(person: Any, words: str) -> Callable[[], Awaitable[Any]]:
            return lambda: courier.direct(person.id, text(words), words)

        def opened() -> int:
            return len(stage.requests("POST", "/users/@me/channels"))

        turns = await stage.begin(tell(ann, "a"), tell(ben, "b"), tell(cid, "c"))
        assert opened() == 1
        await stage.env.advance_time(2.4)
        assert opened() == 1
        await stage.env.advance_time(0.2)
        assert opened() == 2
        await stage.run(tell(ann, "a2"))
        assert contents(ann.user.dm_channel) == ["a", "a2"]
        await stage.env.advance_time(2.5)
        assert opened() == 3
        assert [turn.done() for turn in turns] == [True] * 3
        assert memory.channels == {person.id: person.user.dm_channel.id for person in (ann, ben, cid)}
        assert turns[1].result() == (ben.user.dm_channel.id, ben.user.dm_channel.last_message.id)

        # Another life of the bot, with what was remembered, opens nothing.
        courier = Courier(stage.bot, memory, line())
        await stage.begin(*(lambda one=one: courier.direct(one.id, text("again"), "z") for one in (ann, ben, cid)))
        assert opened() == 3
        assert contents(cid.user.dm_channel) == ["c", "again"]


async def test_two_messages_to_a_new_person_open_one_channel() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        ann = stage.person("ann")
        await stage.begin(*(lambda word=word: courier.direct(ann.id, text(word), word) for word in "ab"))
        assert contents(ann.user.dm_channel) == ["a", "b"]
        assert len(stage.requests("POST", "/users/@me/channels")) == 1
        assert await stage.run(lambda: courier.dm_channel(ann.id)) == ann.user.dm_channel.id


async def test_closed_direct_messages_are_remembered_until_a_probe_arrives() -> None:
    async with staged() as stage:
        memory = Remembering()
        courier = Courier(stage.bot, memory, line())
        ann = stage.person("ann")
        path = f"/channels/{ann.user.dm_channel.id}/messages"
        stage.env.inject_error("POST", path, status=403, code=50007, times=2)
        (turn,) = await stage.begin(lambda: courier.direct(ann.id, text("you are the wolf"), "n"))
        assert isinstance(turn.exception(), DirectMessagesClosed)
        assert memory.shut == {ann.id}
        sent = len(stage.env.http_requests)
        (turn,) = await stage.begin(lambda: courier.direct(ann.id, text("you are the wolf"), "n"))
        assert isinstance(turn.exception(), DirectMessagesClosed)
        assert len(stage.env.http_requests) == sent
        assert await stage.run(lambda: courier.probe(ann.id, text("hello"))) is False
        assert await stage.run(lambda: courier.probe(ann.id, text("hello"))) is True
        assert memory.shut == set()
        await stage.run(lambda: courier.direct(ann.id, text("you are the wolf"), "n"))
        assert contents(ann.user.dm_channel) == ["hello", "you are the wolf"]


async def test_opening_too_fast_rests_for_new_channels_only() -> None:
    async with staged() as stage:
        memory = Remembering()
        courier = Courier(stage.bot, memory, line())
        ann, ben = stage.person("ann"), stage.person("ben")
        memory.channels[ben.id] = ben.user.dm_channel.id
        stage.env.inject_error("POST", "/users/@me/channels", status=403, code=40003)
        (turn,) = await stage.begin(lambda: courier.direct(ann.id, text("a"), "n"))
        assert isinstance(turn.exception(), OpeningTooFast)
        assert memory.shut == set()
        sent = len(stage.env.http_requests)
        await stage.env.advance_time(100)
        (turn,) = await stage.begin(lambda: courier.direct(ann.id, text("a"), "n"))
        problem = turn.exception()
        assert isinstance(problem, OpeningTooFast)
        assert problem.seconds == pytest.approx(200, abs=1)
        assert len(stage.env.http_requests) == sent
        await stage.run(lambda: courier.direct(ben.id, text("b"), "n"))
        await stage.env.advance_time(200)
        await stage.run(lambda: courier.direct(ann.id, text("a"), "n"))
        assert contents(ann.user.dm_channel) == ["a"]


async def test_those_who_wait_for_a_slot_hear_of_the_rest_too() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        people = [stage.person(name) for name in ("ann", "ben", "cid")]
        stage.env.inject_error("POST", "/users/@me/channels", status=403, code=40003)
        turns = await stage.begin(*(lambda one=one: courier.direct(one.id, text("x"), "n") for one in people))
        await stage.env.advance_time(6)
        assert [type(turn.exception()) for turn in turns] == [OpeningTooFast] * 3
        assert len(stage.requests("POST", "/users/@me/channels")) == 1


async def test_a_remembered_channel_that_is_gone_is_opened_anew() -> None:
    async with staged() as stage:
        memory = Remembering()
        courier = Courier(stage.bot, memory, line())
        ann = stage.person("ann")
        memory.channels[ann.id] = 4711
        await stage.run(lambda: courier.direct(ann.id, text("hello"), "n"))
        assert contents(ann.user.dm_channel) == ["hello"]
        assert memory.channels[ann.id] == ann.user.dm_channel.id


async def test_edits_replace_everything_and_know_a_message_that_is_gone() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        view = discord.ui.View()
        view.add_item(Panel(1))
        message_id = await stage.run(lambda: courier.post(stage.room.id, Outgoing("old", view=view), "n"))
        await stage.run(lambda: courier.edit(stage.room.id, message_id, text("new")))
        assert stage.room.last_message.content == "new"
        assert stage.room.last_message.components == []
        (turn,) = await stage.begin(lambda: courier.edit(stage.room.id, 4711, text("new")))
        assert isinstance(turn.exception(), PlaceGone)


class Board:
    """A message that is drawn as it is at that moment, soon after each change."""

    def __init__(self, stage: Stage, courier: Courier, message_id: int) -> None:
        self.says = ""
        self.drawn = 0
        self._stage = stage
        self._courier = courier
        self._message_id = message_id

    async def changes_to(self, said: str) -> None:
        self.says = said
        await self._stage.run(self._edit)

    async def _edit(self) -> None:
        self._courier.edit_soon(self._stage.room.id, self._message_id, self._draw)

    async def _draw(self) -> Outgoing | None:
        self.drawn += 1
        return text(self.says)


async def posted(stage: Stage, courier: Courier, said: str) -> Board:
    return Board(stage, courier, await stage.run(lambda: courier.post(stage.room.id, text(said), "n")))


async def test_quick_edits_become_one_and_the_last_state_wins() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        board = await stage.run(lambda: courier.post(stage.room.id, text("0"), "n"))
        state = {"count": 0}

        async def draw() -> Outgoing | None:
            return text(str(state["count"]))

        async def click() -> None:
            state["count"] += 1
            courier.edit_soon(stage.room.id, board, draw)

        def edits() -> int:
            return len(stage.requests("PATCH", f"/messages/{board}"))

        await stage.run(click)
        assert (edits(), stage.room.last_message.content) == (1, "1")
        await stage.begin(*[click] * 20)
        assert edits() == 1
        await stage.env.advance_time(1.5)
        assert (edits(), stage.room.last_message.content) == (2, "21")
        await stage.env.advance_time(60)
        assert edits() == 2
        await stage.run(click)
        assert (edits(), stage.room.last_message.content) == (3, "22")


async def test_a_change_during_an_edit_is_drawn_afterwards() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        board = await posted(stage, courier, "0")
        stage.env.inject_error("PATCH", "/channels/*/messages/*", status=503)
        await board.changes_to("1")
        await board.changes_to("2")
        await stage.env.advance_time(1)
        assert stage.room.last_message.content == "1"
        await stage.env.advance_time(1)
        assert stage.room.last_message.content == "2"


@pytest.mark.parametrize("changed_meanwhile", [False, True])
async def test_an_edit_that_nobody_waits_for_is_tried_again_when_discord_was_away(*, changed_meanwhile: bool) -> None:
    """What is shown then is of that moment; a later change does not wait for it."""
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        board = await posted(stage, courier, "0")
        stage.env.inject_error("PATCH", "/channels/*/messages/*", status=503, times=len(PAUSES) + 1)
        await board.changes_to("1")
        await stage.env.advance_time(sum(PAUSES) + EDIT_SPACING)
        assert stage.room.last_message.content == "0"
        board.says = "2"
        if changed_meanwhile:
            await board.changes_to("2")
        else:
            await stage.env.advance_time(EDIT_LATER[0])
        assert stage.room.last_message.content == "2"
        edits = len(stage.requests("PATCH"))
        await stage.env.advance_time(EDIT_LATER[1])
        assert len(stage.requests("PATCH")) == edits


async def test_an_edit_that_nobody_waits_for_is_tried_again_when_the_store_was_away() -> None:
    """What a panel shows is read from there: one that is to be put away would keep its buttons for ever."""
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        board = await posted(stage, courier, "0")
        is_away = True

        async def draw() -> Outgoing | None:
            if is_away:
                raise StoreTrouble
            return text("put away")

        async def change() -> None:
            courier.edit_soon(stage.room.id, board._message_id, draw)

        await stage.run(change)
        is_away = False
        assert stage.room.last_message.content == "0"
        await stage.env.advance_time(EDIT_LATER[0])
        assert stage.room.last_message.content == "put away"


async def test_a_coalesced_edit_that_fails_harms_nobody() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())

        async def nothing() -> Outgoing | None:
            return None

        async def faulty() -> Outgoing | None:
            raise RuntimeError("cannot draw")

        async def late() -> Outgoing | None:
            return text("late")

        for make in (nothing, faulty, late):

            async def change(make: Callable[[], Awaitable[Outgoing | None]] = make) -> None:
                courier.edit_soon(stage.room.id, 4711, make)

            await stage.run(change)
        assert len(stage.requests("PATCH")) == 1
        assert stage.env.errors == []


async def test_close_drops_what_waits() -> None:
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        stage.env.inject_error("POST", "/channels/*/messages", status=503)
        (turn,) = await stage.begin(lambda: courier.post(stage.room.id, text("x"), "n"))
        await stage.run(courier.close)
        await asyncio.sleep(0)
        assert isinstance(turn.exception(), Unreachable)
        assert courier.waiting == 0
        (turn,) = await stage.begin(lambda: courier.post(stage.room.id, text("x"), "n"))
        assert isinstance(turn.exception(), Unreachable)
        assert contents(stage.room) == []


async def test_nothing_is_drawn_any_more_once_the_bot_stops() -> None:
    """Not what an edit that is cut off left for later, nor what a press that is finished last still asks for."""
    async with staged() as stage:
        courier = Courier(stage.bot, Remembering(), line())
        board = await posted(stage, courier, "0")
        stage.env.inject_error("PATCH", "/channels/*/messages/*", status=503)
        await board.changes_to("1")
        await board.changes_to("2")  # waits for the one under way, which waits for Discord
        drawn = board.drawn
        await stage.run(courier.close)
        await board.changes_to("3")
        await stage.env.advance_time(60)
        assert board.drawn == drawn
        assert stage.room.last_message.content == "0"
