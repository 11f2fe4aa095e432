"""Games a second of every game with random players; next to somebody else's engine in the same run where there is one.

    python tests/benchmarks/games_a_second.py [GAME …] [--units 300] [--turns 5]

Whole games, by the rules that serve real tables. The contenders of a game take turns, so that what else the machine
does falls on all of them; each figure is the median of its turns. Two are compared with somebody else's engine, and the
games are not the same:

* SecretMafia (textarena) beside the village and Mafia of 8: it has 4 roles, in 3 rounds of talk everybody speaks in
  turn, and every speech is copied to every player. At our club everybody has the floor once a day and may nominate, and
  hands are raised nominee by nominee.
* Hearts (OpenSpiel) beside Trumplestiltskin of 4, in hands a second. A hand of ours is the deal, the auction, the
  exchange and 44 cards, each of them asked for, with no claims. A game of hearts is the deal, the pass and 52 cards;
  its rules are C++, driven from Python: every chance node is sampled.

All of them are played to the end by players who choose at random among legal actions.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bot.engine.rulebook import Options
from bot.games import GAMES
from bot.games.grimm_forest.options import GrimmOptions
from bot.games.mafia.options import MafiaOptions
from bot.games.trumplestiltskin.options import TrumpOptions
from bot.simulate import simulate

SPEECH = "I have nothing to say."
HANDS_A_GAME = 9
"""About as many hands random players need until the Gnome has enough."""


@dataclass(frozen=True)
class Played:
    """What was played in one turn."""

    units: float
    """Games, or hands of games that are counted in hands."""
    answers: int
    rounds: float | None = None
    """Rounds a game."""


Play = Callable[[int, int], Played]
"""Play about so many units from this seed."""


@dataclass(frozen=True)
class Contender:
    name: str
    play: Play
    needs: str | None = None
    """The module it cannot do without, which may not be installed."""

    @property
    def here(self) -> bool:
        return self.needs is None or find_spec(self.needs) is not None


@dataclass(frozen=True)
class Contest:
    """What is measured of a game."""

    unit: str
    warm_up: int
    """Units that are played before the first turn, so that caches and imports are warm."""
    contenders: tuple[Contender, ...]


# -- ours -------------------------------------------------------------------------------------------------------------


def ours(game: str, seats: int, options: Options) -> Contender:
    def play(games: int, seed: int) -> Played:
        report = simulate(GAMES[game], seats, games, seed, options)
        return Played(report.games, report.answers, report.rounds_mean)

    return Contender(f"{game}, {seats} seats", play)


def ours_in_hands(game: str, seats: int, options: Options) -> Contender:
    def play(hands: int, seed: int) -> Played:
        report = simulate(GAMES[game], seats, max(1, hands // HANDS_A_GAME), seed, options)
        return Played(report.games * report.rounds_mean, report.answers)

    return Contender(f"{game}, {seats} seats", play)


# -- somebody else's --------------------------------------------------------------------------------------------------


def secret_mafia(games: int, seed: int) -> Played:
    """SecretMafia-v0-raw among 8."""
    import textarena  # noqa: PLC0415

    rng = Random(seed)
    env: Any = textarena.make("SecretMafia-v0-raw")
    actions = 0
    for number in range(games):
        env.reset(num_players=8, seed=seed * games + number)
        done = False
        while not done:
            env.get_observation()
            done, _ = env.step(_action(env.unwrapped if hasattr(env, "unwrapped") else env, rng))
            actions += 1
        env.close()
    return Played(games, actions)


def _action(env: Any, rng: Random) -> str:
    """A random legal action, read from the state rather than from the prompt, which would cost it time."""
    if env.phase.name == "DAY_DISCUSSION":
        return SPEECH
    living = env.state.game_state["alive_players"]
    if env.phase.name == "NIGHT_MAFIA":
        living = [player for player in living if env.player_roles[player] != "Mafia"]
    return f"[Player {living[int(rng.random() * len(living))]}]"


def hearts(hands: int, seed: int) -> Played:
    """OpenSpiel's hearts; each game is one hand."""
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
    return Played(hands, answers)


SECRET_MAFIA = Contender("SecretMafia-v0-raw", secret_mafia, needs="textarena")
HEARTS = Contender("hearts (OpenSpiel)", hearts, needs="pyspiel")
EIGHT = MafiaOptions(casts={8: {"don": 1, "mafia": 1, "sheriff": 1, "doctor": 1, "citizen": 4}})
EVERY_CARD_IS_ASKED_FOR = TrumpOptions(claims=False, play_forced="never")

CONTESTS = {
    "village": Contest("games", 100, (ours("village", 8, GAMES["village"].role_sets[0].options), SECRET_MAFIA)),
    "mafia": Contest("games", 100, (ours("mafia", 8, EIGHT), SECRET_MAFIA)),
    "name_duel": Contest("games", 20, (ours("name_duel", 2, GAMES["name_duel"].role_sets[0].options),)),
    "grimm_forest": Contest(
        "games", 20, tuple(ours("grimm_forest", seats, GrimmOptions(advanced=True)) for seats in (2, 3, 4))
    ),
    "trumplestiltskin": Contest("hands", 200, (ours_in_hands("trumplestiltskin", 4, EVERY_CARD_IS_ASKED_FOR), HEARTS)),
}


# -- the contest ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """Figures of one turn of one contender."""

    units: float
    """A second."""
    answers: float
    """A second."""
    rounds: float | None


def timed(play: Play, units: int, seed: int) -> Turn:
    started = perf_counter()
    played = play(units, seed)
    seconds = perf_counter() - started
    return Turn(played.units / seconds, played.answers / seconds, played.rounds)


def tell(contest: Contest, units: int, turns: int) -> None:
    """Let the contenders take turns, and print their figures and how the first does against the second's engine."""
    for missing in (one for one in contest.contenders if not one.here):
        print(f"{missing.needs} is not installed (pip install 'magic-mirror[benchmarks]'): without {missing.name}.")
    contenders = [one for one in contest.contenders if one.here]
    for one in contenders:
        one.play(contest.warm_up, 0)
    figures: dict[str, list[Turn]] = {one.name: [] for one in contenders}
    for turn in range(turns):
        for one in contenders:
            figures[one.name].append(timed(one.play, units, turn + 1))
    for name, told in figures.items():
        print(line(name, contest.unit, told))
    if any(one.needs for one in contenders):
        mine, theirs = (median(turn.units for turn in told) for told in figures.values())
        print(f"{'ratio':<26} {mine / theirs:8.2f} in {contest.unit}/s")


def line(name: str, unit: str, turns: list[Turn]) -> str:
    rate, answers = median(turn.units for turn in turns), median(turn.answers for turn in turns)
    rounds = [turn.rounds for turn in turns if turn.rounds is not None]
    end = f"  {median(rounds):5.1f} rounds a game" if rounds else ""
    return f"{name:<26} {rate:8,.0f} {unit}/s  {answers:10,.0f} answers/s{end}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(CONTESTS)}; all if none is named")
    parser.add_argument("--units", type=int, default=300, help="games, or hands, in each turn")
    parser.add_argument("--turns", type=int, default=5, help="turns of each contender")
    arguments = parser.parse_args()
    if unknown := set(arguments.games) - set(CONTESTS):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    for game in arguments.games or CONTESTS:
        tell(CONTESTS[game], arguments.units, arguments.turns)


if __name__ == "__main__":
    main()
