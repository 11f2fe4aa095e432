"""Nothing of this shelf is shared with others but the sizes; what the runs leave behind is shown when one fails."""

from __future__ import annotations

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
