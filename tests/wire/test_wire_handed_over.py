"""The process that plays is replaced, as for a new version, while people press: nobody notices.

At the full size only: it starts a PostgreSQL.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pretended.evening import evening
from pretended.pair import Pair, lines
from pretended.pressing import steady_clicks
from support import postgresql
from support.sizes import size

pytestmark = [
    pytest.mark.full_size,
    pytest.mark.skipif(not size(0, full=1), reason="a server is started at the full size only"),
]
DUEL = ("ann", "ben")
REAL = 1.0
"""Three seconds are three seconds, on both sides."""
HAND_OVERS = 2
ACKNOWLEDGED_BEFORE = "40060"


@pytest.fixture
def address(server: str) -> Iterator[str]:
    with postgresql.database(server, f"handed_over_{os.getpid()}") as address:
        yield address


async def test_no_press_is_lost_or_answered_twice_while_one_process_hands_over_to_another(
    tmp_path: Path, address: str
) -> None:
    async with evening(tmp_path, seed=3, names=DUEL, speed=REAL, server=address) as night:
        await night.lay_table("name_duel", role_set="single")
        pair = night.bot
        assert isinstance(pair, Pair)
        async with steady_clicks(night) as acts:
            for _ in range(HAND_OVERS):
                before, old = len(acts), pair.playing
                await night.discord.witness.until(lambda least=before: len(acts) > least + 5, "some presses")
                old.tell_to_stop()
                await pair.taken_over()
                assert await old.ended() == 0
                assert lines(old, "click_failed") == []
                after = len(acts)
                await night.discord.witness.until(lambda least=after: len(acts) > least + 5, "some presses after it")
                await pair.another_stands_by()
        assert [act.id for act in acts if not act.acknowledged] == []
        assert [seen for seen in night.discord.witness.requests if ACKNOWLEDGED_BEFORE in seen.note] == []
