"""The processes that play the games of a forecast. Nobody waits for them: they call back when they have played some."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from typing import Final

import structlog

from bot.beside import KINDEST, let_stand_back, without_token
from bot.forecast.job import Job
from bot.forecast.playing import Batch, Played

log = structlog.get_logger(__name__)

WORKERS_MOST: Final = 2

Told = Callable[[], None]
"""Told that there is nothing more to play, or that it cannot be done."""


def hands() -> int:
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
        for _ in range(hands()):
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
