"""Thousands of games through the same engine and the same rules as at a real table, without a clock or a store."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import floor
from random import Random
from time import perf_counter

from bot.engine.match import Match
from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Frozen, Game, Look, Options, Player
from bot.players import Mixture, PlayerKind

Progress = Callable[[int], None]
"""Told now and then how many games are done."""


class Report(Frozen):
    """What came of many games.

    seconds      wall time; answers: given by players, clocks and chance not counted
    wins         games won by each side; rounds_mean: rounds (nights and days, turns, hands) a game lasted on average
    """

    game: str
    seats: int
    games: int
    seconds: float
    games_per_second: float
    answers: int
    wins: dict[str, int]
    rounds_mean: float


class LooseChance:
    """Plain quick chance for games that nobody has to be able to check afterwards."""

    __slots__ = ("_random",)

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def draw(self, question: Question, purpose: str) -> Value:
        random = self._random
        if question.kind == "number":
            return question.least + floor(random() * (question.most - question.least + 1))
        choices = question.choices
        if question.kind != "shuffle":
            return choices[floor(random() * len(choices))]
        cards = list(choices)
        for last in range(len(cards) - 1, 0, -1):
            other = floor(random() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
        return cards


def simulate(
    game: Game,
    seats: int,
    games: int,
    seed: int | str,
    options: Options,
    *,
    players: PlayerKind | Mixture = "random",
    progress: Progress | None = None,
) -> Report:
    """Play so many games. The same arguments give the same games; only the times differ."""
    rng = Random(seed)
    mixture = players if isinstance(players, Mixture) else Mixture(players)
    options = options.for_new_match()
    wins = dict.fromkeys(game.sides_at(seats), 0)
    answers = rounds = 0
    started = perf_counter()
    with rare_collections():
        for number in range(1, games + 1):
            match = Match.start(game, options, seats, LooseChance(rng), record=False)
            answers += play(match, mixture.players(game.name, seats, partial(_side, match), rng), rng)
            rounds += match.checkpoint
            if match.outcome is not None:
                for side in match.outcome.sides:
                    wins[side] = wins.get(side, 0) + 1
            if progress is not None and (number % 64 == 0 or number == games):
                progress(number)
    seconds = perf_counter() - started
    return Report(
        game=game.name,
        seats=seats,
        games=games,
        seconds=seconds,
        games_per_second=games / seconds if games else 0.0,
        answers=answers,
        wins=wins,
        rounds_mean=rounds / games if games else 0.0,
    )


@contextmanager
def rare_collections() -> Iterator[None]:
    """A game leaves no reference cycles behind, yet looking for them takes an eighth of the time; so look seldom."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def play(match: Match, players: dict[Seat, Player], rng: Random) -> int:
    """Play a match to its end. Chance says who acts next; a clock runs out only when nobody has anything to say.

    Returns how many answers the players gave.
    """
    answers = 0
    random = rng.random
    hands = {seat: (player.answer, _look(match, seat)) for seat, player in players.items()}

    def choose(waiting: Sequence[Question]) -> tuple[Question, Value]:
        nonlocal answers
        if len(waiting) == 1:
            question = waiting[0]
            if question.seat < 0:
                return question, _by_itself(question)
            random()  # nothing is chosen by it; but the same seeds play the same games as ever
        else:
            question = _next_to_answer(waiting, random)
            if question.seat < 0:
                return question, _by_itself(question)
        answers += 1
        answer, look = hands[question.seat]
        return question, answer(question, look)

    match.play_out(choose)
    return answers


def _next_to_answer(waiting: Sequence[Question], random: Callable[[], float]) -> Question:
    """One of the people's questions, each equally likely; the clock that runs out first when there are none."""
    people = len(waiting)
    while waiting[people - 1].seat < 0:  # clocks stand last
        people -= 1
        if not people:
            return min(waiting, key=_due)
    question = waiting[floor(random() * people)]
    while question.seat < 0:  # the Mirror has nothing to say of itself
        question = waiting[floor(random() * people)]
    return question


def _by_itself(clock: Question) -> Value:
    """What a question to the Mirror has for an answer."""
    return clock.choices[0] if clock.within is None else clock.default


def _side(match: Match, seat: Seat) -> str | None:
    """The side of the card that this seat holds; None in a game without sides."""
    return getattr(match.view(seat), "side", None)


def _look(match: Match, seat: Seat) -> Look:
    return lambda: match.view(seat)


def _due(question: Question) -> int:
    """When the Mirror answers, as seconds from now: what has no clock (a delivery) at once."""
    return question.within or 0
