"""The pretended Discord as one thing: a world with both doors, on a free port of loopback."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from aiohttp import web

from pretended.clock import Clock
from pretended.faults import Weather
from pretended.gateway import SHARDS, Gateway
from pretended.rest import PREFIX, Rest
from pretended.witness import Witness
from pretended.world import World

HOST: Final = "127.0.0.1"


class PretendedDiscord:
    """Start it before the bot; `close` it after."""

    def __init__(self, *, speed: float, weather: Weather | None = None, turns: Path | None = None) -> None:
        """turns  the file by which its clock waits until everybody has had their turns; else it is the machine's"""
        self.clock = Clock.start(speed, turns)
        self.world = World(self.clock)
        self.witness = Witness(self.clock)
        self.weather = weather or Weather()
        self.gateway = Gateway(self.world, self.witness, self.clock)
        self.rest = Rest(self.world, self.gateway, self.witness, self.weather)
        self.owner = self.world.add_user("boss")
        self.guild = self.world.add_guild("Den", self.owner, shard=1, shards=SHARDS)
        self.market = self.world.add_channel(self.guild, "market")
        self.elsewhere = self.world.add_guild("Elsewhere", self.owner, shard=0, shards=SHARDS)
        self._runner: web.AppRunner | None = None
        self._keeping: asyncio.Task[None] | None = None
        self.port = 0

    async def open(self) -> None:
        if self.clock.turns is not None:
            self._keeping = asyncio.create_task(self.clock.turns.keep())
        application = web.Application(client_max_size=64 * 1024 * 1024)
        application.router.add_get("/gateway", self.gateway.serve)
        application.router.add_get("/gateway/", self.gateway.serve)
        application.router.add_route("*", PREFIX + "/{path:.*}", self.rest.serve)
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, 0)
        await site.start()
        self.port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
        self.gateway.address = f"ws://{HOST}:{self.port}/gateway"

    async def close(self) -> None:
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._keeping is not None:
            self._keeping.cancel()
