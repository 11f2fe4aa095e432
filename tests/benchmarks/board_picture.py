"""How long a picture of the forest takes, and how long the event loop stands still while many are drawn.

python tests/benchmarks/board_picture.py
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import Question, Value
from bot.games.grimm_forest.game import GAME as GRIMM_FOREST
from bot.games.grimm_forest.options import GrimmOptions
from bot.ui.pictures.art import Art
from bot.ui.pictures.gallery import Gallery
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording, common_files
from cogs.grimm_forest import pictures

COGS = Path(__file__).parents[2] / "cogs"
MANY = 100
LABELS = {1: "Wilhelmina", 2: "Ben", 3: "Cleo", 4: "Bartholomew the Unexpectedly Tall"}
TICK_S = 0.0005
IDLE_S = 3.0


def drawn_in_games(kind: str, seats: int, count: int) -> Iterator[Picture]:
    """So many different pictures of the board or of hands, from games played at random."""
    words = Wording([*common_files(), *COGS.glob("*/*.po")])
    labels = {seat: LABELS[seat] for seat in range(1, seats + 1)}
    rng, seen = Random(4), set[Picture]()
    for seed in range(10_000):
        match = Match.start(GRIMM_FOREST, GrimmOptions(advanced=True), seats, SealedChance(f"pictures {seed}"))
        while match.outcome is None:
            question = rng.choice(match.open)
            seat = SPECTATOR if kind == "board" else question.seat
            view = match.view(seat)
            if kind == "board":
                picture = pictures.table_picture(view, labels, words)  # type: ignore[arg-type]
            else:
                picture = pictures.hand_picture(view, question, labels, words)  # type: ignore[arg-type]
            if picture not in seen:
                seen.add(picture)
                yield picture
                if len(seen) == count:
                    return
            match.reply(question, _some(question, rng))


def _some(question: Question, rng: Random) -> Value:
    if question.kind == "several":
        return list(question.choices)[: question.least]
    if question.kind == "number":
        return question.least
    return rng.choice(list(question.choices))


async def measure(kind: str, seats: int) -> None:
    """Print the time per picture with warm art, and the longest stall of the loop."""
    many = list(drawn_in_games(kind, seats, MANY))
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
        f"{kind}, {seats} seats: {statistics.median(times) * 1000:.1f} ms a picture (median of {len(times)}; "
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


if __name__ == "__main__":
    asyncio.run(measure("board", 2))
    asyncio.run(measure("board", 4))
    asyncio.run(measure("hand", 4))
