"""Record a finished game in the forest for the upgrade shelf, by today's code. See `recording` for when that is done.

python tests/upgrade/record_grimm.py tests/upgrade/grimm_forest-0.1.0.json
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

import recording
from recording import Recording, keep_the_best, keys_of, recorded

from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.games import GAMES
from bot.games.grimm_forest.options import GrimmOptions

TRIED = 2000
"""Games played to find one in which much happens."""
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
    said = [(key, values) for _, key, values in recording["said"]]
    fables = {fable for key, values in said if key == "fables.revealed" for _, fable in values["fables"]}
    friends = {values["friend"] for key, values in said if key == "friend.gained"}
    return (
        len(recording["journal"]) <= ANSWERS_MOST,
        len(keys_of(recording)) + len(fables) + len(friends),
        -len(recording["journal"]),
    )


def main(path: str) -> None:
    game, options = GAMES["grimm_forest"], GrimmOptions(advanced=True)
    recording.play_at_random = play_busily  # type: ignore[assignment]
    keep_the_best(path, (recorded(game, options, 4, f"upgrade {number}") for number in range(TRIED)), richness)


if __name__ == "__main__":
    main(sys.argv[1])
