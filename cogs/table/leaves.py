"""Long texts on pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.ui.panels import TEXT_MOST
from bot.ui.phone_height import SMALL
from bot.ui.phone_pages import in_pages, room_of
from bot.ui.wording import Wording

LEAF_MOST = TEXT_MOST - 500
PHONE_ROOM = 19
"""Lines of a phone that a page takes which is turned; below it stand at most three rows of buttons."""
_HEADING = re.compile(r"#|\*\*[^*]+\*\*$")
"""A heading, or a line that is nothing but bold."""
POINT = "• "
"""How a line of a list begins; what stands above the first one is its heading."""


def leaves(paragraphs: Sequence[str]) -> list[str]:
    """The paragraphs on pages of at most `LEAF_MOST` characters."""
    pages = [""]
    for line in "\n".join(paragraphs).split("\n"):
        if len(pages[-1]) + len(line) + 1 > LEAF_MOST:
            pages.append("")
        pages[-1] += line[:LEAF_MOST] + "\n"
    return pages


def phone_leaves(paragraphs: Sequence[str]) -> list[str]:
    """The paragraphs on pages that the screen of a phone shows whole. A heading stands above what it is of."""
    parts: list[str] = []
    for line in _lines(paragraphs):
        above = parts[-1].rpartition("\n")[2] if parts else ""
        opens = bool(above) and line.startswith(POINT) and not above.startswith(POINT)
        if _HEADING.match(above) or (opens and room_of(f"{parts[-1]}\n{line}") <= PHONE_ROOM):
            parts[-1] += f"\n{line[:LEAF_MOST]}"
        else:
            parts.append(line[:LEAF_MOST])
    return ["\n".join(page) for page in in_pages(parts, PHONE_ROOM, room_of)]


def _lines(paragraphs: Sequence[str]) -> Iterator[str]:
    """Every line; a short paragraph of small print stays whole: a secret number and its seal are compared."""
    for paragraph in paragraphs:
        lines = paragraph.split("\n")
        is_whole = all(line.startswith(SMALL) for line in lines) and room_of(paragraph) <= PHONE_ROOM // 2
        yield from (paragraph,) if is_whole else lines


def leaf(pages: Sequence[str], number: int, words: Wording) -> str:
    """The page of this number, and which of how many it is."""
    if len(pages) == 1:
        return pages[0]
    return f"{pages[number]}\n{words.say('tables.page', page=number + 1, pages=len(pages))}"
