"""The forest's words are complete: whatever its rules can say, ask or be set to has a sentence, and it fits."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from language.any_game import seat_of
from language.grimm_forest import grimm_forest as play_forest
from support.catalogues import sentences_in
from support.sizes import size

from bot.engine.announcements import EVERYONE, SPECTATOR, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, put
from bot.games import grimm_forest
from bot.games.grimm_forest.fable import FABLES, is_monster
from bot.games.grimm_forest.friend import FRIENDS
from bot.games.grimm_forest.game import GAME as GRIMM_FOREST
from bot.games.grimm_forest.goods import LOCATIONS, TYPES
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.games.grimm_forest.values import DONE, UNDO
from bot.games.grimm_forest.views import GrimmForestView
from bot.ui.paging import paged
from bot.ui.panels import COMPONENTS_MOST, LABEL_MOST, OPTIONS_MOST, TEXT_MOST, Menu, Page, render
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, wording_files
from cogs.grimm_forest import words as cards
from cogs.grimm_forest.face import (
    LOUD_DRAWS,
    LOUD_GAINS,
    LOUD_LOSSES,
    LOUD_TAKINGS,
    OPEN_ACTS,
    QUIET_KEYS,
    GrimmForestFace,
    actions_left,
)

SOURCE = Path(grimm_forest.__file__).parent
FILES = Path(__file__).parents[2] / "cogs" / "grimm_forest"
LANGUAGES = ("en", "de")
WORDS = Wording(wording_files())
SPOKEN = {language: WORDS.for_locale(language) for language in LANGUAGES}
in_every_language = pytest.mark.parametrize("language", LANGUAGES)
FACE = GrimmForestFace()
LINE, CARD = 100, 260
"""Most characters of: a menu's description, the text of a card."""

