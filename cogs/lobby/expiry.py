"""The end of lobbies that nobody ends: idle for a day, cut off in the middle of Start, or deleted in Discord."""

from __future__ import annotations

import discord
import structlog
from discord.ext import commands, tasks

from bot.matches.lobby_ends import LobbyEnds
from bot.matches.lobby_starts import STUCK_MS, LobbyStarts
from bot.trouble import StoreTrouble
from cogs.lobby.message import LobbyMessage

log = structlog.get_logger(__name__)

EXPIRY_MINUTES = 10


class LobbyExpiryCog(commands.Cog):
    """Looks after open lobbies from time to time, and when their message or channel is gone."""

    def __init__(self, lobby_starts: LobbyStarts, lobby_ends: LobbyEnds, message: LobbyMessage) -> None:
        self._lobby_starts = lobby_starts
        self._lobby_ends = lobby_ends
        self._message = message

    async def cog_load(self) -> None:
        self.expiry.start()

    async def cog_unload(self) -> None:
        self.expiry.cancel()

    @tasks.loop(minutes=EXPIRY_MINUTES)
    async def expiry(self) -> None:
        """Close what has been idle for a day, and take up what a crash in the middle of Start left."""
        first = self.expiry.current_loop == 0
        try:
            changed = await self._lobby_starts.recover(0 if first else STUCK_MS)
            changed += await self._lobby_ends.expire()
        except StoreTrouble as problem:
            log.error("expiry_failed", problem=str(problem))
            return
        for lobby in changed:
            self._message.refresh(lobby)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await self._messages_gone(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        await self._messages_gone(payload.channel_id, payload.message_ids)

    async def _messages_gone(self, channel_id: int, message_ids: set[int]) -> None:
        try:
            await self._lobby_ends.message_gone(channel_id, message_ids)
        except StoreTrouble as problem:
            log.error("deleted_lobby_not_closed", problem=str(problem))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._channel_gone(payload.thread_id)

    async def _channel_gone(self, channel_id: int) -> None:
        try:
            await self._lobby_ends.channel_gone(channel_id)
        except StoreTrouble as problem:
            log.error("deleted_lobby_not_closed", problem=str(problem))
