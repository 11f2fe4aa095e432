"""Hands of Trumplestiltskin a second with four random players, next to OpenSpiel's hearts in the same run.

    python tests/benchmarks/trump_hands.py [--hands 4000] [--turns 5]

The two take turns, so that what else the machine does falls on both; each figure is the median of its turns. The games
are not the same. A hand of Trumplestiltskin is the deal, the auction, the exchange and 44 cards, each of them asked
for, with no claims; it is played by the rules that serve real tables. One game of hearts is the deal, the pass and 52
cards; the rules are C++, driven from Python: every chance node is sampled, every action is a random legal one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bot.games import GAMES
from bot.games.trumplestiltskin.options import TrumpOptions
from bot.simulate import simulate

SEATS = 4
HANDS_A_GAME = 9
"""About as many hands random players need until the Gnome has enough."""
EVERY_CARD_IS_ASKED_FOR = TrumpOptions(claims=False, play_forced="never")

Counts = tuple[int, int]
"""Hands played, and answers given in them."""


def trumplestiltskin(hands: int, seed: int) -> Counts:
    """Play whole games with about so many hands in all."""
    report = simulate(GAMES["trumplestiltskin"], SEATS, hands // HANDS_A_GAME, seed, EVERY_CARD_IS_ASKED_FOR)
    return round(report.games * report.rounds_mean), report.answers


def hearts(hands: int, seed: int) -> Counts:
    """Play so many games of OpenSpiel's hearts; each is one hand."""
    import pyspiel  # noqa: PLC0415

    random = Random(seed).random
    game: Any = pyspiel.load_game("hearts")
    answers = 0
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                answers += 1
            # Chance nodes of hearts are uniform: the next card of the deal, the direction of the pass.
            state.apply_action(actions[int(random() * len(actions))])
    return hands, answers


def _timed(play: Callable[[int, int], Counts], hands: int, seed: int) -> tuple[float, float]:
    """Hands a second, and answers a second."""
    started = perf_counter()
    played, answers = play(hands, seed)
    seconds = perf_counter() - started
    return played / seconds, answers / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=4000, help="hands in each turn")
    parser.add_argument("--turns", type=int, default=5, help="turns of each")
    arguments = parser.parse_args()
    contenders: dict[str, Callable[[int, int], Counts]] = {"trumplestiltskin": trumplestiltskin}
    try:
        import pyspiel  # noqa: F401, PLC0415

        contenders["hearts (OpenSpiel)"] = hearts
    except ImportError:
        print("open_spiel is not installed (pip install 'magic-mirror[benchmarks]'): Trumplestiltskin alone.")

    figures: dict[str, list[tuple[float, float]]] = {name: [] for name in contenders}
    for play in contenders.values():
        play(200, 0)  # caches and imports are warm before the first turn
    for turn in range(arguments.turns):
        for name, play in contenders.items():
            figures[name].append(_timed(play, arguments.hands, turn + 1))
    rates = {name: median(hands for hands, _ in turns) for name, turns in figures.items()}
    for name, turns in figures.items():
        print(f"{name:<20} {rates[name]:8,.0f} hands/s  {median(answers for _, answers in turns):10,.0f} answers/s")
    if len(rates) == 2:
        ours, theirs = rates.values()
        print(f"ratio in hands/s     {ours / theirs:8.2f}")


if __name__ == "__main__":
    main()
