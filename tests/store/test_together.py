"""Who asks while others are being served is served with all who did: nobody twice, and nobody is forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.store.together import Together
from bot.trouble import StoreTrouble


class Counter:
    """Gives the tenfold of each number, when it is let."""

    def __init__(self) -> None:
        self.served: list[list[int]] = []
        self.is_let = asyncio.Event()
        self.together: Together[int, int] = Together(self._serve, "counter")

    async def _serve(self, asked: Sequence[int]) -> Sequence[int]:
        self.served.append(list(asked))
        await self.is_let.wait()
        if 13 in asked:
            raise ValueError("not this one")
        if 99 in asked:
            raise StoreTrouble("nobody now")
        return [10 * one for one in asked]


async def asking(counter: Counter, *numbers: int) -> list[asyncio.Task[int]]:
    """These have asked."""
    tasks = [asyncio.create_task(counter.together.ask(one)) for one in numbers]
    await asyncio.sleep(0)
    return tasks


async def test_who_asks_while_others_are_served_is_served_with_all_who_did() -> None:
    counter = Counter()
    tasks = await asking(counter, 1)
    await asyncio.sleep(0)
    tasks += await asking(counter, 2, 3)
    assert list(counter.together.waiting) == [2, 3]
    counter.is_let.set()
    assert await asyncio.gather(*tasks) == [10, 20, 30]
    assert counter.served == [[1], [2, 3]]
    assert await counter.together.ask(4) == 40


async def test_what_is_wrong_with_one_is_told_to_that_one_alone() -> None:
    counter = Counter()
    tasks = await asking(counter, 1)
    await asyncio.sleep(0)
    tasks += await asking(counter, 2, 13, 3)
    counter.is_let.set()
    first, second, wrong, third = await asyncio.gather(*tasks, return_exceptions=True)
    assert (first, second, third) == (10, 20, 30)
    assert isinstance(wrong, ValueError)
    assert counter.served == [[1], [2, 13, 3], [2], [13], [3]]
    assert await counter.together.ask(5) == 50


async def test_where_the_store_is_in_trouble_nobody_asks_it_again_at_once() -> None:
    counter = Counter()
    tasks = await asking(counter, 1)
    await asyncio.sleep(0)
    tasks += await asking(counter, 2, 99)
    counter.is_let.set()
    first, *others = await asyncio.gather(*tasks, return_exceptions=True)
    assert first == 10
    assert [type(one) for one in others] == [StoreTrouble, StoreTrouble]
    assert counter.served == [[1], [2, 99]]
    assert await counter.together.ask(5) == 50


async def test_who_has_gone_keeps_nobody_from_their_turn() -> None:
    counter = Counter()
    tasks = await asking(counter, 1, 2)
    tasks[0].cancel()
    counter.is_let.set()
    assert await tasks[1] == 20
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
