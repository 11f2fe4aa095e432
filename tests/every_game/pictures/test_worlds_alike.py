"""Tables that look alike in public have one picture, whatever lies hidden in hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from support import pictured_cards, pictured_grimm_forest
from support.recording_art import RecordingArt
from support.sizes import size

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.ui.pictures.picture import Picture

DRAWN_EVERY = size(3, full=1)
"""Of views that several worlds have, one in so many has its pictures drawn."""


@dataclass(frozen=True)
class Dealt:
    """Many deals of one table, all played the same way for some steps."""

    game: str
    seats: int
    worlds: int
    steps: int
    start: Callable[[int, int], Match]
    """A deal, by seats and number."""
    hand: Callable[[Any], Any]
    """What a view holds that nobody else sees."""
    draw: Callable[[Any], Picture]
    act: Callable[[Match], tuple[Question, Value]]
    """What is done next, in every world."""
    art: RecordingArt

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}"


def drawing(match: Match) -> tuple[Question, Value]:
    """Whoever may draw a Fable does."""
    question = match.open[0]
    wanted = "draw" if "draw" in question.choices else question.default
    return question, wanted if wanted is not None or not question.choices else question.choices[0]


def choosing(match: Match) -> tuple[Question, Value]:
    question = next((one for one in match.open if one.choices), match.open[0])
    return question, question.choices[0] if question.choices else question.default


def grimm_forest(seats: int) -> Dealt:
    labels, words = pictured_grimm_forest.names(seats), pictured_grimm_forest.words()
    return Dealt(
        "grimm_forest",
        seats,
        worlds=16,
        steps=6 * seats,
        start=pictured_grimm_forest.start,
        hand=lambda view: view.fables,
        draw=lambda view: pictured_grimm_forest.pictures.table_picture(view, labels, words),
        act=drawing,
        art=pictured_grimm_forest.ART,
    )


def cards(game: str, seats: int) -> Dealt:
    labels, words = {seat: pictured_cards.PLAIN[seat] for seat in range(1, seats + 1)}, pictured_cards.words()
    return Dealt(
        game,
        seats,
        worlds=12,
        steps=3,
        start=lambda seats, number: pictured_cards.start(game, seats, f"world {number}"),
        hand=lambda view: view.hand,
        draw=lambda view: pictured_cards.DRAWS[game].table_picture(view, labels, words),
        act=choosing,
        art=pictured_cards.ART,
    )


@pytest.mark.full_size
@pytest.mark.parametrize(
    "dealt",
    [
        grimm_forest(2),
        grimm_forest(4),
        cards("name_duel", 2),
        cards("trumplestiltskin", 3),
        cards("trumplestiltskin", 5),
    ],
    ids=str,
)
def test_worlds_that_look_alike_in_public_have_one_picture(dealt: Dealt) -> None:
    """While public views are equal, so are pictures, words and (of some views, in two worlds or all) pixels."""
    by_view: dict[str, list[tuple[Any, Picture]]] = {}
    for number in range(dealt.worlds):
        match = dealt.start(dealt.seats, number)
        for _ in range(dealt.steps):
            view = match.view(SPECTATOR)
            hidden = tuple(dealt.hand(match.view(seat)) for seat in range(1, dealt.seats + 1))
            by_view.setdefault(view.model_dump_json(), []).append((hidden, dealt.draw(view)))
            match.reply(*dealt.act(match))
    alike = [worlds for worlds in by_view.values() if len({hidden for hidden, _ in worlds}) > 1]
    assert alike
    for number, worlds in enumerate(alike):
        assert len({picture for _, picture in worlds}) == 1
        assert len({picture.words(pictured_cards.words()) for _, picture in worlds}) == 1
        if number % DRAWN_EVERY == 0:
            drawn = list(dict(worlds).values())[: size(2, full=100)]
            assert len({picture.draw(dealt.art).tobytes() for picture in drawn}) == 1
