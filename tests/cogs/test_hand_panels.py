"""A hand and what it is asked fit the screen of a phone: what the pictures show stands under **Text**, and what is
rarely wanted behind **More**."""

import pytest
from every_game.test_by_ear import FACES, OneLanguage, snapshot, words_of

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.ui.panels import Page
from bot.ui.render_context import RenderContext
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.seat_buttons import RARELY, rare_page
from bot.ui.stage.seat_pages import SeatPages

HANDS = {"name_duel": 2, "grimm_forest": 3, "trumplestiltskin": 3}
ME = 1


def kinds(page: Page) -> list[str]:
    """The kinds of all buttons, from above."""
    rows = (row for panel in page.panels for row in panel.rows if isinstance(row, tuple))
    return [button.custom_id.split(":")[1] for row in rows for button in row]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", HANDS)
def test_what_the_pictures_show_stands_under_text(game: str, language: str) -> None:
    rules, words = GAMES[game], words_of(language)
    match = snapshot(Match.start(rules, rules.options(), HANDS[game], SealedChance("hand"), record=True))
    page = SeatPages(FACES).seat(match, ME, words)
    others = [name for seat, name in RenderContext.of(match, words).labels.items() if seat != ME]
    table = PublicPages(FACES, OneLanguage(words)).pictures(match, words)  # type: ignore[arg-type]
    own = page.panels[0]
    for name in others:
        assert name not in own.beside(page.pictures), "the table's picture shows what everybody has"
        assert name in own.beside(()), "where there is no picture, all of it is said"
        assert name in "\n".join(shown.alt for shown in table), "under Text it is said as well"
    assert "text" in kinds(page)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", HANDS)
def test_below_a_hand_what_is_rarely_wanted_stands_behind_more(game: str, language: str) -> None:
    rules, words = GAMES[game], words_of(language)
    match = snapshot(Match.start(rules, rules.options(), HANDS[game], SealedChance("hand"), record=True))
    shown = kinds(SeatPages(FACES).seat(match, ME, words))
    assert shown[-1] == RARELY
    assert not {"sleep", "mine", "leave"} & set(shown)
    assert kinds(rare_page(match, words)) == ["sleep", "mine", "leave"]


def test_below_a_role_everything_is_at_hand() -> None:
    """Two buttons need no page of their own."""
    rules, words = GAMES["mafia"], words_of("en")
    match = snapshot(Match.start(rules, rules.options(), 8, SealedChance("card"), record=True))
    shown = kinds(SeatPages(FACES).seat(match, ME, words))
    assert RARELY not in shown
    assert {"mine", "leave"} <= set(shown)
