"""What a start costs when many matches are being played: until every clock runs again and it is known what to send.

    python tests/benchmarks/start_up.py [--matches 10000] [--finished 100000] [--against FOLDER]

One table of 9 is dealt and its first night has fallen; its rows are copied for all the others, so the file is what a
bot leaves behind, with the seats and the ledger of games that are over. Timed are `MatchService.start_up` (the outage
credited, all deadlines armed) and the stage's queries (what is unsent, what was left lying, where matches are played,
where computer players sit), on a freshly opened store. Then the first matches are woken one by one: that is all a
restart costs a match, when it is touched. All times are CPU time of the whole process, in milliseconds.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import pairs

from bot import app
from bot.engine.questions import MIRROR
from bot.games import GAMES
from bot.matches.archive import Archive
from bot.matches.ledger import Ledger
from bot.matches.service import MatchService
from bot.matches.timekeeper import Timekeeper
from bot.store.database import Store
from bot.store.seating import NewSeat

SEATS = 9
NOW = 1_700_000_000_000
AWAY_MS = 60_000
LONG_AGO_MS = 3_600_000
COPIED = ("seat", "snapshot", "journal", "announcement", "deadline", "delivery")
OF_FINISHED = ("seat", "delivery")
SENT = 3
"""Messages to each seat of each match."""
UNSENT_EVERY = 100
"""One in so many matches had something to deliver when the bot stopped."""
TURNS = 7
WOKEN = 100


async def deal(store: Store) -> None:
    service = MatchService(store, Timekeeper(lambda: NOW))
    village = GAMES["village"]
    options = village.role_sets[0].options.model_copy(update={"introductions": False})
    people = [NewSeat(seat, f"p{seat}", 100 + seat) for seat in range(1, SEATS + 1)]
    match_id = await service.create(
        village, options, people, guild_id=1, channel_id=1, host_id=1, role_set="classic", seed="start up"
    )
    awake = await service.awake(match_id)
    delivered = next(question for question in awake.match.open if question.key == "roles.delivered")
    await service.answer(match_id, MIRROR, awake.match.checkpoint, delivered.number, "delivered")
    await service.beat()
    service.close()


def copy_rows(path: Path, matches: int, finished: int) -> None:
    """Give every other match the rows of the first, under its own number and in its own channel; those that come last
    were over long ago."""
    with sqlite3.connect(path) as connection:

        def columns(table: str, key: str) -> list[str]:
            names = [row[1] for row in connection.execute(f"PRAGMA table_info('{table}')")]
            return [name for name in names if name != key]

        numbers = "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
        mine = columns("match", "id")
        changed = {"channel_id": "n.i", "unsent": f"n.i % {UNSENT_EVERY} = 0"}
        values = ", ".join(changed.get(name, name) for name in mine)
        connection.execute(
            f"{numbers} INSERT INTO match (id, {', '.join(mine)}) SELECT n.i, {values} FROM match, n WHERE id = 1",
            (matches + finished,),
        )
        connection.execute("UPDATE match SET status = 'over', unsent = 0, ended_ms = 1 WHERE id > ?", (matches,))
        connection.executemany(
            "INSERT INTO delivery VALUES (1, ?, ?, 1, 0, 1, 5, ?, 'sent', ?)",
            [(seat, serial, serial, NOW - LONG_AGO_MS) for seat in range(SEATS + 1) for serial in range(1, SENT + 1)],
        )
        for table in COPIED:
            count = matches + finished if table in OF_FINISHED else matches
            names = columns(table, "match")
            values = ", ".join("due_ms + n.i" if (table, name) == ("deadline", "due_ms") else name for name in names)
            connection.execute(
                f"{numbers} INSERT INTO {table} (match, {', '.join(names)}) "
                f"SELECT n.i, {values} FROM {table}, n WHERE {table}.match = 1",
                (count,),
            )
        connection.execute("UPDATE match SET unsent = 0 WHERE id = 1")


async def one_start(path: Path, now: int, times: dict[str, list[float]]) -> None:
    """One start of the bot over this file; notes how long each part of it took, in milliseconds."""

    async def timed(name: str, work: Awaitable[Any]) -> Any:
        start = process_time()
        result = await work
        times.setdefault(name, []).append(1000 * (process_time() - start))
        return result

    store = await timed("open", Store.open(path))
    service, archive, ledger = MatchService(store, Timekeeper(lambda: now)), Archive(store), Ledger(store, lambda: now)
    await timed("clocks", service.start_up())
    await timed("unsent", ledger.unsent())
    await timed("left lying", ledger.left_lying())
    await timed("places", archive.live_places())
    await timed("computer players", archive.with_computers())
    for number in range(1, WOKEN + 1):
        await timed("wake", service.awake(number))
    service.close()
    await store.close()


async def starts(matches: int, finished: int) -> pairs.Figures:
    """The median of several starts, in CPU milliseconds."""
    getattr(app, "set_aside", lambda: None)()  # as `run` does
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mirror.db"
        store = await Store.open(path)
        await deal(store)
        await store.close()
        copy_rows(path, matches, finished)
        times: dict[str, list[float]] = {}
        for turn in range(1, TURNS + 1):
            await one_start(path, NOW + turn * AWAY_MS, times)
    typical = {name: median(each) for name, each in times.items()}
    wake, opening = typical.pop("wake"), typical.pop("open")
    return {**typical, "all in all": sum(typical.values()), "opening the store": opening, "waking a match": wake}


def main() -> None:
    parser = pairs.parser(__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--finished", type=int, default=100_000)
    asked = parser.parse_args()
    pairs.run(asked, lambda: asyncio.run(starts(asked.matches, asked.finished)))


if __name__ == "__main__":
    main()
