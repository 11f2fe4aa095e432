"""Bars: who may not take a seat at a table, at a host's tables or in a server, and until when.

Every way in asks `check_not_barred`, within the transaction in which somebody sits down. The reason is for moderators
alone: nothing here puts it into a refusal.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bot.matches import audit
from bot.matches.errors import Refused
from bot.matches.lobby import Connection, Lobby, get_up, loaded
from bot.store import bars, lobbies, matches, standby
from bot.store.bars import BarRow
from bot.store.database import Store
from bot.store.lobbies import LobbyRow
from bot.store.matches import MatchRow

Scope = Literal["lobby", "match", "host", "server"]
"""A lobby and the match that begins there; a running match; all tables of a host; all tables of a server."""
BARS_MOST: Final = 200
"""Bars from one table, from the tables of one host, or from one server at the same time. Each counts by itself: a host
who bars people by the hundred takes nothing from the moderators."""
REASON_MOST: Final = 300
"""Characters of a reason."""


@dataclass(frozen=True)
class TableAt:
    """A table somebody wants to sit at, as far as bars are about it.

    matches  the match, and those in the place of which it was dealt
    """

    guild_id: int
    host_id: int
    lobby: int | None = None
    matches: tuple[int, ...] = ()

    def is_meant_by(self, bar: BarRow) -> bool:
        if bar.scope == "server":
            return True
        if bar.scope == "host":
            return bar.place == self.host_id
        return bar.place == self.lobby if bar.scope == "lobby" else bar.place in self.matches


@dataclass(frozen=True)
class Barring:
    """Somebody is to be kept away from a place by `by` until `until_ms` (None: until it is lifted)."""

    guild_id: int
    scope: Scope
    place: int
    user_id: int
    by: int
    until_ms: int | None


@dataclass(frozen=True)
class Barred:
    """What a bar has changed.

    left   the open lobbies that the person had to leave, as they are now
    plays  the running matches that it is about, in which the person has a seat
    """

    left: tuple[Lobby, ...] = ()
    plays: tuple[int, ...] = ()


async def check_not_barred(connection: Connection, table: TableAt, user_id: int, *, by: int, now_ms: int) -> None:
    """Raises Refused for somebody who may not sit there. To anybody but themselves it does not say until when."""
    rows = await bars.against(connection, table.guild_id, user_id)
    found = [row for row in rows if row.holds(now_ms) and table.is_meant_by(row)]
    if not found:
        return
    if by != user_id:
        raise Refused("they_are_barred")
    longest = max(found, key=_ends)
    code = f"barred.{kind_of(longest.scope)}"
    if longest.until_ms is None:
        raise Refused(f"{code}.open")
    raise Refused(code, when=seconds(longest.until_ms))


def kind_of(scope: str) -> str:
    """The end of the wording keys about a bar: for a player, a lobby and its match are one table."""
    return "table" if scope in ("lobby", "match") else scope


def seconds(until_ms: int) -> int:
    """When a bar ends, in epoch seconds, not before it does."""
    return -(-until_ms // 1000)


def lobby_at(lobby: Lobby | LobbyRow) -> TableAt:
    return TableAt(lobby.guild_id, lobby.host_id, lobby.id)


async def match_at(connection: Connection, row: MatchRow) -> TableAt:
    """The table of a match: the lobby in which it began counts too, and the deals that were thrown away."""
    numbers = [row.id]
    while (earlier := await matches.replaced_by(connection, numbers[-1])) is not None:
        numbers.append(earlier)
    lobby = await lobbies.of_match(connection, numbers[-1])
    return TableAt(row.guild_id, row.host_id, None if lobby is None else lobby.id, tuple(numbers))


class Bars:
    """Keeps people away, and lets them come back. The caller has looked whether that may be asked for."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms

    async def bar(self, wanted: Barring, name: str, reason: str) -> Barred:
        """From now on this person takes no seat there; in lobbies they lose the seat that they have.

        Raises Refused for a host at their own tables, and when there are too many bars.
        """
        return await self._store.write(self.barring(wanted, name, reason))

    def barring(self, wanted: Barring, name: str, reason: str) -> Callable[[Connection], Awaitable[Barred]]:
        """The same as something to be done within a transaction."""
        now_ms = self._now_ms()
        row = BarRow(
            wanted.guild_id, wanted.scope, wanted.place, wanted.user_id, name, reason.strip()[:REASON_MOST],
            wanted.by, now_ms, wanted.until_ms,
        )  # fmt: skip

        async def work(connection: Connection) -> Barred:
            await bars.remove_past(connection, now_ms)
            known = [one for one in await bars.of_guild(connection, row.guild_id) if one.is_from(row)]
            if len(known) >= BARS_MOST:
                raise Refused("bars_too_many", most=BARS_MOST)
            await self._check_is_no_host(connection, row)
            await bars.put(connection, row)
            ends = 0 if row.until_ms is None else seconds(row.until_ms)
            await _note(connection, row.by_id, f"bar.{row.scope}", row, now_ms, until=ends)
            return await _takes_effect(connection, row)

        return work

    async def lift(self, guild_id: int, scope: str, place: int, user_id: int, *, by: int) -> None:
        """This person may sit down there again. Raises Refused when there was no such bar."""
        now_ms = self._now_ms()

        async def work(connection: Connection) -> None:
            known = await bars.against(connection, guild_id, user_id)
            row = next((row for row in known if (row.scope, row.place) == (scope, place)), None)
            if row is None:
                raise Refused("bar_gone")
            await bars.remove(connection, guild_id, scope, place, user_id)
            await _note(connection, by, f"lift.{row.scope}", row, now_ms)

        await self._store.write(work)

    async def forget_past(self) -> None:
        """Bars whose time is over hold nobody back; they are not kept either."""
        await self._store.write(lambda connection: bars.remove_past(connection, self._now_ms()))

    async def of_guild(self, guild_id: int) -> list[BarRow]:
        """The bars that hold in a server, the newest first. Those of a table end with it."""
        now_ms = self._now_ms()
        async with self._store.reading() as connection:
            rows = await bars.of_guild(connection, guild_id)
            return [row for row in rows if row.holds(now_ms) and await _is_there(connection, row)]

    async def _check_is_no_host(self, connection: Connection, row: BarRow) -> None:
        if row.scope == "host" and row.place == row.user_id:
            raise Refused("bar_host_of_own")
        if row.scope == "match" and (await matches.get(connection, row.place)).host_id == row.user_id:
            raise Refused("bar_host_of_own")


