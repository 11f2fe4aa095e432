"""Deserted tables: no person has answered there for two rounds, so they sleep until somebody comes, or are ended.

A table falls asleep with the deadline that nobody kept, in the same transaction (`Keeper.commit`). From then on it
stands still like a paused one, and nothing is sent but the one question whether anybody is there.
"""

from __future__ import annotations

import asyncio

import structlog

from bot.matches.deadlines import Deadline, Deadlines
from bot.matches.ending import end_match
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.hosting import Hosting
from bot.matches.keeper import Keeper
from bot.store import matches
from bot.store.errors import StoreError

log = structlog.get_logger(__name__)

GRACE_MS = 60 * 60 * 1000
"""After a start a table sleeps for at least so long: nobody could say that they are there while the bot was not."""
RETRY_MS = 60_000
"""Pause before it is tried again to end a table."""


class DesertedTables:
    """Wakes deserted tables, and ends those to which nobody comes."""

    def __init__(self, keeper: Keeper, hosting: Hosting) -> None:
        self._keeper = keeper
        self._hosting = hosting
        self._ends = Deadlines(keeper.now_ms, self._time_is_up)

    async def start_up(self) -> None:
        """Wait for the end of every table that sleeps."""
        async with self._keeper.store.reading() as connection:
            asleep = await matches.deserted(connection, self._keeper.store.slot)
        least_ms = self._keeper.now_ms() + GRACE_MS
        self._ends.load(_end_of(match_id, max(until_ms, least_ms)) for match_id, until_ms in asleep)

    def watch(self, happening: Happening) -> None:
        """Told by the match service."""
        if happening.kind == "deserted":
            self._ends.replace(happening.match, [_end_of(happening.match, happening.amount)])
        elif happening.kind in ("resumed", "ended"):
            self._ends.replace(happening.match, [])

    def look(self) -> None:
        """The time was moved: see whether the time of a table is up."""
        self._ends.look()

    def close(self) -> None:
        self._ends.close()

    async def note_asked(self, match_id: int) -> None:
        """Everybody at this table has been asked whether anybody is there: that is not said again."""
        async with self._keeper.alone(match_id) as awake:
            if awake.row.deserted_until_ms is not None and not awake.row.deserted_asked:
                await self._keeper.store.write(lambda connection: matches.note_asked(connection, match_id))
                awake.note_asked()

    async def wake(self, match_id: int, user_id: int) -> None:
        """Somebody of this table is there: it goes on with the time that was left. Nothing happens when it does not
        sleep. Raises Refused for anybody without a part in it, and when it is over."""
        async with self._keeper.alone(match_id) as awake:
            awake.check_not_over()
            row = awake.row
            if awake.seat_of(user_id) is None and user_id not in (row.host_id, row.moderator_id):
                raise Refused("not_seated")
            if row.deserted_until_ms is not None:
                await self._hosting.go_on(awake, user_id)

    async def _time_is_up(self, end: Deadline) -> None:
        """Nobody has come. As long as nobody could, the table sleeps on."""
        if self._keeper.time.stands:
            self._try_later(end)
            return
        try:
            async with self._keeper.alone(end.match) as awake:
                if (awake.row.deserted_until_ms or end.due_ms + 1) <= end.due_ms:
                    await end_match(self._keeper, awake, 0, "silence")
        except StoreError as problem:
            log.error("deserted_table_not_ended", match=end.match, problem=str(problem))
            self._try_later(end)
        except Refused as refusal:
            log.warning("deserted_table_refused", match=end.match, code=refusal.code)
        except Exception:
            log.exception("deserted_table_failed", match=end.match)

    def _try_later(self, end: Deadline) -> None:
        asyncio.get_running_loop().call_later(RETRY_MS / 1000, self._ends.ring_again, end, end.due_ms)


def _end_of(match_id: int, until_ms: int) -> Deadline:
    return Deadline(until_ms, match_id, 0, 0)
