"""What every shelf shares. Standing here, this file puts `tests/` on the import path: `from language.village …`."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from support import sizes
from support.once import made_once
from xdist.scheduler import WorkStealingScheduling


def pytest_configure(config: pytest.Config) -> None:
    sizes.choose(config.option.markexpr)
    _keep_what_was_compiled()


def _keep_what_was_compiled() -> None:
    """Tests start many bots, here and in other processes: none of them compiles the cogs anew, whatever the machine's
    settings say."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> WorkStealingScheduling:
    """Who has nothing left to do takes over what others have not begun: the slow shelves lie next to each other."""
    return WorkStealingScheduling(config, log)


def pytest_collection_finish() -> None:
    """What was imported stays: the garbage collector need not walk through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


@pytest.fixture(scope="session", autouse=True)
def _made_once() -> Iterator[None]:
    with made_once():
        yield
