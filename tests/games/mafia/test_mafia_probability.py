"""Mafia and Citizens alone, where chance does everything: the red side wins as often as arithmetic says.

Every day the whole table votes for one random living seat; every night the team kills one random living Citizen. Then
who wins depends on the numbers of the living only, and can be worked out by recursion, independently of the rules.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from random import Random

import pytest
from support.sizes import size

from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.engine.rulebook import Look
from bot.games.mafia.game import GAME as MAFIA_GAME
from bot.games.mafia.options import MafiaOptions
from bot.games.mafia.values import NO, PASS, YES
from bot.simulate import LooseChance, play

GAMES = size(200, full=20_000)
STANDARD_ERRORS = 4


@cache
def red_wins(mafia: int, citizens: int) -> float:
    """The exact probability that the red side wins when a day begins with so many alive."""
    living = mafia + citizens
    return (mafia * _after_vote(mafia - 1, citizens) + citizens * _after_vote(mafia, citizens - 1)) / living


def _after_vote(mafia: int, citizens: int) -> float:
    if mafia == 0:
        return 1.0
    if mafia >= citizens or mafia >= citizens - 1:  # decided now, or by the night that follows
        return 0.0
    return red_wins(mafia, citizens - 1)


class Fate:
    """What all players of one table do together."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._target: int | None = None
        self._named = 0
        self._victim: int | None = None

    def speak(self, question: Question) -> Value:
        """The first speaker names a random living seat, the second somebody else, the others nobody."""
        people = [choice for choice in question.choices if choice != PASS]
        if not people or self._named >= 2:
            return PASS
        self._named += 1
        self._victim = None
        choice = self._rng.choice(people)
        if self._named == 1:
            self._target = choice
        return choice

    def vote(self, question: Question) -> Value:
        assert question.values is not None
        return YES if question.values["nominee"] == self._target else NO

    def kill(self, question: Question, look: Look) -> Value:
        """One random Citizen, for the whole team."""
        self._named = 0
        if self._victim is None:
            team = look().team  # type: ignore[attr-defined]
            self._victim = self._rng.choice([seat for seat in question.choices if seat not in team])
        return self._victim


class Puppet:
    """A player who does what fate says."""

    def __init__(self, fate: Fate) -> None:
        self._fate = fate

    def answer(self, question: Question, look: Look) -> Value:
        if question.key == "speech.floor":
            return self._fate.speak(question)
        if question.key == "vote.hand":
            return self._fate.vote(question)
        if question.key == "night.victim":
            return self._fate.kill(question, look)
        return question.choices[-1]


@pytest.mark.full_size
@pytest.mark.parametrize(("mafia", "citizens"), [(1, 5), (2, 6), (3, 7), (2, 11)])
def test_the_red_side_wins_as_often_as_arithmetic_says(mafia: int, citizens: int) -> None:
    seats = mafia + citizens
    options = MafiaOptions(casts={seats: {"mafia": mafia, "citizen": citizens}}, fouls="off", final_seconds=0)
    assert MAFIA_GAME.faults(options, seats) == []
    rng = Random(f"{mafia} against {citizens}")
    won = 0
    for _ in range(GAMES):
        match = Match.start(MAFIA_GAME, options, seats, LooseChance(rng), record=False)
        fate = Fate(rng)
        play(match, {seat: Puppet(fate) for seat in range(1, seats + 1)}, rng)
        assert match.outcome is not None
        won += match.outcome.sides == ("red",)
    expected = red_wins(mafia, citizens)
    error = sqrt(expected * (1 - expected) / GAMES)
    assert abs(won / GAMES - expected) < STANDARD_ERRORS * error
