"""How long nobody answers when the process that plays is killed or told to stop, and another one stands by.

    python -m tests.benchmarks.take_over [--times 5]

Two processes on one PostgreSQL, and somebody who looks at their seat five times a second, over real sockets and by real
clocks. Printed are seconds, each with their median and range: from the signal to the first press that the other process
has answered, from the last renewal of the lease to that, and how long those waited who pressed meanwhile and were
answered. And how many presses nobody answered.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "wire")]

import asyncpg  # noqa: E402
from pretended.evening import Evening, evening  # noqa: E402
from pretended.pair import Pair  # noqa: E402
from pretended.pressing import steady_clicks  # noqa: E402
from support import postgresql  # noqa: E402

DUEL = ("ann", "ben")
REAL = 1.0
LEASE_S = 5.0
LATER_S = 3.0


class Figures:
    """Seconds by what they are of."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.unanswered: dict[str, int] = defaultdict(int)

    def show(self) -> None:
        for what, found in self.seconds.items():
            print(f"{what:<48} n={len(found)}  median {median(found):.2f}  range {min(found):.2f}-{max(found):.2f}")
        for what, count in self.unanswered.items():
            print(f"{what:<48} {count}")


async def since_renewal_s(address: str) -> float:
    connection = await asyncpg.connect(address)
    try:
        until_s = "SELECT (extract(epoch FROM clock_timestamp()) * 1000 - until_ms) / 1000 FROM process_lease"
        return float(await connection.fetchval(until_s)) + LEASE_S
    finally:
        await connection.close()


async def one(night: Evening, pair: Pair, address: str, kind: str, figures: Figures) -> None:
    """One process goes, and the other one answers."""
    answered: list[float] = []

    def note(call: Any, when: str) -> None:
        if when == "after" and call.route.endswith("/callback"):
            answered.append(time.monotonic())

    async with steady_clicks(night) as acts:
        await night.discord.witness.until(lambda: len(acts) > 5, "some presses")
        old = pair.playing
        renewed = time.monotonic() - await since_renewal_s(address) if kind == "killed" else 0.0
        night.discord.rest.moments.append(note)
        began = time.monotonic()
        (old.kill if kind == "killed" else old.tell_to_stop)()
        await pair.taken_over()
        await old.ended()
        await asyncio.sleep(LATER_S)
    night.discord.rest.moments.remove(note)
    gaps = [(later - before, later) for before, later in zip([began, *answered], answered, strict=False)]
    _, first = max(gaps)  # the longest silence ends with the first answer of the other process
    figures.seconds[f"{kind}: signal to first answer of the other"].append(first - began)
    if kind == "killed":
        figures.seconds["killed: last renewal to first answer"].append(first - renewed)
    figures.seconds[f"{kind}: longest silence"].append(max(gaps)[0])
    figures.unanswered[f"{kind}: presses, all"] += len(acts)
    figures.unanswered[f"{kind}: presses that nobody answered"] += sum(not act.acknowledged for act in acts)
    await pair.another_stands_by()


@asynccontextmanager
async def a_server() -> Any:
    with TemporaryDirectory() as folder, postgresql.server(Path(folder)) as server:
        made = postgresql.database(server, "mirror_take_over")
        address = await asyncio.to_thread(made.__enter__)
        try:
            yield address
        finally:
            await asyncio.to_thread(made.__exit__, None, None, None)


async def measure(kinds: Sequence[str], times: int) -> None:
    figures = Figures()
    with TemporaryDirectory() as folder:
        async with (
            a_server() as address,
            evening(Path(folder), seed=3, names=DUEL, speed=REAL, server=address) as night,
        ):
            await night.lay_table("name_duel", role_set="single")
            assert isinstance(night.bot, Pair)
            for _ in range(times):
                for kind in kinds:
                    await one(night, night.bot, address, kind, figures)
                    print(kind, f"load {os.getloadavg()[0]:.1f}", flush=True)
            figures.show()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    asyncio.run(measure(("told to stop", "killed"), parser.parse_args().times))


if __name__ == "__main__":
    main()
