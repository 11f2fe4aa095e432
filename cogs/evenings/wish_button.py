"""The button with which somebody wants to be told of new tables of a game."""

from __future__ import annotations

from bot.ui.panels import Button, custom_id
from bot.ui.wording import Wording

WISH = "wish"


def wish_button(game: str, words: Wording) -> Button:
    return Button(custom_id(WISH, "on", game), words.say("tellme.button.on"), emoji="📯")
