"""A card or a hand and what its holder is asked fit the screen of a phone: what the pictures show stands under
**Text**, and what is rarely wanted behind **More**."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from language.any_game import play_at_random
from language.grimm_forest import grimm_forest
from support.pages_of_games import FACES, OneLanguage, snapshot, words_of
from support.phone import SCREEN, seat_height

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.ui.face import told_beside
from bot.ui.panels import Menu, Page, render
from bot.ui.render_context import RenderContext
from bot.ui.stage import seat_pages
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.seat_buttons import RARELY, rare_page
from bot.ui.stage.seat_pages import WAITS, SeatPages
from cogs.grimm_forest import words as cards
from cogs.name_duel import words as name_duel_words

HANDS = {"name_duel": 2, "grimm_forest": 3, "trumplestiltskin": 3}
ME = 1
TEXT, FRAME = 10, 17
"""What Discord calls a text, and the frame around a message's panels."""


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
    assert kinds(rare_page(match, FACES[game], words)) == ["sleep", "mine", "leave"]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["village", "mafia"])
def test_below_a_role_it_is_the_same_and_there_is_what_every_card_does(game: str, language: str) -> None:
    rules, words = GAMES[game], words_of(language)
    match = snapshot(Match.start(rules, rules.options(), 9, SealedChance("card"), record=True))
    shown = kinds(SeatPages(FACES).seat(match, ME, words))
    assert shown[-1] == RARELY
    assert not {"mine", "leave"} & set(shown)
    assert {"deck", "mine", "leave"} <= set(kinds(rare_page(match, FACES[game], words)))
    view = match.view(SPECTATOR)
    told = FACES[game].deck_told(view, RenderContext.of(match, words))
    for role, count in view.cast.items():
        assert not count or words.say(f"role.{game}.{role}" if game == "mafia" else f"role.{role}") in told


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["village", "mafia"])
def test_where_much_is_asked_text_says_what_the_card_does(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, words = GAMES[game], words_of(language)
    match = snapshot(Match.start(rules, rules.options(), 9, SealedChance("card"), record=True))
    pages, context = SeatPages(FACES), RenderContext.of(match, words)
    view = match.view(ME)
    card = FACES[game].hand_told(view, context)
    whole = pages.seat(match, ME, words)
    assert card.split("\n")[1] in whole.panels[0].text
    assert "text" not in kinds(whole)
    monkeypatch.setattr(seat_pages, "SEAT_MOST", 0)
    short = pages.seat(match, ME, words)
    assert card.split("\n")[0] in short.panels[0].text, "which card it is stands there in any case"
    assert card.split("\n")[1] not in short.panels[0].text
    assert "text" in kinds(short), "and there it is told"
    asked = [pages.face(match).panel(one, view, context).text for one in match.open_for(ME)]
    assert all(text in pages.explained_told(match, ME, words) for text in asked if "\n" in text and text[:2] == "**")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_cards_that_a_picture_shows_are_not_named_below_it(language: str) -> None:
    """In the message that deals a duelist's hand; without the picture all of them are."""
    words, rules = words_of(language), GAMES["name_duel"]
    first = Match.start(rules, rules.options(), 2, SealedChance("hand"), record=True)
    match, pages = snapshot(first), SeatPages(FACES)
    dealt = [line for line in first.announcements_for(ME) if not line.is_public]
    message = pages.panel(match, ME, words, dealt)
    (hand,) = message.pictures
    told, without = ("\n".join(panel.beside(shown) for panel in message.panels) for shown in (message.pictures, ()))
    for name in match.view(ME).hand:
        title = name_duel_words.title(name, words)
        assert title not in told
        assert title in without
        assert title in hand.alt


def test_of_a_long_duel_the_page_tells_the_newest_and_text_the_rest() -> None:
    """The words under **Text** have room for what a phone's screen has not."""
    face, words = FACES["name_duel"], words_of("en")
    match = Match.start(GAMES["name_duel"], GAMES["name_duel"].options(), 2, SealedChance("long"), record=True)
    own = 0
    for _ in play_at_random(match, Random(3)):
        here, view = snapshot(match), match.view(ME)
        context = RenderContext.of(here, words)
        page, told = face.seat(view, context).text, face.hand_told(view, context)
        newest = [
            f"• {line.removeprefix('Latest: ').removesuffix('.')}"
            for line in page.split("\n")
            if line.startswith("Latest: ")
        ]
        assert len(newest) <= 1
        assert set(newest) <= set(told.split("\n"))
        own = max(own, told.count("\n• ") - len(view.hand))
    assert own > 1


def frame(page: Page) -> list[dict[str, Any]]:
    """What stands in the frame of a message, from above."""
    return list(next(part for part in render(page).to_components() if part["type"] == FRAME)["components"])


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["name_duel", "grimm_forest"])
def test_where_the_game_stands_is_said_by_the_picture_or_else_in_words(game: str, language: str) -> None:
    rules, words = GAMES[game], words_of(language)
    match = snapshot(Match.start(rules, rules.options(), HANDS[game], SealedChance("hand"), record=True))
    page = PublicPages(FACES, OneLanguage(words)).news(match, [], (), None, pictured=[])  # type: ignore[arg-type]
    moment = FACES[game].moment(match.view(SPECTATOR), RenderContext.of(match, words))
    shown = frame(page)
    assert shown[0]["type"] == TEXT, "nothing is left of an empty panel, not even the line below it"
    assert moment not in shown[0]["content"]
    assert frame(replace(page, pictures=()))[0]["content"] == f"### {moment}"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", HANDS)
