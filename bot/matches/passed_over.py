"""Cards that whoever leads a night has passed over, out of the table's log: it outlives the process."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.store import table_log
from bot.store.table_log import LogRow

TAKEN_BACK: Final = frozenset(("rewind", "again"))
"""After these everybody is asked anew."""


def passed_over(lines: Iterable[LogRow], checkpoint: int) -> frozenset[str]:
    """The keys of questions that nobody answers any more in this round."""
    keys: set[str] = set()
    for line in lines:
        if line.details.get("checkpoint") != checkpoint:
            continue
        if line.action == "skip":
            keys.update(line.details.get("keys", ()))
        elif line.action == table_log.ASKED_AGAIN:
            keys.difference_update(line.details["keys"])
        elif line.action in TAKEN_BACK and "of" not in line.details:
            keys.clear()
    return frozenset(keys)
