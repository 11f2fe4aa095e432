"""Connections to a server that are given up, perhaps because nothing comes over them any more."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

PATIENCE_S: Final = 2.0
"""Who ends does not wait longer until they are closed."""


class HangingUp:
    """Closes them beside everything else: nobody waits for that but who ends."""

    def __init__(self) -> None:
        self._closing: set[asyncio.Task[None]] = set()

    def begin(self, line: AsyncConnection) -> None:
        """This one is not used any more."""
        task = asyncio.create_task(_close(line))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def end(self) -> None:
        """Until all are closed, as far as their servers answer."""
        if self._closing:
            await asyncio.wait(self._closing, timeout=PATIENCE_S)


async def _close(line: AsyncConnection) -> None:
    """Whatever state it is in; nothing is raised."""
    with suppress(Exception):
        await line.invalidate()
    with suppress(Exception):
        await line.close()
