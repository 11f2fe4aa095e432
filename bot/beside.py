"""What runs beside the bot, in a process of its own: it learns nothing of the bot's settings, and stands back."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

KIND: Final = 10
"""How far it stands back behind everything else on this machine; somebody waits for it."""
KINDEST: Final = 19
"""The same for what takes minutes: it has only what nobody else wants."""


def without_token() -> dict[str, str]:
    """What the process needs to know; the bot's own settings are none of it."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MAGIC_MIRROR_")}


def let_stand_back(pid: int, how_far: int = KIND) -> None:
    """Let this process stand back, if it does not stand farther back already, with the bot."""
    with suppress(AttributeError, OSError):  # Windows knows no such priority; the process may be gone
        os.setpriority(os.PRIO_PROCESS, pid, max(how_far, os.getpriority(os.PRIO_PROCESS, pid)))
