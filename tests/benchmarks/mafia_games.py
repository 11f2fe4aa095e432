"""Mafia games a second at 8 seats with random players, next to textarena's SecretMafia in the same run.

    python tests/benchmarks/mafia_games.py [--games 1500] [--turns 5]

The two take turns, so that what else the machine does falls on both; each figure is the median of its turns. The games
are not the same: ours has Don, Mafia, Sheriff, Doctor and four Citizens, everybody has the floor once a day and may
nominate, and hands are raised nominee by nominee; SecretMafia has 4 roles, in 3 rounds of talk everybody speaks in
turn, and every speech is copied to every player. Both are played to the end by players who choose at random among legal
actions.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bot.games.mafia.game import GAME as CLUB_MAFIA
from bot.games.mafia.options import MafiaOptions
from bot.simulate import simulate

SEATS = 8
OPTIONS = MafiaOptions(casts={SEATS: {"don": 1, "mafia": 1, "sheriff": 1, "doctor": 1, "citizen": 4}})
SPEECH = "I have nothing to say."


def mafia(games: int, seed: int) -> int:
    """Play so many games of Mafia; the number of answers given."""
    return simulate(CLUB_MAFIA, SEATS, games, seed, OPTIONS).answers


def secret_mafia(games: int, seed: int) -> int:
    """Play so many games of SecretMafia-v0-raw; the number of actions."""
    import textarena  # noqa: PLC0415

    rng = Random(seed)
    env: Any = textarena.make("SecretMafia-v0-raw")
    actions = 0
    for number in range(games):
        env.reset(num_players=SEATS, seed=seed * games + number)
        done = False
        while not done:
            env.get_observation()
            done, _ = env.step(_action(env.unwrapped if hasattr(env, "unwrapped") else env, rng))
            actions += 1
        env.close()
    return actions


def _action(env: Any, rng: Random) -> str:
    """A random legal action, read from the state rather than from the prompt, which would cost it time."""
    if env.phase.name == "DAY_DISCUSSION":
        return SPEECH
    living = env.state.game_state["alive_players"]
    if env.phase.name == "NIGHT_MAFIA":
        living = [player for player in living if env.player_roles[player] != "Mafia"]
    return f"[Player {living[int(rng.random() * len(living))]}]"


def _timed(play: Callable[[int, int], int], games: int, seed: int) -> tuple[float, float]:
    """Games a second, and answers a second."""
    started = perf_counter()
    answers = play(games, seed)
    seconds = perf_counter() - started
    return games / seconds, answers / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1500, help="games in each turn")
    parser.add_argument("--turns", type=int, default=5, help="turns of each")
    arguments = parser.parse_args()
    contenders: dict[str, Callable[[int, int], int]] = {"mafia": mafia}
    try:
        import textarena  # noqa: F401, PLC0415

        contenders["SecretMafia-v0-raw"] = secret_mafia
    except ImportError:
        print("textarena is not installed (pip install 'magic-mirror[benchmarks]'): Mafia alone is measured.")

    figures: dict[str, list[tuple[float, float]]] = {name: [] for name in contenders}
    for play in contenders.values():
        play(100, 0)  # caches and imports are warm before the first turn
    for turn in range(arguments.turns):
        for name, play in contenders.items():
            figures[name].append(_timed(play, arguments.games, turn + 1))
    rates = {name: median(games for games, _ in turns) for name, turns in figures.items()}
    for name, turns in figures.items():
        print(f"{name:<20} {rates[name]:8,.0f} games/s  {median(answers for _, answers in turns):10,.0f} answers/s")
    if len(rates) == 2:
        print(f"ratio in games/s     {rates['mafia'] / rates['SecretMafia-v0-raw']:8.2f}")


if __name__ == "__main__":
    main()
