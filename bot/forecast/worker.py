"""`python -m bot.forecast.worker`: plays the batches on its standard input, a line of JSON each, and writes a line
about each. It ends with its input, at once, so it does not outlive whoever has begun it."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import perf_counter, process_time
from typing import Final

from bot.forecast.playing import Batch, Played, played
from bot.simulate import rare_collections

MEMORY_MOST: Final = 1 << 30
"""Bytes of address space; it needs a tenth of them."""


def main() -> None:
    _bound_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to the bot and to us; the bot decides
    batches: SimpleQueue[str] = SimpleQueue()
    Thread(target=_read, args=(batches,), daemon=True).start()
    with rare_collections():
        while True:
            print(_done(Batch.model_validate_json(batches.get())).model_dump_json(), flush=True)


def _read(batches: SimpleQueue[str]) -> None:
    """Until the input ends: then nobody wants to know how the game under way goes on, and some last for minutes."""
    for line in sys.stdin:
        batches.put(line)
    os._exit(0)


def _done(batch: Batch) -> Played:
    began, worked = perf_counter(), process_time()
    count = played(batch)
    return Played(line=batch.line, count=count, seconds=perf_counter() - began, work=process_time() - worked)


def _bound_memory() -> None:
    with suppress(ImportError, OSError, ValueError):  # not everywhere
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))


if __name__ == "__main__":
    main()
