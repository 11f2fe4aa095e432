"""In which language something is said: in public in the server's, in private in the reader's own.

The server's is what its people have chosen in `/settings`, else what Discord says of it. What was chosen is read once
and then kept in mind, since every message asks for it; so it is changed here and nowhere else.

Discord tells a person's language with each of the person's clicks and commands. The last one is remembered, since a
direct message answers nothing. A person who never pressed anything reads the server's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
import structlog

from bot.matches.guild_settings import GuildSettings, SettingsBook
from bot.matches.reach import PeopleBook
from bot.trouble import StoreTrouble
from bot.ui.wording import Wording

log = structlog.get_logger(__name__)


class Languages:
    """Finds the words for a place or for a reader."""

    def __init__(self, client: discord.Client, wording: Wording, settings: SettingsBook, memory: PeopleBook) -> None:
        self._client = client
        self._wording = wording
        self._settings = settings
        self._memory = memory
        self._chosen: dict[int, str] = {}

    async def start_up(self) -> None:
        """Learn what the servers have chosen, before anything is said. A language whose files are gone counts as not
        chosen. Raises StoreTrouble."""
        chosen = await self._settings.chosen_languages()
        self._chosen = {guild_id: one for guild_id, one in chosen.items() if one in self._wording.locales}

    async def choose(self, guild_id: int, language: str | None) -> GuildSettings:
        """Speak this language in public from now on; with None the server's own. Raises StoreTrouble."""
        settings = await self._settings.change(guild_id, language=language)
        if settings.language is None:
            self._chosen.pop(guild_id, None)
        else:
            self._chosen[guild_id] = settings.language
        return settings

    def by_discord(self, guild_id: int) -> Wording:
        """The language Discord says this server has; English where the server is not known."""
        guild = self._client.get_guild(guild_id)
        return self._wording.for_locale(guild.preferred_locale) if guild else self._wording

    def public(self, guild_id: int) -> Wording:
        """The server's language: the chosen one, else what Discord says of it."""
        chosen = self._chosen.get(guild_id)
        return self._wording.for_locale(chosen) if chosen is not None else self.by_discord(guild_id)

    async def own(self, user_id: int, guild_id: int) -> Wording:
        """The language this person reads in private about a table of this server. Raises StoreTrouble."""
        locale = await self._memory.locale(user_id)
        return self._wording.for_locale(locale) if locale is not None else self.public(guild_id)

    async def own_of(self, user_ids: Iterable[int], guild_id: int) -> dict[int, Wording]:
        """The languages of several people, by person. Raises StoreTrouble."""
        return {user_id: await self.own(user_id, guild_id) for user_id in user_ids}

    def is_known(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether `hear` would do nothing."""
        return self._memory.knows_locale(interaction.user.id, str(interaction.locale))

    async def hear(self, interaction: discord.Interaction[Any]) -> None:
        """Remember in which language somebody reads who pressed or typed anything. Nobody waits for it."""
        try:
            await self._memory.set_locale(interaction.user.id, str(interaction.locale))
        except StoreTrouble as problem:
            log.warning("language_not_remembered", problem=str(problem))
