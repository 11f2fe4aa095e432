"""Ratings, deeds and what is shown of them: from made-up games, in every language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from support.recording_art import RecordingArt

from bot.engine.rulebook import DRAWN, Game, Wins
from bot.games import GAMES
from bot.matches.deeds import DEEDS, deeds_of
from bot.matches.ratings import GAMES_LEAST, USUAL, Tally, board, course_of, ratings_of, usual_share
from bot.matches.records import by_game, of_server
from bot.store.tallies import TallyRow, TallySeatRow, TogetherRow
from bot.trying import past
from bot.ui.pages import in_words
from bot.ui.panels import Menu, render
from bot.ui.wording import Wording, wording_files
from cogs.statistics.chart import BarsPicture, CoursePicture
from cogs.statistics.person_page import Whose, game_page, person_page, points
from cogs.statistics.server_page import board_page, server_page
from cogs.statistics.text_page import text_button, text_page

WORDS = Wording(wording_files())
ANN, BEN, CAT = 1, 2, 3
NAME_DUEL, MAFIA, VILLAGE = GAMES["name_duel"], GAMES["mafia"], GAMES["village"]
UNDER_TEST = ["en", "de"]


def played(game: str, *seats: tuple[int | None, str, str | None], number: int = 1, sides: Sequence[str] = ()) -> Tally:
    """A match that counts; each seat is who had it, what came of it, and the role."""
    role_set = GAMES[game].role_sets[0].name
    row = TallyRow(number, 1, 20, game, role_set, len(seats), list(sides), number, "counts")
    roles = GAMES[game].role_sides
    rows = [
        TallySeatRow(number, seat, who, role, roles.get(role or ""), result)
        for seat, (who, result, role) in enumerate(seats, start=1)
    ]
    return Tally(row, rows)


def duels(won: str, *, number: int = 1) -> list[Tally]:
    """Duels of ann against ben: `w` for each she wins, `l` for each she loses."""
    return [
        played("name_duel", (ANN, *(("won", None) if one == "w" else ("lost", None))),
               (BEN, *(("lost", None) if one == "w" else ("won", None))), number=place)
        for place, one in enumerate(won, start=number)
    ]  # fmt: skip


def town(result: str, role: str = "villager", *, number: int = 1, who: int = ANN) -> Tally:
    return played("village", (who, result, role), number=number)


def test_whoever_wins_more_stands_higher_and_every_game_makes_it_surer() -> None:
    found = ratings_of(NAME_DUEL, duels("wwwlw"))
    assert found[ANN].value > USUAL > found[BEN].value
    assert (found[ANN].games, found[BEN].games) == (5, 5)
    course = course_of(NAME_DUEL, duels("wwwlw"), ANN)
    assert course[-1] == found[ANN]
    assert course[3].value < course[2].value, "a lost game costs something"
    assert [one.give for one in course] == sorted((one.give for one in course), reverse=True)


def test_a_win_over_somebody_strong_is_worth_more() -> None:
    strong = duels("llllll")
    over_strong = ratings_of(
        NAME_DUEL, [*strong, played("name_duel", (CAT, "won", None), (BEN, "lost", None), number=9)]
    )
    over_weak = ratings_of(NAME_DUEL, [*strong, played("name_duel", (CAT, "won", None), (ANN, "lost", None), number=9)])
    assert over_strong[CAT].value > over_weak[CAT].value


def test_an_opponent_without_a_name_is_met_as_a_stranger() -> None:
    found = ratings_of(NAME_DUEL, [played("name_duel", (ANN, "won", None), (None, "lost", None))])
    assert list(found) == [ANN]
    assert found[ANN].value > USUAL


def test_a_draw_says_nothing_of_anybodys_skill() -> None:
    grimm_forest = GAMES["grimm_forest"]
    assert ratings_of(grimm_forest, [played("grimm_forest", (ANN, "drawn", None), (BEN, "drawn", None))]) == {}


def test_with_hidden_roles_a_win_counts_by_how_often_that_side_wins() -> None:
    ten = played("mafia", *[(ANN, "won", "don")] * 10).row
    assert sum(usual_share(MAFIA, ten, side) for side in ("red", "mafia", "maniac")) == pytest.approx(1)
    won = [town("won", number=number) for number in range(10)]
    lost = [town("lost", number=number, who=BEN) for number in range(10)]
    found = ratings_of(VILLAGE, [*won, *lost])
    share = usual_share(VILLAGE, won[0].row, "town")
    assert found[ANN].value == pytest.approx(100 * (1 - share))
    assert found[BEN].value == pytest.approx(-100 * share)
    assert [who for who, _ in board(VILLAGE, found)] == [ANN, BEN]


def test_a_table_that_only_the_best_have_played_counts_by_these_and_one_that_nobody_has_by_all_tables() -> None:
    ten = played("mafia", *[(ANN, "won", "don")] * 10).row
    by_the_best = {"red": Wins(None, 30, 30, 30), "mafia": Wins(None, 70, 70, 70)}
    other = {"red": Wins(50, 90, 50, 90), "mafia": Wins(50, 10, 10, 50)}
    tables = {(ten.role_set, ten.seats): by_the_best, (ten.role_set, ten.seats + 1): other}
    assert usual_share(replace(MAFIA, balance=tables), ten, "red") == pytest.approx(0.3)
    more = {(ten.role_set, ten.seats + 1): other, (ten.role_set, ten.seats + 2): by_the_best}
    assert usual_share(replace(MAFIA, balance=more), ten, "red") == pytest.approx(0.4)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_with_hidden_roles_the_end_says_who_had_which_one(game: Game) -> None:
    old = past.played(game, Random(1))
    assert set(old.roles) == (set(old.outcome.results) if game.role_sides else set())
    assert set(old.roles.values()) <= set(game.role_sides)
    assert set(game.role_sides.values()) <= set(game.sides)
    won = {game.role_sides[old.roles[seat]] for seat in old.outcome.seats if game.role_sides}
    assert won <= set(old.outcome.sides)


def test_a_place_on_the_board_takes_some_games() -> None:
    least = GAMES_LEAST[False]
    few = ratings_of(NAME_DUEL, duels("w" * (least - 1)))
    assert board(NAME_DUEL, few) == []
    assert [who for who, _ in board(NAME_DUEL, ratings_of(NAME_DUEL, duels("w" * least)))] == [ANN, BEN]


def test_the_board_goes_by_what_is_certain() -> None:
    """Somebody new who has won everything stands behind somebody who has won for long."""
    old = [played("name_duel", (ANN, "won", None), (BEN, "lost", None), number=number) for number in range(40)]
    new = [played("name_duel", (CAT, "won", None), (9, "lost", None), number=50 + number) for number in range(5)]
    found = ratings_of(NAME_DUEL, [*old, *new])
    assert found[CAT].give > found[ANN].give
    assert next(who for who, _ in board(NAME_DUEL, found)) == ANN


DONE: dict[str, list[Tally]] = {
    "once_upon_a_time": [town("lost")],
    "three_wishes": duels("www"),
    "seven_at_one_blow": duels("wlwlwlwlwlwlw"),
    "frog": duels("lllw"),
    "many_furs": [
        town("lost", role, number=number)
        for number, role in enumerate(list(VILLAGE.role_sides)[:7])
    ],
    "wolf_and_kid": [town("won"), town("won", "murderer", number=2)],
    "cinderella": [played("mafia", (ANN, "won", "maniac"), number=number) for number in range(3)],
    "round_the_world": [played(game, (ANN, "won", None)) for game in GAMES],
    "hundred_years": duels("l" * 100),
}  # fmt: skip
"""For each deed, games that are just enough for it."""


def only(tallies: Sequence[Tally]) -> list[Tally]:
    """The same with ann's seats alone, as her statistics read them."""
    return [Tally(one.row, [seat for seat in one.seats if seat.user_id == ANN]) for one in tallies]


