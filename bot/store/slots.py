"""The parts into which one bot is divided, so that several processes can play at the same time.

A slot is a part of the servers: those whose ids, as Discord divides them into shards, leave the slot's number. The
number of shards is always a multiple of the number of slots. So a server stays in its slot however many shards there
are, and every shard is played by one slot alone. What belongs to no server belongs to the first slot, as Discord brings
direct messages on the first shard.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement

TIME_BITS: Final = 22
"""Discord's ids count milliseconds above these bits, and shards are told apart by that."""


@dataclass(frozen=True)
class Slot:
    """Part `number` of `of` equal ones, counted from 0. By default the whole bot."""

    number: int = 0
    of: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.number < self.of:
            raise ValueError(f"there is no slot {self.number} of {self.of}")

    @property
    def is_whole(self) -> bool:
        """Whether the bot is not divided."""
        return self.of == 1

    @property
    def is_first(self) -> bool:
        """Whether it is the one that does what has to be done once for the whole bot."""
        return self.number == 0

    def has(self, guild_id: int) -> bool:
        """Whether this server belongs to it."""
        return number_of(guild_id, self.of) == self.number

    def only(self, guild_id: ColumnElement[Any]) -> tuple[ColumnElement[bool], ...]:
        """The conditions under which a row belongs to it that names its server here: none for the whole bot."""
        if self.is_whole:
            return ()
        return (guild_id // (1 << TIME_BITS) % self.of == self.number,)

    def only_shards(self, shard: ColumnElement[Any]) -> tuple[ColumnElement[bool], ...]:
        """The same for a row that belongs to a shard."""
        return () if self.is_whole else (shard % self.of == self.number,)

    def shards(self, recommended: int) -> tuple[int, list[int]]:
        """How many shards there are, and which of them this slot plays, when Discord recommends so many."""
        count = -(-max(recommended, 1) // self.of) * self.of
        return count, list(range(self.number, count, self.of))

    def __str__(self) -> str:
        return f"slot {self.number} of {self.of}"


WHOLE: Final = Slot()


def number_of(guild_id: int, slots: int) -> int:
    """The slot of a server (0: of none), of so many."""
    return (guild_id >> TIME_BITS) % slots
