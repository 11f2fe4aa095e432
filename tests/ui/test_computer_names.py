"""Nobody at a table is called like a card of its game: "Goldilocks has Goldilocks as a Friend now" says nothing."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from bot.ui.game_words import computer_names
from bot.ui.wording import Wording, wording_files

WORDING = Wording(wording_files())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_no_computer_player_bears_the_name_of_a_card(game: str, language: str) -> None:
    words = WORDING.for_locale(language)
    cards = {words.say(key) for key in words.keys(f"{game}.") if key.endswith(".title")}
    roles = {words.say(key.removesuffix(".short")) for key in words.keys("role.") if key.endswith(".short")}
    names = computer_names(words, game)
    assert not {name for name in names if name in cards | roles}
    assert len(set(names)) == len(names) >= max(GAMES[game].seats)
