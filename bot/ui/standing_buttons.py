"""Buttons whose ids say what people have agreed on."""

from __future__ import annotations

from bot.matches.errors import Refused
from bot.ui.posted import is_on_its_message, written_ms
from bot.ui.router import Click

HOLDS_MS = 24 * 60 * 60 * 1000
"""So long a question about a seat can be agreed to."""


def check_it_stands_there(click: Click) -> int:
    """The id of a button says who has agreed: it is believed only if the message, as Discord has it, shows that button.

    The message's id. Raises Refused.
    """
    message = click.interaction.message
    if message is None or not is_on_its_message(click.interaction):
        raise Refused("forged")
    return message.id


def check_it_holds(message_id: int, now_ms: int, refusal: str) -> None:
    """Raises Refused(refusal) where the question was put too long ago: those who asked may want something else now."""
    if now_ms - written_ms(message_id) > HOLDS_MS:
        raise Refused(refusal)
