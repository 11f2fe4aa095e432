"""Games that were played are kept in a file: whoever needs more of them plays only what is missing.

A line of JSON for each part. It is found again by the game, the table, who played, and the code of the game and of its
players; where one of these has changed, it counts for nothing.
"""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import process_time

from bot.engine.rulebook import Game, Options
from bot.forecast.counting import NOTHING, Count
from bot.forecast.plan import Matchup, at_table
from bot.forecast.playing import Batch, played
from bot.games import hidden_roles
from bot.matches.option_fields import option_fields

PART = 20
"""So many games are played at a time: each part has chance of its own."""
NOT_THE_GAME = ("options.py", "balance.py", "casts.py", "game.py")
"""What is in these is told apart, or changes no game."""


@cache
def version_of(game: str) -> str:
    """The same for the same rules and the same players of a game."""
    shared = Path(str(hidden_roles.__file__)).parent
    files = [file for folder in (shared.parent / game, shared) for file in sorted(folder.rglob("*.py"))]
    code = b"".join(file.read_bytes() for file in files if file.name not in NOT_THE_GAME)
    return sha256(code).hexdigest()[:12]


class Played:
    """The games that are kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._parts: dict[str, list[tuple[Count, float]]] = defaultdict(list)
        for line in path.read_text().splitlines() if path.exists() else ():
            kept = json.loads(line)
            self._parts[kept["of"]].append((Count.model_validate(kept["count"]), kept["seconds"]))

    def count(
        self, game: Game, options: Options, seats: int, matchup: Matchup, games: int, seconds: float | None = None
    ) -> Count:
        """What comes of so many games at least, or of fewer where they take longer than that."""
        key = _key(game, options, seats, matchup)
        while sum(count.games for count, _ in self._parts[key]) < games:
            if seconds is not None and sum(took for _, took in self._parts[key]) > seconds:
                break
            self._play(key, game, options, seats, matchup)
        total = NOTHING
        for count, _ in self._parts[key]:
            total = total.plus(count)
        return total

    def _play(self, key: str, game: Game, options: Options, seats: int, matchup: Matchup) -> None:
        began = process_time()
        batch = Batch(
            line=0,
            game=game.name,
            seats=seats,
            options=at_table(game, options, seats).model_dump(mode="json"),
            matchup=matchup,
            seed=key,
            first=PART * len(self._parts[key]),
            games=PART,
        )
        part = played(batch), process_time() - began
        self._parts[key].append(part)
        with self._path.open("a") as file:
            file.write(json.dumps({"of": key, "count": part[0].model_dump(mode="json"), "seconds": part[1]}) + "\n")


def _key(game: Game, options: Options, seats: int, matchup: Matchup) -> str:
    """A computer needs no time, so tables that differ in nothing else have the same games; nor does the order of the
    cards in a cast matter."""
    times = {field.name for field in option_fields(game.options) if field.is_time}
    table = json.dumps(at_table(game, options, seats).model_dump(mode="json", exclude=times), sort_keys=True)
    said = f"{version_of(game.name)} {game.name} {seats} {table} {matchup.model_dump_json()}"
    return sha256(said.encode()).hexdigest()[:16]
