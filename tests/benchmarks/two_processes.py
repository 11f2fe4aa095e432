"""How much two processes that play at the same time get out of their CPU seconds, next to one.

    python -m tests.benchmarks.two_processes [--tables 4] [--people 2] [--rounds 5] [--seconds 15]

Two bots, each as `magic-mirror run` starts it, with a pretended Discord and a PostgreSQL server of its own. The one is
one process, the other two. Both have the same tables, half of them on a server of each slot: what a table costs while
nobody presses, and how many answers it takes, is the same for both. Everybody at the tables of one bot presses
something as soon as they are answered, while the other rests; then it is the other's turn, and so on: the machine is as
fast for both. At each table so many presses of a turn answer what is asked, as soon as anything is. In the bot of two
processes half of those that come by direct message are passed on. The rest look at their seat. Printed of each is what
it does in a CPU second of all its processes, with those of its database server and without, and the median of how many
times as much the two do as the one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "wire")]

import asyncpg  # noqa: E402
from pretended import payloads  # noqa: E402
from pretended.calls import Call  # noqa: E402
from pretended.evening import Evening, another_table, evening, two_evenings  # noqa: E402
from pretended.playing import Player  # noqa: E402
from pretended.pressing import my_seat  # noqa: E402
from pretended.process import BotProcess  # noqa: E402
from pretended.several import Several  # noqa: E402
from pretended.world import Message  # noqa: E402
from support import postgresql  # noqa: E402

from tests.benchmarks.server_cost import parent_of  # noqa: E402
from tests.benchmarks.thirty_tables import cpu_of  # noqa: E402

REAL: Final = 1.0
GAMES: Final = ("name_duel", "trumplestiltskin")
ANSWERS: Final = 3
"""Of each table in each turn."""
WARM_S: Final = 5.0
AIM: Final = 0.9


@dataclass(frozen=True)
class Round:
    """One turn. `bot_s`, `server_s`: CPU seconds; `took_s`: until each press was answered, in order."""

    seconds: float
    bot_s: float
    server_s: float
    took_s: Sequence[float]
    unanswered: int
    answers: int

    @property
    def a_cpu_second(self) -> float:
        return len(self.took_s) / self.bot_s

    @property
    def a_cpu_second_of_all(self) -> float:
        return len(self.took_s) / (self.bot_s + self.server_s)

    def __str__(self) -> str:
        done = len(self.took_s)
        return (
            f"{done / self.seconds:.1f} clicks a second ({self.answers} answers, {self.unanswered} unanswered), "
            f"p50 {1000 * self.took_s[done // 2]:.0f} ms, p99 {1000 * self.took_s[done * 99 // 100]:.0f} ms; a click "
            f"{1000 * self.bot_s / done:.1f} ms of the bot, {1000 * self.server_s / done:.1f} of the server; "
            f"{self.a_cpu_second:.1f} clicks a CPU second, {self.a_cpu_second_of_all:.1f} with the server"
        )


class Side:
    """One of the two bots with its tables. `server` is the process of its database server."""

    def __init__(self, nights: Sequence[Evening], bots: Sequence[BotProcess], server: int) -> None:
        self._discord = nights[0].discord
        self._nights = nights
        self._bots = bots
        self._server = server
        self._answers_left: dict[str, list[int]] = {}
        """By name, shared by all at a table."""
        self._boards: dict[str, tuple[Message, str]] = {}

    async def look_for_boards(self) -> None:
        """Where everybody presses My seat."""
        for night in self._nights:
            _, board, button = await my_seat(night)
            self._boards |= {player.person.name: (board, button) for player in night.players}

    async def drive(self, seconds: float) -> Round:
        """Everybody presses for so long, one press after the other."""
        took: list[float] = []

        def note(call: Call, when: str) -> None:
            if when == "after" and call.route.endswith("/callback"):
                began_s = self._discord.world.interactions[call.id("interaction")].began_s
                took.append(self._discord.clock.passed_s() - began_s)

        players = [player for night in self._nights for player in night.players]
        failed, answered = self._failed(players), self._answers()
        self._discord.rest.moments.append(note)
        began_s, bot_s, server_s = time.monotonic(), self._bot_s(), cpu_of(self._server)
        self._answers_left = {player.person.name: left for night, left in self._budgets() for player in night.players}
        await asyncio.gather(*(self._keep_pressing(player, began_s + seconds) for player in players))
        lasted_s, bot_s, server_s = time.monotonic() - began_s, self._bot_s() - bot_s, cpu_of(self._server) - server_s
        self._discord.rest.moments.remove(note)
        return Round(
            lasted_s, bot_s, server_s, sorted(took), self._failed(players) - failed, self._answers() - answered
        )

    async def rest(self, seconds: float) -> float:
        """CPU seconds that the bot takes in a second in which nobody presses anything."""
        began_s, bot_s = time.monotonic(), self._bot_s()
        await asyncio.sleep(seconds)
        return (self._bot_s() - bot_s) / (time.monotonic() - began_s)

    async def _keep_pressing(self, player: Player, until_s: float) -> None:
        board, button = self._boards[player.person.name]
        left = self._answers_left[player.person.name]
        while time.monotonic() < until_s:
            move = next(player.moves(), None) if left else None
            if move is None:
                await player.person.press(board, button)
            else:
                left.pop()
                await player.move(move)

    def _budgets(self) -> Iterator[tuple[Evening, list[int]]]:
        """How many answers may still be given at each table."""
        return ((night, list(range(ANSWERS))) for night in self._nights)

    def _bot_s(self) -> float:
        return sum(cpu_of(one.pid) for one in self._bots)

    def _failed(self, players: Sequence[Player]) -> int:
        return sum(len(player.person.failed) for player in players)

    def _answers(self) -> int:
        return sum(len(night.records.answers()) for night in self._nights)


@contextmanager
def a_database(folder: Path) -> Iterator[str]:
    """The address of an empty one, on a server of its own."""
    folder.mkdir()
    with postgresql.server(folder) as server, postgresql.database(server, "two_processes") as address:
        yield address


async def process_of(address: str) -> int:
    """The database server itself."""
    connection: Any = await asyncpg.connect(address)
    try:
        return parent_of(await connection.fetchval("SELECT pg_backend_pid()"))
    finally:
        await connection.close()


@asynccontextmanager
async def one_process(folder: Path, address: str, names: Sequence[Sequence[str]]) -> AsyncIterator[list[Evening]]:
    """A table on each of the two servers, both played by the same process."""
    async with evening(folder, seed=1, names=names[1], speed=REAL, server=address, alone=True) as den:
        fair = den.discord.world.add_channel(den.discord.elsewhere, "fair")
        await den.discord.gateway.tell(fair, "CHANNEL_CREATE", payloads.channel(fair))
        yield [Evening(den.discord, den.bot, den.read, den.clocks, names[0], 1, fair), den]


@asynccontextmanager
async def a_side(folder: Path, address: str, processes: int, tables: int, people: int) -> AsyncIterator[Side]:
    """One of the bots, with so many tables of so many people, all laid."""
    called = iter(range(tables * people))
    names = [[f"p{next(called)}" for _ in range(people)] for _ in range(tables)]
    begin = two_evenings(folder, seed=1, names=names[:2], speed=REAL, server=address)
    async with begin if processes == 2 else one_process(folder, address, names[:2]) as first:
        nights = list(first)
        for number, theirs in enumerate(names[2:], 2):
            nights.append(await another_table(first[number % 2], theirs, number))
        for number, night in enumerate(nights):
            await night.lay_table(GAMES[number // 2 % 2])
        bot = first[0].bot
        assert isinstance(bot, Several | BotProcess)
        bots = [bot] if isinstance(bot, BotProcess) else [pair.playing for pair in bot.slots]
        side = Side(nights, bots, await process_of(address))
        await side.look_for_boards()
        yield side


async def main(tables: int, people: int, rounds: int, seconds: float) -> None:
    seen: dict[int, list[Round]] = {1: [], 2: []}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        sides = {}
        for processes in seen:
            place = folder / f"{processes}"
            opening = a_database(place)
            address = await asyncio.to_thread(opening.__enter__)
            stack.push_async_callback(asyncio.to_thread, opening.__exit__, None, None, None)
            sides[processes] = await stack.enter_async_context(a_side(place, address, processes, tables, people))
            await sides[processes].drive(WARM_S)
        for processes, side in sides.items():
            print(
                f"{processes}: {1000 * await side.rest(seconds):.0f} ms of CPU a second while nobody presses",
                flush=True,
            )
        for _ in range(rounds):
            for processes, side in sides.items():
                seen[processes].append(await side.drive(seconds))
                print(f"{processes}: {seen[processes][-1]}; load {os.getloadavg()[0]:.0f}", flush=True)
    pairs = list(zip(seen[1], seen[2], strict=True))
    alone = median(two.a_cpu_second / one.a_cpu_second for one, two in pairs)
    with_server = median(two.a_cpu_second_of_all / one.a_cpu_second_of_all for one, two in pairs)
    quick = median((len(two.took_s) / two.seconds) / (len(one.took_s) / one.seconds) for one, two in pairs)
    print(
        f"two do {alone:.2f} times one's clicks a CPU second, {with_server:.2f} with the server's (the aim is {AIM}), "
        f"and {quick:.2f} times its clicks a second"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--people", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=15)
    arguments = parser.parse_args()
    asyncio.run(main(arguments.tables, arguments.people, arguments.rounds, arguments.seconds))
