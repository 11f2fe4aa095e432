"""Many who ask for the same kind of thing at the same moment are served together, by one statement for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from typing import Generic, TypeVar

from bot.trouble import StoreTrouble

Asked = TypeVar("Asked")
Given = TypeVar("Given")


class Together(Generic[Asked, Given]):
    """Serves all those together who ask while others are being served, and whoever is alone at once.

    serve  gives one thing for each that was asked, in order. Where it raises, nothing was done: all are told so when
           the store is in trouble; otherwise each is served alone, so that what is wrong with one is told to that one
    """

    def __init__(self, serve: Callable[[Sequence[Asked]], Awaitable[Sequence[Given]]], name: str) -> None:
        self._serve = serve
        self._name = name
        self._waiting: list[tuple[Asked, asyncio.Future[Given]]] = []
        self._serving: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> Sequence[Asked]:
        """What will be served next."""
        return [asked for asked, _ in self._waiting]

    async def ask(self, asked: Asked) -> Given:
        """What is given for this. Raises what serving it raises."""
        given: asyncio.Future[Given] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, given))
        if self._serving is None:
            # For all who ask, and so in the context of none of them.
            self._serving = asyncio.create_task(self._serve_all(), name=self._name, context=Context())
        return await given

    async def finish(self) -> None:
        """Until everybody who has asked has been served."""
        while self._serving is not None:
            await asyncio.wait({self._serving})

    async def _serve_all(self) -> None:
        served: list[tuple[Asked, asyncio.Future[Given]]] = []
        try:
            while self._waiting:
                served, self._waiting = self._waiting, []
                await self._serve_these(served)
        finally:
            self._serving = None
            for _, given in (*served, *self._waiting):
                given.cancel()  # only where it was broken off: otherwise all are served
            self._waiting.clear()

    async def _serve_these(self, served: Sequence[tuple[Asked, asyncio.Future[Given]]]) -> None:
        try:
            results = await self._serve([asked for asked, _ in served])
        except Exception as problem:
            if len(served) > 1 and not isinstance(problem, StoreTrouble):
                for one in served:  # what one of them has asked for cannot be done
                    await self._serve_these([one])
                return
            for _, given in served:
                if not given.done():
                    given.set_exception(problem)
            return
        for (_, given), result in zip(served, results, strict=True):
            if not given.done():
                given.set_result(result)
