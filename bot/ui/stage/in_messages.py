"""In which messages news are told: above the board, on one message with it, as long as a phone shows that whole; where
it would not, or the board grows later, on one of its own above that of the board, so that nobody moves the page back
and forth. A picture that the board has all day goes with them; every other one stays with the board, whose **Text**
tells of it. Seats that are offered to others go with them where there is no room for them either."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from PIL import Image, UnidentifiedImageError

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.questions import Seat
from bot.matches.ledger import Cursor
from bot.matches.snapshot import MatchSnapshot
from bot.ui.pages import PATIENCE_S
from bot.ui.panels import TEXT_MOST, TINT, Page, Shown
from bot.ui.phone_height import SCREEN, TEXT_LINE, height_of_message
from bot.ui.pictures.gallery import Gallery, NotDrawn
from bot.ui.stage.delivered import by_message
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.questions import awaits_cards

LINES_MOST = TEXT_MOST - 760
"""Characters of news on a message of its own: the first one calls up to twenty people as well."""
PHONE_WIDE = 390
"""Pixels of a phone's width, which a picture fills."""
PICTURE_USUAL = 300
"""Pixels that a picture takes there of which it is not known, because it is late."""
GROWS = 5 * TEXT_LINE
"""So much higher is the board that everybody was called to as soon as only some are waited for: up to eight of them are
named."""
WAITS = 2 * TEXT_LINE
"""So much lower is it then, where it has said before that not everybody has a card."""
Line = tuple[int, str]
"""News in words, with its number."""


@dataclass(frozen=True)
class InMessages:
    """The messages, each above the board with the number of the last announcement that it tells; and what stands on the
    message with the board: `shows` is the news of its picture, None without one; `offers` the seats offered there."""

    ahead: Sequence[tuple[int, Page]]
    lines: Sequence[str]
    asides: Sequence[Line]
    shows: Sequence[Announcement] | None
    offers: Sequence[Seat] = ()


async def in_messages(
    pages: PublicPages,
    gallery: Gallery,
    match: MatchSnapshot,
    news: Sequence[Announcement],
    told: Callable[[Collection[str]], list[Line]],
    more: Sequence[str],
    offers: Sequence[Seat],
    cursor: Cursor | None,
) -> InMessages:
    """`told` says the news beside pictures of these names; `more` stands below them, with the board."""
    face, whole, asides = pages.face(match), told(()), pages.asides(match, news)
    shows = news if face.shows_picture(news, match.view(SPECTATOR)) else None
    beside, page = whole, pages.news(match, _above(whole, more), offers, cursor, pictured=None, asides=asides)
    if whole and not page.fits():
        messages = by_message(sorted([*whole, *asides], key=itemgetter(0)), LINES_MOST)
        return InMessages([(number, Page((), tuple(lines))) for number, lines in messages], more, (), shows, offers)
    if shows is not None and page.fits():
        names = {one.picture.name for one in pages.pictures(match, pages.words(match), news)}
        beside, asides = told(names), pages.asides(match, news, names)
    together = InMessages((), _above(beside, more), asides, shows, offers)
    page = pages.news(match, together.lines, offers, cursor, pictured=shows, asides=asides)
    grows = 0.0
    if cursor is None and not face.keeps_place:
        grows = GROWS - WAITS if awaits_cards(match) else GROWS
    stays_together = not (cursor is None and face.opens_apart)
    if not (whole or offers) or (stays_together and await _is_on_one_screen(gallery, page, grows=grows)):
        return together
    first = Page((), _above(whole, ()), small_print=_above(asides, ()))
    stays, boards = shows, pages.pictures(match, pages.words(match))
    left: Sequence[Line] = ()
    board = replace(page, lines=tuple(more), small_print=())
    if cursor is None:  # what its picture shows, and what each card can do, stands under **Text** of the board
        first, left = Page((), _above(beside, ())), asides
        board = replace(board, small_print=_above(asides, ()))
    elif shows is not None and not (face.keeps_place or match.over) and page.pictures == boards:
        first, stays = replace(first, lines=_above(beside, ()), pictures=page.pictures), None
        board = replace(board, panels=pages.offered_board(match, offers, pictured=False), pictures=())
    told_to = max((number for number, _ in (*whole, *asides)), default=cursor.announcement if cursor else -1)
    if not board.panels:
        return together
    if whole and await _is_on_one_screen(gallery, board, grows=grows):
        return InMessages([(told_to, _brief(first, beside))], more, left, stays, offers)
    first = _brief(replace(first, panels=pages.offered(match, offers), tint=TINT), beside)
    board = replace(board, panels=pages.offered_board(match, (), pictured=stays is not None))
    if not first.panels or not await _is_on_one_screen(gallery, board, grows=grows):
        return together  # two messages would be no better
    return InMessages([(told_to, first)], more, left, stays)


def _brief(first: Page, beside: Sequence[Line]) -> Page:
    """The news without what the picture below shows, where a phone would not show the whole message."""
    return (
        first if first.pictures or height_of_message(first, 0) <= SCREEN else replace(first, lines=_above(beside, ()))
    )


def _above(told: Sequence[Line], more: Sequence[str]) -> tuple[str, ...]:
    return (*(line for _, line in told), *more)


async def _is_on_one_screen(gallery: Gallery, page: Page, *, grows: float) -> bool:
    """`grows`: how much higher its board is, in pixels, when some have answered."""
    pictures = sum([await _height(gallery, one) for one in page.pictures])
    return height_of_message(page, pictures) + grows <= SCREEN


async def _height(gallery: Gallery, shown: Shown) -> int:
    """How high this picture is on a phone. It is drawn for the message that follows as well."""
    try:
        body = await asyncio.wait_for(gallery.drawn(shown.picture), PATIENCE_S)
        across, down = Image.open(io.BytesIO(body)).size
    except (TimeoutError, NotDrawn, UnidentifiedImageError):
        return PICTURE_USUAL
    return round(PHONE_WIDE * down / across)
