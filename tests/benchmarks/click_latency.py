"""From a click to its durable answer: the real router, desk, service, stage and file; only Discord is pretended.

    python -m tests.benchmarks.click_latency [--seconds 20] [--rate 50] [--matches 120]

Clicks fall at random moments, so many a second on the average, on tables of 12 in their first night: each is a person's
own panel answered with one of the choices offered. A click is timed from `dispatch` to the initial callback, which is
sent after the answer is on the disk. Everything a click sets off afterwards (the ledger, other people's panels, the
board) runs beside the next clicks, with a courier for whom Discord answers at once. `bare` is the same disk without the
bot: a transaction of one row.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, thread_time
from types import SimpleNamespace
from typing import Any, Self
from unittest.mock import patch

import discord
import structlog

from bot.client import Mirror
from bot.engine.questions import Question
from bot.games import GAMES
from bot.matches.awake import Awake
from bot.store import heartbeat
from bot.store.database import Store
from bot.store.file_link import FileLink
from bot.store.seating import NewSeat
from bot.ui.panels import custom_id, token
from bot.ui.router import OUTCOME

SEATS = 12
FIRST_CLICK = 1_400_000_000_000_000_000


class Callback:
    """The initial answer to an interaction: notes when it was given."""

    def __init__(self) -> None:
        self.at: float | None = None

    def is_done(self) -> bool:
        return self.at is not None

    async def send_message(self, **message: Any) -> None:
        assert message["view"].to_components()
        self.at = perf_counter()

    edit_message = send_message


class SwiftCourier:
    """Discord, if it were in this room. The ids of its messages say when they were written, as Discord's do."""

    def __init__(self) -> None:
        self._ids = count(discord.utils.time_snowflake(discord.utils.utcnow()))
        self.sent = 0

    async def post(self, channel_id: int, message: Any, nonce: str, **_: Any) -> int:
        self.sent += 1
        return next(self._ids)

    async def direct(self, user_id: int, message: Any, nonce: str, **_: Any) -> tuple[int, int]:
        self.sent += 1
        return user_id, next(self._ids)

    async def edit(self, channel_id: int, message_id: int, message: Any) -> None:
        return None

    def edit_soon(self, channel_id: int, message_id: int, make: Any, *_: Any, **__: Any) -> None:
        return None

    async def close(self) -> None:
        return None


def click(number: int, user_id: int, message_id: int, custom: str) -> Any:
    """An interaction as the router gets it, from this message in the person's DMs."""
    return SimpleNamespace(
        type=discord.InteractionType.component,
        id=FIRST_CLICK + number,
        data={"custom_id": custom},
        user=SimpleNamespace(id=user_id),
        locale=discord.Locale.american_english,
        guild_id=None,
        context=discord.AppCommandContext(dm_channel=True),
        extras={},
        message=SimpleNamespace(
            id=message_id, flags=discord.MessageFlags(), channel=SimpleNamespace(id=user_id), components=[]
        ),
        response=Callback(),
    )


def user_of(match_id: int, seat: int) -> int:
    return match_id * 100 + seat


async def set_tables(mirror: Mirror, matches: int) -> list[int]:
    """So many tables of 12 people on which the first night has fallen."""
    village = GAMES["village"]
    options = village.role_sets[0].options.model_copy(update={"introductions": False, "night_seconds": 3600})
    numbers = []
    for number in range(1, matches + 1):
        people = [NewSeat(seat, f"p{seat}", user_of(number, seat)) for seat in range(1, SEATS + 1)]
        numbers.append(
            await mirror.service.create(
                village, options, people, guild_id=1, channel_id=number, host_id=1, role_set="classic"
            )
        )
    await quiet(mirror)
    return numbers


async def quiet(mirror: Mirror) -> None:
    """Until everything is delivered that has happened so far."""
    while not mirror.rounds.at_rest:  # noqa: ASYNC110
        await asyncio.sleep(0.005)


class DriverTime:
    """The CPU seconds that the threads of the store's driver take meanwhile, and how often they are visited."""

    def __init__(self) -> None:
        self.seconds, self.visits = 0.0, 0

    def __enter__(self) -> Self:
        handed_over = FileLink._driven

        async def timed(link: FileLink, work: Callable[[Any], Any]) -> Any:
            return await handed_over(link, partial(self._timed, work))

        self._patch = patch.object(FileLink, "_driven", timed)
        self._patch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.stop()

    def _timed(self, work: Callable[[Any], Any], file: Any) -> Any:
        start = thread_time()
        try:
            return work(file)
        finally:
            self.seconds += thread_time() - start
            self.visits += 1


class Hand:
    """Finds people who still have something to answer, and clicks for them."""

    def __init__(self, mirror: Mirror, matches: list[int], rng: Random) -> None:
        self.mirror = mirror
        self.matches = matches
        self.rng = rng
        self.numbers = count(1)

    async def next_click(self) -> Any:
        for match_id in self.rng.sample(self.matches, len(self.matches)):
            awake = await self.mirror.service.awake(match_id)
            asked = [question for question in awake.match.open if question.seat > 0]
            if asked:
                return await self._answer_to(awake, self.rng.choice(asked))
        raise SystemExit("Everybody has answered: take more --matches.")

    async def _answer_to(self, awake: Awake, question: Question) -> Any:
        """A press on the panel of whoever is asked this."""
        choice = self.rng.choice(list(question.choices))
        custom = custom_id("a", awake.id, awake.match.checkpoint, question.number, token(choice))
        panel = (await self.mirror.ledger.cursors(awake.id))[question.seat].message_id
        assert panel is not None
        return click(next(self.numbers), user_of(awake.id, question.seat), panel, custom)


