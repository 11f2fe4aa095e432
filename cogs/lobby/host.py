"""What the host of a lobby decides: who hosts, when the match begins, when the table is cleared away."""

from __future__ import annotations

from collections.abc import Mapping

from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby
from bot.ui.authority import check_game_allowed, may_keep_order
from bot.ui.panels import OPTIONS_MOST, TINT, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.router import reply, update
from bot.ui.wording import Wording, label, plain
from cogs.lobby.message import LobbyMessage
from cogs.lobby.permissions import PermissionCheck, forbids, permissions_page
from cogs.lobby.press import Press, PressHandler
from cogs.lobby.rules_page import RULES, rules_page


class HostControls:
    """Serves the host's buttons, and the short rules that stand beside them."""

    def __init__(
        self,
        *,
        settings: SettingsBook,
        lobbies: Lobbies,
        message: LobbyMessage,
        permissions: PermissionCheck,
        wording: Wording,
    ) -> None:
        self._settings = settings
        self._lobbies = lobbies
        self._message = message
        self._permissions = permissions
        self._wording = wording

    def handlers(self) -> Mapping[str, PressHandler]:
        return {
            "transfer": self._transfer_host,
            "chair": self._transfer_host,  # on messages of an older version
            RULES: self._show_rules,
            "start": self._start,
            "anyway": self._start,
            "close": self._close,
        }

    async def _start(self, press: Press) -> None:
        """Begin, unless the bot could not bring the game to its end here; what would go less well is said first."""
        words, keeps_order = self._words(press), await may_keep_order(self._settings, press.interaction)
        lobby = await self._lobbies.may_host(press.lobby_id, press.user_id, keeps_order=keeps_order)
        await check_game_allowed(self._settings, press.interaction, lobby.game.name, lobby.channel_id)
        lacking = self._permissions.lacking_for(press.interaction, lobby.options)
        if forbids(lacking):
            await reply(press.interaction, permissions_page(words, "lobby.cannot_start", lacking))
            return
        if lacking and press.action != "anyway":
            anyway = Button(custom_id("lobby", press.lobby_id, "anyway"), words.say("lobby.button.anyway"), "success")
            await reply(press.interaction, permissions_page(words, "lobby.less_well", lacking, anyway))
            return
        await self._lobbies.start(press.lobby_id, press.user_id, keeps_order=keeps_order, press_id=press.interaction.id)
        await self._message.show(press, await self._lobbies.get(press.lobby_id), words.say("lobby.begun"))

    async def _close(self, press: Press) -> None:
        keeps_order = await may_keep_order(self._settings, press.interaction)
        lobby = await self._lobbies.close(press.lobby_id, press.user_id, keeps_order=keeps_order)
        await self._message.show(press, lobby, self._words(press).say("lobby.closed_now"))

    async def _transfer_host(self, press: Press) -> None:
        """First the menu of people, then the choice from it."""
        words, keeps_order = self._words(press), await may_keep_order(self._settings, press.interaction)
        if press.click.values:
            heir = int(press.value) if press.value.isdecimal() else 0
            lobby = await self._lobbies.transfer_host(press.lobby_id, press.user_id, heir, keeps_order=keeps_order)
            seat = lobby.seat_of(heir)
            assert seat is not None
            sentence = words.say("lobby.transferred", name=plain(seat.name))
            self._message.refresh(lobby)
            await update(press.interaction, Page(panels=(), lines=(sentence,)))
            return
        lobby = await self._lobbies.may_host(press.lobby_id, press.user_id, keeps_order=keeps_order)
        await reply(press.interaction, _heirs_page(lobby, words))

    async def _show_rules(self, press: Press) -> None:
        """The shortest rules of the game, and the way to all others, to this person alone."""
        lobby, words = await self._lobbies.get(press.lobby_id), self._words(press)
        if press.part(2):
            await update(press.interaction, rules_page(lobby, words, press.click.number(2)))
        else:
            await reply(press.interaction, rules_page(lobby, words))

    def _words(self, press: Press) -> Wording:
        return self._wording.for_locale(press.interaction.locale)


def _heirs_page(lobby: Lobby, words: Wording) -> Page:
    """The people who could host instead. Raises Refused when there is nobody else."""
    others = [seat for seat in lobby.people if seat.user_id != lobby.host_id]
    if not others:
        raise Refused("lobby_no_heir")
    options = tuple(MenuOption(str(seat.user_id), label(seat.name)) for seat in others[:OPTIONS_MOST])
    menu = Menu(custom_id("lobby", lobby.id, "transfer"), words.say("lobby.menu.transfer"), options)
    return Page(panels=(Panel(words.say("lobby.transfer"), (menu,)),), tint=TINT)