ASKING = ("choose", "choose_type", "choose_goods", "choose_seat", "choose_fable", "ask", "put", "Question")
GIVING = ("bridge_troll", "share_the_wealth", "robin_hood")
"""Why somebody has to give something of their choice."""
SPELLED_OUT = {
    "*.stop": [
        f"{friend.name}.stop" for friend in FRIENDS.values() if any(map(friend.stops, filter(is_monster, FABLES)))
    ],
    "*.give": [f"{why}.give" for why in GIVING],
    "*.straw": ["hidden_vault.goods.straw", "bridge_troll.give.straw"],
    "*.moment": ["search_the_past.fable.moment", "snow_white.fable.moment", "fairy_godmother.fable.moment"],
}
GOODS = {"straw": 2, "brick": 1}
SAMPLES: dict[str, list[dict[str, Any]]] = {
    "game.begins": [{"starter": 1, "advanced": True}],
    "round.begins": [{"round": 3, "starter": 1}],
    "prince.takes": [{"place": "fields", "goods": GOODS}, {"place": "fields", "goods": {}}],
    "cards.choose": [{"round": 3}],
    "cards.chosen": [{"seat": 1, "fable": True}],
    "fables.revealed": [{"fables": [[1, "wolf"], [2, "roar"]]}, {"fables": []}],
    "monster.placed": [{"seat": 1, "fable": "wolf", "place": "fields"}],
    "monster.cancelled": [{"seat": 1, "friend": "wood_cutter", "fable": "wolf"}],
    "unique.placed": [{"seat": 1, "fable": "royal_wedding", "place": "fields"}],
    "unique.discarded": [{"fable": "royal_wedding", "place": "fields"}],
    "gather.revealed": [{"places": [[1, "fields"], [2, "forest"]]}],
    "gather.collected": [{"gathered": [[1, "fields", GOODS], [2, None, {"straw": 0}]]}],
    "gather.shuffled": [{"seat": 1}],
    "gather.swapped": [{"seats": [1, 2]}],
    "gather.seen": [{"seat": 2, "place": "fields"}],
    "gather.yours": [{"place": "fields"}],
    "pig.moved": [{"seat": 1, "place": "forest"}],
    "roar.runs": [{"seat": 1, "place": "forest"}],
    "wolf.devours": [{"place": "forest"}],
    "house.blown": [{"seat": 1, "material": "straw", "left": left} for left in (0, 1, 2)],
    "fable.acts": [{"seat": 1, "fable": "roar"}],
    "fable.seen": [{"seat": 2, "fable": "roar"}],
    "fable.given": [{"giver": 1, "taker": 2}],
    "fable.given.was": [{"name": "roar"}],
    "fable.stolen": [{"giver": 1, "taker": 2}],
    "fable.stolen.was": [{"name": "roar"}],
    "fables.are": [{"names": ["roar", "roar", "wolf"]}],
    "fables.drawn": [{"seat": 1, "count": 2, "why": why} for why in ("build", "first_builder", *LOUD_DRAWS)],
    "fables.discarded": [{"seat": 1, "names": ["roar", "wolf"]}],
    "friend.drawn": [{"seat": 1, "friend": "aladdin", "why": "walls"}],
    "friend.gained": [{"seat": 1, "friend": "aladdin"}],
    "friend.lost": [{"seat": 1, "friend": "aladdin"}],
    "tavern.friends": [{"friends": ["aladdin", "huntsman"]}],
    "goods.gained": [{"seat": 1, "goods": GOODS, "why": why} for why in ("build", "first_builder", *LOUD_GAINS)],
    "goods.lost": [{"seat": 1, "goods": GOODS, "why": why} for why in (*LOUD_LOSSES, "royal_wedding")],
    "goods.given": [
        {"giver": 1, "taker": 2, "goods": GOODS, "why": why}
        for why in (
            *GIVING,
            "hansel",
            "ali_baba",
            "ali_baba.returned",
            "puss_in_boots",
            "snow_white",
            "thoughtful_gift",
        )
    ],
    "goods.taken": [{"seat": 1, "place": "fields", "goods": GOODS, "why": why} for why in ("gather", *LOUD_TAKINGS)],
    "goods.added": [{"place": "forest", "goods": GOODS, "why": "wood_cutter"}],
    "oracle.consulted": [{"seat": 1, "kept": 2, "discarded": ["wolf", "roar"]}],
    "cutting_corners.site": [{"seat": 1}],
    "actions.changed": [{"seat": 1, "by": by, "why": "powerful_friends"} for by in (2, -1)],
    "search_the_past.taken": [{"seat": 1, "fable": "wolf"}],
    "crystal_ball.peeked": [{"by": 1, "seat": 2}],
    "magic_flute.taken": [{"seat": 1, "fable": "wolf", "owner": 2}],
    "fairy_food.placed": [{"seat": 1, "place": "market"}],
    "gingerbread_man.runs": [{"seat": 1}],
    "goldilocks.took": [{"seat": 1}],
    "little_mermaid.locked": [{"seat": 1, "count": 2}],
    "red_riding_hood.searched": [{"seat": 1, "fables": ["wolf", "roar"], "taken": []}],
    "special.used": [{"seat": 1, "friend": "aladdin"}],
    "aladdin.predicted": [{"seat": 1, "prediction": one} for one in ("alone", "not_alone")],
    "evil_queen.peeked": [{"by": 1, "seat": 2, "what": what} for what in ("gather", "fable")],
    "pinocchio.announced": [{"seat": 1, "place": "market"}],
    "rapunzel.stored": [{"seat": 1, "goods": {"straw": 2}}],
    "sleeping_beauty.dreams": [{"by": 1, "seat": 1}],
    "section.built": [{"seat": 1, "material": "straw", "part": part} for part in ("floor", "walls", "roof")],
    "first_builder": [{"seat": 1, "material": "brick"}],
    "build.turn": [{"seat": 1, "actions": 2}],
    "build.undone": [{"seat": 1, "action": "gain.straw"}],
    "build.done": [{"seat": 1}],
    "build.over": [
        {
            "turns": [
                [1, ["gain.straw", "gain.straw", "build.straw.floor", "draw"]],
                [2, ["special.puss_in_boots", "build.wood.walls.cheap", "build.brick.roof", "discard"]],
                [3, []],
            ]
        }
    ],
    "game.over": [{"winners": [1], "reason": "three_houses"}],
}
"""Every announcement, with the values that lead to different sentences."""
AT_LEAST_TWO = (
    "game.begins", "round.begins", "prince.takes", "fables.revealed", "monster.placed", "monster.cancelled",
    "gather.revealed", "friend.gained", "first_builder", "house.blown", "wolf.devours", "end.three_houses",
)  # fmt: skip
TOPICS_WANTED = (
    "start", "gather", "fables", "monsters", "unique_locations", "next_turn", "build", "friends", "first_builder",
    "market", "prince_regal", "end", "table", *FABLES, *FRIENDS,
)  # fmt: skip


SENTENCES = {
    language: {
        key.removeprefix("grimm_forest."): forms
        for key, forms in sentences_in(FILES / f"wording.{language}.po").items()
        if key.startswith("grimm_forest.")
    }
    for language in LANGUAGES
}
TOPICS = {language: sentences_in(FILES / f"rules.{language}.po") for language in LANGUAGES}


