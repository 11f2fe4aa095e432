"""What every shelf shares. Standing here, this file puts `tests/` on the import path: `from playing import …`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from once import made_once


@pytest.fixture(scope="session", autouse=True)
def _made_once() -> Iterator[None]:
    with made_once():
        yield
