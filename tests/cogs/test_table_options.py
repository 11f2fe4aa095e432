"""Options that are about the table and its people: every game has them, in words of their own for all games."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from bot.games.table_options import FREE_SEATS
from bot.matches.option_fields import option_fields
from bot.ui.option_words import option_help, option_title
from bot.ui.wording import Wording, wording_files

WORDS = Wording(wording_files())
FORM_LABEL, LINE = 45, 100
"""Characters that Discord takes as the label of a form's field, and as the line below it."""


@pytest.mark.parametrize("language", ["en-US", "de"])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_free_seats_in_words_that_fit(game: object, language: str) -> None:
    words = WORDS.for_locale(language)
    [field] = [one for one in option_fields(game.options) if one.name == FREE_SEATS]  # type: ignore[attr-defined]
    assert 0 < len(option_title(words, game, field)) <= FORM_LABEL  # type: ignore[arg-type]
    assert 0 < len(option_help(words, game, field)) <= LINE  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_built_in_set_gives_seats_away(game: object) -> None:
    assert not any(one.options.free_seats for one in game.role_sets)  # type: ignore[attr-defined]
