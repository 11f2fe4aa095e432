"""What a computer player is to choose in front of everybody: nobody sees a button that would refuse them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.pages_of_games import FACES, OneLanguage, snapshot, words_of

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Seat
from bot.games import GAMES
from bot.matches.snapshot import MatchSnapshot
from bot.ui.panels import Button
from bot.ui.stage.public_pages import PublicPages

CHOICES = (("trumplestiltskin", 3, "gnome.pick"), ("name_duel", 2, "duel.start"))


def begun(game: str, seats: int, key: str) -> tuple[Match, Seat]:
    """A game whose first question is this one, and who is asked."""
    match = Match.start(GAMES[game], GAMES[game].options(), seats, SealedChance("seed"))
    (question,) = [question for question in match.open if question.key == key]
    return match, question.seat


def played_by_computers(match: MatchSnapshot, *seats: Seat) -> MatchSnapshot:
    rows = {seat: replace(row, user_id=None, player="thoughtful") for seat, row in match.seats.items() if seat in seats}
    return replace(match, seats={**match.seats, **rows})


def of_the_choice(match: MatchSnapshot) -> list[Button]:
    """The buttons on the board that answer a question."""
    panels = PublicPages(FACES, OneLanguage(words_of("en"))).board(match)
    rows = [row for panel in panels for row in panel.rows if isinstance(row, tuple)]
    return [button for row in rows for button in row if button.custom_id.startswith("mm:o:")]


@pytest.mark.parametrize(("game", "seats", "key"), CHOICES)
def test_a_choice_of_a_person_has_buttons_on_the_board_and_one_of_a_computer_none(
    game: str, seats: int, key: str
) -> None:
    match, asked = begun(game, seats, key)
    others = [seat for seat in range(1, seats + 1) if seat != asked]
    buttons = of_the_choice(played_by_computers(snapshot(match), *others))
    assert len(buttons) == len(match.open_for(asked)[0].choices)
    assert {button.style for button in buttons} == {"secondary"}, "they are for one of all who see them"
    assert of_the_choice(played_by_computers(snapshot(match), asked)) == []
