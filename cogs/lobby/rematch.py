"""The way back from the last page of a match: the same roles and options again, for whoever wants to join."""

from __future__ import annotations

from typing import Any

import discord
import structlog

from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby
from bot.matches.lobby_ends import LobbyEnds
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.service import MatchService
from bot.ui.authority import check_may_open
from bot.ui.delivery import Overloaded, Undeliverable
from bot.ui.router import Click, Router, reply
from bot.ui.wording import Wording
from cogs.lobby.background import BackgroundTasks
from cogs.lobby.busy_page import busy_page
from cogs.lobby.message import LobbyMessage
from cogs.lobby.page import join_label
from cogs.lobby.permissions import PermissionCheck, forbids, permissions_page
from cogs.lobby.words import link

log = structlog.get_logger(__name__)


class Rematch:
    """Serves `mm:rematch:<match>`: a lobby in the channel where the match was opened."""

    def __init__(
        self,
        *,
        settings: SettingsBook,
        service: MatchService,
        lobbies: Lobbies,
        lobby_openings: LobbyOpenings,
        lobby_ends: LobbyEnds,
        message: LobbyMessage,
        permissions: PermissionCheck,
        background: BackgroundTasks,
        router: Router,
        wording: Wording,
    ) -> None:
        self._settings = settings
        self._service = service
        self._lobbies = lobbies
        self._lobby_openings = lobby_openings
        self._lobby_ends = lobby_ends
        self._message = message
        self._permissions = permissions
        self._background = background
        self._router = router
        self._wording = wording

    async def pressed(self, click: Click) -> None:
        interaction = click.interaction
        words = self._wording.for_locale(interaction.locale)
        match = await self._service.snapshot(click.number(0))
        row = match.row
        was_there = interaction.channel_id in (row.channel_id, row.thread_id)
        if row.guild_id != interaction.guild_id or not (was_there or click.user_id in match.people().values()):
            raise Refused("forged")
        here = interaction.channel_id == row.channel_id
        lacking = (
            self._permissions.lacking(interaction)
            if here
            else self._permissions.lacking_elsewhere(interaction, row.channel_id)
        )
        if forbids(lacking):
            await reply(interaction, permissions_page(words, "lobby.cannot_play", lacking))
            return
        await check_may_open(self._settings, interaction, row.game, row.home_id)
        try:
            lobby, new = await self._lobby(row.id, click)
        except Refused as refusal:
            if refusal.code != "lobby_host_busy":
                raise
            open_ones = await self._lobbies.open_of_host(click.user_id)
            await reply(interaction, busy_page(open_ones, refusal, words))
            return
        if not new:
            await reply(interaction, words.say("lobby.rematch_open", where=link(lobby)) + _way_in(lobby, click, words))
        elif here:
            await self._message.post_as_answer(interaction, lobby)
        else:
            where = f"<#{lobby.channel_id}>"
            await reply(interaction, words.say("lobby.rematch_opening", where=where, join=join_label(lobby, words)))
            self._background.begin(self._post_elsewhere(interaction, lobby))

    async def _lobby(self, match_id: int, click: Click) -> tuple[Lobby, bool]:
        """The lobby, and whether it is new; one whose message was deleted while nobody looked is laid anew."""
        lobby, new = await self._lobby_openings.rematch(match_id, click.user_id, click.interaction.id)
        if new or await self._message.is_there(lobby):
            return lobby, new
        await self._lobby_ends.abandon(lobby.id)
        return await self._lobby_openings.rematch(match_id, click.user_id, click.interaction.id)

    async def _post_elsewhere(self, interaction: discord.Interaction[Any], lobby: Lobby) -> None:
        try:
            await self._message.post_in_channel(lobby)
        except (Undeliverable, Overloaded) as problem:
            log.warning("rematch_not_posted", lobby=lobby.id, problem=str(problem))
            await self._lobby_ends.abandon(lobby.id)
            await self._router.explain(interaction, Refused("lobby_channel_gone"))


def _way_in(lobby: Lobby, click: Click, words: Wording) -> str:
    """What whoever has no seat there presses next: a link alone leaves them waiting for the others."""
    if lobby.seat_of(click.user_id):
        return ""
    return "\n" + words.say("lobby.rematch_open.join", join=join_label(lobby, words))
