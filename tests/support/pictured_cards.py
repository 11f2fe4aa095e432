"""Pictures of the two card games, of their tables and of hands, made of games that are played at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from language.any_game import random_answer

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question
from bot.games import GAMES
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording, wording_files
from cogs.name_duel import pictures as name_duel
from cogs.trumplestiltskin import pictures as trump
from support.recording_art import RecordingArt

DRAWS: dict[str, Any] = {"name_duel": name_duel, "trumplestiltskin": trump}
PLAIN = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dan", 5: "Eve"}
STRANGE = {1: "Wilhelmina Featherstonehaugh-Smy", 2: "Жанна 🗡️", 3: "日本の友達", 4: "{name} **|** %s", 5: "M" * 32}
KINDS = [
    ("name_duel", 2, "plain"), ("name_duel", 2, "strange"), ("trumplestiltskin", 3, "plain"),
    ("trumplestiltskin", 4, "strange"), ("trumplestiltskin", 5, "plain"), ("trumplestiltskin", 5, "strange"),
]  # fmt: skip
TABLES = [(*kind, language) for language in ("en", "de") for kind in KINDS]
DRAWN_MOST = 12
"""Pictures of each kind and table that are really drawn."""


ART = RecordingArt(1300)


@cache
def words(language: str = "en") -> Wording:
    return Wording(wording_files()).for_locale(language)


def start(game: str, seats: int, seed: str) -> Match:
    return Match.start(GAMES[game], GAMES[game].options(), seats, SealedChance(seed))


def states(game: str, seats: int, seed: int = 1) -> Iterator[Match]:
    """Every state of a match that is played at random."""
    rng, match = Random(seed), start(game, seats, f"pictures {seed}")
    yield match
    while match.outcome is None:
        match.reply(*random_answer(match, rng))
        yield match


Made = tuple[Any, Question | None, Picture]


@cache
def pictures(game: str, seats: int, names: str = "plain", language: str = "en") -> list[Made]:
    """Pictures of all kinds of states, with the view and the question they were made for: the first of each kind."""
    labels = {seat: {"plain": PLAIN, "strange": STRANGE}[names][seat] for seat in range(1, seats + 1)}
    return list(_pictures(game, seats, labels, words(language)))


def first_hand(seats: int, names: str, language: str) -> Iterator[Picture]:
    """Of the card table: the last picture of each phase until the first hand is scored, and a hand."""
    labels = {seat: {"plain": PLAIN, "strange": STRANGE}[names][seat] for seat in range(1, seats + 1)}
    last: dict[str, Any] = {}
    for match in states("trumplestiltskin", seats):
        view: Any = match.view(SPECTATOR)
        last["hand" if view.phase == "tricks" and match.open_for(1) else view.phase] = (
            trump.hand_picture(match.view(1), match.open_for(1)[0], labels, words(language))  # type: ignore[arg-type]
            if view.phase == "tricks" and match.open_for(1)
            else trump.table_picture(view, labels, words(language))
        )
        if view.hands:
            break
    yield from (picture for picture in last.values() if picture is not None)


def _pictures(game: str, seats: int, labels: Mapping[int, str], spoken: Wording) -> Iterator[Made]:
    seen: set[Picture] = set()
    often: Counter[Any] = Counter()
    for match in states(game, seats):
        made: list[tuple[Any, Question | None, Picture | None]] = []
        view: Any = match.view(SPECTATOR)
        made.append((view, None, DRAWS[game].table_picture(view, labels, spoken)))
        for seat in range(1, seats + 1):
            own: Any = match.view(seat)
            question = next(iter(match.open_for(seat)), None)
            made.append((own, question, DRAWS[game].hand_picture(own, question, labels, spoken)))
        for seen_view, question, picture in made:
            if picture is None or picture in seen:
                continue
            kind = (seen_view.phase, type(picture).__name__, question.key if question else "", seen_view.seat == 0)
            often[kind] += 1
            if often[kind] <= 3 or (seen_view.phase == "tricks" and often[kind] <= DRAWN_MOST):
                seen.add(picture)
                yield seen_view, question, picture
