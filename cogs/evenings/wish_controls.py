"""`/tellme`, and the presses of people who want to be told of new tables."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import structlog

from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.guild_settings import time_zone_called
from bot.matches.table_wishes import TableWishes
from bot.ui.authority import guild_of
from bot.ui.delivery import NONCE_LENGTH, Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.game_words import game_title
from bot.ui.panels import Page, custom_id, form, render
from bot.ui.router import Click, reply, show_form, update
from bot.ui.wording import Wording
from cogs.evenings.wish_button import WISH
from cogs.evenings.wish_pages import SERVERS_ZONE, hello_page, wishes_page
from cogs.lobby.background import BackgroundTasks
from cogs.settings.declared import ZONES

log = structlog.get_logger(__name__)
Interaction = discord.Interaction[Any]


class WishControls:
    """Serves `mm:wish:<what to do>`. Whatever is pressed is about nobody but the person who presses it."""

    def __init__(self, *, wishes: TableWishes, courier: Courier, background: BackgroundTasks, wording: Wording) -> None:
        self._wishes = wishes
        self._courier = courier
        self._background = background
        self._wording = wording
        self._handlers = {
            "on": self._add_game,
            "games": self._choose_games,
            "from": self._choose_hour,
            "until": self._choose_hour,
            "zone": self._choose_zone,
            "other": self._ask_for_zone,
            "typed": self._typed_zone,
            "never": self._no_quiet,
            "drop": self._drop,
            "stop": self._stop,
        }

    async def pressed(self, click: Click) -> None:
        handler = self._handlers.get(click.part(0))
        if handler is None:
            raise Refused("forged")
        await handler(click)

    # -- games ------------------------------------------------------------------------------------------------------

    async def asked(self, interaction: Interaction, game: str | None) -> None:
        """The command: with a game it is added, without one there is only something to read and to change."""
        if game is not None:
            await self._wish(interaction, _game(game))
            return
        await reply(interaction, await self._page(interaction))

    async def _add_game(self, click: Click) -> None:
        await self._wish(click.interaction, _game(click.part(1)))

    async def _wish(self, interaction: Interaction, game: str) -> None:
        """Durable first; then the direct message is tried, which shows whether any will arrive."""
        first = await self._wishes.wish(interaction.user.id, guild_of(interaction), game)
        words = self._words(interaction)
        done = words.say("tellme.noted", game=f"**{game_title(words, game)}**")
        await reply(interaction, await self._page(interaction, done))
        await self._say_hello(interaction, first=first)

    async def _choose_games(self, click: Click) -> None:
        chosen = tuple(name for name in GAMES if name in click.values)
        first = await self._wishes.choose(click.user_id, guild_of(click.interaction), chosen)
        await update(click.interaction, await self._page(click.interaction))
        if chosen:
            await self._say_hello(click.interaction, first=first)

    async def _drop(self, click: Click) -> None:
        """Below a direct message: no more of this game in that server."""
        game, words = _game(click.part(2)), self._words(click.interaction)
        await self._wishes.drop(click.user_id, click.number(1), game)
        await update(click.interaction, _said(words.say("tellme.dropped", game=f"**{game_title(words, game)}**")))

    async def _stop(self, click: Click) -> None:
        await self._wishes.stop(click.user_id)
        await update(click.interaction, _said(self._words(click.interaction).say("tellme.stopped")))

    # -- hours ------------------------------------------------------------------------------------------------------

    async def _choose_hour(self, click: Click) -> None:
        if not click.values or click.values[0] not in map(str, range(24)):
            raise Refused("forged")
        hour = int(click.values[0])
        if click.part(0) == "from":
            await self._wishes.set_quiet(click.user_id, begin=hour)
        else:
            await self._wishes.set_quiet(click.user_id, end=hour)
        await update(click.interaction, await self._page(click.interaction))

    async def _no_quiet(self, click: Click) -> None:
        await self._wishes.set_quiet(click.user_id, begin=0, end=0)
        await update(click.interaction, await self._page(click.interaction))

    async def _choose_zone(self, click: Click) -> None:
        chosen = click.values[0] if click.values else ""
        if chosen not in (SERVERS_ZONE, *ZONES):
            raise Refused("forged")
        await self._wishes.set_zone(click.user_id, None if chosen == SERVERS_ZONE else chosen)
        await update(click.interaction, await self._page(click.interaction))

    async def _ask_for_zone(self, click: Click) -> None:
        words = self._words(click.interaction)
        title, about = words.say("settings.button.zone"), words.say("settings.zone.help")
        await show_form(click.interaction, form(custom_id(WISH, "typed"), title, title, description=about, most=60))

    async def _typed_zone(self, click: Click) -> None:
        await self._wishes.set_zone(click.user_id, time_zone_called(click.text) or click.text)
        await update(click.interaction, await self._page(click.interaction))

    # -- small parts ------------------------------------------------------------------------------------------------

    async def _page(self, interaction: Interaction, done: str = "") -> Page:
        wishes = await self._wishes.of(interaction.user.id, guild_of(interaction))
        return wishes_page(wishes, self._words(interaction), done=done)

    async def _say_hello(self, interaction: Interaction, *, first: bool) -> None:
        """Open the direct message now that somebody asks for it; nobody is written to for the first time later."""
        if first or await self._courier.is_closed(interaction.user.id):
            self._background.begin(self._hello(interaction))

    async def _hello(self, interaction: Interaction) -> None:
        user_id, words = interaction.user.id, self._words(interaction)
        wishes = await self._wishes.of(user_id, guild_of(interaction))
        server = interaction.guild.name if interaction.guild is not None else ""
        message = Outgoing(view=render(hello_page(wishes, server, words)))
        try:
            reached = await self._courier.probe(user_id, message, f"w{interaction.id:x}"[:NONCE_LENGTH])
        except (Undeliverable, Overloaded) as problem:
            log.info("wish_not_greeted", problem=str(problem))
            return
        if not reached:
            await self._wishes.leave(user_id, guild_of(interaction))
            await self._say_closed(interaction, words)

    async def _say_closed(self, interaction: Interaction, words: Wording) -> None:
        try:
            await reply(interaction, words.say("tellme.closed"))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as gone:
            log.info("not_told_of_closed_messages", problem=repr(gone))

    def _words(self, interaction: Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)


def _game(name: str) -> str:
    if name not in GAMES:
        raise Refused("forged")
    return name


def _said(sentence: str) -> Page:
    return Page(panels=(), lines=(sentence,))
