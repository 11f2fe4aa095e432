"""Who asks while others are being served is served with all who did: nobody twice, and nobody is forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.together import Together


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


async def test_what_goes_wrong_is_told_to_all_of_whom_it_went_wrong_and_to_nobody_else() -> None:
    counter = Counter()
    tasks = await asking(counter, 1)
    await asyncio.sleep(0)
    tasks += await asking(counter, 2, 13)
    counter.is_let.set()
    first, *others = await asyncio.gather(*tasks, return_exceptions=True)
    assert first == 10
    assert [type(one) for one in others] == [ValueError, ValueError]
    assert await counter.together.ask(5) == 50


async def test_who_has_gone_keeps_nobody_from_their_turn() -> None:
    counter = Counter()
    tasks = await asking(counter, 1, 2)
    tasks[0].cancel()
    counter.is_let.set()
    assert await tasks[1] == 20
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
