"""Watches that time goes on: a clock that has run out, by the bot's own account, has to ring."""

from __future__ import annotations

import asyncio
from typing import Final

from pretended.reading import Reading

LOOKS_EVERY_S: Final = 1.0
"""On the machine's clock."""
OVERDUE_MS: Final = 600_000
"""Of the time that counts. It stands while the bot is away, and is given back when its messages come late."""
OVERDUE: Final = """
    SELECT deadline.match, deadline.checkpoint, deadline.question, deadline.due_ms FROM deadline
    JOIN match ON match.id = deadline.match AND match.status = 'running', heartbeat
    WHERE deadline.due_ms + ? < heartbeat.play_ms
"""


class ClockWatch:
    """Looks into the bot's database while an evening lasts. `stood` is what it has found, at any table."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.stood: set[str] = set()

    def look(self) -> None:
        """Note every clock that has run out long ago and has not rung."""
        for match, checkpoint, question, due_ms in self._reading.rows(OVERDUE, OVERDUE_MS):
            self.stood.add(f"time stands still: {match}:{checkpoint}:{question} was due at {due_ms}")

    async def keep_looking(self) -> None:
        """Until it is cancelled."""
        while True:
            self.look()
            await asyncio.sleep(LOOKS_EVERY_S)
