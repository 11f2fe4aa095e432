"""My seat, which nobody changes when a clock is over, says at what time that is: "ends 4 minutes ago" is nonsense."""

from __future__ import annotations

import re
from random import Random

import pytest
from support.pages_of_games import FACES, words_of
from support.seen_pages import named, play

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.ui.stage.seat_pages import SeatPages

LOOKS = 150
ALONE = re.compile(r"(?<!\()<t:\d+:R>")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_no_time_stands_alone_where_it_may_be_over(game: str, language: str) -> None:
    words, pages = words_of(language), SeatPages(FACES)
    options, seats = GAMES[game].role_sets[0].options, GAMES[game].seats[0]
    match = Match.start(GAMES[game], options, seats, SealedChance("times"), record=True)
    counted_down = 0
    for number in play(match, Random(3)):
        if number > LOOKS or match.outcome is not None:
            break
        here = named(match, words)
        for seat in range(1, seats + 1):
            shown = [pages.seat(here, seat, words, is_left=True), pages.questions(here, seat, words, is_left=True)]
            assert ALONE.findall("".join(page.text() for page in shown)) == []
            counted_down += bool(ALONE.search(pages.questions(here, seat, words).text()))
    assert counted_down, "a message that is changed in time says it as ever"
