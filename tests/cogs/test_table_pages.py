"""The list of tables and a host's powers at one: a phone shows each of these pages whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from support.pages_of_games import FACES, words_of
from support.phone import SCREEN, height
from support.seen_pages import named

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.matches.snapshot import MatchSnapshot
from bot.ui.panels import Page
from bot.ui.phone_height import with_most
from bot.ui.wording import Wording
from cogs.table.powers_page import powers_page
from cogs.table.status_page import LOG_LINES, status_text
from cogs.tables.page import ON_PAGE, ON_PAGE_OF_MODERATORS, Listed, tables_page


@dataclass(frozen=True)
class Deed:
    """A line of a table's log."""

    at_ms: int = 0
    action: str = "chair"
    actor: int = 7
    details: Any = field(default_factory=lambda: {"now": 8})


def table(game: str, role_set: str, seats: int, words: Wording) -> MatchSnapshot:
    options = next(one.options for one in GAMES[game].role_sets if one.name == role_set)
    return named(Match.start(GAMES[game], options, seats, SealedChance("tables"), record=True), words)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("hosts", [True, False])
@pytest.mark.parametrize(("game", "role_set", "seats"), [("village", "classic", 12), ("name_duel", "classic", 2)])
def test_a_phone_shows_a_page_of_tables_whole(game: str, role_set: str, seats: int, hosts: bool, language: str) -> None:
    words = words_of(language)
    one = Listed(table(game, role_set, seats, words), FACES[game], hosts, "off")
    most = ON_PAGE_OF_MODERATORS if hosts else ON_PAGE
    page = tables_page([one] * most, [], words, reader=0, page=1, pages=3)
    assert len(page.panels) == most + 2
    assert height(page) <= SCREEN


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("role_set", "seats"), [("club", 10), ("sport", 10)])
def test_a_phone_shows_the_powers_whole_with_as_much_of_the_log_as_fits(
    role_set: str, seats: int, language: str
) -> None:
    words = words_of(language)
    match, face = table("mafia", role_set, seats, words), FACES["mafia"]
    done = words.say("voice.chosen", channel="<#1>") if words.has("voice.chosen") else "x" * 200
    shown: list[int] = []

    def page(lines: int) -> Page:
        shown.append(lines)
        log = [Deed() for _ in range(9)]
        status = status_text(match, face, words, served=(seats, seats), log=log, lines=lines)
        return powers_page(match, status, (), words, done=done, keeps_floor=True)

    assert height(page(LOG_LINES)) > SCREEN
    fitting = with_most(page, LOG_LINES)
    assert height(fitting) <= SCREEN
    assert fitting.text().count("<t:0:t>") == shown[-1]
