"""Rounds in the forest on a real store and a clock that is moved: what happens to those who do not answer in time."""

from __future__ import annotations

from pathlib import Path

from support.tables import opened_table

from bot.games.grimm_forest.game import GAME as GRIMM_FOREST
from bot.games.grimm_forest.options import GrimmForestOptions


async def test_time_outs_play_the_defaults_while_everybody_sleeps(tmp_path: Path) -> None:
    """All go to the first Location and nobody builds: rounds go by, and nothing is done to anybody."""
    async with opened_table(tmp_path / "mirror.db") as table:
        options = GrimmForestOptions(choice_seconds=60, build_seconds=60)
        await table.deal(3, options, game=GRIMM_FOREST, begun=False, seed="forest asleep")
        for _ in range(8):
            await table.time_passes(61)
            await table.wakes_up()
        said = [row.key for row in await table.said() if row.audience == "everyone"]
        assert said.count("round.begins") == 3
        assert "section.built" not in said
        match = (await table.awake()).match
        assert {question.key for question in match.open} == {"gather.place"}
