"""Record a finished village for the upgrade shelf, by today's code.

    python tests/upgrade/record_village.py tests/upgrade/village-0.1.0.json

Recordings that are there are never made again: they are what running bots have in their files. When the rules change on
purpose, so that an old recording can no longer be followed, a round in play begins again at the update; then record
the new rules beside the old ones and say in the test why the old recording is given up.
"""

from __future__ import annotations

import json
import sys
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parents[1])]

from playing import play_at_random  # noqa: E402

from bot import __version__  # noqa: E402
from bot.engine.chance import SealedChance  # noqa: E402
from bot.engine.match import Match  # noqa: E402
from bot.games import GAMES  # noqa: E402
from bot.games.village.options import VillageOptions  # noqa: E402

SEATS = 9
TRIED = 60
"""Games played to find one in which much happens."""


def recorded(seed: str) -> dict[str, Any]:
    """One whole game: its options, every journal line, the table at every checkpoint, all that was said, the end."""
    game = GAMES["village"]
    options = VillageOptions(reballots_most=1)
    match = Match.start(game, options, SEATS, SealedChance(seed))
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
        "seats": SEATS,
        "seed": seed,
        "options": options.model_dump(mode="json"),
        "snapshots": snapshots,
        "journal": journal,
        "said": said,
        "views": [match.view(seat).model_dump(mode="json") for seat in range(SEATS + 1)],
        "outcome": match.outcome.model_dump(mode="json"),
    }


def richness(recording: dict[str, Any]) -> tuple[int, int]:
    """How many kinds of things happened in it; the shorter of two equals."""
    keys = {line["key"] for line in recording["journal"]} | {key for _, key, _ in recording["said"]}
    return len(keys), -len(recording["journal"])


def main(path: str) -> None:
    target = Path(path)
    if target.exists():
        raise SystemExit(f"{target} is there already; recordings are kept for ever.")
    best = max((recorded(f"upgrade {number}") for number in range(TRIED)), key=richness)
    target.write_text(json.dumps(best, separators=(",", ":")) + "\n")
    print(f"{target}: {len(best['journal'])} answers, {len(best['snapshots'])} checkpoints, {richness(best)[0]} keys")


if __name__ == "__main__":
    main(sys.argv[1])