async def _takes_effect(connection: Connection, row: BarRow) -> Barred:
    """The person gets up in the lobbies that the bar is about, and stands by at none of its matches."""
    left: list[Lobby] = []
    for lobby_row in await lobbies.open_of_user(connection, row.user_id):
        if lobby_row.guild_id != row.guild_id or not lobby_at(lobby_row).is_meant_by(row):
            continue
        for lobby in await loaded(connection, lobby_row.id):
            await get_up(connection, lobby, row.user_id)
            left += await loaded(connection, lobby.id)
    plays = []
    for match in await matches.of_guild(connection, row.guild_id):
        if (await match_at(connection, match)).is_meant_by(row):
            await standby.remove(connection, match.id, row.user_id)
            plays.append(match.id)
    seated = {match.id for match in await matches.matches_of_user(connection, row.user_id)}
    return Barred(tuple(left), tuple(number for number in plays if number in seated))


async def _note(connection: Connection, by: int, action: str, row: BarRow, at_ms: int, **details: int) -> None:
    """The line for the server's moderators: whom, from where and until when. Why stands in the list of bars."""
    match = row.place if row.scope == "match" else None
    host = {"host": row.place} if row.scope == "host" else {}
    await audit.note(
        connection, row.guild_id, by, action, at_ms=at_ms, match=match, whom=row.user_id, **host, **details
    )


async def _is_there(connection: Connection, row: BarRow) -> bool:
    """Whether what the bar is about can still be sat at."""
    if row.scope == "match":
        tables: Sequence[MatchRow] = await matches.of_guild(connection, row.guild_id)
        return any([row.place in (await match_at(connection, one)).matches for one in tables])
    if row.scope == "lobby":
        lobby = await lobbies.get(connection, row.place)
        if lobby is None or lobby.status == "open":
            return lobby is not None
        tables = await matches.of_guild(connection, row.guild_id)
        return any([(await match_at(connection, one)).lobby == row.place for one in tables])
    return True


def _ends(row: BarRow) -> float:
    return float("inf") if row.until_ms is None else row.until_ms
