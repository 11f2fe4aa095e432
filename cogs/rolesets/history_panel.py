"""`/roleset history`: what was done to a role set, for everybody; bringing a version back, for those who may edit."""

from __future__ import annotations

import discord

from bot.engine.rulebook import Game
from bot.matches.errors import Refused
from bot.matches.role_set_history import Line, Version
from bot.matches.rolesets import Offered, game_of
from bot.ui.authority import guild_of
from bot.ui.panels import Page
from bot.ui.role_set_draft import draft_page
from bot.ui.role_set_pages import set_page
from bot.ui.router import Click, update
from cogs.rolesets.history_pages import line_page, version_page
from cogs.rolesets.workshop import Workshop, chosen, whole_number


class HistoryPanel:
    """Serves the pages of histories."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop

    async def page(self, interaction: discord.Interaction, game: Game, name: str) -> Page:
        """All versions of the set of this name. Raises Refused where there never was one."""
        if any(one.name == name for one in game.role_sets):
            raise Refused("role_set_built_in")
        try:
            line = await self._workshop.history.find(guild_of(interaction), game.name, name)
        except Refused as none:
            found = (await self._workshop.role_sets.shelf(guild_of(interaction), game.name)).find(name)
            if isinstance(found, Offered) and found.is_built_in:
                raise Refused("role_set_built_in") from None
            raise none
        return line_page(self._workshop.words(interaction), game, line)

    async def looked_at(self, click: Click, action: str) -> None:
        """A press that changes nothing. Raises Refused for a line of another server."""
        guild_id, words = guild_of(click.interaction), self._workshop.words(click.interaction)
        line = await self._workshop.history.line(guild_id, click.number(3))
        game = game_of(line.game)
        if action == "history":
            await update(click.interaction, line_page(words, game, line))
            return
        version = await self._version(guild_id, line, whole_number(chosen(click)))
        before = line.before(version.deed.number)
        page = version_page(
            words, game, line, version,
            await self._version(guild_id, line, before) if before is not None else None,
            await self._version(guild_id, line, line.newest.number),
        )  # fmt: skip
        await update(click.interaction, page)

    async def _version(self, guild_id: int, line: Line, number: int) -> Version:
        return await self._workshop.history.version(guild_id, line.id, number)

    async def restore(self, click: Click, guild_id: int) -> None:
        """Bring a version back, as a new one."""
        words = self._workshop.words(click.interaction)
        line = await self._workshop.history.line(guild_id, click.number(3))
        name = await self._workshop.history.restore(guild_id, line.id, click.number(4), click.user_id)
        options = await self._workshop.role_sets.get(guild_id, line.game, name)
        note = words.say("roleset.restored", number=click.number(4))
        await update(click.interaction, set_page(words, game_of(line.game), name, options, note))

    async def mend(self, click: Click, guild_id: int) -> None:
        """A draft of what is left of a version that cannot be played today."""
        words = self._workshop.words(click.interaction)
        line = await self._workshop.history.line(guild_id, click.number(3))
        version = await self._version(guild_id, line, click.number(4))
        game = game_of(line.game)
        replaces = None if line.is_deleted else (await self._workshop.find(guild_id, game, line.name)).saved_ms
        draft = self._workshop.drafts.open(
            click.user_id, guild_id, game, line.name, version.options, replaces=replaces, mended=True
        )
        await update(click.interaction, draft_page(words, draft))
