"""Pages that no button leads to: a public board is never replaced, and what is told is what everybody sees."""

from __future__ import annotations

from pathlib import Path

import pytest
from rooms.any_game import refused
from rooms.name_duel import name_duel_room
from rooms.village import village_square


@pytest.mark.parametrize("tail", ["-5", "99", "x", "9" * 40, "1:role.jpg", "0:../x"])
async def test_a_page_that_no_button_leads_to_tells_what_everybody_sees(tmp_path: Path, tail: str) -> None:
    async with village_square(tmp_path, ann="murderer", ben="esmeralda") as square:
        await square.begin()
        before = square.board.text
        told = await square.forges("cat", square.board, f"mm:text:{square.match_id}:{tail}")
        assert square.board.text == before
        assert "Alive: 1.\N{NO-BREAK SPACE}ann" in told.text or "does not know this button" in told.text


async def test_cards_that_a_game_does_not_explain_are_not_asked_for(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        for forged in (f"mm:deck:{room.match_id}", f"mm:deck:{room.match_id}:1"):
            assert "does not know this button" in await refused(room, room.forges("ben", room.board, forged))
