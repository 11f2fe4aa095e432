"""How long somebody is let alone whose messages do not arrive."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.ui.stage.knocks import LONGEST_S, REFUSED_LONGEST_S, Knocks
from bot.ui.stage.rounds import RETRY_S


@pytest.mark.parametrize(("passes", "longest_s"), [(True, LONGEST_S), (False, REFUSED_LONGEST_S)])
async def test_a_table_of_days_may_fail_thousands_of_times(
    monkeypatch: pytest.MonkeyPatch, passes: bool, longest_s: float
) -> None:
    """Every pause was twice the one before, until the number was too large to be reckoned, after eleven hours."""
    pauses: list[float] = []

    def later(seconds: float, *_: Any) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", later)
    knocks = Knocks(rounds=None)  # type: ignore[arg-type]
    for _ in range(2000):
        knocks.failed(1, 1, passes=passes, person=7, asked=(0, -1))
    assert pauses[0] == RETRY_S
    assert pauses == sorted(pauses)
    assert pauses[-1] == longest_s
