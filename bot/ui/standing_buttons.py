"""Buttons whose ids say what people have agreed on."""

from __future__ import annotations

from bot.matches.errors import Refused
from bot.ui.posted import is_on_its_message
from bot.ui.router import Click


def check_it_stands_there(click: Click) -> None:
    """The id of a button says who has agreed: it is believed only if the message, as Discord has it, shows that button.

    Raises Refused.
    """
    if not is_on_its_message(click.interaction):
        raise Refused("forged")
