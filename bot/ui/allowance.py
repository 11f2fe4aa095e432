"""Discord's limit of requests a second for the whole bot, where several processes share it.

Each takes an equal part, and waits before a request that would be too many. What answers a press does not count for
Discord, and never waits.
"""

from __future__ import annotations

import asyncio
from collections import deque
from types import SimpleNamespace
from typing import Final

import aiohttp
from discord.http import Route

ALLOWED: Final = 50
"""Requests a second of one bot."""
KEPT: Final = 1
"""So many fewer each process makes: two requests can arrive nearer to each other than they were sent."""
SECOND_S: Final = 1.0
PARTS: Final = 5
"""Nor does it make more than this part of them in this part of a second: those that were sent at once can arrive in
another second than their own, beside others."""
ANSWERS: Final = ("/interactions/", "/webhooks/")


class Allowance:
    """No more than so many of these begin in any second, evenly, and in the order in which they come."""

    def __init__(self, most: int) -> None:
        self.most = max(1, most)
        self._at_once = -(-self.most // PARTS)
        self._turn = asyncio.Lock()
        self._begun: deque[float] = deque()

    async def wait(self) -> None:
        """Until one more may begin."""
        loop = asyncio.get_running_loop()
        async with self._turn:
            while (left := self._left_s()) > 0:  # noqa: ASYNC110 - time passes by itself
                await asyncio.sleep(left)
            self._begun.append(loop.time())
            if len(self._begun) > self.most:
                self._begun.popleft()

    def _left_s(self) -> float:
        """How long the next one has to wait."""
        now = asyncio.get_running_loop().time()
        whole = self._begun[0] + SECOND_S if len(self._begun) >= self.most else now
        part = self._begun[-self._at_once] + SECOND_S / PARTS if len(self._begun) >= self._at_once else now
        return max(whole, part) - now


def share(trace: aiohttp.TraceConfig, processes: int) -> None:
    """From now on the requests of this trace keep to the part of one of so many processes; one alone has all to itself,
    and hears from Discord when it is too much."""
    if processes == 1:
        return
    allowance = Allowance(ALLOWED // processes - KEPT)

    async def wait(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, about: aiohttp.TraceRequestStartParams
    ) -> None:
        path = str(about.url).removeprefix(Route.BASE)
        if path.startswith("/") and not path.startswith(ANSWERS):
            await allowance.wait()

    trace.on_request_start.insert(0, wait)  # before anybody counts how long the request takes
