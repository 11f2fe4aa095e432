"""Pages with pictures: how they are drawn and attached, whichever way the page is sent.

A picture is drawn in a worker thread. When it is late, or cannot be drawn, the page goes out with the picture's words
instead: nobody waits for beauty.
"""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import discord
import structlog

from bot.ui.delivery import Outgoing
from bot.ui.panels import Page, Panel, Shown, render
from bot.ui.pictures.gallery import Gallery, GalleryClosed, NotDrawn

log = structlog.get_logger(__name__)

PATIENCE_S = 1.0
"""How long a page waits for its pictures. A click has to be answered within three seconds."""

_NUMBERED = re.compile(r"(\d+)\.(?= )")

FileMaker = Callable[[], discord.File]


async def drawn(gallery: Gallery, page: Page) -> tuple[discord.ui.LayoutView, list[FileMaker]]:
    """The page as Discord components, and the files that belong to it."""
    if not page.pictures:
        return render(page), []
    bodies = await asyncio.gather(*(_body(gallery, shown) for shown in page.pictures))
    ready = [(shown, body) for shown, body in zip(page.pictures, bodies, strict=True) if body is not None]
    late = [shown for shown, body in zip(page.pictures, bodies, strict=True) if body is None]
    page = replace(_said(page, late), pictures=tuple(shown for shown, _ in ready))
    return render(page), [partial(_file, shown, body) for shown, body in ready]


def without_files(page: Page) -> Page:
    """The page for a place where nothing may be attached: the words of its pictures stand there at once."""
    return replace(_said(page, page.pictures), pictures=(), files=())


def _said(page: Page, missing: Sequence[Shown]) -> Page:
    """The page with the words of these pictures on top. Drawn or in words, what its pictures show is said then."""
    if not page.pictures:
        return page
    words = tuple(Panel(in_words(shown)) for shown in missing)
    told = (panel.in_words(page.pictures) for panel in page.panels)
    return replace(page, panels=(*words, *told))


def in_words(shown: Shown, marked: str = "") -> str:
    """Everything a picture shows, fit for a message: names in it are as people chose them.

    marked  what it says of the cards, with titles and names in bold, so that one can look a card up
    """
    bold = {line.replace("**", ""): line for line in marked.splitlines()}
    lines = [bold.get(line) or discord.utils.escape_markdown(line) for line in shown.alt.splitlines()]
    return discord.utils.escape_mentions("\n".join(_with_own_numbers(lines)))


def _with_own_numbers(lines: Sequence[str]) -> list[str]:
    """Lines that begin with a number are a list to Discord, and a list counts on from its first number. Where these
    numbers do not, they are no list: a seat keeps its own."""
    numbers = [int(found[1]) if (found := _NUMBERED.match(line)) else None for line in lines]
    return [
        line if number is None or _counts_on(numbers, place) else _NUMBERED.sub(r"\1\\.", line)
        for place, (number, line) in enumerate(zip(numbers, lines, strict=True))
    ]


def _counts_on(numbers: Sequence[int | None], place: int) -> bool:
    """Whether this number stands in a row of lines in which each is one more than the one before."""
    first = last = place
    while first and numbers[first - 1] is not None:
        first -= 1
    while last + 1 < len(numbers) and numbers[last + 1] is not None:
        last += 1
    row = numbers[first : last + 1]
    return row == list(range(row[0] or 0, (row[0] or 0) + len(row)))


async def outgoing(
    gallery: Gallery,
    page: Page,
    *,
    files: Sequence[FileMaker] = (),
    mention_users: tuple[int, ...] = (),
    attaches: bool = True,
) -> Outgoing:
    """The page as a message for the courier. `attaches`: whether files may be attached where it goes."""
    if not attaches:
        return Outgoing(view=render(without_files(page)), mention_users=mention_users)
    view, pictures = await drawn(gallery, page)
    return Outgoing(view=view, files=(*pictures, *files), mention_users=mention_users)


async def _body(gallery: Gallery, shown: Shown) -> bytes | None:
    try:
        return await asyncio.wait_for(gallery.drawn(shown.picture), PATIENCE_S)
    except TimeoutError:
        log.warning("picture_late", name=shown.picture.name)
    except GalleryClosed:
        pass  # the bot is stopping
    except NotDrawn as problem:
        log.error("picture_not_drawn", name=shown.picture.name, problem=str(problem))
    return None


def _file(shown: Shown, body: bytes) -> discord.File:
    return discord.File(io.BytesIO(body), filename=shown.picture.name)
