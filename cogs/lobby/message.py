"""The public message of a lobby: posted, and redrawn after each change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

from bot.engine.rulebook import Options
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby
from bot.matches.lobby_ends import LobbyEnds
from bot.matches.rolesets import RoleSets
from bot.matches.service import MatchService
from bot.ui.delivery import Courier, Outgoing
from bot.ui.languages import Languages
from bot.ui.panels import Page, render
from bot.ui.router import Click, update
from cogs.lobby.page import begun_page, gone_page, open_page
from cogs.lobby.press import Press


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
        page = await self._page(lobby)
        called = discord.AllowedMentions.none()
        if lobby.invited is not None and lobby.invited.user_id is not None:
            called.users = [discord.Object(lobby.invited.user_id)]
        try:
            answer = await interaction.response.send_message(view=render(page), allowed_mentions=called)
        except BaseException:
            await self._lobby_ends.abandon(lobby.id)
            raise
        if answer.message_id is not None:
            await self._lobbies.placed(lobby.id, answer.message_id)

    async def post_in_channel(self, lobby: Lobby) -> None:
        """Show a new lobby in its channel. Raises Undeliverable or Overloaded."""
        message = Outgoing(view=render(await self._page(lobby)))
        message_id = await self._courier.post(lobby.channel_id, message, f"lobby.{lobby.id}")
        await self._lobbies.placed(lobby.id, message_id)

    async def is_there(self, lobby: Lobby) -> bool:
        """Whether people can see this lobby, or soon will."""
        return lobby.message_id is None or await self._courier.is_there(lobby.channel_id, lobby.message_id)

    # -- after a press ----------------------------------------------------------------------------------------------

    def count_press(self, click: Click, lobby_id: int) -> Press:
        number = self._presses[lobby_id] = self._presses.get(lobby_id, 0) + 1
        return Press(click, lobby_id, number)

    async def show(self, press: Press, lobby: Lobby, done: str = "") -> None:
        """Answer with the lobby as it is now. From another message than its own, say `done` and redraw the lobby."""
        message = press.interaction.message
        if message is not None and not message.flags.ephemeral:
            await update(press.interaction, await self._page(lobby))
            if lobby.message_id is None and lobby.status == "open":
                await self._lobbies.placed(lobby.id, message.id)
            if self._presses.get(lobby.id) != press.number:
                # Another press was answered meanwhile, and Discord may have shown the older page last.
                self.refresh(lobby)
        else:
            await update(press.interaction, Page(panels=(), lines=(done,)))
            self.refresh(lobby)
        if lobby.status != "open":
            self._presses.pop(lobby.id, None)

    def refresh(self, lobby: Lobby) -> None:
        """Redraw the lobby's message, soon and once for several changes. A deleted message does not matter."""
        if lobby.message_id is None:
            return
        lobby_id = lobby.id

        async def make() -> Outgoing | None:
            return Outgoing(view=render(await self._page(await self._lobbies.get(lobby_id))))

        self._courier.edit_soon(lobby.channel_id, lobby.message_id, make)

    # -- what it shows ----------------------------------------------------------------------------------------------

    async def _page(self, lobby: Lobby) -> Page:
        words = self._languages.public(lobby.guild_id)
        if lobby.status == "started" and lobby.match is not None:
            commitment = (await self._service.snapshot(lobby.match)).row.commitment
            return begun_page(lobby, lobby.match, commitment, words)
        if lobby.status != "open":
            idle = lobby.status == "closed" and lobby.expires_ms <= self._now_ms()
            return gone_page(lobby, words, idle=idle)
        return open_page(lobby, await unchanged_options(self._role_sets, lobby), words)


async def unchanged_options(role_sets: RoleSets, lobby: Lobby) -> Options:
    """The role set as it is offered, before anything was changed in this lobby."""
    offered = await role_sets.offered(lobby.guild_id, lobby.game.name)
    return dict(offered).get(lobby.role_set) or lobby.game.options()
