"""Which permissions the bot lacks where a lobby is, and how that is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.engine.rulebook import Options
from bot.matches.errors import Refused
from bot.ui.panels import TINT, Button, Page, Panel
from bot.ui.silence.permissions import Missing, described, lacking_in, wanted_by
from bot.ui.wording import Wording


class PermissionCheck:
    """Looks before a match begins whether the bot could bring it to its end there."""

    def __init__(self, wording: Wording) -> None:
        self._wording = wording

    def lacking(self, interaction: discord.Interaction[Any]) -> list[Missing]:
        """What the bot lacks here, without any request or cache: Discord says it with every press."""
        channel: Any = interaction.channel
        return lacking_in(channel, self._wording.for_locale(interaction.locale), interaction.app_permissions)

    def lacking_for(self, interaction: discord.Interaction[Any], options: Options) -> list[Missing]:
        """The same, with what the bot lacks for these options alone."""
        words, have = self._wording.for_locale(interaction.locale), interaction.app_permissions
        wanted = [] if have.administrator else wanted_by(options.model_dump())
        more = [described(one, words) for one in wanted if not getattr(have, one)]
        return [*self.lacking(interaction), *more]

    def lacking_elsewhere(self, interaction: discord.Interaction[Any], channel_id: int) -> list[Missing]:
        """What it lacks in another channel. Raises Refused when that is gone."""
        channel = interaction.client.get_channel(channel_id)
        if not isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
            raise Refused("lobby_channel_gone")
        return lacking_in(channel, self._wording.for_locale(interaction.locale))


def forbids(lacking: Sequence[Missing]) -> bool:
    """Whether no match can be brought to its end like this."""
    return any(one.indispensable for one in lacking)


def permissions_page(words: Wording, key: str, lacking: Sequence[Missing], *buttons: Button) -> Page:
    """What the bot lacks, each with what will not work without it."""
    named = "\n".join(f"- **{one.name}**: {one.without}" for one in lacking)
    return Page(panels=(Panel(f"{words.say(key)}\n{named}", (buttons,) if buttons else ()),), tint=TINT)
