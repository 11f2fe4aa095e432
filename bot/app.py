"""`magic-mirror run`: the bot on Discord, supervised, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

import discord
import structlog

from bot import several, standing_in
from bot.client import Mirror
from bot.config import ENV_FILE, Settings, listening_address
from bot.matches.forgetting_again import forget_at_start
from bot.operating import backup_schedule, measured_store
from bot.session_starts import TooManyStarts, why_not
from bot.store import connecting, forgotten_files, private_files
from bot.store.database import Store
from bot.store.errors import DatabaseNewer, DividedOtherwise, LeaseLost, StoreError
from bot.store.neighbours import Neighbours
from bot.store.slots import WHOLE, Slot

if TYPE_CHECKING:
    from bot.operating.instruments import Instruments

log = structlog.get_logger(__name__)

FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 300.0
REPLACED = 75
"""The exit code when another process has taken the database over: an operator may start this one again, to stand by."""


class CannotRun(Exception):
    """Why the bot cannot be started, in a sentence for the one who starts it."""


def set_up_logs(settings: Settings) -> None:
    """Logs to standard error: coloured text, or JSON lines. Secrets never get near them.

    Warnings of libraries come among them; as JSON, too, where the rest is.
    """
    level = logging.getLevelNamesMapping()[settings.log_level]
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if settings.log_json
        # Plain tracebacks: a pretty one prints local variables, and those are hands and roles.
        else structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    )
    every_line: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        *((structlog.processors.format_exc_info,) if settings.log_json else ()),
    ]
    structlog.configure(
        processors=[*every_line, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        # A line and its end at once: libraries write there too, and from other threads.
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )
    others = logging.StreamHandler(sys.stderr)
    if settings.log_json:
        others.setFormatter(
            structlog.stdlib.ProcessorFormatter(
                foreign_pre_chain=[*every_line, structlog.stdlib.add_logger_name],
                processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
            )
        )
    logging.basicConfig(
        level=max(level, logging.WARNING), format="%(levelname)s %(name)s %(message)s", handlers=[others]
    )


async def serve(settings: Settings, slot: Slot = WHOLE, *, supervised: bool = False, stands_in: bool = False) -> None:
    """Run until SIGTERM or SIGINT. Raises CannotRun or StoreError when that makes no sense, or not any more.

    supervised  whether a process that has started this one ends with its standard input (`bot.several`)
    stands_in   whether it plays only as long as nobody else can (`bot.standing_in`)
    """
    token = settings.token.get_secret_value() if settings.token else ""
    if not token:
        raise CannotRun("There is no token. Write MAGIC_MIRROR_TOKEN=… into the file .env (see .env.example).")
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # a loop on Windows cannot: Ctrl-C ends it there
            loop.add_signal_handler(name, stop.set)
    if supervised:
        loop.add_reader(sys.stdin, stop.set)
    for sentence in private_files.tighten([ENV_FILE]):
        _note(sentence)
    async with _health(settings) as instruments:
        stands_by = _nobody_asks if instruments is None else instruments.set_stands_by
        store = await _open(settings.database, slot, stop, stands_by)
        if store is None:
            return
        turn = Turn(store, settings, stop, stands_by)
        try:
            if turn.is_ours:
                await _forget_again(store, settings)
            if instruments is not None:
                measured_store.measure_writes(store, instruments.wrote)
            follow = _nobody_follows if instruments is None else instruments.follow
            made = None if instruments is None else instruments.backed_up
            async with (
                _until_replaced(store, stop),
                _backups(settings, made),
                _beside_others(store, settings, stop, stands_in=stands_in),
            ):
                await _supervise(store, token, stop, follow, turn, message_content=settings.message_content)
        finally:
            await store.close()
        if turn.problem is not None:
            raise turn.problem


class Turn:
    """When it is this process's turn to play, where another one plays first."""

    def __init__(
        self, store: Store, settings: Settings, stop: asyncio.Event, stands_by: Callable[[bool], None]
    ) -> None:
        self._store = store
        self._settings = settings
        self._stop = stop
        self._stands_by = stands_by
        self.is_ours = not store.stands_by
        self.problem: StoreError | None = None
        """Why it never can be."""

    async def come(self) -> None:
        """Until it is. Whoever waits here is ready to play at once. Raises a StoreError, with which the bot stops."""
        if self._store.stands_by:
            await self._store.be_ready()
            log.info("stands_ready")
        try:
            await self._store.until_alone()
            self._stands_by(False)
            await _forget_again(self._store, self._settings)
            self.is_ours = True
        except (DatabaseNewer, DividedOtherwise, LeaseLost) as problem:
            self.problem = problem
            self._stop.set()
            raise


