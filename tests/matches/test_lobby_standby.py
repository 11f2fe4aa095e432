"""A full lobby with a queue: the next free seat is the first one's, and it goes on when they do not come."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.tables import NOON, Table, opened_table, refused

from bot.games import GAMES
from bot.matches.bars import Barring, Bars
from bot.matches.guild_settings import GuildSettings
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby
from bot.matches.lobby_openings import LobbyOpenings
from bot.matches.lobby_standby import OFFER_MS, LobbyStandby
from bot.matches.lobby_starts import LobbyStarts
from bot.store import standby

GRIMM_FOREST = GAMES["grimm_forest"]
MINUTE_MS, HOUR_MS = 60_000, 3_600_000
PEOPLE = {name: 11 + place for place, name in enumerate(("ann", "ben", "cat", "dan", "eve", "fay", "gus"))}


@dataclass
class Queue:
    """A table for four at which ann, ben, cat and dan sit."""

    table: Table
    lobby_id: int = 0

    def __post_init__(self) -> None:
        store, clock = self.table.store, self.table.clock
        self.starts = LobbyStarts(store, self.table.service, clock)
        self.lobbies = Lobbies(store, self.starts, clock)
        self.openings = LobbyOpenings(store, clock)
        self.standby = LobbyStandby(store, clock, self.table.service.keeper.quiet)

    async def fill(self, last: str = "dan") -> None:
        lobby = await self.openings.open(1, 77, PEOPLE["ann"], "ann", GRIMM_FOREST, "classic", GRIMM_FOREST.options())
        self.lobby_id = lobby.id
        for name in ("ben", "cat", "dan"):
            await self.joins(name)
            if name == last:
                return

    async def joins(self, name: str) -> Lobby:
        return await self.lobbies.join(self.lobby_id, PEOPLE[name], name)

    async def leaves(self, name: str) -> Lobby:
        return await self.lobbies.leave(self.lobby_id, PEOPLE[name])

    async def waits(self, name: str) -> bool:
        self.table.clock.now += 1000
        return (await self.standby.turn(self.lobby_id, PEOPLE[name], name))[1]

    async def offered(self) -> list[str]:
        """The people for whom a seat waits now."""
        offers = await self.standby.offer(self.lobby_id)
        return [] if offers is None else [one.name for one in offers.waiting]

    async def names(self) -> list[str]:
        return [one.name for one in (await self.lobbies.get(self.lobby_id)).standby]


@pytest.fixture
async def queue(tmp_path: Path) -> AsyncIterator[Queue]:
    async with opened_table(tmp_path / "mirror.db") as table:
        full = Queue(table)
        await full.fill()
        yield full


async def test_a_free_seat_waits_for_whoever_has_waited_longest(queue: Queue) -> None:
    for name in ("eve", "fay"):
        assert await queue.waits(name)
    assert await queue.names() == ["eve", "fay"]
    assert await queue.offered() == []
    await queue.leaves("ben")
    assert await refused(queue.joins("gus")) == "standby_first", "before anybody was told, too"
    assert await queue.offered() == ["eve"]
    assert await refused(queue.joins("fay")) == "standby_first"
    await queue.joins("eve")
    assert await queue.names() == ["fay"]
    assert await queue.offered() == []
    assert await refused(queue.joins("fay")) == "lobby_full"


async def test_whoever_does_not_come_in_time_loses_the_seat_to_the_next(queue: Queue) -> None:
    for name in ("eve", "fay"):
        await queue.waits(name)
    await queue.leaves("ben")
    assert await queue.offered() == ["eve"]
    quiet = queue.table.service.keeper.quiet
    again = LobbyStandby(queue.table.store, queue.table.clock, quiet)  # another process
    queue.table.clock.now += OFFER_MS - 1
    offers = await again.offer(queue.lobby_id)
    assert offers is not None
    assert [one.name for one in offers.waiting] == ["eve"]
    assert offers.next_ms == queue.table.clock.now + 1
    queue.table.clock.now += 1
    assert await queue.offered() == ["fay"]
    assert await queue.names() == ["fay"]
    assert not await queue.waits("fay"), "fay takes it back"
    await queue.joins("gus")


async def test_in_the_quiet_hours_nobody_loses_a_seat(queue: Queue) -> None:
    """It waits for two minutes before they begin, and for one after they end."""
    queue.table.service.keeper.quiet.note(1, GuildSettings(quiet_from=22, quiet_until=8))
    queue.table.clock.now = NOON - NOON % HOUR_MS - 2 * MINUTE_MS
    for name in ("eve", "fay"):
        await queue.waits(name)
    await queue.leaves("ben")
    assert await queue.offered() == ["eve"]
    ends = queue.table.clock.now + OFFER_MS + 10 * HOUR_MS
    for at in (queue.table.clock.now + OFFER_MS, queue.table.clock.now + 5 * HOUR_MS, ends - 1):
        queue.table.clock.now = at
        offers = await queue.standby.offer(queue.lobby_id)
        assert offers is not None
        assert ([one.name for one in offers.waiting], offers.next_ms) == (["eve"], ends)
    queue.table.clock.now = ends
    assert await queue.offered() == ["fay"]


async def test_nobody_loses_a_seat_while_the_bot_is_away(queue: Queue) -> None:
    await queue.waits("eve")
    await queue.waits("fay")
    await queue.leaves("dan")
    assert await queue.offered() == ["eve"]
    queue.table.clock.now += OFFER_MS
    again = await queue.standby.offer(queue.lobby_id, was_away=True)
    assert again is not None
    assert [(one.name, one.offered_ms) for one in again.waiting] == [("eve", queue.table.clock.now)]
    queue.table.clock.now += OFFER_MS
    assert await queue.offered() == ["fay"], "this time she could have come"


async def test_who_may_stand_by(queue: Queue) -> None:
    assert await refused(queue.waits("ann")) == "call_needless"
    bar = Barring(1, "host", PEOPLE["ann"], PEOPLE["gus"], PEOPLE["ann"], None)
    await Bars(queue.table.store, queue.table.clock).bar(bar, "gus", "")
    assert (await refused(queue.waits("gus"))).startswith("barred")
    await queue.leaves("dan")
    assert await refused(queue.waits("eve")) == "standby_needless", "there is room"
    await queue.joins("dan")
    await queue.waits("eve")
    await queue.lobbies.close(queue.lobby_id, PEOPLE["ann"])
    await queue.standby.tidy()
    assert await queue.names() == [], "nobody stands by at a table that is closed"


async def test_whoever_stands_by_when_the_game_begins_stands_by_at_the_game(queue: Queue) -> None:
    for name in ("fay", "eve"):
        await queue.waits(name)
    match = await queue.lobbies.start(queue.lobby_id, PEOPLE["ann"])
    async with queue.table.store.reading() as connection:
        rows = await standby.of_match(connection, match)
    assert [(row.name, row.agreed) for row in rows] == [("fay", True), ("eve", True)]
    assert await queue.names() == []
    here = await queue.table.service.snapshot(match)
    left = await queue.table.leaving.leave(match, PEOPLE["ben"], 2, here.checkpoint, "Rapunzel")
    assert left.successor is not None
    assert left.successor.name == "fay", "a substitute comes from the list first"
