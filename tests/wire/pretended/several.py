"""Processes that play at the same time on one PostgreSQL database, and what can befall one of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from support import postgresql
from support.relay import Relay

from pretended.pair import Pair, lines
from pretended.process import BotProcess
from pretended.server import PretendedDiscord

BEATS_OF: Final = ("heartbeat", "slot_heartbeat")
"""Where the process of each slot says that it is there."""
REPLACED: Final = 75
KILLED: Final = -9


class Several:
    """Two slots. `lines_to` are the lines of each process to the database."""

    def __init__(
        self, discord: PretendedDiscord, folder: Path, seed: int, address: str, lines_to: dict[str, Relay]
    ) -> None:
        self._discord = discord
        self._address = address
        self._lines_to = lines_to
        self.slots = [
            Pair(
                discord,
                folder,
                seed,
                address,
                [lines_to[f"{slot}.{which}"].address for which in ("one", "other")],
                name=f"{slot}",
                arguments=("--processes", str(len(BEATS_OF)), "--slot", str(slot)),
            )
            for slot in range(len(BEATS_OF))
        ]
        self.accidents: list[str] = []

    @property
    def database(self) -> str:
        return self._address

    @property
    def started(self) -> int:
        return sum(one.started for one in self.slots)

    @property
    def is_running(self) -> bool:
        return True

    async def start(self) -> None:
        """Until both play."""
        for one in self.slots:
            one.playing.begin()
        for one in self.slots:
            await self._until_ready(one.playing, 0)

    async def _until_ready(self, process: BotProcess, before: int) -> None:
        await self._discord.witness.until_written(lambda: len(lines(process, "ready")) > before, "it to play")

    async def gone(self) -> None: ...

    async def stop(self) -> int:
        for one in self.slots:
            await one.stop()
        return 0

    # -- what can befall ----------------------------------------------------------------------------------------------

    async def is_killed(self, slot: int) -> None:
        """SIGKILL; whoever watches it starts it again at once."""
        process = self.slots[slot].playing
        before = len(lines(process, "ready"))
        process.kill()
        assert await process.ended() == KILLED
        process.begin()
        await self._until_ready(process, before)

    async def is_left_alone(self, slot: int) -> None:
        """SIGKILL, and nobody starts it again, until the process of the other slot has started one in its place. That
        one goes when the first is there again."""
        process, other = self.slots[slot].playing, self.slots[1 - slot].playing
        before = len(lines(other, "ready"))
        process.kill()
        assert await process.ended() == KILLED
        await self._until_ready(other, before)
        before = len(lines(process, "ready"))
        process.begin()
        await self._until_ready(process, before)

    async def is_stopped(self, slot: int) -> None:
        """SIGTERM, while another one stands by."""
        pair = self.slots[slot]
        await pair.another_stands_by()
        old = pair.playing
        old.tell_to_stop()
        await pair.taken_over()
        assert await old.ended() == 0

    async def is_frozen(self, slot: int) -> None:
        """SIGSTOP, until another one plays."""
        await self._is_replaced(slot, lambda old: old.freeze(), lambda old: old.thaw())

    async def is_cut_off(self, slot: int) -> None:
        """Its line to the database is dead without a word, until another one plays."""
        await self._is_replaced(
            slot, lambda old: self._lines_to[old.name].cut(), lambda old: self._lines_to[old.name].mend()
        )

    async def _is_replaced(
        self, slot: int, befall: Callable[[BotProcess], None], end: Callable[[BotProcess], None]
    ) -> None:
        pair = self.slots[slot]
        old = pair.playing
        before = len(lines(pair.waiting, "ready"))
        befall(old)
        pair.waiting.begin()
        await self._until_ready(pair.waiting, before)
        pair.playing, pair.waiting = pair.waiting, old
        end(old)
        assert await old.ended() == REPLACED

    async def is_paused(self, slot: int) -> None:
        """SIGSTOP for a moment that nobody else notices."""
        process = self.slots[slot].playing
        process.freeze()
        await asyncio.sleep(SHORT_S)
        process.thaw()

    async def is_frozen_for_a_minute(self, slot: int) -> None:
        """SIGSTOP, and nobody starts another one, so that the process of the other slot does. When the minute is over
        it finds that it was replaced; it is started again, and the one that stood in goes."""
        process, other = self.slots[slot].playing, self.slots[1 - slot].playing
        before, frozen_s = len(lines(other, "ready")), time.monotonic()
        process.freeze()
        await self._until_ready(other, before)
        await asyncio.sleep(max(0.0, frozen_s + MINUTE_S - time.monotonic()))
        process.thaw()
        assert await process.ended() == REPLACED
        await self._plays(slot)

    async def is_hung_up_on(self, slot: int) -> None:
        """The database hangs up on everybody."""
        await asyncio.to_thread(postgresql.hang_up, self._address)

    async def loses_the_database(self, slot: int) -> None:
        """It is started again without a word to anybody, and both lose it."""
        await asyncio.to_thread(postgresql.start_again, self._address.rpartition("/")[0])

    async def befall(self, what: str, slot: int) -> None:
        for one in range(len(self.slots)):
            await self._plays(one)
        self.accidents.append(f"{what} {slot}")
        self._discord.witness.note(f"       slot {slot} {what}")
        await getattr(self, what)(slot)

    async def _plays(self, slot: int) -> None:
        """Whoever has ended, because another one has taken over, is started again, as by those who watch it."""
        process = self.slots[slot].playing
        if not process.is_running:
            before = len(lines(process, "ready"))
            process.begin()
            await self._until_ready(process, before)


SHORT_S: Final = 1.0
MINUTE_S: Final = 60.0
KINDS: Final = (
    "is_killed",
    "is_left_alone",
    "is_stopped",
    "is_frozen",
    "is_cut_off",
    "is_paused",
    "is_hung_up_on",
    "is_frozen_for_a_minute",
    "loses_the_database",
)


@asynccontextmanager
async def several(discord: PretendedDiscord, folder: Path, seed: int, address: str) -> AsyncIterator[Several]:
    """The processes, not started yet, each with a line of its own to the database."""
    async with AsyncExitStack() as open_lines:
        names = [f"{slot}.{which}" for slot in range(len(BEATS_OF)) for which in ("one", "other")]
        lines_to = {name: await open_lines.enter_async_context(Relay(address)) for name in names}
        yield Several(discord, folder, seed, address, lines_to)
