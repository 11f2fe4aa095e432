"""Recording finished games for the upgrade shelf: what the recorders of the single games share.

Recordings that are there are never made again: they are what running bots have in their files. When the rules change on
purpose, so that an old recording can no longer be followed, a round in play begins again at the update; then record
the new rules beside the old ones and say in the test why the old recording is given up.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parents[1])]

from playing import play_at_random  # noqa: E402

from bot import __version__  # noqa: E402
from bot.engine.chance import SealedChance  # noqa: E402
from bot.engine.match import Match  # noqa: E402
from bot.engine.rulebook import Game, Options  # noqa: E402

Recording = dict[str, Any]
Richness = Callable[[Recording], tuple[int, ...]]
"""How much happens in a recording; the greatest is kept."""


def recorded(game: Game, options: Options, seats: int, seed: str) -> Recording:
    """One whole game: its options, every journal line, the table at every checkpoint, all that was said, the end."""
    match = Match.start(game, options, seats, SealedChance(seed))
    snapshots, journal, said = [], [], []
    for _ in chain([None], play_at_random(match, Random(seed))):
        changes = match.take_changes()
        journal += [entry.model_dump(mode="json") for entry in changes.entries]
        said += [json.loads(one.as_json()) for one in changes.announcements]
        snapshots += [changes.snapshot.model_dump(mode="json")] if changes.snapshot else []
    assert match.outcome is not None
    return {
        "code_version": __version__,
        "game": game.name,
        "seats": seats,
        "seed": seed,
        "options": match.options.model_dump(mode="json"),
        "snapshots": snapshots,
        "journal": journal,
        "said": said,
        "views": [match.view(seat).model_dump(mode="json") for seat in range(seats + 1)],
        "outcome": match.outcome.model_dump(mode="json"),
    }


def keys_of(recording: Recording) -> set[str]:
    """The kinds of things that happened in it."""
    return {line["key"] for line in recording["journal"]} | {key for _, key, _ in recording["said"]}


def richness(recording: Recording) -> tuple[int, ...]:
    """How many kinds of things happened in it; the shorter of two equals."""
    return len(keys_of(recording)), -len(recording["journal"])


def keep_the_best(path: str, recordings: Iterable[Recording], richness: Richness = richness) -> None:
    """Write the richest of these games to a new file."""
    target = Path(path)
    if target.exists():
        raise SystemExit(f"{target} is there already; recordings are kept for ever.")
    best = max(recordings, key=richness)
    target.write_text(json.dumps(best, separators=(",", ":")) + "\n")
    print(f"{target}: {len(best['journal'])} answers, {len(best['snapshots'])} checkpoints, {len(keys_of(best))} keys")
