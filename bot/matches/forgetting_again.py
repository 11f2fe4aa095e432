"""A backup from before somebody's wish to be forgotten comes into use: they are forgotten in it first.

What is not noted in a database was wished after it (`bot.store.forgotten`). So nobody who came back after their wish
loses what they have played since: a backup with those games has the note.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from bot.matches.forgetting import forget_within
from bot.matches.forgotten_notes import note_beside
from bot.matches.guild_settings import settings_within
from bot.store import (
    connecting,
    forgetting,
    forgotten,
    forgotten_files,
    inspecting,
    leftovers,
    lobbies,
    matches,
    migrating,
    table_log,
)
from bot.store import settings as guild_settings
from bot.store.database import Store
from bot.store.forgotten import ForgottenRow
from bot.store.inspecting import Age
from bot.store.personal import NOBODY

T = TypeVar("T")


async def forget_again(store: Store, notes: Iterable[ForgottenRow], now_ms: int) -> int:
    """Carry out the wishes that this database does not know of, all or nothing; how many people it knew of them."""
    found: list[int] = []

    async def work(connection: Any) -> None:
        missing = await forgotten.missing(connection, notes)
        found[:] = await _forget_again(connection, missing, now_ms) if missing else []
        await forgotten.add(connection, missing)

    await store.write(work)
    return len(found)


async def _forget_again(connection: Any, missing: Sequence[ForgottenRow], now_ms: int) -> list[int]:
    """Whom of the people in this database that was."""
    people = sorted(await _everybody(connection))
    wishes = {user_id: note.at_ms for note in missing for user_id in people if note.is_of(user_id)}
    # Only an older version, which knows no notes, can have played on with somebody who was to be forgotten.
    gone = [one for one, at_ms in wishes.items() if await forgetting.last_seen_ms(connection, one) <= at_ms]
    for user_id in gone:
        await _end_what_holds(connection, user_id, now_ms)
        await forget_within(connection, user_id)
    return gone


async def _everybody(connection: Any) -> set[int]:
    servers = [await settings_within(connection, one) for one in await guild_settings.guilds(connection)]
    named = {one.audit_named_by for one in servers if one.audit_named_by is not None}
    return named | await forgetting.everybody(connection)


async def _end_what_holds(connection: Any, user_id: int, now_ms: int) -> None:
    """Nobody is forgotten who still plays. So what they play here was over when they wished it, and is over now."""
    where = await forgetting.present(connection, user_id)
    for match_id in where.matches:
        await matches.set_status(connection, match_id, "ended", now_ms, ending="restored")
        await matches.set_unsent(connection, match_id)
        told = {"ending": "restored"}
        await table_log.add(connection, match_id, at_ms=now_ms, actor=NOBODY, action="end", details=told)
    hosted = [row.id for row in await lobbies.open_of_host(connection, user_id)]
    for lobby_id in {*where.lobbies, *hosted}:
        await lobbies.close(connection, lobby_id)


# -- a backup that is restored ------------------------------------------------------------------------------------


class ForgettingInBackup:
    """What `bot.store.restoring` does with the copy of a backup before it takes the place of the database.

    places  the files with notes beside the database and in the folder of its backups
    """

    def __init__(self, backup: Path, places: Sequence[Path], now_ms: Callable[[], int]) -> None:
        self._places = places
        self._sources = [*places, *(backup.resolve().parent / one.name for one in places)]
        self._now_ms = now_ms
        self.found = 0
        """How many people were forgotten again."""

    async def __call__(self, copy: Path, replaced: Path | None) -> None:
        """Forget in the copy whom the notes name. `replaced`: the sound database whose place it takes, if any.

        Raises a StoreError.
        """
        notes = [note for source in self._sources for note in forgotten_files.read(source)]
        notes += [] if replaced is None else await forgotten.noted_in(replaced)
        for place in self._places[:1]:
            forgotten_files.keep(place, notes)  # what was noted in the database alone must outlive it
        self.found = await forget_in_file(copy, notes, self._now_ms())


async def forget_in_file(file: Path, notes: Sequence[ForgottenRow], now_ms: int) -> int:
    """Forget whom the notes name in a database that nobody has open; how many it knew of them.

    One of an older version has the schema of that version afterwards. Raises a StoreError.
    """
    if not notes:
        return 0
    found = await inspecting.look(file)
    if found.age is Age.CURRENT:
        return await _with_store(file, lambda store: forget_again(store, notes, now_ms))
    assert found.revision is not None
    return await _forget_in_older(file, found.revision, notes, now_ms)


async def _forget_in_older(file: Path, revision: str, notes: Sequence[ForgottenRow], now_ms: int) -> int:
    """There and back again, on a copy; where nobody was found, the file stays byte for byte what it was."""
    with leftovers.hidden_folder(file) as folder:
        newer = folder / file.name
        await asyncio.to_thread(leftovers.new_copy, file, newer)
        await _migrate(newer, None)
        found = await _with_store(newer, lambda store: forget_again(store, notes, now_ms))
        if found:
            await _migrate(newer, revision)
            await asyncio.to_thread(_overwrite, file, newer)
    return found


async def _migrate(file: Path, revision: str | None) -> None:
    """To this version's schema, or back to an earlier one."""
    engine = connecting.engine_for(connecting.url_of(file), "migrate")
    try:
        await (migrating.upgrade(engine) if revision is None else migrating.go_back(engine, revision))
    finally:
        await engine.dispose()


def _overwrite(file: Path, other: Path) -> None:
    shutil.copyfile(other, file)
    with file.open("rb+") as written:
        os.fsync(written.fileno())


async def _with_store(file: Path, work: Callable[[Store], Awaitable[T]]) -> T:
    store = await Store.open(file, migrate=False)
    try:
        return await work(store)
    finally:
        await store.close()


# -- a backup that came there another way -------------------------------------------------------------------------


async def forget_at_start(store: Store, now_ms: int) -> int:
    """Before a database is used: carry out what the files beside it name and it does not know of. How many people.

    So it is with PostgreSQL, whose own tools restore it, and with a file that somebody has copied. Raises a StoreError.
    """
    notes = [note for path in store.forgotten_files for note in forgotten_files.read(path)]
    found = await forget_again(store, notes, now_ms) if notes else 0
    await note_beside(store)
    return found
