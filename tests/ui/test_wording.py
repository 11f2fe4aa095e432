"""Sentences from gettext files: variants, plurals, languages, names that mean harm, and the check of translations."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from bot.ui.wording import MissingWording, Wording, check, label, plain

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


def write(folder: Path, name: str, *entries: tuple[str, str], more: str = "") -> Path:
    path = folder / name
    body = "".join(f'\nmsgid "{key}"\nmsgstr "{sentence}"\n' for key, sentence in entries)
    path.write_text(HEADER + body + more, encoding="utf-8")
    return path


@pytest.fixture
def english(tmp_path: Path) -> Path:
    plural = '\nmsgid "left"\nmsgid_plural "left"\nmsgstr[0] "{count} card"\nmsgstr[1] "{count} cards"\n'
    entries = [
        ("dawn", "Good morning."),
        ("dawn#2", "The sun is up."),
        ("dawn#10", "Day!"),
        ("died", "{name} is dead."),
    ]
    return write(tmp_path, "village.en.po", *entries, more=plural)


@pytest.fixture
def german(tmp_path: Path) -> Path:
    return write(tmp_path, "village.de.po", ("dawn", "Guten Morgen."), ("died", "{name} ist tot."))


def test_a_sentence_with_its_values(english: Path) -> None:
    wording = Wording([english])
    assert wording.say("died", name="Ann") == "Ann is dead."
    assert wording.has("died")
    assert not wording.has("born")
    assert (wording.keys(), wording.keys("d")) == (("dawn", "died", "left"), ("dawn", "died"))


def test_variants_are_picked_in_order_and_around(english: Path) -> None:
    wording = Wording([english])
    assert [wording.say("dawn", pick=n) for n in range(4)] == [
        "Good morning.",
        "The sun is up.",
        "Day!",
        "Good morning.",
    ]


def test_count_decides_the_form(english: Path) -> None:
    wording = Wording([english])
    assert [wording.say("left", count=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_players_never_see_a_key_or_a_hole(english: Path) -> None:
    wording = Wording([english])
    with pytest.raises(MissingWording, match="born"):
        wording.say("born")
    with pytest.raises(MissingWording, match="name"):
        wording.say("died")
    with pytest.raises(TypeError):
        wording.say("died", name=None)  # type: ignore[arg-type]


def test_a_brace_in_a_value_is_only_a_brace(english: Path) -> None:
    assert Wording([english]).say("died", name="{name} {secret}") == "{name} {secret} is dead."


def test_languages_fall_back_to_the_nearest_and_to_english(english: Path, german: Path) -> None:
    wording = Wording([english, german])
    german_words = wording.for_locale("de-AT")
    assert german_words.locale == "de"
    assert german_words.say("died", name="Ann") == "Ann ist tot."
    assert german_words.say("left", count=1) == "1 card"
    assert wording.for_locale(discord.Locale.german).locale == "de"
    assert wording.for_locale(discord.Locale.japanese).say("dawn") == "Good morning."
    assert wording.for_locale(discord.Locale.british_english).locale == "en"
    assert wording.locales == ["de", "en"]


def test_an_unfinished_translation_is_not_used(english: Path, tmp_path: Path) -> None:
    fuzzy = '\n#, fuzzy\nmsgid "died"\nmsgstr "{name} lebt."\n'
    wording = Wording([english, write(tmp_path, "village.de.po", ("dawn", ""), more=fuzzy)], "de")
    assert wording.say("died", name="Ann") == "Ann is dead."
    assert wording.say("dawn") == "Good morning."


def test_a_file_must_say_its_language(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"village\.po"):
        Wording([write(tmp_path, "village.po")])


def test_check_names_every_difference(tmp_path: Path) -> None:
    one = ("one", "{a} and {b}")
    files = [
        write(tmp_path, "cards.en.po", one, ("two", "two"), ("two#2", "zwei"), ("three", "x")),
        write(tmp_path, "cards.de.po", ("one", "{a} und {c}"), ("two", "zwei"), ("four", "vier {")),
        write(
            tmp_path, "dice.en.po", ("three", "again"), ("six", "six {"), ("six#3", "gap"), ("two", "x"), ("two", "y")
        ),
        write(tmp_path, "dogs.de.po", ("dog", "Hund")),
    ]
    found = "\n".join(check(files))
    for problem in (
        "cards.de: one#1 has the values ['a', 'c'], English has ['a', 'b']",
        "cards.de: three is missing",
        "cards.de: four is not in English",
        "dice.en: three is also in cards",
        "dice.en: six#1 has a stray brace",
        "dice.en: six has a gap in its variants: [1, 3]",
        "dice.en.po: two stands twice",
        "dogs: there is no English file",
    ):
        assert problem in found
    assert "two is missing" not in found


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann\n\t Lee ", "Ann Lee"),
        ("**bold**", r"\*\*bold\*\*"),
        ("# big", r"\# big"),
        ("@everyone", "@\u200beveryone"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("</cmd:1>", r"\</cmd\:1\>"),
        ("[x](http://evil)", r"\[x\]\(http\://evil\)"),
        ("ab\u202ecd\u200b", "abcd"),
        ("\u3164\u3164", "?"),
        ("", "?"),
        ("Zöe Ó'Brien 🐸", "Zöe Ó'Brien 🐸"),
    ],
)
def test_names_do_no_harm(name: str, shown: str) -> None:
    assert plain(name) == shown


def test_names_are_cut_before_they_are_escaped() -> None:
    assert plain("_" * 40) == r"\_" * 32
    assert label("x" * 40) == "x" * 32
    assert label("*x*") == "*x*"
    assert len(label("e" + "\u0301\u0327\u0330\u0331\u0332\u0333" * 30)) <= 4
