"""At the largest tables, too, a phone shows every message whole: the opening, the news with the board, what people are
told and asked alone, My seat, and the end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from language.any_game import random_answer
from support.pages_of_games import FACES, NOON_MS, OneLanguage, words_of
from support.phone import SCREEN, message_height, page_height
from support.seen_pages import TOLD, is_news, messages, named, play, seen_now

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.ui.panels import Page
from bot.ui.stage.delivered import Delivered, Due
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


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", TABLES)
def test_a_phone_shows_every_message_of_a_large_table(game: str, language: str) -> None:
    high = {
        f"{role_set} {seats}, every {pace}: {what}": (
            (message_height(page), SCREEN)
            if what.startswith("news")
            else (page_height(page), MOST.get(game, MOST_ELSE))
        )
        for role_set, seats in TABLES[game]
        for pace in PACES.get(game, (PACE,))
        for what, page in pages(game, role_set, seats, pace, words_of(language))
    }
    assert len(high) > 10
    assert {what: pixels for what, (pixels, most) in high.items() if pixels > most} == {}


def begun(game: str, role_set: str, seats: int, chance: str) -> Match:
    """A game with this built-in role set that has just begun."""
    options = next(one.options for one in GAMES[game].role_sets if one.name == role_set)
    return Match.start(GAMES[game], options, seats, SealedChance(chance), record=True)


def public_pages(words: Wording) -> PublicPages:
    return PublicPages(FACES, OneLanguage(words))  # type: ignore[arg-type]


def pages(game: str, role_set: str, seats: int, pace: int, words: Wording) -> Iterator[tuple[str, Page]]:
    """What people see of a game of normal players, each page with its moment."""
    match = begun(game, role_set, seats, "large")
    yield from seen_now(match, words, 0, range(1, seats + 1), "at first", None)
    said = match.announced
    for number in play(match, Random(7)):
        looks = [1 + number // pace % seats] if number % pace == 0 else []
        if (looks or is_news(match, said)) and match.outcome is None:
            yield from seen_now(match, words, said, looks, f"after {number}", TOLD)
        said = said if match.outcome else match.announced
    yield from seen_now(match, words, said, range(1, seats + 1), "at the end", TOLD)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["village", "mafia"])
def test_seats_that_are_offered_to_others_leave_room_for_the_board(game: str, language: str) -> None:
    """Half a table is away while people are accused, vote and say their last words."""
    words = words_of(language)
    public = public_pages(words)
    match = begun(game, TABLES[game][0][0], 12, "away")
    said, high, offered = match.announced, {}, range(2, 8)
    for number in play(match, Random(11)):
        if match.outcome is not None:
            break
        if not is_news(match, said):
            continue
        here = named(match, words)
        away = {seat: replace(row, away=seat in offered) for seat, row in here.seats.items()}
        here = replace(here, seats=away)
        news = [one for one in match.announcements_for(SPECTATOR, since=said) if one.is_public]
        said = match.announced
        shown = asyncio.run(messages(public, here, news, TOLD, offered))
        assert sum(":take:" in repr(page.panels) for page in shown) == 1, "offered once"
        high |= {f"{place} of {[one.key for one in news]}, after {number}": message_height(page)
                 for place, page in enumerate(shown)}  # fmt: skip
    assert len(high) > 10
    assert {what: pixels for what, pixels in high.items() if pixels > SCREEN} == {}


@pytest.mark.parametrize("language", ["en", "de"])
def test_ten_who_are_away_leave_room_for_a_vote_on_many(language: str) -> None:
    """Most raise their hands for the first nominees, so that all others are called at once, with the count."""
    words, rng = words_of(language), Random(1)
    public = public_pages(words)
    match = begun("mafia", "club", 20, "away1")
    said, high, offered, called = match.announced, {}, range(5, 15), 0
    for number in range(80):
        match.reply(*random_answer(match, rng))
        if not is_news(match, said):
            continue
        here = named(match, words)
        here = replace(here, seats={seat: replace(row, away=seat in offered) for seat, row in here.seats.items()})
        news = [one for one in match.announcements_for(SPECTATOR, since=said) if one.is_public]
        said, called = match.announced, max(called, [one.key for one in news].count("vote.for"))
        for place, page in enumerate(asyncio.run(messages(public, here, news, TOLD, offered))):
            high[f"{place} of {[one.key for one in news]}, after {number}"] = message_height(page)
    assert called >= 8
    assert {what: pixels for what, pixels in high.items() if pixels > SCREEN} == {}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("role_set", ["classic", "beginner", "slow"])
def test_the_opening_has_room_for_those_who_are_waited_for(role_set: str, language: str) -> None:
    """It calls everybody and waits for all of them, and names those who are left as soon as somebody has answered."""
    words = words_of(language)
    public = public_pages(words)
    match = begun("village", role_set, 8, "large")
    here = named(match, words)
    news = [one for one in match.announcements_for(SPECTATOR, since=0) if one.is_public]
    *ahead, opening = asyncio.run(messages(public, here, news, None))
    high = [*map(message_height, ahead), message_height(opening)]
    for question in [one for one in match.open if one.key == "introduction"][:-1]:
        match.answer(question.number, question.seat, None)
        now = replace(opening, panels=public.board(named(match, words), pictured=bool(opening.pictures)))
        high.append(message_height(now))
    assert max(high) > high[-8], "the board has grown"
    assert [pixels for pixels in high if pixels > SCREEN] == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("game", "role_set"), [("village", "enchanted"), ("village", "everything"), ("mafia", "club")])
def test_a_phone_shows_the_first_letter_of_whoever_takes_a_seat_over(game: str, role_set: str, language: str) -> None:
    """With the pictures of the cards that there is room for."""
    words, own = words_of(language), SeatPages(FACES)
    match = begun(game, role_set, 20, "large")
    high: dict[str, int] = {}
    pictures = set()
    for number in play(match, Random(7)):
        if match.outcome is not None:
            break
        if number % PACE:
            continue
        here, seat = named(match, words), 1 + number // PACE % 20
        letter = own.message(here, seat, words, Due((), True, Delivered(here.checkpoint, 0)))
        assert letter is not None
        high[f"{seat}, after {number}"] = message_height(letter)
        pictures.add(len(letter.pictures))
    assert len(high) > 5
    assert 1 in pictures
    assert {what: pixels for what, pixels in high.items() if pixels > SCREEN} == {}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("game", "role_set", "seats"), [("village", "slow", 20), ("mafia", "club", 20)])
def test_the_question_at_a_table_that_sleeps_leaves_room_for_the_board_or_stands_alone(
    game: str, role_set: str, seats: int, language: str
) -> None:
    words = words_of(language)
    public = public_pages(words)
    match = begun(game, role_set, seats, "asleep")
    high: dict[str, int] = {}
    alone = set()
    for number in play(match, Random(7)):
        if match.outcome is not None:
            break
        if number % 7:
            continue
        here = named(match, words)
        asleep = replace(here, row=replace(here.row, paused_ms=1, deserted_until_ms=NOON_MS))
        page = public.news(asleep, (), (), TOLD, pictured=None)
        assert [":here:" in repr(panel) for panel in page.panels][:1] == [True]
        alone.add(len(page.panels) == 1)
        high[f"{here.view(SPECTATOR).phase}, after {number}"] = message_height(page)
    assert alone == {True, False}
    assert {what: pixels for what, pixels in high.items() if pixels > SCREEN} == {}


@pytest.mark.parametrize("language", ["en", "de"])
def test_many_who_are_accused_leave_room_for_what_is_pressed_and_text_says_why(language: str) -> None:
    """Whom chance nominates, many have nominated, each with a reason."""
    words, rng = words_of(language), Random(1)
    public = public_pages(words)
    match = begun("village", "enchanted", 20, "c3")
    said, high, in_short = match.announced, {}, 0
    for number in range(140):
        match.reply(*random_answer(match, rng))
        if not is_news(match, said):
            continue
        here = named(match, words)
        news = [one for one in match.announcements_for(SPECTATOR, since=said) if one.is_public]
        said = match.announced
        for place, page in enumerate(asyncio.run(messages(public, here, news, TOLD))):
            high[f"{place}, after {number}"] = message_height(page)
        left_out = public.under_text(here, words)
        if here.view(SPECTATOR).phase == "day" and left_out:
            in_short += 1
            assert "because" in left_out, "the reasons"
    assert in_short > 3
    assert {what: pixels for what, pixels in high.items() if pixels > SCREEN} == {}


@pytest.mark.parametrize(("game", "phase"), [("village", "introductions"), ("mafia", "speeches")])
def test_names_for_which_a_board_has_no_room_stand_under_text(game: str, phase: str) -> None:
    words = words_of("en")
    role_set, seats = TABLES[game][-1]
    match = begun(game, role_set, seats, "large")
    public = public_pages(words)
    for _ in play(match, Random(7)):
        here = named(match, words)
        left_out = public.under_text(here, words)
        if left_out:
            break
    assert here.view(SPECTATOR).phase == phase
    board = "\n".join(panel.text for panel in public.board(here))
    later = [name for name in here.names().values() if name in left_out and name not in board]
    assert len(later) > 4
