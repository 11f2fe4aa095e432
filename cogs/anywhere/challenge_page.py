"""A challenge where the bot is no member. Pure: a lobby -> a page."""

from __future__ import annotations

from bot.matches.lobby import Lobby
from bot.ui.game_words import game_title
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.wording import Wording, plain

KIND = "duel"
"""Kind of the buttons of a challenge."""


def challenge_page(lobby: Lobby, words: Wording) -> Page:
    """Who challenges whom to what, the seal of its chance, and what the two can press."""
    host, invited = lobby.seat_of(lobby.host_id), lobby.invited
    assert host is not None
    assert invited is not None
    lines = (
        words.say(
            "anywhere.challenge",
            name=f"**{plain(host.name)}**",
            rival=f"<@{invited.user_id}>",
            game=game_title(words, lobby.game.name),
        ),
        words.say(f"start.about.{lobby.game.name}"),
        words.say("anywhere.how"),
        words.say("lobby.fairness", seal=lobby.commitment or ""),
    )
    buttons = (
        Button(custom_id(KIND, lobby.id, "accept"), words.say("lobby.button.accept"), "success"),
        Button(custom_id(KIND, lobby.id, "decline"), words.say("lobby.button.decline")),
        Button(custom_id(KIND, lobby.id, "withdraw"), words.say("lobby.button.withdraw")),
    )
    return Page(panels=(Panel("\n".join(lines), (buttons,)),), tint=TINT)


def over_page(lobby: Lobby, words: Wording) -> Page:
    """A challenge of which nothing has come."""
    assert lobby.invited is not None
    is_declined = lobby.invitation == "declined"
    key = "anywhere.declined" if is_declined else "anywhere.withdrawn"
    return Page(panels=(Panel(words.say(key, name=f"**{plain(lobby.invited.name)}**")),), tint=TINT)
