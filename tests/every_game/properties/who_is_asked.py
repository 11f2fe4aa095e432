"""What each game promises of the questions that are open at one moment, besides what every game promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Match
from bot.engine.questions import MIRROR

Rightly = Callable[[Match], None]


def in_the_village(match: Match) -> None:
    """The dead, toads and the muted are not asked for what they cannot do."""
    view: Any = match.view(SPECTATOR)
    for question in match.open:
        if question.seat == MIRROR:
            continue
        speech = view.player(question.seat).speech
        assert speech != "dead" or question.key == "huntsman.shot"
        assert speech != "toad" or not question.key.startswith("day.")
        assert speech != "muted" or question.key != "day.last_words"


def at_the_club(match: Match) -> None:
    """The living are asked, and only one of them has the floor."""
    view: Any = match.view(SPECTATOR)
    assert all(question.choices for question in match.open)
    assert all(question.seat == MIRROR or view.player(question.seat).alive for question in match.open)
    floors = [question for question in match.open if question.key.endswith(".floor")]
    assert [question.seat for question in floors] == ([view.speaker] if view.speaker else [])


def in_a_duel(match: Match) -> None:
    """One person is asked: the one whose turn it is, or the other one about a guess. One clock runs."""
    people = [question for question in match.open if question.seat != MIRROR]
    clocks = [question for question in match.open if question.seat == MIRROR]
    assert len(people) <= 1
    assert len(clocks) == (match.outcome is None)
    view: Any = match.view(SPECTATOR)
    for question in people:
        assert (question.key == "duel.react") == (view.phase == "reaction") == (view.guess is not None)
        if view.turn is not None:
            assert (question.seat == view.turn) != (question.key == "duel.react")


def in_the_forest(match: Match) -> None:
    """Each question is a choice with a clock; several people are asked at once only while they gather."""
    assert len({(question.seat, question.key) for question in match.open}) == len(match.open)
    for question in match.open:
        assert question.seat > 0
        assert question.within is not None
        assert len(question.choices) >= 2 or question.key == "gather.place"
    assert len(match.open) <= 1 or {question.key for question in match.open} <= {"gather.place", "gather.fable"}


def at_the_card_table(match: Match) -> None:
    """The legal set is never empty, and holds nothing but the own cards; several people are asked only at a claim."""
    for question in match.open:
        assert question.seat > 0
        assert question.within is not None
        assert question.choices
        view: Any = match.view(question.seat)
        if question.key == "trick.play":
            assert {play.split("-")[0] for play in question.choices} <= {*view.hand, "claim"}
            assert question.default != "claim"
        if question.key == "exchange.discard":
            assert sorted(question.choices) == sorted(view.hand)
    assert len(match.open) <= 1 or {question.key for question in match.open} == {"claim.object"}


ASKED_RIGHTLY: dict[str, Rightly] = {
    "village": in_the_village,
    "mafia": at_the_club,
    "name_duel": in_a_duel,
    "grimm_forest": in_the_forest,
    "trumplestiltskin": at_the_card_table,
}
