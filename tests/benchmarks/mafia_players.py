"""How strong the thoughtful players of Mafia are against random ones, role by role.

    python tests/benchmarks/mafia_players.py [--games 2000] [--only roles|sides|times]

How even the sides are where everybody is thoughtful: `tests/benchmarks/balance.py mafia`.

Everything is the share of games a side wins, in per cent, with its standard error. "Alone" means that whoever holds the
card is thoughtful and everybody else random; the gain is against a table where everybody is.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from math import sqrt
from random import Random
from time import thread_time

from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.engine.rulebook import Look, Player
from bot.games.mafia.cards import MAFIA, MANIAC, RED, ROLE_NAMES, SIDES
from bot.games.mafia.game import GAME as MAFIA_GAME
from bot.games.mafia.options import MafiaOptions
from bot.games.mafia.players.thoughtful import MafiaPlayer
from bot.games.mafia.views import MafiaView
from bot.games.random_player import RandomPlayer
from bot.simulate import LooseChance, play

SEATS = (8, 10, 12)

Who = Callable[[str], bool]
"""Whether the holder of a card is a thoughtful player."""


def nobody(role: str) -> bool:
    return False


def holder_of(role: str) -> Who:
    return lambda held: held == role


def anybody_of(side: str) -> Who:
    return lambda held: SIDES[held] == side


def wins(role_set: str, seats: int, games: int, thoughtful: Who) -> Counter[str]:
    """How many games each side wins."""
    options = MAFIA_GAME.role_set(role_set).options
    rng, won = Random(f"{role_set} {seats}"), Counter[str]()
    for _ in range(games):
        match = Match.start(MAFIA_GAME, options, seats, LooseChance(rng), record=False)
        players: dict[int, Player] = {
            seat: MafiaPlayer(rng) if thoughtful(role_of(match, seat)) else RandomPlayer(rng)
            for seat in range(1, seats + 1)
        }
        play(match, players, rng)
        assert match.outcome is not None
        won[match.outcome.sides[0]] += 1
    return won


def role_of(match: Match, seat: int) -> str:
    view = match.view(seat)
    assert isinstance(view, MafiaView)
    assert view.role is not None
    return view.role


def percent(won: int, games: int) -> str:
    share = won / games
    return f"{share:6.1%} ± {sqrt(share * (1 - share) / games):.1%}"


def tell_gain(who: str, side: str, chance: Counter[str], won: Counter[str], games: int) -> None:
    before, after = chance[side] / games, won[side] / games
    error = sqrt((before * (1 - before) + after * (1 - after)) / games)
    print(
        f"    {who:<16} {side:<7} random {percent(chance[side], games)}   thoughtful {percent(won[side], games)}   "
        f"gain {after - before:+6.1%} ± {error:.1%} ({(after - before) / error:+.1f} standard errors)",
        flush=True,
    )


def tell_roles(games: int) -> None:
    for seats in SEATS:
        cast = options_of("club").cast(seats)
        print(f"club, {seats} seats, a thoughtful card alone, {games} games")
        chance = wins("club", seats, games, nobody)
        for role in ROLE_NAMES:
            if role in cast:
                tell_gain(role, SIDES[role], chance, wins("club", seats, games, holder_of(role)), games)


def tell_sides(games: int) -> None:
    for seats in SEATS:
        cast = options_of("club").cast(seats)
        print(f"club, {seats} seats, a thoughtful side against random ones, {games} games")
        chance = wins("club", seats, games, nobody)
        for side in (RED, MAFIA, MANIAC):
            if any(SIDES[role] == side for role in cast):
                won = wins("club", seats, games, anybody_of(side))
                tell_gain(f"all of {side}", side, chance, won, games)


def options_of(role_set: str) -> MafiaOptions:
    options = MAFIA_GAME.role_set(role_set).options
    assert isinstance(options, MafiaOptions)
    return options


class Timed:
    """A thoughtful player whose answers are timed, in seconds of the processor."""

    def __init__(self, rng: Random, times: list[float]) -> None:
        self._inner = MafiaPlayer(rng)
        self._times = times

    def answer(self, question: Question, look: Look) -> Value:
        started = thread_time()
        value = self._inner.answer(question, look)
        self._times.append(thread_time() - started)
        return value


def tell_times(games: int) -> None:
    for seats in (8, 20):
        rng, times = Random(seats), list[float]()
        for _ in range(games):
            match = Match.start(MAFIA_GAME, options_of("club"), seats, LooseChance(rng), record=False)
            play(match, {seat: Timed(rng, times) for seat in range(1, seats + 1)}, rng)
        times.sort()
        middle, late, most = times[len(times) // 2], times[int(len(times) * 0.99)], times[-1]
        print(
            f"answers at {seats} seats, the view included: median {middle * 1000:.2f} ms, "
            f"99% {late * 1000:.2f} ms, most {most * 1000:.2f} ms"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2000, help="games for each figure of a role or a side")
    parser.add_argument("--timed", type=int, default=50, help="games in which answers are timed")
    parser.add_argument("--only", choices=("roles", "sides", "times"), help="one part of it")
    arguments = parser.parse_args()
    parts = {
        "times": (tell_times, arguments.timed),
        "roles": (tell_roles, arguments.games),
        "sides": (tell_sides, arguments.games),
    }
    for name, (tell, games) in parts.items():
        if arguments.only in (None, name):
            tell(games)


if __name__ == "__main__":
    main()
