"""Other processes on a database: one that has it for itself, and commands."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
HOLDER = """
import asyncio, sys
from bot.store import heartbeat
from bot.store.database import Store

async def main():
    store = await Store.open(sys.argv[1], alone=True)
    await store.write(lambda connection: heartbeat.beat(connection, 5))
    print("held", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await store.close()

asyncio.run(main())
"""


@contextmanager
def holder(path: Path | str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the database for itself, until its input ends or it is killed."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def command(path: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        cwd=path.parent,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "MAGIC_MIRROR_DATABASE": path.name,
            "MAGIC_MIRROR_TOKEN": "none",
            **settings,
        },
    )
