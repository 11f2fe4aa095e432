"""The German sentences: every one the program has, with the same values, and none left in English by mistake."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.games.name_duel.cards import NAMES
from bot.ui.game_words import computer_names
from bot.ui.wording import Wording, check, wording_files
from cogs.grimm_forest.words import PEOPLE as PIGS
from cogs.mafia.face import MafiaFace
from cogs.name_duel.words import PEOPLE as DUELLISTS
from cogs.village.face import VillageFace

SAME_IN_BOTH = frozenset(
    {
        # Words and units.
        "Foul", "Fouls", "Hand", "Joker", "Mild", "Monster", "Name", "Normal", "Pause", "Sport", "Text", "Version",
        "Wolf", "d", "h", "min", "normal", "s",
        # Letters on cards, and what toads say.
        "A", "H", "K", "Brekekekex", "Brekekekeeex", "Quak", "koax", "koaaax", "quak",
        # Languages, each by its own name.
        "Deutsch", "English",
        # Names.
        "Ali", "Baba", "Don", "Esmeralda", "Hood", "Mafia", "Mafioso", "Pinocchio", "Rapunzel", "Robin", "Sheriff",
        *(word for name in NAMES.values() for word in re.findall(r"\w+", name.title)),
    }
)  # fmt: skip
"""What a sentence may consist of in German and in English alike, apart from values and signs."""

_VALUE = re.compile(r"<t:\{[a-z_]+\}:[a-zA-Z]>|\{[a-z_][a-z0-9_]*\}")
_MOST_ON_A_BUTTON = 80
_MOST_IN_A_TITLE = 45


def sentences(path: Path) -> dict[str, tuple[str, ...]]:
    """The forms of every variant of every key of one file."""
    found = {}
    with path.open("rb") as file:
        for message in read_po(file):
            identity = message.id if isinstance(message.id, str) else message.id[0]
            if identity:
                forms = message.string or ""
                found[identity] = (forms,) if isinstance(forms, str) else tuple(forms)
    return found


def german_and_english() -> list[tuple[str, str, str]]:
    """Key, German form and English form, wherever there are both."""
    pairs = []
    for path in wording_files():
        german = path.with_name(path.name.replace(".en.po", ".de.po"))
        if path.name.endswith(".en.po") and german.exists():
            translated = sentences(german)
            for key, forms in sentences(path).items():
                pairs += [(key, *both) for both in zip(translated.get(key, ()), forms, strict=False)]
    return pairs


def is_said_alike(sentence: str) -> bool:
    """Whether it has no words but those that are the same in both languages."""
    words = re.findall(r"[^\W\d_]+", _VALUE.sub(" ", sentence))
    return SAME_IN_BOTH.issuperset(words)


def test_every_language_has_every_sentence() -> None:
    assert check(wording_files()) == []


def test_german_is_spoken() -> None:
    assert "de" in Wording(wording_files()).locales
    assert Wording(wording_files()).for_locale("de-AT").say("button.my_seat") == "Mein Platz"


def test_every_english_file_has_a_german_one() -> None:
    english = [path for path in wording_files() if path.name.endswith(".en.po")]
    assert [path.name for path in english if not path.with_name(path.name.replace(".en.po", ".de.po")).exists()] == []


def test_nothing_was_left_in_english() -> None:
    alike = {key for key, german, english in german_and_english() if german == english and not is_said_alike(german)}
    left = {key for key in alike if not key.startswith("tells.")}  # names of cards for the program, and no words
    assert left == set()


def has_odd_quotes(german: str) -> bool:
    """Whether a quotation is marked as in English; the mark that opens one there closes one here."""
    return "”" in german or german.count("„") != german.count("“")


def test_quotations_are_marked_as_in_german() -> None:
    assert [key for key, german, _ in german_and_english() if has_odd_quotes(german)] == []


@pytest.mark.parametrize(("part", "most"), [(".button.", _MOST_ON_A_BUTTON), ("whisper.title", _MOST_IN_A_TITLE)])
def test_labels_fit(part: str, most: int) -> None:
    assert [key for key, german, _ in german_and_english() if part in key and len(german) > most] == []


# -- names are bold by themselves --------------------------------------------------------------------------------------

SEATS = frozenset(
    {
        *VillageFace.seat_values, *VillageFace.group_values, *MafiaFace.seat_values, *MafiaFace.group_values,
        *PIGS, *DUELLISTS, "dealer", "mates", "one", "other", "picked", "target", "to", "voter", "who",
    }
)  # fmt: skip
"""Values that are people, whose names arrive bold."""
PEOPLE_ONLY = ("village", "mafia")
"""The games in which a `name`, and `names`, are always people; elsewhere these may be cards."""
PLAIN_NAMES = frozenset({"slur.told"})
"""Sentences there that get the name as it is."""


def bold_in_bold(path: Path) -> set[str]:
    """Keys with a sentence that makes a person's name bold once more, which takes the boldness off again."""
    people = SEATS | ({"name", "names"} if path.parent.name in PEOPLE_ONLY else set())
    found = set()
    for key, forms in sentences(path).items():
        for line in (line for form in forms for line in form.split("\n")):
            values = {value for part in line.split("**")[1::2] for value in _VALUE.findall(part)}
            if not people.isdisjoint(value.strip("{}") for value in values) and key not in PLAIN_NAMES:
                found.add(key)
    return found


@pytest.mark.parametrize("path", wording_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_name_is_made_bold_twice(path: Path) -> None:
    assert bold_in_bold(path) == set()


@pytest.mark.parametrize(
    ("sentence", "found"),
    [("**Do you believe {seat}?** Say so.", True), ("**Do you?** {seat} lies.", False), ("**{day}.** {seat}", False)],
)
def test_a_name_that_is_made_bold_twice_is_seen(tmp_path: Path, sentence: str, found: bool) -> None:
    path = tmp_path / "some.en.po"
    path.write_text(f'msgid "some"\nmsgstr "{sentence}"\n', encoding="utf-8")
    assert bool(bold_in_bold(path)) is found


# -- what players read, and what only we do ----------------------------------------------------------------------------

_INTERNAL = re.compile(r"\b[SRM]\d+-\d+")


@pytest.mark.parametrize("path", wording_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_player_reads_the_number_of_a_ruling(path: Path) -> None:
    assert [key for key, forms in sentences(path).items() if any(map(_INTERNAL.search, forms))] == []


def test_two_people_never_stand_side_by_side() -> None:
    """German turns sentences round, and names have no cases: "da nominiert ann ben" does not say who nominates whom."""
    people = re.compile(r"\{(by|who|name|before|nominee|target)\}\s\{(by|who|name|nominee|target)\}")
    assert [german for _, german, _ in german_and_english() if people.search(german)] == []


def test_a_number_and_its_percent_sign_stay_in_one_line() -> None:
    """German puts a blank before the sign. At an ordinary one the line breaks, and "20" ends it."""
    assert [key for key, german, _ in german_and_english() if re.search(r"[\d}] %", german)] == []


def test_a_computers_name_is_the_same_in_every_sentence() -> None:
    """An adjective would have to change ("gegen Treuer Johannes" is wrong), and names are put in as they are."""
    names = computer_names(Wording(wording_files()).for_locale("de"))
    called = {"Bruder", "Gevatter"}
    adjectives = [name for name in names if re.match(r"\w+(e|er|es) [A-ZÄÖÜ]", name) and name.split()[0] not in called]
    assert adjectives == []
    assert len(set(names)) == len(names) >= 20
