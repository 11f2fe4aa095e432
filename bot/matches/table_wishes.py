"""Wishes to be told when a table opens: of which games in which servers, at most once an evening, never at night.

What is due follows from the open lobbies and the wishes. Before a message is sent it is written down of which lobby
somebody is being told; a process that ends in between leaves that, and the next one looks whether the message is there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.matches.bars import check_not_barred, lobby_at
from bot.matches.errors import Refused
from bot.matches.guild_settings import is_time_zone, settings_within
from bot.matches.lobby import Connection, Lobby, loaded
from bot.matches.quiet_hours import QuietHours
from bot.store import table_wishes
from bot.store.database import Store
from bot.store.table_wishes import WisherRow, WishRow

NIGHT: Final = (23, 8)
"""The quiet hours of whoever has chosen none."""
FRESH_MS: Final = 30 * 60_000
"""A table that was opened longer ago is no news any more."""
DAY_BEGINS_H: Final = 6
"""What happens before this hour belongs to the evening before."""


@dataclass(frozen=True)
class Hours:
    """When somebody may be told, by a clock on a wall.

    zone      the clock that counts
    own_zone  the one this person has chosen; None where it is the server's
    """

    quiet_from: int
    quiet_until: int
    zone: str
    own_zone: str | None = None

    @property
    def quiet(self) -> QuietHours | None:
        """The hours in which nothing is sent; None where there are none."""
        if self.quiet_from == self.quiet_until:
            return None
        return QuietHours(self.quiet_from, self.quiet_until, self.zone)

    def are_quiet(self, at_ms: int) -> bool:
        return self.quiet is not None and self.quiet.holds(at_ms)

    def evening(self, at_ms: int) -> str:
        """The evening of this moment: the date on which it began."""
        local = datetime.fromtimestamp(at_ms / 1000, ZoneInfo(self.zone))
        return (local - timedelta(hours=DAY_BEGINS_H)).date().isoformat()


@dataclass(frozen=True)
class Wishes:
    """What somebody wants to be told of in one server, and when."""

    games: tuple[str, ...]
    hours: Hours


@dataclass(frozen=True)
class News:
    """Somebody is to be told of this table, on this evening."""

    lobby: Lobby
    user_id: int
    evening: str


class TableWishes:
    """The wishes of all people. All of it raises StoreTrouble."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms

    # -- what people say --------------------------------------------------------------------------------------------

    async def of(self, user_id: int, guild_id: int) -> Wishes:
        """What this person wants to be told of in this server."""
        async with self._store.reading() as connection:
            rows = await table_wishes.of_person(connection, user_id)
            hours = await _hours_in(connection, guild_id, await _known(connection, user_id))
        return Wishes(tuple(row.game for row in rows if row.guild_id == guild_id), hours)

    async def wish(self, user_id: int, guild_id: int, game: str) -> bool:
        """Tell this person of tables of this game. Whether it is the first wish they have."""

        async def work(connection: Connection) -> bool:
            first = not await table_wishes.of_person(connection, user_id)
            await self._add(connection, user_id, guild_id, (game,))
            return first

        return await self._store.write(work)

    async def choose(self, user_id: int, guild_id: int, games: Collection[str]) -> bool:
        """Tell them in this server of tables of these games and no others. Whether these are the first they wish."""

        async def work(connection: Connection) -> bool:
            first = not await table_wishes.of_person(connection, user_id)
            await table_wishes.remove_in(connection, guild_id, user_id)
            await self._add(connection, user_id, guild_id, games)
            return first and bool(games)

        return await self._store.write(work)

    async def drop(self, user_id: int, guild_id: int, game: str) -> None:
        """Do not tell them of this game there any more."""
        await self._store.write(lambda connection: table_wishes.remove(connection, guild_id, game, user_id))

    async def leave(self, user_id: int, guild_id: int) -> None:
        """Do not tell them of anything in this server any more."""
        await self._store.write(lambda connection: table_wishes.remove_in(connection, guild_id, user_id))

    async def stop(self, user_id: int) -> None:
        """Do not tell them of anything any more, wherever it is."""
        await self._store.write(lambda connection: table_wishes.remove_all(connection, user_id))

    async def set_quiet(self, user_id: int, *, begin: int | None = None, end: int | None = None) -> None:
        """Choose where the quiet hours begin, or end, or both; two hours that are the same mean that there are none."""

        def chosen(row: WisherRow) -> WisherRow:
            return replace(
                row,
                quiet_from=row.quiet_from if begin is None else begin,
                quiet_until=row.quiet_until if end is None else end,
            )

        await self._change(user_id, chosen)

    async def set_zone(self, user_id: int, zone: str | None) -> None:
        """By which clock this person's hours go; None: by that of the server. Raises Refused for one there is not."""
        if zone is not None and not is_time_zone(zone):
            raise Refused("no_time_zone")
        await self._change(user_id, lambda row: replace(row, zone=zone))

    async def _add(self, connection: Connection, user_id: int, guild_id: int, games: Collection[str]) -> None:
        await table_wishes.put_wisher(connection, await _known(connection, user_id))
        for game in games:
            await table_wishes.add(connection, WishRow(guild_id, game, user_id, self._now_ms()))

    async def _change(self, user_id: int, change: Callable[[WisherRow], WisherRow]) -> None:
        async def work(connection: Connection) -> None:
            await table_wishes.put_wisher(connection, change(await _known(connection, user_id)))

        await self._store.write(work)

    # -- what they are told -----------------------------------------------------------------------------------------

    async def due(self) -> list[News]:
        """Whom to tell now, the oldest tables first. Nobody is told of a table at which they sit or may not sit, or
        that was open already when they wished to hear of others."""
        now = self._now_ms()
        async with self._store.reading() as connection:
            return [
                one
                for number in await table_wishes.open_since(connection, now - FRESH_MS, self._store.slot)
                for lobby in await loaded(connection, number)
                for user_id in await table_wishes.of_game(connection, lobby.guild_id, lobby.game.name, lobby.created_ms)
                for one in await _news(connection, lobby, user_id, now)
            ]

    async def begin(self, news: News) -> bool:
        """Write down that this person is being told, before they are. Whether they still are to be."""

        async def work(connection: Connection) -> bool:
            wanted = {(row.guild_id, row.game) for row in await table_wishes.of_person(connection, news.user_id)}
            row = await table_wishes.held_wisher(connection, news.user_id) or _new_wisher(news.user_id)
            if (news.lobby.guild_id, news.lobby.game.name) not in wanted or not _is_free(row, news.evening):
                return False
            begun = replace(row, told=news.evening, telling=news.lobby.id)
            await table_wishes.put_wisher(connection, begun)
            return True

        return await self._store.write(work)

    async def begun(self) -> list[News]:
        """The people of whom it is not known whether their message has arrived. What has become old meanwhile, or is
        no longer wanted, is forgotten; so is what would come in their quiet hours now."""

        async def work(connection: Connection) -> list[News]:
            found: list[News] = []
            now = self._now_ms()
            for row in await table_wishes.being_told(connection):
                told_of = await loaded(connection, row.telling or 0)
                if not all(self._store.slot.has(one.guild_id) for one in told_of):
                    continue
                wanted = {(one.guild_id, one.game) for one in await table_wishes.of_person(connection, row.user_id)}
                fresh = [
                    one
                    for one in told_of
                    if _is_open_to(one, row.user_id) and one.created_ms >= now - FRESH_MS
                    if (one.guild_id, one.game.name) in wanted
                    if not (await _hours_in(connection, one.guild_id, row)).are_quiet(now)
                ]
                found += [News(one, row.user_id, row.told or "") for one in fresh]
                if not fresh:
                    await table_wishes.was_told(connection, row.user_id)
            return found

        async with self._store.reading() as connection:
            if not await table_wishes.being_told(connection):
                return []
        return await self._store.write(work)

    async def done(self, news: News) -> None:
        """This person was told, or cannot be."""
        await self._store.write(lambda connection: table_wishes.was_told(connection, news.user_id))


