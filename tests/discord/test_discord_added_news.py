"""At a table of cards news are added to the message with the board, as long as everybody has it before them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rooms.any_game import Seen
from rooms.name_duel import NameDuelRoom, name_duel_room
from rooms.village import village_square

from bot.ui.delivery import NotAllowed, PlaceGone, Undeliverable, Unreachable
from bot.ui.stage.added_news import ADDED_WITHIN_MS
from bot.ui.stage.rounds import RETRY_S

CARDS_IN_HAND = ["hobyah", "flippy"]
LONG_TURNS = {"turn_seconds": 86400}
PLAYED, TURNED = "*Flippy*", "own deck"


async def started(room: NameDuelRoom) -> Seen:
    """The board on which ann is to play her first card."""
    await room.begin()
    await room.starts("ann")
    await room.time(3)
    return room.board


async def test_what_happens_in_a_turn_stands_on_one_message_with_the_newest_board(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        room.newcomer("zoe")
        before = await started(room)
        told = before.lines
        await room.acts("ann", "duel.play", "flippy")
        await room.time(2)
        await room.acts("ann", "flippy.deck", "own")
        await room.time(2)
        board = room.board
        assert board.id == before.id
        assert board.lines[: len(told)] == told, "what it has told stays there, above what is new"
        assert PLAYED in board.lines[len(told)]
        assert any(TURNED in line for line in board.lines[len(told) :])
        assert "It is ben’s turn" in board.pictured
        assert board.labels == before.labels
        assert room.texts(room.dm("zoe")) == []


async def test_a_line_is_added_once_whatever_else_changes_the_board(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        await started(room)
        await room.acts("ann", "duel.play", "flippy")
        await room.time(2)
        await room.presses("ben", "+1 minute")
        await room.time(5)
        assert sum(PLAYED in line for line in room.told(room.thread)) == 1
        await room.restart()
        await room.time(5)
        assert sum(PLAYED in line for line in room.told(room.thread)) == 1
        await room.acts("ann", "flippy.deck", "own")
        await room.time(5)
        assert sum(TURNED in line for line in room.told(room.thread)) == 1


async def test_where_somebody_has_written_below_the_board_it_comes_down_with_the_news(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        before = await started(room)
        await room.actor("ben").send(room.thread, "Now what?")
        await room.acts("ann", "duel.play", "flippy")
        await room.time(3)
        board = room.board
        assert board.id > before.id
        assert PLAYED in board.text
        (old,) = [one for one in room.messages(room.thread) if one.id == before.id]
        assert old.controls == []
        assert PLAYED not in old.text


async def test_a_turn_with_its_guess_and_the_answer_fits_on_one_message(tmp_path: Path) -> None:
    """What the card does is told by the picture beside it, and so there is room for all that it leads to."""
    async with name_duel_room(tmp_path, ann=["tim_tit_tot"], options=LONG_TURNS) as room:
        before = await started(room)
        told = len(before.lines)
        await room.acts("ann", "duel.play", "tim_tit_tot")
        await room.time(2)
        assert "GUESS again" in room.board.pictured
        assert "GUESS again" not in room.board.text
        for _ in range(2):
            await room.acts("ann", "duel.guess", await room.wrong_name("ben"))
            await room.time(12)
        assert await room.asked_for("duel.play") == ["ben"]
        assert room.board.id == before.id
        assert len(room.board.lines) >= told + 5


async def test_who_may_have_looked_away_is_told_by_a_new_message(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND, options=LONG_TURNS) as room:
        before = await started(room)
        await room.time(ADDED_WITHIN_MS / 1000 + 10)
        await room.acts("ann", "duel.play", "flippy")
        await room.time(3)
        assert room.board.id > before.id


async def test_no_message_grows_higher_than_a_phone(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, options=LONG_TURNS) as room:
        await started(room)
        for _ in range(12):
            if not await room.is_over():
                await room.step("ann")
        boards = [one for one in room.messages(room.thread) if one.lines]
        assert 1 < len(boards) < 10
        assert all(len(one.lines) < 12 for one in boards)


@pytest.mark.parametrize(
    "problem", [PlaceGone("the message was deleted"), NotAllowed("403 (50083): Thread is archived")]
)
async def test_a_board_that_cannot_be_changed_any_more_is_posted_anew_with_the_news(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: Undeliverable
) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        before = await started(room)
        real = type(room.mirror.courier).edit

        async def gone(courier: Any, channel_id: int, message_id: int, message: Any) -> None:
            if message_id == before.id:
                raise problem
            await real(courier, channel_id, message_id, message)

        monkeypatch.setattr(type(room.mirror.courier), "edit", gone)
        await room.acts("ann", "duel.play", "flippy")
        await room.time(60)
        assert room.board.id > before.id
        assert sum(PLAYED in line for line in room.told(room.thread)) == 1


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_line_of_which_nobody_knows_whether_it_has_arrived_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arrives: bool
) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        before = await started(room)
        real, failed = type(room.mirror.courier).edit, []

        async def without_an_answer(courier: Any, channel_id: int, message_id: int, message: Any) -> None:
            if message_id == before.id and not failed:
                failed.append(message_id)
                if arrives:
                    await real(courier, channel_id, message_id, message)
                raise Unreachable("no answer")
            await real(courier, channel_id, message_id, message)

        monkeypatch.setattr(type(room.mirror.courier), "edit", without_an_answer)
        await room.acts("ann", "duel.play", "flippy")
        await room.time(RETRY_S + 5)
        assert failed
        assert sum(PLAYED in line for line in room.told(room.thread)) == 1
        assert PLAYED in room.board.text
        await room.acts("ann", "flippy.deck", "own")
        await room.time(5)
        told = room.told(room.thread)
        assert [sum(what in line for line in told) for what in (PLAYED, TURNED)] == [1, 1]
        assert "The decks are shuffled" in "\n".join(told) or "**ann** begins" in "\n".join(told)


async def test_a_village_hears_everything_by_messages_of_its_own(tmp_path: Path) -> None:
    """There people write to each other, and look back at what was said when."""
    async with village_square(tmp_path, cat="murderer") as square:
        await square.begin()
        await square.introduce_all()
        await square.until("day")
        before = square.board.id
        await square.nominates("ann", "eve", "She is next")
        await square.time(3)
        assert square.board.id > before
