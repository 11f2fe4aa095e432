"""Every sentence in every language: none is long, no emoji goes first or stands alone, a button that is named exists
under that name, and no word is one that people who learn the language do not know."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from bot.ui.wording import wording_files

LANGUAGES = ("en", "de")
RARE = {
    "en": r"anew|thrice|aright|alias|duds?|fibs?|lay|mend(s|ed)?|ward|whilst|hence|thus",
    "de": r"Amokläufer|Vorgabe|flicken?|alsdann|sodann|hernach|Versteigerung|Postfächer",
}
PRESSED = {
    "en": r"\b[Pp]ress(es|ing)?( on)? ((\*\*[^*]+\*\*)( and( then)? | or |, )?)+",
    "de": r"\b[Dd]r(ü|u)ck(e|t|st|en|te)?( auf| dort auf)? ((\*\*[^*]+\*\*)( und( dann)? | oder |, )?)+",
}
FIRST = re.compile(r"^(#+ |-# |- |• |\*+)*[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]", re.MULTILINE)
VOTES_FOR = {
    "en": r"\b(vot(e|es|ed|ing)|vote is now) for (\{(?!list)|that name|the last)|it counts for the last"
    r"|no vote for \{|voted for$",
    "de": r"(?i)\bstimm(en|e|t|st)( du)? für (\{|diese\*|die letzte)|gestimmt für",
}
"""Votes are against somebody: "for" could as well mean that they are to stay."""
LONGEST = 20
"""Words in a sentence, in German as well: its words are longer, and its sentences have fewer of them."""
LISTS = {"lobby.computer_names", "grimm_forest.computer_names"}
"""Texts that are no sentence but a list of names, of which one is taken."""
VALUE = re.compile(r"\{[a-z_][a-z0-9_]*(@[a-z_]+)?\}")
SENTENCE_ENDS = re.compile(r"(?<=[.!?…])[”“»)*_]*\s+|\n+")
AT_THE_END = " \N{NO-BREAK SPACE}…"
"""What a label may have behind its words where more is asked afterwards."""


@cache
def texts(language: str) -> tuple[tuple[str, str], ...]:
    """File and key of each form of each sentence, and the form itself."""
    return tuple(
        (f"{path.name} {key}", text)
        for path in wording_files()
        if path.name.endswith(f".{language}.po")
        for key, text in written(path)
    )


def written(path: Path) -> list[tuple[str, str]]:
    """The keys and forms as they stand in the file."""
    found = []
    for entry in path.read_text(encoding="utf-8").split("\n\n"):
        key = re.search(r'^msgid "(.+)"$', entry, re.MULTILINE)
        for form in re.findall(r'^msgstr(?:\[\d\])? ((?:".*"\n?)+)', entry, re.MULTILINE):
            text = "".join(re.findall(r'^"(.*)"$', form, re.MULTILINE))
            if key:
                found.append((key[1], text.replace("\\n", "\n").replace('\\"', '"')))
    return found


def test_the_files_are_read() -> None:
    for language in LANGUAGES:
        assert len(texts(language)) > 2_000
    assert ("stage.en.po button.my_seat", "My seat") in texts("en")
    assert any("\n" in text for _, text in texts("de")), "sentences of several lines are read whole"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_begins_with_an_emoji(language: str) -> None:
    """A screen reader would say the emoji's name before it says what happened."""
    assert [key for key, text in texts(language) if FIRST.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_long(language: str) -> None:
    said = [(key, text) for key, text in texts(language) if key.split()[1] not in LISTS]
    assert [(key, one) for key, text in said for one in too_long(text)] == []


def too_long(text: str) -> list[str]:
    """The sentences of more than `LONGEST` words; a name or number that is filled in counts as one."""
    sentences = SENTENCE_ENDS.split(VALUE.sub("Ann", text))
    return [one for one in sentences if len(re.findall(r"[\w’'-]*\w", one)) > LONGEST]


def test_a_long_sentence_is_seen() -> None:
    twenty, more = " ".join(["word"] * 19) + " {name}.", " ".join(["word"] * 20) + " {name}."
    assert too_long(f"{twenty} {twenty}\n{twenty}") == []
    assert len(too_long(f"{twenty} {more} {twenty}\n**{more}**")) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_words(language: str) -> None:
    """A screen reader says an emoji's name, which is not what it means here. Only a place left empty is a dash."""
    assert [key for key, text in texts(language) if not re.search(r"\w|^–$", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_to_press_has_exactly_that_name(language: str) -> None:
    labels = {text.rstrip(AT_THE_END) for _, text in texts(language)}
    named = [
        (key, button.rstrip(AT_THE_END))
        for key, text in texts(language)
        for sentence in re.finditer(PRESSED[language], text)
        for button in re.findall(r"\*\*([A-ZÄÖÜ+][^*{}]*)\*\*", sentence[0])
    ]
    assert len(named) > 20
    assert [(key, button) for key, button in named if button not in labels] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rare_words(language: str) -> None:
    rare = re.compile(rf"\b({RARE[language]})\b", re.IGNORECASE)
    said = [(key, re.sub(r"\{[^}]*\}", "", text)) for key, text in texts(language)]
    assert [(key, rare.findall(text)) for key, text in said if rare.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_id_of_a_rule_stands_in_a_sentence(language: str) -> None:
    assert [key for key, text in texts(language) if re.search(r"\b[SRM]\d-\d", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_ends_with_the_title_of_a_game(language: str) -> None:
    """One of the titles ends with an exclamation mark, and two marks follow one another then."""
    common = [(key, text) for key, text in texts(language) if not key.startswith(("wording.", "pictures."))]
    assert [key for key, text in common if re.search(r"\{games?\}\**[.?]", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_dots_stand_apart_from_a_word(language: str) -> None:
    """Every button that asks more writes them in one way; in the middle of a sentence they never begin a line."""
    assert [key for key, text in texts(language) if re.search(r"\w…", text)] == []
    assert [key for key, text in texts(language) if re.search(r"\*\*[^*]* …\*\*", text)] == []


def test_a_number_beside_a_number_is_a_figure() -> None:
    mixed = {"en": r"\} of (two|three|four|five|six)\b", "de": r"\} von (zwei|drei|vier|fünf|sechs)\b"}
    assert [key for language in LANGUAGES for key, text in texts(language) if re.search(mixed[language], text)] == []


def test_a_suit_begins_with_a_capital_letter() -> None:
    """As it does on the cards and in the pictures."""
    suits = re.compile(r"\b(spade|heart|diamond|club)s?\b")
    tricks = ("wording.en.po trumplestiltskin", "rules.en.po rule.trumplestiltskin", "pictures.en.po picture.trump")
    said = [(key, re.sub(r"\{[^}]*\}", "", text)) for key, text in texts("en") if key.startswith(tricks)]
    assert len(said) > 200
    assert [key for key, text in said if suits.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_votes_for_somebody_who_is_to_go(language: str) -> None:
    assert not [(where, text) for where, text in texts(language) if re.search(VOTES_FOR[language], text)]
