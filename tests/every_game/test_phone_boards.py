"""On a phone every board is seen whole: its picture, what is asked, and its controls, and the news that come with the
picture; and so is almost every seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from language.any_game import play_at_random
from support.pages_of_games import FACES, OneLanguage, snapshot, words_of
from support.phone import LINE, SCREEN, board_height, height_of, seat_height
from support.sizes import size

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.matches.snapshot import MatchSnapshot
from bot.ui.phone_pages import room_of
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.seat_pages import SeatPages
from cogs.hidden_roles.accused import ACCUSED, VOTES

TABLES = {"village": 9, "mafia": 9, "name_duel": 2, "grimm_forest": 4, "trumplestiltskin": 4}
PACE = size(20, full=3)
"""The pages are looked at after so many answers."""
COUNT_MOST = SCREEN / 2
"""Where so many were voted for that their count alone is higher, its board may be as well."""
SEAT_MOST = 1.2 * SCREEN
"""Who has two questions at once, below the card that they need for them, or all cards before them after their end, may
have to move the page a little."""

NEWS_MOST = 8 * LINE
"""So much news a phone shows above a picture; more than that is read first, and then the page is moved."""


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
    messages: Counter[str] = Counter()
    own: Counter[str] = Counter()
    for number, _ in enumerate(play_at_random(match, Random(7))):
        news = [one for one in match.announcements_for(SPECTATOR, since=said) if one.is_public]
        said = match.announced
        if not face.keeps_place and face.shows_picture(news, match.view(SPECTATOR)):
            messages[f"{[one.key for one in news]}, after {number} answers"] = message_height(
                public, snapshot(match), news
            )
        if number % PACE:
            continue
        here, seat = snapshot(match), 1 + number // PACE % match.seats
        view = here.view(SPECTATOR)
        pictured = news if face.keeps_place or face.shows_picture(news, view) else None
        board = public.news(here, [], (), None, pictured=pictured)
        count = sum(height_of(shown) for shown in board.pictures if shown.picture.name in (ACCUSED, VOTES))
        if count <= COUNT_MOST:
            boards[f"{view.phase}, after {number} answers"] = board_height(board)
        own[f"seat {seat}, {view.phase}, after {number} answers"] = seat_height(seats.seat(here, seat, words))
    assert len(boards) > 3
    assert len(messages) > 3 or face.keeps_place
    assert {when: high for when, high in messages.items() if high > SCREEN} == {}
    assert {when: high for when, high in boards.items() if high > SCREEN} == {}
    assert {when: high for when, high in own.items() if high > SEAT_MOST} == {}


def message_height(public: PublicPages, match: MatchSnapshot, news: Sequence[Announcement]) -> int:
    """Of a message with its news and their picture. Of a night on which much has happened only so much counts."""
    page = public.news(match, (), (), None, pictured=news)
    told = public.told(match, news, {shown.picture.name for shown in page.pictures})
    return board_height(page) + min(NEWS_MOST, LINE * sum(room_of(line) for _, line in told))
