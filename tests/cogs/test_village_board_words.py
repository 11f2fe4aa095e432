"""What the village's board and story say where a newcomer has stumbled: whose controls these are, which is which."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from language.any_game import play_at_random
from support.pages_of_games import snapshot, words_of

from bot.engine.announcements import EVERYONE, SPECTATOR, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Entry, Match
from bot.engine.questions import Question
from bot.games import GAMES
from bot.games.village.claims import ALIASES
from bot.ui.panels import Menu, Panel
from bot.ui.render_context import RenderContext
from cogs.village import board
from cogs.village.face import VillageFace
from cogs.village.pictures import VILLAGE

FACE = VillageFace()
ALIAS = "a candle maker, awake at night for honest reasons"
both = pytest.mark.parametrize("language", ["en", "de"])


def table(seats: int) -> tuple[Match, RenderContext]:
    match = Match.start(GAMES["village"], GAMES["village"].role_set("classic").options, seats, SealedChance("words"))
    return match, RenderContext.of(snapshot(match), words_of("en"))


def asked(match: Match, key: str) -> list[Question]:
    """Play by chance until this is asked."""
    for _ in play_at_random(match, Random(5)):
        if found := [one for one in match.open if one.key == key]:
            return found
    raise AssertionError(f"nobody was asked {key}")


def in_language(context: RenderContext, language: str) -> RenderContext:
    return replace(context, words=words_of(language))


def labels(panel: Panel) -> list[str]:
    return [
        one
        for row in panel.rows
        for one in ([row.placeholder] if isinstance(row, Menu) else [each.label for each in row])
    ]


@both
def test_the_ways_to_a_name_say_which_is_which(language: str) -> None:
    match, context = table(9)
    questions = asked(match, "introduction")
    shown = labels(board.introductions(match.view(SPECTATOR), questions, in_language(context, language)))
    expected = {
        "en": ["Pick a ready-made name …", "Write a name …", "Keep my name"],
        "de": ["Fertigen Namen aussuchen …", "Schreiben …", "Meinen behalten"],
    }
    assert shown == expected[language]


@both
def test_last_words_say_for_whom_they_are_and_in_a_lesson_nothing_of_a_clock(language: str) -> None:
    match, context = table(9)
    (question, *_) = questions = asked(match, "day.last_words")[:1]
    here = in_language(context, language)
    alone = {"en": "For {} only", "de": "Nur für {}"}[language].format(here.name(question.seat))
    assert alone in board.last_words(questions, here).text
    lesson = board.last_words(questions, replace(here, unhurried=True))
    assert lesson.text == here.words.say("board.last_words.of", names=here.name(question.seat)), "no fragment after it"


@both
def test_nobody_is_offered_the_last_words_of_a_computer_player(language: str) -> None:
    """Three buttons stood there that nobody at the table could use."""
    match, context = table(9)
    (question, *_) = questions = asked(match, "day.last_words")[:1]
    here = replace(in_language(context, language), computers=frozenset({question.seat}))
    shown = board.last_words(questions, here)
    assert here.name(question.seat) in shown.text
    assert shown.rows == ()
    assert board.last_words(questions, replace(here, computers=frozenset({question.seat + 1}))).rows


@both
@pytest.mark.parametrize(("seats", "small"), [(8, False), (20, True)])
def test_names_are_a_list_as_long_as_a_phone_has_room(seats: int, small: bool, language: str) -> None:
    _, context = table(seats)
    aliases = [[seat, f"{ALIAS} {seat:02}"] for seat in range(1, seats + 1)]
    said = Announcement(3, EVERYONE, "introductions.end", {"aliases": aliases})
    told = FACE.line(said, None, in_language(context, language)).splitlines()
    assert len([line for line in told if line.startswith("• ")]) == (0 if small else seats)
    assert any(line.startswith("-# ") for line in told) is small


@both
@pytest.mark.parametrize("seats", [8, 20])
def test_who_chose_the_same_alias_stand_together(seats: int, language: str) -> None:
    """A person chooses from the list that the computers choose from: one sentence stood there twice."""
    _, context = table(seats)
    aliases = [[1, ALIASES[0]], [2, ALIASES[1]], [3, ALIASES[0]], *([seat, None] for seat in range(4, seats + 1))]
    here = in_language(context, language)
    told = FACE.line(Announcement(3, EVERYONE, "introductions.end", {"aliases": aliases}), None, here)
    assert told.count(board.spoken(here, ALIASES[0])) == 1
    assert f"{here.name(1)}, {here.name(3)}" in told


def test_two_who_are_left_are_joined_by_a_word() -> None:
    _, context = table(9)
    counted = {"majority": 5, "polls": [[1, [2, 3]], [4, [5, 6]]], "burned": None, "again": [1, 4]}
    told = FACE.line(Announcement(9, EVERYONE, "day.counted", counted), None, context)
    assert f"{context.name(1)} and {context.name(4)}" in told


@both
@pytest.mark.parametrize("key", ["night.protect", "night.heal", "night.assassinate"])
def test_the_story_does_not_name_twice_who_chose_themselves(key: str, language: str) -> None:
    _, context = table(9)
    here = in_language(context, language)
    entry = Entry(checkpoint=1, number=1, question=2, seat=4, key=key, value=4, signature="", digest="")
    assert FACE.act_told(entry, here).count(here.name(4)) == 1
    other = FACE.act_told(entry.model_copy(update={"value": 5}), here)
    assert here.name(4) in other
    assert here.name(5) in other


@both
@pytest.mark.parametrize("team", [1, 2])
def test_how_many_of_the_three_are_in_the_game_is_a_sentence(team: int, language: str) -> None:
    told = words_of(language).say("cards.explained.team", count=team)
    assert not any(part.strip().startswith(str(team)) for part in told.split(":")[1:])


def test_a_first_morning_is_greeted_once() -> None:
    """By the day, which says what to do; a later one by the night that is over, and what day it is the picture says."""
    match, context = table(9)
    for night, greets in ((1, {"day.begins"}), (2, {"dawn.breaks"})):
        news = [
            Announcement(20, EVERYONE, "dawn.breaks", {"night": night}),
            Announcement(21, EVERYONE, "day.begins", {"day": night}),
        ]
        view = match.view(SPECTATOR)
        assert {one.key for one in news if FACE.line_beside(one, {VILLAGE}, view, context) != ""} == greets


def test_nobody_is_shown_the_croak_of_a_computer_player() -> None:
    match, context = table(9)
    view = match.view(SPECTATOR)
    players = [replace(player, speech="toad") if player.seat in (2, 3) else player for player in view.players]
    toads = view.model_copy(update={"players": players})
    for computers, wanted in (((), "Croak: "), ((3,), f"Croak: {context.labels[2]}"), ((2, 3), None)):
        here = replace(context, computers=frozenset(computers))
        croaks = [one for panel in FACE.board(toads, match.open, here) for one in labels(panel) if "Croak" in one]
        assert [one.startswith(wanted or "") for one in croaks] == ([True] if wanted else [])
        assert not any(context.labels[seat] in one for seat in computers for one in croaks)
