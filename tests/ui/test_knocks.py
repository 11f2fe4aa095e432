"""How long somebody is let alone whose messages do not arrive."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.stage.knocks import LONGEST_S, REFUSED_LONGEST_S, REFUSED_MOST, Knocks
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


@dataclass
class Timer:
    at_s: float
    rings: Any
    is_cancelled: bool = False

    def when(self) -> float:
        return self.at_s

    def cancel(self) -> None:
        self.is_cancelled = True


@dataclass
class Clock:
    """An event loop, as far as somebody looks at its clock or waits by it."""

    now_s: float = 0.0
    timers: list[Timer] = field(default_factory=list)

    def time(self) -> float:
        return self.now_s

    def call_at(self, at_s: float, rings: Any, *parts: Any) -> Timer:
        self.timers.append(Timer(at_s, lambda: rings(*parts)))
        return self.timers[-1]

    def call_later(self, in_s: float, rings: Any, *parts: Any) -> Timer:
        return self.call_at(self.now_s + in_s, rings, *parts)

    def passes(self, seconds: float) -> None:
        self.now_s += seconds
        due, self.timers = (
            [one for one in self.timers if (one.at_s <= self.now_s) is is_due] for is_due in (True, False)
        )
        for timer in due:
            if not timer.is_cancelled:
                timer.rings()


@pytest.mark.parametrize("presses", [True, False])
async def test_a_question_every_second_makes_no_more_refusals_than_none_at_first(
    monkeypatch: pytest.MonkeyPatch, presses: bool
) -> None:
    clock = Clock()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: clock)
    knocks = Knocks(rounds=SimpleNamespace(schedule=lambda _: None))  # type: ignore[arg-type]
    tried: list[float] = []
    for second in range(3600):
        knocks.is_asked(1, 1, (0, second))
        if presses:
            knocks.is_here(7)
        if not knocks.is_resting(1, 1):
            tried.append(clock.now_s)
            knocks.failed(1, 1, passes=False, person=7, asked=(0, second))
        clock.passes(1)
    assert max(sum(at <= one < at + REFUSED_LONGEST_S for one in tried) for at in tried) <= REFUSED_MOST
    assert len(tried) > 3600 / REFUSED_LONGEST_S * 5, "but it is tried"
