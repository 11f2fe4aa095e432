"""For `magic-mirror try`: a match goes on in another server, with its people under other ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.store import dead_rooms, deliveries, matches, onlookers, people, seating, undo

SHOWN_AGAIN = 12
"""So many of the last public announcements are told again."""


async def rehouse(
    connection: Any, match: int, guild_id: int, channel_id: int, host_id: int, new_ids: Mapping[int, int]
) -> None:
    """Let a match go on in another server. `new_ids` is old id -> new id; nobody else is touched.

    What was delivered where nobody can look any more counts as not delivered: every question is asked again and every
    secret told again. What was to be put back there is dropped, and its room of the dead made anew. Raises
    UnknownMatch.
    """
    await matches.move(connection, match, channel_id, guild_id=guild_id)
    await matches.set_board(connection, match, None)
    await matches.set_host(connection, match, host_id)
    row = await matches.get(connection, match)
    if row.moderator_id is not None:  # one who is not there any more must not keep everybody waiting
        moderator_id = new_ids.get(row.moderator_id)
        sees = row.moderator_sees if moderator_id is not None else 0
        await matches.set_moderator(connection, match, moderator_id, sees)
    await deliveries.forget(connection, match)
    if row.announced > SHOWN_AGAIN:
        told = deliveries.DeliveryRow(
            match, deliveries.PUBLIC, 0, announcement=row.announced - SHOWN_AGAIN - 1,
            checkpoint=row.checkpoint, question=deliveries.NOTHING, channel_id=None, message_id=None, state="sent",
            at_ms=row.created_ms,
        )  # fmt: skip
        await deliveries.record(connection, told)
    await undo.drop(connection, match)
    await dead_rooms.forget_thread(connection, match)
    await onlookers.note_all_out(connection, match)
    for old, new in new_ids.items():
        await seating.change_id(connection, match, old, new)
        await people.forget(connection, old)
