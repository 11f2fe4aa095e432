"""Tables that are planned for a day and an hour.

Somebody drafts a plan, sees what was understood, and makes it. Others say that they come. Some time before the hour
they are reminded, and at the hour a lobby opens; whoever wants to play sits down there, as everywhere.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, Literal

from bot.engine.rulebook import Game
from bot.matches.bars import TableAt, check_not_barred
from bot.matches.elsewhere import check_ours, check_seen
from bot.matches.errors import Refused
from bot.matches.lobby import Connection, game_of
from bot.matches.moments import FARTHEST
from bot.store import planned
from bot.store.database import Store
from bot.store.planned import GuestRow, NewPlan, PlannedRow, PlanStatus

MILLISECOND: Final = timedelta(milliseconds=1)
HOST_MOST: Final = 5
"""Tables one person may have planned in one server at the same time."""
CHANNEL_MOST: Final = 10
"""Tables that may be planned in one channel at the same time. Whoever plans one there sees the others; a limit for the
server would tell them how many are planned where they see nothing."""
GUESTS_MOST: Final = 40
"""People who may say that they come: all of them are mentioned in one message."""
REMIND_MS: Final = 15 * 60_000
"""So long before the hour everybody who comes is reminded."""
LATE_MS: Final = 60 * 60_000
"""A table whose hour is past for longer is not opened any more."""
EVENT_MS: Final = 3 * 3_600_000
"""So long Discord shows an event: it wants to know when one ends, and nobody knows that of a game."""
KEPT_MS: Final = 7 * 24 * 3_600_000
"""So long after its hour a plan is kept, with the people who said that they come."""

Reason = Literal["cancelled", "channel", "message", "event", "late", "refused", "host"]
"""Why nothing came of a plan: somebody called it off; its channel, message or event was deleted; the bot was away; the
table could not be opened; its host was forgotten."""
Change = Callable[[Connection, "Planned"], Awaitable[None]]


@dataclass(frozen=True)
class Wanted:
    """What somebody would like to plan. `role_set` None: the usual one; `parent_id`: the channel of a thread."""

    guild_id: int
    channel_id: int
    host_id: int
    host_name: str
    game: str
    role_set: str | None
    at_ms: int
    parent_id: int | None = None


@dataclass(frozen=True)
class Planned:
    """A plan as it stands in the store.

    reminded   whether everybody who comes was reminded, or will not be
    lobby      where people sit down at last
    parent_id  the channel of a thread
    untold     it was moved, or nothing comes of it, and its people have not been told yet
    call_id    the message that calls people to its lobby, until nobody can sit down there any more
    """

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    event_id: int | None
    host_id: int
    host_name: str
    game: Game
    role_set: str | None
    status: PlanStatus
    reason: str | None
    at_ms: int
    reminded: bool
    lobby: int | None
    parent_id: int | None
    untold: bool
    call_id: int | None
    guests: tuple[GuestRow, ...] = field(default=())

    @property
    def settled_by(self) -> int:
        """The channel whose settings hold there."""
        return self.parent_id or self.channel_id

    @property
    def is_left_standing(self) -> bool:
        """Whether nothing comes of it, and that has not been seen to everywhere."""
        return self.status == "off" and (self.untold or self.message_id is not None or self.event_id is not None)

    @property
    def remind_ms(self) -> int:
        return self.at_ms - REMIND_MS

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody who comes, its host first, who may have been forgotten."""
        host = (self.host_id,) if self.host_id else ()
        return (*host, *(guest.user_id for guest in self.guests))


