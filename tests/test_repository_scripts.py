"""The scripts that keep this repository's pictures run as they stand: what they take from the bot and from each other
is still there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent / ".ci"
OF_ART = ("pymupdf", "resvg_py", "fontTools")
"""What the extra `art` brings, which only the script that makes the art needs."""


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.py")), ids=lambda path: path.stem)
def test_a_script_finds_all_that_it_imports(path: Path) -> None:
    for needed in OF_ART if path.stem == "vendor_art" else ("playwright.async_api",):
        pytest.importorskip(needed, reason=f"{needed} is not installed")
    loading = subprocess.run(
        [sys.executable, "-c", f"import {path.stem}"],
        cwd=SCRIPTS.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(SCRIPTS), str(SCRIPTS.parent)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert loading.returncode == 0, loading.stderr
