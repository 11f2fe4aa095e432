"""A bot that is told to stop begins nothing any more, whatever it is at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from discord.ext.commands import AutoShardedBot
from support.waiting import PATIENCE_S

from bot.client import Mirror
from bot.store.database import Store


@asynccontextmanager
async def mirror_at_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Mirror]:
    """A bot that has never been connected to Discord, and has nothing there to hang up."""
    monkeypatch.setattr(AutoShardedBot, "close", AsyncMock())
    store = await Store.open(tmp_path / "mirror.db")
    try:
        yield Mirror(store)
    finally:
        await store.close()


async def test_no_pulse_is_written_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a wait is cut off in the moment in which its time is up, and goes on as if it had not been."""
    rests, pulses = asyncio.Event(), list[bool]()

    async def felt() -> float:
        pulses.append(True)
        return 1.0

    async def goes_on(_seconds: float) -> None:
        rests.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

    async with mirror_at_rest(tmp_path, monkeypatch) as mirror:
        monkeypatch.setattr(mirror.service, "pulse", felt)
        monkeypatch.setattr(mirror, "_rest", goes_on)
        pulse = mirror._pulse = asyncio.create_task(mirror._keep_pulse())
        await rests.wait()
        await mirror.close()
        await asyncio.wait({pulse}, timeout=PATIENCE_S)
        assert pulse.done()
        assert len(pulses) == 1


async def test_a_start_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would go on without a store. What it has not taken up, the next start does."""
    begun = asyncio.Event()

    async def takes_long() -> int:
        begun.set()
        await asyncio.Event().wait()
        return 0

    async with mirror_at_rest(tmp_path, monkeypatch) as mirror:
        monkeypatch.setattr(mirror, "start_up", takes_long)
        starting = asyncio.create_task(mirror.on_ready())
        await begun.wait()
        await mirror.close()
        await asyncio.wait({starting}, timeout=PATIENCE_S)
        assert starting.cancelled()
        assert not mirror.is_taken_up
