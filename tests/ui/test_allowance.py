"""Several processes share what Discord allows the whole bot; what answers a press never waits for it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from discord.http import Route

from bot.ui import allowance
from bot.ui.allowance import Allowance, share

ROUNDING = 1e-9
"""What adding up parts of a second may lose."""


class Hurried(asyncio.SelectorEventLoop):
    """A loop whose clock stands still: whoever sleeps moves it on, and nobody else."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead_s = 0.0

    def time(self) -> float:
        return self.ahead_s


def played(work: Any) -> None:
    loop = Hurried()
    try:
        loop.run_until_complete(work(loop))
    finally:
        loop.close()


def test_no_more_begin_in_any_second_than_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(loop: Hurried) -> None:
        async def sleep(seconds: float) -> None:
            loop.ahead_s += seconds

        monkeypatch.setattr(allowance.asyncio, "sleep", sleep)
        few, begun = Allowance(3), []
        for _ in range(10):
            await few.wait()
            begun.append(loop.time())
        assert begun[2] - begun[0] < 0.5, "the first ones wait for nothing"
        assert all(later - earlier >= 1.0 - ROUNDING for earlier, later in zip(begun, begun[3:], strict=False))

    played(work)


def test_they_begin_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second's worth at once would arrive beside that of another process, and of the second before."""

    async def work(loop: Hurried) -> None:
        async def sleep(seconds: float) -> None:
            loop.ahead_s += seconds

        monkeypatch.setattr(allowance.asyncio, "sleep", sleep)
        many, begun = Allowance(24), []
        for _ in range(72):
            await many.wait()
            begun.append(loop.time())
        assert all(later - earlier >= 0.2 - ROUNDING for earlier, later in zip(begun, begun[5:], strict=False))
        assert begun[23] - begun[0] < 1.0, "all of them have their place in a second"

    played(work)


@pytest.mark.parametrize(
    ("path", "waits"),
    [
        ("/channels/1/messages", True),
        ("/users/@me/channels", True),
        ("/interactions/1/token/callback", False),
        ("/webhooks/1/token/messages/@original", False),
    ],
)
async def test_answers_to_presses_never_wait(path: str, waits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[str] = []

    async def wait(_self: Allowance) -> None:
        waited.append(path)

    monkeypatch.setattr(Allowance, "wait", wait)
    trace = aiohttp.TraceConfig()
    share(trace, 2)
    [begin] = list(trace.on_request_start)
    about = SimpleNamespace(url=Route.BASE + path)
    await begin(cast(Any, None), SimpleNamespace(), cast(Any, about))
    assert bool(waited) is waits


def test_one_process_alone_has_all_to_itself() -> None:
    trace = aiohttp.TraceConfig()
    share(trace, 1)
    assert not list(trace.on_request_start)
