"""What becomes of presses while one process takes over from another.

    python -m tests.benchmarks.take_over [stopped killed frozen cut_off] [--times 20] [--a-second 5] [--each-s 20]
        [--presses 0]

A process that plays on PostgreSQL, and somebody who looks at their seat so many times a second, over real sockets and
by real clocks. Meanwhile a second process is started beside it, and when that stands ready, something befalls the first
one: it is told to stop, as for a new version, or killed, frozen, or cut off from the database. Each time lasts so many
seconds and the start of a process, and longer where it takes that for so many presses. Printed after each are those of
all times of that kind so far: how many were

    lost      nobody has even tried to answer;
    late      somebody has, and not within Discord's three seconds: then no answer is taken, and the press has failed;
    twice     were answered again, or tried to;
    put off   were answered by a sentence that asks to try again, and not by the seat;

which of them, with the seconds after the signal at which they were made and whether somebody had claimed them; how long
answers took; and the seconds from the signal to the first answer of the other process, with their median.

A hundred upgrades with 100,000 presses take 34 minutes: stopped --times 100 --a-second 50 --each-s 12 --presses 1000
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "wire")]

import asyncpg  # noqa: E402
from pretended.evening import Evening, evening  # noqa: E402
from pretended.pair import Pair  # noqa: E402
from pretended.pressing import steady_clicks  # noqa: E402
from pretended.process import BotProcess  # noqa: E402
from pretended.world import Interaction  # noqa: E402
from support import postgresql  # noqa: E402
from support.relay import Relay  # noqa: E402

from bot.ui.wording import Wording, wording_files  # noqa: E402

DUEL: Final = ("ann", "ben")
REAL: Final = 1.0
AGAIN: Final = "40060"
NEWEST: Final = 8
PUTS_OFF: Final = ("closing", "try_again", "store", "written", "broken", "counts")
"""The reasons that come from us, and not from the table."""

Ways = Mapping[str, Relay]


@dataclass(frozen=True)
class Kind:
    """What befalls a process, and what is done with it when another one plays."""

    befall: Callable[[BotProcess, Ways], None]
    after: Callable[[BotProcess, Ways], None] = lambda _old, _ways: None


KINDS: Final = {
    "stopped": Kind(lambda old, _: old.tell_to_stop()),
    "killed": Kind(lambda old, _: old.kill()),
    "frozen": Kind(lambda old, _: old.freeze(), lambda old, _: old.thaw()),
    "cut_off": Kind(lambda old, ways: ways[str(old.database)].cut(), lambda old, ways: ways[str(old.database)].mend()),
}


@dataclass
class Figures:
    """Of all rounds of one kind."""

    times: int = 0
    presses: int = 0
    lost: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    put_off: list[str] = field(default_factory=list)
    twice: int = 0
    took_s: list[float] = field(default_factory=list)
    until_other_s: list[float] = field(default_factory=list)
    until_ready_s: list[float] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        failed = ", ".join(
            f"{len(which)} {name}{f' {which[-NEWEST:]}' if which else ''}"
            for name, which in (("lost", self.lost), ("late", self.late), ("put off", self.put_off))
        )
        return f"{self.times} times, {self.presses} presses: {failed}, {self.twice} answered twice"

    def __str__(self) -> str:
        cuts = quantiles(self.took_s, n=1000)
        long = sum(one > 10 for one in self.until_other_s)
        return (
            f"{self.verdict}; "
            f"median {cuts[499]:.3f} s, p99 {cuts[989]:.3f}, p99.9 {cuts[998]:.3f}, longest {max(self.took_s):.3f}; "
            f"other's first answer after {self.until_other_s[-1]:.2f} s (median {median(self.until_other_s):.2f}, "
            f"longest {max(self.until_other_s):.2f}, {long} above 10), ready after {self.until_ready_s[-1]:.2f} s; "
            f"load {os.getloadavg()[0]:.1f}"
        )


@dataclass
class Answers:
    """When each press was answered first, and when a process first tried to."""

    now_s: Callable[[], float]
    given: dict[int, float] = field(default_factory=dict)
    tried: dict[int, float] = field(default_factory=dict)

    def note(self, call: Any, when: str) -> None:
        if call.route.endswith("/callback"):
            seen = self.given if when == "after" else self.tried
            seen.setdefault(int(call.id("interaction")), self.now_s())


@contextmanager
def answers(night: Evening) -> Iterator[Answers]:
    """Those that are given meanwhile."""
    seen = Answers(night.discord.clock.passed_s)
    night.discord.rest.moments.append(seen.note)
    try:
        yield seen
    finally:
        night.discord.rest.moments.remove(seen.note)


async def claimed(address: str) -> Collection[int]:
    """The presses of the last minute that a process has taken for its own."""
    connection = await asyncpg.connect(address)
    try:
        return {row[0] for row in await connection.fetch("SELECT id FROM click_claims")}
    finally:
        await connection.close()


def first_of_other(answered: Sequence[float], signal_s: float) -> float:
    """When the other process has answered first: the longest silence after the signal ends with that."""
    after = sorted(one for one in answered if one >= signal_s)
    return max((later - before, later) for before, later in zip([signal_s, *after], after, strict=False))[1]


@dataclass(frozen=True)
class Pace:
    """So many presses a second, in each time for so many seconds and at least so many presses."""

    a_second: float
    each_s: float
    presses: int


async def once(night: Evening, address: str, ways: Ways, kind: Kind, pace: Pace, all_: Figures) -> list[Interaction]:
    """Another one takes over in the middle of these seconds. All presses, of which each is over."""
    pair = night.bot
    assert isinstance(pair, Pair)
    again = answered_again(night)
    with answers(night) as seen:
        async with steady_clicks(night, 1 / pace.a_second) as acts:
            if not pair.waiting.is_running:
                await pair.another_stands_by()
            await asyncio.sleep(pace.each_s / 2)
            signal_s, old = seen.now_s(), pair.playing
            kind.befall(old, ways)
            await pair.taken_over()
            all_.until_ready_s.append(seen.now_s() - signal_s)
            kind.after(old, ways)
            await old.ended()
            await asyncio.sleep(pace.each_s / 2)
            patience_s = 60 + pace.presses / pace.a_second
            await night.discord.witness.until(lambda: len(acts) >= pace.presses, "the presses", patience_s=patience_s)
    taken = await claimed(address)
    all_.times += 1
    all_.presses += len(acts)
    for one in acts:
        what = f"{one.began_s - signal_s:.2f} {'claimed' if one.id in taken else 'unclaimed'}"
        if one.acknowledged:
            all_.put_off += [what] if is_put_off(one) else []
        elif one.id in seen.tried:
            all_.late.append(f"{what} tried {seen.tried[one.id] - one.began_s:.2f}")
        else:
            all_.lost.append(what)
    all_.twice += answered_again(night) - again
    all_.took_s += [seen.given[act.id] - act.began_s for act in acts if act.id in seen.given]
    all_.until_other_s.append(first_of_other(list(seen.given.values()), signal_s) - signal_s)
    return acts


def answered_again(night: Evening) -> int:
    """How many answers came to what was answered."""
    return sum(AGAIN in one.note for one in night.discord.witness.requests)


def is_put_off(act: Interaction) -> bool:
    """Whether it was answered by a sentence of ours, and not by the seat."""
    return any(sentence in shown.now.text for shown in act.answers for sentence in put_off_by())


@cache
def put_off_by() -> Collection[str]:
    words = Wording(wording_files()).for_locale("en-US")
    return [words.say(f"refused.{code}") for code in PUTS_OFF]


@asynccontextmanager
async def a_database(folder: Path) -> AsyncIterator[str]:
    """The address of an empty one, on a server that is started for it."""
    with postgresql.server(folder) as server:
        made = postgresql.database(server, "mirror_take_over")
        address = await asyncio.to_thread(made.__enter__)
        try:
            yield address
        finally:
            await asyncio.to_thread(made.__exit__, None, None, None)


async def measure(kinds: Sequence[str], times: int, pace: Pace) -> None:
    before: list[Interaction] = []
    figures: defaultdict[str, Figures] = defaultdict(Figures)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        address = await stack.enter_async_context(a_database(folder))
        ways = {}
        if "cut_off" in kinds:
            relays = [await stack.enter_async_context(Relay(address)) for _ in range(2)]
            ways = {one.address: one for one in relays}
        night = await stack.enter_async_context(
            evening(folder, seed=3, names=DUEL, speed=REAL, server=address, ways=list(ways))
        )
        for _ in range(times):
            for kind in kinds:
                if night.thread is None or night.is_over:  # nobody answers, so that somebody has won in the end
                    await night.lay_table("name_duel", role_set="single")
                acts = await once(night, address, ways, KINDS[kind], pace, figures[kind])
                print(f"{kind:<8}", figures[kind], flush=True)
                night.discord.world.forget(before)  # later than its acts a second answer could come
                before = acts
        for kind in kinds:
            print(f"{kind} in all:", figures[kind].verdict)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=list(KINDS), choices=[*KINDS, []])
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--a-second", type=float, default=5)
    parser.add_argument("--each-s", type=float, default=20)
    parser.add_argument("--presses", type=int, default=0)
    asked = parser.parse_args()
    pace = Pace(asked.a_second, asked.each_s, asked.presses)
    asyncio.run(measure(asked.kinds or list(KINDS), asked.times, pace))


if __name__ == "__main__":
    main()
