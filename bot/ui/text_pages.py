"""What **Text** says, in pages that a phone shows whole. Each begins where a line does, and no heading ends one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby

from bot.ui.panels import TINT, Page, Panel, Row
from bot.ui.phone_height import AROUND, GAP, LINE, ROW, SCREEN, SEPARATOR, height_of_panels
from bot.ui.phone_pages import in_even_pages, nearest, room_of, turns
from bot.ui.wording import Wording

ALL_BOLD = re.compile(r"\*\*[^*]+\*\*(?: \(\d+\))?")
"""A line that is bold from end to end stands above others, as a heading does; also with their number behind it."""
MOST = SCREEN - 2 * LINE
"""Pixels of a page: headings are higher than other lines."""
Part = tuple[int, str]
"""The number of a text, and lines of it that stay together."""


def text_page(
    texts: Sequence[str], rows: Sequence[Row], words: Wording, number: int, ident: Callable[[int], str]
) -> Page:
    """The page of this number, or the nearest there is. `rows` stand below each page; `ident` is the id of the button
    to a page."""
    foot = (Panel("", tuple(rows)),) if rows else ()
    whole = (*map(Panel, texts), *foot)
    if height_of_panels(whole) <= MOST:
        return Page(panels=whole, tint=TINT)
    below = sum(height_of_panels([panel]) - AROUND for panel in foot) + GAP + ROW
    room = (MOST - AROUND - below - SEPARATOR * len(texts)) // LINE
    parts = [(place, lines) for place, text in enumerate(texts) for lines in _together(text)]
    pages = in_even_pages(parts, room, lambda part: room_of(part[1]))
    page = nearest(pages, number)
    said = tuple(Panel("\n".join(lines for _, lines in same)) for _, same in groupby(pages[page], key=_of_text))
    turning = turns(words, page, len(pages), ident)
    return Page(panels=(*said, *foot, *((Panel("", (turning,)),) if turning else ())), tint=TINT)


def _together(text: str) -> list[str]:
    """Its lines; a heading with the line it stands above."""
    parts: list[str] = []
    is_headed = False
    for line in text.splitlines():
        if is_headed:
            parts[-1] += f"\n{line}"
        else:
            parts.append(line)
        is_headed = _is_heading(line)
    return parts


def _is_heading(line: str) -> bool:
    return line.startswith("#") or ALL_BOLD.fullmatch(line) is not None


def _of_text(part: Part) -> int:
    return part[0]
