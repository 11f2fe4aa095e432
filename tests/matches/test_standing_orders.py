"""Standing orders: an answer that comes after a while as the person's own, and ends with them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.tables import HOST, Table, opened_table, refused
from support.waiting import turns, until

from bot.engine.rulebook import LEAVES_OPEN
from bot.games import GAMES
from bot.games.mafia.options import MafiaOptions
from bot.games.mafia.orders import vote_as_now
from bot.games.trumplestiltskin.options import TrumplestiltskinOptions
from bot.games.trumplestiltskin.values import PASS
from bot.matches.standing_orders import LATEST_PART, SOONEST_S, StandingOrders
from bot.store.errors import DiskFull

TURN_S = 7_200
ANN, BEN, CAT, ZOE = 101, 102, 103, 199
ORDER = "pass_until_bid"


class Ordering:
    """A table, and the orders that its people have given."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.draw = 0.5
        self.begin()

    def begin(self) -> None:
        self.orders = StandingOrders(self.table.service, lambda: self.draw)
        self.table.service.watchers.append(self.orders.watch)

    async def restart(self) -> None:
        self.orders.close()
        await self.table.restart()
        self.begin()
        await self.orders.start_up()
        await self.rest()

    async def rest(self) -> None:
        looks = self.orders._looks
        looks.look()
        await until(
            lambda: (
                looks._task is None
                and not (looks._heap and looks._heap[0].due_ms <= self.table.play_ms and not looks._stands())
                and not self.orders._tasks
            )
        )

    async def time(self, seconds: float) -> None:
        self.table.clock.now += int(seconds * 1000)
        await self.rest()
        await self.table.ring()
        await self.rest()


class Auction(Ordering):
    """A slow table of three at the auction of the first hand."""

    async def deal(self) -> None:
        await self.table.deal(
            3, TrumplestiltskinOptions(turn_seconds=TURN_S), game=GAMES["trumplestiltskin"], begun=False
        )
        await self.table.answer(await self.table.asked("gnome.pick"), 1)

    async def bidder(self) -> int:
        """Who is asked for a bid, as a person."""
        return 100 + (await self.table.asked("auction.bid")).seat

    async def gives(self, who: int, wanted: bool = True) -> None:
        await self.orders.change(self.table.match, who, ORDER, wanted)
        await self.rest()

    async def passes(self) -> list[tuple[int, object]]:
        """Who has answered what in the auction, as persons."""
        return [(100 + line.seat, line.value) for line in await self.table.journal() if line.key == "auction.bid"]


@pytest.fixture
async def auction(tmp_path: Path) -> AsyncIterator[Auction]:
    async with opened_table(tmp_path / "mirror.db") as table:
        opened = Auction(table)
        await opened.deal()
        yield opened
        opened.orders.close()


MIDDLE_S = SOONEST_S * (TURN_S / LATEST_PART / SOONEST_S) ** 0.5


async def test_the_answer_comes_after_a_while_as_the_own_one(auction: Auction) -> None:
    who = await auction.bidder()
    await auction.gives(who)
    await auction.time(MIDDLE_S - 1)
    assert await auction.passes() == []
    await auction.time(2)
    assert await auction.passes() == [(who, PASS)]
    assert await auction.bidder() != who
    await auction.time(TURN_S - 60)
    assert await auction.passes() == [(who, PASS)], "nobody else has ordered anything"


async def test_nothing_is_kept_of_a_table_at_which_nothing_is_ordered_any_more(auction: Auction) -> None:
    await auction.gives(await auction.bidder())
    await auction.time(MIDDLE_S + 1)
    assert len(await auction.passes()) == 1
    looks = auction.orders._looks
    assert (looks._held, looks._let_go) == ({}, set())


@pytest.mark.parametrize(("draw", "after_s"), [(0.0, SOONEST_S), (1.0, TURN_S / LATEST_PART)])
async def test_soon_or_a_good_deal_later(auction: Auction, draw: float, after_s: float) -> None:
    auction.draw = draw
    await auction.gives(await auction.bidder())
    await auction.time(after_s - 0.5)
    assert await auction.passes() == []
    await auction.time(1)
    assert len(await auction.passes()) == 1


@pytest.mark.parametrize("left_s", [4, 20, 600])
@pytest.mark.parametrize("draw", [0.0, 0.5, 1.0])
async def test_an_order_that_is_given_late_is_still_in_time(auction: Auction, draw: float, left_s: int) -> None:
    auction.draw = draw
    who = await auction.bidder()
    await auction.time(TURN_S - left_s)
    await auction.gives(who)
    await auction.time(left_s / 2 + 0.1)
    assert await auction.passes() == [(who, PASS)]
    assert (await auction.table.awake()).seats[who - 100].strikes == 0


