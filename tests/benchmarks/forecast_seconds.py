"""The CPU seconds of the first part of a forecast, and what a game of each kind of players takes of them.

    python tests/benchmarks/forecast_seconds.py [GAME SEATS] [--games 60] [--against FOLDER --pairs 5]

Told is how long 2,000 games take on two cores, if both had nothing else to do: as many are played of each kind as a
forecast plays, and the whole is reckoned from them.
"""

from __future__ import annotations

from time import process_time

from pairs import Figures, parser, run

from bot.forecast.job import GAMES_IN_ALL, Job, Order
from bot.forecast.playing import Batch, Played, played
from bot.games import GAMES
from bot.simulate import rare_collections

CORES = 2


def measure(game: str, seats: int, games: int) -> Figures:
    """Milliseconds of CPU a game, by kinds of players, and the seconds of a whole forecast."""
    known = GAMES[game]
    job = Job(Order(known, known.role_sets[0].options.for_new_match(), seats), games)
    took: dict[str, list[float]] = {}
    with rare_collections():
        while not job.is_swapping and (batch := job.next_batch()) is not None:
            done = _play(batch)
            took.setdefault(_kinds(batch), []).extend([done.work / batch.games] * batch.games)
            job.take(done)
    every = [each for kind in took.values() for each in kind]
    figures = {f"{kind}, ms a game": 1000 * sum(each) / len(each) for kind, each in took.items()}
    return figures | {f"{GAMES_IN_ALL} games, s": GAMES_IN_ALL / CORES * sum(every) / len(every)}


def _play(batch: Batch) -> Played:
    began = process_time()
    count = played(batch)
    work = process_time() - began
    return Played(line=batch.line, count=count, seconds=work, work=work)


def _kinds(batch: Batch) -> str:
    matchup = batch.matchup
    return matchup.kind if matchup.whose is None else f"{matchup.whose} {matchup.kind}, rest {matchup.others}"


if __name__ == "__main__":
    arguments = parser(__doc__)
    arguments.add_argument("game", nargs="?", default="village")
    arguments.add_argument("seats", nargs="?", type=int, default=12)
    arguments.add_argument("--games", type=int, default=60)
    asked = arguments.parse_args()
    run(asked, lambda: measure(asked.game, asked.seats, asked.games))
