"""To whom the place of a match is closed, by how each of its people may speak and how strict the server is."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.ui.silence.overwrites import Overwrites
from bot.ui.silence.speech import Speech, Strictness

DEAF = discord.Permissions(view_channel=True, read_message_history=True).value
WRITING_IN_THREADS = discord.Permissions(send_messages_in_threads=True).value
WRITING = discord.Permissions(send_messages=True).value


def kept_from_people(
    speeches: Mapping[int, Speech],
    strictness: Strictness,
    before: Mapping[int, int],
    *,
    writing: int,
    toads_croak: bool = False,
) -> dict[int, int]:
    """Person -> the permissions to be kept from them; `before`: those that are kept from them now.

    By night everybody's door stays as it is: the whole thread is locked. With `toads_croak` toads may write, for their
    croaking can be told from speech.
    """
    silent = {"muted", "dead"} if toads_croak else {"muted", "dead", "toad"}
    wanted: dict[int, int] = {}
    for user_id, speech in speeches.items():
        if speech == "night" and user_id in before:
            wanted[user_id] = before[user_id]
        elif speech == "asleep" and strictness != "delete":
            wanted[user_id] = DEAF | writing
        elif speech in silent and strictness == "strict":
            wanted[user_id] = writing
    return wanted


class Doors:
    """Closes the places of matches to single people."""

    def __init__(self, client: discord.Client, overwrites: Overwrites) -> None:
        self._client = client
        self._overwrites = overwrites

    async def apply(
        self,
        match: int,
        guild_id: int,
        channel_id: int,
        place: int,
        speeches: Mapping[int, Speech],
        strictness: Strictness,
        *,
        toads_croak: bool = False,
    ) -> None:
        """Close the place of a match (`place`, in the channel `channel_id`) to those of its people whom it is to be
        closed to, and open it to all others. No request when nothing changes. Raises `Unreachable`."""
        writing = WRITING if place == channel_id else WRITING_IN_THREADS
        before = self._overwrites.kept_from(match)
        wanted = kept_from_people(speeches, strictness, before, writing=writing, toads_croak=toads_croak)
        guild = self._client.get_guild(guild_id)
        if guild is not None:
            wanted.pop(guild.owner_id or 0, None)  # no overwrite binds a server's owner
        await self._overwrites.arrange(match, guild_id, channel_id, place, wanted)
