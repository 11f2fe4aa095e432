"""Reading a recap from a file that anybody may have written."""

from __future__ import annotations

from typing import Any, BinaryIO, Final

from pydantic_core import from_json

from bot.engine.questions import CHANCE
from bot.games import GAMES
from bot.recaps.recap import FirstRecap, Recap

LARGEST_FILE: Final = 8 * 1024 * 1024
"""In bytes. The longest game found, a Trumplestiltskin with the highest goals, has 2.3 million."""
MOST_LINES: Final = 50_000
"""In a journal, or announced; that game has 13,000."""
MOST_DRAWS: Final = 2_000
"""That game has 390."""
MOST_SEATS: Final = max(seats for game in GAMES.values() for seats in game.seats)
MOST_ACTS: Final = 5_000
"""Things done to a table beside the game."""
MOST_PARTS: Final = 1_000
"""In any one list or object within a line: no deck has so many cards."""
LONGEST_TEXT: Final = 4_000
DEEPEST: Final = 20
"""How far lists and objects may lie within each other."""


class TooLarge(Exception):
    """Something in a recap is larger than any game makes it; the text says what, and how large it may be."""


def read(file: BinaryIO) -> FirstRecap | Recap:
    """Read a recap from a file that anybody may have written; never more of it than a recap may be long.

    Raises TooLarge, pydantic's ValidationError for what is no recap, or an OSError.
    """
    body = file.read(LARGEST_FILE + 1)
    if len(body) > LARGEST_FILE:
        raise TooLarge(f"it is longer than {LARGEST_FILE // 1024 // 1024} MB")
    try:
        written = from_json(body)
    except ValueError:
        written = None  # what is wrong with it is said below, and where
    if not isinstance(written, dict):
        return Recap.model_validate_json(body)
    _check_numbers(written)
    _check_parts(written)
    model = FirstRecap if written.get("version") == 1 else Recap
    return model.model_validate_json(body)


def _check_numbers(written: dict[str, Any]) -> None:
    journal = _list(written, "journal")
    draws = [line for line in journal if isinstance(line, dict) and line.get("seat") == CHANCE]
    seats = written.get("seats")
    for what, number, most in (
        ("lines of the journal", len(journal), MOST_LINES),
        ("announcements", len(_list(written, "announcements")), MOST_LINES),
        ("draws", len(draws), MOST_DRAWS),
        ("seats", seats if isinstance(seats, int) else 0, MOST_SEATS),
        ("names", len(_list(written, "names")), MOST_SEATS),
        ("presses", len(_list(written, "presses")), MOST_SEATS + 1),
        ("acts", len(_list(written, "acts")), MOST_ACTS),
    ):
        if number > most:
            raise TooLarge(f"it has {number:,} {what}, and a game has {most:,} at most")


def _list(written: dict[str, Any], name: str) -> list[Any]:
    found = written.get(name)
    return found if isinstance(found, list) else []


def _check_parts(written: dict[str, Any]) -> None:
    """Look at every text, list and object, without going deeper than a recap goes."""
    waiting: list[tuple[int, Any]] = []
    for name, found in written.items():
        waiting += [(1, name), *((1, part) for part in (found if isinstance(found, list) else [found]))]
    while waiting:
        depth, part = waiting.pop()
        if isinstance(part, str) and len(part) > LONGEST_TEXT:
            raise TooLarge(f"it has a text of {len(part):,} characters, and {LONGEST_TEXT:,} are the most")
        if isinstance(part, list | dict):
            if len(part) > MOST_PARTS:
                raise TooLarge(f"it has {len(part):,} things in one place, and {MOST_PARTS:,} are the most")
            if depth == DEEPEST:
                raise TooLarge(f"it has lists within lists, more than {DEEPEST} deep")
            within = [*part, *part.values()] if isinstance(part, dict) else part
            waiting += [(depth + 1, one) for one in within]
