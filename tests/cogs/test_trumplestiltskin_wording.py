"""Trumplestiltskin's words are complete: whatever its rules can say, ask or be set to has a sentence, and it fits."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.catalogues import sentences_in, variants_in, without_number
from support.keyed_calls import KeyedCalls

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES, trumplestiltskin
from bot.games.trumplestiltskin.cards import COLOURS, SUITS
from bot.games.trumplestiltskin.options import TrumplestiltskinOptions
from bot.games.trumplestiltskin.values import HandScore, Reckoning
from bot.ui.panels import TEXT_MOST
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, wording_files
from cogs.trumplestiltskin.face import QUIET_KEYS, TrumplestiltskinFace, sheet_names, sheet_of_hand, whole_sheet

SOURCE = Path(trumplestiltskin.__file__).parent
CALLS = KeyedCalls(SOURCE)
FILES = Path(__file__).parents[2] / "cogs" / "trumplestiltskin"
LANGUAGES = ("en", "de")

LABEL, LINE = 80, 100
"""Most characters of: a button, a menu's description."""
IN_PARTS = {
    "hand.scored": ("hand.scored.made", "hand.scored.missed"),
    "game.over": ("over.won", "over.shared", "end.bid_made", "end.gnome"),
    "discarded": ("seat.discarded",),
}
"""Announcements whose sentence depends on a value that is no text, and those that another page tells."""
PUT_TOGETHER = {"trick.taken", *IN_PARTS}
"""Announcements whose values are made from more than one of theirs."""
AT_LEAST_TWO = (
    "game.begins", "hand.begins", "auction.won", "auction.all_passed", "trump.named", "claim.made", "claim.certain",
    "claim.accepted", "claim.rejected", "gnome.turned", "hand.scored.made", "hand.scored.missed", "end.bid_made",
    "end.gnome",
)  # fmt: skip
TOPICS_WANTED = (
    "start", "pack", "ranks", "gnome", "bidding", "blanket", "following", "jokers", "scoring", "ending", "claims",
    "table",
)  # fmt: skip


