"""The command `magic-mirror try`: a port, a page, and a stop in good order."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.app import set_up_logs
from bot.config import Settings
from bot.trying.people import windows_file
from bot.trying.server import serve
from bot.trying.world import DATABASE, LANGUAGE, CannotTry, world

PORT: Final = 8970


def take_port(wanted: int | None) -> socket.socket:
    """The wanted port, listened at from now on; without a wish the usual one, or any if that is taken.

    Raises CannotTry.
    """
    why = ""
    for port in (wanted,) if wanted is not None else (PORT, 0):
        try:
            return socket.create_server(("127.0.0.1", port))
        except OSError as problem:
            why = "is in use" if problem.errno == errno.EADDRINUSE else f"cannot be used ({problem.strerror})"
    if wanted is not None:
        raise CannotTry(f"Port {wanted} {why}. Choose another with --port.")
    raise CannotTry("There is no free port on this machine.")


async def play(
    game: str | None,
    seats: int | None,
    port: socket.socket,
    ready: Callable[[str], Awaitable[None] | None],
    stop: asyncio.Event,
    database: str | Path = DATABASE,
    language: str = LANGUAGE,
) -> None:
    """Serve the page at this port until `stop`; `ready` is told its address."""
    async with world(database, game, seats, language=language) as here, serve(here, port) as address:
        told = ready(address)
        if told is not None:
            await told
        running = asyncio.create_task(here.run())
        stopping = asyncio.create_task(stop.wait())
        done, _ = await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        for task in (running, stopping):
            task.cancel()
        await asyncio.gather(running, stopping, return_exceptions=True)
        if running in done:
            running.result()


def _quiet_logs() -> None:
    """Only what went wrong; discord.py's remarks about a world without network help nobody."""
    set_up_logs(Settings().model_copy(update={"log_level": "WARNING"}))
    logging.getLogger("discord").setLevel(logging.ERROR)


def try_it(game: str | None, seats: int | None, port: int | None, browser: bool, language: str = LANGUAGE) -> None:
    """The command `magic-mirror try`: blocks until Ctrl-C or SIGTERM. Raises CannotTry or StoreError."""
    _quiet_logs()
    taken = take_port(port)
    database = Path(DATABASE).resolve()
    known = database.exists()

    def ready(address: str) -> None:
        print(f"{'Going on with' if known else 'Writing'} {database}")
        print(f"Play at {address}  (stop with Ctrl-C)", flush=True)
        if browser:
            webbrowser.open(address)

    async def main() -> None:
        stop = asyncio.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(name, stop.set)
        await play(game, seats, taken, ready, stop, database, language)

    with suppress(KeyboardInterrupt):
        asyncio.run(main())
    print(
        f"Stopped. The games are kept in {database} and the keys of the windows in {windows_file(database)}: "
        "run the same command to go on, or delete both files to begin again."
    )
