"""`/rules` and `/help`: every role and rule, and how to begin. Both work in direct messages too."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.matches.errors import Refused
from bot.matches.lobbies import Lobbies
from bot.matches.service import MatchService
from bot.trouble import StoreTrouble
from bot.ui.authority import check_may_see
from bot.ui.command_words import told
from bot.ui.panels import OPTIONS_MOST, Page
from bot.ui.router import Click, reply, update
from bot.ui.stage.place import Places
from bot.ui.wording import Wording
from cogs.rules_lookup.pages import KIND, beginnings_page, choices_page, game_page, games_page, help_page, topic_page
from cogs.rules_lookup.pairs import Table, table_of, table_of_match
from cogs.rules_lookup.search import find_topic, find_topics, matching, shown_names
from cogs.rules_lookup.topics import FIRST, topics


class RulesCog(commands.Cog):
    """Looking things up."""

    def __init__(self, *, service: MatchService, lobbies: Lobbies, places: Places, wording: Wording) -> None:
        self._service = service
        self._lobbies = lobbies
        self._places = places
        self._wording = wording

    def _words(self, interaction: discord.Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)

    async def _games_here(self, interaction: discord.Interaction) -> set[str]:
        """The games that are played in this thread or channel, or wait for players there."""
        games: set[str] = set()
        with suppress(StoreTrouble):  # whatever has become of the tables, the rules can be told
            games = await self._lobbies.games_waiting(interaction.channel_id or 0)
        for match_id in tuple(self._places.here.get(interaction.channel_id or 0, ())):
            with suppress(Refused, StoreTrouble):
                awake = self._service.in_memory(match_id)
                games.add(awake.row.game if awake else (await self._service.snapshot(match_id)).row.game)
        return games

    async def _home(self, interaction: discord.Interaction) -> Page:
        """The game that is played here, or all to choose from."""
        words, here = self._words(interaction), await self._games_here(interaction)
        if len(here) != 1:
            return games_page(words)
        game = here.pop()
        return game_page(words, game, table=await self._match_here(interaction, game))

    async def _how_to_play(self, interaction: discord.Interaction) -> Page:
        """How the game is played that is played here, or each of them."""
        words = self._words(interaction)
        found = find_topics(words, FIRST, await self._games_here(interaction))
        if len(found) != 1:
            return beginnings_page(words, found)
        return topic_page(words, found[0], table=await self._match_here(interaction, found[0].game))

    async def _look_up(self, interaction: discord.Interaction, typed: str) -> Page:
        """The topic that is meant, or those that may be. Raises Refused when there is none."""
        words = self._words(interaction)
        found = find_topics(words, typed, await self._games_here(interaction))
        if not found:
            raise Refused("no_such_topic")
        if len(found) != 1:
            return choices_page(words, found)
        return topic_page(words, found[0], table=await self._match_here(interaction, found[0].game))

    async def _match_here(self, interaction: discord.Interaction, game: str) -> Table | None:
        """The only running table of this game in this thread or channel."""
        tables = []
        for match_id in tuple(self._places.here.get(interaction.channel_id or 0, ())):
            with suppress(Refused, StoreTrouble):
                match = await self._service.snapshot(match_id)
                tables += [table_of_match(match)] if match.row.game == game else []
        return tables[0] if len(tables) == 1 else None

    @app_commands.command(name="rules", description=told("command.rules"))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.describe(topic=told("command.rules.topic"))
    async def rules(self, interaction: discord.Interaction, topic: str | None = None) -> None:
        asked = (topic or "").strip()
        await reply(interaction, await (self._look_up(interaction, asked) if asked else self._home(interaction)))

    @rules.autocomplete("topic")
    async def suggest(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        words = self._words(interaction)
        every = topics(words)
        names = shown_names(words, every)
        near = matching(every, typed, await self._games_here(interaction))
        return [app_commands.Choice(name=names[one.ident], value=one.ident) for one in near[:OPTIONS_MOST]]

    @app_commands.command(name="help", description=told("command.help"))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def help(self, interaction: discord.Interaction) -> None:
        await reply(interaction, help_page(self._words(interaction)))

    async def pressed(self, click: Click) -> None:
        """`mm:rules:choose` with a game chosen, `mm:rules:game:<name>:<page>`, `mm:rules:menu:<n>` with a topic chosen,
        `mm:rules:topic:<name>`, `mm:rules:turn:<name>:<page>`, `mm:rules:games` for all games, `mm:rules:home` for the
        one played here, a last part more is the lobby from which one has come, or with a minus the match;
        `mm:rules:start` for how it is played, `mm:rules:help:<part>` for a page of the help."""
        page = await self._page(click)
        message = click.interaction.message
        # A button on a public message opens a page of one's own; on that page, things change in place.
        if message is not None and message.flags.ephemeral:
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)

    async def _table(self, click: Click, part: int) -> Table | None:
        """The table from which one has come, as it is heading now; None without one, when it is forgotten, and where it
        is another server's."""
        if len(click.parts) <= part:
            return None
        with suppress(Refused, StoreTrouble):
            if click.number(part) < 0:
                match = await self._service.snapshot(-click.number(part))
                check_may_see(click.interaction, match)
                return table_of_match(match)
            lobby = await self._lobbies.get(click.number(part))
            return table_of(lobby) if lobby.guild_id == click.interaction.guild_id else None
        return None

    async def _page(self, click: Click) -> Page:
        words = self._words(click.interaction)
        action, *arguments = click.parts or ("",)
        match action:
            case "home" | "page":  # `page` is on messages of before there were several games
                return await self._home(click.interaction)
            case "start":
                return await self._how_to_play(click.interaction)
            case "topic" if arguments == [FIRST]:  # on messages of before `start`
                return await self._how_to_play(click.interaction)
            case "games":
                return games_page(words)
            case "choose" if click.values:
                return game_page(words, click.values[0])
            case "game" if arguments:
                return game_page(words, arguments[0], click.number(2), await self._table(click, 3))
            case "menu" if click.values and len(arguments) > 1:
                return topic_page(words, find_topic(words, click.values[0]), 0, await self._table(click, 2))
            case "menu" if click.values:
                return await self._look_up(click.interaction, click.values[0])
            case "help" if arguments:
                return help_page(words, arguments[0])
            case "topic" if len(arguments) > 1:
                return topic_page(words, find_topic(words, arguments[0]), 0, await self._table(click, 2))
            case "topic" if arguments:
                return await self._look_up(click.interaction, arguments[0])
            case "turn" if arguments:
                topic = find_topic(words, arguments[0])
                return topic_page(words, topic, click.number(2), await self._table(click, 3))
        raise Refused("forged")


async def setup(client: Mirror) -> None:
    cog = RulesCog(service=client.service, lobbies=client.lobbies, places=client.places, wording=client.wording)
    client.router.on(KIND, cog.pressed)
    await client.add_cog(cog)
