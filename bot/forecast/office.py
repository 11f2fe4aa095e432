"""Where forecasts are asked for: one after another is worked off, by processes of their own, and kept for the next who
asks the same.

Nothing here waits: processes call back when they have played something, and whoever has asked looks at their ticket
from time to time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Literal, Protocol

from bot.forecast.crew import Processes, Told, hands
from bot.forecast.job import Forecast, Job, Order
from bot.matches.errors import Refused

WAITING_MOST: Final = 3
"""Forecasts that wait for their turn, of all servers; of one server one is worked off or waits."""
PATIENCE_S: Final = 200.0
"""After so long a forecast that others wait for says what it knows by then. Discord lets us answer for fifteen minutes:
long enough for the last of those that wait."""
LONGEST_S: Final = 780.0
"""So long after somebody has asked theirs says what it knows, even where nobody else waits: a machine that has much to
do plays slowly, and an answer can be changed for fifteen minutes."""
KEPT_MOST: Final = 200
"""Forecasts that are kept, in memory and, where there is a shelf for them, in the database (`bot.forecast.shelf`)."""

State = Literal["waits", "works", "done", "failed", "late", "gone"]
"""`failed`: a process ended; `late`: there was no time for a game of every kind; `gone`: nobody wanted it any more."""


class Crew(Protocol):
    """Those who play the games of one forecast."""

    async def begin(self) -> None:
        """Work until everything is played, and then say so."""
        ...

    def stop(self) -> None:
        """Play nothing more, at once."""
        ...


MakeCrew = Callable[[Job, Told], Crew]
"""Who plays a job, and tells when that is over."""


class Ticket:
    """A forecast that somebody has asked for."""

    def __init__(self, order: Order, guild_id: int, user_id: int) -> None:
        self.order = order
        self.guild_id = guild_id
        self.user_id = user_id
        self.asked_s = asyncio.get_running_loop().time()
        self.state: State = "waits"
        self.job: Job | None = None
        self.forecast: Forecast | None = None

    @property
    def is_over(self) -> bool:
        return self.state not in ("waits", "works")


class Office:
    """Works off one forecast after another."""

    def __init__(self, make_crew: MakeCrew | None = None) -> None:
        self._make_crew: MakeCrew = make_crew or Processes
        self._kept: OrderedDict[str, Forecast] = OrderedDict()
        self.finished: list[Callable[[str, Forecast], None]] = []
        """Told of each forecast that is kept: the digest of its order, and what it says."""
        self._tickets: list[Ticket] = []
        self._crew: Crew | None = None
        self._is_due = False
        self._starting: asyncio.Task[None] | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def known(self, order: Order) -> Forecast | None:
        """This forecast, if it is kept."""
        found = self._kept.get(order.digest)
        if found is not None:
            self._kept.move_to_end(order.digest)
        return found

    def remember(self, digest: str, forecast: Forecast) -> None:
        """Keep what is known for an order of this digest; of too many the one goes that was asked for least lately."""
        self._kept[digest] = forecast
        if len(self._kept) > KEPT_MOST:
            self._kept.popitem(last=False)

    def ask(self, order: Order, guild_id: int, user_id: int) -> Ticket:
        """Ask for a forecast. What this person asked for before is given up; so is their place. Raises Refused where
        another of this server is under way, and where too many wait."""
        for ticket in [one for one in self._tickets if one.user_id == user_id]:
            self.give_up(ticket)
        self._make_haste()
        if any(one.guild_id == guild_id for one in self._tickets):
            raise Refused("forecast_of_server")
        if len(self._tickets) > WAITING_MOST:
            raise Refused("forecast_busy")
        ticket = Ticket(order, guild_id, user_id)
        self._tickets.append(ticket)
        self._next()
        return ticket

    def before(self, ticket: Ticket) -> int:
        """How many come before this one."""
        return self._tickets.index(ticket)

    def give_up(self, ticket: Ticket) -> None:
        """Nobody wants this one any more."""
        if not ticket.is_over:
            self._end(ticket, "gone")

    def close(self) -> None:
        """Work off nothing more."""
        for ticket in reversed(self._tickets.copy()):
            self._end(ticket, "gone", go_on=False)

    def _next(self) -> None:
        """Begin with the first that waits, if nothing is under way; the one before may have been about the same."""
        if self._crew is not None or not self._tickets:
            return
        ticket = self._tickets[0]
        ticket.forecast = self.known(ticket.order)
        if ticket.forecast is not None:
            self._end(ticket, "done")
            return
        loop = asyncio.get_running_loop()
        left_s = ticket.asked_s + LONGEST_S - loop.time()
        ticket.job = job = Job(ticket.order, hands=hands())
        job.slowest = max(1.0, left_s / PATIENCE_S) if self._is_alone(ticket) else 1.0
        ticket.state = "works"
        self._is_due = False
        self._crew = crew = self._make_crew(job, lambda: self._worked_off(ticket))
        self._deadline = loop.call_later(PATIENCE_S, self._has_had_its_time, ticket)
        self._starting = asyncio.create_task(crew.begin())

    def _is_alone(self, ticket: Ticket) -> bool:
        """Whether nobody else waits."""
        return self._tickets == [ticket]

    def _has_had_its_time(self, ticket: Ticket) -> None:
        """Whoever waits comes next; where nobody does, it goes on as long as it can be told."""
        loop = asyncio.get_running_loop()
        left_s = ticket.asked_s + LONGEST_S - loop.time()
        if not self._is_alone(ticket) or left_s <= 0:
            self._out_of_time(ticket)
            return
        self._is_due = True
        self._deadline = loop.call_later(left_s, self._out_of_time, ticket)

    def _make_haste(self) -> None:
        """Somebody else asks: what is worked off takes no longer than its time, and ends if it has had that."""
        if self._crew is None:
            return
        ticket = self._tickets[0]
        assert ticket.job is not None
        ticket.job.slowest = 1.0
        if self._is_due:
            self._out_of_time(ticket)

    def _out_of_time(self, ticket: Ticket) -> None:
        assert ticket.job is not None
        ticket.job.hurry()
        self._worked_off(ticket, without="late")

    def _worked_off(self, ticket: Ticket, without: State = "failed") -> None:
        """Nobody plays for it any more; `without` a forecast, this is what became of it."""
        if ticket.is_over:
            return
        assert ticket.job is not None
        ticket.forecast = ticket.job.forecast
        if ticket.forecast is not None and ticket.forecast.swapping != "late":  # perhaps there is time another day
            self.remember(ticket.order.digest, ticket.forecast)
            for told in self.finished:
                told(ticket.order.digest, ticket.forecast)
        self._end(ticket, without if ticket.forecast is None else "done")

    def _end(self, ticket: Ticket, state: State, *, go_on: bool = True) -> None:
        worked = ticket.state == "works"
        ticket.state = state
        self._tickets.remove(ticket)
        if worked and self._crew is not None:
            self._crew.stop()
            self._crew = None
        if worked and self._deadline is not None:
            self._deadline.cancel()
        if go_on:
            self._next()
