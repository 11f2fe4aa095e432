"""`python -m bot.forecast.worker`: plays the batches on its standard input, a line of JSON each, and writes a line
about each. It ends with its input, so it does not outlive whoever has begun it."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from time import perf_counter
from typing import Final

from bot.forecast.playing import Batch, Played, played
from bot.simulate import rare_collections

MEMORY_MOST: Final = 1 << 30
"""Bytes of address space; it needs a tenth of them."""


def main() -> None:
    _bound_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to the bot and to us; the bot decides
    with rare_collections():
        for line in sys.stdin:
            print(_done(Batch.model_validate_json(line)).model_dump_json(), flush=True)


def _done(batch: Batch) -> Played:
    began = perf_counter()
    count = played(batch)
    return Played(line=batch.line, count=count, seconds=perf_counter() - began)


def _bound_memory() -> None:
    with suppress(ImportError, OSError, ValueError):  # not everywhere
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))


if __name__ == "__main__":
    main()
