"""The page for a host who has too many lobbies open. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.matches.errors import Refused
from bot.matches.lobby import Lobby
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.wording import Wording
from cogs.lobby.words import link


def busy_page(open_ones: Sequence[Lobby], refusal: Refused, words: Wording) -> Page:
    """The lobbies this person has open, with a way to close them."""
    values: dict[str, Any] = refusal.values
    panels = [Panel(words.say("refused.lobby_host_busy", **values))]
    for lobby in open_ones:
        close = Button(custom_id("lobby", lobby.id, "close"), words.say("lobby.button.close"), "danger")
        panels.append(Panel(f"**{game_title(words, lobby.game.name)}** · {link(lobby)}", ((close,),)))
    return Page(panels=tuple(panels), tint=TINT)
