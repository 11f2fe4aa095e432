"""Thirty tables at once over real sockets: how many clicks a second are answered quickly.

    python -m tests.benchmarks.thirty_tables [--tables 30] [--rates 10 20 30 40 50] [--seconds 10] [--answers]

The real `magic-mirror run` in a process of its own, and a pretended Discord on loopback with its rate limits, both at
the machine's own speed. Of five tables four are games of cards, whose boards and hands are pictures. At each rate
clicks fall at random moments. Whoever can answer something does; where nobody can, since each board changes once in a
while and a card table waits for one person, somebody looks at their seat, as people do who wait. With `--answers`
nobody looks, and such a click is idle. A click is timed from the moment at which Discord tells of it until the bot's
answer has arrived; the pretended Discord takes its part of the same machine.
Setting the tables takes some minutes: direct messages are opened slowly.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "wire")]

from pretended.calls import Call  # noqa: E402
from pretended.evening import Evening, another_table, evening  # noqa: E402
from pretended.playing import Move, Player  # noqa: E402
from pretended.process import BotProcess  # noqa: E402
from pretended.world import Message  # noqa: E402

GAMES: Final = ("grimm_forest", "trumplestiltskin", "name_duel", "trumplestiltskin", "village")
"""What is played at every five tables. A village needs no cards, and has more people."""
PEOPLE: Final = {"village": 4}
QUICK_S: Final = 0.3
SET_S: Final = 600.0
TICK_S: Final = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Measured:
    """The clicks of one rate. `took`: seconds until each was answered, in order; `cpu`: seconds of the bot."""

    rate: float
    seconds: float
    took: tuple[float, ...]
    looks: int
    unanswered: int
    idle: int
    cpu: float

    def percentile(self, hundredths: int) -> float:
        return self.took[min(len(self.took) - 1, len(self.took) * hundredths // 100)] if self.took else 0.0

    @property
    def is_quick(self) -> bool:
        return bool(self.took) and not self.unanswered and self.percentile(99) <= QUICK_S

    def __str__(self) -> str:
        count = len(self.took)
        return (
            f"| {self.rate:.0f} | {count / self.seconds:.1f} | {1000 * self.percentile(50):.0f} "
            f"| {1000 * self.percentile(99):.0f} | {1000 * self.percentile(100):.0f} | {self.looks} "
            f"| {self.unanswered} | {self.idle} | {1000 * self.cpu / max(1, count):.1f} "
            f"| {100 * self.cpu / self.seconds:.0f} |"
        )


class Crowd:
    """All people of all tables: whoever can answer something may be the next to click, and who cannot may look."""

    def __init__(self, nights: Sequence[Evening], rng: Random, *, looks: bool) -> None:
        self._rng = rng
        self._may_look = looks
        self._players = [player for night in nights for player in night.players]
        self._busy: set[Player] = set()
        self._took: list[float] = []
        self._world = nights[0].discord.world
        nights[0].discord.rest.moments.append(self._note)

    def _note(self, call: Call, when: str) -> None:
        """Discord has taken the answer to a press."""
        if when == "after" and call.route.endswith("/callback"):
            began_s = self._world.interactions[call.id("interaction")].began_s
            self._took.append(self._world.clock.passed_s() - began_s)

    async def click_at(self, rate: float, seconds: float, bot: int) -> Measured:
        """So many clicks a second, for so long; nobody waits for anybody else's."""
        self._took.clear()
        failed, looks, idle, clicks = self._failed(), 0, 0, []
        cpu = cpu_of(bot)
        begin = due = time.monotonic()
        while due < begin + seconds:
            due += self._rng.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if (answer := self._next()) is not None:
                clicks.append(asyncio.create_task(self._click(*answer)))
            elif (looker := self._looker()) is not None:
                looks += 1
                clicks.append(asyncio.create_task(self._look(*looker)))
            else:
                idle += 1
        await asyncio.gather(*clicks)
        lasted = time.monotonic() - begin
        took, unanswered = tuple(sorted(self._took)), self._failed() - failed
        return Measured(rate, lasted, took, looks, unanswered, idle, cpu_of(bot) - cpu)

    def _failed(self) -> int:
        return sum(len(player.person.failed) for player in self._players)

    def _next(self) -> tuple[Player, Move] | None:
        """Somebody who can answer something, and one of their answers."""
        free = [player for player in self._players if player not in self._busy]
        self._rng.shuffle(free)
        for player in free:
            if moves := list(player.moves()):
                return player, self._rng.choice(moves)
        return None

    def _looker(self) -> tuple[Player, Message, str] | None:
        """Somebody who is not busy, and the newest control that shows them their seat."""
        if not self._may_look:
            return None
        for player in self._rng.sample(self._players, len(self._players)):
            shown = [
                (message, str(control["custom_id"]))
                for message in player.person.sees()
                for control in message.now.controls
                if str(control["custom_id"]).startswith("mm:seat:")
            ]
            if shown and player not in self._busy:
                return player, *max(shown, key=lambda one: one[0].id)
        return None

    async def _look(self, player: Player, message: Message, control: str) -> None:
        self._busy.add(player)
        try:
            await player.person.press(message, control)
        finally:
            self._busy.discard(player)

    async def _click(self, player: Player, move: Move) -> None:
        self._busy.add(player)
        try:
            await player.move(move)
        finally:
            self._busy.discard(player)


