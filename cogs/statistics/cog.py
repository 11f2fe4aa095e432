"""`/stats`, `/leaderboard` and `/history`: what was played in a server, told to whoever asks, and to nobody else.

`stats`    somebody's games, in all or one of them:        `mm:stats:<person>:<game>`
`board`    a page of the board of a game:                  `mm:board:<game>:<page>`
           with `:text` behind it what the pictures show, in words; `mm:board:text`: those of the server's page
`history`  a page of one's own games:                      `mm:history:<page>`
`uncount`  whether one is counted: asked, agreed, or undone: `mm:uncount:ask|yes|no`
"""

from __future__ import annotations

from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.matches.deeds import deeds_of
from bot.matches.errors import Refused
from bot.matches.history import History
from bot.matches.ratings import board
from bot.matches.records import by_game, of_server
from bot.matches.statistics import Sees, Statistics
from bot.trouble import StoreTrouble
from bot.ui.authority import everybody_sees, guild_of, may_see_place
from bot.ui.command_words import told
from bot.ui.languages import Languages
from bot.ui.panels import Page
from bot.ui.router import Click, reply, update
from bot.ui.threads import Threads
from bot.ui.wording import Wording
from cogs.statistics.history_page import HISTORY, history_page
from cogs.statistics.person_page import ALL_GAMES, STATS, UNCOUNT, Whose, game_page, person_page, uncount_page
from cogs.statistics.server_page import BOARD, CHOOSE, board_page, server_page
from cogs.statistics.text_page import TEXT, text_page

log = structlog.get_logger(__name__)
Interaction = discord.Interaction[Any]


PRIVATE, PUBLIC = "private", "public"
"""Who reads a board: whoever has asked for it, or everybody in the channel."""


def shown_choices() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=told(f"choice.board.{one}"), value=one) for one in (PRIVATE, PUBLIC)]


def game_choices() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=told(f"game.{name}"), value=name) for name in GAMES]


