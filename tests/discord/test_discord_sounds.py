"""Games of turns: what is asked is heard where it has to be, once, by nobody else; and otherwise makes no sound."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rooms.any_game import Room, close_messages
from rooms.name_duel import name_duel_room
from rooms.trumplestiltskin import TrumplestiltskinRoom, trumplestiltskin_room

from bot.matches.ledger import PUBLIC, Cursor
from bot.ui.stage.delivered import Delivered

HANDS = {"ann": ["noggin", "flippy"], "ben": ["hobyah"]}
CANNOT_REACT = ["drum_drum", "hobyah", "noggin", "rumpelstiltskin", "shenanigan"]
QUIET = "mm:quiet"


def letters(room: Room, name: str) -> list[int]:
    """The messages that came to this person: each of them made a sound."""
    return [message.id for message in room.messages(room.dm(name))]


def called(room: Room) -> list[list[str]]:
    """Whom each public message has called by name, after the one that opened the match."""
    people = {room.actor(name).user.id: name for name in room.people}
    path = f"/channels/{room.thread.id}/messages"
    posts = [one for one in room.env.http_requests if (one.method, one.path) == ("POST", path)]
    return [[people[int(one)] for one in _mentions(post.json)] for post in posts[1:] if _mentions(post.json)]


def _mentions(post: dict[str, Any]) -> list[str]:
    allowed = post.get("allowed_mentions") or {}
    assert not allowed.get("parse")
    return list(allowed.get("users", ()))


async def test_half_a_minute_to_answer_a_guess_is_heard_and_by_nobody_else(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, options={"reaction_seconds": 30}, **HANDS) as room:
        await room.begin()
        await room.starts("ann")
        await room.time(3)
        await room.acts("ann", "duel.play", "noggin")
        before = {name: letters(room, name) for name in room.people}
        await room.acts("ann", "duel.guess", await room.wrong_name("ben"))
        await room.time(2)
        assert await room.asked("ben") == ["duel.react"]
        assert len(letters(room, "ben")) == len(before["ben"]) + 1
        assert (await room.panel("ben", "duel.react"))[0].id == letters(room, "ben")[-1]
        assert letters(room, "ann") == before["ann"]
        await room.time(20)
        assert len(letters(room, "ben")) == len(before["ben"]) + 1, "once is enough"


async def test_a_guess_that_cannot_be_answered_makes_no_sound(tmp_path: Path) -> None:
    """Ben holds nothing to react with: the window is as long as any other, and his panel shows the guess in silence."""
    hands = {"ann": ["noggin"], "ben": CANNOT_REACT}
    async with name_duel_room(tmp_path, options={"reaction_seconds": 30}, **hands) as room:
        await room.begin()
        await room.starts("ann")
        await room.time(3)
        await room.acts("ann", "duel.play", "noggin")
        before = letters(room, "ben")
        await room.acts("ann", "duel.guess", await room.wrong_name("ben"))
        await room.time(2)
        assert await room.asked("ben") == ["duel.react"]
        panel, _ = await room.panel("ben", "duel.react")
        assert "You have no card to react with." in panel.text
        assert letters(room, "ben") == before
        await room.time(30)
        assert await room.asked("ben") == ["duel.play"]


async def test_who_has_done_nothing_for_a_minute_hears_of_the_turn(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, options={"turn_seconds": 300}, ann=["flippy"]) as room:
        await room.begin()
        await room.starts("ann")
        await room.time(70)
        before = {name: letters(room, name) for name in room.people}
        await room.acts("ann", "duel.play", "flippy")
        await room.acts("ann", "flippy.deck", "own")
        await room.time(3)
        assert await room.asked("ben") == ["duel.play"]
        assert len(letters(room, "ben")) == len(before["ben"]) + 1
        assert letters(room, "ann") == before["ann"]
        await room.time(200)
        assert all(QUIET not in one.controls for one in room.messages(room.dm("ben"))), "it was heard already"


async def test_a_pick_on_the_board_calls_its_person_alone_and_once(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, hands={}, dealer="cat", options={"turn_seconds": 60}) as table:
        await table.begin()
        assert await table.asked_for("gnome.pick") == ["ben"]
        await table.time(5)
        table.mirror.public_sender.forget(table.match_id)
        newest = (await table.mirror.receipts.of(table.match_id))[PUBLIC]
        assert called(table) == [], "the message that opens the match has called everybody"
        await told_before_it_was_asked(table, newest)
        table.mirror.stage.schedule(table.match_id)
        await table.time(5)
        assert called(table) == [["ben"]]
        assert "it is your turn" in table.public()
        for _ in range(2):
            table.mirror.stage.schedule(table.match_id)
            await table.time(5)
        assert called(table) == [["ben"]]
        await table.picks("ben", 3)
        await table.time(5)
        assert called(table) == [["ben"]], "a bid is asked for by direct message"


async def told_before_it_was_asked(table: TrumplestiltskinRoom, newest: Cursor) -> None:
    """Let the newest public message be one from an hour ago."""
    hour = 3_600_000 << 22
    delivered = Delivered(newest.checkpoint, newest.announcement)
    message_id = (newest.message_id or 0) - hour
    await table.mirror.receipts.note(table.match_id, PUBLIC, delivered, newest.channel_id or 0, message_id)


@pytest.mark.parametrize("bens", [["hobyah"], CANNOT_REACT], ids=["can react", "cannot"])
async def test_without_direct_messages_the_turn_is_called_where_it_is_played(tmp_path: Path, bens: list[str]) -> None:
    """Whatever is held: that ben is not called would show ann that he cannot react."""
    async with name_duel_room(tmp_path, options={"reaction_seconds": 30}, ann=HANDS["ann"], ben=bens) as room:
        close_messages(room, "ben")
        await room.begin()
        await room.starts("ann")
        await room.time(3)
        await room.acts("ann", "duel.play", "noggin")
        await room.time(3)
        await room.acts("ann", "duel.guess", await room.wrong_name("ben"))
        await room.time(10)
        assert called(room) == [["ben"]]
        assert "it is your turn" in room.public()
