"""Who dies here has written to a real disk; at the full size also to a database on a server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.once import on_disk
from support.sizes import size

PLACES = ["file", *([pytest.param("server", marks=pytest.mark.full_size)] if size(0, full=1) else [])]


@pytest.fixture(autouse=True)
def _on_disk() -> Iterator[None]:
    with on_disk():
        yield


@pytest.fixture(params=PLACES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """Where a database may be made."""
    if request.param == "file":
        yield tmp_path / "mirror.db"
        return
    from support import postgresql  # noqa: PLC0415  # Windows has not all that it needs

    with postgresql.database(request.getfixturevalue("server"), f"killed_{os.getpid()}") as made:
        yield made
