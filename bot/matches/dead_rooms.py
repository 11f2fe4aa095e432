"""The rooms of the dead, as they are kept: which there are, and who has been let in.

Whoever is let in is marked before, and the mark is for ever: they never take a seat in this match again, and a rewind
that would revive them is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.questions import Seat
from bot.matches.keeper import Keeper
from bot.matches.onlookers import gone_for_good
from bot.store import dead_rooms, onlookers, standby
from bot.store.dead_rooms import DeadRoomRow, State
from bot.store.onlookers import OnlookerRow


@dataclass(frozen=True)
class DeadRoom:
    """One room.

    state       `opening`: wanted, and its thread perhaps made; `closing`: the game is over; `gone`: somebody deleted it
    at_ms       when it was wanted, epoch milliseconds
    message_id  the bot's first message in it
    """

    match: int
    state: State
    at_ms: int
    thread_id: int | None = None
    message_id: int | None = None

    @property
    def is_in_use(self) -> bool:
        return self.state in ("opening", "open", "closing")


class DeadRooms:
    """Keeps the rooms of all matches. Raises StoreError where nothing can be written."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def of(self, match_id: int) -> DeadRoom | None:
        """The room of this match; None where none was wanted yet."""
        async with self._keeper.store.reading() as connection:
            row = await dead_rooms.of_match(connection, match_id)
        return DeadRoom(**vars(row)) if row is not None else None

    async def match_in(self, thread_id: int) -> int | None:
        """The match whose room this thread is; None for any other thread."""
        async with self._keeper.store.reading() as connection:
            return await dead_rooms.match_in(connection, thread_id)

    async def open_threads(self) -> list[int]:
        """The threads of all rooms of games that are played."""
        async with self._keeper.store.reading() as connection:
            return await dead_rooms.open_threads(connection, self._keeper.store.slot)

    async def standing_by(self, match_id: int) -> set[int]:
        """The people who may be given a seat, so that they must not read the cards either."""
        async with self._keeper.store.reading() as connection:
            return {row.user_id for row in await standby.of_match(connection, match_id)}

    async def begin(self, match_id: int) -> DeadRoom:
        """A room is wanted: from now on a process that finds none looks for it before it makes one."""
        return await self.write(DeadRoom(match_id, "opening", self._keeper.now_ms()))

    async def write(self, room: DeadRoom) -> DeadRoom:
        """Write down how a room stands; the same room."""
        row = DeadRoomRow(**vars(room))
        await self._keeper.store.write(lambda connection: dead_rooms.write(connection, row))
        return room

    async def try_again(self, match_id: int) -> None:
        """Somebody may have granted what was refused."""
        room = await self.of(match_id)
        if room is not None and room.state == "refused":
            await self.write(replace(room, state="opening" if room.thread_id is None else "open"))

    # -- who is in it -----------------------------------------------------------------------------------------------

    async def members(self, match_id: int) -> list[OnlookerRow]:
        """Everybody who was marked for the room, let in already or not."""
        async with self._keeper.store.reading() as connection:
            return [row for row in await onlookers.of_match(connection, match_id) if row.way == "room"]

    async def outsiders(self, match_id: int) -> set[int]:
        """The people of the match who are not to be in its room (yet): those who play, or stand by."""
        people = (await self._keeper.awake(match_id)).snapshot().people().values()
        members = {row.user_id for row in await self.members(match_id)}
        return {*people, *await self.standing_by(match_id)} - members

    async def mark(self, match_id: int, seat: Seat, user_id: int) -> bool:
        """Mark this person; False, and no mark, when they are no longer out of the game for good."""
        async with self._keeper.alone(match_id) as awake:
            match = awake.snapshot()
            if not match.running or match.seat_of(user_id) != seat or seat not in gone_for_good(match):
                return False
            row = OnlookerRow(match_id, user_id, "room", False, self._keeper.now_ms())
            await self._keeper.store.write(lambda connection: onlookers.add(connection, row))
            return True

    async def note_entered(self, match_id: int, user_id: int, *, entered: bool) -> None:
        """Write down that this person is in the room, or is not any more. The mark stays."""

        async def note(connection: Any) -> None:
            await onlookers.note_entered(connection, match_id, user_id, entered)

        await self._keeper.store.write(note)
