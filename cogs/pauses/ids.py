"""Numbers and people in the ids of buttons. They are written in base 36: five people have room in one id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.matches.errors import Refused
from bot.ui.router import Click
from bot.ui.stage import controls

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def written(number: int) -> str:
    """A number in base 36, which `int(text, 36)` reads."""
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text or "0"


def written_people(people: Sequence[int]) -> str:
    return ".".join(map(written, people))


def number_in(click: Click, place: int) -> int:
    """A part written in base 36. Raises Refused for a forged one."""
    try:
        number = int(click.parts[place], 36)
    except (IndexError, ValueError):
        raise Refused("forged") from None
    if not 0 <= number < 1 << 63:
        raise Refused("forged")
    return number


def people_in(click: Click, place: int) -> list[int]:
    """The people named in a button. Raises Refused when there are none, or more than a small table seats."""
    texts = click.parts[place].split(".") if len(click.parts) > place else []
    if not 0 < len(texts) <= controls.SMALL_TABLE:
        raise Refused("forged")
    try:
        return [int(text, 36) for text in texts]
    except ValueError:
        raise Refused("forged") from None


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
