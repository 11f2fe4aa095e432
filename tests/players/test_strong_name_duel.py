"""The strong duelist: names first what the other could flee with, feints never, and keeps its best guesses for last."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.engine.rulebook import Look
from bot.games import GAMES
from bot.games.name_duel.events import Event
from bot.games.name_duel.notebook import bare_after, belief, in_hand
from bot.games.name_duel.players.strong import GUARDS, StrongNameDuelPlayer
from bot.games.name_duel.views import NameDuelView
from bot.players import player_for
from bot.simulate import LooseChance, play

NAME_DUEL = GAMES["name_duel"]
FREE = {"hobyah", "yallery_brown"}
"""The cards that neither guess nor flee."""

Heard = list[tuple[Question, Value, NameDuelView]]


class Watched:
    def __init__(self, rng: Random, heard: Heard) -> None:
        self.inner = player_for("name_duel", "strong", rng)
        self.heard = heard

    def answer(self, question: Question, look: Look) -> Value:
        value = self.inner.answer(question, look)
        view = look()
        assert isinstance(view, NameDuelView)
        self.heard.append((question, value, view))
        return value


@pytest.fixture(scope="module")
def heard() -> Heard:
    rng, heard = Random(5), list[tuple[Question, Value, NameDuelView]]()
    for _ in range(12):
        match = Match.start(NAME_DUEL, NAME_DUEL.role_set("single").options, 2, LooseChance(rng), record=False)
        play(match, {seat: Watched(rng, heard) for seat in (1, 2)}, rng)
    return heard


def test_it_is_the_strong_player_of_the_duel() -> None:
    assert isinstance(player_for("name_duel", "strong", Random(1)), StrongNameDuelPlayer)


def test_among_likely_names_it_takes_one_that_nothing_can_save(heard: Heard) -> None:
    """That is most often one that the other could flee with: as the secret name, it is one way less to flee."""
    torn = []
    for question, value, view in heard:
        if question.key == "duel.guess" and view.playing != "drum_drum":
            bare = bare_after(view, 3 - view.seat, GUARDS)
            shares = [bare.get(name, 0.0) for name in likeliest(view)]
            if max(shares) > min(shares) + 0.05:
                assert bare[value] > max(shares) - 0.02
                torn.append(value)
    assert len(torn) > 5
    assert sum(value in GUARDS for value in torn) > len(torn) / 2


def likeliest(view: NameDuelView) -> set[str]:
    names = belief(view, 3 - view.seat)
    return {name for name, share in names.items() if share > max(names.values()) - 0.001}


def test_it_flees_from_every_right_guess_it_can_and_from_no_other(heard: Heard) -> None:
    fled = 0
    for question, value, view in heard:
        if question.key == "duel.react" and question.values:
            is_right = question.values["guess"] == question.values["bottom"]
            ways = {"bootstrap", "flippy.own", "whuppity_stoorie"} & set(question.choices)
            assert (value is not None) == (is_right and bool(ways) and view.duelist(view.seat).deck > 1)
            fled += value is not None
    assert fled


def test_what_cannot_win_is_played_first_and_ways_to_flee_last(heard: Heard) -> None:
    played = [(value, set(view.hand)) for question, value, view in heard if question.key == "duel.play"]
    assert all(value in FREE for value, hand in played if FREE & hand)
    assert all(value not in GUARDS for value, hand in played if "noggin" in hand and value != "noggin")


def test_a_bare_name_is_one_that_nothing_in_hand_can_save() -> None:
    """With one way to flee seen in the hand, no name is bare; when it has been played, as many as before or more."""
    view = NAME_DUEL.rulebook.view(_fresh()._table, 1)
    assert isinstance(view, NameDuelView)
    before = bare_after(view, 2, GUARDS)
    assert 0 < sum(before.values()) < 1 / 4, "three of ten cards save it, and five are in hand"
    assert max(before, key=before.__getitem__) in GUARDS
    assert sum(bare_after(view, 2, GUARDS, Event(2, "hand", ("flippy",))).values()) == 0
    played = Event(2, "played", ("flippy",))
    assert sum(bare_after(view, 2, GUARDS, played).values()) > sum(before.values())
    assert bare_after(view, 2, frozenset()) == pytest.approx(belief(view, 2))
    assert sum(in_hand(view, 2).values()) == pytest.approx(5)


def _fresh() -> Match:
    return Match.start(NAME_DUEL, NAME_DUEL.role_set("single").options, 2, LooseChance(Random(1)), record=False)
