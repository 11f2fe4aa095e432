"""The host of a lobby says how well the computer players play: all of them, or one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import aiohttp
import discord
import structlog

from bot.matches.errors import Refused
from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import LEVELS, Lobby, LobbySeat, level_named
from bot.ui.authority import may_keep_order
from bot.ui.panels import OPTIONS_MOST, TINT, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.router import reply, update
from bot.ui.wording import Wording, label, plain
from cogs.lobby.background import BackgroundTasks
from cogs.lobby.message import LobbyMessage
from cogs.lobby.press import Press, PressHandler

log = structlog.get_logger(__name__)

ALL = "all"


class LevelControls:
    """Serves `level` (whose level), and `play:<position>:<level>` or `play:all:<level>`."""

    def __init__(
        self,
        *,
        settings: SettingsBook,
        lobbies: Lobbies,
        message: LobbyMessage,
        background: BackgroundTasks,
        wording: Wording,
    ) -> None:
        self._settings = settings
        self._lobbies = lobbies
        self._message = message
        self._background = background
        self._wording = wording

    def handlers(self) -> Mapping[str, PressHandler]:
        return {"level": self._choose, "play": self._set}

    def ask_later(self, interaction: discord.Interaction[Any], lobby: Lobby) -> None:
        """Ask whoever has seated the computer players how well these should play, after the press was answered."""
        self._background.begin(self._ask(interaction, lobby))

    async def _ask(self, interaction: discord.Interaction[Any], lobby: Lobby) -> None:
        """They play as well as the last ones did where nobody answers, so nothing is lost with the question."""
        try:
            await reply(interaction, _page_of_all(lobby, self._wording.for_locale(interaction.locale)))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as gone:
            log.info("not_asked_for_level", lobby=lobby.id, problem=repr(gone))

    async def _choose(self, press: Press) -> None:
        """First all of them, with a menu of each; then the one who was chosen from it."""
        words, keeps_order = self._words(press), await may_keep_order(self._settings, press.interaction)
        lobby = await self._lobbies.may_host(press.lobby_id, press.user_id, keeps_order=keeps_order)
        if press.click.values:
            await update(press.interaction, _page_of_one(lobby, _computer_at(lobby, press.value), words))
        elif lobby.for_two and lobby.missing:
            await reply(press.interaction, _page_of_two(lobby, words))
        else:
            await reply(press.interaction, _page_of_all(lobby, words))

    async def _set(self, press: Press) -> None:
        words, keeps_order = self._words(press), await may_keep_order(self._settings, press.interaction)
        level, position = level_named(press.part(3)), None
        if press.part(2) != ALL:
            position = press.click.number(2)
        lobby = await self._lobbies.set_level(press.lobby_id, press.user_id, level, position, keeps_order=keeps_order)
        self._message.refresh(lobby)
        await update(press.interaction, _page_of_all(lobby, words))

    def _words(self, press: Press) -> Wording:
        return self._wording.for_locale(press.interaction.locale)


def _computer_at(lobby: Lobby, position: str) -> LobbySeat:
    for seat in lobby.computers:
        if str(seat.position) == position:
            return seat
    raise Refused("lobby_no_computer")


def _page_of_all(lobby: Lobby, words: Wording) -> Page:
    """Everybody's level as it is. Raises Refused when no computer player sits there."""
    if not lobby.computers:
        raise Refused("lobby_no_computer")
    how_well = words.say("lobby.level.all" if len(lobby.computers) > 1 else "lobby.level.only")
    lines = [how_well, *(_line(seat, words) for seat in lobby.computers), *_to_know(lobby, words)]
    options = tuple(
        MenuOption(str(seat.position), label(seat.name), words.say(f"lobby.level.{seat.player}"))
        for seat in lobby.computers[:OPTIONS_MOST]
    )
    menu = Menu(custom_id("lobby", lobby.id, "level"), words.say("lobby.menu.level"), options)
    rows = (_buttons(lobby, words, "play", ALL), menu) if len(options) > 1 else (_buttons(lobby, words, "play", ALL),)
    return Page(panels=(Panel("\n".join(lines), rows),), tint=TINT)


def _line(seat: LobbySeat, words: Wording) -> str:
    return words.say("lobby.level.seat", name=plain(seat.name), level=words.say(f"lobby.level.{seat.player}"))


def _page_of_one(lobby: Lobby, seat: LobbySeat, words: Wording) -> Page:
    """The buttons carry the seat: whoever sits there by then is meant."""
    buttons = _buttons(lobby, words, "play", seat.position)
    return Page(panels=(Panel(words.say("lobby.level.one", name=plain(seat.name)), (buttons,)),), tint=TINT)


def _page_of_two(lobby: Lobby, words: Wording) -> Page:
    """With the level the game begins."""
    text = "\n".join((words.say("lobby.level.two"), *_to_know(lobby, words)))
    return Page(panels=(Panel(text, (_buttons(lobby, words, "computer"),)),), tint=TINT)


def _to_know(lobby: Lobby, words: Wording) -> list[str]:
    """That nobody plays better than a normal player in this game yet; and to somebody alone, how to practise."""
    told = [words.say("lobby.level.same")] if lobby.game.strong is None else []
    return [*told, words.say("lessons.hint")] if len(lobby.people) == 1 and lobby.game.why is not None else told


def _buttons(lobby: Lobby, words: Wording, action: str, *parts: object) -> tuple[Button, ...]:
    """One for each level."""
    return tuple(
        Button(custom_id("lobby", lobby.id, action, *parts, level), words.say(f"lobby.button.level.{level}"))
        for level in LEVELS
    )
