"""What Discord tells of messages that bots have written, which nobody here listens to.

Each message that the bot sends or changes comes back to it, whole, as everybody is told of it. So these are not made
into messages, and nothing is begun for them; only which message is the last in its channel is noted, as discord.py
does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

Parser = Callable[[Any], None]


def pass_over_bots(client: discord.Client) -> None:
    """From now on `client` hears what people write, and nothing of what bots do."""
    parsers = client._connection.parsers
    parsers["MESSAGE_CREATE"] = _of_people(parsers["MESSAGE_CREATE"], lambda data: _note_as_last(client, data))
    parsers["MESSAGE_UPDATE"] = _of_people(parsers["MESSAGE_UPDATE"], lambda _: None)


def _of_people(parse: Parser, pass_over: Parser) -> Parser:
    def hear(data: Any) -> None:
        (pass_over if data.get("author", {}).get("bot") else parse)(data)

    return hear


def _note_as_last(client: discord.Client, data: Any) -> None:
    # Its server is named: looking for a channel among all servers takes longer than making the message would.
    guild = client.get_guild(int(data.get("guild_id") or 0))
    channel = guild.get_channel_or_thread(int(data["channel_id"])) if guild is not None else None
    if isinstance(channel, discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread):
        channel.last_message_id = int(data["id"])
