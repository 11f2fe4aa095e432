"""How a level of computer players does against each of the simple opponents of a game: a row for each opponent.

    python tests/benchmarks/matrix.py GAME [--level strong] [--games 400] [--seats 9] [--set classic] [--only liar herd]

In a game of sides one side is of the level and the other of the opponents, once this way and once the other; the first
line has the level on every side. Elsewhere one seat is of the level and the others are opponents. Shares are per cent
of games with the 95 % interval (Wilson); the same arguments give the same table.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import sqrt
from random import Random
from time import thread_time

from opponents import OPPONENTS

from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.engine.rulebook import Game, Look, Options, Player
from bot.games import GAMES
from bot.players import NORMAL, PlayerKind, player_for, read_mixture
from bot.simulate import LooseChance, play

Make = Callable[[Random], Player]
Z = 1.96


class Timed:
    """A player whose slowest answer is noted, in seconds of the processor."""

    def __init__(self, inner: Player, slowest: list[float]) -> None:
        self._inner = inner
        self._slowest = slowest

    def answer(self, question: Question, look: Look) -> Value:
        started = thread_time()
        value = self._inner.answer(question, look)
        self._slowest[0] = max(self._slowest[0], thread_time() - started)
        return value


def interval(won: float, games: int) -> tuple[float, float]:
    """Where the true share is in 95 of 100 cases, by Wilson's formula."""
    share = won / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = Z / (1 + Z * Z / games) * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return middle - reach, middle + reach


def of_sides(game: Game, options: Options, seats: int, games: int, side: str, ours: Make, theirs: Make) -> float:
    """How many games this side wins when it is ours and everybody else is theirs."""
    rng, won = Random(f"{game.name} {seats} {side}"), 0
    for _ in range(games):
        match = Match.start(game, options, seats, LooseChance(rng), record=False)
        sides = {seat: getattr(match.view(seat), "side", None) for seat in range(1, seats + 1)}
        play(match, {seat: (ours if held == side else theirs)(rng) for seat, held in sides.items()}, rng)
        assert match.outcome is not None
        won += side in match.outcome.sides
    return won


def of_seats(game: Game, options: Options, seats: int, games: int, ours: Make, theirs: Make) -> float:
    """How many games one seat of ours wins among theirs; it sits elsewhere in each game."""
    rng, won = Random(f"{game.name} {seats}"), 0.0
    for number in range(games):
        match = Match.start(game, options, seats, LooseChance(rng), record=False)
        mine = 1 + number % seats
        play(match, {seat: (ours if seat == mine else theirs)(rng) for seat in range(1, seats + 1)}, rng)
        assert match.outcome is not None
        if mine in match.outcome.seats:
            won += 1 / len(match.outcome.seats)
    return won


def tell(title: str, won: float, games: int) -> None:
    low, high = interval(won, games)
    print(f"    {title:<44} {won / games:6.1%}   ({low:.1%} to {high:.1%}, {games} games)", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--level", default="strong", help="easy, normal or strong")
    parser.add_argument("--games", type=int, default=400, help="games in each cell")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--set", help="a built-in role set")
    parser.add_argument("--only", nargs="+", help="only these opponents")
    parser.add_argument("--sides", nargs="+", help="only these sides")
    arguments = parser.parse_args()
    game = GAMES[arguments.game]
    role_set = game.role_set(arguments.set) if arguments.set else game.role_sets[0]
    seats = arguments.seats or game.seats.start
    kind: PlayerKind = read_mixture(arguments.level, (), seats).rest
    slowest = [0.0]

    def ours(rng: Random) -> Player:
        return Timed(player_for(game.name, kind, rng), slowest)

    opponents: dict[str, Make] = {
        arguments.level: lambda rng: player_for(game.name, kind, rng),
        "normal": lambda rng: player_for(game.name, NORMAL, rng),
        **OPPONENTS[game.name],
    }
    print(f"{game.name}, {role_set.name}, {seats} seats: {arguments.level} players against")
    for name, theirs in opponents.items():
        if arguments.only and name not in arguments.only:
            continue
        for side in (arguments.sides or game.sides[:2]) if game.sides else ("",):
            if side:
                won = of_sides(game, role_set.options, seats, arguments.games, side, ours, theirs)
            else:
                won = of_seats(game, role_set.options, seats, arguments.games, ours, theirs)
            tell(f"{name}, {side} wins" if side else name, won, arguments.games)
    print(f"    the slowest answer took {slowest[0] * 1000:.0f} ms of the processor")


if __name__ == "__main__":
    main()
