"""Who dies here has written to a real disk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.once import on_disk


@pytest.fixture(autouse=True)
def _on_disk() -> Iterator[None]:
    with on_disk():
        yield
