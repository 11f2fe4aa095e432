"""The assertions of tests are rewritten once, by all workers together.

In a fresh clone each worker of pytest-xdist would rewrite every file for itself, all at the same moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import (
    PYC_TAIL,
    _read_pyc,
    _rewrite_test,
    _write_pyc,
    assertstate_key,
    get_cache_dir,
    try_makedirs,
)


def rewrite_my_share(config: pytest.Config) -> None:
    """This worker's share of the files that are about to be collected: what others rewrite meanwhile, it will read."""
    worker = getattr(config, "workerinput", None)
    if worker is None:
        return
    number = int(worker["workerid"].removeprefix("gw"))
    for path in list(_asked_for(config))[number :: worker["workercount"]]:
        _rewrite(path, config)


def _asked_for(config: pytest.Config) -> Iterator[Path]:
    """What is there of it; of a file that is not, pytest itself tells."""
    for place in config.args:
        path = config.invocation_params.dir / place.partition("::")[0]
        yield from sorted(path.rglob("test_*.py")) if path.is_dir() else filter(Path.is_file, [path])


def _rewrite(path: Path, config: pytest.Config) -> None:
    """As pytest does it when it imports the file, which it will not do before it has come to it."""
    kept = get_cache_dir(path) / f"{path.stem}{PYC_TAIL}"
    if _read_pyc(path, kept) is None and try_makedirs(kept.parent):
        stamp, code = _rewrite_test(path, config)
        _write_pyc(config.stash[assertstate_key], code, stamp, kept)
