"""The thoughtful duelist: legal, blind to what its seat may not see, hard to guess, and far better than chance."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.engine.match import Match
from bot.engine.questions import Question, Value, put
from bot.engine.rulebook import Look
from bot.games import GAMES
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.events import Event
from bot.games.name_duel.notebook import belief
from bot.games.name_duel.players.thoughtful import WAYS, NameDuelPlayer
from bot.games.name_duel.table import NameDuelTable
from bot.games.name_duel.views import NameDuelView
from bot.games.random_player import RandomPlayer
from bot.players import player_for
from bot.simulate import LooseChance, play

NAME_DUEL = GAMES["name_duel"]
SINGLE = NAME_DUEL.role_set("single").options


def begin(rng: Random, role_set: str = "single") -> Match:
    return Match.start(NAME_DUEL, NAME_DUEL.role_set(role_set).options, 2, LooseChance(rng), record=False)


Heard = list[tuple[Question, Value, NameDuelView]]
"""Questions, their answers, and what was seen then."""


class Watched:
    """A thoughtful duelist whose every answer and look is noted and checked."""

    def __init__(self, seat: int, rng: Random) -> None:
        self.seat = seat
        self.inner = player_for("name_duel", "thoughtful", rng)
        self.heard: Heard = []

    def answer(self, question: Question, look: Look) -> Value:
        views: list[NameDuelView] = []

        def see() -> NameDuelView:
            view = look()
            assert isinstance(view, NameDuelView)
            assert view.seat == question.seat == self.seat
            views.append(view)
            return view

        value = self.inner.answer(question, see)
        question.check(value)
        assert len(views) == (question.key in WAYS)
        if views:
            self.heard.append((question, value, views[0]))
        return value


def watched_games(games: int, role_set: str = "single") -> Heard:
    rng = Random(3)
    heard: Heard = []
    for _ in range(games):
        match = begin(rng, role_set)
        players = {seat: Watched(seat, rng) for seat in (1, 2)}
        play(match, dict(players), rng)
        assert match.outcome is not None
        for player in players.values():
            heard += player.heard
    return heard


@pytest.fixture(scope="module")
def heard() -> Heard:
    return watched_games(50)


def test_it_is_the_thoughtful_player_of_the_duel() -> None:
    assert isinstance(player_for("name_duel", "thoughtful", Random(1)), NameDuelPlayer)


def test_every_question_of_the_game_has_a_way_and_a_legal_answer(heard: Heard) -> None:
    assert {question.key for question, _, _ in heard} == set(WAYS)


def test_it_guesses_the_likeliest_name(heard: Heard) -> None:
    for question, value, view in heard:
        if question.key == "duel.guess":
            names = belief(view, 3 - view.seat)
            assert names[value] > max(names.values()) - 0.02


def test_it_saves_itself_from_a_right_guess_whenever_it_can(heard: Heard) -> None:
    saved = 0
    for question, value, view in heard:
        if question.key == "duel.react" and question.values and question.values["guess"] == question.values["bottom"]:
            ways = {"bootstrap", "flippy.own", "whuppity_stoorie"} & set(question.choices)
            if ways and view.duelist(view.seat).deck > 1:
                assert value in ways
                saved += 1
            else:
                assert value is None
    assert saved >= 10


def test_a_reaction_does_not_prove_a_hit(heard: Heard) -> None:
    counts = Counter(
        (question.values["guess"] == question.values["bottom"], value is not None)
        for question, value, _ in heard
        if question.key == "duel.react" and question.values and len(question.choices) > 1
    )
    assert counts[False, True] >= 5
    assert counts[False, False] >= 20


def test_it_never_lets_a_card_lie_that_it_may_take_back(heard: Heard) -> None:
    taken = [value for question, value, _ in heard if question.key == "rumpelstiltskin.regain"]
    assert taken
    assert None not in taken


class Doubled:
    """Two players with the same chance; the second sees a copy of the view that went through JSON."""

    def __init__(self, seed: int) -> None:
        self.pair = [player_for("name_duel", "thoughtful", Random(seed)) for _ in range(2)]

    def answer(self, question: Question, look: Look) -> Value:
        first, second = self.pair
        value = first.answer(question, look)
        assert value == second.answer(question, lambda: NameDuelView.model_validate_json(look().model_dump_json()))
        return value


def test_a_view_is_all_it_goes_by_and_the_same_chance_gives_the_same_answer() -> None:
    rng = Random(9)
    for _ in range(6):
        match = begin(rng, "classic")
        play(match, {seat: Doubled(seat) for seat in (1, 2)}, rng)
        assert match.outcome is not None


def test_hidden_cards_of_the_other_change_nothing() -> None:
    """The other's cards are dealt anew below the same events, and so is the own deck, before every answer."""
    rng = Random(21)
    for _ in range(4):
        match = begin(rng)
        table: Any = match._table
        assert isinstance(table, NameDuelTable)
        asked = 0
        while waiting := match.waiting:
            question = waiting[0]
            if question.seat < 0:
                match.reply(question, question.choices[0] if question.within is None else question.default)
                continue
            seat = question.seat
            view = match.view(seat)
            value = NameDuelPlayer(Random(asked)).answer(question, partial(match.view, seat))
            other, own = table.duelist(3 - seat), table.duelist(seat)
            truth = list(other.deck), list(other.hand), list(own.deck)
            cards = other.deck + other.hand
            rng.shuffle(cards)
            other.deck, other.hand = cards[: len(other.deck)], cards[len(other.deck) :]
            if not own.knows_bottom:
                rng.shuffle(own.deck)
            assert match.view(seat) == view
            assert value == NameDuelPlayer(Random(asked)).answer(question, partial(match.view, seat))
            other.deck, other.hand, own.deck = truth
            match.reply(question, value)
            asked += 1


