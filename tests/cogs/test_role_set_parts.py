"""The pages of role sets come in parts and pages, each of which a phone shows whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import pytest
from support.phone import SCREEN, height

from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.matches.drafts import Draft, Drafts
from bot.matches.option_fields import casts_field, fields_in_play
from bot.matches.role_set_files import Found
from bot.matches.role_set_history import Deed, Line, Version
from bot.matches.rolesets import Offered
from bot.ui.option_changes import changes
from bot.ui.option_words import cast_lines, option_title
from bot.ui.panels import Button, Page
from bot.ui.role_set_draft import draft_page
from bot.ui.role_set_pages import set_page
from bot.ui.wording import Wording, wording_files
from cogs.rolesets.conflict_page import conflict_page
from cogs.rolesets.exchange_pages import preview_page
from cogs.rolesets.history_pages import line_page, version_page

SETS = [(game, one.name) for game in GAMES.values() for one in game.role_sets]


def draft_of(game: Game, name: str) -> Draft:
    return Drafts(lambda: 0).open(1, 2, game, "x" * 40, game.role_set(name).options, replaces=None)


def ways(page: Page, action: str) -> list[Button]:
    rows = [row for panel in page.panels for row in panel.rows if isinstance(row, tuple)]
    return [button for row in rows for button in row if f":{action}:" in button.custom_id]


def read(draft: Draft, words: Wording) -> Iterator[Page]:
    """Every page of every part."""
    for way in ways(draft_page(words, draft), "part") or [None]:
        draft.part, draft.page = way.custom_id.split(":")[5] if way else "", 0
        yield (shown := draft_page(words, draft))
        while any(button.custom_id.endswith(f":{draft.page + 1}") for button in ways(shown, "page")):
            draft.page += 1
            yield (shown := draft_page(words, draft))


def read_set(game: Game, name: str, words: Wording) -> Iterator[Page]:
    options = game.role_set(name).options
    for way in ways(set_page(words, game, name, options), "part") or [None]:
        part, number = way.custom_id.split(":")[5] if way else "", 0
        yield (shown := set_page(words, game, name, options, part=part))
        while any(button.custom_id.split(":")[6] == str(number + 1) for button in ways(shown, "page")):
            number += 1
            yield (shown := set_page(words, game, name, options, part=part, page=number))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_phone_shows_each_page_of_a_set_whole_and_together_they_tell_all(language: str) -> None:
    words = Wording(wording_files(), language)
    for game, name in SETS:
        pages = list(read_set(game, name, words))
        told = "\n".join(page.text() for page in pages)
        field = casts_field(game.options)
        lines = cast_lines(words, game, getattr(game.role_set(name).options, field.name)) if field else []
        assert all(line in told for line in lines), (game.name, name)
        assert max(map(height, pages)) <= SCREEN, (game.name, name)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_phone_shows_each_page_of_a_draft_whole_and_every_option_is_on_one(language: str) -> None:
    words = Wording(wording_files(), language)
    for game, name in SETS:
        draft = draft_of(game, name)
        pages = list(read(draft, words))
        told = "\n".join(page.text() for page in pages)
        for field in fields_in_play(game.options, draft.values):
            assert field.kind == "casts" or option_title(words, game, field) in told, (game.name, name, field.name)
        assert max(map(height, pages)) <= SCREEN, (game.name, name)
        idents = [[button.custom_id for button in (*ways(page, "part"), *ways(page, "page"))] for page in pages]
        assert all(len(some) == len(set(some)) for some in idents)


def test_what_is_wrong_stands_above_every_part() -> None:
    words = Wording(wording_files(), "de")
    game = GAMES["village"]
    draft = draft_of(game, "classic")
    draft.set_number("night_seconds", 5)
    for page in read(draft, words):
        assert "5 s" in page.panels[0].text
        save = cast(tuple[Button, ...], page.panels[0].rows[0])[0]
        assert save.disabled
        assert height(page) <= SCREEN


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_phone_shows_the_faulty_roles_of_one_number_whole(language: str) -> None:
    """Of all that is wrong as much stands above them as there is room for, and how much more there is."""
    words, game = Wording(wording_files(), language), GAMES["village"]
    for one in game.role_sets:
        draft = Drafts(lambda: 0).open(1, 2, game, "House", one.options, replaces=None)
        for seats in draft.casts:
            draft.seats, draft.role = seats, "esmeralda"
            draft.casts[seats] = {**draft.casts[seats], "villager": 0, "esmeralda": 2}
            draft.set_number("night_seconds", 5)
            page = draft_page(words, draft)
            assert len(draft.check()[1]) > 2
            assert len(re.findall("^- ", page.panels[0].text, re.MULTILINE)) > 0
            assert height(page) <= SCREEN, (one.name, seats)


def other_sets(game: Game, name: str) -> list[str]:
    return [one.name for one in game.role_sets if one.name != name]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_phone_shows_whole_what_has_changed_in_a_set(language: str) -> None:
    """From each set to each other one of its game: in its history, by somebody else meanwhile, with an import."""
    words = Wording(wording_files(), language)
    for game, name in SETS:
        deeds = tuple(Deed(number, "x" * 40, "changed", 1, 0) for number in range(30, 0, -1))
        line = Line(1, game.name, deeds)
        pages = [line_page(words, game, line, words.say("roleset.saved"))]
        options = game.role_set(name).options
        for other in other_sets(game, name):
            now, then = Version(deeds[0], options), Version(deeds[1], game.role_set(other).options)
            pages.append(version_page(words, game, line, then, now, now))
            draft = draft_of(game, name)
            pages.append(conflict_page(words, draft, Offered("x" * 40, then.options, saved_ms=0, version=2)))
            found = Found(game, "x" * 40, then.options, ())
            pages += [preview_page(words, draft, found, there) for there in (None, Offered("x", options, 0, 1))]
        assert [height(page) for page in pages if height(page) > SCREEN] == [], (game.name, name)


def test_what_has_changed_in_a_set_is_told_by_the_number_of_players() -> None:
    words, game = Wording(wording_files(), "en"), GAMES["village"]
    told = changes(words, game, game.role_set("beginner").options, game.role_set("everything").options)
    players = [int(one[1]) for line in told if (one := re.match(r"- (\d+)\D.*players?:", line))]
    assert len(players) > 3
    assert players == sorted(players)
