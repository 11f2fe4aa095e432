"""Games in the forest to record."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from recording import Kind, Recording, keys_of, said_in

from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.games.grimm_forest.options import GrimmForestOptions

ANSWERS_MOST = 300


def busy(question: Question, rng: Random) -> Value:
    """Players of chance who play their cards, use their Friends and build when they can."""
    choices, key = question.choices, question.key
    if key == "gather.fable" and rng.random() < 0.8:
        return choices[int(rng.random() * (len(choices) - 1))]
    if key == "build.act":
        sections = [choice for choice in choices if choice.startswith("build.")]
        for wanted in (sections, ["special"], ["discard"], ["draw"]):
            if wanted and wanted[0] in choices and rng.random() < 0.45:
                return rng.choice(wanted)
    if key == "friend.keep" and rng.random() < 0.5:
        return "keep"
    return rng.choice(list(choices))


def play_busily(match: Match, rng: Random) -> Iterator[tuple[Question, Value]]:
    while match.outcome is None:
        question = rng.choice(match.open)
        value = busy(question, rng)
        match.answer(question.number, question.seat, value)
        yield question, value


def richness(recording: Recording) -> tuple[int, ...]:
    """Of a bearable length; then the Fables that were revealed, the Friends that came, and the kinds of things."""
    said = said_in(recording)
    fables = {fable for key, values in said if key == "fables.revealed" for _, fable in values["fables"]}
    friends = {values["friend"] for key, values in said if key == "friend.gained"}
    return (
        len(recording["journal"]) <= ANSWERS_MOST,
        len(keys_of(recording)) + len(fables) + len(friends),
        -len(recording["journal"]),
    )


GRIMM_FOREST = Kind("grimm_forest", 4, GrimmForestOptions(advanced=True), 2000, richness, play_busily)


CHANGED = frozenset({"wishing_well", "crystal_ball", "curse_of_darkness", "grandmas_house"})


def with_changed_cards(recording: Recording) -> tuple[int, ...]:
    """The cards whose reading has changed, and the Huntsman's gain; then as before."""
    said = said_in(recording)
    fables = {fable for key, values in said if key == "fables.revealed" for _, fable in values["fables"]}
    hunted = any(key == "goods.gained" and values["why"] == "huntsman" for key, values in said)
    long_enough = len(recording["journal"]) <= ANSWERS_MOST
    return (long_enough, hunted, len(CHANGED & fables), *richness(recording))


PUT_RIGHT = Kind("grimm_forest", 4, GrimmForestOptions(advanced=True), 400, with_changed_cards, play_busily)
