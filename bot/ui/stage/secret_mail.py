"""How secrets come to people: by direct message, or, where the server wants it so, only when they press My seat."""

from __future__ import annotations

import discord

from bot.matches.guild_settings import SettingsBook
from bot.matches.snapshot import MatchSnapshot
from bot.ui.channels import channel_of_match
from bot.ui.delivery import Courier, DirectMessagesClosed, Outgoing


class SecretMail:
    """Brings secrets by direct message where that is the way."""

    def __init__(self, client: discord.Client, courier: Courier, settings: SettingsBook) -> None:
        self._client = client
        self._courier = courier
        self._settings = settings

    async def is_by_press(self, match: MatchSnapshot) -> bool:
        """Whether the people of this table see their secrets on a press alone."""
        channel_id = channel_of_match(self._client, match)
        return (await self._settings.read(match.row.guild_id)).at(channel_id).secrets == "press"

    async def reaches(self, match: MatchSnapshot, user_id: int) -> bool:
        """Whether it is tried at all to send this person something."""
        return not (await self.is_by_press(match) or await self._courier.is_closed(user_id))

    async def send(
        self, match: MatchSnapshot, user_id: int, message: Outgoing, nonce: str, *, perhaps_after: int | None = None
    ) -> tuple[int, int]:
        """Send it; channel and message. Raises like `Courier.direct`, and DirectMessagesClosed where nothing is sent:
        for the game it is the same."""
        if await self.is_by_press(match):
            raise DirectMessagesClosed("secrets are shown on a press alone")
        return await self._courier.direct(user_id, message, nonce, perhaps_after=perhaps_after)
