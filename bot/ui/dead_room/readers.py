"""People who could read a private thread without being in it: the server's owner, and those who manage its threads."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import discord

from bot.ui.delivery import PAUSES, PlaceGone, patiently


class Readers:
    """Looks whether somebody could read along. Permissions are asked for only where some role or person has them."""

    def __init__(self, *, pauses: Sequence[float] = PAUSES) -> None:
        self._pauses = tuple(pauses)

    async def any_of(self, people: Collection[int], channel: discord.TextChannel) -> bool:
        """Whether one of these people could read every private thread of the channel. Raises `Undeliverable`."""
        if channel.guild.owner_id in people:
            return True
        suspects = list(people) if _some_role_reads(channel) else _named_in(channel, people)
        for user_id in suspects:
            if await self._reads(user_id, channel):
                return True
        return False

    async def _reads(self, user_id: int, channel: discord.TextChannel) -> bool:
        try:
            member = await patiently(lambda: channel.guild.fetch_member(user_id), self._pauses)
        except PlaceGone:
            return False  # who has left the server reads nothing there
        return _manages_threads(channel.permissions_for(member))


def _manages_threads(permissions: discord.Permissions) -> bool:
    return permissions.administrator or permissions.manage_threads


def _some_role_reads(channel: discord.TextChannel) -> bool:
    """Whether a role that people can have manages threads there; a bot's own role cannot be given to anybody."""
    roles = (role for role in channel.guild.roles if not role.is_bot_managed())
    return any(_manages_threads(channel.permissions_for(role)) for role in roles)


def _named_in(channel: discord.TextChannel, people: Collection[int]) -> list[int]:
    """Those of the people of whom the channel's own permissions speak."""
    named = {target.id for target in channel.overwrites}
    return [user_id for user_id in people if user_id in named]
