"""Starts `magic-mirror run` in this process, with nothing changed but where Discord is and how fast the clocks run.

    python launcher.py run

Environment: PRETENDED_PORT, PRETENDED_BEGAN and PRETENDED_SPEED (the clock of `pretended.clock`), PRETENDED_WRONG (by
how many seconds this machine's clock is wrong), PRETENDED_SEED (what the deals of this process are drawn from).
"""

from __future__ import annotations

import asyncio
import datetime
import os
import random
import secrets
import selectors
import time
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

_monotonic, _wall = time.monotonic, time.time


def point_at(port: int) -> None:
    """Let discord.py find our Discord, and be ready as soon as the last server has arrived."""
    Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    ready_at_once(discord.AutoShardedClient)


def ready_at_once(client: Any) -> None:
    """`guild_ready_timeout` 0 for every client that is made."""
    begin = client.__init__

    def patient_no_more(self: Any, *args: Any, **options: Any) -> None:
        begin(self, *args, **{"guild_ready_timeout": 0, **options})

    client.__init__ = patient_no_more


class _HastySelector(selectors.DefaultSelector):  # type: ignore[misc, valid-type]
    """Waits in the machine's seconds for what the loop counts in faster ones."""

    def __init__(self, speed: float) -> None:
        super().__init__()
        self._speed = speed

    def select(self, timeout: float | None = None) -> Any:
        return super().select(timeout if timeout is None or timeout <= 0 else timeout / self._speed)


class _HastyLoop(asyncio.SelectorEventLoop):
    """An event loop on which a second is a fraction of a second."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        super().__init__(_HastySelector(speed))

    def time(self) -> float:
        return _monotonic() * self._speed


class _HastyPolicy(asyncio.DefaultEventLoopPolicy):
    def __init__(self, speed: float) -> None:
        super().__init__()
        self._speed = speed

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return _HastyLoop(self._speed)


def hurry(began_s: float, speed: float, wrong_s: float = 0) -> None:
    """Let every clock that the bot reads run so many times as fast. discord.py's heartbeats keep the machine's time."""

    def now_s() -> float:
        return began_s + (_wall() - began_s) * speed + wrong_s

    asyncio.set_event_loop_policy(_HastyPolicy(speed))
    time.time = now_s
    discord.utils.utcnow = lambda: datetime.datetime.fromtimestamp(now_s(), datetime.UTC)


def deal_from(seed: str) -> None:
    """Let the sealed deals of this process follow from a seed, so that a run can be repeated.

    The ids of presses tell the time of day, and would make every run another one: they have no part in these deals.
    """
    from bot.engine import chance  # noqa: PLC0415 - before anything else takes what is replaced in it

    chance.mixed = lambda seed, presses: seed
    drawn = random.Random(seed)
    secrets.token_hex = lambda nbytes=32: drawn.randbytes(nbytes or 32).hex()  # type: ignore[assignment]


def main() -> None:
    point_at(int(os.environ["PRETENDED_PORT"]))
    clock = (float(os.environ[f"PRETENDED_{name}"]) for name in ("BEGAN", "SPEED", "WRONG"))
    hurry(*clock)
    deal_from(os.environ["PRETENDED_SEED"])
    from bot.cli import main as magic_mirror  # noqa: PLC0415 - after the clocks are set

    magic_mirror()


if __name__ == "__main__":
    main()
