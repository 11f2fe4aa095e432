"""Long panels come in pages, each of which the screen of a phone shows whole; the others are a press away.

Which page is shown is known to nobody but its buttons: each carries the page it turns to, so they work after a restart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.ui.panels import Button
from bot.ui.wording import Wording

T = TypeVar("T")
TURNS_ROOM = 3
"""Lines of a phone that the buttons take which turn the pages."""
PHONE_LINE = 38
"""Letters of a line on a phone, about."""

_UNSEEN = re.compile(r"\*\*|^#+ |^-# |<@[!&]?\d+>|<#\d+>|<t:\d+(?::\w)?>", re.MULTILINE)
"""Marks that take no room, and mentions and times, which take that of a name."""
_NAME = "x" * 12


def room_of(text: str) -> int:
    """How many lines of a phone's screen it takes, about."""
    seen = _UNSEEN.sub(lambda mark: _NAME if mark[0].startswith("<") else "", text)
    return sum(max(1, -(-len(line) // PHONE_LINE)) for line in seen.splitlines())


def in_pages(parts: Sequence[T], room: int, taken: Callable[[T], int]) -> list[list[T]]:
    """The parts in pages of so much room, at least one page; a part that is too large has one of its own. Where there
    are several, what turns them takes some of the room."""
    if sum(map(taken, parts)) > room:
        room -= TURNS_ROOM
    pages: list[list[T]] = [[]]
    left = room
    for part in parts:
        if taken(part) > left and pages[-1]:
            pages.append([])
            left = room
        pages[-1].append(part)
        left -= taken(part)
    return pages


def in_even_pages(parts: Sequence[T], room: int, taken: Callable[[T], int]) -> list[list[T]]:
    """The same number of pages, about equally long: no page says a single thing because the others are full."""
    pages = in_pages(parts, room, taken)
    for less in range(room - 1, 0, -1):
        shorter = in_pages(parts, less, taken)
        if len(shorter) > len(pages):
            break
        pages = shorter
    return pages


def nearest(pages: Sequence[object], page: int) -> int:
    """The page that is asked for, or the nearest there is."""
    return min(max(page, 0), len(pages) - 1)


def turns(words: Wording, page: int, count: int, ident: Callable[[int], str]) -> tuple[Button, ...]:
    """The buttons to the pages before and after this one, of so many. `ident` is the id of the button to a page."""
    ways = (("earlier", page - 1, "◀️"), ("more", page + 1, "▶️"))
    return tuple(
        Button(ident(there), words.say(f"button.{way}"), emoji=emoji)
        for way, there, emoji in ways
        if 0 <= there < count
    )
