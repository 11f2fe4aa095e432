"""What closed menus of the village and of Mafia say: what one chooses there, or who does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from language.any_game import STEPS_MOST, random_answer
from support.pages_of_games import FACES, snapshot, words_of

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR, Question
from bot.games import GAMES
from bot.games.village.claims import OF_A_NOMINEE
from bot.players import NORMAL, player_for
from bot.ui.panels import Menu, Panel
from bot.ui.render_context import RenderContext
from cogs.hidden_roles.face import listed_or_joined

TABLES = {"village": ("enchanted", 12), "mafia": ("club", 12)}


def moments(game: str, seed: int) -> Iterator[Match]:
    """A game of normal players, before each answer."""
    role_set, seats = TABLES[game]
    match = Match.start(GAMES[game], GAMES[game].role_set(role_set).options, seats, SealedChance(f"menus {seed}"))
    players = {seat: player_for(game, NORMAL, Random(seat)) for seat in range(1, seats + 1)}
    rng = Random(seed)
    for _ in range(STEPS_MOST):
        if match.outcome is not None:
            return
        yield match
        question, value = random_answer(match, rng)
        if question.seat in players:
            value = players[question.seat].answer(question, partial(match.view, question.seat))
        match.answer(question.number, question.seat, value)


def menus(panel: Panel) -> list[Menu]:
    return [row for row in panel.rows if isinstance(row, Menu)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", TABLES)
def test_no_two_menus_of_one_seat_say_the_same(game: str, language: str) -> None:
    words, several = words_of(language), 0
    for match in moments(game, 3):
        here = snapshot(match)
        for seat in range(1, match.seats + 1):
            context, view = RenderContext.of(here, words), match.view(seat)
            asked = [FACES[game].panel(question, view, context) for question in match.open_for(seat)]
            shown = [menu.placeholder for panel in asked for menu in menus(panel)]
            several += len(shown) > 1
            assert len(shown) == len(set(shown)), shown
            assert words.say("ask.placeholder") not in shown
    assert several or game == "mafia"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", TABLES)
def test_a_menu_for_one_person_on_everybodys_board_says_for_whom(game: str, language: str) -> None:
    words, seen = words_of(language), set()
    for match in moments(game, 3):
        here, view = snapshot(match), match.view(SPECTATOR)
        asked = [one for one in match.open if one.seat == MIRROR or FACES[game].is_public(one, view)]
        alone = [one for one in asked if one.seat != MIRROR and is_of_one(one, asked)]
        context = RenderContext.of(here, words)
        shown = [menu for panel in FACES[game].board(view, asked, context) for menu in menus(panel)]
        for question in alone:
            for menu in shown:
                if question.occasion and menu.custom_id.endswith(question.occasion) and question.kind == "one":
                    seen.add(question.key)
                    assert context.labels[question.seat] in menu.placeholder
    assert seen


def is_of_one(question: Question, asked: list[Question]) -> bool:
    return sum(one.key == question.key for one in asked) == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_last_words_are_offered_of_which_nobody_knows_whom_they_are_about(language: str) -> None:
    seen = 0
    for match in moments("village", 3):
        for question in match.open:
            if question.key == "day.last_words":
                here, view = snapshot(match), match.view(question.seat)
                panel = FACES["village"].panel(question, view, RenderContext.of(here, words_of(language)))
                offered = {option.value for menu in menus(panel) for option in menu.options}
                assert offered
                assert not offered & set(OF_A_NOMINEE)
                seen += 1
    assert seen


def test_what_was_learnt_in_many_nights_shares_a_paragraph_where_a_phone_has_no_room() -> None:
    facts = ["Night 1: ann.", "Night 2: ben.", "Night 3: cat."]
    assert listed_or_joined(facts, joins=True) == ["Night 1: ann. · Night 2: ben. · Night 3: cat."]
    assert listed_or_joined(facts, joins=False) == [f"• {fact}" for fact in facts]
    assert listed_or_joined(facts[:2], joins=True) == [f"• {fact}" for fact in facts[:2]]
