"""`/evening`, and the presses below a scoreboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.games import GAMES
from bot.matches.default_sets import DefaultSets
from bot.matches.errors import Refused
from bot.matches.evenings import Evening, Evenings, check_leads, check_may_go_on
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.rolesets import game_of
from bot.ui.authority import channel_of, check_may_open, guild_of, may_keep_order, parent_of
from bot.ui.panels import Page
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording
from cogs.evenings.evening_board import EveningBoard
from cogs.evenings.evening_pages import end_page, standing_page
from cogs.lobby.background import BackgroundTasks
from cogs.lobby.message import LobbyMessage
from cogs.lobby.permissions import PermissionCheck, forbids, permissions_page

Interaction = discord.Interaction[Any]


class EveningControls:
    """Serves `mm:evening:<evening>:<action>`; an evening is led by whoever has begun it, and by who keeps order."""

    def __init__(
        self,
        *,
        evenings: Evenings,
        board: EveningBoard,
        openings: LobbyOpenings,
        lobby_message: LobbyMessage,
        default_sets: DefaultSets,
        settings: SettingsBook,
        permissions: PermissionCheck,
        background: BackgroundTasks,
        wording: Wording,
    ) -> None:
        self._evenings = evenings
        self._board = board
        self._openings = openings
        self._lobby_message = lobby_message
        self._default_sets = default_sets
        self._settings = settings
        self._permissions = permissions
        self._background = background
        self._wording = wording
        self._handlers = {
            "next": self._next,
            "add": self._add,
            "end": self._ask_end,
            "over": self._end,
            "text": self._text,
        }

    # -- commands ---------------------------------------------------------------------------------------------------

    async def start(self, interaction: Interaction, games: Sequence[str]) -> None:
        """A new evening in this channel, with these games first."""
        guild_id, user = guild_of(interaction), interaction.user
        await self._check_may_begin(interaction, games)
        lacking = self._permissions.lacking(interaction)
        if forbids(lacking):
            await reply(interaction, permissions_page(self._words(interaction), "lobby.cannot_play", lacking))
            return
        parent_id = await parent_of(interaction)
        old = await self._evenings.yielding(interaction.channel_id or 0)
        evening = await self._evenings.start(
            guild_id, interaction.channel_id or 0, parent_id, user.id, user.display_name, games
        )
        await reply(interaction, self._words(interaction).say("evening.started"))
        self._background.begin(self._board.bring_forward(evening.id))
        if old is not None:
            self._board.refresh(old)

    async def add(self, interaction: Interaction, game: str) -> None:
        evening = await self._evenings.here(interaction.channel_id or 0)
        await self._added(interaction, evening, game)
        await reply(interaction, self._words(interaction).say("evening.added"))

    async def go_on(self, interaction: Interaction) -> None:
        await self._open_next(interaction, await self._evenings.here(interaction.channel_id or 0))

    async def show(self, interaction: Interaction) -> None:
        """The scoreboard to this person alone, in the place in which everybody sees it."""
        evening = await self._evenings.here(interaction.channel_id or 0)
        page = self._board.page_of(evening)
        await reply(interaction, Page(page.panels[:2], tint=page.tint, pictures=page.pictures))

    async def end(self, interaction: Interaction) -> None:
        evening = await self._evenings.here(interaction.channel_id or 0)
        await self._check_leads(interaction, evening)
        await reply(interaction, end_page(evening, self._words(interaction)))

    # -- presses ----------------------------------------------------------------------------------------------------

    async def pressed(self, click: Click) -> None:
        evening = await self._evenings.get(click.number(0))
        handler = self._handlers.get(click.part(1))
        if handler is None or evening.channel_id != click.interaction.channel_id:
            raise Refused("forged")
        await handler(click, evening)

    async def _next(self, click: Click, evening: Evening) -> None:
        await self._open_next(click.interaction, evening)

    async def _add(self, click: Click, evening: Evening) -> None:
        now = await self._added(click.interaction, evening, click.values[0] if click.values else "")
        message = click.interaction.message
        page = self._board.page_of(now) if message is None else self._board.page_on(now, message.id)
        await update(click.interaction, page)

    async def _text(self, click: Click, evening: Evening) -> None:
        await reply(click.interaction, standing_page(evening, self._words(click.interaction)))

    async def _ask_end(self, click: Click, evening: Evening) -> None:
        await self._check_leads(click.interaction, evening)
        await reply(click.interaction, end_page(evening, self._words(click.interaction)))

    async def _end(self, click: Click, evening: Evening) -> None:
        keeps_order = await may_keep_order(self._settings, click.interaction)
        ended = await self._evenings.end(evening.id, click.user_id, keeps_order=keeps_order)
        self._board.refresh(ended)
        await update(click.interaction, Page((), lines=(self._words(click.interaction).say("evening.ended"),)))

    # -- small parts ------------------------------------------------------------------------------------------------

    async def _check_may_begin(self, interaction: Interaction, games: Sequence[str]) -> None:
        """Raises Refused where one of these games may not be played; with none named, where none may be."""
        refusals: list[Refused] = []
        for game in games or GAMES:
            try:
                await check_may_open(self._settings, interaction, game, interaction.channel_id or 0)
            except Refused as refusal:
                if games or refusal.code != "game_not_allowed":
                    raise
                refusals.append(refusal)
        if len(refusals) == len(GAMES):
            raise refusals[0]

    async def _added(self, interaction: Interaction, evening: Evening, game: str) -> Evening:
        await check_may_open(self._settings, interaction, game_of(game).name, evening.channel_id)
        keeps_order = await may_keep_order(self._settings, interaction)
        now = await self._evenings.add(evening.id, interaction.user.id, game, keeps_order=keeps_order)
        self._board.refresh(now)
        return now

    async def _open_next(self, interaction: Interaction, evening: Evening) -> None:
        """The lobby of the next game: its host is whoever presses, and everybody else presses Join."""
        await self._check_leads(interaction, evening)
        await self._evenings.give_up_lost_lobbies(evening.id)
        name = check_may_go_on(await self._evenings.get(evening.id))
        await check_may_open(self._settings, interaction, name, evening.channel_id)
        found = await self._default_sets.find(evening.guild_id, channel_of(interaction), name)
        user = interaction.user
        lobby = await self._openings.open(
            evening.guild_id, evening.channel_id, user.id, user.display_name, game_of(name), found.name, found.options,
            parent_id=evening.parent_id, press_id=interaction.id,
            also=lambda connection, number: self._evenings.opened(connection, evening.id, number),
        )  # fmt: skip
        await self._lobby_message.post_as_answer(interaction, lobby)
        self._board.refresh(evening)

    async def _check_leads(self, interaction: Interaction, evening: Evening) -> None:
        keeps_order = await may_keep_order(self._settings, interaction)
        check_leads(evening, interaction.user.id, keeps_order=keeps_order)

    def _words(self, interaction: Interaction) -> Wording:
        return self._wording.for_locale(interaction.locale)