async def _known(connection: Connection, user_id: int) -> WisherRow:
    return await table_wishes.wisher(connection, user_id) or _new_wisher(user_id)


def _new_wisher(user_id: int) -> WisherRow:
    return WisherRow(user_id, *NIGHT, zone=None, told=None, telling=None)


async def _hours_in(connection: Connection, guild_id: int, row: WisherRow) -> Hours:
    """The hours of this person for what happens in this server."""
    zone = row.zone or (await settings_within(connection, guild_id)).time_zone
    return Hours(row.quiet_from, row.quiet_until, zone, row.zone)


def _is_free(row: WisherRow, evening: str) -> bool:
    """Whether this person may get a message on this evening. Servers with other clocks have other dates: an evening
    is not over where it is still yesterday."""
    return (row.told is None or row.told < evening) and row.telling is None


def _is_open_to(lobby: Lobby, user_id: int) -> bool:
    """Whether this person could sit down there now."""
    return lobby.status == "open" and lobby.kept_for is None and lobby.has_room and lobby.seat_of(user_id) is None


async def _news(connection: Connection, lobby: Lobby, user_id: int, now_ms: int) -> list[News]:
    """What there is to tell this person of this lobby: one thing, or nothing."""
    row = await _known(connection, user_id)
    hours = await _hours_in(connection, lobby.guild_id, row)
    evening = hours.evening(now_ms)
    if not _is_open_to(lobby, user_id) or hours.are_quiet(now_ms) or not _is_free(row, evening):
        return []
    try:
        await check_not_barred(connection, lobby_at(lobby), user_id, by=user_id, now_ms=now_ms)
    except Refused:
        return []
    return [News(lobby, user_id, evening)]
