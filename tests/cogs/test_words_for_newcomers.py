"""Sentences that people misread before: each says what it means by itself, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.ui.wording import Wording, wording_files

WORDS = Wording(wording_files())
CARDS = Path(__file__).parents[2] / "cogs" / "trumplestiltskin"


@pytest.mark.parametrize(("language", "guilty", "innocent"), [("en", " yes", " no"), ("de", " ja", " nein")])
def test_the_sheriffs_thumb_says_what_it_means(language: str, guilty: str, innocent: str) -> None:
    """A thumb up alone reads as good news."""
    words = WORDS.for_locale(language)
    for verdict, answer in (("guilty", guilty), ("innocent", innocent)):
        told = words.say(f"night.verdict.{verdict}", suspect="**Gretel**")
        assert told.partition(": ")[0].endswith(answer)
        assert "**Gretel**" in told.partition(": ")[2]


@pytest.mark.parametrize(
    ("language", "once", "offers"), [("en", "Once", "may nominate one"), ("de", "Einmal", "eine Person")]
)
def test_a_speaker_who_has_nominated_is_not_offered_another(language: str, once: str, offers: str) -> None:
    """The same words stand above the controls before and after the one nomination of a speech."""
    words = WORDS.for_locale(language)
    asked = words.say("mafia.ask.speech.floor")
    assert once in asked
    assert offers not in asked


@pytest.mark.parametrize(("language", "file"), [("en", "file"), ("de", "Datei")])
def test_a_button_says_that_it_makes_a_file_and_the_end_what_its_own_is_for(language: str, file: str) -> None:
    words = WORDS.for_locale(language)
    assert f"({file})" in words.say("story.replay")
    end = words.say("stage.sealed", story=words.say("button.story"))
    assert "recap" in end
    assert file in end


@pytest.mark.parametrize(("language", "button"), [("en", "Options"), ("de", "Optionen")])
def test_the_page_of_times_names_what_it_compares_with(language: str, button: str) -> None:
    """Nothing is chosen above it on that page."""
    words = WORDS.for_locale(language)
    assert f"**{button}**" in words.say("lobby.pace.plain")
    assert button in words.say("lobby.button.options")


@pytest.mark.parametrize("language", ["en", "de"])
def test_changed_actions_need_no_plural(language: str) -> None:
    assert WORDS.for_locale(language).say("picture.grimm.actions", count="+1").endswith(" +1")


@pytest.mark.parametrize(
    ("language", "unclear"),
    [("en", ("vote for", "voted for", "votes for", "voting for")), ("de", ("für Ben", "für mich"))],
)
def test_who_votes_somebody_out_is_said_to_vote_against_them(language: str, unclear: tuple[str, ...]) -> None:
    """As the menu of the vote says it: "for" could as well mean that somebody is to stay."""
    words = WORDS.for_locale(language)
    keys = [key for beginning in ("said.trust.voted", "said.suspect.voted") for key in words.keys(beginning)]
    assert keys
    said = [words.say(key, pick=pick, whom="Ann", other="Ben") for key in keys for pick in range(words.variants(key))]
    assert not [one for one in said if any(form in one for form in unclear)]


def test_in_german_cards_are_laid_down_and_only_buttons_are_pressed() -> None:
    """Card players press cards too, but here everything else that is pressed is a button: “Drück fünf Karten”."""
    told = [file.read_text("utf-8") for file in sorted(CARDS.glob("*.de.po"))]
    assert told
    assert not [text for text in told if re.search(r"drück\w* (fünf|5\b|\*\*fünf|\{cards\})|zu drücken|gedrückt", text)]
    assert any("Leg fünf Karten ab" in text for text in told)


@pytest.mark.parametrize(
    ("language", "learns", "watches"), [("en", "who one", "keeps an eye on"), ("de", "wer eines ist", "im Auge")]
)
def test_little_mary_is_asked_in_the_words_of_her_card(language: str, learns: str, watches: str) -> None:
    """Nobody “learns a Rumplestiltskin”, and to keep an eye on somebody was called another way in the question."""
    words = WORDS.for_locale(language)
    asked = words.say("ask.night.peek")
    assert learns in asked
    assert watches in asked


@pytest.mark.parametrize(("language", "time"), [("en", "time to vote"), ("de", "Zeit, abzustimmen")])
def test_the_last_minute_of_a_day_announces_no_vote_that_is_already_on(language: str, time: str) -> None:
    """In the middle of a ballot it said: if anybody is nominated, you vote now."""
    words = WORDS.for_locale(language)
    for pick in range(words.variants("day.warning")):
        assert time in words.say("day.warning", pick=pick, seconds="1")


@pytest.mark.parametrize(("language", "whether"), [("en", "whether"), ("de", "ob du")])
def test_whoever_has_answered_is_not_sent_to_look_for_a_question_that_may_not_be_there(
    language: str, whether: str
) -> None:
    """After a vote My seat asks nothing, as a rule."""
    assert whether in WORDS.for_locale(language).say("refused.already_answered")


PERSON = r"\{(?:seat|other|by|whom|of|nominee|target|giver|taker|name|victim|suspect|host|person|guest)\}"


def test_german_puts_no_two_names_side_by_side() -> None:
    """“weil Anna Ben nominiert hat”: nobody can tell who did it to whom."""
    german = [path for path in wording_files() if path.name.endswith(".de.po")]
    assert german
    beside = re.compile(rf"{PERSON}[ *_„“]+{PERSON}")
    lines = [(path.name, line) for path in german for line in path.read_text("utf-8").splitlines()]
    assert [(name, line) for name, line in lines if beside.search(line)] == []
