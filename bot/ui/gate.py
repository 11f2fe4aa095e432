"""The gate that every click and command comes through, so that each is answered once.

Where several processes are told of each, one plays. It claims each click before anything else, and lets through what
was not claimed before. Whoever stands by keeps what it is told for as long as Discord waits for an answer: when it
takes over it claims that, and so answers what the one before did not come to.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.matches.elsewhere import looking_elsewhere
from bot.ui.turnstile import Turnstile

log = structlog.get_logger(__name__)

HELD_S: Final = 2.5
"""Discord waits three seconds for an answer."""
FINISH_S: Final = 1.0
"""So long what is being claimed may take when the bot stops."""
EVENT: Final = "INTERACTION_CREATE"
HEARD_MOST: Final = 4096
"""So many clicks are known again, should Discord tell of them twice."""
TOLD_MOST: Final = 256
"""So many clicks are kept as Discord told them, for whoever has to pass one on."""

Claim = Callable[[int], Awaitable[bool]]
"""Claims the click with this id: whether it is this process's to answer."""
PassOn = Callable[[Any], Awaitable[bool]]
"""Given a click as Discord told it: whether it was passed on to another process, because that plays its table."""


class Gate:
    """Before `open` it holds what comes; after `shut` nothing comes through. Without `claim` no other process is told
    of it: then it only stops what comes a second time.
    """

    def __init__(self, claim: Claim | None) -> None:
        self._claim = claim
        self.let_through: Callable[[Any], None] = _nobody_hears
        """Lets a click in that is this process's to answer."""
        self.pass_on: PassOn = _nobody_else
        """Passes a click on of which that can be seen at once, and which therefore never comes in."""
        self._told: OrderedDict[int, Any] = OrderedDict()
        self._heard: OrderedDict[int, None] = OrderedDict()
        self._held: deque[tuple[float, Any]] = deque()
        self._claiming: set[asyncio.Task[None]] = set()
        self._turnstile = Turnstile()
        self.is_open = False
        """Whether this process plays, as far as clicks go."""
        self._is_shut = False
        self.too_late = 0
        """How many clicks had their turn only when it was too late to answer them."""

    def attach(self, client: discord.Client) -> None:
        """From now on whatever Discord tells this client of clicks and commands comes through here."""
        parsers = client._connection.parsers
        self.let_through = parsers[EVENT]
        parsers[EVENT] = self._hear_alone if self._claim is None else self.hear

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Whose answer is sent by the client of this trace makes room for the next."""
        if self._claim is not None:
            self._turnstile.watch(trace)

    def over(self, interaction_id: int) -> None:
        """Nothing more is done for this click, whether it was answered or not."""
        self._turnstile.leave(interaction_id)

    def hear(self, data: Any) -> None:
        """One click, command, form or suggestion, as Discord tells it."""
        if data["type"] == discord.InteractionType.autocomplete.value:
            if self.is_open:
                with looking_elsewhere():
                    self.let_through(data)
        elif self.is_open:
            self._begin(asyncio.get_running_loop().time(), data)
        elif not self._is_shut:
            self._hold(data)

    def _hear_alone(self, data: Any) -> None:
        """The same, where no other process is told of it. Discord takes one answer to each: what a second one alone
        says would count as told, and nobody would see it."""
        ident = int(data["id"])
        if ident in self._heard:
            return
        self._heard[ident] = None
        if len(self._heard) > HEARD_MOST:
            self._heard.popitem(last=False)
        self.let_through(data)

    def _hold(self, data: Any) -> None:
        now = asyncio.get_running_loop().time()
        self._held.append((now, data))
        while now - self._held[0][0] > HELD_S:
            self._held.popleft()

    def open(self) -> None:
        """This process plays: what is held is let through, and what comes."""
        if self._is_shut or self.is_open:
            return
        self.is_open = True
        for since, data in self._held:
            if self._is_in_time(since):
                self._begin(since, data)
        self._held.clear()

    async def shut(self) -> None:
        """Another process answers whatever has not been claimed; until what is being claimed has come through."""
        self.is_open, self._is_shut = False, True
        self._held.clear()
        if self._claiming:
            await asyncio.wait(self._claiming, timeout=FINISH_S)

    def _begin(self, since: float, data: Any) -> None:
        task = asyncio.create_task(self._take(since, data))
        self._claiming.add(task)
        task.add_done_callback(self._claiming.discard)

    async def _take(self, since: float, data: Any) -> None:
        """What was heard at this time. Once it is too late for an answer nothing is done: whoever has pressed reads
        that it failed and tries again, and a process that has fallen behind catches up."""
        assert self._claim is not None
        ident = int(data["id"])
        if not await self._claim(ident):
            return
        if self._is_in_time(since) and await self.pass_on(data):
            return
        await self._turnstile.enter(ident)
        if not self._is_in_time(since):
            self.too_late += 1
            log.info("click_too_late")
            self.over(ident)
            return
        self._told[ident] = data
        if len(self._told) > TOLD_MOST:
            self._told.popitem(last=False)
        self.let_through(data)

    def _is_in_time(self, since: float) -> bool:
        return asyncio.get_running_loop().time() - since <= HELD_S

    def told(self, interaction_id: int) -> Any:
        """This click as Discord told it; None for one that came long ago, or another way."""
        return self._told.get(interaction_id)


async def _nobody_else(_data: Any) -> bool:
    """No other process plays."""
    return False


def _nobody_hears(_data: Any) -> None:
    """It is attached to no client."""