def processes(bot: int) -> Iterator[int]:
    """The bot and whatever it has started."""
    yield bot
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == bot:
            yield int(stat.parent.name)


def cpu_of(bot: int) -> float:
    """CPU seconds that the bot has taken so far, in all its threads and processes."""
    ticks = 0
    for process in processes(bot):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks * TICK_S


def names(table: int, game: str) -> tuple[str, ...]:
    return tuple(f"p{table}.{number}" for number in range(1, PEOPLE.get(game, 2) + 1))


async def set_tables(night: Evening, tables: int) -> list[Evening]:
    """Each table in a channel of its own, until everybody has been shown something."""
    nights = []
    for number in range(tables):
        game = GAMES[number % len(GAMES)]
        nights.append(await another_table(night, names(number, game), number))
        await nights[-1].lay_table(game)
    witness = night.discord.witness
    await witness.until(lambda: all(map(is_set, nights)), "everybody's first panel", patience_s=SET_S)
    await witness.until_quiet()
    return nights


def is_set(night: Evening) -> bool:
    return all(night.discord.world.standing_in(person.direct) for person in night.people)


async def main(tables: int, rates: Sequence[float], seconds: float, seed: int, *, looks: bool) -> None:
    with TemporaryDirectory() as folder:
        async with evening(Path(folder), seed=seed, names=(), speed=1.0) as night:
            nights = await set_tables(night, tables)
            assert isinstance(night.bot, BotProcess)
            crowd, best = Crowd(nights, Random(seed), looks=looks), 0.0
            cards = sum(GAMES[number % len(GAMES)] != "village" for number in range(tables))
            print(f"{tables} tables, {cards} of them with cards, {sum(len(one.people) for one in nights)} people")
            print(
                "| asked | clicks a second | p50 ms | p99 ms | worst ms | looks | unanswered | idle | CPU ms a click "
                "| % core |"
            )
            print("|---|---|---|---|---|---|---|---|---|---|")
            for rate in rates:
                measured = await crowd.click_at(rate, seconds, night.bot.pid)
                print(measured, flush=True)
                if measured.is_quick:
                    best = max(best, len(measured.took) / measured.seconds)
            print(f"p99 within {1000 * QUICK_S:.0f} ms and none unanswered: up to {best:.1f} clicks a second")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--rates", type=float, nargs="+", default=[10, 20, 30, 40, 50])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answers", action="store_true", help="nobody looks: clicks are answers only")
    asked = parser.parse_args()
    asyncio.run(main(asked.tables, asked.rates, asked.seconds, asked.seed, looks=not asked.answers))
