"""On a phone every board is seen whole: its picture, what is asked, and its controls; and so is almost every seat."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from language.any_game import play_at_random
from support.pages_of_games import FACES, OneLanguage, snapshot, words_of
from support.phone import SCREEN, board_height
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.seat_pages import SeatPages

TABLES = {"village": 9, "mafia": 9, "name_duel": 2, "grimm_forest": 4, "trumplestiltskin": 4}
PACE = size(20, full=3)
"""The pages are looked at after so many answers."""
SEAT_MOST = 960
"""Who has two questions at once, below the card that they need for them, may have to move the page by a thumb's
breadth."""


@pytest.mark.full_size
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", TABLES)
def test_a_phone_shows_every_board_whole(game: str, language: str) -> None:
    """Of games played by chance, in which people talk, accuse and vote as they like."""
    rules, face, words = GAMES[game], FACES[game], words_of(language)
    public, seats = PublicPages(FACES, OneLanguage(words)), SeatPages(FACES)  # type: ignore[arg-type]
    match = Match.start(rules, rules.options(), TABLES[game], SealedChance("phone"), record=True)
    said = 0
    boards: Counter[str] = Counter()
    own: Counter[str] = Counter()
    for number, _ in enumerate(play_at_random(match, Random(7))):
        news = [one for one in match.announcements_for(SPECTATOR, since=said) if one.is_public]
        said = match.announced
        if number % PACE:
            continue
        here, seat = snapshot(match), 1 + number // PACE % match.seats
        view = here.view(SPECTATOR)
        pictured = news if face.keeps_place or face.shows_picture(news, view) else None
        board = public.news(here, [], (), None, pictured=pictured)
        boards[f"{view.phase}, after {number} answers"] = board_height(board)
        own[f"seat {seat}, {view.phase}, after {number} answers"] = board_height(seats.seat(here, seat, words))
    assert len(boards) > 3
    assert {when: high for when, high in boards.items() if high > SCREEN} == {}
    assert {when: high for when, high in own.items() if high > SEAT_MOST} == {}
