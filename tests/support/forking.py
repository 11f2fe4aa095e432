"""Processes of their own that need not import everything anew: all are forked from one that has imported it already.

None of them knows anything of another, and each can be killed by itself.
"""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache, partial
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from multiprocessing.forkserver import ensure_running
from pathlib import Path
from typing import Final
from unittest.mock import patch

from bot.client import COGS
from bot.games import GAMES
from support.waiting import PATIENCE_S

ROOT: Final = Path(__file__).resolve().parents[2]
IMPORTED: Final = (
    "bot.cli", "bot.app", "bot.doctor", "pretended.launcher", "bot.ui.pictures.gallery",
    *(f"cogs.{name}.cog" for name in GAMES), *COGS, "support.forked",
)  # fmt: skip
"""What the process from which the others are forked has imported."""


@cache
def forking() -> ForkServerContext:
    """What processes are forked with; the one they are forked from starts now."""
    context = get_context("forkserver")
    context.set_forkserver_preload(list(IMPORTED))
    places = (ROOT, ROOT / "tests", ROOT / "tests" / "wire")
    with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(map(str, places))):
        ensure_running()
    return context


def command_line(
    *arguments: str, cwd: Path | None = None, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """`python -m bot` with these arguments, in a folder and with an environment of its own, until it has ended."""
    return _ended(_run_bot, arguments, cwd, environment)


def python(code: str, *arguments: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """`python -c` with this code and these arguments, and with an environment of its own, until it has ended."""
    return _ended(partial(_run_code, code), arguments, None, environment)


def _ended(
    work: Callable[[], None], arguments: tuple[str, ...], cwd: Path | None, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """What became of a process that did this work."""
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        process = forking().Process(target=_run, args=(work, arguments, cwd, dict(environment), out, err))
        process.start()
        process.join(PATIENCE_S)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(list(arguments), PATIENCE_S)
        return subprocess.CompletedProcess(arguments, process.exitcode, out.read_text(), err.read_text())


def _run(
    work: Callable[[], None], arguments: tuple[str, ...], cwd: Path | None, environment: Mapping[str, str], out: Path,
    err: Path,
) -> None:  # fmt: skip
    """In the forked process."""
    for number, path in ((1, out), (2, err)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    os.chdir(cwd or ROOT)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["magic-mirror", *arguments]
    work()


def _run_bot() -> None:
    runpy.run_module("bot", run_name="__main__", alter_sys=False)


def _run_code(code: str) -> None:
    try:
        exec(code, {"__name__": "__main__"})
    except Exception:
        sys.excepthook(*sys.exc_info())  # as Python itself tells it, not as `multiprocessing` does
        sys.exit(1)
