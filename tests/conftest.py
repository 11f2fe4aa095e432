"""What every shelf shares. Standing here, this file puts `tests/` on the import path: `from playing import …`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sizes
from once import made_once


def pytest_configure(config: pytest.Config) -> None:
    sizes.choose(config.option.markexpr)


@pytest.fixture(scope="session", autouse=True)
def _made_once() -> Iterator[None]:
    with made_once():
        yield
