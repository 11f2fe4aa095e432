"""What hosts and moderators do is told in the channel that their server has named for it.

A line is written in the transaction of the act it tells of, and posted afterwards (`bot.ui.audit_channel`). Lines hold
ids and what everybody at the table may know; never a secret, and never the reason of a bar.
"""

from __future__ import annotations

from typing import Any, Final

from bot.matches.guild_settings import settings_within
from bot.store import audit, table_log
from bot.store.audit import AuditRow
from bot.store.database import Store, StoreConnection

_CLOCKS: Final = ("pause", "resume", "extend", "skip")
_PEOPLE: Final = ("seat", "host", table_log.LED, "standby", "foul", "voice")
AT_TABLES: Final = frozenset((*_CLOCKS, *_PEOPLE, "rewind", table_log.ASKED_AGAIN, "repair", "end"))
"""The actions in a table's log of which a line is written, where a person has done them."""
WAITING_MOST: Final = 1000
"""Lines that wait for one server's channel; then the oldest go. The log of each table keeps them all."""


async def note(
    connection: StoreConnection, guild_id: int, actor: int, action: str, *, at_ms: int, match: int | None = None,
    **details: Any,
) -> None:  # fmt: skip
    """Within the transaction of an act: write a line of it, where the server reads such lines."""
    if (await settings_within(connection, guild_id)).audit_channel is not None:
        await audit.add(
            connection, guild_id, at_ms=at_ms, actor=actor, action=action, match=match, details=details,
            most=WAITING_MOST,
        )  # fmt: skip


async def note_at_table(
    connection: StoreConnection, guild_id: int, match: int, actor: int, action: str, *, at_ms: int, **details: Any
) -> None:
    """The same for a line of a table's log; the Mirror's own acts (actor 0) are not told."""
    if actor and action in AT_TABLES:
        await note(connection, guild_id, actor, action, at_ms=at_ms, match=match, **details)


class AuditBook:
    """The lines that wait to be posted. Raises StoreTrouble."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def guilds(self) -> list[int]:
        async with self._store.reading() as connection:
            return [guild_id for guild_id in await audit.guilds(connection) if self._store.slot.has(guild_id)]

    async def waiting(self, guild_id: int) -> list[AuditRow]:
        """The oldest first."""
        async with self._store.reading() as connection:
            return await audit.waiting(connection, guild_id)

    async def posted(self, line: int) -> None:
        await self._store.write(lambda connection: audit.remove(connection, line))

    async def give_up(self, guild_id: int) -> None:
        """Nobody in this server reads lines any more."""
        await self._store.write(lambda connection: audit.remove_of(connection, guild_id))
