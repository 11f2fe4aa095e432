"""The catalogues of each game: nothing stands in them twice or empty, and what they say of options, role sets and rules
is whole and fits where it is shown. What the rules of one game can say and ask, its own tests of words know."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from support.catalogues import Sentences, sentences_in
from support.rule_sources import rule_sources

from bot.games import GAMES, NAMES
from bot.matches.option_fields import option_fields
from bot.ui.option_words import named
from bot.ui.panels import LABEL_MOST
from bot.ui.wording import FALLBACK, Wording, check, wording_files
from cogs.rules_lookup.topics import topics

FOLDERS = Path(__file__).parents[3] / "cogs"
LANGUAGES = ("en", "de")
WORDS = Wording(wording_files())
LINE, FORM_LABEL, RULE = 100, 45, 1200
"""Most characters of: a menu's description, the name of an option or a role set, one topic of the rules."""
SOURCE = re.compile(r"[SR](\d)-\d+(?:, [SR]\1-\d+)*(?:; .+)?")
"""Where a rule stands: in the source text, or in what was ruled on it. The first number is the game's."""
every_game = pytest.mark.parametrize("game", NAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def catalogues(game: str, language: str) -> dict[str, Sentences]:
    """What each catalogue of a game says in this language, by the name of its file."""
    return {path.name: sentences_in(path) for path in sorted((FOLDERS / game).glob(f"*.{language}.po"))}


def rules_in(game: str, language: str) -> dict[str, str]:
    """Every rule and every title of one, by its key."""
    said = {key: forms for sentences in catalogues(game, language).values() for key, forms in sentences.items()}
    return {key: forms[0] for key, forms in said.items() if key.startswith(f"rule.{game}.")}


# -- the files ---------------------------------------------------------------------------------------------------------


def test_nothing_is_wrong_with_all_files_together() -> None:
    """Keys, gaps in variants, values, stray braces, what stands in two files, and forms that no word has."""
    assert check(wording_files()) == []


@every_language
@every_game
def test_no_key_stands_twice_and_none_is_empty(game: str, language: str) -> None:
    found = catalogues(game, language)
    assert found
    for name, sentences in found.items():
        text = (FOLDERS / game / name).read_text(encoding="utf-8")
        written = Counter(re.findall(r'^msgid "(.+)"', text, re.MULTILINE))
        assert [key for key, count in written.items() if count > 1] == [], name
        assert [key for key, forms in sentences.items() if not all(forms)] == [], name


# -- what can be chosen before a game ----------------------------------------------------------------------------------


@every_language
@every_game
def test_every_option_has_a_name_a_sentence_and_names_for_its_choices(game: str, language: str) -> None:
    words, declared = WORDS.for_locale(language), GAMES[game]
    for field in option_fields(declared.options):
        assert 0 < len(named(words, "option", declared, field.name) or "") <= FORM_LABEL, field.name
        assert 0 < len(named(words, "option", declared, field.name, ".help") or "") <= LINE, field.name
        if field.kind == "choice":
            called = [named(words, "option", declared, field.name, f".{choice}") or "" for choice in field.choices]
            assert all(0 < len(name) <= FORM_LABEL for name in called), field.name


@every_language
@every_game
def test_every_role_set_has_a_name_and_a_sentence(game: str, language: str) -> None:
    words, declared = WORDS.for_locale(language), GAMES[game]
    for role_set in declared.role_sets:
        assert 0 < len(named(words, "role_set", declared, role_set.name) or "") <= FORM_LABEL, role_set.name
        assert 0 < len(named(words, "role_set", declared, role_set.name, ".help") or "") <= LINE, role_set.name


# -- the rules ---------------------------------------------------------------------------------------------------------


@every_language
@every_game
def test_every_rule_has_a_title_and_fits(game: str, language: str) -> None:
    told, english = rules_in(game, language), rules_in(game, FALLBACK)
    assert told.keys() == english.keys()
    for key, text in told.items():
        if key.endswith(".title"):
            assert len(text) <= LABEL_MOST, key
            assert key.removesuffix(".title") in told
        else:
            assert f"{key}.title" in told
            assert len(text) <= RULE, (key, len(text))
            assert len(text.splitlines()) == len(english[key].splitlines()), key


@every_game
def test_every_rule_says_where_it_stands(game: str) -> None:
    """In a comment above its English text, for us and not for players. A catalogue of rules holds nothing else."""
    numbers = set()
    for path in (FOLDERS / game).glob("*rules.en.po"):
        sources = rule_sources(path)
        for key in sentences_in(path):
            if not key.endswith(".title"):
                found = SOURCE.fullmatch(sources[key])
                assert found, key
                numbers.add(found[1])
    assert len(numbers) == 1


@every_language
@every_game
def test_the_beginning_has_ten_lines(game: str, language: str) -> None:
    lines = rules_in(game, language)[f"rule.{game}.start"].splitlines()
    assert [line.partition(".")[0] for line in lines] == [str(number) for number in range(1, 11)]


@every_language
def test_titles_can_be_told_apart_in_all_games(language: str) -> None:
    titles = [one.title for one in topics(WORDS.for_locale(language))]
    assert len(set(titles)) == len(titles)