@pytest.mark.parametrize("deed", DEEDS)
def test_a_deed_is_done_with_the_last_of_these_games_and_not_before(deed: str) -> None:
    games = only(DONE[deed])
    assert deed in deeds_of(games)
    assert deed not in deeds_of(games[:-1])


@pytest.mark.parametrize("locale", UNDER_TEST)
def test_everything_of_a_person_is_said(locale: str) -> None:
    words = WORDS.for_locale(locale)
    tallies = only([*duels("wwl"), town("won"), town("lost", "sheriff", number=5)])
    records = by_game(tallies)
    own = person_page(words, Whose(ANN, "ann", own=True), records, list(DEEDS))
    other = person_page(words, Whose(ANN, "ann", own=False), records)
    assert own.fits()
    assert "ann" in other.text()
    assert len(own.panels[0].rows) == 2
    assert len(other.panels[0].rows) == 2
    assert render(own).total_children_count <= 40
    course = course_of(NAME_DUEL, duels("wwl"), ANN)
    page = game_page(words, Whose(ANN, "ann", own=True), NAME_DUEL, records["name_duel"], course)
    assert points(NAME_DUEL, course[-1]) in page.text()
    assert words.say("stats.by.role_set.plain") in page.text(), "a duel has no roles"
    assert [type(one.picture) for one in page.pictures] == [CoursePicture, BarsPicture]
    roles = game_page(words, Whose(ANN, "ann", own=False), VILLAGE, records["village"], [])
    for role in ("villager", "sheriff"):
        assert words.say(f"role.{role}") in roles.text()


