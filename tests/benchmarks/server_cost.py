"""What a click costs on PostgreSQL: in the bot, in the server and on its disk.

    python -m tests.benchmarks.server_cost [--address postgresql://…/…] [--seconds 20] [--rate 50] [--matches 120]

The clicks are those of `click_latency`. Without an address a server is started that is gone afterwards, where its
programs are installed. Statements are those that the bot sends; what the server writes is the growth of its journal
(WAL), first in the minutes after a checkpoint, when whole pages are written: on a long evening it is less.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import asyncpg
from sqlalchemy import event
from sqlalchemy.engine import Engine

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from support.postgresql import database, server  # noqa: E402

from tests.benchmarks.click_latency import measure  # noqa: E402
from tests.benchmarks.thirty_tables import cpu_of  # noqa: E402

COUNTS = """
    SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn, pg_database_size(current_database()),
        (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()),
        pg_backend_pid()
"""


@dataclass(frozen=True)
class Moment:
    """What the server has done so far. `wal`, `size`: bytes of its journal and of the database; `cpu_s`: seconds of all
    its processes; `statements`: those that the bot has sent; `connections`: those that the bot has open."""

    wal: int
    size: int
    cpu_s: float
    statements: int
    connections: int


class Server:
    """Looks at a server from a connection of its own."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._statements = 0
        event.listen(Engine, "before_cursor_execute", self._count)

    @classmethod
    async def at(cls, address: str) -> Self:
        return cls(await asyncpg.connect(address))

    async def moment(self) -> Moment:
        wal, size, connections, mine = await self._connection.fetchrow(COUNTS)
        return Moment(int(wal), size, cpu_of(parent_of(mine)), self._statements, connections)

    async def close(self) -> None:
        event.remove(Engine, "before_cursor_execute", self._count)
        await self._connection.close()

    def _count(self, *_: Any) -> None:
        self._statements += 1


def parent_of(process: int) -> int:
    """The server itself, which has started the process of each connection."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def kilobytes(written: int, clicks: int) -> str:
    return f"{written / clicks / 1024:.2f} KB"


async def main(address: str, seconds: float, rate: float, matches: int) -> None:
    watched = await Server.at(address)
    moments: list[Moment] = []

    async def look() -> None:
        moments.append(await watched.moment())

    clicks = await measure(address, seconds, rate, matches, look)
    before, after = moments
    print(
        f"  on the server, a click: {(after.statements - before.statements) / clicks:.2f} statements, "
        f"{1000 * (after.cpu_s - before.cpu_s) / clicks:.2f} ms of CPU, {kilobytes(after.wal - before.wal, clicks)} of "
        f"its journal, {kilobytes(after.size - before.size, clicks)} that stay; {after.connections} connections"
    )
    await watched.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--matches", type=int, default=120)
    arguments = parser.parse_args()
    with ExitStack() as stack:
        place = arguments.address
        if place is None:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            place = stack.enter_context(database(stack.enter_context(server(folder)), "clicks"))
        asyncio.run(main(place, arguments.seconds, arguments.rate, arguments.matches))
