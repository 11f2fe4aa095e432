"""How many presses are lost, answered twice or late while one process after another hands over to the next.

    python -m tests.benchmarks.hand_overs [--times 100] [--a-second 50] [--each-s 20]

Two processes on one PostgreSQL, and somebody who looks at their seat so many times a second, over real sockets and by
real clocks. After so many seconds the process that plays is told to stop, as for a new version, the other one takes
over, and a new one is started beside it. Printed after each are the presses of all so far: those that nobody answered
within three seconds, with the seconds after the signal at which they were made; those that were answered again; and
how long the answers took.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "wire")]

from pretended.evening import Evening, evening  # noqa: E402
from pretended.pair import Pair  # noqa: E402
from pretended.pressing import steady_clicks  # noqa: E402
from support import postgresql  # noqa: E402

DUEL = ("ann", "ben")
REAL = 1.0
AGAIN = "40060"
TRIES = 10


@dataclass
class Figures:
    presses: int = 0
    unanswered: list[float] = field(default_factory=list)
    """Seconds after the newest signal at which they were made."""
    hand_overs: list[float] = field(default_factory=list)
    """Seconds from the signal until the next process has taken everything up."""
    took: list[float] = field(default_factory=list)

    def show(self, night: Evening, times: int) -> None:
        again = sum(AGAIN in seen.note for seen in night.discord.witness.requests)
        cuts = quantiles(self.took, n=1000)
        print(
            f"{times:>4} hand-overs, {self.presses} presses: {len(self.unanswered)} unanswered "
            f"{[round(one, 1) for one in self.unanswered[-8:]]}, {again} answered again; "
            f"median {cuts[499]:.3f} s, p99 {cuts[989]:.3f}, p99.9 {cuts[998]:.3f}, longest {max(self.took):.3f}; "
            f"hand-over {self.hand_overs[-1]:.2f} s; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )


async def one(night: Evening, pair: Pair, a_second: float, each_s: float, figures: Figures) -> None:
    """A new version takes over in the middle of these seconds."""
    answered: dict[int, float] = {}

    def note(call: Any, when: str) -> None:
        if when == "after" and call.route.endswith("/callback"):
            answered.setdefault(int(call.id("interaction")), time.monotonic())

    night.discord.rest.moments.append(note)
    async with steady_clicks(night, 1 / a_second) as acts:
        await asyncio.sleep(each_s / 2)
        signal_s, old = time.monotonic(), pair.playing
        old.tell_to_stop()
        await pair.taken_over()
        figures.hand_overs.append(time.monotonic() - signal_s)
        assert await old.ended() == 0
        await asyncio.sleep(each_s / 2)
    night.discord.rest.moments.remove(note)
    await pair.another_stands_by()
    figures.presses += len(acts)
    figures.unanswered += [act.began_s - signal_s for act in acts if not act.acknowledged]
    figures.took += [answered[act.id] - act.began_s for act in acts if act.acknowledged]


@asynccontextmanager
async def a_server() -> Any:
    with TemporaryDirectory() as folder, postgresql.server(Path(folder)) as server:
        made = postgresql.database(server, "mirror_hand_overs")
        address = await asyncio.to_thread(made.__enter__)
        try:
            yield address
        finally:
            await asyncio.to_thread(made.__exit__, None, None, None)


async def lay_table(night: Evening) -> None:
    """Tried again where the machine is too busy for it."""
    for left in reversed(range(TRIES)):
        try:
            await night.lay_table("name_duel", role_set="single")
            return
        except AssertionError:
            if not left:
                raise


async def measure(times: int, a_second: float, each_s: float) -> None:
    figures = Figures()
    with TemporaryDirectory() as folder:
        async with (
            a_server() as address,
            evening(Path(folder), seed=3, names=DUEL, speed=REAL, server=address) as night,
        ):
            await lay_table(night)
            assert isinstance(night.bot, Pair)
            for number in range(1, times + 1):
                await one(night, night.bot, a_second, each_s, figures)
                figures.show(night, number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--a-second", type=float, default=50)
    parser.add_argument("--each-s", type=float, default=20)
    asked = parser.parse_args()
    asyncio.run(measure(asked.times, asked.a_second, asked.each_s))


if __name__ == "__main__":
    main()
