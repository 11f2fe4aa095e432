"""Standing orders on Discord: given under My seat, and nobody else sees a byte or a second of difference."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from rooms.trumplestiltskin import card_table
from two_worlds import Streams, make_folder, same

from bot.matches.standing_orders import LATEST_PART, SOONEST_S

GIVE = "Do this for me"
PAUSE_S = 10
SLOW = {"turn_seconds": 360, "objection_seconds": 60}


async def an_auction(folder: Path, *, ordered: bool) -> Streams:
    """Ben passes after ten seconds: by an order, or by hand. Then the others play on."""
    make_folder(folder)
    async with card_table(folder, hands={}, dealer="ann", options=SLOW) as table:
        ticks: list[tuple[int, int]] = []
        things: Any = table.mirror.get_cog("OwnThings")
        things.orders._draw = lambda: _draw_for(PAUSE_S)
        table.stamp = lambda number: next((f"{now} " for count, now in ticks if number < count), "")  # type: ignore[method-assign]

        def note() -> None:
            ticks.append((len(table.env.http_requests), table.now_ms() // 1000))

        async def seconds(count: int) -> None:
            for _ in range(count):
                await table.time(1)
                note()

        await table.begin()
        own = await table.presses("ben", "My seat")
        if ordered:
            notes = await table.presses("ben", "Notes…", own.seen)
            given = await table.presses("ben", GIVE, notes.seen)
            assert "☑️" in given.text
        await seconds(5)
        await table.picks("cat", 3)
        assert await table.asked("ben") == ["auction.bid"]
        await seconds(PAUSE_S)
        if not ordered:
            await table.bids("ben", None)
            note()
        await seconds(5)
        assert [line.seat for line in await table.journal() if line.key == "auction.bid"] == [2]
        assert await table.asked("cat") == ["auction.bid"]
        await table.bids("cat", 14)
        await seconds(5)
        await table.bids("ann", None)
        await seconds(5)
        return table.sent_to()


def _draw_for(pause_s: float) -> float:
    """The draw that makes an answer come after so many seconds."""
    return math.log(pause_s / SOONEST_S) / math.log(SLOW["turn_seconds"] / LATEST_PART / SOONEST_S)


async def test_with_and_without_an_order_everybody_else_is_sent_the_same_at_the_same_time(tmp_path: Path) -> None:
    here = await an_auction(tmp_path / "here", ordered=True)
    there = await an_auction(tmp_path / "there", ordered=False)
    assert len(here["public"]) > 3
    same(here, there, but={"ben"})
