"""What an operator reads: never a role with a name, never a seed, never what was typed in secret."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest
from rooms.any_game import refused
from rooms.village import village_square

from bot.games.village.cards import RUMPLESTILTSKIN_NAMES, SPECIAL_NAMES

SECRET_WORDS = [*RUMPLESTILTSKIN_NAMES, *SPECIAL_NAMES, "rumplestiltskin", "villager"]


async def test_no_secret_in_the_log_of_a_whole_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    roles = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}
    async with village_square(tmp_path, computers=["ida"], closed=["eve"], **roles) as square:
        square.expected_in_log |= {"delivery_failed"}
        await square.begin()
        await square.introduces("gus", "The secret alias")
        for name in await square.asked_for("introduction"):
            if name in square.people:
                await square.introduces(name, None)
        await square.presses("eve", "My seat")
        await square.until("night")
        panel, _ = await square.panel("ann", "night.victim")
        await square.writes("ann", await square.presses("ann", "Whisper", panel), "the secret whisper")
        await refused(square, square.forges("gus", square.board, "mm:a:1:1:101:-"))
        square.env.inject_error("POST", "/channels/*/messages", status=503, times=4)
        await square.night(ann="fay", cat="fay", ben="ann")
        await square.restart()
        square.env.inject_error("POST", f"/channels/{square.thread.id}/messages", status=403, code=50013)
        await square.nominates("ben", "dan", "no reason")
        await square.time(5)
        if (await square.awake()).row.status == "paused":
            await square.says("ann", "table resume")
        await square.burns("ann", by="gus")
        asked = await square.says("ann", "table end")
        await square.presses("ann", "End the game", asked.seen)
        await square.time(5)
        seed = square.seed
        lines = [repr(line) for line in square.logs] + [record.getMessage() for record in caplog.records]
        lines += [record.exc_text or "" for record in caplog.records]
    log = "\n".join(lines).casefold()
    assert "ready" in log, "something was logged at all"
    assert seed not in log
    assert "secret alias" not in log
    assert "secret whisper" not in log
    for word in SECRET_WORDS:
        assert not re.search(rf"\b{word}\b", log), word
    assert not any(f"'{name}'" in log for name in square.people), "nor who plays"
