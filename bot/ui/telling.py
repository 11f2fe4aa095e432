"""Nobody is told anything by a process that is not sure to be the one that plays: another may play by now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp

from bot.trouble import StoreTrouble


def tell_only_when(
    until_sure: Callable[[], Awaitable[None]], trace: aiohttp.TraceConfig, stands_by: Callable[[], bool] = lambda: False
) -> None:
    """From now on each request of this trace waits for this at the last moment, when it has its connection already.

    Where that is in trouble the request fails as if the line had broken, and nothing is sent. Whoever stands by may
    ask, and listen: that tells nobody anything.
    """

    async def look(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, about: aiohttp.TraceRequestHeadersSentParams
    ) -> None:
        if about.method == "GET" and stands_by():
            return
        try:
            await until_sure()
        except StoreTrouble as problem:
            raise ConnectionAbortedError(str(problem)) from problem

    trace.on_request_headers_sent.append(look)
