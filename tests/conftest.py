"""What every shelf shares. Standing here, this file puts `tests/` on the import path: `from language.village …`."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from support import sizes
from support.drawn_once import drawn_in_full
from support.once import made_once
from support.rewriting import rewrite_my_share
from support.waiting import nobody_stands_back
from xdist.scheduler import WorkStealingScheduling

HERE = Path(__file__).parent
LONG = (
    HERE / "wire",
    HERE / "test_try_page.py",
    HERE / "every_game" / "crash" / "test_sigkill.py",
    HERE / "ui" / "test_patterns.py",
)
"""The tests that take longest."""


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # what is imported and collected stays: see below
    sizes.choose(config.option.markexpr)
    _give_examples_time()
    _keep_what_was_compiled()
    _make_once(config)
    rewrite_my_share(config)


def _give_examples_time() -> None:
    """On a busy machine an example takes long to draw and to try, which says nothing about what is tested."""
    settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("patient")


def _make_once(config: pytest.Config) -> None:
    """From now on: many tests ask for sentences when they are collected, to have a case for each."""
    shared = ExitStack()
    shared.enter_context(made_once())
    shared.enter_context(nobody_stands_back())
    config.add_cleanup(shared.close)


def _keep_what_was_compiled() -> None:
    """Tests start many bots, here and in other processes: none of them compiles the cogs anew, whatever the machine's
    settings say."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests begin first, half of them with the first worker and half with the third, whose share begins in
    the middle: they wait for other processes, and at the end nobody could share them."""
    in_long = {path: any(path.is_relative_to(place) for place in LONG) for path in {item.path for item in items}}
    first, third = ([item for item in items if in_long[item.path]][which::2] for which in (0, 1))
    others = [item for item in items if not in_long[item.path]]
    before = max(0, len(items) // 2 - len(first))
    items[:] = [*first, *others[:before], *third, *others[before:]]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> WorkStealingScheduling:
    """Who has nothing left to do takes over what others have not begun: the slow shelves lie next to each other."""
    return WorkStealingScheduling(config, log)


def pytest_collection_finish() -> None:
    """What was imported stays: the garbage collector need not walk through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)
    gc.enable()


@pytest.fixture
def real_pictures() -> Iterator[None]:
    """In this test, rooms of a game have their pictures drawn."""
    with drawn_in_full():
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL, one for all workers; skipped with a reason where there is none."""
    from support import postgresql  # noqa: PLC0415  # Windows has not all that it needs

    base = tmp_path_factory.getbasetemp()
    try:
        with postgresql.server(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as address:
            yield address
    except postgresql.NoServer as reason:
        pytest.skip(str(reason))