async def test_the_while_is_drawn_once_for_each_question(auction: Auction) -> None:
    """Whatever happens meanwhile, the moment stays; and the next person's is another."""
    draws = [0.0, 1.0]
    auction.orders._draw = lambda: draws.pop(0)
    for who in (ANN, BEN, CAT):
        await auction.gives(who)
    assert draws == [1.0]
    await auction.time(SOONEST_S + 0.5)
    assert (len(await auction.passes()), draws) == (1, [])
    await auction.gives(ANN, wanted=False)
    await auction.time(TURN_S / LATEST_PART - 1)
    assert len(await auction.passes()) == 1
    auction.orders._draw = lambda: 0.5
    await auction.time(2)
    assert len(await auction.passes()) == 2


async def test_nobody_is_answered_for_before_the_question_can_have_reached_them(auction: Auction) -> None:
    """Else an answer would stand beside a question that nobody could have read; nor does it come with the question."""
    has_reached = False

    async def look(*_: object) -> bool:
        return has_reached

    auction.table.service.has_reached = look
    who = await auction.bidder()
    await auction.gives(who)
    await auction.time(MIDDLE_S + 1)
    await auction.time(100)
    assert await auction.passes() == []
    has_reached = True
    await auction.time(SOONEST_S)
    assert await auction.passes() == []
    await auction.time(MIDDLE_S)
    assert await auction.passes() == [(who, PASS)]


async def test_it_says_nothing_when_somebody_has_bid(auction: Auction) -> None:
    for who in (ANN, BEN, CAT):
        await auction.gives(who)
    bid = await auction.table.asked("auction.bid")
    await auction.table.answer(bid, 14)
    await auction.time(TURN_S - 60)
    assert await auction.passes() == [(100 + bid.seat, 14)]


async def test_it_outlives_the_process(auction: Auction) -> None:
    who = await auction.bidder()
    await auction.gives(who)
    await auction.restart()
    assert auction.orders.of(auction.table.match, who - 100) == {ORDER}
    await auction.time(MIDDLE_S + 1)
    assert await auction.passes() == [(who, PASS)]


async def test_what_is_taken_back_is_not_done(auction: Auction) -> None:
    who = await auction.bidder()
    await auction.gives(who)
    await auction.time(MIDDLE_S - 1)
    await auction.gives(who, wanted=False)
    await auction.time(MIDDLE_S)
    assert await auction.passes() == []
    await auction.restart()
    await auction.time(MIDDLE_S)
    assert await auction.passes() == []


