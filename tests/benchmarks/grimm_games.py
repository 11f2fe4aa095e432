"""Games of The Grimm Forest a second with random players, by number of seats.

    python tests/benchmarks/grimm_games.py [--games 300] [--turns 5]

Whole games with all advanced cards, from the deal to the third house, by the rules that serve real tables: all choose
their cards, all effects are asked for, everybody builds action by action and takes things back. The numbers of seats
take turns, so that what else the machine does falls on all; each figure is the median of its turns.
"""

from __future__ import annotations

import argparse
from statistics import median

from bot.games import GAMES
from bot.games.grimm_forest.options import SEATS, GrimmOptions
from bot.simulate import Report, simulate

OPTIONS = GrimmOptions(advanced=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=300, help="games in each turn")
    parser.add_argument("--turns", type=int, default=5, help="turns of each number of seats")
    arguments = parser.parse_args()
    game = GAMES["grimm_forest"]
    reports: dict[int, list[Report]] = {seats: [] for seats in SEATS}
    for seats in SEATS:
        simulate(game, seats, 20, 0, OPTIONS)  # caches and imports are warm before the first turn
    for turn in range(arguments.turns):
        for seats in SEATS:
            reports[seats].append(simulate(game, seats, arguments.games, turn + 1, OPTIONS))
    for seats, turns in reports.items():
        rate = median(report.games_per_second for report in turns)
        answers = median(report.answers / report.seconds for report in turns)
        rounds = median(report.rounds_mean for report in turns)
        print(f"{seats} seats  {rate:7,.0f} games/s  {answers:10,.0f} answers/s  {rounds:5.1f} rounds a game")


if __name__ == "__main__":
    main()
