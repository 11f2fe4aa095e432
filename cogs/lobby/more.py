"""*More …* in a lobby: what few people want, on a page of their own, so that the lobby fits the screen of a phone."""

from __future__ import annotations

from collections.abc import Mapping

from bot.matches.guild_settings import SettingsBook
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby, check_open
from bot.ui.authority import may_keep_order
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.router import reply
from bot.ui.wording import Wording
from cogs.evenings.wish_button import wish_button
from cogs.lobby.page import others_at_length
from cogs.lobby.press import Press, PressHandler


class MoreControls:
    """Serves `more`. The buttons on its page are those that a lobby's own message had once, and end where they did."""

    def __init__(self, *, settings: SettingsBook, lobbies: Lobbies, wording: Wording) -> None:
        self._settings = settings
        self._lobbies = lobbies
        self._wording = wording

    def handlers(self) -> Mapping[str, PressHandler]:
        return {"more": self._show}

    async def _show(self, press: Press) -> None:
        lobby = await self._lobbies.get(press.lobby_id)
        check_open(lobby)
        hosts = press.user_id == lobby.host_id or await may_keep_order(self._settings, press.interaction)
        await reply(
            press.interaction, more_page(lobby, self._wording.for_locale(press.interaction.locale), hosts=hosts)
        )


def more_page(lobby: Lobby, words: Wording, *, hosts: bool) -> Page:
    """What is rarely wanted in this lobby. `hosts`: whether its reader may lead it."""
    rows = (_asides(lobby, words), *((_lead(lobby, words),) if hosts else ()))
    text = "\n".join([*others_at_length(lobby, words), words.say("lobby.more")])
    return Page(panels=(Panel(text, tuple(row for row in rows if row)),), tint=TINT)


def _asides(lobby: Lobby, words: Wording) -> tuple[Button, ...]:
    """For people who cannot sit now or want to know how even it is; where the next to sit down begins the game, there
    is no start to wait for."""
    asides = (wish_button(lobby.game.name, words), _forecast(lobby, words))
    if lobby.for_two and lobby.missing and lobby.kept_for is None:
        return asides
    return (Button(custom_id("lobby", lobby.id, "call"), words.say("lobby.button.call"), emoji="🔔"), *asides)


def _lead(lobby: Lobby, words: Wording) -> tuple[Button, ...]:
    """For whoever leads the lobby. A challenge is withdrawn by a button of its own."""
    if lobby.kept_for is not None:
        return ()
    computers = ("level", "unfill") if lobby.computers else ()
    removal = ("remove",) if len(lobby.people) > 1 else ()
    transfer = () if lobby.for_two and lobby.missing else ("transfer",)
    return tuple(_button(lobby, action, words) for action in (*computers, *removal, *transfer, "close"))


def _forecast(lobby: Lobby, words: Wording) -> Button:
    """How even this table is, for whoever wants to know; `cogs.rolesets.forecasts` serves it."""
    return Button(custom_id("forecast", "go", 0, "lobby", lobby.id), words.say("forecast.button"), emoji="📊")


def _button(lobby: Lobby, action: str, words: Wording) -> Button:
    return Button(custom_id("lobby", lobby.id, action), words.say(f"lobby.button.{action}"))