async def lone_clicks(mirror: Mirror, hand: Hand, clicks: int) -> None:
    """One click after the other: what each costs until its answer, and all in all."""
    before_reply, all_in_all, took = [], [], []
    for _ in range(clicks):
        interaction = await hand.next_click()
        commits = mirror.store.commits
        at_reply: list[int] = []
        send = interaction.response.send_message

        async def noted(send: Any = send, at_reply: list[int] = at_reply, **message: Any) -> None:
            at_reply.append(mirror.store.commits)
            await send(**message)

        interaction.response.send_message = interaction.response.edit_message = noted
        start = perf_counter()
        await mirror.router.dispatch(interaction)
        took.append(interaction.response.at - start)
        await quiet(mirror)
        before_reply.append(at_reply[0] - commits)
        all_in_all.append(mirror.store.commits - commits)
    print(
        f"one at a time ({clicks} clicks): median {1000 * median(took):.2f} ms; flushes of the disk a click: "
        f"{sum(before_reply) / clicks:.2f} before the answer (most {max(before_reply)}), "
        f"{sum(all_in_all) / clicks:.2f} in all"
    )


async def many_clicks(mirror: Mirror, courier: SwiftCourier, hand: Hand, seconds: float, rate: float) -> int:
    """Print what they cost, and return how many there were."""
    tasks, times, late, refused = [], [], [], []

    async def one(interaction: Any) -> None:
        start = perf_counter()
        await mirror.router.dispatch(interaction)
        times.append(interaction.response.at - start)
        if OUTCOME in interaction.extras:
            refused.append(interaction.extras[OUTCOME])

    commits, sent, driver = mirror.store.commits, courier.sent, DriverTime()
    cpu = process_time()
    begin = due = perf_counter()
    with driver:
        while due < begin + seconds:
            due += hand.rng.expovariate(rate)
            await asyncio.sleep(max(0.0, due - perf_counter()))
            late.append(perf_counter() - due)
            tasks.append(asyncio.create_task(one(await hand.next_click())))
        await asyncio.gather(*tasks)
        await quiet(mirror)
    took, cpu = perf_counter() - begin, process_time() - cpu
    clicks, times = len(tasks), sorted(times)
    commits = mirror.store.commits - commits
    sent = courier.sent - sent
    print(
        f"{clicks / seconds:.0f} clicks a second ({clicks} clicks): p50 {1000 * times[clicks // 2]:.2f} ms, "
        f"p99 {1000 * times[clicks * 99 // 100]:.2f} ms, worst {1000 * times[-1]:.2f} ms"
    )
    print(
        f"  flushes of the disk a click, all in all: {commits / clicks:.2f}; messages sent meanwhile: {sent}; "
        f"the loop was late by {1000 * sorted(late)[len(late) * 99 // 100]:.2f} ms at p99; "
        f"CPU {1000 * cpu / clicks:.1f} ms a click, {100 * cpu / took:.0f} % of one core, of it the threads of the "
        f"store {1000 * driver.seconds / clicks:.2f} ms, visited {driver.visits / clicks:.2f} times; "
        f"not taken: {len(refused)}"
    )
    return clicks


async def bare(store: Store, times: int) -> None:
    took = []
    for number in range(times):
        start = perf_counter()
        await store.write(lambda connection, number=number: heartbeat.beat(connection, number))
        took.append(perf_counter() - start)
    took.sort()
    print(f"bare: a transaction of one row: p50 {1000 * median(took):.2f} ms, p99 {1000 * took[times * 99 // 100]:.2f}")


async def nothing() -> None:
    """Nobody else looks."""


async def measure(
    place: str | Path, seconds: float, rate: float, matches: int, look: Callable[[], Awaitable[None]] = nothing
) -> int:
    """All of it on this database. `look` is called before and after the many clicks. Returns how many those were."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    store = await Store.open(place)
    mirror = Mirror(store, shard_count=1)
    courier = SwiftCourier()
    for name in ("post", "direct", "edit", "edit_soon", "close"):  # the parts of the bot have the one that is there
        setattr(mirror.courier, name, getattr(courier, name))
    await mirror.load_extension("cogs.village.cog")
    await mirror.service.start_up()
    try:
        numbers = await set_tables(mirror, matches)
        hand = Hand(mirror, numbers, Random(1))
        await bare(store, 300)
        await lone_clicks(mirror, hand, 100)
        gc.collect()
        await look()
        clicks = await many_clicks(mirror, courier, hand, seconds, rate)
        await look()
        return clicks
    finally:
        mirror.service.close()
        await mirror.stage.close()
        await store.close()


async def main(seconds: float, rate: float, matches: int) -> None:
    with TemporaryDirectory() as folder:
        await measure(Path(folder) / "mirror.db", seconds, rate, matches)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--matches", type=int, default=120)
    arguments = parser.parse_args()
    asyncio.run(main(arguments.seconds, arguments.rate, arguments.matches))
