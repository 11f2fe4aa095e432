"""How strong the thoughtful players of the two card games are against random ones, and how long their answers take.

    python tests/benchmarks/card_players.py [--duels 1000] [--games 300] [--samples 8] [--role-set classic]

Seats change from game to game, so that nobody always begins. A shared victory counts by its share. Trumplestiltskin is
measured with few samples, and then a few games with the usual number for the times of its answers.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable
from random import Random
from time import perf_counter

from bot.engine.match import Match
from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Game, Look, Player
from bot.games import GAMES
from bot.games.name_duel.players.thoughtful import DuelPlayer
from bot.games.random_player import RandomPlayer
from bot.games.trumplestiltskin.players.thoughtful import SAMPLES, TrumpPlayer
from bot.games.trumplestiltskin.table import TrumpTable
from bot.simulate import LooseChance, play

Times = dict[str, list[float]]
"""Seconds of each answer, by the question's key."""


class Timed:
    """A player whose answers are timed."""

    def __init__(self, inner: Player, times: Times) -> None:
        self._inner = inner
        self._times = times

    def answer(self, question: Question, look: Look) -> Value:
        started = perf_counter()
        value = self._inner.answer(question, look)
        self._times.setdefault(question.key, []).append(perf_counter() - started)
        return value


class Tally:
    """What came of many games: `wins` by kind of player, `bids` of thoughtful Declarers."""

    def __init__(self) -> None:
        self.wins: dict[str, float] = defaultdict(float)
        self.hands = self.made = 0
        self.bids: list[int] = []
        self.times: Times = {}


def tournament(
    game: Game, role_set: str, kinds: str, games: int, thoughtful: Callable[[Random], Player], seed: int = 1
) -> Tally:
    """So many games between these players, a letter each: `t`, thoughtful, or `r`, random."""
    rng, tally = Random(seed), Tally()
    for number in range(games):
        kind = {1 + (place + number) % len(kinds): letter for place, letter in enumerate(kinds)}
        players: dict[Seat, Player] = {
            seat: Timed(thoughtful(rng), tally.times) if letter == "t" else RandomPlayer(rng)
            for seat, letter in kind.items()
        }
        match = Match.start(game, game.role_set(role_set).options, len(kinds), LooseChance(rng), record=False)
        play(match, players, rng)
        assert match.outcome is not None
        for seat in match.outcome.seats:
            tally.wins[kind[seat]] += 1 / len(match.outcome.seats)
        table = match._table
        if isinstance(table, TrumpTable):
            tally.hands += len(table.hands)
            for hand in table.hands:
                if kind[hand.declarer] == "t":
                    tally.bids.append(hand.bid)
                    tally.made += hand.made
    return tally


def tell(title: str, kinds: str, games: int, tally: Tally) -> None:
    fair = kinds.count("t") / len(kinds)
    print(f"{title}: the thoughtful won {tally.wins['t'] / games:.1%} of {games} games (by chance {fair:.1%})")
    if tally.bids:
        bids = sorted(tally.bids)
        low, middle, high = (bids[int(len(bids) * share)] for share in (0.1, 0.5, 0.9))
        share = len(bids) / tally.hands
        print(
            f"    {tally.hands / games:.1f} hands a game; Declarer in {share:.0%} of them, at {middle} "
            f"({low} to {high}), made {tally.made / len(bids):.0%}"
        )


def tell_times(title: str, times: Times) -> None:
    print(title)
    for key, seconds in sorted(times.items()):
        ordered = sorted(seconds)
        middle, late, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1]
        print(
            f"    {key:<24} {len(ordered):>7} answers  "
            f"median {middle * 1000:7.2f} ms  99% {late * 1000:7.2f} ms  most {most * 1000:7.2f} ms"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--duels", type=int, default=1000, help="single games of the name duel")
    parser.add_argument("--games", type=int, default=300, help="games of Trumplestiltskin at each table")
    parser.add_argument("--samples", type=int, default=8, help="deals a card player thinks through")
    parser.add_argument("--role-set", default="classic", help="options of Trumplestiltskin")
    parser.add_argument("--timed", type=int, default=3, help="games with the usual number of samples, for their times")
    arguments = parser.parse_args()

    duel, trump = GAMES["name_duel"], GAMES["trumplestiltskin"]
    tally = tournament(duel, "single", "tr", arguments.duels, DuelPlayer)
    tell("name_duel against random", "tr", arguments.duels, tally)
    tell_times("answers of the duelist", tally.times)
    tables = {"trr": arguments.games, "trrr": arguments.games, "trrrr": arguments.games, "tttt": arguments.games // 10}
    for kinds, games in tables.items():
        tally = tournament(trump, arguments.role_set, kinds, games, lambda rng: TrumpPlayer(rng, arguments.samples))
        tell(f"trumplestiltskin {kinds}, {arguments.samples} samples", kinds, games, tally)
    for seats in (3, 4, 5):
        tally = tournament(trump, arguments.role_set, "t" * seats, arguments.timed, TrumpPlayer)
        tell_times(f"answers of the card player among {seats}, {SAMPLES} samples", tally.times)


if __name__ == "__main__":
    main()
