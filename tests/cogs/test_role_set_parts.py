"""The pages of role sets come in parts and pages, each of which a phone shows whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from support.phone import SCREEN, height

from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.matches.drafts import Draft, Drafts
from bot.matches.option_fields import casts_field, fields_in_play
from bot.ui.option_words import cast_lines, option_title
from bot.ui.panels import Button, Page
from bot.ui.role_set_draft import draft_page
from bot.ui.role_set_pages import set_page
from bot.ui.wording import Wording, wording_files

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
