"""Putting back: every change the bot has made in Discord is undone by whoever made it, the latest first."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.matches.reach import UndoBook
from bot.ui.delivery import PlaceGone, Undeliverable

log = logging.getLogger(__name__)


class UndoRow(Protocol):
    """One change that is to be put back."""

    @property
    def id(self) -> int: ...
    @property
    def match(self) -> int: ...
    @property
    def guild_id(self) -> int: ...
    @property
    def channel_id(self) -> int: ...
    @property
    def target_id(self) -> int | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def previous(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Undone:
    """What `Undo` did: rows put back, rows whose channel is gone, rows it could not put back (they stay open).

    channels   places of games where something was put back
    kinds      kind of row -> how many of it were put back, or could not be
    """

    restored: int = 0
    gone: int = 0
    failed: int = 0
    channels: tuple[int, ...] = field(default=(), compare=False)
    kinds: Mapping[str, int] = field(default_factory=dict, compare=False)
    failed_kinds: Mapping[str, int] = field(default_factory=dict, compare=False)


PutBack = Callable[[UndoRow], Awaitable[bool]]
"""Puts one change back; whether a request was needed. Raises `PlaceGone` where nothing is left to do, and other
`Undeliverable`s where it has to be tried again."""


class Undo:
    """Puts back what is written in the book.

    kinds  kind of a row -> who puts it back
    kept   kinds of rows that are not put back here: whoever wrote them closes them
    also   others who put things in order, told of one match in which everything is being put in order
    """

    def __init__(self, book: UndoBook) -> None:
        self._book = book
        self.kinds: dict[str, PutBack] = {}
        self.kept: set[str] = set()
        self.also: list[Callable[[int], Awaitable[None]]] = []

    async def undo_all(self, match: int | None = None) -> Undone:
        """Put back all that is still written down, the latest change first. Never raises for a channel."""
        restored: Counter[str] = Counter()
        failed: Counter[str] = Counter()
        channels: list[int] = []
        gone = 0
        for row in reversed(await self._book.open_rows(match)):
            if row.kind in self.kept:
                continue
            try:
                known = await self._put_back(row)
            except PlaceGone:
                gone += 1
            except Undeliverable as problem:
                log.warning("undo row %s stays open: %s", row.id, problem)
                failed[row.kind] += 1
                continue
            else:
                if not known:
                    failed[row.kind] += 1
                    continue
                restored[row.kind] += 1
                channels.append(int(row.previous.get("place", row.channel_id)))
            await self._book.done(row.id)
        if match is not None:
            for put_in_order in self.also:
                await put_in_order(match)
        return Undone(restored.total(), gone, failed.total(), tuple(channels), restored, failed)

    async def _put_back(self, row: UndoRow) -> bool:
        """Whether somebody could put it back: it has not come from a later version of the bot."""
        put_back = self.kinds.get(row.kind)
        if put_back is None:
            log.error("undo row %s has the unknown kind %s", row.id, row.kind)
            return False
        await put_back(row)
        return True

    async def left_over(self) -> set[int]:
        """The matches of which `undo_all` has not put back everything."""
        return {row.match for row in await self._book.open_rows(None) if row.kind not in self.kept}
