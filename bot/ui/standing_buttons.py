"""Buttons whose ids say what people have agreed on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.matches.errors import Refused
from bot.ui.router import Click


def check_it_stands_there(click: Click) -> None:
    """The id of a button says who has agreed: it is believed only if the message, as Discord has it, shows that button.

    Raises Refused.
    """
    message = click.interaction.message
    data: Any = click.interaction.data or {}
    if message is None or data.get("custom_id") not in set(_ids(message.components)):
        raise Refused("forged")


def _ids(components: Sequence[Any]) -> Iterator[str]:
    for component in components:
        if getattr(component, "custom_id", None):
            yield component.custom_id
        yield from _ids(getattr(component, "children", ()))
