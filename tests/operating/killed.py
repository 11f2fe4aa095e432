"""A process that restores a backup, and is killed on the way."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bot.matches import forgetting_again
from bot.store import leftovers, restoring

MOMENTS: Final[dict[str, tuple[Any, str]]] = {
    "copying": (shutil, "copyfileobj"),
    "looking": (restoring, "_refuse_unsound"),
    "copying_again": (leftovers, "new_copy"),
    "upgrading": (forgetting_again, "_migrate"),
    "forgetting": (forgetting_again, "forget_again"),
    "overwriting": (forgetting_again, "_overwrite"),
    "keeping": (restoring, "_keep"),
    "exchanging": (restoring, "_exchange"),
}
"""What is done last before the end, in this order."""


def restore(database: Path, backup: Path, places: Sequence[Path], moment: str) -> None:
    """Ends as a power cut ends it, right after this was done."""
    where, name = MOMENTS[moment]
    does = getattr(where, name)

    def is_killed(*given: Any, **named: Any) -> Any:
        done = does(*given, **named)
        if asyncio.iscoroutine(done):
            return _is_killed_after(done)
        os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(where, name, is_killed)
    again = forgetting_again.ForgettingInBackup(backup, places, lambda: 1_800_000_000_000)
    asyncio.run(restoring.restore(database, backup, again))


async def _is_killed_after(doing: Any) -> None:
    await doing
    os.kill(os.getpid(), signal.SIGKILL)
