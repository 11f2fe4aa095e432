"""Where forecasts are asked for: one after another is worked off, by processes of their own, and kept for the next who
asks the same.

Nothing here waits: processes call back when they have played something, and whoever has asked looks at their ticket
from time to time.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Literal, Protocol

import structlog

from bot.beside import KINDEST, let_stand_back, without_token
from bot.forecast.job import Forecast, Job, Order
from bot.forecast.playing import Batch, Played
from bot.matches.errors import Refused

log = structlog.get_logger(__name__)

WORKERS_MOST: Final = 2
WAITING_MOST: Final = 3
"""Forecasts that wait for their turn, of all servers; of one server one is worked off or waits."""
PATIENCE_S: Final = 200.0
"""After so long a forecast says what it knows by then. Discord lets us answer for fifteen minutes: long enough for the
last of those that wait."""
KEPT_MOST: Final = 200
"""Forecasts that are kept, in memory alone: another version of the bot may play otherwise, and has to be started."""

State = Literal["waits", "works", "done", "failed", "gone"]


class Crew(Protocol):
    """Those who play the games of one forecast."""

    async def begin(self) -> None:
        """Work until everything is played, and then say so."""
        ...

    def stop(self) -> None:
        """Play nothing more, at once."""
        ...


Told = Callable[[], None]
MakeCrew = Callable[[Job, Told], Crew]
"""Who plays a job, and tells when there is nothing more to play, or when it cannot be done."""


class Ticket:
    """A forecast that somebody has asked for."""

    def __init__(self, order: Order, guild_id: int, user_id: int) -> None:
        self.order = order
        self.guild_id = guild_id
        self.user_id = user_id
        self.state: State = "waits"
        self.job: Job | None = None
        self.forecast: Forecast | None = None

    @property
    def is_over(self) -> bool:
        return self.state in ("done", "failed", "gone")


class Office:
    """Works off one forecast after another."""

    def __init__(self, make_crew: MakeCrew | None = None) -> None:
        self._make_crew: MakeCrew = make_crew or Processes
        self._kept: OrderedDict[str, Forecast] = OrderedDict()
        self._tickets: list[Ticket] = []
        self._crew: Crew | None = None
        self._starting: asyncio.Task[None] | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def known(self, order: Order) -> Forecast | None:
        """This forecast, if it is kept."""
        found = self._kept.get(order.digest)
        if found is not None:
            self._kept.move_to_end(order.digest)
        return found

    def ask(self, order: Order, guild_id: int, user_id: int) -> Ticket:
        """Ask for a forecast. What this person asked for before is given up; so is their place. Raises Refused where
        another of this server is under way, and where too many wait."""
        for ticket in [one for one in self._tickets if one.user_id == user_id]:
            self.give_up(ticket)
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
        ticket.job = job = Job(ticket.order, hands=_hands())
        ticket.state = "works"
        self._crew = crew = self._make_crew(job, lambda: self._worked_off(ticket))
        self._deadline = asyncio.get_running_loop().call_later(PATIENCE_S, self._out_of_time, ticket)
        self._starting = asyncio.create_task(crew.begin())

    def _out_of_time(self, ticket: Ticket) -> None:
        assert ticket.job is not None
        ticket.job.hurry()
        self._worked_off(ticket)

    def _worked_off(self, ticket: Ticket) -> None:
        if ticket.is_over:
            return
        assert ticket.job is not None
        ticket.forecast = ticket.job.forecast
        if ticket.forecast is not None and ticket.forecast.swapping != "late":  # perhaps there is time another day
            self._kept[ticket.order.digest] = ticket.forecast
            if len(self._kept) > KEPT_MOST:
                self._kept.popitem(last=False)
        self._end(ticket, "failed" if ticket.forecast is None else "done")

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


def _hands() -> int:
    """How many processes this machine may spare."""
    return min(WORKERS_MOST, os.cpu_count() or 1)


class Processes:
    """As many processes as this machine may spare, which play the batches of one job."""

    def __init__(self, job: Job, told: Told) -> None:
        self._job = job
        self._told = told
        self._workers: list[_Worker] = []
        self._stopped = False

    @property
    def pids(self) -> list[int]:
        """The processes that were started."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def begin(self) -> None:
        """Start the processes; they call back from then on."""
        loop = asyncio.get_running_loop()
        for _ in range(_hands()):
            if self._stopped:
                return
            worker = _Worker(self._played, self._lost)
            self._workers.append(worker)
            try:
                await loop.subprocess_exec(
                    worker.itself,
                    *(sys.executable, "-m", "bot.forecast.worker"),
                    stderr=None,
                    env={**without_token(), "PYTHONHASHSEED": "0"},
                )
            except (OSError, NotImplementedError) as problem:
                log.error("forecast_not_begun", problem=repr(problem))
                self._lost()
        self._feed()

    def stop(self) -> None:
        self._stopped = True
        for worker in self._workers:
            worker.kill()

    def _played(self, played: Played) -> None:
        if self._stopped:
            return
        self._job.take(played)
        self._feed()

    def _feed(self) -> None:
        """Give everybody who has nothing to do something, and say so when there is nothing left."""
        if self._stopped:
            return
        for worker in self._workers:
            batch = self._job.next_batch() if worker.is_free else None
            if batch is not None:
                worker.play(batch)
        if self._job.forecast is not None:
            self._told()

    def _lost(self) -> None:
        """A process has ended, and nobody has stopped it."""
        if not self._stopped:
            log.error("forecast_lost_a_process")
            self._told()


class _Worker(asyncio.SubprocessProtocol):
    """One process. What it writes comes in pieces, and a line of it is a batch that was played."""

    def __init__(self, played: Callable[[Played], None], lost: Told) -> None:
        self._tell = played
        self._lost = lost
        self._transport: asyncio.SubprocessTransport | None = None
        self._read = b""
        self._busy = False
        self._killed = False

    def itself(self) -> _Worker:
        """What the event loop asks for, to tell it of its process."""
        return self

    @property
    def is_free(self) -> bool:
        return self._transport is not None and not self._busy

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport
        let_stand_back(transport.get_pid(), KINDEST)
        if self._killed:
            transport.close()

    @property
    def pid(self) -> int | None:
        return None if self._transport is None else self._transport.get_pid()

    def play(self, batch: Batch) -> None:
        assert self._transport is not None
        writer = self._transport.get_pipe_transport(0)
        assert isinstance(writer, asyncio.WriteTransport)
        self._busy = True
        writer.write(batch.model_dump_json().encode() + b"\n")

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._read += data
        *lines, self._read = self._read.split(b"\n")
        for line in lines:
            self._busy = False
            self._tell(Played.model_validate_json(line))

    def process_exited(self) -> None:
        self._lost()

    def kill(self) -> None:
        """End it, or have it end as soon as it has begun."""
        self._killed = True
        if self._transport is not None:
            self._transport.close()  # kills it, and closes its pipes
