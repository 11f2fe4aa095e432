"""The role set with which a new table starts where nobody names one: the channel's own choice, else the server's."""

from __future__ import annotations

from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.rolesets import Offered, RoleSets


class DefaultSets:
    """Finds and chooses them."""

    def __init__(self, settings: SettingsBook, role_sets: RoleSets) -> None:
        self._settings = settings
        self._role_sets = role_sets

    async def find(self, guild_id: int, channel_id: int | None, game: str) -> Offered:
        """The set of this game that new tables of a channel start with; without a channel, those of the server. A
        channel whose choice is gone or broken has the server's."""
        chosen = (await self._settings.read(guild_id)).at(channel_id).sets.get(game)
        if chosen is not None:
            try:
                return await self._role_sets.chosen(guild_id, game, chosen)
            except Refused:
                pass
        return await self._role_sets.find(guild_id, game)

    async def choose(self, guild_id: int, channel_id: int | None, game: str, name: str) -> None:
        """Let new tables of the server, or of one channel, start with this set. Raises Refused where there is none of
        that name, or it is broken."""
        if channel_id is None:
            await self._role_sets.set_default(guild_id, game, name)
            return
        found = await self._role_sets.find(guild_id, game, name)
        await self._settings.choose_set(guild_id, channel_id, game, found.name)
