"""What was said arrives once: who cannot be reached holds up nobody, and what may have been posted is looked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from language.any_game import seat_of
from rooms.any_game import Room
from rooms.name_duel import name_duel_room
from rooms.trumplestiltskin import SECONDS, trumplestiltskin_room
from rooms.village import Square, village_square
from two_worlds import Streams, make_folder, same

from bot.matches.snapshot import MatchSnapshot
from bot.trouble import StoreTrouble
from bot.ui.delivery import PAUSES
from bot.ui.stage.endings import LEFT_OVER_S
from bot.ui.stage.loop import ONCE_MORE_S
from bot.ui.stage.rounds import RETRY_S
from cogs.name_duel.face import NameDuelFace

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}
TEAM = {"cat": "murderer", "dan": "trickster", "ben": "sheriff"}
TRIES = len(PAUSES) + 1
"""How often one message is tried before its turn comes again."""
NIGHT_S = 60


def no_line_twice(room: Room) -> None:
    for place in (room.thread, *(room.dm(name) for name in room.people)):
        told = room.told(place)
        assert sorted(told) == sorted(set(told)), place


def nobody_answers_for(room: Room, name: str, times: int) -> None:
    """Discord does not take so many messages to this person."""
    room.env.inject_error("POST", f"/channels/{room.dm(name).id}/messages", status=503, times=times)


async def in_trouble() -> None:
    raise StoreTrouble


async def for_ever(*_: Any, **__: Any) -> None:
    """The process dies in the middle of this."""
    await asyncio.sleep(24 * 3600)


def dies_before_it_notes(
    room: Room, monkeypatch: pytest.MonkeyPatch, recipient: int, dies: Callable[[], Awaitable[None]] = in_trouble
) -> None:
    """From now on what is posted to this recipient arrives, and this process does not live to write it down."""
    record = room.mirror.ledger.record

    async def nothing(match_id: int, to: int, **line: Any) -> None:
        await (dies() if to == recipient else record(match_id, to, **line))

    monkeypatch.setattr(room.mirror.ledger, "record", nothing)


async def to_the_night(square: Square) -> None:
    await square.begin()
    await square.introduce_all()


# -- one person's trouble ----------------------------------------------------------------------------------------------


async def test_a_person_who_cannot_be_reached_holds_up_nobody(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        nobody_answers_for(square, "ben", TRIES * 2)
        for name in await square.asked_for("introduction"):
            await square.introduces(name, None)
        await square.time(2)
        assert "night.investigate" in await square.asked("ben")
        assert len(square.messages(square.dm("ben"))) == 1, "he has his card, and not his panel"
        assert square.is_locked(), "night has fallen"
        for name in set(square.people) - {"ben"}:
            key = next(key for key in await square.asked(name) if key.startswith("night."))
            await square.panel(name, key)
        await square.run(lambda: done(square.mirror.stage.say(square.match_id, "Five minutes more.")))
        assert "Five minutes more." in square.public(), "and nobody waits for ben"
        assert len(square.messages(square.dm("ben"))) == 1
        await square.time(5 * RETRY_S)
        assert len(square.messages(square.dm("ben"))) > 1
        no_line_twice(square)


async def test_a_turn_runs_out_only_for_who_was_asked(tmp_path: Path) -> None:
    """While nothing reaches her, her clock waits; then she has her whole time. Nobody else is asked for her."""
    async with trumplestiltskin_room(tmp_path, hands={}) as table:
        await table.begin()
        place = f"/channels/{table.dm('ann').id}/messages"
        for method, path in (("POST", place), ("PATCH", f"{place}/*")):
            table.env.inject_error(method, path, status=503, times=None)
        await table.picks("ben", 3)
        assert "auction.bid" in await table.asked("ann")
        await table.time(3 * SECONDS["turn_seconds"])
        assert "auction.bid" in await table.asked("ann")
        table.env.backend.faults.clear()
        await table.time(2 * RETRY_S)
        await table.time(SECONDS["turn_seconds"] - 2 * RETRY_S)
        assert "auction.bid" in await table.asked("ann")
        await table.time(2 * RETRY_S)
        assert "auction.bid" not in await table.asked("ann"), "now she has let it pass"


async def a_night_without(folder: Path, name: str) -> Streams:
    """What everybody is sent in a night in which what this person is asked arrives long after its time: nobody acts."""
    make_folder(folder)
    async with village_square(folder, **VILLAGE) as square:
        await square.begin()
        nobody_answers_for(square, name, TRIES * 100)
        for one in await square.asked_for("introduction"):
            await square.introduces(one, None)
        await square.until("night")
        await square.time(3 * NIGHT_S)
        assert await square.phase() == "night", "the night waits"
        square.env.backend.faults.clear()
        await square.time(3 * RETRY_S)
        assert len(square.messages(square.dm(name))) > 1
        await square.time(NIGHT_S - 3 * RETRY_S)
        assert await square.phase() == "night", "and has its whole time left"
        await square.time(3 * RETRY_S)
        assert await square.phase() != "night"
        return square.sent_to()


async def test_a_night_waits_for_whom_it_cannot_ask_and_does_not_tell_who_that_is(tmp_path: Path) -> None:
    asked = ("ben", "cat")
    here, there = [await a_night_without(tmp_path / name, name) for name in asked]
    same(here, there, but=set(asked))


async def test_trouble_with_the_thread_keeps_no_secret_back(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await to_the_night(square)
        await square.answers("ben", "night.investigate", "ann")
        square.env.inject_error("POST", f"/channels/{square.thread.id}/messages", status=503, times=TRIES)
        posts = len(square.messages(square.thread))
        await square.until("day")
        await square.time(sum(PAUSES))
        assert len(square.messages(square.thread)) == posts, "nobody has read yet that it is day"
        assert "**ann** **is** a Rumplestiltskin" in square.dm_text("ben")
        await square.time(RETRY_S)
        assert len(square.messages(square.thread)) > posts
        no_line_twice(square)


async def test_nothing_is_settled_before_everybody_was_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However quickly ben's message fails, and however long the rest of the round takes."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        tell, close_doors = square.mirror.seat_sender.tell, square.mirror.doorkeeper.close_doors

        async def not_ben(match: MatchSnapshot, seat: int, *rest: Any) -> bool:
            if seat == seat_of("ben"):
                raise StoreTrouble
            return await tell(match, seat, *rest)

        async def slowly(*rest: Any) -> None:
            await asyncio.sleep(5)
            await close_doors(*rest)

        monkeypatch.setattr(square.mirror.seat_sender, "tell", not_ben)
        monkeypatch.setattr(square.mirror.doorkeeper, "close_doors", slowly)
        for name in await square.asked_for("introduction"):
            await square.introduces(name, None)
        await square.time(12)
        assert await square.mirror.ledger.unsent() == [square.match_id], "a process that dies now leaves it to the next"
        monkeypatch.undo()
        await square.time(RETRY_S)
        assert await square.mirror.ledger.unsent() == []
        panel, _ = await square.panel("ben", "night.investigate")
        assert panel.controls


async def test_what_is_said_after_the_end_does_not_end_it_again(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["hobyah"]) as room:
        await room.begin()
        await room.fight("ann")
        finale = room.messages(room.thread)[-1]
        assert "wins the contest!" in finale.text
        await room.run(lambda: done(room.mirror.stage.say(room.match_id, "Good night.")))
        last = room.messages(room.thread)[-1]
        assert (last.text, last.controls) == ("Good night.", [])
        assert room.messages(room.thread)[-2].id == finale.id
        assert room.public().count("wins the contest!") == 1
        assert await room.mirror.ledger.unsent() == []


async def test_where_the_end_may_not_be_told_the_host_is_told_and_it_is_told_later(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["hobyah"]) as room:
        await room.begin()
        path = f"/channels/{room.thread.id}/messages"
        room.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions", times=None)
        before = room.public()
        await room.run(lambda: room.mirror.hosting.end(room.match_id, room.actor("ann").user.id))
        await room.time(ONCE_MORE_S + 2 * LEFT_OVER_S)
        assert room.public() == before
        (told,) = [text for text in room.texts(room.dm("ann")) if "how the game ended" in text]
        assert "**Send Messages**" in told
        room.env.backend.faults.clear()
        await room.time(ONCE_MORE_S + 4 * LEFT_OVER_S)
        assert room.public() != before
        assert await room.mirror.ledger.unsent() == []
        assert len([text for text in room.texts(room.dm("ann")) if "how the game ended" in text]) == 1


async def done(nothing: None) -> None:
    """What has been begun goes on by itself."""


# -- what may have been posted -----------------------------------------------------------------------------------------


async def test_a_secret_that_a_dead_process_has_told_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This Discord knows no nonces: it has forgotten them."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await to_the_night(square)
        await square.answers("ben", "night.investigate", "ann")
        dies_before_it_notes(square, monkeypatch, seat_of("ben"))
        await square.until("day")
        before = {name: len(square.messages(square.dm(name))) for name in square.people}
        await square.restart(outage_s=3600)
        await square.time(RETRY_S)
        assert {name: len(square.messages(square.dm(name))) for name in square.people} == before
        assert "**ann** **is** a Rumplestiltskin" in square.dm_text("ben")
        assert await square.mirror.ledger.unsent() == []


async def test_public_news_that_a_dead_process_has_told_is_found_and_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await to_the_night(square)
        await square.answers("ben", "night.investigate", "ann")
        dies_before_it_notes(square, monkeypatch, 0)
        await square.until("day")
        told = square.told(square.thread)
        board = square.messages(square.thread)[-1]
        assert board.lines, "the dawn has been told"
        await square.restart(outage_s=3600)
        await square.time(RETRY_S)
        (*_, found, away) = square.messages(square.thread)
        assert found.id == board.id
        assert square.told(square.thread)[: len(told)] == told
        (line,) = away.lines
        assert "The Mirror was dark for about 60 minutes" in line
        assert "**ann** **is** a Rumplestiltskin" in square.dm_text("ben")
        no_line_twice(square)


async def test_a_message_that_was_pressed_before_it_was_noted_is_still_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        dies_before_it_notes(square, monkeypatch, seat_of("ben"))
        await square.introduce_all()
        await square.time(2)
        await square.answers("ben", "night.investigate", "ann")
        before = [message.id for message in square.messages(square.dm("ben"))]
        await square.restart(outage_s=3600)
        await square.time(RETRY_S)
        assert [message.id for message in square.messages(square.dm("ben"))] == before
        await square.until("day")
        assert square.dm_text("ben").count("is** a Rumplestiltskin") == 1


async def test_a_panel_that_a_dead_process_has_changed_is_not_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with name_duel_room(tmp_path, ann=["hobyah", "flippy"]) as room:
        await room.begin()
        await room.starts("ann")
        await room.time(3)
        dies_before_it_notes(room, monkeypatch, seat_of("ben"))
        before = [message.id for message in room.messages(room.dm("ben"))]
        await room.acts("ann", "duel.play", "flippy")
        await room.acts("ann", "flippy.deck", "own")
        await room.time(2)
        assert await room.asked("ben") == ["duel.play"]
        panel, _ = await room.panel("ben", "duel.play")
        await room.restart(outage_s=3600)
        await room.time(RETRY_S)
        assert [message.id for message in room.messages(room.dm("ben"))] == before
        assert (await room.panel("ben", "duel.play"))[0].id == panel.id
        assert await room.mirror.ledger.unsent() == []


async def test_what_the_answer_to_a_press_has_shown_is_not_sent_again_by_the_next_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was shown on the panel that was pressed; the process died before it noted that, and was away for long."""
    async with village_square(tmp_path, **TEAM) as square:
        await to_the_night(square)
        await square.answers("dan", "night.victim", "fay")
        await square.time(5)
        before = [message.id for message in square.messages(square.dm("cat"))]
        monkeypatch.setattr(square.mirror.ledger, "record", for_ever)
        await square.answers("cat", "night.victim", "fay")
        assert "night.murder" in await square.asked("cat")
        await square.restart(outage_s=3600)
        await square.time(RETRY_S)
        assert [message.id for message in square.messages(square.dm("cat"))] == before
        assert await square.mirror.ledger.unsent() == []


