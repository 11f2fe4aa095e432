"""Finished games that are kept for ever: how they are read, and how one is recorded by today's code.

Recordings that are there are never made again: they are what running bots have in their files. When the rules change on
purpose, so that an old recording can no longer be followed, a round in play begins again at the update; then record
the new rules beside the old ones and say in the test why the old recording is given up.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from language.any_game import play_at_random

from bot import __version__
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.engine.rulebook import Options
from bot.games import GAMES

RECORDINGS = Path(__file__).parent / "recordings"

Recording = dict[str, Any]
Said = list[tuple[str, dict[str, Any]]]


# -- reading ----------------------------------------------------------------------------------------------------------


def read(name: str) -> Recording:
    """The recording of this name, such as `village-0.1.0`."""
    return dict(json.loads((RECORDINGS / f"{name}.json").read_text()))


def said_in(recording: Recording) -> Said:
    """All that was said in it, in order: keys and values."""
    return [(key, values) for _, key, values in recording["said"]]


def answered_in(recording: Recording) -> set[str]:
    """The kinds of questions that were answered in it."""
    return {line["key"] for line in recording["journal"]}


def keys_of(recording: Recording) -> set[str]:
    """The kinds of things that happened in it."""
    return answered_in(recording) | {key for key, _ in said_in(recording)}


# -- recording --------------------------------------------------------------------------------------------------------


def richness(recording: Recording) -> tuple[int, ...]:
    """How many kinds of things happened in it; the shorter of two equals."""
    return len(keys_of(recording)), -len(recording["journal"])


@dataclass(frozen=True)
class Kind:
    """A kind of game that can be recorded."""

    game: str
    seats: int
    options: Options
    tried: int
    """Games played to find one in which much happens."""
    richness: Callable[[Recording], tuple[int, ...]] = richness
    """How much happens in a recording; the greatest is kept."""
    play: Callable[[Match, Random], Iterator[tuple[Question, Value]]] = play_at_random


def recorded(kind: Kind, seed: str) -> Recording:
    """One whole game: its options, every journal line, the table at every checkpoint, all that was said, the end."""
    match = Match.start(GAMES[kind.game], kind.options, kind.seats, SealedChance(seed))
    snapshots, journal, said = [], [], []
    for _ in chain([None], kind.play(match, Random(seed))):
        changes = match.take_changes()
        journal += [entry.model_dump(mode="json") for entry in changes.entries]
        said += [json.loads(one.as_json()) for one in changes.announcements]
        snapshots += [changes.snapshot.model_dump(mode="json")] if changes.snapshot else []
    assert match.outcome is not None
    return {
        "code_version": __version__,
        "game": kind.game,
        "seats": kind.seats,
        "seed": seed,
        "options": match.options.model_dump(mode="json"),
        "snapshots": snapshots,
        "journal": journal,
        "said": said,
        "views": [match.view(seat).model_dump(mode="json") for seat in range(kind.seats + 1)],
        "outcome": match.outcome.model_dump(mode="json"),
    }


def record(kind: Kind, name: str) -> None:
    """Play many games of this kind, and write the richest of them to a new recording of this name."""
    target = RECORDINGS / f"{name}.json"
    if target.exists():
        raise SystemExit(f"{target} is there already; recordings are kept for ever.")
    best = max((recorded(kind, f"upgrade {number}") for number in range(kind.tried)), key=kind.richness)
    target.write_text(json.dumps(best, separators=(",", ":")) + "\n")
    print(f"{target}: {len(best['journal'])} answers, {len(best['snapshots'])} checkpoints, {len(keys_of(best))} keys")
