"""The answer to a press on the board does what would take an edit of its own afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rooms.any_game import Room
from rooms.mafia import mafia_room

from bot.ui.delivery import PAUSES
from bot.ui.stage.public import SOON_S
from bot.ui.stage.rounds import RETRY_S

EIGHT: dict[str, Any] = {"seats": 8, "seed": "board edits"}


def edits(room: Room, message_id: int) -> int:
    return sum(one.method == "PATCH" and one.path.endswith(f"/{message_id}") for one in room.env.http_requests)


async def test_the_answer_to_a_press_puts_away_the_board_that_it_ends(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        board = mafia.board
        assert "**ann** has the floor" in board.text
        await mafia.thanks("ann")
        await mafia.time(5)
        (before,) = [one for one in mafia.messages(mafia.thread) if one.id == board.id]
        assert before.controls == []
        assert "has the floor" not in before.text, "the next board says who has it"
        assert "**ben** has the floor" in mafia.board.text
        assert edits(mafia, board.id) == 0, "no request but the answer itself"


async def test_a_board_comes_back_while_the_next_one_cannot_be_posted(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        await mafia.begin()
        board = mafia.board
        posts = f"/channels/{board.message.channel_id}/messages"
        mafia.env.inject_error("POST", posts, status=503, times=len(PAUSES) + 1)
        await mafia.thanks("ann")
        await mafia.time(SOON_S + 1)
        assert mafia.board.id == board.id
        assert "**ben** has the floor" in mafia.board.text
        await mafia.thanks("ben")
        assert mafia.board.controls, "nobody waits for messages that do not come"
        await mafia.time(sum(PAUSES) + RETRY_S)
        assert mafia.board.id != board.id
        assert "**cat** has the floor" in mafia.board.text
        (before,) = [one for one in mafia.messages(mafia.thread) if one.id == board.id]
        assert before.controls == []