class StatisticsCog(commands.Cog):
    """Shows statistics. Of a match in a channel that a reader cannot see they are told nothing, not even that it
    counts; their own games they know anyway."""

    stats = app_commands.Group(name="stats", description=told("command.stats"), guild_only=True)

    def __init__(
        self, *, statistics: Statistics, history: History, threads: Threads, languages: Languages, wording: Wording
    ) -> None:  # fmt: skip
        self._statistics = statistics
        self._history = history
        self._threads = threads
        self._languages = languages
        self._wording = wording

    @commands.Cog.listener()
    async def on_taken_up(self, away_ms: int) -> None:
        """Games that were over before anything was counted are counted now."""
        try:
            counted = await self._statistics.catch_up()
        except StoreTrouble as problem:  # at the next start
            log.error("not_counted", problem=str(problem))
            return
        if counted:
            log.info("counted_old_games", games=counted)

    # -- commands ---------------------------------------------------------------------------------------------------

    @stats.command(name="me", description=told("command.stats.me"))
    async def me(self, interaction: Interaction) -> None:
        await reply(interaction, await self._person(interaction, interaction.user.id))

    @stats.command(name="person", description=told("command.stats.person"))
    @app_commands.describe(person=told("command.stats.person.person"))
    async def person(self, interaction: Interaction, person: discord.User) -> None:
        await reply(interaction, await self._person(interaction, person.id))

    @stats.command(name="server", description=told("command.stats.server"))
    async def server(self, interaction: Interaction) -> None:
        await reply(interaction, await self._server(interaction))

    @app_commands.command(name="leaderboard", description=told("command.leaderboard"))
    @app_commands.describe(game=told("command.leaderboard.game"), shown=told("command.leaderboard.shown"))
    @app_commands.choices(game=game_choices(), shown=shown_choices())
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, game: str, shown: str = PRIVATE) -> None:
        if shown == PRIVATE:
            await reply(interaction, await self._board(interaction, game, 0))
        else:
            await reply(interaction, await self._public_board(interaction, game), private=False)

    @app_commands.command(name="history", description=told("command.history"))
    @app_commands.guild_only()
    async def history(self, interaction: Interaction) -> None:
        await reply(interaction, await self._games(interaction, 0))

    # -- presses ----------------------------------------------------------------------------------------------------

    async def turned_to(self, click: Click) -> None:
        """All games of somebody, or one of them."""
        user_id, game = click.number(0), click.parts[1] if len(click.parts) > 1 else ALL_GAMES
        make = self._person if game == ALL_GAMES else self._one_game
        page = await make(click.interaction, user_id, game)
        if click.parts[2:] == (TEXT,):
            await reply(click.interaction, text_page(page))
        else:
            await _show(click, page)

    async def board_turned(self, click: Click) -> None:
        """`mm:board:<game>:<page>`, or `mm:board:choose` with a game chosen."""
        if click.parts == (TEXT,):
            await reply(click.interaction, text_page(await self._server(click.interaction)))
        elif click.part(0) == CHOOSE and click.values:
            await _show(click, await self._board(click.interaction, click.values[0], 0))
        else:
            await _show(click, await self._board(click.interaction, click.part(0), click.number(1)))

    async def history_turned(self, click: Click) -> None:
        await _show(click, await self._games(click.interaction, click.number(0)))

    async def uncount(self, click: Click) -> None:
        """Whoever does not want to be counted is asked once; back again it goes at once."""
        await self._where_on(click.interaction)
        if click.parts == ("ask",):
            await _show(click, uncount_page(self._words(click.interaction)))
            return
        if click.parts not in (("yes",), ("no",)):
            raise Refused("forged")
        await self._statistics.count_person(click.user_id, click.parts == ("no",))
        await _show(click, await self._person(click.interaction, click.user_id))

    # -- pages ------------------------------------------------------------------------------------------------------

    async def _server(self, interaction: Interaction) -> Page:
        rows = await self._statistics.of_guild(await self._where_on(interaction), _sees(interaction))
        return server_page(self._words(interaction), of_server(rows))

    async def _person(self, interaction: Interaction, user_id: int, game: str = ALL_GAMES) -> Page:
        guild_id = await self._where_on(interaction)
        played = await self._statistics.of_person(guild_id, user_id, _sees(interaction, user_id))
        who = await self._shown(interaction, user_id)
        return person_page(self._words(interaction), who, by_game(played), deeds_of(played))

    async def _one_game(self, interaction: Interaction, user_id: int, name: str) -> Page:
        guild_id, game = await self._where_on(interaction), _game(name)
        sees = _sees(interaction, user_id)
        record = by_game(await self._statistics.of_person(guild_id, user_id, sees)).get(game.name)
        if record is None:
            return await self._person(interaction, user_id)
        course = await self._statistics.course(guild_id, game, user_id, _sees(interaction))
        return game_page(self._words(interaction), await self._shown(interaction, user_id), game, record, course)

    async def _board(self, interaction: Interaction, name: str, page: int) -> Page:
        guild_id, game = await self._where_on(interaction), _game(name)
        ratings = await self._statistics.ratings(guild_id, game, _sees(interaction))
        reader = interaction.user.id
        return board_page(
            self._words(interaction), game, board(game, ratings), page, reader, ratings.get(reader)
        )  # fmt: skip

    async def _public_board(self, interaction: Interaction, name: str) -> Page:
        """For everybody to read: of what everybody can see, in the server's language."""
        guild_id, game = await self._where_on(interaction), _game(name)
        ratings = await self._statistics.ratings(guild_id, game, self._everybody_sees(interaction))
        words = self._languages.public(guild_id)
        return board_page(words, game, board(game, ratings), 0, reader=None, own=None)

    async def _games(self, interaction: Interaction, page: int) -> Page:
        guild_id = await self._where_on(interaction)

        found = await self._history.page(guild_id, interaction.user.id, _sees(interaction), page)
        return history_page(self._words(interaction), found)

    async def _shown(self, interaction: Interaction, user_id: int) -> Whose:
        own = user_id == interaction.user.id
        counted = await self._statistics.counts_person(user_id) if own else True
        return Whose(user_id, f"<@{user_id}>", own, counted)

    async def _where_on(self, interaction: Interaction) -> int:
        """The server, if it keeps statistics. Raises Refused."""
        guild_id = guild_of(interaction)
        if not await self._statistics.is_on(guild_id):
            raise Refused("statistics_off")
        return guild_id

    def _everybody_sees(self, interaction: Interaction) -> Sees:
        """Whether everybody in the server may know of a match."""

        def sees(channel_id: int) -> bool:
            guild = interaction.guild
            return guild is not None and everybody_sees(guild, self._threads.known, channel_id)

        return sees

    def _words(self, interaction: Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)


def _game(name: str) -> Game:
    if name not in GAMES:
        raise Refused("forged")
    return GAMES[name]


def _sees(interaction: Interaction, whose: int | None = None) -> Sees:
    """Whether the reader may know of a match. `whose` matches are read: all of one's own are known."""

    def sees(channel_id: int) -> bool:
        return whose == interaction.user.id or may_see_place(interaction, channel_id)

    return sees


async def _show(click: Click, page: Page) -> None:
    """In place of one's own page, or beside what others can read too."""
    message = click.interaction.message
    if message is not None and message.flags.ephemeral:
        await update(click.interaction, page)
    else:
        await reply(click.interaction, page)


async def setup(client: Mirror) -> None:
    cog = StatisticsCog(
        statistics=Statistics(client.store, client.now_ms),
        history=History(client.store),
        threads=client.threads,
        languages=client.languages,
        wording=client.wording,
    )
    client.router.on(STATS, cog.turned_to)
    client.router.on(BOARD, cog.board_turned)
    client.router.on(HISTORY, cog.history_turned)
    client.router.on(UNCOUNT, cog.uncount)
    await client.add_cog(cog)
