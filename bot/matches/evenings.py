"""Evenings: several games one after the other, with one scoreboard.

What counts is what statistics count (`bot.matches.counting`): nothing that an outage, an abandonment or a forced end
has decided, and nobody who wants to stand in no statistics. The scoreboard follows from that; it is written nowhere.

A rematch of one of its games is a game of the evening too: it stands on the scoreboard and takes no place on the list,
which goes on after it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.games import GAMES
from bot.matches.elsewhere import check_ours, check_seen
from bot.matches.errors import Refused
from bot.matches.guild_settings import settings_within
from bot.matches.lobby import Connection
from bot.matches.lobby_starts import STUCK_MS
from bot.store import evenings, lobbies, matches
from bot.store.database import Store
from bot.store.evenings import EveningRow, PartRow, ResultRow
from bot.store.matches import LIVE

POINTS: Final = {"won": 3, "shared": 2, "drawn": 1}
"""What a result is worth; every other one is worth nothing."""
GAMES_MOST: Final = 12
"""Games on the list of one evening."""
REMATCHES_MOST: Final = 24
"""Rematches that count in one evening, those included for which a lobby is open; more are games like any others."""
LASTS_MS: Final = 24 * 3_600_000
"""An evening that began longer ago gives way to a new one in its channel."""
KEPT_MS: Final = 30 * 24 * 3_600_000
"""So long after it began an evening is kept."""


@dataclass(frozen=True)
class Standing:
    """Somebody on the scoreboard. `place`: people with as many points share one; `played`: games that count."""

    user_id: int
    name: str
    place: int
    points: int
    played: int


@dataclass(frozen=True)
class Round:
    """A game of an evening that has begun. `counts`: it is over, and stands on the scoreboard."""

    game: str
    is_rematch: bool
    is_over: bool
    counts: bool


@dataclass(frozen=True)
class Evening:
    """An evening as it stands.

    games     what is on the list, in this order
    rounds    what has begun: the first games of the list, and rematches between them
    waiting   whether a lobby for a game on the list is open, or a game is being played
    shown     how many were over when the scoreboard was shown last
    standing  the scoreboard
    """

    id: int
    guild_id: int
    channel_id: int
    parent_id: int | None
    message_id: int | None
    host_id: int
    host_name: str
    games: tuple[str, ...]
    is_over: bool
    rounds: tuple[Round, ...]
    waiting: bool
    shown: int
    standing: tuple[Standing, ...]

    @property
    def upcoming(self) -> tuple[str, ...]:
        """What is left on the list."""
        return self.games[sum(not one.is_rematch for one in self.rounds) :]

    @property
    def next_game(self) -> str | None:
        """What is played next; None where nothing is left on the list."""
        return self.upcoming[0] if self.upcoming else None

    @property
    def over(self) -> int:
        """How many games are over."""
        return sum(one.is_over for one in self.rounds)

    @property
    def uncounted(self) -> int:
        """How many of them count for nobody."""
        return sum(one.is_over and not one.counts for one in self.rounds)

    @property
    def no_more_rematches(self) -> bool:
        """Whether another rematch would not count any more."""
        return sum(one.is_rematch for one in self.rounds) >= REMATCHES_MOST

    @property
    def is_played(self) -> bool:
        """Whether a game is being played."""
        return self.over < len(self.rounds)

    @property
    def is_unshown(self) -> bool:
        """Whether its scoreboard stands nowhere yet, or lacks a game that is over."""
        return self.message_id is None or self.over > self.shown

    @property
    def winners(self) -> list[Standing]:
        """Whoever stands first, with any points."""
        return [one for one in self.standing if one.place == 1 and one.points]


class Evenings:
    """All evenings. What cannot be done raises Refused and changes nothing."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms

    async def get(self, number: int) -> Evening:
        async with self._store.reading() as connection:
            evening = await self._load(connection, await evenings.get(connection, number))
        check_seen(self._store, evening.guild_id)
        return evening

    async def here(self, channel_id: int) -> Evening:
        """The evening that is played in this channel. Raises Refused where there is none."""
        async with self._store.reading() as connection:
            return await self._load(connection, await evenings.open_in(connection, channel_id))

    async def yielding(self, channel_id: int) -> Evening | None:
        """The evening in this channel that gives way to the next one."""
        async with self._store.reading() as connection:
            row = await evenings.open_in(connection, channel_id)
            return None if row is None else await self._load(connection, row)

    async def all_of_late(self) -> list[int]:
        """Every evening of which something may still be to show: of one that is over, its last game."""
        async with self._store.reading() as connection:
            return await evenings.all_of_late(connection, self._now_ms() - 2 * LASTS_MS, self._store.slot)

    async def forget_past(self) -> None:
        """Evenings that are long past are forgotten; their games are kept as any others are."""
        before = self._now_ms() - KEPT_MS
        await self._store.write(lambda connection: evenings.forget_past(connection, before))

    async def of_match(self, match_id: int) -> int | None:
        """The evening of which this match is a game."""
        async with self._store.reading() as connection:
            return await _number_of(connection, match_id)

    async def start(
        self, guild_id: int, channel_id: int, parent_id: int | None, host_id: int, host_name: str, games: Sequence[str]
    ) -> Evening:
        """A new evening in this channel. Raises Refused where one is played, and where nothing is counted."""

        async def work(connection: Connection) -> Evening:
            if not (await settings_within(connection, guild_id)).statistics:
                raise Refused("evening_uncounted")
            old = await evenings.open_in(connection, channel_id)
            if old is not None and old.created_ms + LASTS_MS > self._now_ms():
                raise Refused("evening_here_already")
            if old is not None:
                await _end(connection, old.id)
            now = self._now_ms()
            number = await evenings.create(
                connection, guild_id, channel_id, parent_id, host_id, host_name, list(games), now
            )
            return await self._load(connection, await evenings.get(connection, number))

        return await self._store.write(work)

    async def add(self, number: int, by: int, game: str, *, keeps_order: bool = False) -> Evening:
        """Play this game too, after the others."""

        async def work(connection: Connection, evening: Evening) -> None:
            check_leads(evening, by, keeps_order=keeps_order)
            if len(evening.games) >= GAMES_MOST:
                raise Refused("evening_full", most=GAMES_MOST)
            await evenings.change(connection, number, games=[*evening.games, game])

        return await self._change(number, work)

    async def end(self, number: int, by: int, *, keeps_order: bool = False) -> Evening:
        """Nothing more begins; a game that is being played still counts."""

        async def work(connection: Connection, evening: Evening) -> None:
            check_leads(evening, by, keeps_order=keeps_order)
            await _end(connection, number)

        return await self._change(number, work)

    async def channel_gone(self, channel_id: int) -> None:
        """Nothing more begins where nobody is, and no scoreboard is shown there."""

        async def work(connection: Connection) -> None:
            row = await evenings.open_in(connection, channel_id)
            if row is not None:
                await _end(connection, row.id)

        await self._store.write(work)

    async def shown(self, number: int, message_id: int, over: int) -> None:
        """The scoreboard of so many games stands there."""
        await self._store.write(
            lambda connection: evenings.change(connection, number, message_id=message_id, shown=over)
        )

    async def give_up_lost_lobbies(self, number: int) -> None:
        """Close lobbies that were never shown to anybody, since the process ended before."""

        async def work(connection: Connection) -> None:
            before = self._now_ms() - STUCK_MS
            for part in await evenings.parts(connection, number):
                if part.status == "open" and part.message_id is None and part.created_ms < before:
                    await lobbies.close(connection, part.lobby)

        await self._store.write(work)

    async def opened(self, connection: Connection, number: int, lobby: int) -> None:
        """Within the transaction in which its next lobby opens. Raises Refused when that may not be."""
        check_may_go_on(await self._load(connection, await evenings.get(connection, number)))
        await evenings.add_lobby(connection, number, lobby)

    async def _change(self, number: int, work: Callable[[Connection, Evening], Awaitable[None]]) -> Evening:
        async def run(connection: Connection) -> Evening:
            evening = await self._load(connection, await evenings.get(connection, number))
            check_ours(self._store, evening.guild_id)
            await work(connection, evening)
            return await self._load(connection, await evenings.get(connection, number))

        return await self._store.write(run)

    async def _load(self, connection: Connection, row: EveningRow | None) -> Evening:
        if row is None:
            raise Refused("no_evening_here")
        parts = await evenings.parts(connection, row.id)
        counted = [part.match for part in parts if part.match is not None and part.verdict == "counts"]
        return _evening_of(row, parts, await evenings.results(connection, counted))


