"""How strong the thoughtful player of The Grimm Forest is against random ones, and how long its answers take.

    python tests/benchmarks/grimm_players.py [--duels 1000] [--games 300] [--role-sets beginner advanced]

Seats change from game to game. A shared victory counts by its share.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from random import Random
from time import thread_time

from bot.engine.match import Match
from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look, Player
from bot.games.grimm_forest.game import GAME as GRIMM_FOREST
from bot.games.grimm_forest.players.thoughtful import GrimmPlayer
from bot.games.random_player import RandomPlayer
from bot.simulate import LooseChance, play

Times = dict[str, list[float]]
"""Seconds of work for each answer, by the question's key; making the view counts, other processes do not."""


class Timed:
    """A player whose answers are timed."""

    def __init__(self, inner: Player, times: Times) -> None:
        self._inner = inner
        self._times = times

    def answer(self, question: Question, look: Look) -> Value:
        started = thread_time()
        value = self._inner.answer(question, look)
        self._times.setdefault(question.key, []).append(thread_time() - started)
        return value


class Tally:
    """What came of many games: `wins` by kind of player, `rounds` of them all, `times` of thoughtful answers."""

    def __init__(self) -> None:
        self.wins: dict[str, float] = defaultdict(float)
        self.rounds = 0
        self.times: Times = {}


def tournament(role_set: str, kinds: str, games: int, seed: int = 1) -> Tally:
    """So many games between these players, a letter each: `t`, thoughtful, or `r`, random."""
    rng, tally = Random(seed), Tally()
    options = GRIMM_FOREST.role_set(role_set).options
    for number in range(games):
        kind = {1 + (place + number) % len(kinds): letter for place, letter in enumerate(kinds)}
        players: dict[Seat, Player] = {
            seat: Timed(GrimmPlayer(rng), tally.times) if letter == "t" else RandomPlayer(rng)
            for seat, letter in kind.items()
        }
        match = Match.start(GRIMM_FOREST, options, len(kinds), LooseChance(rng), record=False)
        play(match, players, rng)
        assert match.outcome is not None
        tally.rounds += match.checkpoint
        for seat in match.outcome.seats:
            tally.wins[kind[seat]] += 1 / len(match.outcome.seats)
    return tally


def tell_times(times: Times) -> None:
    for key, seconds in sorted(times.items()):
        ordered = sorted(seconds)
        middle, late, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1]
        print(
            f"    {key:<26} {len(ordered):>7} answers  "
            f"median {middle * 1000:7.2f} ms  99% {late * 1000:7.2f} ms  most {most * 1000:7.2f} ms"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--duels", type=int, default=1000, help="games of two")
    parser.add_argument("--games", type=int, default=300, help="games of three, and of four")
    parser.add_argument("--role-sets", nargs="+", default=["beginner", "advanced"])
    parser.add_argument("--times", action="store_true", help="how long answers took, by question")
    arguments = parser.parse_args()
    tables = {"tr": arguments.duels, "trr": arguments.games, "trrr": arguments.games}
    for kinds, size in (("tt", 10), ("ttt", 10), ("tttt", 10)):
        tables[kinds] = arguments.games // size
    for role_set in arguments.role_sets:
        times: Times = {}
        for kinds, games in tables.items():
            tally = tournament(role_set, kinds, games)
            won, fair = tally.wins["t"] / games, kinds.count("t") / len(kinds)
            print(
                f"{role_set:<9} {kinds:<5} the thoughtful won {won:6.1%} of {games} games (by chance {fair:.0%}), "
                f"{tally.rounds / games:.1f} rounds"
            )
            for key, seconds in tally.times.items():
                times.setdefault(key, []).extend(seconds)
        everything = sorted(second for seconds in times.values() for second in seconds)
        print(f"{role_set}: slowest of {len(everything)} answers {everything[-1] * 1000:.1f} ms")
        if arguments.times:
            tell_times(times)


if __name__ == "__main__":
    main()
