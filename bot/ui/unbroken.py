"""Waiting only so long for a request, without breaking it off.

discord.py lets no request begin while it waits for the end of a limit on all of them. The request that has met the
limit says when it is over: if that were broken off meanwhile, nothing would ever be sent again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_going_on: set[asyncio.Task[Any]] = set()


async def within(seconds: float, request: Coroutine[Any, Any, T]) -> T:
    """What the request gives, if that comes in so many seconds. Raises what it raises, and TimeoutError: then it goes
    on, and nobody hears how it ends."""
    task = asyncio.create_task(request)
    _going_on.add(task)
    task.add_done_callback(_is_over)
    await asyncio.wait({task}, timeout=seconds)
    if not task.done():
        raise TimeoutError
    return task.result()


def _is_over(task: asyncio.Task[Any]) -> None:
    _going_on.discard(task)
    if not task.cancelled():
        task.exception()  # seen: whoever still waits raises it
