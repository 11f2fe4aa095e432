"""Sitting down in a lobby and getting up again, for people and for computer players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby, level_named
from bot.ui.authority import may_keep_order
from bot.ui.game_words import computer_names
from bot.ui.languages import Languages
from bot.ui.router import reply
from bot.ui.wording import Wording
from cogs.lobby.greeting import Greeting
from cogs.lobby.levels import LevelControls
from cogs.lobby.message import LobbyMessage
from cogs.lobby.permissions import PermissionCheck, permissions_page
from cogs.lobby.press import Press, PressHandler


class SeatControls:
    """Serves the buttons with which seats are taken, kept and given up."""

    def __init__(
        self,
        *,
        settings: SettingsBook,
        lobbies: Lobbies,
        message: LobbyMessage,
        greeting: Greeting,
        levels: LevelControls,
        permissions: PermissionCheck,
        languages: Languages,
        wording: Wording,
    ) -> None:
        self._settings = settings
        self._lobbies = lobbies
        self._message = message
        self._greeting = greeting
        self._levels = levels
        self._permissions = permissions
        self._languages = languages
        self._wording = wording

    def handlers(self) -> Mapping[str, PressHandler]:
        return {
            "join": self._join,
            "accept": self._join,
            "decline": self._decline,
            "leave": self._leave,
            "anybody": self._open_to_all,
            "computer": self._play_computer,
            "fill": self._fill,
            "unfill": self._unfill,
        }

    # -- people -----------------------------------------------------------------------------------------------------

    async def _join(self, press: Press) -> None:
        """Sit down. In a game for two the match begins with that, unless the bot could not bring it to its end here."""
        user = press.interaction.user
        hindrances = [one for one in self._permissions.lacking(press.interaction) if one.indispensable]
        lobby = await self._lobbies.join(
            press.lobby_id, user.id, user.display_name, begin=not hindrances, press_id=press.interaction.id
        )
        await self._message.show(press, lobby)
        if lobby.status != "open":
            return
        if lobby.for_two and hindrances:
            words = self._wording.for_locale(press.interaction.locale)
            await reply(press.interaction, permissions_page(words, "lobby.cannot_start", hindrances))
        self._greeting.later(press.interaction, lobby)

    async def _decline(self, press: Press) -> None:
        await self._message.show(press, await self._lobbies.decline(press.lobby_id, press.user_id))

    async def _leave(self, press: Press) -> None:
        await self._message.show(press, await self._lobbies.leave(press.lobby_id, press.user_id))

    async def _open_to_all(self, press: Press) -> None:
        keeps_order = await may_keep_order(self._settings, press.interaction)
        lobby = await self._lobbies.open_to_all(press.lobby_id, press.user_id, keeps_order=keeps_order)
        await self._message.show(press, lobby)

    # -- computer players -------------------------------------------------------------------------------------------

    async def _play_computer(self, press: Press) -> None:
        """A computer player, of the level that was chosen, takes the second seat, and the game begins. What goes less
        well was said before."""
        keeps_order = await may_keep_order(self._settings, press.interaction)
        lobby = await self._lobbies.may_host(press.lobby_id, press.user_id, keeps_order=keeps_order)
        if not lobby.for_two:
            raise Refused("forged")
        hindrances = [one for one in self._permissions.lacking(press.interaction) if one.indispensable]
        if hindrances:
            words = self._wording.for_locale(press.interaction.locale)
            await reply(press.interaction, permissions_page(words, "lobby.cannot_start", hindrances))
            return
        names = self._computer_names(lobby)
        begun = await self._lobbies.play_computers(
            press.lobby_id,
            press.user_id,
            keeps_order=keeps_order,
            names=names,
            press_id=press.interaction.id,
            level=level_named(press.part(2)) if press.part(2) else None,
        )
        await self._message.show(press, begun, self._wording.for_locale(press.interaction.locale).say("lobby.begun"))

    async def _fill(self, press: Press) -> None:
        keeps_order = await may_keep_order(self._settings, press.interaction)
        before = await self._lobbies.get(press.lobby_id)
        names = self._computer_names(before)
        lobby: Lobby = await self._lobbies.fill(press.lobby_id, press.user_id, keeps_order=keeps_order, names=names)
        await self._message.show(press, lobby)
        if not before.computers:
            self._levels.ask_later(press.interaction, lobby)

    async def _unfill(self, press: Press) -> None:
        keeps_order = await may_keep_order(self._settings, press.interaction)
        lobby = await self._lobbies.unfill(press.lobby_id, press.user_id, keeps_order=keeps_order)
        done = self._wording.for_locale(press.interaction.locale).say("lobby.computers_gone")
        await self._message.show(press, lobby, done)

    def _computer_names(self, lobby: Lobby) -> Sequence[str]:
        """A name, once given, is the same for everybody: in the server's language."""
        return computer_names(self._languages.public(lobby.guild_id), lobby.game.name)
