"""How long a picture takes, and how long the event loop stands still while many are drawn.

python tests/benchmarks/hand_picture.py
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.ui.pictures.art import Art
from bot.ui.pictures.gallery import Gallery
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording, common_files
from cogs.name_duel import pictures as duel
from cogs.trumplestiltskin import pictures as trump

COGS = Path(__file__).parents[2] / "cogs"
MANY = 100
LABELS = {1: "Wilhelmina", 2: "Ben", 3: "Cleo", 4: "Bartholomew the Unexpectedly Tall", 5: "Eve"}
TICK_S = 0.0005
IDLE_S = 3.0


def hands(game: str, seats: int, count: int) -> Iterator[Picture]:
    """So many different pictures of hands, from games played at random."""
    words = Wording([*common_files(), *COGS.glob("*/*.po")])
    draw_hand = {"trumplestiltskin": trump.hand_picture, "name_duel": duel.hand_picture}[game]
    rng, seen = Random(4), set[Picture]()
    for seed in range(10_000):
        match = Match.start(GAMES[game], GAMES[game].options(), seats, SealedChance(f"pictures {seed}"))
        while match.outcome is None:
            question = rng.choice([one for one in match.open if one.seat > 0] or match.open)
            if question.seat > 0:
                picture = draw_hand(match.view(question.seat), question, LABELS, words)  # type: ignore[arg-type]
                if picture is not None and picture not in seen:
                    seen.add(picture)
                    yield picture
                    if len(seen) == count:
                        return
            match.reply(question, question.default if question.default is not None else _some(question, rng))


def _some(question: object, rng: Random) -> object:
    if question.kind == "several":  # type: ignore[attr-defined]
        return list(question.choices)[: question.least]  # type: ignore[attr-defined]
    if question.kind == "number":  # type: ignore[attr-defined]
        return question.least  # type: ignore[attr-defined]
    return rng.choice(list(question.choices))  # type: ignore[attr-defined]


async def measure(game: str, seats: int) -> None:
    """Print the time per picture with warm art, and the longest stall of the loop."""
    pictures = list(hands(game, seats, MANY))
    art = Art()
    gallery = Gallery(art=art)
    await gallery.drawn(pictures[0])
    idle: list[float] = []  # other processes hold the loop up too: what that alone comes to
    watching = asyncio.create_task(_watch(idle))
    await asyncio.sleep(IDLE_S)
    watching.cancel()
    times, sizes = [], []
    stalls: list[float] = []
    watching = asyncio.create_task(_watch(stalls))
    for picture in pictures[1:]:
        begun = time.perf_counter()
        sizes.append(len(await gallery.drawn(picture)))
        times.append(time.perf_counter() - begun)
    gallery.close()
    watching.cancel()
    print(
        f"{game}, {seats} seats: {statistics.median(times) * 1000:.1f} ms a hand (median of {len(times)}; "
        f"longest {max(times) * 1000:.1f} ms), {statistics.mean(sizes) / 1024:.0f} KB, "
        f"longest stall of the loop {max(stalls) * 1000:.1f} ms "
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
    asyncio.run(measure("trumplestiltskin", 3))
    asyncio.run(measure("trumplestiltskin", 5))
    asyncio.run(measure("name_duel", 2))
