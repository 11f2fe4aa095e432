"""Whatever is asked about before it is done can be left undone with a button beside it, and nothing happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from rooms.name_duel import name_duel_room

ASKED = (
    ("table end", "End the game"),
    ("table skip", "Stop waiting"),
    ("leave", "Leave the game"),
    ("privacy forget", "Yes, forget me"),
)


@pytest.mark.parametrize(("command", "does"), ASKED)
async def test_a_question_can_be_put_away(tmp_path: Path, command: str, does: str) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        asked = await room.says("ann", command)
        assert does in asked.seen.labels
        before = await room.table()
        left = await room.presses("ann", "No, go back", asked.seen)
        assert "nothing has changed" in left.text
        assert not left.seen.labels, "the question is gone"
        assert await room.table() == before
        assert not await room.is_over()