def _evening_of(row: EveningRow, parts: Sequence[PartRow], results: Sequence[ResultRow]) -> Evening:
    rounds = tuple(_round_of(part) for part in parts if part.status == "started")
    awaited = any(part.status == "open" and not part.rematch for part in parts)
    return Evening(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        parent_id=row.parent_id,
        message_id=row.message_id,
        host_id=row.host_id,
        host_name=row.host_name,
        games=tuple(name for name in row.games if name in GAMES),
        is_over=row.status == "ended",
        rounds=rounds,
        waiting=awaited or not all(one.is_over for one in rounds),
        shown=row.shown,
        standing=tuple(standing_of(results)),
    )


def _round_of(part: PartRow) -> Round:
    is_over = part.match_status is not None and part.match_status not in LIVE
    return Round(part.game, part.rematch, is_over, is_over and part.verdict == "counts")


def standing_of(results: Sequence[ResultRow]) -> list[Standing]:
    """The scoreboard of these results, the best first."""
    names: dict[int, str] = {}
    points: dict[int, int] = {}
    played: dict[int, int] = {}
    for row in results:
        names[row.user_id] = row.name or names.get(row.user_id, "?")
        points[row.user_id] = points.get(row.user_id, 0) + POINTS.get(row.result, 0)
        played[row.user_id] = played.get(row.user_id, 0) + 1
    order = sorted(points, key=lambda who: (-points[who], names[who].casefold(), who))
    return [
        Standing(who, names[who], 1 + sum(other > points[who] for other in points.values()), points[who], played[who])
        for who in order
    ]


