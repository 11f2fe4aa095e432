"""The REST door: every request is authorised, counted, checked, served, and perhaps struck by a fault."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import formatdate
from typing import Any, Final

from aiohttp import web

from pretended import application_routes, channel_routes, errors, event_routes, interaction_routes, message_routes
from pretended.buckets import Buckets, Verdict, limited
from pretended.calls import Answer, Call, Handler, find, read_body
from pretended.errors import DiscordError
from pretended.faults import Fault, Weather
from pretended.gateway import Gateway
from pretended.limits import REQUEST_BYTES_MOST
from pretended.witness import Witness
from pretended.world import World

PREFIX: Final = "/api/v10"
JSON: Final = "application/json"
WITHOUT_TOKEN: Final = ("/interactions", "/webhooks")
"""Their own token in the path authorises them."""
FAULT_WAIT_S: Final = 0.7
"""`retry_after` of a 429 that is a fault."""

Moment = Callable[[Call, str], None]
"""Told of a request, "before" or "after" its effect. May raise `CutShort` before it."""


Hold = Callable[[Call], Awaitable[None]]
"""Waited for between a request's effect and its answer."""


@dataclass
class Ambush:
    """One fault, or one refusal, for the first request that `meets` lets through."""

    meets: Callable[[Call], bool]
    strike: Fault | DiscordError


class CutShort(Exception):
    """Whoever asked is gone before the request could have its effect."""


class Rest(
    application_routes.ApplicationRoutes,
    channel_routes.ChannelRoutes,
    message_routes.MessageRoutes,
    interaction_routes.InteractionRoutes,
    event_routes.EventRoutes,
):
    """Serves one application."""

    def __init__(self, world: World, gateway: Gateway, witness: Witness, weather: Weather) -> None:
        self.world = world
        self.gateway = gateway
        self.witness = witness
        self.weather = weather
        self.buckets = Buckets(world.clock)
        self.moments: list[Moment] = []
        self.holds: list[Hold] = []
        self.ambushes: list[Ambush] = []
        self.unknown: list[str] = []
        """Requests to routes that this Discord does not have."""

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request; a struck one perhaps not at all."""
        path = request.path.removeprefix(PREFIX)
        found = find(request.method, path)
        if found is None:
            self.unknown.append(f"{request.method} {path}")
            return self._refused(Call(request.method, path, {}, {}), errors.not_found(), {})
        template, ids, handler = found
        body, files = await read_body(request)
        call = Call(request.method, template, ids, body, files)
        verdict = self.buckets.take(call.method, call.route, call.resource)
        if verdict.retry_after:
            return self._rate_limited(call, verdict)
        try:
            self._authorise(request, call)
        except DiscordError as refusal:
            return self._refused(call, refusal, verdict.headers)
        strike = self._ambushed(call) or self.weather.over(call.method, call.route)
        try:
            if strike is None:
                return await self._perform(call, handler, verdict.headers)
            if isinstance(strike, DiscordError):
                return self._refused(call, strike, verdict.headers)
            return await self._struck(request, call, handler, verdict, strike)
        except CutShort:
            return await _cut(request)

    def _ambushed(self, call: Call) -> Fault | DiscordError | None:
        found = next((one for one in self.ambushes if one.meets(call)), None)
        if found is None:
            return None
        self.ambushes.remove(found)
        return found.strike

    def _authorise(self, request: web.Request, call: Call) -> None:
        if call.route.startswith(WITHOUT_TOKEN):
            return
        if request.headers.get("Authorization") != f"Bot {self.world.token}":
            raise errors.unauthorized()
        if (request.content_length or 0) > REQUEST_BYTES_MOST:
            raise errors.invalid_form_body("request larger than 25 MiB")

    async def _perform(self, call: Call, handler: Handler, headers: dict[str, str]) -> web.Response:
        """The request's effect, and the answer to it."""
        self._tell("before", call)
        try:
            status, answer = await handler(self, call)
        except DiscordError as refusal:
            return self._refused(call, refusal, headers)
        self.witness.saw(call.method, call.route, status, call.note)
        self._tell("after", call)
        for hold in self.holds:
            await hold(call)
        return self._response((status, answer), headers)

    def _tell(self, when: str, call: Call) -> None:
        for moment in tuple(self.moments):
            moment(call, when)

    async def _struck(
        self, request: web.Request, call: Call, handler: Handler, verdict: Verdict, fault: Fault
    ) -> web.StreamResponse:
        self.witness.note(f"       fault: {fault} on {call.method} {call.route}")
        if fault.kind in ("rate_limited", "globally_limited"):
            return self._rate_limited(call, limited(FAULT_WAIT_S, is_global=fault.kind == "globally_limited"))
        if fault.kind.endswith("_after"):
            await self._perform(call, handler, verdict.headers)
        if fault.kind.startswith("cut"):
            return await _cut(request)
        return self._refused(call, errors.server_error(fault.status), verdict.headers)

    def _rate_limited(self, call: Call, verdict: Verdict) -> web.Response:
        self.witness.saw(call.method, call.route, 429)
        body = {"message": "You are being rate limited.", "retry_after": verdict.retry_after,
                "global": verdict.is_global}  # fmt: skip
        return self._response((429, body), verdict.headers)

    def _refused(self, call: Call, refusal: DiscordError, headers: dict[str, str]) -> web.Response:
        self.witness.saw(call.method, call.route, refusal.status, f"{refusal.code} {call.note}")
        return self._response((refusal.status, refusal.body), headers)

    def _response(self, answer: Answer, headers: dict[str, str]) -> web.Response:
        dated = {**headers, "Date": formatdate(self.world.clock.now_s(), usegmt=True)}
        status, body = answer
        return web.Response(status=status, headers=dated) if body is None else _json(status, body, dated)


def _json(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """Discord names no charset, and discord.py reads only what is exactly this type."""
    return web.Response(status=status, body=json.dumps(body).encode(), headers={**headers, "Content-Type": JSON})


async def _cut(request: web.Request) -> web.StreamResponse:
    """Break the connection without an answer."""
    if request.transport is not None:
        request.transport.abort()
    await asyncio.sleep(0)
    return web.Response(status=500)
