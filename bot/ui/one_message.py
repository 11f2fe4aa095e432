"""What one person is told again and again, for themselves alone, stands in one message: the newest takes the place of
what stood there."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.ui.callbacks import answer_at_once, is_answered
from bot.ui.panels import Page, render
from bot.ui.router import reply

KNOWN_MOST: Final = 500
"""So many messages are kept in mind; whoever was told something longest ago gets a new one."""
CHANGED_FOR_S: Final = 14 * 60
"""So long Discord lets such a message be changed, a minute spared."""


@dataclass(frozen=True)
class _Told:
    message: discord.WebhookMessage
    channel_id: int | None
    at: float


class OneMessage:
    """Messages by what they are about. After a quarter of an hour, after a restart, and where its reader has put it
    away, there is a new one; pages have no pictures."""

    def __init__(self) -> None:
        self._told: OrderedDict[Hashable, _Told] = OrderedDict()

    async def say(self, about: Hashable, interaction: discord.Interaction[Any], page: Page) -> None:
        """Tell whoever pressed; what they pressed has been answered already."""
        now, told = asyncio.get_running_loop().time(), self._told.pop(about, None)
        if told is not None and now - told.at < CHANGED_FOR_S and await self._changed(told, interaction, page):
            self._told[about] = told
            return
        if not is_answered(interaction):
            await reply(interaction, page)
            return
        message = await answer_at_once(
            interaction,
            lambda: interaction.followup.send(
                view=render(page), ephemeral=True, allowed_mentions=discord.AllowedMentions.none(), wait=True
            ),
        )
        if message is not None:
            self._told[about] = _Told(message, interaction.channel_id, now)
        while len(self._told) > KNOWN_MOST:
            self._told.popitem(last=False)

    async def _changed(self, told: _Told, interaction: discord.Interaction[Any], page: Page) -> bool:
        """Whether the message says it now. Somewhere else nobody would see it: there it is taken away instead."""
        try:
            if told.channel_id != interaction.channel_id:
                await told.message.delete()
                return False
            await told.message.edit(view=render(page), allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException:  # it was put away, or its time is over
            return False
        return True
