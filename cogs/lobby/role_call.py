"""Calling the role that a server has named for it, when a table opens."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from bot.matches.guild_settings import GuildSettings, SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby
from bot.trouble import StoreTrouble
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.game_words import game_title
from bot.ui.languages import Languages
from bot.ui.panels import TINT, Page, Panel, render
from cogs.lobby.words import link

log = structlog.get_logger(__name__)

AGAIN_MS = 3_600_000
"""Each role is called at most once in so long, however many tables open."""


class RoleCall:
    """Calls people to a new table, where the server or the channel has named a role for it."""

    def __init__(
        self,
        *,
        settings: SettingsBook,
        lobbies: Lobbies,
        courier: Courier,
        languages: Languages,
        now_ms: Callable[[], int],
    ) -> None:
        self._settings = settings
        self._lobbies = lobbies
        self._courier = courier
        self._languages = languages
        self._now_ms = now_ms
        self._called: dict[int, int] = {}
        """Role -> when it was called last, in this process."""

    async def call(self, lobby_id: int, channel_id: int) -> None:
        """Call the role of this channel to this lobby. Raises nothing: a table can do without."""
        try:
            lobby = await self._lobbies.get(lobby_id)
            here = (await self._settings.read(lobby.guild_id)).at(channel_id)
            if here.called_role is not None and self._is_time(here):
                await self._post(lobby, here.called_role)
        except (StoreTrouble, Undeliverable, Overloaded) as problem:
            log.info("role_not_called", lobby=lobby_id, problem=str(problem))

    def _is_time(self, here: GuildSettings) -> bool:
        """Whether the role may be called now; then it counts as called."""
        now, role_id = self._now_ms(), here.called_role or 0
        if here.quiet is not None and here.quiet.holds(now):
            return False
        if now - self._called.get(role_id, now - AGAIN_MS) < AGAIN_MS:
            return False
        self._called[role_id] = now
        return True

    async def _post(self, lobby: Lobby, role_id: int) -> None:
        words = self._languages.public(lobby.guild_id)
        game = game_title(words, lobby.game.name)
        sentence = words.say("lobby.role_call", role=f"<@&{role_id}>", game=game, where=link(lobby))
        page = Page(panels=(Panel(sentence),), tint=TINT)
        await self._courier.post(
            lobby.channel_id, Outgoing(view=render(page), mention_roles=(role_id,)), f"role.{lobby.id}"
        )
