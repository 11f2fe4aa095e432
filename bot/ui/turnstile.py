"""The turnstile behind the gate: of a crowd of clicks only so many are being answered at a time, the earliest first.

When a process takes over, everything that was pressed lately comes to it at once. Were all of it begun at once, each
would take as long as all together, and nobody would be answered in time. Whoever has their turn is out as soon as the
answer is on its way to Discord: how long Discord takes, and what is done afterwards, keeps nobody waiting.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict, deque
from types import SimpleNamespace
from typing import Final

import aiohttp

MOST: Final = 16
"""So many at a time."""
PATIENCE_S: Final = 1.0
"""Whoever takes longer, or is never answered, is not waited for."""
ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class Turnstile:
    """Call `enter` before a click is let in. Hand `watch` the trace of the client that answers."""

    def __init__(self) -> None:
        self._inside: OrderedDict[int, float] = OrderedDict()
        """Who is, and since when on the event loop's clock; the earliest first."""
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()
        self._looking: asyncio.TimerHandle | None = None

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Whose answer is sent over this client is out."""
        trace.on_request_headers_sent.append(self._sent)

    async def enter(self, ident: int) -> None:
        """Until it is the turn of the click with this id."""
        self._look_at_those_inside()
        if not self._waiting and len(self._inside) < MOST:
            self._let_in(ident)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((ident, turn))
        self._look_again()
        await turn

    def leave(self, ident: int) -> None:
        """This click needs no more of this process's time before it is answered. Any other id is nobody's."""
        if self._inside.pop(ident, None) is not None:
            self._go_on()

    async def _sent(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, about: aiohttp.TraceRequestHeadersSentParams
    ) -> None:
        if (answer := ANSWER.search(about.url.path)) is not None:
            self.leave(int(answer[1]))

    def _let_in(self, ident: int) -> None:
        self._inside[ident] = asyncio.get_running_loop().time()

    def _go_on(self) -> None:
        while self._waiting and len(self._inside) < MOST:
            ident, turn = self._waiting.popleft()
            if not turn.done():  # broken off
                self._let_in(ident)
                turn.set_result(None)
        self._look_again()

    def _look_at_those_inside(self) -> None:
        """Whoever is there for long is not counted any more."""
        now = asyncio.get_running_loop().time()
        while self._inside and now - next(iter(self._inside.values())) >= PATIENCE_S:
            self._inside.popitem(last=False)

    def _look_again(self) -> None:
        """As long as somebody waits, at the moment at which the earliest inside is not counted any more."""
        if self._waiting and self._looking is None:
            due = next(iter(self._inside.values())) + PATIENCE_S
            self._looking = asyncio.get_running_loop().call_at(due, self._look)

    def _look(self) -> None:
        self._looking = None
        self._look_at_those_inside()
        self._go_on()
