"""The wide shelf: a recorded game of every built-in set with every number of players, a packed file for each game.

What a running bot has in its files is any of them. A packed file is never made again; later sets go into later files.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator

from recording import RECORDINGS, Kind, Recording, recorded

from bot.games import GAMES

SHELF = RECORDINGS / "wide"
FILES = sorted(SHELF.glob("*.json.xz"))
KEPT = ("code_version", "game", "role_set", "seats", "seed", "options", "journal", "said", "outcome", "snapshots")


def games() -> Iterator[Recording]:
    """All that is recorded, file after file."""
    for file in FILES:
        yield from json.loads(lzma.decompress(file.read_bytes()))


def kinds(game_name: str) -> Iterator[tuple[str, Kind]]:
    """What can be recorded of a game: each of its sets, by name, with each number of players that it allows."""
    game = GAMES[game_name]
    for role_set in game.role_sets:
        for seats in game.seats:
            if not game.faults(role_set.options, seats):
                yield role_set.name, Kind(game_name, seats, role_set.options, tried=1)


def record_all(version: str) -> None:
    """Record a game of each kind by today's code, into new files that bear this version."""
    SHELF.mkdir(exist_ok=True)
    for name in GAMES:
        target = SHELF / f"{name}-{version}.json.xz"
        if target.exists():
            raise SystemExit(f"{target} is there already; recordings are kept for ever.")
        every = [_recorded(kind, role_set) for role_set, kind in kinds(name)]
        target.write_bytes(lzma.compress(json.dumps(every, separators=(",", ":")).encode(), preset=9))
        print(f"{target}: {len(every)} games, {target.stat().st_size:,} bytes")


def _recorded(kind: Kind, role_set: str) -> Recording:
    """One game, with the table as it stood in its middle."""
    whole = {**recorded(kind, f"{role_set} {kind.seats}"), "role_set": role_set}
    middle = whole["snapshots"][len(whole["snapshots"]) // 2]
    return {name: [middle] if name == "snapshots" else whole[name] for name in KEPT}
