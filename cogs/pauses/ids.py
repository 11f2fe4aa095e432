"""Numbers and people in the ids of buttons. They are written in base 36: five people have room in one id."""

from __future__ import annotations

from collections.abc import Sequence

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
