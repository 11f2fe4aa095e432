"""Where every press in a lobby arrives, and finds what serves it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.matches.errors import Refused
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby, Unplayable
from bot.ui.authority import may_see_place
from bot.ui.router import Click
from bot.ui.wording import Wording, plain
from cogs.lobby.message import LobbyMessage
from cogs.lobby.press import PressHandler
from cogs.lobby.words import fault_in_words


class LobbyControls:
    """Serves `mm:lobby:<lobby>:<action>:…`; every press is checked against the store, whatever its message shows."""

    def __init__(
        self, *, lobbies: Lobbies, message: LobbyMessage, wording: Wording, handlers: Mapping[str, PressHandler]
    ) -> None:
        self._lobbies = lobbies
        self._message = message
        self._wording = wording
        self._handlers = handlers

    async def pressed(self, click: Click) -> None:
        lobby = await self._lobbies.get(click.number(0))
        if not _may_know(click, lobby):
            raise Refused("forged")
        handler = self._handlers.get(click.part(1))
        if handler is None:
            raise Refused("forged")
        try:
            await handler(self._message.count_press(click, lobby.id))
        except Unplayable as problem:
            words = self._wording.for_locale(click.interaction.locale)
            raise Refused("lobby_unplayable", why=fault_in_words(words, problem.fault)) from None
        except Refused as refusal:
            if refusal.code != "challenge_for_another":
                raise
            raise Refused(refusal.code, name=plain(str(refusal.values["name"]))) from None
        except Exception:
            # Somebody may be seated all the same, or the match begun: it was the answer that went wrong.
            await self._message.refresh_as_it_is(lobby.id)
            raise


def _may_know(click: Click, lobby: Lobby) -> bool:
    """Whether this person sits in a lobby, or sees where it stands."""
    if lobby.guild_id != click.interaction.guild_id:
        return False
    mine = click.user_id == lobby.host_id or lobby.seat_of(click.user_id) is not None
    return mine or may_see_place(click.interaction, lobby.channel_id)
