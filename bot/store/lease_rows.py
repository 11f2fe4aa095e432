"""What lies on the server for each slot's lease (`bot.store.lease`): a row, and locks that say who waits for it.

A lock ends with the connection that holds it. The tables beside the schema are no part of it: they are made beside the
lease, lie on a server only, and mean nothing in a copy.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table

BESIDE_THE_SCHEMA: Final = MetaData()
LEASE_MS = 5_000
"""For so long nobody else takes it, once it was made longer."""
SLOT_BITS: Final = 40
"""The fencing numbers of each slot, and its other numbers, begin this many bits higher: no two are ever the same."""
READY: Final = 7_164_201_735
"""Shared by all who are ready to take over. Each slot but the first has a number of its own, above the bits that are in
use here; so have the others."""
WAITING: Final = 7_164_201_737
"""Shared by all who wait to take over, ready or not."""
STANDING_IN: Final = 7_164_201_738
"""Held by whoever has started a process in place of one that is gone."""
table: Final = Table(
    "process_lease",
    BESIDE_THE_SCHEMA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    # Unique, so that it counts as a key: those who make the lease longer do not wait for those who hold its number.
    Column("fence", BigInteger, nullable=False, unique=True),
    # Empty before it was ever taken, and when it was given back.
    Column("owner", String, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
)


def row_of(slot: int) -> int:
    """The number of a slot's row."""
    return 1 + slot


def lock_of(lock: int, slot: int) -> int:
    """This lock, for a slot."""
    return lock + (slot << SLOT_BITS)