def ours(every: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The sentences of this game alone, without its name before each key."""
    own = {key: forms for key, forms in every.items() if key.startswith("trumplestiltskin.")}
    return {key.removeprefix("trumplestiltskin."): forms for key, forms in own.items()}


EVERY_IN = {language: sentences_in(FILES / f"wording.{language}.po") for language in LANGUAGES}
TOPICS_IN = {language: sentences_in(FILES / f"rules.{language}.po") for language in LANGUAGES}
VARIANTS = {language: variants_in(ours(EVERY_IN[language])) for language in LANGUAGES}
EVERY, SENTENCES = EVERY_IN["en"], ours(EVERY_IN["en"])
WORDS = Wording(wording_files())
GAME_CALLED = {"en": "Trumplestiltskin", "de": "Trumpfelstilzchen"}
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def variants(key: str, language: str = "en") -> list[str]:
    """Every form of every variant of a key."""
    return [form for forms in VARIANTS[language].get(key, {}).values() for form in forms]


def placeholders(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


ANNOUNCED = CALLS.keys("announce", "tell")
ASKED = CALLS.keys("Question", "put", "ask")


def test_the_keys_are_found_in_the_source() -> None:
    assert {"game.begins", "auction.won", "blanket.is", "hand.scored", "claim.rejected"} <= set(ANNOUNCED)
    assert set(ASKED) == {
        "gnome.pick", "auction.bid", "exchange.discard", "trump.name", "trick.play", "claim.object",
    }  # fmt: skip
    assert set(ANNOUNCED) >= QUIET_KEYS


# -- the files ---------------------------------------------------------------------------------------------------------


@in_every_language
def test_every_variant_wants_the_same_values(language: str) -> None:
    for key in {without_number(name) for name in SENTENCES}:
        assert len({frozenset(placeholders(form)) for form in variants(key, language)}) == 1, key


@in_every_language
@pytest.mark.parametrize("key", AT_LEAST_TWO)
def test_what_is_said_often_is_said_in_several_ways(key: str, language: str) -> None:
    assert len(set(variants(key, language))) >= 2


def test_in_german_cards_are_named_as_a_list() -> None:
    """Their names are not declined: "zeigt schwarzer Joker" is wrong."""
    said = variants("claim.made", "de")
    assert len(said) >= 2
    assert not [form for form in said if "zeigt {cards}" in form]


# -- what the Mirror says ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ANNOUNCED)
def test_every_announcement_has_words_that_want_only_what_it_brings(key: str) -> None:
    brought = [{word.arg for word in call.keywords} for found, call in CALLS.of("announce", "tell") if found == key]
    for part in IN_PARTS.get(key, (key,)):
        assert part in SENTENCES
        for values in brought:
            assert key in PUT_TOGETHER or all(placeholders(form) <= values for form in variants(part)), part


@pytest.mark.parametrize("key", [key for key, call in CALLS.of("tell")])
def test_every_secret_has_its_line_in_the_story(key: str) -> None:
    assert placeholders(SENTENCES[f"story.{key}"][0]) == {"seat", "cards"}


def test_every_phase_has_a_moment_and_whom_it_waits_for() -> None:
    source = "".join(path.read_text() for path in sorted(SOURCE.glob("*.py")))
    phases = set(re.findall(r'phase(?:: str|, [\w., ]+)? = "(\w+)"', source))
    assert phases == {"gnome", "auction", "exchange", "trump", "tricks", "claim", "scored", "over"}
    for phase in phases:
        assert placeholders(SENTENCES[f"moment.{phase}"][0]) <= {"hand", "trick"}
        assert phase in ("scored", "over") or placeholders(SENTENCES[f"turn.{phase}"][0]) == {"seat"}


def test_every_way_the_game_ends() -> None:
    reasons = set(re.findall(r'table\.reason = .*"(\w+)"', (SOURCE / "scoring.py").read_text()))
    assert reasons == {"bid_made", "gnome"}
    assert all(placeholders(SENTENCES[f"end.{reason}"][0]) <= {"seat"} for reason in reasons)


def test_every_suit_and_joker_has_a_name() -> None:
    assert all(f"suit.{suit}" in SENTENCES for suit in SUITS)
    assert all(f"joker.{joker}" in SENTENCES for joker in COLOURS)


# -- what the Mirror asks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ASKED)
def test_every_question_has_a_prompt_and_its_confirmations(key: str) -> None:
    assert f"ask.{key}" in SENTENCES
    every = {"claim.object": ("accept", "object")}.get(key, ())
    assert f"ask.{key}.done" in SENTENCES or all(f"ask.{key}.done.{choice}" in SENTENCES for choice in every)
    assert {"ask.auction.bid.done.pass", "ask.trick.play.done.claim", "ask.trick.play.lead"} <= SENTENCES.keys()


@pytest.mark.parametrize(("duty", "led"), list(product(("follow", "overtrump"), SUITS)))
def test_every_duty_is_named(duty: str, led: str) -> None:
    assert not placeholders(EVERY[f"refused.trump_{duty}.{led}"][0])
    assert "refused.trump_beat" in EVERY


@in_every_language
def test_labels_fit_where_they_stand(language: str) -> None:
    for key, forms in ours(EVERY_IN[language]).items():
        most = {"button": LABEL, "choice": LABEL, "menu": LINE}.get(key.partition(".")[0])
        assert most is None or all(len(form) <= most for form in forms), key


def test_whoever_takes_a_table_back_reads_what_the_moment_was() -> None:
    assert placeholders(EVERY["table.rewind.gnome.pick"][0]) == {"name"}


def test_my_seat_says_you_of_oneself_and_the_board_says_who() -> None:
    match = Match.start(GAMES["trumplestiltskin"], TrumplestiltskinOptions(), 3, SealedChance("mine"))
    acting = match.open[0].seat
    seats = {1: "Ann", 2: "Ben", 3: "Cleo"}
    context = RenderContext(1, 1, seats, seats, WORDS.for_locale("en"), {})
    said = {seat: TrumplestiltskinFace().seat(match.view(seat), context).whole for seat in seats}  # type: ignore[arg-type]
    assert all(("it is your turn" in text) == (seat == acting) for seat, text in said.items())
    assert all(("it is their turn" in text) != (seat == acting) for seat, text in said.items())


# -- the score sheet ---------------------------------------------------------------------------------------------------


@in_every_language
def test_the_longest_game_fits_on_the_sheet_and_names_can_be_told_apart(language: str) -> None:
    seats = dict(enumerate(("Alexandra the Great", "Alexandra the Small", "小林さくら", "*o*", "Ève"), start=1))
    words = WORDS.for_locale(language)
    context = RenderContext(1, 1, dict(seats), seats, words, {})
    assert list(sheet_names(context).values()) == ["Alexandra… 1", "Alexandra… 2", "小林さくら", r"\*o\*", "Ève"]
    reckonings = tuple(Reckoning(seat, 33, 33, 66, 66) for seat in seats)
    score = HandScore(21, 1, 33, "S", True, reckonings, (1999, 1199, 1020, 1000, 1001), 349)
    view: Any = SimpleNamespace(hands=(score, score._replace(made=False)) * 10)
    sheet = whole_sheet(view, context)
    assert len(sheet) == 20
    assert all("Alexandra… 1 1999, Alexandra… 2 1199, 小林さくら 1020" in line for line in sheet)
    assert sheet[0] != sheet[1], "made and missed are told apart in words"
    assert len("\n".join(sheet)) < TEXT_MOST - 600, "on one message with the end of the game"
    assert len(sheet_of_hand(score, context).split("\n")) == 6


# -- the topics of /rules ----------------------------------------------------------------------------------------------


@in_every_language
@pytest.mark.parametrize("topic", TOPICS_WANTED)
def test_every_area_has_a_topic(topic: str, language: str) -> None:
    assert f"rule.trumplestiltskin.{topic}" in TOPICS_IN[language]
    assert f"rule.trumplestiltskin.{topic}.title" in TOPICS_IN[language]


@in_every_language
def test_titles_of_topics_say_which_game_they_are_of(language: str) -> None:
    """They stand among the topics of other games."""
    titles = [text for key, (text,) in TOPICS_IN[language].items() if key.endswith(".title")]
    assert all(title.startswith(GAME_CALLED[language]) for title in titles)


@in_every_language
def test_at_the_end_the_gnome_stands_in_the_list_like_everybody_else(language: str) -> None:
    keys = ("finale.winner", "finale.line", "finale.gnome")
    assert {sentence[:2] for key in keys for sentence in variants(key, language)} == {"• "}
