"""Games of which Hypothesis draws everything: the size of the table, the seed, the options, and what people do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import strategies as st
from language.any_game import STEPS_MOST, play_at_random

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.games import GAMES
from bot.games.random_player import RandomPlayer

Decisions = list[tuple[int, int]]
"""Who answers next, and what: counted round the open questions and what may be answered."""
Steps = Iterator[tuple[Question, Value]]
"""A match is played to its end; each question comes with its answer when it has been answered."""

SEEDS = st.integers(0, 9999).map(str)


def decisions(most: int) -> st.SearchStrategy[Decisions]:
    """At most so many drawn decisions."""
    return st.lists(st.tuples(st.integers(0, 63), st.integers(0, 63)), max_size=most)


def decided(question: Question, number: int) -> Value:
    """The answer a drawn number stands for."""
    if question.kind == "text":
        return (None, "words")[number % 2]
    if question.kind == "number":
        return question.least + number % (question.most - question.least + 1)
    count = len(question.choices)
    if question.kind == "several":
        return [question.choices[(number + place) % count] for place in range(question.least)]
    choice = question.choices[number % count]
    return [choice, None] if question.kind == "reasoned" else choice


def played(match: Match, drawn: Decisions, afterwards: int = 0) -> Steps:
    """Play the drawn decisions, and then to the end: the first question is answered, always with the same number."""
    left = iter(drawn)
    for _ in range(STEPS_MOST):
        if match.outcome is not None:
            return
        who, what = next(left, (0, afterwards))
        question = match.open[who % len(match.open)]
        value = decided(question, what)
        match.answer(question.number, question.seat, value)
        yield question, value
    raise AssertionError("no end")


def lively(match: Match, rng: Random) -> Steps:
    """Play The Grimm Forest to the end by chance: Fables are played and drawn more often than not."""
    player = RandomPlayer(rng)
    while match.outcome is None:
        question = rng.choice(match.open)
        value = player.answer(question, _nothing_to_see)
        if question.key == "gather.fable" and rng.random() < 0.5:
            value = rng.choice(question.choices)
        if question.key == "build.act" and rng.random() < 0.3:
            value = next((one for one in ("special", "draw") if one in question.choices), value)
        match.answer(question.number, question.seat, value)
        yield question, value


def _nothing_to_see() -> Any:
    raise AssertionError("the random player looks at nothing")


@dataclass(frozen=True)
class DrawnMatch:
    """One match that was drawn, and how it is played."""

    match: Match
    seed: str
    steps: Callable[[Match], Steps]

    def played(self) -> Steps:
        return self.steps(self.match)

    def begun_again(self, **how: Any) -> Match:
        """The same deal once more."""
        match = self.match
        return Match.start(GAMES[match.game.name], match.options, match.seats, SealedChance(self.seed), **how)


@dataclass(frozen=True)
class DrawnGame:
    """One of the games, with the tables of it that are drawn."""

    name: str
    seats: st.SearchStrategy[int]
    settings: st.SearchStrategy[dict[str, Any]]
    """Options by name."""
    steps: Callable[[Match, str, Decisions], Steps]
    """How a match is played, by its seed and what was drawn."""
    decisions: st.SearchStrategy[Decisions] = field(default_factory=lambda: st.just([]))

    def __str__(self) -> str:
        return self.name

    def started(self, seats: int, seed: str, options: dict[str, Any], *, record: bool = True) -> Match:
        game = GAMES[self.name]
        return Match.start(game, game.options(**options), seats, SealedChance(seed), record=record)

    def drawn(self) -> st.SearchStrategy[DrawnMatch]:
        return st.builds(self._drawn, self.seats, SEEDS, self.settings, self.decisions)

    def _drawn(self, seats: int, seed: str, options: dict[str, Any], drawn: Decisions) -> DrawnMatch:
        return DrawnMatch(self.started(seats, seed, options), seed, lambda match: self.steps(match, seed, drawn))


VILLAGES = DrawnGame(
    "village",
    st.sampled_from((8, 9, 10, 13)),
    st.fixed_dictionaries(
        {},
        optional={
            "open_ballot": st.booleans(),
            "quick_nights": st.booleans(),
            "dead_watch": st.booleans(),
            "all_must_point": st.booleans(),
            "huntsman_any_death": st.booleans(),
            "introductions": st.booleans(),
            "reballots_most": st.integers(0, 3),
            "last_words_seconds": st.sampled_from((0, 20)),
        },
    ),
    lambda match, seed, drawn: played(match, drawn),
    decisions(120),
)
MAFIA_TABLES = DrawnGame(
    "mafia",
    st.sampled_from((6, 8, 10, 13)),
    st.fixed_dictionaries(
        {},
        optional={
            "quick_nights": st.booleans(),
            "first_night_kill": st.booleans(),
            "one_nominee": st.sampled_from(("no_vote", "leaves_after_first_day")),
            "ties": st.sampled_from(("sport", "mild")),
            "reveal": st.sampled_from(("end", "leaving")),
            "fouls": st.sampled_from(("four", "halving", "off")),
            "dead_watch": st.booleans(),
            "final_seconds": st.sampled_from((0, 60)),
        },
    ),
    lambda match, seed, drawn: played(match, drawn),
    decisions(120),
)
NAME_DUELS = DrawnGame(
    "name_duel",
    st.just(2),
    st.fixed_dictionaries(
        {"best_of": st.sampled_from((1, 1, 3, 5))},
        optional={"quick_reactions": st.booleans(), "notebook": st.booleans()},
    ),
    lambda match, seed, drawn: played(match, drawn, afterwards=7),
    decisions(60),
)
GRIMM_FORESTS = DrawnGame(
    "grimm_forest",
    st.sampled_from((2, 3, 4)),
    st.fixed_dictionaries({"advanced": st.booleans()}),
    lambda match, seed, drawn: lively(match, Random(seed)),
)
TRUMPLESTILTSKIN_TABLES = DrawnGame(
    "trumplestiltskin",
    st.sampled_from((3, 4, 5)),
    st.fixed_dictionaries(
        {"players_goal": st.sampled_from((60, 200)), "gnome_goal": st.sampled_from((60, 350))},
        optional={
            "long_game": st.booleans(),
            "claims": st.booleans(),
            "play_forced": st.sampled_from(("never", "last_trick", "always")),
            "least_bid": st.sampled_from((1, 12, 20, 33)),
        },
    ),
    lambda match, seed, drawn: play_at_random(match, Random(seed)),
)

DRAWN_GAMES = (VILLAGES, MAFIA_TABLES, NAME_DUELS, GRIMM_FORESTS, TRUMPLESTILTSKIN_TABLES)