async def test_news_that_the_answer_to_a_press_has_told_are_not_told_again_beside_a_new_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ann has seen by her own press stands on her panel, in words without a picture. Before that was noted it was
    her turn again."""
    monkeypatch.setattr(NameDuelFace, "seat_picture", lambda *_: None)
    async with name_duel_room(tmp_path, ann=["yallery_brown"], ben=["bootstrap"]) as room:
        await room.begin()
        await room.starts("ann")
        await room.time(3)
        await room.acts("ann", "duel.play", "yallery_brown")
        await room.time(3)
        dies_before_it_notes(room, monkeypatch, seat_of("ann"), dies=for_ever)
        await room.acts("ann", "yallery_brown.look", "look")
        assert room.dm_text("ann").count("The bottom card of your deck is") == 1
        await room.acts("ann", "yallery_brown.exchange", None)
        await room.acts("ben", "duel.play", "bootstrap")
        assert await room.asked("ann") == ["duel.play"]
        await room.restart(outage_s=3600)
        await room.time(2 * RETRY_S)
        panel, _ = await room.panel("ann", "duel.play")
        assert panel.id == room.messages(room.dm("ann"))[-1].id, "her turn rings"
        assert "The bottom card of your deck is" not in panel.text
        assert await room.mirror.ledger.unsent() == []


async def test_a_process_that_may_not_read_says_that_something_may_stand_there_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await to_the_night(square)
        dies_before_it_notes(square, monkeypatch, 0)
        await square.until("day")
        monkeypatch.undo()
        channel = square.mirror.get_channel(square.room.id)
        assert isinstance(channel, discord.TextChannel)
        blind = discord.PermissionOverwrite(read_message_history=False)
        await square.run(lambda: channel.set_permissions(channel.guild.me, overwrite=blind))
        await square.restart(outage_s=3600)
        await square.time(RETRY_S)
        (*_, again, away) = square.messages(square.thread)
        assert again.lines[0] == "I was interrupted while I told this. Some of it may already stand above."
        assert len(again.lines) > 1
        assert "The Mirror was dark" in away.lines[0]


async def test_a_board_that_may_not_be_changed_is_tried_now_and_then(tmp_path: Path) -> None:
    """Discord bans a bot that goes on asking for what it may not do."""
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        room.env.inject_error(
            "PATCH",
            f"/channels/{room.thread.id}/messages/*",
            status=403,
            code=50001,
            message="Missing Access",
            times=None,
        )
        await room.run(lambda: room.mirror.hosting.extend(room.match_id, room.actor("ann").user.id, 60))
        before = len(room.env.http_requests)
        await room.time(6 * RETRY_S)
        tries = [one for one in room.env.http_requests[before:] if one.method == "PATCH"]
        assert 0 < len(tries) <= 7


async def test_where_nothing_may_be_attached_the_board_stands_there_in_words(tmp_path: Path) -> None:
    """Discord refuses a whole message because of a file that may not be there: a table would stand still."""
    async with name_duel_room(tmp_path, ann=["yallery_brown"], ben=["bootstrap"]) as room:
        channel = room.mirror.get_channel(room.room.id)
        assert isinstance(channel, discord.TextChannel)
        bare = discord.PermissionOverwrite(attach_files=False)
        await room.run(lambda: channel.set_permissions(channel.guild.me, overwrite=bare))
        await room.begin()
        await room.starts("ann")
        await room.time(3)
        board = room.board
        assert "1. ann: Wins 0 of 2" in board.text, "what the picture would show"
        assert [message.message.attachments for message in room.messages(room.thread)] == [[]] * len(room.texts())
        assert room.messages(room.dm("ann"))[-1].message.attachments, "in a direct message nothing is forbidden"
