"""How strong the thoughtful players of a game without hidden roles are against random ones, and how long they think.

    python tests/benchmarks/strength.py [GAME …] [--duels 1000] [--games 300] [--samples 8] [--timed 3] [--times]

Seats change from game to game, so that nobody always begins. A shared victory counts by its share. The time of an
answer is what the processor works for it, the view included. Trumplestiltskin is measured with few samples, and then a
few games with the usual number for the times of its answers. The players of Mafia: `mafia_players.py`.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import thread_time

from bot.engine.match import Match
from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look, Player
from bot.games import GAMES
from bot.games.grimm_forest.players.thoughtful import GrimmForestPlayer
from bot.games.name_duel.players.thoughtful import NameDuelPlayer
from bot.games.random_player import RandomPlayer
from bot.games.trumplestiltskin.players.thoughtful import SAMPLES, TrumplestiltskinPlayer
from bot.games.trumplestiltskin.table import TrumplestiltskinTable
from bot.simulate import LooseChance, play

Times = dict[str, list[float]]
"""Seconds of work for each answer, by the question's key."""
Thoughtful = Callable[[Random], Player]


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
    """What came of many games: `wins` by kind of player, `rounds` of them all, `bids` of thoughtful Declarers."""

    def __init__(self) -> None:
        self.wins: dict[str, float] = defaultdict(float)
        self.rounds = 0
        self.hands = self.made = 0
        self.bids: list[int] = []
        self.times: Times = {}

    def count(self, match: Match, kind: dict[int, str]) -> None:
        assert match.outcome is not None
        self.rounds += match.checkpoint
        for seat in match.outcome.seats:
            self.wins[kind[seat]] += 1 / len(match.outcome.seats)
        if isinstance(table := match._table, TrumplestiltskinTable):
            self.hands += len(table.hands)
            declared = [hand for hand in table.hands if kind[hand.declarer] == "t"]
            self.bids += [hand.bid for hand in declared]
            self.made += sum(hand.made for hand in declared)


@dataclass(frozen=True)
class Tournament:
    """So many games between these players, a letter each: `t`, thoughtful, or `r`, random."""

    game: str
    role_set: str
    kinds: str
    games: int
    thoughtful: Thoughtful

    def played(self, seed: int = 1) -> Tally:
        game, rng, tally = GAMES[self.game], Random(seed), Tally()
        options, seats = game.role_set(self.role_set).options, len(self.kinds)
        for number in range(self.games):
            kind = {1 + (place + number) % seats: letter for place, letter in enumerate(self.kinds)}
            players: dict[Seat, Player] = {
                seat: Timed(self.thoughtful(rng), tally.times) if letter == "t" else RandomPlayer(rng)
                for seat, letter in kind.items()
            }
            match = Match.start(game, options, seats, LooseChance(rng), record=False)
            play(match, players, rng)
            tally.count(match, kind)
        return tally


def tell(held: Tournament, tally: Tally) -> None:
    fair = held.kinds.count("t") / len(held.kinds)
    print(
        f"{held.game}, {held.role_set} {held.kinds}: the thoughtful won {tally.wins['t'] / held.games:.1%} of "
        f"{held.games} games (by chance {fair:.1%}), {tally.rounds / held.games:.1f} rounds"
    )
    if tally.bids:
        bids = sorted(tally.bids)
        low, middle, high = (bids[int(len(bids) * share)] for share in (0.1, 0.5, 0.9))
        print(
            f"    Declarer in {len(bids) / tally.hands:.0%} of the hands, at {middle} ({low} to {high}), "
            f"made {tally.made / len(bids):.0%}"
        )


def tell_times(title: str, times: Times, by_question: bool) -> None:
    everything = [second for seconds in times.values() for second in seconds]
    for key, seconds in sorted(times.items()) if by_question else [("all answers", everything)]:
        ordered = sorted(seconds)
        middle, late, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1]
        print(
            f"    {title}: {key:<26} {len(ordered):>7} answers  "
            f"median {middle * 1000:7.2f} ms  99% {late * 1000:7.2f} ms  most {most * 1000:7.2f} ms"
        )


def duels(arguments: argparse.Namespace) -> list[Tournament]:
    return [Tournament("name_duel", "single", "tr", arguments.duels, NameDuelPlayer)]


def forests(arguments: argparse.Namespace) -> list[Tournament]:
    few = max(1, arguments.games // 10)
    tables = {
        "tr": arguments.duels,
        "trr": arguments.games,
        "trrr": arguments.games,
        "tt": few,
        "ttt": few,
        "tttt": few,
    }
    return [
        Tournament("grimm_forest", role_set, kinds, games, GrimmForestPlayer)
        for role_set in ("beginner", "advanced")
        for kinds, games in tables.items()
    ]


def card_tables(arguments: argparse.Namespace) -> list[Tournament]:
    def hasty(rng: Random) -> Player:
        return TrumplestiltskinPlayer(rng, arguments.samples)

    tables = {"trr": arguments.games, "trrr": arguments.games, "trrrr": arguments.games}
    tables["tttt"] = max(1, arguments.games // 10)
    print(f"trumplestiltskin: {arguments.samples} samples, and {SAMPLES} among thoughtful players alone at the end")
    return [
        *(Tournament("trumplestiltskin", "classic", kinds, games, hasty) for kinds, games in tables.items()),
        *(
            Tournament("trumplestiltskin", "classic", "t" * seats, arguments.timed, TrumplestiltskinPlayer)
            for seats in (3, 4, 5)
        ),
    ]


TOURNAMENTS = {"name_duel": duels, "grimm_forest": forests, "trumplestiltskin": card_tables}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games_named", nargs="*", metavar="GAME", help=f"some of {', '.join(TOURNAMENTS)}")
    parser.add_argument("--duels", type=int, default=1000, help="games of two")
    parser.add_argument("--games", type=int, default=300, help="games at each larger table")
    parser.add_argument("--samples", type=int, default=8, help="deals a card player thinks through")
    parser.add_argument("--timed", type=int, default=3, help="games of Trumplestiltskin with the usual samples")
    parser.add_argument("--times", action="store_true", help="how long answers took, question by question")
    arguments = parser.parse_args()
    for game in arguments.games_named or TOURNAMENTS:
        for held in TOURNAMENTS[game](arguments):
            tally = held.played()
            tell(held, tally)
            tell_times(f"{game} {held.kinds}", tally.times, arguments.times)


if __name__ == "__main__":
    main()
