"""An address of its own for whoever watches the bot: is it alive, is it ready, and its metrics.

    /live     200 as long as the process does anything at all
    /ready    200 when it plays: taken up, connected to Discord, and the clocks go; 503 and a sentence otherwise
    /metrics  everything in `bot.operating.instruments`, as Prometheus reads it

It tells no secret, but it is meant for this machine, or a network of one's own.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.client import Mirror
from bot.operating.instruments import Instruments, connected

log = structlog.get_logger(__name__)

NOT_READY = 503
STANDS_BY = "Another process plays, and this one stands by."


class CannotListen(Exception):
    """The address cannot be had; the text is a sentence that says why."""


@asynccontextmanager
async def serving(instruments: Instruments, host: str, port: int) -> AsyncIterator[int]:
    """Answer at this address meanwhile; gives the port, which is chosen where 0 is asked for. Raises CannotListen."""
    runner = web.AppRunner(_application(instruments), access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            raise CannotListen(
                f"Nothing can listen on {host}:{port} for MAGIC_MIRROR_HEALTH: {error.strerror or error}."
            ) from error
        taken = int(runner.addresses[0][1])
        log.info("health", host=host, port=taken)
        yield taken
    finally:
        await runner.cleanup()


def _application(instruments: Instruments) -> web.Application:
    async def live(_request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def ready(_request: web.Request) -> web.Response:
        reason = STANDS_BY if instruments.stands_by else not_ready(instruments.mirror)
        return web.Response(text="ready\n") if reason is None else web.Response(text=f"{reason}\n", status=NOT_READY)

    async def metrics(_request: web.Request) -> web.Response:
        body = generate_latest(instruments.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    application = web.Application()
    application.add_routes([web.get("/live", live), web.get("/ready", ready), web.get("/metrics", metrics)])
    return application


def not_ready(mirror: Mirror | None) -> str | None:
    """Why nobody can play now, or None."""
    if mirror is None or not mirror.is_taken_up:
        return "The games have not been taken up yet."
    if connected(mirror) < len(mirror.shards):
        return "The gateway is not connected."
    if mirror.time.stands:
        return "Discord is not heard, and all clocks stand."
    return None
