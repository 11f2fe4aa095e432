"""Whether the bot and Discord hear each other. While they do not, nobody can be asked or answer, and no time counts.

Three things tell: the gateway, over which presses come, is connected or not; it says something, or is a line that broke
without a word; and requests, by which everything is shown, are answered or fail. Discord's answers also say what time
it is. Of direct messages alone `bot.ui.direct_line` knows.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp
import discord
import structlog
from discord.ext import commands
from discord.http import Route

from bot.matches.timekeeper import Timekeeper
from bot.ui.unbroken import within

log = structlog.get_logger(__name__)

REQUESTS = "requests"
"""The hindrance when Discord answers no request."""
FAILURES_BEFORE_ASKING = 3
FAILING_BEFORE_ASKING_MS = 5_000
"""So many requests in a row have to fail, and for so long, before Discord is asked whether it is there at all."""
IDLE_MS = 30_000
"""Discord is also asked before a clock runs out, when nothing has been sent for so long."""
GENEROUS_MS = 60_000
"""When Discord turns out not to answer, nothing counts since its last answer, but at most for so long."""
UNANSWERED_MOST = 3
"""So many questions to Discord may wait for an answer: when it comes in the end, all of them are sent at once."""
ASKING_TAKES_S = 10.0
"""An answer that takes longer is none."""
NOTED_ASTRAY_MS = 5_000
"""A machine whose time is off by less is not complained of."""
SILENT_HEARTBEATS = 2
"""A gateway that has said nothing for so many of its heartbeats, each of which it has to answer, is not there."""


class Listening:
    """Tells the timekeeper when nobody can be heard. Hand its `trace` to the client, then the client to `attach`."""

    def __init__(self, time: Timekeeper, time_was_moved: Callable[[int], None]) -> None:
        self._time = time
        self._time_was_moved = time_was_moved
        self._client: commands.AutoShardedBot | None = None
        self._answered: int | None = None
        """When Discord last answered a request."""
        self._failing_since: int | None = None
        self._failures = 0
        self._asking: asyncio.Task[None] | None = None
        self._unanswered = 0
        self._astray_ms = 0
        """By how much the machine's own time was ahead when that was last said."""
        self.heard: Callable[[int | None, float], None] = _nobody_counts
        """Told of each request to Discord the status it was answered with (None: not at all) and the seconds it took.
        """
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._begun)
        self.trace.on_request_end.append(self._ended)
        self.trace.on_request_exception.append(self._failed)

    def attach(self, client: commands.AutoShardedBot) -> None:
        """Hear of the gateway's connections from this client, and ask by it."""
        self._client = client
        client.add_listener(self.on_shard_disconnect)
        client.add_listener(self.on_shard_ready)
        client.add_listener(self.on_shard_resumed)

    def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()

    def look(self) -> None:
        """Look at what tells nobody by itself; called every few seconds."""
        self._look_for_silence()
        self._look_at_the_wall()
        if self._time.is_hindered_by(REQUESTS):
            self._ask()

    async def in_touch(self) -> bool:
        """Whether people can be asked and can answer now. Asked before a clock runs out."""
        self._look_for_silence()
        if self._answered is not None and self._time.steady_ms() - self._answered >= IDLE_MS:
            self._ask()
            if self._asking is not None:
                await asyncio.wait({self._asking})
        return not self._time.stands

    # -- the gateway ------------------------------------------------------------------------------------------------

    async def on_shard_disconnect(self, shard: int) -> None:
        self._time.stand(("shard", shard))

    async def on_shard_ready(self, shard: int) -> None:
        self._heard(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        self._heard(shard)

    def _heard(self, shard: int) -> None:
        self._time.go_on(("shard", shard))
        self._time.go_on(("silence", shard))

    def _look_for_silence(self) -> None:
        """A line that broke without a word is noticed by discord.py after a minute or two; until then nobody can press
        anything. Only its own keeper of heartbeats knows when something came last."""
        for number, shard in (self._client.shards if self._client is not None else {}).items():
            keeper = getattr(shard._parent.ws, "_keep_alive", None)
            if keeper is None or keeper.interval is None:
                continue
            silent_s = time.perf_counter() - keeper._last_recv
            if silent_s > SILENT_HEARTBEATS * keeper.interval:
                self._time.stand(("silence", number), self._time.steady_ms() - int(silent_s * 1000))
            else:
                self._time.go_on(("silence", number))

    def _look_at_the_wall(self) -> None:
        """Say once that the machine's own time is wrong, or has been set. Nothing here goes by it any more."""
        astray_ms = self._time.astray_ms()
        if abs(astray_ms - self._astray_ms) > NOTED_ASTRAY_MS:
            self._astray_ms = astray_ms
            log.warning("machine_time_is_wrong" if abs(astray_ms) > NOTED_ASTRAY_MS else "machine_time_is_right",
                        ahead_s=round(astray_ms / 1000))  # fmt: skip

    # -- requests ---------------------------------------------------------------------------------------------------

    async def _begun(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, _about: aiohttp.TraceRequestStartParams
    ) -> None:
        context.begun = self._time.steady_ms()

    async def _ended(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, about: aiohttp.TraceRequestEndParams
    ) -> None:
        if not str(about.url).startswith(Route.BASE):
            return  # a picture, or the gateway's own beginning
        self.heard(about.response.status, self._since_s(context.begun))
        if about.response.status >= 500:
            self._note_failure(context.begun)
            return
        self._answered = self._time.steady_ms()
        self._failing_since, self._failures = None, 0
        self._time.go_on(REQUESTS)
        self._compare(about.response.headers.get("Date"), context.begun)

    async def _failed(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, about: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if str(about.url).startswith(Route.BASE) and not isinstance(about.exception, asyncio.CancelledError):
            self.heard(None, self._since_s(context.begun))
            self._note_failure(context.begun)

    def _since_s(self, begun: int) -> float:
        return (self._time.steady_ms() - begun) / 1000

    def _note_failure(self, begun: int) -> None:
        """Some requests fail on a good day, too. When they all do, Discord is asked."""
        self._failures += 1
        if self._failing_since is None:
            self._failing_since = begun
        failing_ms = self._time.steady_ms() - self._failing_since
        if self._failures >= FAILURES_BEFORE_ASKING and failing_ms >= FAILING_BEFORE_ASKING_MS:
            self._ask()

    def _ask(self) -> None:
        """Ask Discord whether it is there; once at a time."""
        if self._client is not None and (self._asking is None or self._asking.done()):
            self._asking = asyncio.create_task(self._ask_now(self._client))

    async def _ask_now(self, client: discord.AutoShardedClient) -> None:
        """A request that needs no place and no permission. If it fails as well, nobody can be asked anything."""
        asked = self._time.steady_ms()
        try:
            await within(ASKING_TAKES_S, self._asked(client))
        except (discord.DiscordServerError, aiohttp.ClientError, OSError, TimeoutError) as problem:
            log.warning("discord_does_not_answer", problem=repr(problem))
            since = self._failing_since if self._failing_since is not None else asked
            self._time.stand(REQUESTS, max(self._answered or since, since - GENEROUS_MS))
        except discord.DiscordException as problem:
            log.info("discord_asked", problem=str(problem))  # an answer, though not the one that was wanted

    async def _asked(self, client: discord.AutoShardedClient) -> None:
        """The answer, however late it comes. Raises TimeoutError where too many are waited for already."""
        if self._unanswered >= UNANSWERED_MOST:
            raise TimeoutError
        self._unanswered += 1
        try:
            await client.application_info()
        finally:
            self._unanswered -= 1

    def _compare(self, date: str | None, begun: int) -> None:
        """Put the time right by Discord's."""
        said_ms = date_ms(date)
        moved_ms = 0 if said_ms is None else self._time.compare(said_ms, begun, self._time.steady_ms())
        if moved_ms:
            log.warning("time_put_right", seconds=round(moved_ms / 1000))
            self._time_was_moved(moved_ms)


def _nobody_counts(_status: int | None, _seconds: float) -> None:
    """Nobody wants to know how requests are answered."""


def date_ms(date: str | None) -> int | None:
    """The header `Date` of an answer, in epoch milliseconds; None without a sound one."""
    try:
        return int(parsedate_to_datetime(date or "").timestamp() * 1000)
    except ValueError:
        return None
