"""Whole games in pages, without Discord: what everybody sees of them, and each seat alone, with names as long as people
have them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

from language.any_game import STEPS_MOST, random_answer
from PIL import Image

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.match import Match
from bot.engine.questions import Seat
from bot.matches.ledger import Cursor
from bot.matches.snapshot import MatchSnapshot
from bot.players import NORMAL, player_for
from bot.ui.game_words import computer_names
from bot.ui.pages import in_words
from bot.ui.panels import Page
from bot.ui.pictures.gallery import encoded
from bot.ui.pictures.picture import Picture
from bot.ui.render_context import RenderContext
from bot.ui.stage.delivered import Delivered, Due
from bot.ui.stage.in_messages import in_messages
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.text_pages import text_page
from bot.ui.wording import Wording
from support.pages_of_games import FACES, OneLanguage, snapshot
from support.phone import size_of

SEAL = "5e" * 32
LETTER_MOST = 3
"""So much is told to somebody at once: as many as are dealt a card, a team and a second card."""
TOLD = Cursor(1, 0, 0, 0, None, None, "sent")
"""Somebody who has been told of the beginning, and not yet of the end."""


def play(match: Match, rng: Random) -> Iterator[int]:
    """To the end, counting the answers. Now and then somebody says something first."""
    players = {seat: player_for(match.game.name, NORMAL, Random(seat)) for seat in range(1, match.seats + 1)}
    for number in range(1, STEPS_MOST):
        if match.outcome is not None:
            return
        question, value = random_answer(match, rng)
        is_said = question.says is not None and value in question.says()
        if question.seat in players and not is_said:
            thought = players[question.seat].answer(question, partial(match.view, question.seat))
            value = thought if question.kind != "one" or thought in question.choices else value
        match.answer(question.number, question.seat, value)
        yield number


def is_news(match: Match, said: int) -> bool:
    """Whether something was said of which everybody gets a message; at a table of cards the board alone changes."""
    face = FACES[match.game.name]
    news = match.announcements_for(SPECTATOR, since=said)
    return not face.keeps_place and any(one.is_public and not face.is_quiet(one) for one in news)


def seen_now(
    match: Match, words: Wording, said: int, seats: Iterable[int], when: str, cursor: Cursor | None
) -> Iterator[tuple[str, Page]]:
    """The next public message, and of these seats their own page and what they have been told last, if anything."""
    public, own = PublicPages(FACES, OneLanguage(words)), SeatPages(FACES)  # type: ignore[arg-type]
    here = named(match, words)
    when = f"{here.view(SPECTATOR).phase}, {when}"
    news = [one for one in match.announcements_for(SPECTATOR, since=said) if one.is_public]
    for place, page in enumerate(asyncio.run(messages(public, here, news, cursor))):
        yield f"news {place} of {when}", page
    for seat in seats:
        yield f"seat {seat}, {when}", own.seat(here, seat, words)
        letter = [one for one in match.announcements_for(seat, since=said) if not one.is_public]
        if letter:
            yield f"letter to {seat}, {when}", own.panel(here, seat, words, letter[-LETTER_MOST:])


async def messages(
    pages: PublicPages,
    here: MatchSnapshot,
    news: Sequence[Announcement],
    cursor: Cursor | None,
    offers: Sequence[Seat] = (),
) -> list[Page]:
    """Those in which this news is told, and these seats are offered to others."""
    gallery: Any = GalleryOfSizes()
    say = partial(pages.told, here, news)
    split = await in_messages(pages, gallery, here, news, say, (), offers, cursor)
    ahead = [page if cursor else pages.opening(here, page) for _, page in split.ahead]
    cursor = TOLD if ahead else cursor
    return [*ahead, pages.news(here, split.lines, split.offers, cursor, pictured=split.shows, asides=split.asides)]


class GalleryOfSizes:
    """Draws each picture as nothing but as large as it is."""

    async def drawn(self, picture: Picture) -> bytes:
        return _blank(picture)


@cache
def _blank(picture: Picture) -> bytes:
    return encoded(Image.new("RGB", size_of(picture)))


def seen_besides(match: Match, words: Wording, seats: Sequence[Seat], when: str) -> Iterator[tuple[str, Page]]:
    """What is a press away of that, or comes seldom: the pages of **Text**, what a substitute gets, and at the end what
    it is for each of these seats."""
    own = SeatPages(FACES)
    here = named(match, words)
    when = f"{here.view(SPECTATOR).phase}, {when}"
    for seat in (SPECTATOR, *seats):
        for number, page in enumerate(text_pages(here, words, seat)):
            yield f"text {number} of {seat}, {when}", page
    for seat in seats:
        if here.over:
            yield f"verdict of {seat}, {when}", own.verdict(here, seat, words, (), keeps_notes=True)
            continue
        handed_over = own.message(here, seat, words, Due((), True, Delivered(here.checkpoint, 0)))
        if handed_over is not None:
            yield f"substitute of {seat}, {when}", handed_over


def text_pages(here: MatchSnapshot, words: Wording, seat: Seat) -> Iterator[Page]:
    """What **Text** says below the board, to whoever sits there, page after page."""
    public, own = PublicPages(FACES, OneLanguage(words)), SeatPages(FACES)  # type: ignore[arg-type]
    pictures, told = public.pictures(here, words), [public.under_text(here, words)]
    if seat != SPECTATOR:
        pictures += own.pictures(here, seat, words)
        told += [own.hand_told(here, seat, words), own.explained_told(here, seat, words)]
    if not pictures:
        return
    face, context, view = public.face(here), RenderContext.of(here, words), here.view(SPECTATOR)
    texts = [*(in_words(one, face.deck_told(view, context)) for one in pictures), *filter(None, told)]
    rows = () if here.over else face.under_text(view, context)
    shown: list[Page] = []
    while not shown or len(shown) == 1 or shown[-1] != shown[-2]:
        shown.append(text_page(texts, rows, words, len(shown), lambda there: f"mm:text:1:{there}:x"))
    yield from shown[:-1]


def named(match: Match, words: Wording) -> MatchSnapshot:
    """With names as long as people have them, and both seals."""
    here = snapshot(match)
    seats = {seat: replace(row, name=names(words)[seat - 1]) for seat, row in here.seats.items()}
    return replace(here, seats=seats, row=replace(here.row, commitment=SEAL, opening=SEAL))


def names(words: Wording) -> tuple[str, ...]:
    """Those of computer players first, which are the longest that are usual, then as long ones of people."""
    return *computer_names(words), *(f"Nachtigall {number}" for number in range(20))
