"""Statistics of what has counted, and who stands in them. What cannot be read or written raises StoreTrouble."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bot.engine.rulebook import Game
from bot.matches.counting import count
from bot.matches.guild_settings import settings_within
from bot.matches.ratings import Rating, Tally, course_of, ratings_of
from bot.store import people, tallies
from bot.store.database import Store
from bot.store.tallies import TallyRow, TallySeatRow, TogetherRow

AT_ONCE = 50
"""So many old matches are counted in one transaction: nobody waits for it long."""
Sees = Callable[[int], bool]
"""Whether a reader may know of what was played in this channel and its threads."""


class Statistics:
    """Reads what has counted, as far as a reader may know of it."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms

    async def of_person(self, guild_id: int, user_id: int, sees: Sees) -> list[Tally]:
        """What this person has played in a server, with their own seats alone."""
        async with self._store.reading() as connection:
            rows = await tallies.of_person(connection, guild_id, user_id)
            seats = await tallies.seats_of(connection, guild_id, user_id=user_id)
        return together(_known(rows, sees), seats)

    async def of_game(self, guild_id: int, game: str, sees: Sees) -> list[Tally]:
        """Everything that counts of one game in a server."""
        async with self._store.reading() as connection:
            rows = await tallies.of_guild(connection, guild_id, game)
            seats = await tallies.seats_of(connection, guild_id, game=game)
        return together(_known(rows, sees), seats)

    async def of_guild(self, guild_id: int, sees: Sees) -> list[TogetherRow]:
        """Everything that counts in a server, added up."""
        async with self._store.reading() as connection:
            known = [channel for channel in await tallies.channels(connection, guild_id) if sees(channel)]
            return await tallies.in_channels(connection, guild_id, known)

    async def ratings(self, guild_id: int, game: Game, sees: Sees) -> dict[int, Rating]:
        """Everybody's rating in one game, worked out beside the event loop: nobody's click waits for it."""
        played = await self.of_game(guild_id, game.name, sees)
        return await asyncio.to_thread(ratings_of, game, played)

    async def course(self, guild_id: int, game: Game, user_id: int, sees: Sees) -> list[Rating]:
        """Somebody's rating after each of their games, worked out in the same way."""
        played = await self.of_game(guild_id, game.name, sees)
        return await asyncio.to_thread(course_of, game, played, user_id)

    async def catch_up(self) -> int:
        """Count the matches that were over before anything was counted; how many there were."""
        return await catch_up(self._store)

    # -- who is counted ---------------------------------------------------------------------------------------------

    async def is_on(self, guild_id: int) -> bool:
        """Whether this server keeps statistics."""
        async with self._store.reading() as connection:
            return (await settings_within(connection, guild_id)).statistics

    async def counts_person(self, user_id: int) -> bool:
        async with self._store.reading() as connection:
            return not await people.uncounted(connection, [user_id])

    async def count_person(self, user_id: int, wanted: bool) -> None:
        """Count this person from now on; or never more, and nothing that was counted says any more that it was them."""

        async def change(connection: Any) -> None:
            await people.set_uncounted(connection, user_id, not wanted, self._now_ms())
            if not wanted:
                await tallies.leave_out(connection, user_id)

        await self._store.write(change)


def together(rows: Iterable[TallyRow], seats: Iterable[TallySeatRow]) -> list[Tally]:
    """Matches with their seats; seats of other matches are left out."""
    by_match: dict[int, list[TallySeatRow]] = {}
    for seat in seats:
        by_match.setdefault(seat.match, []).append(seat)
    return [Tally(row, by_match.get(row.match, [])) for row in rows]


def _known(rows: Sequence[TallyRow], sees: Sees) -> list[TallyRow]:
    """The matches of which a reader may know: what Discord says of a channel is asked once."""
    known = {channel for channel in {row.channel_id for row in rows} if sees(channel)}
    return [row for row in rows if row.channel_id in known]


async def catch_up(store: Store) -> int:
    """Count the matches that were over before anything was counted; how many there were."""
    async with store.reading() as connection:
        waiting = await tallies.uncounted_matches(connection, store.slot)
    return await _one_after_the_other(store, waiting, count)


async def recount(store: Store) -> int:
    """Count everything anew that is still kept; how many matches. Who is not to be counted is not named again."""
    async with store.reading() as connection:
        kept = await tallies.counted_again(connection)
    return await _one_after_the_other(store, kept, _count_again) + await catch_up(store)


async def _count_again(connection: Any, match_id: int) -> None:
    nameless = await tallies.nameless(connection, match_id)
    await tallies.remove(connection, match_id)
    await count(connection, match_id, nameless=nameless)


async def _one_after_the_other(store: Store, found: list[int], each: Callable[[Any, int], Any]) -> int:
    for first in range(0, len(found), AT_ONCE):

        async def work(connection: Any, some: list[int] = found[first : first + AT_ONCE]) -> None:
            for match_id in some:
                await each(connection, match_id)

        await store.write(work)
    return len(found)
