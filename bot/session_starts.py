"""How often the bot may still begin a session today. Discord counts, and takes the token of whoever has none left.

That happens to a bot that is started again and again by whatever watches it. So a start is refused while many are left.
"""

from __future__ import annotations

from typing import Final

from discord.shard import SessionStartLimits

KEPT: Final = 0.2
"""This part of what Discord allows in a day is never used."""
HOUR_MS: Final = 3_600_000


class TooManyStarts(Exception):
    """The bot had better not begin another session now; the text says why, to the one who starts it."""


def why_not(limits: SessionStartLimits) -> str | None:
    """Why the bot had better not begin another session now, in a sentence for the one who starts it; None: it may."""
    if limits.remaining > limits.total * KEPT:
        return None
    hours = -(-limits.reset_after // HOUR_MS)
    return (
        f"Discord allows {limits.total:,} starts a day and has counted {limits.total - limits.remaining:,}; after the "
        "last one it takes the token away, so the bot does not start now. Look in the log for why it was started so "
        f"often, and start it again in {hours} {'hour' if hours == 1 else 'hours'}."
    )