def test_a_letter_says_once_where_the_game_stands(game: str, language: str) -> None:
    rules, words = GAMES[game], words_of(language)
    match = snapshot(Match.start(rules, rules.options(), HANDS[game], SealedChance("hand"), record=True))
    pages, headings = SeatPages(FACES), 0
    for seat in match.seats:
        moment = FACES[game].moment(match.view(seat), RenderContext.of(match, words))
        headings += f"### {moment}" in pages.seat(match, seat, words).text()
        letter = pages.panel(match, seat, words, [])
        assert letter.lines[0].count(moment) == 1
        assert f"### {moment}" not in letter.text()
    assert headings or game == "grimm_forest", "My seat has no line above it"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("wait", WAITS)
def test_nobody_is_told_to_wait_for_what_stands_below(wait: str, language: str) -> None:
    rules, words = GAMES["name_duel"], words_of(language)
    match = snapshot(Match.start(rules, rules.options(), 2, SealedChance("hand"), record=True))
    pages, done = SeatPages(FACES), f"Noted. {words.say(wait)}"
    news = [Announcement(1, (ME,), "card.drawn", {"names": ["flippy"]})]
    for page in (pages.panel, pages.closed):
        assert done in page(match, ME, words, [], [done]).text()
        told = page(match, ME, words, news, [done]).text()
        assert "Noted." in told
        assert words.say(wait) not in told
    over = replace(match, row=replace(match.row, status="over"))
    told = pages.closed(over, ME, words, [], [done]).text()
    assert "Noted." in told
    assert words.say(wait) not in told, "after the end of the game nothing comes any more"


def test_a_fable_that_is_the_whole_hand_is_named_by_the_picture() -> None:
    rules, words = GAMES["grimm_forest"], words_of("en")
    match = snapshot(Match.start(rules, rules.options(), 3, SealedChance("hand"), record=True))
    face, context = FACES["grimm_forest"], RenderContext.of(match, words)
    drawn = Announcement(1, (ME,), "fables.are", {"names": ["dragon"]})
    one, two = (match.view(ME).model_copy(update={"fables": hand}) for hand in (("dragon",), ("dragon", "oracle")))
    assert told_beside(face, drawn, {"hand.jpg"}, one, context) == ""
    assert "Dragon" in told_beside(face, drawn, {"hand.jpg"}, two, context), "which of the two is new"
    assert "Dragon" in told_beside(face, drawn, (), one, context), "there is no picture"


def grimm_forest_hand(fables: tuple[str, ...], friend: str | None, language: str = "en") -> Page:
    """My seat of somebody who chooses now, with this hand."""
    play = grimm_forest(fables={"ann": " ".join(fables)}, friends={"ann": friend} if friend else {})
    return SeatPages(FACES).seat(snapshot(play.match), ME, words_of(language))


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_the_own_cards_do_stands_beside_the_hand_where_one_chooses(language: str) -> None:
    page, words = grimm_forest_hand(("cutting_corners",), "thumbelina", language), words_of(language)
    told, without = ("\n".join(panel.beside(shown) for panel in page.panels) for shown in (page.pictures, ()))
    for name in ("cutting_corners", "thumbelina"):
        assert told.count(cards.text(name, words)) == 1
        assert without.count(cards.text(name, words)) == 1
    assert seat_height(page) <= 1.1 * SCREEN, "reckoned a little too high: Chromium shows 752 and 809 pixels"


def test_of_many_own_cards_a_menu_tells_each() -> None:
    fables = ("chinny_chin_chin", "cutting_corners", "dragon", "wolf")
    page, words = grimm_forest_hand(fables, "thumbelina"), words_of("en")
    told = "\n".join(panel.beside(page.pictures) for panel in page.panels)
    assert cards.text("dragon", words) not in told
    menus = [row for panel in page.panels for row in panel.rows if isinstance(row, Menu)]
    assert [option.value for menu in menus for option in menu.options if menu.custom_id.startswith("mm:tale")] == [
        "thumbelina",
        *sorted(fables),
    ]


def test_who_has_chosen_a_place_sees_it_marked_while_choosing_a_fable() -> None:
    rules, words = GAMES["grimm_forest"], words_of("en")
    match = Match.start(rules, rules.options(), 3, SealedChance("hand"), record=True)
    face = FACES["grimm_forest"]
    match.answer(next(one.number for one in match.open if one.seat == ME), ME, "fields")
    view = match.view(ME)
    picked = view.model_copy(update={"picked": "fields", "chosen": None})
    context = RenderContext.of(snapshot(match), words)
    picture = face.seat_picture(picked, (), context)
    assert picture is not None
    assert "Fields (chosen)" in picture.words(words)
    gathered = face.seat_picture(view.model_copy(update={"phase": "collect"}), (), context)
    assert gathered is not None
    assert "Fields" not in gathered.words(words), "where everybody goes, the table shows"


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_builder_is_told_what_walls_really_cost(language: str) -> None:
    """Hansel and Gretel of an opponent want one more for walls: the button said 5 below a text that said 4."""
    game = grimm_forest(
        friends={"ben": "hansel_and_gretel"}, houses={"ann": "straw.1", "ben": "wood.1", "cat": "brick.1"}
    )
    game.gather(ann="fields", ben="forest", cat="brickyard")
    costs = []
    for name in ("ann", "ben"):
        question, view = game.question(name, "build.act"), game.view(name)
        names = {one.seat: f"Player {one.seat}" for one in view.pigs}
        here = RenderContext(1, 1, names, names, words_of(language), {})
        costs.append(re.findall(r"\d", FACES["grimm_forest"].panel(question, view, here).text.partition(".**")[2]))
        game.finishes(name)
    assert costs == [["2", "5", "6"], ["2", "4", "6"]]