def test_it_beats_random_play() -> None:
    """A thousand games are in the benchmark (over nine in ten won); these are enough not to be luck."""
    rng = Random(4)
    wins = 0
    for game in range(120):
        match = begin(rng)
        me = 1 + game % 2
        play(match, {me: NameDuelPlayer(rng), 3 - me: RandomPlayer(rng)}, rng)
        assert match.outcome is not None
        wins += match.outcome.seats == (me,)
    assert wins / 120 > 0.75


# -- what it does where there is one thing to do ----------------------------------------------------------------------


def situation(hand: tuple[str, ...], *events: Event, **changes: object) -> NameDuelView:
    """Seat 1 on its turn, after these events; `deck` is the size of either deck."""
    view = begin(Random(1)).view(1)
    assert isinstance(view, NameDuelView)
    deck = changes.pop("deck", 5)
    duelists = tuple(one.model_copy(update={"deck": deck, "cards": len(hand)}) for one in view.duelists)
    return view.model_copy(update={"hand": hand, "events": events, "duelists": duelists, **changes})


def says(key: str, choices: tuple[Any, ...], view: NameDuelView, seed: int, **values: str) -> Value:
    return NameDuelPlayer(Random(seed)).answer(put(1, key, choices, values=values), lambda: view)


@pytest.mark.parametrize("seed", range(5))
def test_it_names_what_must_be_and_plays_a_guess_to_do_so(seed: int) -> None:
    hand = ("bootstrap", "noggin", "hobyah", "flippy", "whuppity_stoorie")
    view = situation(hand, Event(2, "top", ("drum_drum", "hobyah")), Event(2, "inverted"))
    assert says("duel.play", hand, view, seed) == "noggin"
    assert says("duel.guess", tuple(NAMES), view, seed) == "drum_drum"


@pytest.mark.parametrize("seed", range(5))
def test_it_moves_a_name_that_everybody_knows(seed: int) -> None:
    hand = ("bootstrap", "noggin", "hobyah", "yallery_brown", "shenanigan")
    known = (Event(1, "top", ("drum_drum", "flippy")), Event(1, "inverted"))
    assert says("duel.play", hand, situation(hand, *known), seed) in ("bootstrap", "yallery_brown")


@pytest.mark.parametrize("seed", range(5))
def test_it_turns_the_other_deck_when_its_top_is_known(seed: int) -> None:
    view = situation(("noggin",), Event(2, "top", ("drum_drum", "hobyah")))
    assert says("flippy.deck", ("own", "other"), view, seed) == "other"
    known = (Event(1, "top", ("drum_drum", "hobyah")), Event(1, "inverted"))
    assert says("flippy.deck", ("own", "other"), situation(("noggin",), *known), seed) == "own"


@pytest.mark.parametrize("seed", range(5))
def test_it_exchanges_a_bottom_card_that_is_known(seed: int) -> None:
    view = situation(
        ("noggin", "hobyah", "bootstrap", "flippy"),
        Event(1, "top", ("drum_drum", "tim_tit_tot")),
        Event(1, "inverted"),
        Event(1, "played", ("yallery_brown",)),
        bottom="drum_drum",
    )
    choices = (*view.hand, None)
    assert says("yallery_brown.exchange", choices, view, seed, bottom="drum_drum") is not None
