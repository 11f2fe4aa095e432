"""The seal where people joined and the one of the first message are two numbers: what is said with them says why."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.pages_of_games import FACES, OneLanguage, words_of
from support.seen_pages import named

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.ui.panels import Page
from bot.ui.stage.public_pages import PublicPages


@pytest.mark.parametrize(("presses", "seals"), [(("77", "78"), ["0f1e"]), ((), ["c0de", "0f1e"])])
@pytest.mark.parametrize(
    ("language", "chance", "beginning"),
    [("en", "every shuffle", "who sat where"), ("de", "jede Mischung", "wer wo saß")],
)
def test_each_seal_says_what_it_proves(
    presses: tuple[str, ...], seals: list[str], language: str, chance: str, beginning: str
) -> None:
    words = words_of(language)
    game = GAMES["village"]
    here = named(Match.start(game, game.role_sets[0].options, 8, SealedChance("two")), words)
    here = replace(here, row=replace(here.row, commitment="c0de", opening="0f1e", presses=presses, seed="a seed"))
    pages = PublicPages(FACES, OneLanguage(words))  # type: ignore[arg-type]
    [told] = pages.sealed(here, Page(panels=())).small_print
    assert [seal for seal in ("c0de", "0f1e") if seal in told] == seals
    assert told.index(chance) < told.index(beginning) < told.index("0f1e")
    assert chance in words.say("lobby.seal", seal="c0de")
