"""The host of a lobby takes somebody's seat: a menu of people, then a question that names the person."""

from __future__ import annotations

from collections.abc import Mapping

from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby, LobbySeat
from bot.ui.audit_channel import AuditChannel
from bot.ui.authority import may_keep_order
from bot.ui.game_words import game_title
from bot.ui.panels import OPTIONS_MOST, TINT, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.person_mail import PersonMail
from bot.ui.router import reply, update
from bot.ui.second_thoughts import no_button
from bot.ui.wording import Wording, label, plain
from cogs.lobby.message import LobbyMessage
from cogs.lobby.press import Press, PressHandler


class RemovalControls:
    """Serves `remove` (whom), and `out:<person>` (really)."""

    def __init__(
        self,
        *,
        settings: SettingsBook,
        lobbies: Lobbies,
        message: LobbyMessage,
        audit: AuditChannel,
        mail: PersonMail,
        wording: Wording,
    ) -> None:
        self._settings = settings
        self._lobbies = lobbies
        self._message = message
        self._audit = audit
        self._mail = mail
        self._wording = wording

    def handlers(self) -> Mapping[str, PressHandler]:
        return {"remove": self._choose, "out": self._remove}

    async def _choose(self, press: Press) -> None:
        """First the menu of people, then the question about the one who was chosen."""
        words, keeps_order = self._words(press), await may_keep_order(self._settings, press.interaction)
        lobby = await self._lobbies.may_host(press.lobby_id, press.user_id, keeps_order=keeps_order)
        if press.click.values:
            seat = lobby.seat_of(int(press.value) if press.value.isdecimal() else 0)
            if seat is None:
                raise Refused("lobby_person_gone")
            await update(press.interaction, _question_page(lobby, seat, words))
            return
        await reply(press.interaction, _people_page(lobby, press.user_id, words))

    async def _remove(self, press: Press) -> None:
        words, keeps_order = self._words(press), await may_keep_order(self._settings, press.interaction)
        user_id = press.click.number(2)
        seat = (await self._lobbies.get(press.lobby_id)).seat_of(user_id)
        lobby = await self._lobbies.remove(press.lobby_id, press.user_id, user_id, keeps_order=keeps_order)
        self._audit.look()
        self._message.refresh(lobby)
        assert seat is not None  # otherwise it was refused
        sentence = words.say("lobby.removed", name=plain(seat.name))
        await update(press.interaction, Page(panels=(), lines=(sentence,)))
        await self._tell(press, lobby, user_id)

    async def _tell(self, press: Press, lobby: Lobby, user_id: int) -> None:
        """The person whose seat was taken. They would see it only in the lobby, which says nothing of it."""
        guild = press.interaction.guild
        assert guild is not None

        def sentence(words: Wording) -> str:
            game = game_title(words, lobby.game.name)
            return words.say("lobby.removed.told", game=game, server=plain(guild.name))

        await self._mail.tell(user_id, lobby.guild_id, sentence, f"out.{press.interaction.id}")

    def _words(self, press: Press) -> Wording:
        return self._wording.for_locale(press.interaction.locale)


def _people_page(lobby: Lobby, reader: int, words: Wording) -> Page:
    """The people whose seats could be taken. Raises Refused when there is nobody else."""
    others = [seat for seat in lobby.people if seat.user_id != reader]
    if not others:
        raise Refused("lobby_nobody_else")
    options = tuple(MenuOption(str(seat.user_id), label(seat.name)) for seat in others[:OPTIONS_MOST])
    menu = Menu(custom_id("lobby", lobby.id, "remove"), words.say("lobby.menu.remove"), options)
    return Page(panels=(Panel(words.say("lobby.remove"), (menu,)),), tint=TINT)


def _question_page(lobby: Lobby, seat: LobbySeat, words: Wording) -> Page:
    """The buttons carry the person: whoever sits there by then is not meant."""
    out = Button(custom_id("lobby", lobby.id, "out", seat.user_id), words.say("lobby.button.out"), "danger")
    bar = Button(custom_id("bar", "lobby", lobby.id, seat.user_id), words.say("lobby.button.bar"), "danger", "⛔")
    return Page(
        panels=(Panel(words.say("lobby.remove.ask", name=plain(seat.name)), ((out, bar, no_button(words)),)),),
        tint=TINT,
    )
