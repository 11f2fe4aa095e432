"""What the bot needs in a channel, and what it lacks, in words for the person who can grant it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.games.table_options import DEAD_ROOM
from bot.ui.wording import Wording

NEEDED = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "manage_threads",
    "manage_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
)
"""What a table needs, the most important first. The first three are indispensable, the others only make it better."""
INDISPENSABLE = frozenset(NEEDED[:3])


@dataclass(frozen=True)
class Missing:
    """A permission the bot lacks in a channel, in words for the person who can grant it."""

    permission: str
    name: str
    without: str
    indispensable: bool


def lacking_in(
    channel: discord.abc.GuildChannel | discord.Thread, words: Wording, permissions: discord.Permissions | None = None
) -> list[Missing]:
    """What the bot lacks in a channel for a whole table, in the reader's words; empty when all is well.

    Pass `interaction.app_permissions` where there is one: it needs no cache and is always right.
    """
    have = channel.permissions_for(channel.guild.me) if permissions is None else permissions
    if have.administrator:
        return []
    return [described(name, words) for name in NEEDED if not getattr(have, name)]


def wanted_by(options: Mapping[str, Any]) -> list[str]:
    """The permissions that a table needs because of its options alone."""
    return ["create_private_threads"] if options.get(DEAD_ROOM) else []


def described(permission: str, words: Wording) -> Missing:
    """This permission, and what cannot be done without it."""
    key = f"permission.{permission}"
    return Missing(permission, words.say(key), words.say(f"{key}.without"), permission in INDISPENSABLE)