class PlannedTables:
    """All plans of this bot. What cannot be done raises Refused and changes nothing."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms

    # -- reading ----------------------------------------------------------------------------------------------------

    async def get(self, number: int) -> Planned:
        """Raises Refused for one that there is not."""
        async with self._store.reading() as connection:
            plan = await _load(connection, await planned.get(connection, number))
        check_seen(self._store, plan.guild_id)
        return plan

    async def waiting(self) -> list[Planned]:
        """Every plan with which something is still to be done; those of games this version does not know are not."""
        async with self._store.reading() as connection:
            return await _known(connection, await planned.waiting(connection, self._store.slot))

    async def left_standing(self) -> list[Planned]:
        """Every plan of which nothing comes, and which still stands somewhere as if it did: its host was forgotten, or
        the process ended before anybody was told."""
        async with self._store.reading() as connection:
            return await _known(connection, await planned.left(connection, self._store.slot))

    async def let_go(self, number: int) -> None:
        """Everybody was told that nothing comes of it: its message and its event are seen to."""
        seen_to = {"message_id": None, "event_id": None, "untold": False}
        await self._store.write(lambda connection: planned.change(connection, number, **seen_to))

    async def of_guild(self, guild_id: int) -> list[Planned]:
        """What is planned in a server, the next to open first."""
        async with self._store.reading() as connection:
            return await _known(connection, await planned.of_guild(connection, guild_id))

    # -- planning ---------------------------------------------------------------------------------------------------

    async def draft(self, wanted: Wanted) -> Planned:
        """A plan that only its host sees; an older draft of theirs is given up."""
        new = NewPlan(**vars(wanted), created_ms=self._now_ms())

        async def work(connection: Connection) -> Planned:
            await self._check_room(connection, new.guild_id, new.channel_id, new.host_id)
            await planned.drop_drafts(connection, new.host_id)
            return await _load(connection, await planned.get(connection, await planned.create(connection, new)))

        return await self._store.write(work)

    async def redate(self, number: int, by: int, at_ms: int) -> Planned:
        """Put a draft on another moment."""

        async def work(connection: Connection, plan: Planned) -> None:
            _check_draft(plan, by)
            await planned.change(connection, plan.id, at_ms=at_ms)

        return await self._change(number, work)

    async def make(self, number: int, by: int) -> Planned:
        """The draft counts from now on. Nobody is reminded of what is nearer than the reminder would be."""

        async def work(connection: Connection, plan: Planned) -> None:
            _check_draft(plan, by)
            self._check_ahead(plan.at_ms)
            await self._check_room(connection, plan.guild_id, plan.channel_id, plan.host_id)
            reminded = plan.remind_ms <= self._now_ms()
            await planned.change(connection, plan.id, status="planned", reminded=reminded)

        return await self._change(number, work)

    async def move(self, number: int, by: int, at_ms: int, *, keeps_order: bool = False) -> Planned:
        """Put a plan on another moment; whoever comes is reminded anew."""

        async def work(connection: Connection, plan: Planned) -> None:
            check_may_change(plan, by, keeps_order=keeps_order)
            self._check_ahead(at_ms)
            reminded = at_ms - REMIND_MS <= self._now_ms()
            await planned.change(connection, plan.id, at_ms=at_ms, reminded=reminded, untold=True)

        return await self._change(number, work)

    async def cancel(self, number: int, by: int, *, keeps_order: bool = False) -> Planned:
        """Nothing comes of it: somebody who may has said so."""

        async def work(connection: Connection, plan: Planned) -> None:
            check_may_change(plan, by, keeps_order=keeps_order)
            await planned.change(connection, plan.id, status="off", reason="cancelled", untold=True)

        return await self._change(number, work)

    async def come(self, number: int, user_id: int, name: str) -> tuple[Planned, bool]:
        """Say that one comes, or take that back; the plan, and whether this person comes now."""
        comes: list[bool] = []

        async def work(connection: Connection, plan: Planned) -> None:
            _check_ahead_of_it(plan)
            comes[:] = [False]
            if await planned.remove_guest(connection, plan.id, user_id):
                return
            if user_id == plan.host_id:
                raise Refused("plan_host_comes")
            table = TableAt(plan.guild_id, plan.host_id)
            await check_not_barred(connection, table, user_id, by=user_id, now_ms=self._now_ms())
            if len(plan.guests) >= GUESTS_MOST:
                raise Refused("plan_full", most=GUESTS_MOST)
            await planned.add_guest(connection, GuestRow(plan.id, user_id, name, self._now_ms()))
            comes[:] = [True]

        return await self._change(number, work), comes[0]

    # -- bringing it about ------------------------------------------------------------------------------------------

    async def placed(self, number: int, message_id: int) -> None:
        """Remember the message that shows the plan."""
        await self._store.write(lambda connection: planned.change(connection, number, message_id=message_id))

    async def has_event(self, number: int, event_id: int | None) -> None:
        """Remember Discord's event, or that there is none any more."""
        await self._store.write(lambda connection: planned.change(connection, number, event_id=event_id))

    async def was_reminded(self, number: int) -> None:
        await self._store.write(lambda connection: planned.change(connection, number, reminded=True))

    async def told_of_move(self, plan: Planned) -> None:
        """Everybody who comes was told on which hour it stands."""
        await self._store.write(lambda connection: planned.told_of_move(connection, plan.id, plan.at_ms))

    async def done(self, number: int, call_id: int | None = None) -> None:
        """The lobby is there, and everybody who comes was told, with this message."""
        seen_to = {"status": "done", "untold": False, "call_id": call_id}
        await self._store.write(lambda connection: planned.change(connection, number, **seen_to))

    async def called_in_vain(self) -> list[Planned]:
        """Every plan whose message still calls people to a lobby in which nobody can sit down any more."""
        async with self._store.reading() as connection:
            return await _known(connection, await planned.called_in_vain(connection, self._store.slot))

    async def under_way(self) -> list[Planned]:
        """Every plan whose table is open or played, and whose event Discord still shows."""
        since_ms = self._now_ms() - EVENT_MS
        async with self._store.reading() as connection:
            return await _known(connection, await planned.under_way(connection, since_ms, self._store.slot))

    async def calls_no_more(self, number: int) -> None:
        """Its call says what came of the table."""
        await self._store.write(lambda connection: planned.change(connection, number, call_id=None))

    async def off(self, number: int, reason: Reason) -> Planned | None:
        """Nothing comes of this plan any more; None when that was so already, or its lobby is open. A lobby that cannot
        be shown, since its channel is gone or it was closed before, does not count as open."""
        found: list[Planned] = []

        async def work(connection: Connection) -> None:
            plan = await _load(connection, await planned.held(connection, number))
            if plan.status == "planned" or (plan.status == "opened" and reason in ("channel", "late")):
                await planned.change(connection, number, status="off", reason=reason, untold=True)
                found[:] = [await _load(connection, await planned.get(connection, number))]

        await self._store.write(work)
        return found[0] if found else None

    async def opened(self, connection: Connection, number: int, lobby: int) -> None:
        """Within the transaction in which its lobby opens. Raises Refused when it is not to open any more."""
        plan = await _load(connection, await planned.held(connection, number))
        _check_ahead_of_it(plan)
        await planned.change(connection, number, status="opened", lobby=lobby)

    async def forget_past(self) -> None:
        """Who came to what is long past is nobody's business."""
        before = self._now_ms() - KEPT_MS
        await self._store.write(lambda connection: planned.forget_past(connection, before))

    # -- small parts ------------------------------------------------------------------------------------------------

    def _check_ahead(self, at_ms: int) -> None:
        """Raises Refused for a moment that is past or too far away, whoever has named it."""
        if at_ms <= self._now_ms():
            raise Refused("when_past")
        if at_ms - self._now_ms() > FARTHEST // MILLISECOND:
            raise Refused("when_too_far", count=FARTHEST.days)

    async def _check_room(self, connection: Connection, guild_id: int, channel_id: int, host_id: int) -> None:
        if await planned.of_host(connection, guild_id, host_id) >= HOST_MOST:
            raise Refused("plan_host_busy", most=HOST_MOST)
        if await planned.in_channel(connection, channel_id) >= CHANNEL_MOST:
            raise Refused("plan_channel_busy", most=CHANNEL_MOST)

    async def _change(self, number: int, work: Change) -> Planned:
        async def run(connection: Connection) -> Planned:
            plan = await _load(connection, await planned.held(connection, number))
            check_ours(self._store, plan.guild_id)
            await work(connection, plan)
            return await _load(connection, await planned.get(connection, number))

        return await self._store.write(run)


