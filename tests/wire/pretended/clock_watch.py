"""Watches that time goes on: a clock that has run out, by the bot's own account, has to ring."""

from __future__ import annotations

import asyncio
from typing import Final

from pretended.reading import Reading

LOOKS_EVERY_S: Final = 1.0
"""On the machine's clock."""
OVERDUE_MS: Final = 600_000
"""Of the time that counts. It stands while the bot is away, and is given back when its messages come late."""
BEATS: Final = "heartbeat"
OVERDUE: Final = """
    SELECT deadline.match, deadline.checkpoint, deadline.question, deadline.due_ms FROM deadline
    JOIN match ON match.id = deadline.match AND match.status = 'running', {beats}
    WHERE deadline.due_ms + ? < {beats}.play_ms AND match.guild_id / 4194304 % ? = ?
"""


class ClockWatch:
    """Looks into the bot's database while an evening lasts. `stood` is what it has found, at any table of a slot.

    beats  the table in which its process says that it is there
    """

    def __init__(self, reading: Reading, beats: str = BEATS, slots: int = 1, slot: int = 0) -> None:
        self._reading = reading
        self._query = OVERDUE.format(beats=beats)
        self._part = (slots, slot)
        self.stood: set[str] = set()

    def look(self) -> None:
        """Note every clock that has run out long ago and has not rung."""
        for match, checkpoint, question, due_ms in self._reading.rows(self._query, OVERDUE_MS, *self._part):
            self.stood.add(f"time stands still: {match}:{checkpoint}:{question} was due at {due_ms}")

    async def keep_looking(self) -> None:
        """Until it is cancelled."""
        while True:
            self.look()
            await asyncio.sleep(LOOKS_EVERY_S)
