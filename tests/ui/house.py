"""A channel with doors, on a stage; and the process that closes them may die at any write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from bot.ui.silence.doors import DEAF, WRITING_IN_THREADS, Doors
from bot.ui.silence.overwrites import OVERWRITE, Overwrites, State
from bot.ui.silence.speech import Speech, Strictness
from bot.ui.silence.undo import Undo, Undone

from .stage import Stage
from .undo_book import MATCH, Book

REACT = discord.Permissions(add_reactions=True).value

SLEEPS = DEAF | WRITING_IN_THREADS

PLACE = 4711
"""The id of the game's thread; nothing is done to it."""


class Crash(Exception):
    """The process dies here."""


class FragileBook(Book):
    """An undo book whose process dies before or after its so-many-th write."""

    def __init__(self) -> None:
        super().__init__()
        self.until_crash = 1 << 30

    def _step(self) -> None:
        self.until_crash -= 1
        if self.until_crash < 0:
            raise Crash

    async def add(self, **row: Any) -> int:
        self._step()
        number = await super().add(**row)
        self._step()
        return number

    async def done(self, row: int) -> None:
        self._step()
        await super().done(row)
        self._step()


class House:
    """A stage whose one channel has doors."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.book = FragileBook()
        self.take_over()
        self.ann = stage.person("ann").user.id
        self.ben = stage.person("ben").user.id

    def take_over(self) -> None:
        """The bot of this moment closes and opens, by this book."""
        self.overwrites = Overwrites(self.stage.bot, self.book, pauses=(1.0,))
        self.doors = Doors(self.stage.bot, self.overwrites)
        self.undo = Undo(self.book)
        self.undo.kinds[OVERWRITE] = self.overwrites.put_back

    def state(self, user: int) -> State:
        """What stands on the channel for this person."""
        for one in self.stage.env.backend.get_channel(self.stage.room.id).overwrites:
            if one.target_id == user:
                return one.allow, one.deny
        return None

    def admin_writes(self, user: int, state: State) -> None:
        """An admin changes the overwrite by hand."""
        backend = self.stage.env.backend
        if state is None:
            backend.delete_overwrite(self.stage.room.id, user)
        else:
            backend.set_overwrite(self.stage.room.id, Overwrite(user, OverwriteType.MEMBER, *state))

    async def apply(
        self,
        speeches: Mapping[int, Speech],
        strictness: Strictness = "asleep",
        *,
        match: int = MATCH,
        croak: bool = False,
    ) -> None:
        room = self.stage.room.id
        await self.stage.run(
            lambda: self.doors.apply(match, self.stage.guild.id, room, PLACE, speeches, strictness, toads_croak=croak)
        )

    async def undo_all(self) -> Undone:
        undone = await self.stage.run(self.undo.undo_all)
        assert isinstance(undone, Undone)
        return undone

    async def later(self) -> None:
        """Longer than one look counts."""
        await self.stage.env.advance_time(3)

    async def reborn(self) -> None:
        """Another process takes over the same world and the same book."""
        self.book.until_crash = 1 << 30
        await self.stage.restart()
        self.take_over()

    def changes(self) -> list[str]:
        return [one.method for one in self.stage.env.http_requests if "/permissions/" in one.path]
