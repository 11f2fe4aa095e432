"""A database as an early version left it, with games that were being played."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

LEFT_BY = "872c967"
"""The commit whose bot wrote it: one game of each kind in the middle of a round, and a second village, paused. Each has
been played for forty answers by people and computer players of chance. It is never written anew."""


@pytest.fixture
def left(tmp_path: Path) -> Path:
    path = tmp_path / "mirror.db"
    path.write_bytes(gzip.decompress((Path(__file__).parent / f"{LEFT_BY}.db.gz").read_bytes()))
    path.chmod(0o600)
    return path
