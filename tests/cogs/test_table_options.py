"""Options that are about the table and its people: every game has them, in words of their own for all games."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from bot.games.table_options import QUIET_GUESTS, TABLE_OPTIONS
from bot.matches.option_fields import option_fields
from bot.ui.option_words import option_help, option_title
from bot.ui.wording import Wording, wording_files

WORDS = Wording(wording_files())
IN_EVERY_GAME = {"free_seats", "quiet_guests", "pace"}
FORM_LABEL, LINE = 45, 100
"""Characters that Discord takes as the label of a form's field, and as the line below it."""


@pytest.mark.parametrize("language", ["en-US", "de"])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_these_options_in_words_that_fit(game: object, language: str) -> None:
    words = WORDS.for_locale(language)
    fields = [one for one in option_fields(game.options) if one.name in TABLE_OPTIONS]  # type: ignore[attr-defined]
    assert {one.name for one in fields} >= IN_EVERY_GAME
    for field in fields:
        assert 0 < len(option_title(words, game, field)) <= FORM_LABEL  # type: ignore[arg-type]
        assert 0 < len(option_help(words, game, field)) <= LINE  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_built_in_set_gives_seats_away(game: object) -> None:
    assert not any(one.options.free_seats for one in game.role_sets)  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", [GAMES["village"], GAMES["mafia"]], ids=["village", "mafia"])
def test_nobody_sees_what_the_dead_see_and_the_dead_have_no_room_unless_somebody_wants_it(game: object) -> None:
    for options in (game.options(), *(one.options for one in game.role_sets)):  # type: ignore[attr-defined]
        assert not options.guests_see_all
        assert not options.dead_room


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_guests_are_silent_where_the_rules_say_who_speaks_and_in_no_game_from_before(game: object) -> None:
    name = game.name  # type: ignore[attr-defined]
    for one in game.role_sets:  # type: ignore[attr-defined]
        assert getattr(one.options, QUIET_GUESTS) == (name in ("village", "mafia"))
    assert not getattr(game.options(), QUIET_GUESTS)  # type: ignore[attr-defined]
