"""At the largest tables, too, a phone shows every message whole: the opening, the news with the board, what people are
told and asked alone, My seat, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from language.any_game import STEPS_MOST, random_answer
from support.pages_of_games import FACES, OneLanguage, snapshot, words_of
from support.phone import LINE, SCREEN, seat_height, told_height

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.matches.ledger import Cursor
from bot.matches.snapshot import MatchSnapshot
from bot.players import NORMAL, player_for
from bot.ui.game_words import computer_names
from bot.ui.panels import Page
from bot.ui.phone_pages import room_of
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.wording import Wording

TABLES = {
    "village": [("enchanted", 12), ("enchanted", 20), ("everything", 20)],
    "mafia": [("club", 20)],
    "name_duel": [("classic", 2)],
    "grimm_forest": [("advanced", 4)],
    "trumplestiltskin": [("classic", 5)],
}
PACES = {"village": (20,), "mafia": (20, 7)}
PACE = 20
"""So many answers lie between two looks at the board and at everybody's seat; what deals cards is always looked at."""
MOST = {"village": SCREEN, "mafia": 1.01 * SCREEN}
MOST_ELSE = 1.1 * SCREEN
"""Lines and pictures are reckoned a little too high: Chromium shows a message of this height on about one screen."""
NEWS_MOST = 8
"""Lines of news: of a night on which more has happened, they are read first, and then the page is moved."""
LETTER_MOST = 3
"""So much is told to somebody at once: as many as are dealt a card, a team and a second card."""
TOLD = Cursor(1, 0, 0, 0, None, None, "sent")
"""Somebody who has been told of the beginning, and not yet of the end."""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", TABLES)
def test_a_phone_shows_every_message_of_a_large_table(game: str, language: str) -> None:
    high = {
        f"{role_set} {seats}, every {pace}: {what}": page_height(page)
        for role_set, seats in TABLES[game]
        for pace in PACES.get(game, (PACE,))
        for what, page in pages(game, role_set, seats, pace, words_of(language))
    }
    assert len(high) > 10
    assert {what: pixels for what, pixels in high.items() if pixels > MOST.get(game, MOST_ELSE)} == {}


def page_height(page: Page) -> int:
    news = min(NEWS_MOST, sum(map(room_of, page.lines)))
    return seat_height(page) + LINE * news + sum(map(told_height, page.small_print))


def pages(game: str, role_set: str, seats: int, pace: int, words: Wording) -> Iterator[tuple[str, Page]]:
    """What people see of a game of normal players, each page with its moment."""
    options = next(one.options for one in GAMES[game].role_sets if one.name == role_set)
    match = Match.start(GAMES[game], options, seats, SealedChance("large"), record=True)
    yield from seen_now(match, words, 0, range(1, seats + 1), "at first", None)
    said = match.announced
    for number in play(match, Random(7)):
        looks = [1 + number // pace % seats] if number % pace == 0 else []
        if (looks or is_news(match, said)) and match.outcome is None:
            yield from seen_now(match, words, said, looks, f"after {number}", TOLD)
        said = said if match.outcome else match.announced
    yield from seen_now(match, words, said, range(1, seats + 1), "at the end", TOLD)


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
    view, face = here.view(SPECTATOR), public.face(here)
    when = f"{view.phase}, {when}"
    news = [one for one in match.announcements_for(SPECTATOR, since=said) if one.is_public]
    pictured = news if face.keeps_place or face.shows_picture(news, view) else None
    names = {shown.picture.name for shown in public.pictures(here, words, news)} if pictured is not None else set()
    lines = [line for _, line in public.told(here, news, names)]
    yield f"news of {when}", public.news(here, lines, (), cursor, pictured=pictured)
    for seat in seats:
        yield f"seat {seat}, {when}", own.seat(here, seat, words)
        letter = [one for one in match.announcements_for(seat, since=said) if not one.is_public]
        if letter:
            yield f"letter to {seat}, {when}", own.panel(here, seat, words, letter[-LETTER_MOST:])


def named(match: Match, words: Wording) -> MatchSnapshot:
    """With names as long as people have them."""
    here, names = snapshot(match), (*computer_names(words), *(f"Nachtigall {number}" for number in range(20)))
    seats = {seat: replace(row, name=names[seat - 1]) for seat, row in here.seats.items()}
    return replace(here, seats=seats)


@pytest.mark.parametrize(("game", "phase"), [("village", "introductions"), ("mafia", "speeches")])
def test_names_for_which_a_board_has_no_room_stand_under_text(game: str, phase: str) -> None:
    words = words_of("en")
    role_set, seats = TABLES[game][-1]
    options = next(one.options for one in GAMES[game].role_sets if one.name == role_set)
    match = Match.start(GAMES[game], options, seats, SealedChance("large"), record=True)
    public = PublicPages(FACES, OneLanguage(words))  # type: ignore[arg-type]
    for _ in play(match, Random(7)):
        here = named(match, words)
        left_out = public.under_text(here, words)
        if left_out:
            break
    assert here.view(SPECTATOR).phase == phase
    board = "\n".join(panel.text for panel in public.board(here))
    later = [name for name in here.names().values() if name in left_out and name not in board]
    assert len(later) > 4
