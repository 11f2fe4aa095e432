"""The room of a tutorial: a private thread, so that nobody else is disturbed, or what the channel has for any match."""

from __future__ import annotations

from typing import Any, Final

import discord
import structlog

from bot.ui.delivery import NotAllowed, PlaceGone, Rejected, patiently

log = structlog.get_logger(__name__)

ARCHIVED_AFTER_MINUTES: Final = 10_080
"""A tutorial waits a week for somebody to go on with it."""
NAME_MOST: Final = 100
"""Characters of a thread's name."""


async def room_for(channel: Any, here: int, title: str, learner: discord.abc.Snowflake) -> int:
    """The place for a tutorial that somebody has asked for `here`, in this channel or one of its threads: a new private
    thread with this learner in it; where that may not be made, the very place."""
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(parent, discord.TextChannel):
        return here
    allowed = parent.permissions_for(parent.guild.me)
    if not (allowed.create_private_threads and allowed.send_messages_in_threads):
        return here
    try:
        return await patiently(lambda: _made(parent, title[:NAME_MOST], learner), ())
    except (NotAllowed, PlaceGone, Rejected) as problem:
        log.info("no_room_for_tutorial", reason=problem.reason)
        return here


async def _made(channel: discord.TextChannel, title: str, learner: discord.abc.Snowflake) -> int:
    """A thread that nobody sees but the learner, and whoever looks after all threads."""
    kind = discord.ChannelType.private_thread
    made = await channel.create_thread(
        name=title, type=kind, invitable=False, auto_archive_duration=ARCHIVED_AFTER_MINUTES
    )
    await made.add_user(learner)
    return made.id
