"""What the toolkit says for a game in the game's own words is there, in every language."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from bot.ui.wording import Wording, languages, wording_files

WORDS = Wording(wording_files())


@pytest.mark.parametrize("language", sorted(languages()))
@pytest.mark.parametrize("name", sorted(GAMES))
def test_standing_orders_and_fates_have_words(name: str, language: str) -> None:
    words, game = WORDS.for_locale(language), GAMES[name]
    keys = [f"{name}.order.{order.name}" for order in game.standing_orders]
    keys += [f"{name}.fate", f"{name}.fate.watch", f"{name}.fate.over"] if game.fates else []
    assert [key for key in keys if not words.has(key)] == []
    assert [key for key in keys if "{" in words.say(key)] == [], "they are said without values"