async def take_in_rematch(connection: Connection, match_id: int, lobby: int) -> None:
    """Within the transaction in which this lobby opens for a rematch: while the evening of that match lasts, it is a
    lobby of the same evening, if not too many count already. Whoever played may ask for it, as for any rematch."""
    number = await _number_of(connection, match_id)
    row = None if number is None else await evenings.get(connection, number)
    if row is None or row.status != "open":
        return
    counted = sum(part.rematch and part.status != "closed" for part in await evenings.parts(connection, row.id))
    if counted < REMATCHES_MOST:
        await evenings.add_lobby(connection, row.id, lobby, rematch=True)


async def _number_of(connection: Connection, match_id: int) -> int | None:
    """The evening of a match. One that was dealt anew has taken the place of the one that began in the lobby."""
    lobby = await lobbies.of_match(connection, await matches.first_deal(connection, match_id))
    return None if lobby is None else await evenings.of_lobby(connection, lobby.id)


async def _end(connection: Connection, number: int) -> None:
    """Lobbies in which nothing has begun go on as any others, outside the evening."""
    await evenings.drop_open_lobbies(connection, number)
    await evenings.change(connection, number, status="ended")


def check_leads(evening: Evening, by: int, *, keeps_order: bool) -> None:
    """Raises Refused for whoever may decide nothing for this evening, and when it is over."""
    if evening.is_over:
        raise Refused("evening_is_over")
    if by != evening.host_id and not keeps_order:
        raise Refused("not_host")


def check_may_go_on(evening: Evening) -> str:
    """The game that is played next. Raises Refused while another is, and where none is left."""
    if evening.is_over:
        raise Refused("evening_is_over")
    if evening.waiting:
        raise Refused("evening_game_runs")
    if evening.next_game is None:
        raise Refused("evening_list_empty")
    return evening.next_game
