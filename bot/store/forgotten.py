"""Notes of who was forgotten, and when. They outlive a restored backup, and are no register of people.

A note holds a digest of the person's id with a salt of its own. Whoever has the id can see that it is the one; whoever
has only the note would have to try every id that Discord has ever given. A backup that lacks a note is from before that
wish, so that everything it knows of the person is from before it, too.

But for the one that opens a file, every function takes the connection of a ``Store.write`` or ``Store.reading`` first.
Times are epoch milliseconds.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from sqlalchemy import insert, inspect, select

from bot.store import connecting, schema
from bot.store.asking import Connection
from bot.store.portable import all_rows, select_rows

LATEST_MS: Final = 1 << 62
"""No wish is from later; a database holds no much greater number."""
_LENGTH = 16
"""Bytes of a salt, and of a digest."""
_HEX = re.compile(rf"[0-9a-f]{{{2 * _LENGTH}}}")


@dataclass(frozen=True)
class ForgottenRow:
    """One wish that was carried out. Two of the same person do not look alike."""

    salt: str
    digest: str
    at_ms: int

    @classmethod
    def of(cls, user_id: int, at_ms: int) -> ForgottenRow:
        """The note of this person, with a salt that nobody has seen yet."""
        salt = secrets.token_hex(_LENGTH)
        return cls(salt, _digest(salt, user_id), at_ms)

    @property
    def is_whole(self) -> bool:
        """Whether it can be a note at all: what was read from a file may be anything."""
        is_written = all(isinstance(one, str) and _HEX.fullmatch(one) for one in (self.salt, self.digest))
        return is_written and isinstance(self.at_ms, int) and 0 <= self.at_ms < LATEST_MS

    def is_of(self, user_id: int) -> bool:
        """Whether it was this person."""
        return self.digest == _digest(self.salt, user_id)


def _digest(salt: str, user_id: int) -> str:
    return blake2b(str(user_id).encode(), key=bytes.fromhex(salt), digest_size=_LENGTH).hexdigest()


_ROWS = select_rows(ForgottenRow, schema.forgotten)


async def all_of(connection: Connection) -> list[ForgottenRow]:
    """Every note, oldest first."""
    return await all_rows(connection, ForgottenRow, _ROWS.order_by(schema.forgotten.c.at_ms))


async def noted_in(database: Path) -> list[ForgottenRow]:
    """Every note in a database file that nobody has open; none where an older version knew no notes yet."""
    engine = connecting.engine_for(connecting.url_of(database), "look")
    try:
        async with engine.connect() as connection:
            has_notes = await connection.run_sync(lambda plain: inspect(plain).has_table(schema.forgotten.name))
            return await all_of(connection) if has_notes else []
    finally:
        await engine.dispose()


async def missing(connection: Connection, notes: Iterable[ForgottenRow]) -> list[ForgottenRow]:
    """Those of the notes that this database does not have: it is from before these wishes."""
    known = set((await connection.execute(select(schema.forgotten.c.salt))).scalars())
    return [note for note in dict.fromkeys(notes) if note.salt not in known]


async def add(connection: Connection, notes: Iterable[ForgottenRow]) -> None:
    """Write down notes that are not there yet."""
    for note in notes:
        await connection.execute(insert(schema.forgotten).values(**vars(note)))