async def test_to_take_it_back_waits_for_the_answer_that_is_being_given(
    auction: Auction, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads that it is not done any more does not find it done afterwards."""
    who, real = await auction.bidder(), auction.table.service.answer
    await auction.gives(who)
    was_done: list[bool] = []

    async def meanwhile(*parts: Any, **more: Any) -> Any:
        taking_back = asyncio.create_task(auction.orders.change(auction.table.match, who, ORDER, False))
        await turns()
        was_done.append(taking_back.done())
        return await real(*parts, **more)

    monkeypatch.setattr(auction.table.service, "answer", meanwhile)
    await auction.time(MIDDLE_S + 1)
    assert was_done == [False]
    assert await auction.passes() == [(who, PASS)]
    await until(lambda: auction.orders.of(auction.table.match, who - 100) == frozenset())


async def test_it_ends_when_the_seat_changes_hands(auction: Auction) -> None:
    who = await auction.bidder()
    await auction.gives(who)
    await auction.table.hosting.seat_person(auction.table.match, HOST, who - 100, ZOE, "zoe")
    await auction.rest()
    await auction.time(MIDDLE_S + 1)
    assert await auction.passes() == []
    await auction.restart()
    await auction.time(MIDDLE_S + 1)
    assert await auction.passes() == []


async def test_while_the_clocks_stand_nothing_is_answered(auction: Auction) -> None:
    await auction.gives(await auction.bidder())
    await auction.table.hosting.pause(auction.table.match, HOST)
    await auction.time(TURN_S)
    assert await auction.passes() == []
    await auction.table.hosting.resume(auction.table.match, HOST)
    await auction.rest()
    await auction.time(MIDDLE_S + 1)
    assert len(await auction.passes()) == 1


async def test_what_is_taken_back_by_the_host_is_answered_anew_after_a_while(auction: Auction) -> None:
    who = await auction.bidder()
    await auction.gives(who)
    await auction.time(MIDDLE_S + 1)
    assert await auction.passes() == [(who, PASS)]
    lines = await auction.table.journal()
    mine = next(line.number for line in lines if line.key == "auction.bid")
    await auction.table.hosting.rewind(auction.table.match, HOST, mine, force=True)
    await auction.table.awake()
    await auction.rest()
    assert await auction.passes() == []
    await auction.time(MIDDLE_S - 2)
    assert await auction.passes() == []
    await auction.time(4)
    assert await auction.passes() == [(who, PASS)]


async def test_who_is_quicker_answers_by_hand(auction: Auction) -> None:
    who = await auction.bidder()
    await auction.gives(who)
    await auction.table.answer(await auction.table.asked("auction.bid"), 15)
    await auction.time(MIDDLE_S + 1)
    assert await auction.passes() == [(who, 15)]


async def test_nobody_orders_for_others_or_what_the_game_does_not_know(auction: Auction) -> None:
    match = auction.table.match
    assert await refused(auction.orders.change(match, ZOE, ORDER, True)) == "not_seated"
    assert await refused(auction.orders.change(match, ANN, "win", True)) == "forged"
    assert auction.orders.of(match, 1) == frozenset()


async def test_a_full_disk_only_delays_it(auction: Auction, monkeypatch: pytest.MonkeyPatch) -> None:
    who = await auction.bidder()
    await auction.gives(who)
    with monkeypatch.context() as patch:

        async def full(*_: object, **__: object) -> None:
            raise DiskFull("a test")

        patch.setattr(auction.table.service, "answer", full)
        auction.table.clock.now += int(MIDDLE_S * 1000) + 1000
        auction.orders._looks.look()
        await turns()
    await auction.time(20)
    assert await auction.passes() == [(who, PASS)]


# -- two worlds -------------------------------------------------------------------------------------------------------

VOTE_S = 7_200
VOTED_AFTER_S = SOONEST_S * (VOTE_S / LATEST_PART / SOONEST_S) ** 0.5
SLOW_MAFIA = MafiaOptions(vote_seconds=VOTE_S, speech_seconds=60, night_seconds=60)
BENS = 2
SALTED = {"sealed_seat", "match"}
"""Tables with something random in them, which is drawn when the match is dealt."""


async def a_mafia_evening(file: Path, *, ordered: bool) -> dict[str, list[object]]:
    """Ben votes as before, twice, after the same while: by an order, or by hand. Everything that is on disk then."""
    async with opened_table(file) as table:
        mafia, chance, voted = Ordering(table), Random(3), 0
        await table.deal(8, SLOW_MAFIA, game=GAMES["mafia"], begun=False)
        if ordered:
            await mafia.orders.change(table.match, 100 + BENS, "vote_as_now", True)
        while voted < 2:
            awake = await table.awake()
            asked = [one for one in awake.match.open if one.seat > 0 and one.key != "foul"]
            his = next((one for one in asked if one.seat == BENS), None)
            value = LEAVES_OPEN if his is None else vote_as_now(his, awake.match.view(BENS))  # type: ignore[arg-type]
            if his is not None and value is not LEAVES_OPEN:
                await mafia.rest()
                await mafia.time(VOTED_AFTER_S)
                if not ordered:
                    await table.answer(his, value)
                voted += 1
            elif asked and chance.random() < 0.9:
                await table.answer(asked[0], chance.choice(asked[0].choices))
            else:
                clock = awake.snapshot().soonest()[0]
                await table.answer(clock, clock.choices[-1] if clock.default is None else clock.default)
        await mafia.rest()
        mafia.orders.close()
    with closing(sqlite3.connect(file)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {name: sorted(map(repr, database.execute(f'SELECT * FROM "{name}"'))) for name in names}
    return {name: rows[name] for name in rows.keys() - SALTED}


async def test_nothing_on_disk_tells_an_order_from_a_hand(tmp_path: Path) -> None:
    """Answers, times, deadlines, who is thought to be away: all is the same, but for the order itself."""
    here = await a_mafia_evening(tmp_path / "here.db", ordered=True)
    there = await a_mafia_evening(tmp_path / "there.db", ordered=False)
    assert len(here.pop("standing_order")) == 1
    assert there.pop("standing_order") == []
    assert min(len(here[name]) for name in ("journal", "deadline", "seat")) >= 2
    assert here == there
