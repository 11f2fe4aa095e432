"""How a person comes to lead a match, and the Mirror again: `/table chair`."""

from __future__ import annotations

from typing import Any

import discord

from bot.matches.errors import Refused
from bot.matches.moderator import Moderation
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.public_lines import PublicLines
from bot.ui.router import reply
from bot.ui.wording import Wording, plain
from cogs.moderator_panel.mail import PanelMail
from cogs.moderator_panel.pages import PanelPages


class Appointing:
    """Lets a host name the moderator."""

    def __init__(
        self,
        *,
        service: MatchService,
        moderation: Moderation,
        pages: PanelPages,
        mail: PanelMail,
        public_lines: PublicLines,
        wording: Wording,
    ) -> None:
        self._service = service
        self._moderation = moderation
        self._pages = pages
        self._mail = mail
        self._public_lines = public_lines
        self._wording = wording

    async def appoint(
        self,
        interaction: discord.Interaction[Any],
        match: MatchSnapshot,
        person: discord.Member | None,
        *,
        sees_all: bool,
    ) -> None:
        """Let this person lead, or (None) the Mirror's clocks. Raises Refused."""
        words = self._wording.for_locale(interaction.locale)
        actor = interaction.user.id
        if person is None:
            await self._moderation.give_back(match.id, actor)
            self._public_lines.say(match, "chair.given_back")
            await reply(interaction, words.say("chair.given_back.done"))
            return
        if person.bot:
            raise Refused("no_bots")
        await self._moderation.take(match.id, actor, person.id, sees_all=sees_all)
        led = await self._service.snapshot(match.id)
        self._public_lines.say(led, "chair.taken", name=plain(person.display_name))
        if person.id == actor:
            await reply(interaction, await self._pages.page(match.id, actor, words))
            return
        await reply(interaction, words.say("chair.taken.done", name=plain(person.display_name)))
        welcome = (await self._mail.words_for(led)).say("chair.welcome")
        await self._mail.send(led, [welcome], "c", interaction.id)
