"""Starts `magic-mirror run` in a process of its own, with nothing changed but where Discord is and how fast the clocks
run.

Each process is forked from one that has imported the bot and has done nothing else: importing takes longer than all
that a start does after it.
"""

from __future__ import annotations

import asyncio
import base64
import datetime
import os
import pickle
import random
import secrets
import selectors
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

import bot.app
from bot import several
from bot.cli import main as magic_mirror
from bot.engine import chance
from bot.ui import pages
from pretended.clock import SIGN_S, Clock

assert bot.app, "which `run` needs"

_monotonic = time.monotonic

DRAWING_S = 60.0
"""So many of the machine's seconds a picture is waited for."""


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
    """Waits in the machine's seconds for what the loop counts in faster ones, and says that it has its turns."""

    def __init__(self, clock: Clock, place: int) -> None:
        super().__init__()
        self._clock = clock
        self._place = place

    def select(self, timeout: float | None = None) -> Any:
        if timeout is not None and timeout > 0:
            timeout /= self._clock.speed
        if self._clock.turns is None:
            return super().select(timeout)
        found = super().select(SIGN_S if timeout is None else min(timeout, SIGN_S))
        self._clock.turns.sign(self._place)
        return found


class _HastyLoop(asyncio.SelectorEventLoop):
    """An event loop on which a second is a fraction of a second."""

    def __init__(self, clock: Clock, place: int) -> None:
        self._clock = clock
        super().__init__(_HastySelector(clock, place))

    def time(self) -> float:
        return (_monotonic() if self._clock.turns is None else self._clock.turns.passed_s()) * self._clock.speed


class _HastyPolicy(asyncio.DefaultEventLoopPolicy):
    def __init__(self, clock: Clock, place: int) -> None:
        super().__init__()
        self._clock = clock
        self._place = place

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return _HastyLoop(self._clock, self._place)


def hurry(clock: Clock, place: int, wrong_s: float = 0) -> None:
    """Let this be every clock that the bot reads. discord.py's heartbeats keep the machine's time."""

    def now_s() -> float:
        return clock.now_s() + wrong_s

    asyncio.set_event_loop_policy(_HastyPolicy(clock, place))
    time.time = now_s
    if clock.turns is not None:  # whoever draws takes no turns
        pages.PATIENCE_S = DRAWING_S * clock.speed
    discord.utils.utcnow = lambda: datetime.datetime.fromtimestamp(now_s(), datetime.UTC)


def deal_from(seed: str) -> None:
    """Let the sealed deals of this process follow from a seed, so that a run can be repeated.

    The ids of presses tell the time of day, and would make every run another one: they have no part in these deals.
    """
    chance.mixed.__code__ = _the_seed_alone.__code__  # whoever has imported it has that function, not its name
    drawn = random.Random(seed)
    secrets.token_hex = lambda nbytes=32: drawn.randbytes(nbytes or 32).hex()  # type: ignore[assignment]


def _the_seed_alone(seed: str, presses: object) -> str:
    return seed


def write_to(log: Path) -> None:
    """What goes to standard output and standard error stands at the end of this file."""
    with log.open("ab") as file:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), stream.fileno())


@dataclass(frozen=True)
class Start:
    """What one process is started with."""

    folder: Path
    log: Path
    settings: Mapping[str, str]
    """Environment, beside that of the tests."""
    port: int
    """Of the pretended Discord."""
    clock: Clock
    place: int
    """Of this process among those that take turns."""
    wrong_s: float
    """By how many seconds this machine's clock is wrong."""
    seed: str
    """What the deals of this process are drawn from."""
    arguments: Sequence[str] = ()
    """What stands behind `magic-mirror run`."""


def run(start: Start) -> None:
    """`magic-mirror run`; in a process that does nothing else afterwards."""
    os.chdir(start.folder)
    os.environ.update(start.settings)
    write_to(start.log)
    point_at(start.port)
    hurry(start.clock, start.place, start.wrong_s)
    deal_from(start.seed)
    let_stand_in(start)
    sys.argv = ["magic-mirror", "run", *start.arguments]
    magic_mirror()


def let_stand_in(start: Start) -> None:
    """What it starts in place of others (`bot.standing_in`) finds the same Discord, and writes into the same log."""

    def in_place_of_another(processes: int) -> several.Command:
        really = several_in_place(processes)

        def command(slot: int) -> tuple[Sequence[str], dict[str, str]]:
            arguments, besides = really(slot)
            begun = replace(start, seed=f"{start.seed}.for.{slot}", arguments=arguments[arguments.index("run") + 1 :])
            told = base64.b64encode(pickle.dumps(begun)).decode()
            path = {"PYTHONPATH": os.pathsep.join(sys.path)}
            return [sys.executable, "-m", "pretended.launcher", told], {**besides, **path}

        return command

    several_in_place, several.in_place_of_another = several.in_place_of_another, in_place_of_another


if __name__ == "__main__":
    run(pickle.loads(base64.b64decode(sys.argv[1])))