async def _forget_again(store: Store, settings: Settings) -> None:
    """Before anything else: whoever wished to be forgotten is so in a backup, too. Raises a StoreError."""
    store.forgotten_files = forgotten_files.places(settings.database, settings.backup_folder)
    if found := await forget_at_start(store, int(time.time() * 1000)):
        log.warning("forgotten_again", people=found)


async def _open(database: str, slot: Slot, stop: asyncio.Event, stands_by: Callable[[bool], None]) -> Store | None:
    """The store, when it can at least be read; None when the bot is stopped before that.

    stands_by  told whether another process has it
    """

    def stand_by(holder: str) -> None:
        log.info("stands_by", holder=holder)
        stands_by(True)

    opening = asyncio.create_task(
        Store.open(database, alone=True, say=_note, stand_by=stand_by, beside=True, slot=slot)
    )
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({opening, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if opening.done():
        store = await opening
        stands_by(store.stands_by)
        return store
    opening.cancel()
    await asyncio.wait({opening})
    log.info("stopped")
    return None


def _nobody_asks(_stands_by: bool) -> None:
    """Nobody asks whether this process stands by."""


@asynccontextmanager
async def _until_replaced(store: Store, stop: asyncio.Event) -> AsyncIterator[None]:
    """Meanwhile the bot stops when another process has taken the database over. Raises LeaseLost then, at the end."""
    if store.lease is None:
        yield
        return
    losing = asyncio.create_task(store.lease.until_lost())
    losing.add_done_callback(lambda _: stop.set())
    try:
        yield
    finally:
        losing.cancel()
    if losing.done():
        losing.result()


@asynccontextmanager
async def _beside_others(
    store: Store, settings: Settings, stop: asyncio.Event, *, stands_in: bool
) -> AsyncIterator[None]:
    """Meanwhile slots that are left alone are played from here, and a slot that is another's is left to it."""
    if store.lease is None or store.slot.is_whole:
        yield
        return
    neighbours = Neighbours(settings.database, store.slot)
    stand_ins = standing_in.StandIns(neighbours, several.in_place_of_another(store.slot.of), stop)
    looking = [asyncio.create_task(stand_ins.keep(lambda: not store.stands_by, store.slot.of))]
    if stands_in:
        looking.append(asyncio.create_task(standing_in.until_not_needed(store.lease, stop)))
    try:
        yield
    finally:
        stop.set()
        await asyncio.wait(looking)
        await neighbours.close()


@asynccontextmanager
async def _health(settings: Settings) -> AsyncIterator[Instruments | None]:
    """Meanwhile health and metrics can be asked for, if the settings say where. Raises CannotRun."""
    address = listening_address(settings.health)
    if address is None:
        yield None
        return
    try:
        from bot.operating import health, instruments  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] != "prometheus_client":
            raise
        raise CannotRun("For MAGIC_MIRROR_HEALTH install the extra: pip install 'magic-mirror[metrics]'.") from missing
    measuring = instruments.Instruments()
    try:
        async with health.serving(measuring, *address):
            yield measuring
    except health.CannotListen as problem:
        raise CannotRun(str(problem)) from problem


def _nobody_follows(_mirror: Mirror) -> None:
    """Nobody measures this client."""


@asynccontextmanager
async def _backups(settings: Settings, made: Callable[[bool], None] | None = None) -> AsyncIterator[None]:
    """Meanwhile backups are made by the clock, if the settings say so. Raises a StoreError when that cannot be done.

    made  told of each of them whether it is there
    """
    backups = backup_schedule.scheduled(settings)
    if backups is None:
        yield
        return
    every = timedelta(hours=settings.backup_hours)
    making = asyncio.create_task(backup_schedule.keep_making(backups, every, made=made))
    try:
        yield
    finally:
        making.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await making


def _note(sentence: str) -> None:
    """Write into the log what was done to a file."""
    log.warning("files", note=sentence)


async def _supervise(
    store: Store,
    token: str,
    stop: asyncio.Event,
    follow: Callable[[Mirror], None],
    turn: Turn,
    *,
    message_content: bool = False,
) -> None:
    """Start a fresh client whenever one has died: a failed first connect or one bad payload ends it (DISCORD 1.2)."""
    pause = FIRST_PAUSE_S
    while not stop.is_set():
        mirror = Mirror(store, message_content=message_content, turn=None if turn.is_ours else turn.come)
        mirror.keep_emojis()
        follow(mirror)
        running = asyncio.create_task(_connect(mirror, token, store.slot))
        stopping = asyncio.create_task(stop.wait())
        began = asyncio.get_running_loop().time()
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if stop.is_set():
            await mirror.finish(comes_back=True)
            await store.close()  # whoever stands by need not wait for what follows
        await mirror.close()
        problem = running.exception() if running.done() and not running.cancelled() else None
        if not running.done():
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
        if stop.is_set():
            log.info("stopped")
            return
        if isinstance(problem, CannotRun):
            raise problem
        if isinstance(problem, TooManyStarts):
            raise CannotRun(str(problem))
        if isinstance(problem, discord.LoginFailure):
            raise CannotRun("Discord does not accept the token. Copy it again from the developer portal into .env.")
        if isinstance(problem, discord.PrivilegedIntentsRequired):
            if message_content:
                raise CannotRun(
                    "Discord refuses the intent Message Content. Switch it on in the developer portal, "
                    "or write MAGIC_MIRROR_MESSAGE_CONTENT=false into .env: no game needs it."
                )
            raise CannotRun("Discord refuses the intents. No privileged one is needed: update the bot and try again.")
        if asyncio.get_running_loop().time() - began > LONGEST_PAUSE_S:
            pause = FIRST_PAUSE_S
        log.error("client_died", problem=repr(problem), again_in_s=pause)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), pause)
        pause = min(pause * 2, LONGEST_PAUSE_S)


