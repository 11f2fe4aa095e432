"""The public message of a lobby: posted, and redrawn after each change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.client import Mirror
from bot.engine.rulebook import Options
from bot.matches.errors import Refused
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby
from bot.matches.lobby_ends import LobbyEnds
from bot.matches.rolesets import RoleSets
from bot.matches.service import MatchService
from bot.trouble import StoreTrouble
from bot.ui.callbacks import answer_at_once
from bot.ui.delivery import Courier, Outgoing
from bot.ui.languages import Languages
from bot.ui.panels import Page, render
from bot.ui.router import UNHEARD, Click, is_forged, update
from cogs.lobby.page import begun_page, gone_page, open_page, over_page
from cogs.lobby.press import Press

log = structlog.get_logger(__name__)

AGAIN_S: Final = (20.0, 60.0, 300.0)
"""Pauses before it is tried again to redraw a lobby that Discord would not take."""


class LobbyMessage:
    """Shows lobbies where they were opened, in the server's language."""

    def __init__(
        self,
        *,
        lobbies: Lobbies,
        lobby_ends: LobbyEnds,
        role_sets: RoleSets,
        service: MatchService,
        languages: Languages,
        courier: Courier,
        now_ms: Callable[[], int],
    ) -> None:
        self._lobbies = lobbies
        self._lobby_ends = lobby_ends
        self._role_sets = role_sets
        self._service = service
        self._languages = languages
        self._courier = courier
        self._now_ms = now_ms
        self._presses: dict[int, int] = {}
        """Lobby -> presses so far in this process, to see whether another one came while one was being answered."""

    # -- posting ----------------------------------------------------------------------------------------------------

    async def post_as_answer(self, interaction: discord.Interaction[Any], lobby: Lobby) -> None:
        """Show a new lobby as the public answer. If that fails nobody could ever join, so it is closed again.

        This is the only message that calls somebody, and nobody but whoever was invited.
        """
        called = discord.AllowedMentions.none()
        if lobby.invited is not None and lobby.invited.user_id is not None:
            called.users = [discord.Object(lobby.invited.user_id)]
        try:
            message_id = await _shown(interaction, render(await self._page(lobby)), called)
        except UNHEARD:
            await self._lobby_ends.abandon(lobby.id)
            raise Refused("lobby_not_shown") from None
        except BaseException:
            await self._lobby_ends.abandon(lobby.id)
            raise
        await self._lobbies.placed(lobby.id, message_id)

    async def post_in_channel(self, lobby: Lobby, perhaps_after: int | None = None) -> None:
        """Show a new lobby in its channel. Raises Undeliverable or Overloaded; `perhaps_after` is the courier's."""
        message, nonce = Outgoing(view=render(await self._page(lobby))), f"lobby.{lobby.id}"
        message_id = await self._courier.post(lobby.channel_id, message, nonce, perhaps_after=perhaps_after)
        await self._lobbies.placed(lobby.id, message_id)

    async def is_there(self, lobby: Lobby) -> bool:
        """Whether people can see this lobby, or soon will."""
        return lobby.message_id is None or await self._courier.is_there(lobby.channel_id, lobby.message_id)

    # -- after a press ----------------------------------------------------------------------------------------------

    def count_press(self, click: Click, lobby_id: int) -> Press:
        number = self._presses[lobby_id] = self._presses.get(lobby_id, 0) + 1
        return Press(click, lobby_id, number)

    async def show(self, press: Press, lobby: Lobby, done: str = "") -> None:
        """Answer with the lobby as it is now. From a message for one person, redraw the lobby and say `done`, if there
        is anything to say."""
        message = press.interaction.message
        if message is not None and not message.flags.ephemeral:
            if lobby.message_id is None and lobby.status == "open" and not is_forged(press.interaction):
                await self._lobbies.placed(lobby.id, message.id)
            await update(press.interaction, await self._page(lobby))
            if self._presses.get(lobby.id) != press.number:
                # Another press was answered meanwhile, and Discord may have shown the older page last.
                self.refresh(lobby)
        else:
            self.refresh(lobby)
            said = Page(panels=(), lines=(done,)) if done else await self._page(lobby)
            await update(press.interaction, said)
        if lobby.status != "open":
            self._presses.pop(lobby.id, None)

    async def refresh_as_it_is(self, lobby_id: int) -> None:
        """Redraw a lobby whose press went wrong: nobody knows how far it came. Raises nothing."""
        try:
            self.refresh(await self._lobbies.get(lobby_id))
        except StoreTrouble as problem:
            log.warning("lobby_not_redrawn", lobby=lobby_id, problem=str(problem))

    async def match_is_over(self, match_id: int) -> None:
        """Say so on the lobby in which this match began. Raises nothing."""
        try:
            lobby = await self._lobbies.of_match(match_id)
        except (Refused, StoreTrouble) as problem:
            log.warning("lobby_not_redrawn", match=match_id, problem=str(problem))
            return
        if lobby is not None:
            self.refresh(lobby)

    def refresh(self, lobby: Lobby, pauses_s: Sequence[float] = AGAIN_S) -> None:
        """Redraw the lobby's message, soon and once for several changes. A deleted message does not matter; where
        Discord does not take it, it is tried again after these pauses."""
        if lobby.message_id is None:
            return
        lobby_id = lobby.id

        async def make() -> Outgoing | None:
            return Outgoing(view=render(await self._page(await self._lobbies.get(lobby_id))))

        def dropped() -> None:
            if pauses_s:
                asyncio.get_running_loop().call_later(pauses_s[0], self.refresh, lobby, pauses_s[1:])

        self._courier.edit_soon(lobby.channel_id, lobby.message_id, make, dropped)

    # -- what it shows ----------------------------------------------------------------------------------------------

    async def _page(self, lobby: Lobby) -> Page:
        words = self._languages.public(lobby.guild_id)
        if lobby.status == "started" and lobby.match is not None:
            row = (match := await self._service.snapshot(lobby.match)).row
            if match.over:
                return over_page(lobby, row.thread_id or row.channel_id, words)
            return begun_page(lobby, row.id, row.commitment, words)
        if lobby.status != "open":
            idle = lobby.status == "closed" and lobby.expires_ms <= self._now_ms()
            return gone_page(lobby, words, idle=idle)
        return open_page(lobby, await unchanged_options(self._role_sets, lobby), words)


async def _shown(
    interaction: discord.Interaction[Any], view: discord.ui.LayoutView, called: discord.AllowedMentions
) -> int:
    """Show this as the public answer; the id of its message. When nobody heard that it is there, it is looked for."""
    with suppress(aiohttp.ClientError, OSError):
        answer = await answer_at_once(
            interaction, lambda: interaction.response.send_message(view=view, allowed_mentions=called)
        )
        if answer is not None and answer.message_id is not None:
            return answer.message_id
    return (await interaction.original_response()).id


async def unchanged_options(role_sets: RoleSets, lobby: Lobby) -> Options:
    """The role set as it is offered, before anything was changed in this lobby."""
    offered = await role_sets.offered(lobby.guild_id, lobby.game.name)
    return dict(offered).get(lobby.role_set) or lobby.game.options()


def lobby_message_of(client: Mirror) -> LobbyMessage:
    return LobbyMessage(
        lobbies=client.lobbies,
        lobby_ends=client.lobby_ends,
        role_sets=client.role_sets,
        service=client.service,
        languages=client.languages,
        courier=client.courier,
        now_ms=client.now_ms,
    )