def keys_of(*names: str) -> list[str]:
    """The keys these functions are called with in the rules; those put together are spelled out."""
    found = set()
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            function = node.func
            if (function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")) not in names:
                continue
            for part in node.args[:3]:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    found.add(part.value)
                    break
                if isinstance(part, ast.JoinedStr):
                    found |= set(SPELLED_OUT[_pattern(part)])
                    break
    return sorted(found)


def _pattern(part: ast.JoinedStr) -> str:
    return "".join(str(piece.value) if isinstance(piece, ast.Constant) else "*" for piece in part.values)


ANNOUNCED = sorted({*keys_of("announce", "tell"), "gather.seen", "fable.seen"})
ASKED = keys_of(*ASKING)


def context(seats: int = 4, language: str = "en") -> RenderContext:
    names = {seat: f"**Player number {seat:02}**" for seat in range(1, seats + 1)}
    labels = {seat: f"Player number {seat:02}" for seat in names}
    return RenderContext(match=1, checkpoint=1, names=names, labels=labels, words=SPOKEN[language], due={1: 1000})


def test_the_keys_are_found_in_the_source() -> None:
    assert set(ANNOUNCED) == SAMPLES.keys()
    assert set(ASKED) >= {*OPEN_ACTS, "gather.place", "goldilocks.order", "robin_hood.give", "wood_cutter.stop"}
    assert len(ASKED) > 60
    assert set(ANNOUNCED) >= QUIET_KEYS


# -- the files ---------------------------------------------------------------------------------------------------------


@in_every_language
@pytest.mark.parametrize("key", AT_LEAST_TWO)
def test_what_is_said_often_is_said_in_several_ways(key: str, language: str) -> None:
    assert f"{key}#2" in SENTENCES[language]


# -- cards -------------------------------------------------------------------------------------------------------------


@in_every_language
@pytest.mark.parametrize("name", [*FABLES, *FRIENDS])
def test_every_card_has_its_words_and_its_topic(name: str, language: str) -> None:
    words, topics = SPOKEN[language], TOPICS[language]
    text = cards.text(name, words)
    assert 20 < len(text) <= CARD
    assert cards.title(name, words) in cards.card(name, words)
    assert len(cards.kind(name, words)) <= LINE
    assert text in topics[f"rule.grimm_forest.{name}"][0]
    assert topics[f"rule.grimm_forest.{name}.title"][0].startswith(cards.title(name, words))


@pytest.mark.parametrize("name", [*FABLES, *FRIENDS])
def test_english_titles_are_those_the_rules_declare(name: str) -> None:
    declared = FABLES[name].title if name in FABLES else FRIENDS[name].title
    assert cards.title(name, WORDS) == declared.replace("'", "’")


@in_every_language
def test_no_two_cards_are_called_alike(language: str) -> None:
    assert len({cards.title(name, SPOKEN[language]) for name in (*FABLES, *FRIENDS)}) == len(FABLES) + len(FRIENDS)


@in_every_language
@pytest.mark.parametrize("topic", TOPICS_WANTED)
def test_every_area_has_a_topic(topic: str, language: str) -> None:
    assert f"rule.grimm_forest.{topic}" in TOPICS[language]
    assert f"rule.grimm_forest.{topic}.title" in TOPICS[language]


# -- what is said ------------------------------------------------------------------------------------------------------


@in_every_language
@pytest.mark.parametrize(("key", "values"), [(key, values) for key, many in SAMPLES.items() for values in many])
def test_every_announcement_has_words(key: str, values: dict[str, Any], language: str) -> None:
    """In all its variants: the choice among them depends on what is said, so many tables are tried."""
    for match in range(8):
        here = context()
        here = RenderContext(match, 1, here.names, here.labels, SPOKEN[language], {})
        said = Announcement(1, EVERYONE, key, values)
        line = FACE.line(said, None, here)  # type: ignore[arg-type]
        assert bool(line) is (key != "game.over" and values != {"fables": []})
        assert not re.search(r"[{}]|None|True|grimm", line)
        assert isinstance(FACE.is_quiet(said), bool)


def test_reasons_are_cards_or_have_words_of_their_own() -> None:
    """Whatever is gained or lost is said to be because of some card."""
    for why in LOUD_GAINS | LOUD_LOSSES | LOUD_TAKINGS | LOUD_DRAWS:
        assert why in FABLES or why in FRIENDS


def test_every_moment_every_end_and_every_way_back_has_words() -> None:
    source = "".join(path.read_text() for path in sorted(SOURCE.glob("*.py")))
    phases = {"deal", *re.findall(r'(?:table\.|reason, table\.)phase(?:, [\w., ]+)? = (?:[\w., ]+, )?"(\w+)"', source)}
    assert phases >= {"start", "choose", "fables", "move", "collect", "end", "build", "over"}
    assert all(f"moment.{phase}" in SENTENCES["en"] for phase in phases)
    for reason in ("three_houses", "first_house", "more_brick", "more_wood", "first_builder"):
        assert f"end.{reason}" in SENTENCES["en"]
    for key in OPEN_ACTS:
        assert "Ann" in WORDS.say(f"table.rewind.{key}", name="Ann")


# -- what is asked -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ASKED)
def test_every_question_has_a_prompt(key: str) -> None:
    base, _, step = key.rpartition(".")
    assert f"ask.{base if step in ('straw', 'moment') else key}" in SENTENCES["en"]
    assert step not in ("straw", "moment") or f"ask.first.{step}" in SENTENCES["en"]


def test_the_first_half_of_a_long_answer_is_asked_for() -> None:
    match = Match.start(GRIMM_FOREST, GrimmForestOptions(), 2, SealedChance("one"))
    view = match.view(1)
    assert isinstance(view, GrimmForestView)
    straw = put(1, "bridge_troll.give.straw", (3, 2, 1, 0), values={"count": 6, "to": 2})
    panel = FACE.panel(straw, view, context())
    assert "how much straw" in panel.text
    (row,) = panel.rows
    assert isinstance(row, tuple)
    assert [button.label for button in row] == ["3 straw", "2 straw", "1 straw", "nothing"]
    moments = put(1, "gather.fable.moment", ("when_revealed", "end_of_gather", None))
    assert "at which moment" in FACE.panel(moments, view, context()).text
    assert "when revealed" in FACE.answered(moments, "when_revealed", view, context())
    assert "no Fable" in FACE.answered(moments, None, view, context())


@in_every_language
def test_a_friend_who_was_let_go_is_not_asked_for_a_name(language: str) -> None:
    """When it is said, they are gone already: “Discard: .” it said."""
    view = Match.start(GRIMM_FOREST, GrimmForestOptions(), 2, SealedChance("one")).view(1)
    assert isinstance(view, GrimmForestView)
    said = FACE.answered(put(1, "build.act", ("discard", DONE)), "discard", view, context(2, language))
    assert re.fullmatch(r"\w[\w ]+\w\.", said)


@in_every_language
def test_two_are_not_told_of_as_one(language: str) -> None:
    """“From now on Hansel & Gretel is the Friend of Joringel.”"""
    friend, key = cards.title("hansel_and_gretel", SPOKEN[language]), "grimm_forest.friend.gained"
    ways = range(SPOKEN[language].variants(key))
    lines = [SPOKEN[language].say(key, pick=way, seat="Joringel", friend=friend) for way in ways]
    assert not [line for line in lines if f"{friend} is" in line or f"ist {friend}" in line]


@in_every_language
def test_the_giant_claims_no_friend_and_no_fables_that_were_not_there(language: str) -> None:
    """“Lost are 1 straw, 1 wood, the Friend, and every Fable”, of somebody who had neither Friend nor Fable."""
    game = play_forest(fables={"ann": "giant"}, goods={"ben": "SW"})
    game.gather(ann="fields giant", ben="fields", cat="brickyard")
    game.answers("ann", "monster.place", "fields")
    assert (game.goods("ben"), game.hand("ben"), game.friend("ben")) == ("SS", [], None)
    (said,) = (
        one
        for one in game.match.announcements_for(SPECTATOR)
        if (one.key, one.values.get("why"), one.values.get("seat")) == ("goods.lost", "giant", seat_of("ben"))
    )
    told = cards.told(said, context(language=language))
    assert {"en": "if there were any", "de": "falls es welche gab"}[language] in told


def test_after_the_end_a_letter_keeps_to_ones_own_houses() -> None:
    view = Match.start(GRIMM_FOREST, GrimmForestOptions(), 2, SealedChance("one")).view(1)
    assert isinstance(view, GrimmForestView)
    over = view.model_copy(update={"phase": "over", "to_act": None})
    while_it_lasts, after = (FACE.seat(one, context()).whole for one in (view, over))
    assert WORDS.say("grimm_forest.seat.forest") in while_it_lasts
    assert WORDS.say("grimm_forest.seat.forest") not in after
    houses = WORDS.say("grimm_forest.seat.houses", houses="").split("{")[0].strip(" .:")
    assert houses in after


def test_sentences_with_a_friend_read_as_sentences() -> None:
    """ "From now on Frog Prince is …" lacks its article, and whose Friend it is need not be said twice."""
    for pick in range(3):
        said = cards.say(context(), "friend.gained", pick=pick, seat="ann", friend=cards.called("frog_prince", WORDS))
        assert "*the Frog Prince*" in said
    view = Match.start(GRIMM_FOREST, GrimmForestOptions(), 2, SealedChance("one")).view(1)
    assert isinstance(view, GrimmForestView)
    own = view.pig(1).model_copy(update={"friend": "frog_prince", "actions": 2})
    shown = view.model_copy(update={"pigs": (own, view.pig(2).model_copy(update={"actions": -1}))})
    assert "Your Friend: **Frog Prince**. If you are" in FACE.hand_told(shown, context())
    board = "\n".join(panel.whole for panel in FACE.board(shown, (), context()))
    assert "2 Build actions more this round" in board
    assert "1 Build action fewer this round" in board


def look_at(match: Match, question: Question, here: RenderContext) -> None:
    """The page of whoever is asked, and the board: everything fits, and no two controls are alike."""
    view, bystander = match.view(question.seat), match.view(0)
    assert isinstance(view, GrimmForestView)
    assert isinstance(bystander, GrimmForestView)
    asked = (paged(FACE.panel(one, view, here), one, here) for one in match.open_for(question.seat))
    private = Page((FACE.seat(view, here), *asked))
    board = Page(FACE.board(bystander, (), here))
    for page in (private, board):
        assert len(page.text()) <= TEXT_MOST - 200, "there is room for what was just told"
        assert not re.search(r"[{}]|None|True|grimm", page.text())
        ids = []
        for row in (row for panel in page.panels for row in panel.rows):
            if isinstance(row, Menu):
                assert 0 < len(row.options) <= OPTIONS_MOST
                assert all(len(one.label) <= LINE and len(one.description or "") <= LINE for one in row.options)
                ids.append(row.custom_id)
            else:
                assert len(row) <= 5
                assert all(0 < len(button.label) <= LABEL_MOST for button in row)
                ids += [button.custom_id for button in row]
        assert len(ids) == len(set(ids))
        assert sum(1 for _ in render(page).walk_children()) <= COMPONENTS_MOST
    shown = repr(private.panels)
    tokens = ["-" if choice is None else str(choice) for choice in question.choices]
    place = f"mm:a:1:1:{question.number}"
    tapped = [one for one in tokens if one != DONE or not actions_left(question)]
    assert all(f"{place}:{one}'" in shown or f"value='{one}'" in shown for one in tapped), "every choice is one tap"
    if question.key == "build.act":
        assert UNDO not in tokens or f"{place}:{UNDO}" in shown
        asks_once = f"mm:done:1:1:{question.number}'"
        assert (asks_once if actions_left(question) else f"{place}:{DONE}") in shown


@pytest.mark.full_size
@in_every_language
@pytest.mark.parametrize("number", range(size(3, full=12)))
def test_every_page_of_a_whole_game_fits(number: int, language: str) -> None:
    """Random answers at tables of all sizes, with both decks; every choice has a confirmation."""
    dice = Random(number)
    seats = 2 + number % 3
    match = Match.start(
        GRIMM_FOREST, GrimmForestOptions(advanced=number % 2 == 0), seats, SealedChance(f"deal {number}")
    )
    here = context(seats, language)
    while match.outcome is None:
        question = dice.choice(list(match.open))
        if dice.random() < 0.4 or not question.key.startswith(("build", "gather.place")):
            look_at(match, question, here)
            view = match.view(question.seat)
            assert isinstance(view, GrimmForestView)
            for choice in question.choices:
                assert not re.search(r"[{}]|None|True|grimm", FACE.answered(question, choice, view, here))
        match.reply(question, dice.choice(list(question.choices)))
    view = match.view(0)
    assert isinstance(view, GrimmForestView)
    changes = match.take_changes()
    told = FACE.story(changes.entries, changes.announcements, here)
    assert len(told) == view.round + 1
    assert all("{" not in paragraph for paragraph in told)
    assert len(FACE.finale(view, here).text()) <= TEXT_MOST
    messages = [
        said
        for said in changes.announcements
        if said.is_public and not FACE.is_quiet(said) and FACE.line(said, view, here)
    ]
    assert len(messages) / view.round < 12, "a round does not bury what people say"


def test_everything_that_lies_somewhere_has_a_name() -> None:
    assert all(cards.place(one, WORDS) and cards.PLACE_SYMBOLS[one] for one in LOCATIONS)
    assert cards.goods(dict.fromkeys(TYPES, 2), WORDS) == "2 straw, 2 wood, 2 brick"
    assert WORDS.say("rules.about.grimm_forest")
