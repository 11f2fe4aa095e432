"""How long a picture takes, and how long the event loop stands still while many are drawn.

python tests/benchmarks/pictures.py [KIND …]
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from language.any_game import random_answer  # noqa: E402

from bot.engine.announcements import SPECTATOR  # noqa: E402
from bot.engine.chance import SealedChance  # noqa: E402
from bot.engine.match import Match  # noqa: E402
from bot.engine.rulebook import Options  # noqa: E402
from bot.games import GAMES  # noqa: E402
from bot.games.grimm_forest.options import GrimmOptions  # noqa: E402
from bot.ui.pictures.art import Art  # noqa: E402
from bot.ui.pictures.gallery import Gallery  # noqa: E402
from bot.ui.pictures.picture import Picture  # noqa: E402
from bot.ui.wording import Wording, common_files  # noqa: E402
from cogs.grimm_forest import pictures as forest  # noqa: E402
from cogs.mafia import pictures as club  # noqa: E402
from cogs.name_duel import pictures as duel  # noqa: E402
from cogs.trumplestiltskin import pictures as card_table  # noqa: E402
from cogs.village import pictures as village  # noqa: E402

COGS = Path(__file__).parents[2] / "cogs"
MANY = 100
LABELS = dict(enumerate(("Wilhelmina", "Ben", "Cleo", "Bartholomew the Unexpectedly Tall", "Eve"), 1)) | {
    seat: f"Player {seat}" for seat in range(6, 21)
}
TICK_S = 0.0005
IDLE_S = 3.0

Draw = Callable[[Match, dict[int, str], Wording], Iterator[Picture | None]]
"""The pictures of one moment of a match."""


def of_the_table(make: Any) -> Draw:
    def draw(match: Match, labels: dict[int, str], words: Wording) -> Iterator[Picture | None]:
        yield make(match.view(SPECTATOR), labels, words)

    return draw


def of_hands(make: Any) -> Draw:
    """Of everybody who is asked something."""

    def draw(match: Match, labels: dict[int, str], words: Wording) -> Iterator[Picture | None]:
        for question in match.open:
            if question.seat > 0:
                yield make(match.view(question.seat), question, labels, words)

    return draw


@dataclass(frozen=True)
class Kind:
    """Pictures of one kind, at one table."""

    game: str
    seats: int
    draw: Draw
    options: Options | None = None

    def pictures(self, count: int) -> Iterator[Picture]:
        """So many different ones, from games played at random."""
        words = Wording([*common_files(), *COGS.glob("*/*.po")])
        labels = {seat: LABELS[seat] for seat in range(1, self.seats + 1)}
        rng, seen = Random(4), set[Picture]()
        options = self.options or GAMES[self.game].options()
        for seed in range(10_000):
            match = Match.start(GAMES[self.game], options, self.seats, SealedChance(f"pictures {seed}"))
            while match.outcome is None:
                for picture in self.draw(match, labels, words):
                    if picture is not None and picture not in seen:
                        seen.add(picture)
                        yield picture
                        if len(seen) == count:
                            return
                match.reply(*random_answer(match, rng))


ADVANCED = GrimmOptions(advanced=True)
KINDS = {
    "village-20": Kind("village", 20, of_the_table(village.village_picture)),
    "mafia-12": Kind("mafia", 12, of_the_table(club.city_picture)),
    "name_duel-hand": Kind("name_duel", 2, of_hands(duel.hand_picture)),
    "grimm_forest-2": Kind("grimm_forest", 2, of_the_table(forest.table_picture), ADVANCED),
    "grimm_forest-4": Kind("grimm_forest", 4, of_the_table(forest.table_picture), ADVANCED),
    "grimm_forest-hand": Kind("grimm_forest", 4, of_hands(forest.hand_picture), ADVANCED),
    "trumplestiltskin-3-hand": Kind("trumplestiltskin", 3, of_hands(card_table.hand_picture)),
    "trumplestiltskin-5-hand": Kind("trumplestiltskin", 5, of_hands(card_table.hand_picture)),
}


async def measure(name: str) -> None:
    """Print the time a picture takes with warm art, and the longest stall of the loop."""
    many = list(KINDS[name].pictures(MANY))
    gallery = Gallery(art=Art())
    begun = time.perf_counter()
    await gallery.drawn(many[0])
    first = time.perf_counter() - begun
    idle: list[float] = []  # other processes hold the loop up too: what that alone comes to
    watching = asyncio.create_task(_watch(idle))
    await asyncio.sleep(IDLE_S)
    watching.cancel()
    times, sizes = [], []
    stalls: list[float] = []
    watching = asyncio.create_task(_watch(stalls))
    for picture in many[1:]:
        begun = time.perf_counter()
        sizes.append(len(await gallery.drawn(picture)))
        times.append(time.perf_counter() - begun)
    gallery.close()
    watching.cancel()
    print(
        f"{name}: {statistics.median(times) * 1000:.1f} ms a picture (median of {len(times)}; "
        f"longest {max(times) * 1000:.1f} ms, the very first {first * 1000:.0f} ms), "
        f"{statistics.mean(sizes) / 1024:.0f} KB, longest stall of the loop {max(stalls) * 1000:.1f} ms "
        f"(99%: {statistics.quantiles(stalls, n=100)[98] * 1000:.1f} ms; "
        f"without drawing {max(idle) * 1000:.1f} ms, 99%: {statistics.quantiles(idle, n=100)[98] * 1000:.1f} ms)"
    )


async def _watch(stalls: list[float]) -> None:
    """Note how much later than wanted the loop comes back."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(TICK_S)
        stalls.append(time.perf_counter() - begun - TICK_S)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"some of {', '.join(KINDS)}; all if none is named")
    arguments = parser.parse_args()
    if unknown := set(arguments.kinds) - set(KINDS):
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")
    for name in arguments.kinds or KINDS:
        asyncio.run(measure(name))


if __name__ == "__main__":
    main()
