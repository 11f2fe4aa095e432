"""Forgetting a person: their ids, names and salts go, and every text they typed in a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.questions import Seat
from bot.matches.erasing import Kept, Stay, without_texts
from bot.matches.forgotten_notes import note_beside
from bot.matches.guild_settings import change_within, settings_within
from bot.recaps.recap import ERASED
from bot.store import forgetting, forgotten, inbox, journals, matches, sealed_seats, seating, settings, table_log
from bot.store.database import Store
from bot.store.forgetting import SEAT, Present
from bot.store.forgotten import ForgottenRow
from bot.store.table_log import LogRow


class StillHere(Exception):
    """The person who wants to be forgotten plays, or is about to; `where` says at which tables."""

    def __init__(self, where: Present) -> None:
        super().__init__(f"matches {where.matches}, lobbies {where.lobbies}")
        self.where = where


async def forget(store: Store, user_id: int, now_ms: int) -> int:
    """Forget a person, all or nothing; in how many matches they were. Raises StillHere, changing nothing.

    That they were is noted without saying who it was, for backups that are restored (`bot.matches.forgetting_again`).
    Where a bot runs, `bot.matches.privacy` does it: no match of theirs may stay in memory. Where several processes
    play, the others read anew whom they know of.
    """
    note = ForgottenRow.of(user_id, now_ms)

    async def work(connection: Any) -> int:
        where = await forgetting.present(connection, user_id)
        if where.matches or where.lobbies:
            raise StillHere(where)
        played = await forget_within(connection, user_id)
        await forgotten.add(connection, [note])
        if not store.slot.is_whole:
            await inbox.tell_of_people(connection)
        return played

    played = await store.write(work)
    await note_beside(store)
    return played


async def forget_within(connection: Any, user_id: int) -> int:
    """Forget somebody who is at no table any more; in how many matches they were."""
    played = await forgetting.matches_of(connection, user_id)
    for match_id in played:
        await _erase_texts(connection, match_id, user_id)
        await forgetting.erase_from_log(connection, match_id, user_id)
    await forgetting.erase_names(connection, user_id, ERASED)
    await _erase_from_settings(connection, user_id)
    return len(played)


async def _erase_from_settings(connection: Any, user_id: int) -> None:
    """No server says any more that this person has named its audit channel."""
    for guild_id in await settings.guilds(connection):
        if (await settings_within(connection, guild_id)).audit_named_by == user_id:
            await change_within(connection, guild_id, audit_named_by=None)


async def _erase_texts(connection: Any, match_id: int, user_id: int) -> None:
    row = await matches.get(connection, match_id)
    kept = Kept(
        journal=tuple(await journals.entries_of(connection, match_id)),
        said=tuple(await journals.announcements_of(connection, match_id)),
        voided=tuple(await journals.voided_of(connection, match_id)),
        snapshot=await journals.snapshot_of(connection, match_id),
    )
    left = without_texts(row, kept, await stays_of(connection, match_id, user_id))
    if left is not kept:
        await forgetting.rewrite(connection, left.journal, left.said, left.voided, left.snapshot)


async def stays_of(connection: Any, match_id: int, user_id: int) -> list[Stay]:
    """When this person had which seat."""
    log = [line for line in await table_log.lines_of(connection, match_id) if line.action == SEAT]
    first = {row.seat: row.user_id for row in await sealed_seats.of_match(connection, match_id)}
    found: list[Stay] = []
    for row in await seating.seats_of(connection, match_id):
        changes = [line for line in log if line.details.get("seat") == row.seat]
        began = first.get(row.seat, changes[0].details.get("was") if changes else row.user_id)
        found += _stays_on(row.seat, began, changes, user_id)
    return found


def _stays_on(seat: Seat, began: int | None, changes: Sequence[LogRow], user_id: int) -> list[Stay]:
    """When this person had this seat. `began`: who had it first; `changes`: when it was given to whom."""
    owners = [(None, began), *((line.at_ms, line.details.get("now")) for line in changes)]
    ends = [*(line.at_ms for line in changes), None]
    return [Stay(seat, since, end) for (since, owner), end in zip(owners, ends, strict=True) if owner == user_id]
