"""People who could read along in a room of the dead without being in it take no seat in that game."""

from __future__ import annotations

from bot.matches.dead_rooms import DeadRooms
from bot.matches.errors import Refused
from bot.matches.leaving import Leaving
from bot.matches.snapshot import MatchSnapshot
from bot.ui.dead_room.readers import Readers
from bot.ui.dead_room.thread import DeadThreads
from bot.ui.delivery import PlaceGone, Undeliverable


class Newcomers:
    """Looks at the people who would like to come to a running game, or are to come."""

    def __init__(self, rooms: DeadRooms, leaving: Leaving, threads: DeadThreads, readers: Readers) -> None:
        self._rooms = rooms
        self._leaving = leaving
        self._threads = threads
        self._readers = readers

    async def check(self, match: MatchSnapshot, user_id: int) -> None:
        """Raises Refused for somebody who could have read what stands in the room, and where that cannot be known."""
        room = await self._rooms.of(match.id)
        if room is None or room.thread_id is None:
            return
        try:
            channel = await self._threads.awake(room.thread_id)
            reads = await self._readers.any_of((user_id,), channel)
        except PlaceGone:
            return
        except Undeliverable:
            raise Refused("try_again") from None
        if reads:
            raise Refused("reads_dead_room")

    async def check_standby(self, match: MatchSnapshot, user_id: int, *, own: bool = False) -> None:
        """The same for somebody who is to stand by, or (`own`) says so themselves; they may go off the list."""
        goes_off = ("on",) if own else ("on", "asked")
        if await self._leaving.standing(match.id, user_id) not in goes_off:
            await self.check(match, user_id)
