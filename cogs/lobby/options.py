"""The options of a lobby: everybody may look at them, and the host changes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby
from bot.matches.rolesets import RoleSets
from bot.ui.authority import may_keep_order
from bot.ui.panels import Page
from bot.ui.router import reply, update
from bot.ui.wording import Wording
from cogs.lobby.changes import PACES, Chosen, paced, picked, picked_several, switched, switched_since
from cogs.lobby.message import LobbyMessage, unchanged_options
from cogs.lobby.options_page import OPTIONS, TIMES, options_page, read_only_page, times_page
from cogs.lobby.press import Press, PressHandler


class OptionControls:
    """Serves the options page."""

    def __init__(
        self, *, settings: SettingsBook, lobbies: Lobbies, role_sets: RoleSets, message: LobbyMessage, wording: Wording
    ) -> None:
        self._settings = settings
        self._lobbies = lobbies
        self._role_sets = role_sets
        self._message = message
        self._wording = wording

    def handlers(self) -> Mapping[str, PressHandler]:
        return {
            OPTIONS: self._show,
            "set": self._choose_set,
            "switch": self._switch,
            "switches": self._switch_some,
            "pick": self._pick,
            "several": self._pick_several,
            "pace": self._set_pace,
        }

    async def _show(self, press: Press) -> None:
        """In a message of its own; a part more of the press is the page to which that is turned."""
        leaf = press.part(2)
        page = await self._page(press, await self._lobbies.get(press.lobby_id), leaf)
        await (update if leaf else reply)(press.interaction, page)

    async def _choose_set(self, press: Press) -> None:
        lobby = await self._lobbies.get(press.lobby_id)
        options = await self._role_sets.get(lobby.guild_id, lobby.game.name, press.value)
        await self._change(press, lambda lobby: (press.value, self._role_sets.at_table(lobby.game, options)))

    async def _switch(self, press: Press) -> None:
        """Turn an option on or off; the button says which, so pressing it twice is the same as once."""
        await self._change(press, lambda lobby: switched(lobby, press.part(2), press.part(3) == "1"))

    async def _switch_some(self, press: Press) -> None:
        await self._change(press, lambda lobby: switched_since(lobby, press.part(2), press.click.values))

    async def _pick(self, press: Press) -> None:
        await self._change(press, lambda lobby: picked(lobby, press.part(2), press.value))

    async def _pick_several(self, press: Press) -> None:
        await self._change(press, lambda lobby: picked_several(lobby, press.part(2), press.click.values))

    async def _set_pace(self, press: Press) -> None:
        pace = PACES.get(press.part(2))
        if pace is None:
            raise Refused("forged")
        unchanged = await unchanged_options(self._role_sets, await self._lobbies.get(press.lobby_id))
        await self._change(press, lambda lobby: paced(lobby, unchanged, pace), TIMES)

    async def _change(self, press: Press, change: Callable[[Lobby], Chosen], leaf: str = "") -> None:
        keeps_order = await may_keep_order(self._settings, press.interaction)
        lobby = await self._lobbies.change_options(press.lobby_id, press.user_id, change, keeps_order=keeps_order)
        self._message.refresh(lobby)
        await update(press.interaction, await self._page(press, lobby, leaf))

    async def _page(self, press: Press, lobby: Lobby, leaf: str = "") -> Page:
        words = self._wording.for_locale(press.interaction.locale)
        unchanged = await unchanged_options(self._role_sets, lobby)
        may_change = lobby.status == "open" and await self._may_change(press, lobby)
        if leaf == TIMES:
            return times_page(lobby, unchanged, words, may_change=may_change)
        if not may_change:
            return read_only_page(lobby, unchanged, words)
        offered = await self._role_sets.offered(lobby.guild_id, lobby.game.name)
        return options_page(lobby, unchanged, offered, words)

    async def _may_change(self, press: Press, lobby: Lobby) -> bool:
        return press.user_id == lobby.host_id or await may_keep_order(self._settings, press.interaction)