def _check_draft(plan: Planned, by: int) -> None:
    if plan.host_id != by:
        raise Refused("forged")
    if plan.status != "draft":
        raise Refused("plan_made_already")


def _check_ahead_of_it(plan: Planned) -> None:
    """Raises Refused when nothing is to come of it any more, or its lobby is open."""
    if plan.status in ("opened", "done"):
        raise Refused("plan_open_already")
    if plan.status != "planned":
        raise Refused("plan_is_off")


def check_may_change(plan: Planned, by: int, *, keeps_order: bool) -> None:
    """Raises Refused for whoever may not move a plan or call it off, and when it is too late for that."""
    _check_ahead_of_it(plan)
    if by != plan.host_id and not keeps_order:
        raise Refused("not_host")


async def _load(connection: Connection, row: PlannedRow | None) -> Planned:
    if row is None:
        raise Refused("plan_is_off")
    own = {name: getattr(row, name) for name in vars(row) if name not in ("game", "created_ms")}
    return Planned(**own, game=game_of(row.game), guests=tuple(await planned.guests(connection, row.id)))


async def _known(connection: Connection, rows: list[PlannedRow]) -> list[Planned]:
    found: list[Planned] = []
    for row in rows:
        try:
            found.append(await _load(connection, row))
        except Refused:  # a game that is gone
            continue
    return found
