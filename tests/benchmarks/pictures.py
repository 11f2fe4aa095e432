"""What a picture costs, how long twenty at once take, and how long the event loop stands still meanwhile.

    python tests/benchmarks/pictures.py [KIND …] [--against FOLDER]

Of each kind: CPU of one picture with warm art, and its size; until the last of twenty different ones is drawn that are
asked for at once, by the clock on the wall; and how late the loop comes back meanwhile, at 99.9 %. Where other
processes run beside it, only the CPU can be trusted.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pairs

from bot.engine.announcements import SPECTATOR
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.rulebook import Options
from bot.games import GAMES
from bot.games.grimm_forest.options import GrimmForestOptions
from bot.players import player_for
from bot.ui.pictures.art import Art
from bot.ui.pictures.gallery import Gallery
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording, common_files
from cogs.grimm_forest import pictures as grimm_forest
from cogs.mafia import pictures as mafia
from cogs.name_duel import pictures as name_duel
from cogs.trumplestiltskin import pictures as card_table
from cogs.village import pictures as village

COGS = pairs.TREE / "cogs"
MANY = 100
AT_ONCE = 20
BURSTS = 4
LABELS = dict(enumerate(("Wilhelmina", "Ben", "Cleo", "Bartholomew the Unexpectedly Tall", "Eve"), 1)) | {
    seat: f"Player {seat}" for seat in range(6, 21)
}
TICK_S = 0.0005

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
        players = {seat: player_for(self.game, "random", rng) for seat in labels}
        for seed in range(10_000):
            match = Match.start(GAMES[self.game], options, self.seats, SealedChance(f"pictures {seed}"))
            while match.outcome is None:
                for picture in self.draw(match, labels, words):
                    if picture is not None and picture not in seen:
                        seen.add(picture)
                        yield picture
                        if len(seen) == count:
                            return
                _step(match, players, rng)


def _step(match: Match, players: Mapping[int, Any], rng: Random) -> None:
    """One answer: of a computer player who is asked, or of a clock when nobody is."""
    people = [question for question in match.open if question.seat > 0]
    if people:
        question = rng.choice(people)
        match.reply(question, players[question.seat].answer(question, lambda: match.view(question.seat)))
    else:
        clock = min(match.open, key=lambda question: question.within or 0)
        match.reply(clock, clock.choices[0] if clock.within is None else clock.default)


ADVANCED = GrimmForestOptions(advanced=True)
KINDS = {
    "village-12": Kind("village", 12, of_the_table(village.village_picture)),
    "village-20": Kind("village", 20, of_the_table(village.village_picture)),
    "mafia-10": Kind("mafia", 10, of_the_table(mafia.city_picture)),
    "name_duel-hand": Kind("name_duel", 2, of_hands(name_duel.hand_picture)),
    "grimm_forest-2": Kind("grimm_forest", 2, of_the_table(grimm_forest.table_picture), ADVANCED),
    "grimm_forest-4": Kind("grimm_forest", 4, of_the_table(grimm_forest.table_picture), ADVANCED),
    "grimm_forest-hand": Kind("grimm_forest", 4, of_hands(grimm_forest.hand_picture), ADVANCED),
    "trumplestiltskin-3-hand": Kind("trumplestiltskin", 3, of_hands(card_table.hand_picture)),
    "trumplestiltskin-5-hand": Kind("trumplestiltskin", 5, of_hands(card_table.hand_picture)),
}


async def measure(name: str) -> pairs.Figures:
    """The figures of one kind, in milliseconds and KB."""
    many = list(KINDS[name].pictures(MANY + AT_ONCE * BURSTS))
    art = Art()
    gallery = Gallery(art=art)
    await gallery.drawn(many[0])
    times, sizes = [], []
    for picture in many[1:MANY]:
        begun = time.process_time()
        sizes.append(len(await gallery.drawn(picture)))
        times.append(1000 * (time.process_time() - begun))
    lasts, stalls = [], list[float]()
    watching = asyncio.create_task(_watch(stalls))
    for first in range(MANY, len(many), AT_ONCE):
        begun = time.perf_counter()
        await asyncio.gather(*(gallery.drawn(picture) for picture in many[first : first + AT_ONCE]))
        lasts.append(1000 * (time.perf_counter() - begun))
    watching.cancel()
    gallery.close()
    return {
        f"{name}, CPU ms": statistics.median(times),
        f"{name}, KB": statistics.mean(sizes) / 1024,
        f"{name}, {AT_ONCE} at once, wall ms": statistics.median(lasts),
        f"{name}, loop late, wall ms at 99.9 %": 1000 * statistics.quantiles(stalls, n=1000)[998],
    }


async def _watch(stalls: list[float]) -> None:
    """Note how much later than wanted the loop comes back."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(TICK_S)
        stalls.append(time.perf_counter() - begun - TICK_S)


def main() -> None:
    parser = pairs.parser(__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"some of {', '.join(KINDS)}; all if none is named")
    asked = parser.parse_args()
    if unknown := set(asked.kinds) - set(KINDS):
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")

    def figures() -> pairs.Figures:
        every = [asyncio.run(measure(name)) for name in asked.kinds or KINDS]
        return {name: figure for one in every for name, figure in one.items()}

    pairs.run(asked, figures)


if __name__ == "__main__":
    main()
