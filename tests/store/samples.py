"""Rows for the tests: small, legal, and named after what a test changes in them."""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import matches
from bot.store.deadlines import DeadlineRow
from bot.store.journals import AnnouncementRow, JournalRow, Write
from bot.store.matches import NewMatch
from bot.store.seating import NewSeat


def new_match(**changed: Any) -> NewMatch:
    values: dict[str, Any] = {
        "game": "village",
        "guild_id": 1,
        "channel_id": 20,
        "host_id": 900,
        "options": {"length": "short", "names": ["Rumpelstilzchen", "魔镜"]},
        "role_set": "classic",
        "seed": "seed",
        "commitment": "commitment",
        "code_version": "0.1.0",
        "created_ms": 1_000,
        "seats": (NewSeat(1, "ann", 101), NewSeat(2, "ben", 102), NewSeat(3, "Mirror", None, "thoughtful")),
        "snapshot": "{}",
    }
    return NewMatch(**(values | changed))


def entry(match: int, number: int, *, checkpoint: int = 0, interaction_id: int | None = None) -> JournalRow:
    return JournalRow(match, checkpoint, number, number, 1, "vote", [1, None, "toad"], "signature", "digest", 2_000,
                      interaction_id)  # fmt: skip


def said(match: int, number: int) -> AnnouncementRow:
    return AnnouncementRow(match, number, {"seat": 1}, "dawn", {"dead": [2]}, 2_000)


def step(match: int, head: int, **changed: Any) -> Write:
    """One answer, one announcement, at this head, when each step so far was like this."""
    values: dict[str, Any] = {
        "match": match,
        "checkpoint": 0,
        "head": head,
        "at_ms": 2_000,
        "announced": head + 1,
        "entries": (entry(match, head),),
        "announcements": (said(match, head),),
    }
    return Write(**(values | changed))


def due(match: int, question: int, due_ms: int, checkpoint: int = 0) -> DeadlineRow:
    return DeadlineRow(match, question, checkpoint, due_ms)


async def started(connection: AsyncConnection) -> int:
    return await matches.create(connection, new_match())
