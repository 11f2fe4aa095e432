"""How much two processes that play at the same time get out of their CPU seconds, next to one, both at their limit.

    python -m tests.benchmarks.two_processes [--tables 32] [--rounds 8] [--presses 2000] [--direct 50]

Two bots, each as `magic-mirror run` starts it, with a pretended Discord and a PostgreSQL server of its own. The one is
one process, the other two. Both have the same tables of two people each, half of them on a server of each slot. In
turns the people of one bot press while the other bot rests, so that the machine is as fast for both. Each turn has the
same presses: everybody presses the next as soon as they are answered, so that always somebody waits for the bot. Most
look at their seat, so many in a hundred of them by direct message. Those come to the process of the first slot, and in
the bot of two, half of them are passed on. After four looks everybody who is asked something answers it, up to so many
answers a table in a turn, and what an answer sets off is waited for.

Two cores have to carry the pretended Discord, PostgreSQL and both processes, so that two cannot do twice as much in a
second here. What is compared is how many presses each bot does in a CPU second of all its processes, with those of its
database server and without: a lock that the two had to wait for, or work that both had to do, would be seen there. For
each turn it says how busy the bot was, in cores: one process at its limit is near 1, and two are at theirs when, with
Discord and PostgreSQL, both cores are full.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
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
from pretended.interaction_routes import ANSWER_WITHIN_S  # noqa: E402
from pretended.limits import BUTTON  # noqa: E402
from pretended.people import COMPONENT, LATENESS_S, Person  # noqa: E402
from pretended.playing import Player  # noqa: E402
from pretended.pressing import my_seat  # noqa: E402
from pretended.process import BotProcess  # noqa: E402
from pretended.several import Several  # noqa: E402
from pretended.world import Interaction, Message  # noqa: E402
from support import postgresql  # noqa: E402

from tests.benchmarks.server_cost import parent_of  # noqa: E402
from tests.benchmarks.thirty_tables import cpu_of  # noqa: E402

REAL: Final = 1.0
GAMES: Final = ("name_duel", "trumplestiltskin")
PEOPLE: Final = 2
"""At each table."""
LOOKS: Final = 4
"""Of each person, between two answers."""
ANSWERS: Final = 2
"""Of each table in each turn."""
REST_S: Final = 10.0
SETTLE_S: Final = 1.5
"""So long what the last answers have set off may take."""
CORES: Final = os.cpu_count() or 1
AIM: Final = 0.9


@dataclass(frozen=True)
class Turn:
    """`bot_s`, `server_s`, `discord_s`: CPU seconds; `took_s`: until each press was answered, in order; `seconds`:
    until all were."""

    seconds: float
    bot_s: float
    server_s: float
    discord_s: float
    took_s: Sequence[float]
    unanswered: int
    answers: int
    each_s: Sequence[float]
    """Of each process of the bot."""

    @property
    def a_second(self) -> float:
        return len(self.took_s) / self.seconds

    @property
    def a_cpu_second(self) -> float:
        return len(self.took_s) / self.bot_s

    @property
    def a_cpu_second_of_all(self) -> float:
        return len(self.took_s) / (self.bot_s + self.server_s)

    def __str__(self) -> str:
        done = len(self.took_s)
        every_s = self.bot_s + self.server_s + self.discord_s
        return (
            f"{self.a_second:.1f} presses a second ({self.answers} answers, {self.unanswered} unanswered), "
            f"p50 {1000 * self.took_s[done // 2]:.0f} ms, p99 {1000 * self.took_s[done * 99 // 100]:.0f} ms; a press "
            f"{1000 * self.bot_s / done:.2f} ms of the bot, {1000 * self.server_s / done:.2f} of the server, "
            f"{1000 * self.discord_s / done:.2f} of Discord; busy "
            f"{' + '.join(f'{one / self.seconds:.2f}' for one in self.each_s)} cores of the bot, "
            f"{every_s / self.seconds:.2f} of {CORES} with all; "
            f"{self.a_cpu_second:.1f} presses a CPU second, {self.a_cpu_second_of_all:.1f} with the server"
        )


class Side:
    """One of the two bots with its tables. `server` is the process of its database server; `direct`: so many in a
    hundred looks are by direct message."""

    def __init__(self, nights: Sequence[Evening], bots: Sequence[BotProcess], server: int, direct: int) -> None:
        self._discord = nights[0].discord
        self._nights = nights
        self._bots = bots
        self._server = server
        self._direct = direct
        self._buttons: dict[str, tuple[Message, Message, str]] = {}
        """By name: the board, a direct message, and the button My seat."""
        self._waiting: dict[int, asyncio.Future[None]] = {}
        self._took_s: list[float] = []
        self._looked: list[Interaction] = []
        self._unanswered = 0
        self._left = 0
        self._discord.rest.moments.append(self._note)

    async def look_for_buttons(self) -> None:
        """Where everybody presses My seat."""
        for night in self._nights:
            _, board, button = await my_seat(night)
            for person in night.people:
                self._buttons[person.name] = board, await self._direct_message(person), button

    async def _direct_message(self, person: Person) -> Message:
        world = self._discord.world
        await self._discord.witness.until(lambda: bool(world.seen_in(person.direct)), "a direct message")
        return world.seen_in(person.direct)[0]

    async def drive(self, presses: int) -> Turn:
        """Everybody presses one thing after the other, until so many were pressed by all together."""
        self._took_s, self._left, self._unanswered, before = [], presses, 0, self._failed()
        before_s, server_s = self._each_s(), cpu_of(self._server)
        began_s, discord_s = time.monotonic(), time.process_time()
        answers = await asyncio.gather(*(self._play(night) for night in self._nights))
        lasted_s, discord_s = time.monotonic() - began_s, time.process_time() - discord_s
        await asyncio.sleep(SETTLE_S)
        each_s = [now - then for now, then in zip(self._each_s(), before_s, strict=True)]
        server_s = cpu_of(self._server) - server_s
        self._discord.world.forget(self._looked)
        self._looked.clear()
        unanswered = self._unanswered + self._failed() - before
        took_s = sorted(self._took_s)
        return Turn(lasted_s, sum(each_s), server_s, discord_s, took_s, unanswered, sum(answers), each_s)

    async def rest(self, seconds: float) -> float:
        """CPU seconds that the bot takes in a second in which nobody presses anything."""
        began_s, bot_s = time.monotonic(), sum(self._each_s())
        await asyncio.sleep(seconds)
        return (sum(self._each_s()) - bot_s) / (time.monotonic() - began_s)

    async def _play(self, night: Evening) -> int:
        """How many answers were given at this table."""
        to_give = list(range(ANSWERS))
        await asyncio.gather(*(self._keep_pressing(player, to_give) for player in night.players))
        return ANSWERS - len(to_give)

    async def _keep_pressing(self, player: Player, to_give: list[int]) -> None:
        board, direct, button = self._buttons[player.person.name]
        for number in itertools.count():
            if self._left <= 0:
                return
            self._left -= 1
            move = next(player.moves(), None) if to_give and number % (LOOKS + 1) == LOOKS else None
            if move is not None:
                to_give.pop()
                await player.move(move)
            else:
                is_direct = (number + 1) * self._direct // 100 > number * self._direct // 100
                await self._look(player, direct if is_direct else board, button)

    async def _look(self, player: Player, message: Message, button: str) -> None:
        """Press My seat, and close what is shown. Whoever waits is woken by their own answer alone: with many people
        that costs Discord much less than what people otherwise do here."""
        world = self._discord.world
        data = {"component_type": BUTTON, "custom_id": button}
        now_s = self._discord.clock.passed_s()
        act = world.open_interaction(COMPONENT, player.person.user, message.channel, data, message, now_s)
        answered = self._waiting[act.id] = asyncio.get_running_loop().create_future()
        self._looked.append(act)
        await self._discord.gateway.tell(message.channel, "INTERACTION_CREATE", payloads.interaction(act, world))
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S + LATENESS_S):
                await answered
        except TimeoutError:
            act.expired = True
            self._unanswered += 1
        for shown in act.answers:
            world.delete(shown)

    def _note(self, call: Call, when: str) -> None:
        if when != "after" or not call.route.endswith("/callback"):
            return
        ident = call.id("interaction")
        self._took_s.append(self._discord.clock.passed_s() - self._discord.world.interactions[ident].began_s)
        if (answered := self._waiting.pop(ident, None)) is not None and not answered.done():
            answered.set_result(None)

    def _each_s(self) -> list[float]:
        return [cpu_of(one.pid) for one in self._bots]

    def _failed(self) -> int:
        return sum(len(person.failed) for night in self._nights for person in night.people)


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
async def a_side(folder: Path, address: str, processes: int, tables: int, direct: int) -> AsyncIterator[Side]:
    """One of the bots, with so many tables, all laid."""
    called = iter(range(tables * PEOPLE))
    names = [[f"p{next(called)}" for _ in range(PEOPLE)] for _ in range(tables)]
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
        side = Side(nights, bots, await process_of(address), direct)
        await side.look_for_buttons()
        yield side


async def main(tables: int, rounds: int, presses: int, direct: int) -> None:
    seen: dict[int, list[Turn]] = {1: [], 2: []}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        sides = {}
        for processes in seen:
            place = folder / f"{processes}"
            opening = a_database(place)
            address = await asyncio.to_thread(opening.__enter__)
            stack.push_async_callback(asyncio.to_thread, opening.__exit__, None, None, None)
            sides[processes] = await stack.enter_async_context(a_side(place, address, processes, tables, direct))
            await sides[processes].drive(presses)  # until everything was done once
        for processes, side in sides.items():
            print(
                f"{processes}: {1000 * await side.rest(REST_S):.0f} ms of CPU a second while nobody presses", flush=True
            )
        for number in range(rounds):
            for processes, side in sorted(sides.items(), reverse=number % 2 == 1):
                seen[processes].append(await side.drive(presses))
                print(f"{processes}: {seen[processes][-1]}; load {os.getloadavg()[0]:.0f}", flush=True)
    pairs = list(zip(seen[1], seen[2], strict=True))
    alone = sorted(two.a_cpu_second / one.a_cpu_second for one, two in pairs)
    with_server = sorted(two.a_cpu_second_of_all / one.a_cpu_second_of_all for one, two in pairs)
    quick = median(two.a_second / one.a_second for one, two in pairs)
    print(
        f"two do {median(alone):.2f} times one's presses a CPU second ({alone[0]:.2f} to {alone[-1]:.2f}), with the "
        f"server's {median(with_server):.2f} ({with_server[0]:.2f} to {with_server[-1]:.2f}; the aim is {AIM}), and "
        f"{quick:.2f} times its presses a second"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--presses", type=int, default=2000)
    parser.add_argument("--direct", type=int, default=50)
    arguments = parser.parse_args()
    asyncio.run(main(arguments.tables, arguments.rounds, arguments.presses, arguments.direct))