@pytest.mark.parametrize("locale", UNDER_TEST)
def test_everything_of_a_server_is_said(locale: str) -> None:
    words = WORDS.for_locale(locale)
    rows = [
        TogetherRow("name_duel", "classic", ["seat 1"], 1),
        TogetherRow("mafia", "classic", ["mafia"], 2),
        TogetherRow("mafia", "evening", [DRAWN], 1),
    ]
    page = server_page(words, of_server(rows))
    assert words.say("side.mafia.mafia") in page.text()
    assert f"{words.say('side.mafia.mafia')} 2, {words.say('stats.server.nobody')} 1" in page.text()
    assert words.say("side.mafia.mafia") not in "".join(panel.text for panel in page.panels), "the picture shows it"
    menu, (text,) = page.panels[0].rows
    assert isinstance(menu, Menu)
    assert text == text_button("mm:board:text", words), "whoever cannot see the picture reads it"
    boards = [option.label for option in menu.options]
    assert boards == [words.say("game.mafia"), words.say("game.name_duel")]
    assert page.text().index(words.say("game.mafia")) < page.text().index(words.say("game.name_duel"))
    name_duel = page.text()[page.text().index(words.say("game.name_duel")) :]
    assert words.say("stats.server.role_sets.plain", role_sets="") in name_duel, "a duel has no roles"
    assert words.say("stats.server.role_sets", role_sets="") not in name_duel
    assert "(" not in name_duel.split(words.say("stats.board"))[0], "how often its only one was played stands above"
    assert page.text().count("(2)") == page.text().count("(1)") == 1, "Mafia was played in two ways"
    assert "seat 1" not in page.text()
    (shown,) = page.pictures
    assert "seat 1" not in shown.alt
    assert words.say("side.mafia.mafia") in shown.alt
    found = ratings_of(NAME_DUEL, duels("wwwlw"))
    shown = board_page(words, NAME_DUEL, board(NAME_DUEL, found), 7, ANN, found[ANN])
    assert f"1. <@{ANN}>" in shown.text()
    assert words.say("board.own", place=1) in shown.text()
    empty = board_page(words, NAME_DUEL, [], 0, CAT, None)
    assert words.say("board.none", count=GAMES_LEAST[False]) in empty.text()


@pytest.mark.parametrize("locale", UNDER_TEST)
def test_every_page_with_pictures_has_a_text_that_says_what_they_show(locale: str) -> None:
    words = WORDS.for_locale(locale)
    records = by_game(only([*duels("wwl"), town("won")]))
    course = course_of(NAME_DUEL, duels("wwl"), ANN)
    who = Whose(ANN, "ann", own=False)
    pages = {
        f"mm:stats:{ANN}:-:text": person_page(words, who, records),
        f"mm:stats:{ANN}:name_duel:text": game_page(words, who, NAME_DUEL, records["name_duel"], course),
        "mm:board:text": server_page(words, of_server([TogetherRow("mafia", "classic", ["mafia"], 2)])),
    }
    for ident, page in pages.items():
        rows = [row for panel in page.panels for row in panel.rows if isinstance(row, tuple)]
        assert [one.label for row in rows for one in row if one.custom_id == ident] == [words.say("button.text")]
        text = text_page(page)
        assert not text.pictures
        assert [panel.text for panel in text.panels] == [in_words(one) for one in page.pictures]
    nothing = server_page(words, {})
    assert text_page(nothing) == nothing


def test_what_is_drawn_is_said_too() -> None:
    words = WORDS.for_locale("de")
    tallies = only([*duels("wwl"), town("drawn")])
    course = [(one.value, one.give) for one in course_of(NAME_DUEL, duels("wwlw"), ANN)]
    page = person_page(words, Whose(ANN, "ann", own=True), by_game(tallies))
    pictures = [one.picture for one in page.pictures]
    pictures.append(CoursePicture("Verlauf", tuple((round(a), round(b)) for a, b in course), USUAL))
    for picture in pictures:
        art = RecordingArt(2000)
        image = picture.draw(art)
        (pen,) = art.recorders
        assert image.width == 1020
        said = picture.words(words)
        for written in pen.written:
            assert all(part in said for part in written.split(" / ")), written
