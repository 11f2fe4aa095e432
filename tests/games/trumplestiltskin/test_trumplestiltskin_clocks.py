"""Hands of cards on a real store and a clock that is moved: what happens to those who do not answer in time."""

from __future__ import annotations

from pathlib import Path

from language.trumplestiltskin import TRUMPLESTILTSKIN
from support.tables import opened_table

from bot.games.trumplestiltskin.options import TrumplestiltskinOptions


async def test_time_outs_play_the_defaults_while_everybody_sleeps(tmp_path: Path) -> None:
    """The first picks the Gnome, all pass, the lowest are laid away: all by the clock."""
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal(
            3, TrumplestiltskinOptions(turn_seconds=60), game=TRUMPLESTILTSKIN, begun=False, seed="cards asleep"
        )
        for _ in range(4):
            await table.time_passes(61)
        match = (await table.awake()).match
        assert [question.key for question in match.open] == ["exchange.discard"]
        said = [row.key for row in await table.said() if row.audience == "everyone"]
        assert said[-2:] == ["auction.all_passed", "blanket.taken"]
