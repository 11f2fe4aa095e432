"""What is done again and again is done by a clock that nobody sets."""

from __future__ import annotations

import asyncio
import datetime as real
import re
from pathlib import Path
from types import SimpleNamespace

import discord.utils
import pytest
from discord.ext import commands, tasks
from support.waiting import until

from bot.ui.steady_loop import every

COGS = Path(__file__).parents[2] / "cogs"
OWN_LOOP = re.compile(r"\btasks\.loop\(")
INSTANT_MINUTES = 0.02 / 60
HOUR = real.timedelta(hours=1)


class Keeper(commands.Cog):
    """Does the same again and again."""

    def __init__(self) -> None:
        self.done = 0

    @every(minutes=INSTANT_MINUTES)
    async def look(self) -> None:
        self.done += 1


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The machine's clock, as discord.py reads it: so far `ahead`."""
    clock = SimpleNamespace(ahead=real.timedelta())

    class Moved(real.datetime):
        @classmethod
        def now(cls, tz: real.tzinfo | None = None) -> Moved:
            return cls.fromtimestamp((real.datetime.now(real.UTC) + clock.ahead).timestamp(), tz)

    module = SimpleNamespace(**{name: getattr(real, name) for name in dir(real)})
    module.datetime = Moved
    for reader in (discord.utils, tasks):
        monkeypatch.setattr(reader, "datetime", module)
    return clock


@pytest.mark.parametrize("ahead", [HOUR, -HOUR], ids=["set forward", "set back"])
async def test_a_clock_that_is_set_stops_and_hurries_nothing(machine: SimpleNamespace, ahead: real.timedelta) -> None:
    """Tables that were planned for the next hours are called, and no turn is made up for."""
    keeper = Keeper()
    keeper.look.start()
    await until(lambda: keeper.done > 2)
    machine.ahead, before, began = ahead, keeper.done, asyncio.get_running_loop().time()
    await until(lambda: keeper.done > before + 3)
    took_s = asyncio.get_running_loop().time() - began
    keeper.look.cancel()
    assert took_s >= 0.02 * 2


async def test_each_cog_has_a_loop_of_its_own() -> None:
    one, other = Keeper(), Keeper()
    one.look.start()
    await until(lambda: one.done > 1)
    assert not other.look.is_running()
    assert other.done == 0
    one.look.cancel()


def test_no_cog_goes_by_the_machines_clock() -> None:
    found = [path.name for path in COGS.rglob("*.py") if OWN_LOOP.search(path.read_text())]
    assert found == []
