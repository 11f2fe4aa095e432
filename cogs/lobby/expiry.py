"""Lobbies that nobody presses: idle for a day, cut off by a crash, or deleted in Discord."""

from __future__ import annotations

from collections.abc import Callable

import discord
import structlog
from discord.ext import commands

from bot.matches.lobbies import Lobbies
from bot.matches.lobby_calls import LobbyCalls
from bot.matches.lobby_ends import LobbyEnds
from bot.matches.lobby_standby import LobbyStandby
from bot.matches.lobby_starts import STUCK_MS, LobbyStarts
from bot.trouble import StoreTrouble
from bot.ui.steady_loop import every
from cogs.lobby.calls import CallControls
from cogs.lobby.message import LobbyMessage
from cogs.lobby.standby import StandbyControls

log = structlog.get_logger(__name__)

EXPIRY_MINUTES = 10
UNSEEN_MS = 5 * 60_000
"""So long before the bot went away a change of a lobby may have been made that its message does not show."""


class LobbyExpiryCog(commands.Cog):
    """Looks after open lobbies from time to time, and when their message or channel is gone."""

    def __init__(
        self,
        *,
        lobbies: Lobbies,
        lobby_starts: LobbyStarts,
        lobby_ends: LobbyEnds,
        lobby_calls: LobbyCalls,
        lobby_standby: LobbyStandby,
        message: LobbyMessage,
        calls: CallControls,
        standby: StandbyControls,
        now_ms: Callable[[], int],
    ) -> None:
        self._lobbies = lobbies
        self._now_ms = now_ms
        self._lobby_starts = lobby_starts
        self._lobby_ends = lobby_ends
        self._lobby_calls = lobby_calls
        self._lobby_standby = lobby_standby
        self._message = message
        self._calls = calls
        self._standby = standby

    async def cog_load(self) -> None:
        self.expiry.start()

    async def cog_unload(self) -> None:
        self.expiry.cancel()
        self._standby.close()

    @every(minutes=EXPIRY_MINUTES)
    async def expiry(self) -> None:
        """Close what has been idle for a day, take up what a crash in the middle of Start left, and tell those who wait
        for a start and could not be told."""
        first = self.expiry.current_loop == 0
        try:
            changed = await self._lobby_starts.recover(0 if first else STUCK_MS)
            changed += await self._lobby_ends.expire()
            await self._lobby_calls.tidy()
            await self._lobby_standby.tidy()
        except StoreTrouble as problem:
            log.error("expiry_failed", problem=str(problem))
            return
        for lobby in changed:
            self._message.refresh(lobby)
        await self._calls.tell(after_a_break=True)

    @commands.Cog.listener()
    async def on_taken_up(self, away_ms: int) -> None:
        """The bot is back: the last presses before it went may not be seen on their lobbies' messages."""
        try:
            touched = await self._lobbies.touched_since(self._now_ms() - away_ms - UNSEEN_MS)
        except StoreTrouble as problem:
            log.error("lobbies_not_redrawn", problem=str(problem))
            return
        for lobby in touched:
            self._message.refresh(lobby)
        await self._standby.look_everywhere()

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
