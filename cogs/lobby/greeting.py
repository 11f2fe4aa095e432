"""The first direct message to whoever sits down: it shows whether secrets can reach them."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import structlog

from bot.matches.guild_settings import SettingsBook
from bot.matches.lobby import Lobby
from bot.ui.authority import channel_of
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Page, Panel, render
from bot.ui.router import reply
from bot.ui.wording import Wording
from cogs.lobby.background import BackgroundTasks
from cogs.lobby.message import LobbyMessage

log = structlog.get_logger(__name__)


class Greeting:
    """Greets people, after their press was answered."""

    def __init__(
        self,
        *,
        settings: SettingsBook,
        courier: Courier,
        wording: Wording,
        message: LobbyMessage,
        background: BackgroundTasks,
    ) -> None:
        self._settings = settings
        self._courier = courier
        self._wording = wording
        self._message = message
        self._background = background

    def later(self, interaction: discord.Interaction[Any], lobby: Lobby) -> None:
        """Greet the person who has pressed. If they take no direct messages, they are told at once."""
        self._background.begin(self._greet(interaction, lobby))

    async def _greet(self, interaction: discord.Interaction[Any], lobby: Lobby) -> None:
        here = (await self._settings.read(lobby.guild_id)).at(channel_of(interaction))
        if here.secrets == "press":
            return
        user_id = interaction.user.id
        words = self._wording.for_locale(interaction.locale)
        hello = Page(panels=(Panel(words.say("lobby.hello", game=game_title(words, lobby.game.name))),), tint=TINT)
        try:
            nonce = f"hi{lobby.id:x}-{user_id:x}"
            reached = await self._courier.probe(user_id, Outgoing(view=render(hello)), nonce)
        except (Undeliverable, Overloaded) as problem:
            log.info("probe_postponed", user=user_id, problem=str(problem))
            return
        seat = lobby.seat_of(user_id)
        if seat is not None and seat.closed == reached:
            self._message.refresh(lobby)
        if not reached:
            await self._say_unreachable(interaction, words)

    async def _say_unreachable(self, interaction: discord.Interaction[Any], words: Wording) -> None:
        try:
            await reply(interaction, words.say("lobby.unreachable"))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as gone:
            log.info("not_told_of_closed_messages", problem=repr(gone))
