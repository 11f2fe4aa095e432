"""A third language is files and nothing else: dropped into the folder, it can be chosen and is spoken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copy

import discord
import pytest
from discord import app_commands

from bot.matches.guild_settings import GuildSettings
from bot.ui import wording
from bot.ui.command_words import CommandTranslator, told
from bot.ui.wording import COMMON, Wording, check, common_files, languages
from cogs.settings.cog import language_choices
from cogs.settings.pages import Look, settings_page

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {rule}\\n"\n'
FRENCH = "nplurals=2; plural=(n > 1);"
POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"

Drop = Callable[..., None]


@pytest.fixture
def drop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Drop:
    """Copies the shared sentences, and puts files of another language beside them: `drop("settings.fr", …)`."""
    for path in COMMON.glob("*.po"):
        copy(path, tmp_path)
    monkeypatch.setattr(wording, "COMMON", tmp_path)

    def write(name: str, rule: str = FRENCH, /, **sentences: str) -> None:
        entries = [f'\nmsgid "{key.replace("__", ".")}"\nmsgstr "{text}"\n' for key, text in sentences.items()]
        (tmp_path / f"{name}.po").write_text(HEADER.format(rule=rule) + "".join(entries), encoding="utf-8")

    return write


def test_it_can_be_chosen_by_its_own_name(drop: Drop) -> None:
    assert languages() == {"de": "Deutsch", "en": "English"}
    drop("settings.fr", language__own="Français")
    assert languages() == {"de": "Deutsch", "en": "English", "fr": "Français"}
    assert [(one.name, one.value) for one in language_choices()][1:] == [
        ("Deutsch", "de"), ("English", "en"), ("Français", "fr"),
    ]  # fmt: skip


def test_what_it_has_is_said_and_what_it_lacks_is_english(drop: Drop) -> None:
    drop("settings.fr", language__own="Français", settings__title="Réglages de ce serveur")
    words = Wording(common_files())
    page = settings_page(words.for_locale("fr"), Look(GuildSettings(language="fr"), "en"), changed=False).text()
    assert "## Réglages de ce serveur" in page
    assert "**In public** I speak Français." in page
    assert "Réglages" not in settings_page(words.for_locale("de"), Look(GuildSettings(), "en"), changed=False).text()


async def test_commands_are_described_in_it(drop: Drop) -> None:
    drop("commands.fr", command__help="Jouer, héberger, gérer un serveur")
    context = app_commands.TranslationContextTypes
    translator = CommandTranslator(Wording(common_files()))
    for key, said in (("command.help", "Jouer, héberger, gérer un serveur"), ("command.play", None)):
        assert await translator.translate(told(key), discord.Locale.french, context) == said  # type: ignore[arg-type]


def test_it_inflects_words_in_forms_of_its_own(drop: Drop) -> None:
    drop("words.en", POLISH, beast="wolf", seen="You see the {beast}.")
    drop("words.pl", POLISH, **{"beast": "wilk", "beast@biernik": "wilka", "seen": "Widzisz {beast@biernik}."})
    words = Wording(common_files())
    for locale, sentence in (("pl", "Widzisz wilka."), ("en", "You see the wolf.")):
        here = words.for_locale(locale)
        assert here.say("seen", beast=here.term("beast")) == sentence
    assert words.for_locale("pl").say("seen", beast="Ann") == "Widzisz Ann.", "a name has no other form"


def test_a_language_with_three_plural_forms_uses_them(drop: Drop, tmp_path: Path) -> None:
    text = HEADER.format(rule=POLISH) + '\nmsgid "left"\nmsgid_plural "left"\n'
    (tmp_path / "cards.pl.po").write_text(
        text + "".join(f'msgstr[{n}] "{{count}} {word}"\n' for n, word in enumerate(("karta", "karty", "kart"))),
        encoding="utf-8",
    )
    words = Wording(common_files()).for_locale("pl")
    assert [words.say("left", count=n) for n in (1, 3, 5, 22)] == ["1 karta", "3 karty", "5 kart", "22 karty"]


def test_the_check_names_what_is_missing_and_forms_that_do_not_exist(drop: Drop) -> None:
    drop("about.fr", **{"about.title": "{nobody}", "about.who": "{moon@genitif}", "moon@datif": "lune"})
    found = check(common_files())
    assert "about.fr: about.version is missing" in found
    assert "about.fr: moon has forms and is no word itself" in found
    assert "about.fr: about.who asks for @genitif" in found
    assert "about.fr: about.title#1 has the values ['nobody'], English has []" in found


def test_a_stored_language_that_is_gone_counts_as_not_chosen() -> None:
    words = Wording(common_files())
    page = settings_page(words, Look(GuildSettings(language="xx"), "de"), changed=False).text()
    assert "I speak Deutsch, because Discord says" in page
