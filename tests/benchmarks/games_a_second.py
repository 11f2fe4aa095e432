"""What an answer of every game costs among random players, next to somebody else's engine where there is one.

    python tests/benchmarks/games_a_second.py [GAME …] [--units 100] [--turns 3] [--against FOLDER]

Whole games, by the rules that serve real tables, in CPU time. The contenders of a game take turns, so that what else
the machine does falls on all of them; each figure is the median of its turns. Three are compared with somebody else's
engine, and the games are not the same:

* SecretMafia (textarena) beside the village and Mafia of 8: it has 4 roles, in 3 rounds of talk everybody speaks in
  turn, and every speech is copied to every player. At our club everybody has the floor once a day and may nominate, and
  hands are raised nominee by nominee. Compared is an answer.
* Hearts (OpenSpiel) beside Trumplestiltskin of 4. A hand of ours is the deal, the auction, the exchange and 44 cards,
  each of them asked for, with no claims. A game of hearts is the deal, the pass and 52 cards; its rules are C++, driven
  from Python: every chance node is sampled. Compared is an answer.
* Settlers (catanatron) beside the forest of 3. Compared is a game.

All of them are played to the end by players who choose at random among legal actions. Left out is who is not installed
(`pip install 'magic-mirror[benchmarks]'`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Any, Literal

import pairs

from bot.engine.rulebook import Options
from bot.games import GAMES
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.games.mafia.options import MafiaOptions
from bot.games.trumplestiltskin.options import TrumplestiltskinOptions
from bot.games.village.options import VillageOptions
from bot.simulate import simulate

SPEECH = "I have nothing to say."
WARM_UP = 10
"""Games, or hands, before the first turn, so that caches and imports are warm."""
HANDS_A_GAME = 9
"""About as many hands random players need until the Gnome has enough."""


@dataclass(frozen=True)
class Played:
    """What was played in one turn."""

    games: float
    """Games, or hands of games that are counted in hands."""
    answers: int


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

    contenders: tuple[Contender, ...]
    each: Literal["an answer", "a game"] = "an answer"
    """What the first is compared in with somebody else's."""


# -- ours -------------------------------------------------------------------------------------------------------------


def ours(game: str, seats: int, options: Options) -> Contender:
    def play(games: int, seed: int) -> Played:
        report = simulate(GAMES[game], seats, games, seed, options)
        return Played(report.games, report.answers)

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


def settlers(games: int, seed: int) -> Played:
    """Catanatron's game of 3; nobody counts its answers."""
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415

    for number in range(games):
        game: Any = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE), RandomPlayer(Color.WHITE)], seed + number)
        game.play()
    return Played(games, 0)


SECRET_MAFIA = Contender("SecretMafia-v0-raw", secret_mafia, needs="textarena")
HEARTS = Contender("hearts", hearts, needs="pyspiel")
SETTLERS = Contender("catanatron, 3 seats", settlers, needs="catanatron")
WITH_POWERS = ("rumplestiltskin", "sheriff", "prince_charming", "fairy_godmother", "little_mary", "huntsman")
VILLAGE = VillageOptions(casts={8: {**dict.fromkeys(WITH_POWERS, 1), "villager": 2}})
EIGHT = MafiaOptions(casts={8: {"don": 1, "mafia": 1, "sheriff": 1, "doctor": 1, "citizen": 4}})
EVERY_CARD_IS_ASKED_FOR = TrumplestiltskinOptions(claims=False, play_forced="never")

CONTESTS = {
    "village": Contest((ours("village", 8, VILLAGE), SECRET_MAFIA)),
    "mafia": Contest((ours("mafia", 8, EIGHT), SECRET_MAFIA)),
    "name_duel": Contest((ours("name_duel", 2, GAMES["name_duel"].role_sets[0].options),)),
    "grimm_forest": Contest((ours("grimm_forest", 3, GrimmForestOptions(advanced=True)), SETTLERS), "a game"),
    "trumplestiltskin": Contest((ours_in_hands("trumplestiltskin", 4, EVERY_CARD_IS_ASKED_FOR), HEARTS)),
}


# -- the contest ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """What one turn of one contender cost, in microseconds of CPU."""

    game: float
    answer: float | None

    def of(self, each: str) -> float:
        return self.game if each == "a game" or self.answer is None else self.answer


def timed(play: Play, units: int, seed: int) -> Turn:
    started = process_time()
    played = play(units, seed)
    took = 1_000_000 * (process_time() - started)
    return Turn(took / played.games, took / played.answers if played.answers else None)


def measured(contest: Contest, units: int, turns: int) -> pairs.Figures:
    """Let the contenders take turns: what each takes, and how many times as long somebody else's engine does."""
    contenders = [one for one in contest.contenders if one.here]
    took: dict[str, list[Turn]] = {one.name: [] for one in contenders}
    for turn in range(turns + 1):
        for one in contenders:
            took[one.name].append(timed(one.play, units if turn else WARM_UP, turn))
    typical = {name: median(turn.of(contest.each) for turn in told[1:]) for name, told in took.items()}
    figures = {f"{name}, us {contest.each}": each for name, each in typical.items()}
    for one in contenders:
        if one.needs is not None:
            mine = contest.contenders[0].name
            figures[f"{mine}, to {one.name}"] = typical[one.name] / typical[mine]
    return figures


def main() -> None:
    parser = pairs.parser(__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(CONTESTS)}; all if none is named")
    parser.add_argument("--units", type=int, default=100, help="games, or hands, in each turn")
    parser.add_argument("--turns", type=int, default=3, help="turns of each contender")
    asked = parser.parse_args()
    if unknown := set(asked.games) - set(CONTESTS):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")

    def figures() -> pairs.Figures:
        every = [measured(CONTESTS[game], asked.units, asked.turns) for game in asked.games or CONTESTS]
        return {name: figure for one in every for name, figure in one.items()}

    pairs.run(asked, figures)


if __name__ == "__main__":
    main()
