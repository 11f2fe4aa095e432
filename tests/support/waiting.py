"""Waiting for what happens, never for so many seconds: how long anything takes is the machine's business."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from unittest.mock import patch

import discord
import simcord
from simcord.env import Env

from bot.forecast import crew
from bot.replay import studio
from support.brisk import SELDOM_S, settles_briskly

PATIENCE_S = 600.0
"""Real seconds after which something is taken never to happen, however busy the machine is."""
SETTLE_S = 0.5
"""Sleeps of the bot up to this long take real time; everything longer waits for the virtual clock to be moved."""
LOOK_S = 0.001
"""How soon simcord looks again whether the bot is at rest. Its own twentieth of a second, waited for after nearly every
step, made up half of the time that these tests took."""

_schedule_timer = Env._schedule_timer


async def until(has_happened: Callable[[], bool]) -> None:
    """Let everybody else go on until this is so."""
    loop = asyncio.get_running_loop()
    given_up = loop.time() + PATIENCE_S
    while not has_happened():
        assert loop.time() < given_up, "it never happened"
        await asyncio.sleep(0.005)


async def until_it_is(what: Callable[[], Awaitable[bool]]) -> None:
    """The same for what has to be asked for."""
    loop = asyncio.get_running_loop()
    given_up = loop.time() + PATIENCE_S
    while not await what():
        assert loop.time() < given_up, "it never happened"
        await asyncio.sleep(0.01)


async def turns(often: int = 100) -> None:
    """Everybody else gets so many turns: whoever could have done something has done it."""
    for _ in range(often):
        await asyncio.sleep(0)


@contextmanager
def nobody_stands_back() -> Iterator[None]:
    """Let what runs beside a bot have its share of the machine: here it is all that anybody waits for, and behind a
    busy machine it would hardly begin."""
    with patch.object(crew, "let_stand_back"), patch.object(studio, "let_stand_back"):
        yield


@contextmanager
def sleeps_wait() -> Iterator[None]:
    """Let the bot's sleeps wait for the virtual clock alone, and nobody wait for the bot longer than it takes.

    simcord lets them end by the real one as well; on a slow machine somebody has then thought enough too early.
    """

    def schedule(env: Any, record: Any, *how: Any) -> None:
        if record.when - env._virtual_time <= SETTLE_S:
            _schedule_timer(env, record, *how)

    with (
        patch.object(Env, "_schedule_timer", schedule),
        patch.object(Env, "_validate_idle", lambda _, idle: idle if idle == SELDOM_S else LOOK_S),
        settles_briskly(),
    ):
        yield


@asynccontextmanager
async def patiently(bot: discord.Client) -> AsyncIterator[simcord.Env]:
    """A simulated Discord with this bot on it, whose sleeps wait and whose work may take as long as it takes."""
    with sleeps_wait():
        async with simcord.run(bot, settle_timeout=PATIENCE_S) as env:
            yield env


@contextmanager
def patient_world() -> Iterator[None]:
    """The world of `magic-mirror try`, on a machine that may be slow: whatever the bot does there may take its time."""
    run = simcord.run

    def patient(bot: discord.Client, **how: Any) -> Any:
        return run(bot, **{**how, "settle_timeout": PATIENCE_S})

    with sleeps_wait(), patch.object(simcord, "run", patient):
        yield
