"""The two commands of the README do what it says. What else it and the guides name: `test_readme_guides.py`."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from contextlib import suppress
from importlib.metadata import metadata
from pathlib import Path

from support.waiting import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DEVELOPERS = (ROOT / "docs" / "developers.md").read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)


def test_ci_runs_the_command_of_the_readme() -> None:
    commands = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert len(commands) == 2
    assert commands[1] in CI


def test_ci_runs_the_full_size_as_the_developers_guide_says() -> None:
    everything_else, sockets = re.findall(r"`(\S+ -m pytest [^`]*-m full_size[^`]*)`", DEVELOPERS)
    assert everything_else in CI.splitlines()
    assert sockets not in CI
    left_out, folder = everything_else.split("--ignore=")[1], sockets.split()[-1]
    assert left_out == folder == str((ROOT / "tests" / "wire").relative_to(ROOT))


def unpacked(extra: str, folder: Path) -> None:
    """Put a stand-in for `python3 -m venv` and `pip install` into a folder: they lead to this very environment.

    The installation itself is done by `.ci/run`, with the same words. An extra that does not exist would be refused.
    """
    assert extra in metadata("magic-mirror").get_all("Provides-Extra", [])
    made = folder / ".venv" / "bin"
    made.mkdir(parents=True)
    python = shlex.quote(sys.executable)
    commands = {
        folder / "python3": '[ "$*" = "-m venv .venv" ]',
        made / "pip": f"[ \"$*\" = 'install -q -c constraints.txt -e .[{extra}]' ]",
        made / "python": f'exec {python} "$@"',
        made / "magic-mirror": f'exec {python} -c "from bot.cli import main; main()" "$@"',
    }
    for path, command in commands.items():
        path.write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")
        path.chmod(0o755)


def typed(block: str, folder: Path, **environment: str) -> subprocess.Popen[str]:
    """Type a block of the README into a shell."""
    return subprocess.Popen(
        ["sh", "-c", block],
        cwd=folder,
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), **environment},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def test_the_block_that_lets_one_play_offers_the_games(tmp_path: Path) -> None:
    unpacked("try", tmp_path)
    with typed(BLOCKS[0], tmp_path, BROWSER="true") as shell:
        try:
            assert shell.stdout is not None
            said = [shell.stdout.readline(), shell.stdout.readline()]
            with urllib.request.urlopen(said[1].split()[2] + "start", timeout=PATIENCE_S) as answer:
                assert json.load(answer)["games"]
            os.killpg(shell.pid, signal.SIGTERM)
            out, err = shell.communicate(timeout=PATIENCE_S)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(shell.pid, signal.SIGKILL)
    assert "run the same command to go on" in out
    assert "Traceback" not in err


def test_the_block_that_runs_the_tests_finds_them_all(tmp_path: Path) -> None:
    """Within a test they are not run once more."""
    unpacked("test", tmp_path)
    config = (
        f"--collect-only -p no:cacheprovider -c {ROOT / 'pyproject.toml'} --rootdir {ROOT} {ROOT / 'tests' / 'engine'}"
    )
    with typed(BLOCKS[1], tmp_path, PYTEST_ADDOPTS=config) as shell:
        out, err = shell.communicate(timeout=PATIENCE_S)
    assert shell.returncode == 0, out + err
    assert "test_engine_rulebook.py" in out


def test_there_is_no_other_block_of_commands() -> None:
    assert len(BLOCKS) == 2
