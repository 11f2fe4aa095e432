"""Nothing of this shelf is shared with others but the sizes; what the runs leave behind is shown when one fails."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

TAIL = 60
"""Lines of a trace that are shown."""


@pytest.fixture(autouse=True)
def _trace_of_a_failure(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """The last requests and the bot's last words of a run, on standard output: pytest prints it for a failed test."""
    yield
    for name in ("trace.txt", "bot.log"):
        path = tmp_path / name
        if path.exists():
            print(f"--- {name}", *path.read_text(errors="replace").splitlines()[-TAIL:], sep="\n")


@pytest.fixture
def server_of_its_own(tmp_path: Path) -> Iterator[str]:
    """The address of a PostgreSQL that can be started again; skipped with a reason where there is none."""
    from support import postgresql  # noqa: PLC0415  # Windows has not all that it needs

    if "DATABASE_URL" in os.environ:
        pytest.skip("the server of DATABASE_URL is not ours to start again")
    try:
        with postgresql.server(tmp_path) as address:
            yield address
    except postgresql.NoServer as reason:
        pytest.skip(str(reason))
