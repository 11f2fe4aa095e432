"""The scripts that keep this repository's pictures run as they stand: what they take from the bot and from each other
is still there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent / ".ci"


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.py")), ids=lambda path: path.stem)
def test_a_script_finds_all_that_it_imports(path: Path) -> None:
    pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    loading = subprocess.run(
        [sys.executable, "-c", f"import {path.stem}"],
        cwd=SCRIPTS.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(SCRIPTS), str(SCRIPTS.parent)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert loading.returncode == 0, loading.stderr