async def _connect(mirror: Mirror, token: str, slot: Slot) -> None:
    """Log in, which loads everything, and be on Discord for this slot until that ends. Raises CannotRun when it should
    not be."""
    await mirror.login(token)
    set_aside()
    if (reason := why_not(await mirror.fetch_session_start_limits())) is not None:
        raise CannotRun(reason)
    if not slot.is_whole:
        recommended, *_ = await mirror.http.get_bot_gateway()
        mirror.play_shards(*slot.shards(recommended))
    await mirror.connect()


def set_aside() -> None:
    """Look once through everything that is loaded for what nobody needs, and never again: it stays to the end.

    Python would go through all of it now and then, and everybody would wait for that, a twelfth of a second each time.
    A client that dies later stays in memory, but only one: what its successors load is not set aside.
    """
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()


def run(processes: int = 1, slot: int | None = None, *, supervised: bool = False, stands_in: bool = False) -> None:
    """The command `magic-mirror run`: with `processes`, one for each slot or (`slot`) that of this slot alone."""
    settings = Settings()
    set_up_logs(settings)
    if processes > 1:
        connecting.check_divisible(settings.database)
    if processes > 1 and slot is None:
        sys.exit(asyncio.run(several.keep(settings, processes)))
    part = Slot(slot or 0, processes)
    if not part.is_whole:
        structlog.contextvars.bind_contextvars(slot=part.number)
    try:
        asyncio.run(serve(settings, part, supervised=supervised, stands_in=stands_in))
    except LeaseLost as problem:
        log.error("replaced", problem=str(problem))
        sys.exit(REPLACED)
