"""Serves the page of `magic-mirror try` on loopback: tabs for the places, and the place one looks at in a frame.

simcord's preview shows one place at a time, on a port of its own, and does not let itself be framed by others. So it
is handed on through this server, from the same address as the page around it. That also lets a click wait for its turn
while time passes, and lets it mean what Discord lets it mean: the control by its `custom_id`, wherever it is by now.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
from aiohttp import web

from bot.trying.words import page_words
from bot.trying.world import FLY_S, PLACES, SPEEDS, World

HERE: Final = Path(__file__).parent / "page"
FILES: Final = {
    "/": ("page.html", "text/html"),
    "/try/page.css": ("page.css", "text/css"),
    "/try/page.js": ("page.js", "text/javascript"),
    "/try/frame.css": ("frame.css", "text/css"),
    "/try/frame.js": ("frame.js", "text/javascript"),
}
REVISIONS_KEPT: Final = 20
CHOOSES_S: Final = 2.0
"""How long the page's word that a menu or form is open counts."""
OWN_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
)
PASSED_ON: Final = ("X-Simcord-Capability", "X-Simcord-Context", "Content-Type")
NOT_PASSED_BACK: Final = frozenset(
    ("content-length", "transfer-encoding", "content-encoding", "connection", "date", "server")
)

Controls = dict[str, str]
"""control_key -> custom_id."""


class Page:
    """The handlers of one server."""

    def __init__(self, world: World, client: aiohttp.ClientSession) -> None:
        self.world = world
        self.port = 0
        self._client = client
        self._shown: OrderedDict[tuple[str, int], Controls] = OrderedDict()

    def application(self) -> web.Application:
        app = web.Application(client_max_size=27 * 1024 * 1024, middlewares=[self._guard])
        for path in FILES:
            app.router.add_get(path, self._file)
        app.router.add_get("/try/state", self._state)
        app.router.add_post("/try/look", self._look)
        app.router.add_post("/try/go", self._go)
        app.router.add_post("/try/time", self._time)
        app.router.add_get("/place/{number}", self._frame)
        app.router.add_post("/api/action", self._action)
        app.router.add_route("*", "/{path:.*}", self._hand_on)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Only for pages of this very address: no other site may read or press anything here."""
        own = {f"127.0.0.1:{self.port}", f"localhost:{self.port}"}
        origin = request.headers.get("Origin")
        if request.headers.get("Host", "") not in own or (
            origin is not None and origin.removeprefix("http://") not in own
        ):
            raise web.HTTPForbidden()
        response: web.StreamResponse = await handler(request)
        return response

    # -- our own page -----------------------------------------------------------------------------------------------

    async def _file(self, request: web.Request) -> web.Response:
        name, kind = FILES[request.path]
        policy = {"Content-Security-Policy": OWN_POLICY, "Cache-Control": "no-store"}
        return web.Response(text=(HERE / name).read_text("utf-8"), content_type=kind, headers=policy)

    async def _state(self, request: web.Request) -> web.Response:
        """What the page asks first, and then all the time: from now on somebody looks at this world."""
        world = self.world
        world.is_watched = True
        preview = world.preview
        frame = f"/place/{world.opened}#{preview.url.partition('#')[2]}" if preview is not None else ""
        chooses = time.monotonic() < world.chooses_until
        news = {place: world.scenes[place].news for place in PLACES}
        words = world.mirror.languages.by_discord(world.guild.id)
        return web.json_response(
            {
                "place": world.place,
                "frame": frame,
                "there": [place for place in PLACES if world.scenes[place].channel is not None],
                "news": news,
                "hint": world.hint,
                "speed": world.speed,
                "chooses": chooses,
                "language": words.locale,
                "words": page_words(words, "chooses" if chooses else world.hint, news),
                "now": world.env.now().isoformat(),
            },
            headers={"Cache-Control": "no-store"},
        )

    async def _look(self, request: web.Request) -> web.Response:
        """What the page asks all the time: the state, and whether a menu or form is open there."""
        if (await _body(request)).get("chooses"):
            self.world.chooses_until = time.monotonic() + CHOOSES_S
        return await self._state(request)

    async def _go(self, request: web.Request) -> web.Response:
        wanted = (await _body(request)).get("place")
        for place in PLACES:
            if place == wanted:
                await self.world.go(place)
        return await self._state(request)

    async def _time(self, request: web.Request) -> web.Response:
        body = await _body(request)
        if body.get("speed") in SPEEDS:
            self.world.speed = body["speed"]
        if body.get("fly"):
            await self.world.pass_time(FLY_S)
        return await self._state(request)

    # -- the frame --------------------------------------------------------------------------------------------------

    async def _frame(self, request: web.Request) -> web.Response:
        """The preview's page, without its workbench."""
        response = await self._ask("GET", "/", request)
        link = (
            b'<link rel="stylesheet" href="/try/frame.css"><script type="module" src="/try/frame.js"></script></head>'
        )
        body = response.body if isinstance(response.body, bytes) else b""
        response.body = body.replace(b"</head>", link, 1)
        return response

    async def _hand_on(self, request: web.Request) -> web.Response:
        response = await self._ask(request.method, request.path_qs, request, await request.read())
        if request.path in ("/api/state", "/api/pages"):
            self._remember(response)
        return response

    async def _ask(self, method: str, path: str, request: web.Request, body: bytes | None = None) -> web.Response:
        preview = self.world.preview
        if preview is None:
            raise web.HTTPServiceUnavailable(text="one moment")
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        address = preview.url.partition("/#")[0]
        try:
            async with self._client.request(method, address + path, data=body or None, headers=headers) as answer:
                content = await answer.read()
                passed = {name: value for name, value in answer.headers.items() if name.lower() not in NOT_PASSED_BACK}
                status = answer.status
        except aiohttp.ClientError:
            raise web.HTTPServiceUnavailable(text="one moment") from None
        passed["X-Frame-Options"] = "SAMEORIGIN"
        policy = passed.get("Content-Security-Policy", "")
        passed["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        return web.Response(status=status, body=content, headers=passed)

    # -- clicks -----------------------------------------------------------------------------------------------------

    async def _action(self, request: web.Request) -> web.Response:
        """A click waits until nothing else moves the world, and is then read against what is there now."""
        raw = await request.read()
        async with self.world.turn:
            if request.content_type == "application/json":
                raw = await self._brought_up_to_date(request, raw)
            response = await self._ask("POST", "/api/action", request, raw)
            await self.world.look()
            self.world.is_stale = True
        return response

    async def _brought_up_to_date(self, request: web.Request, raw: bytes) -> bytes:
        try:
            body = json.loads(raw)
        except ValueError:
            return raw
        context = request.headers.get("X-Simcord-Context", "")
        if not isinstance(body, dict) or not isinstance(body.get("published_revision"), int):
            return raw
        revision = self._remember(await self._ask("GET", "/api/state", request))
        if revision is None or revision == body["published_revision"]:
            return raw
        key = body.get("control_key")
        if isinstance(key, str):
            moved = self._moved(key, (context, body["published_revision"]), (context, revision))
            if moved is None:
                return raw  # the control is gone: the preview says so
            body["control_key"] = moved
        body["published_revision"] = revision
        return json.dumps(body).encode()

    def _moved(self, key: str, before: tuple[str, int], now: tuple[str, int]) -> str | None:
        """Where the control that was shown under this key is now."""
        wanted = self._shown.get(before, {}).get(key)
        message = key.partition(":component:")[0]
        if wanted is None:
            return None
        found = [one for one, name in self._shown[now].items() if name == wanted and one.startswith(message + ":")]
        return found[0] if found else None

    def _remember(self, response: web.Response) -> int | None:
        """Note which control stood where in this state; its revision."""
        if response.status != 200 or not isinstance(response.body, bytes):
            return None
        state = json.loads(response.body)
        revision = state.get("publishedRevision")
        context = (state.get("context") or {}).get("id", "")
        if not isinstance(revision, int):
            return None
        if (context, revision) not in self._shown:
            self._shown[context, revision] = dict(_controls(state.get("messages")))
            if len(self._shown) > REVISIONS_KEPT:
                self._shown.popitem(last=False)
        return revision


def _controls(part: Any) -> Iterator[tuple[str, str]]:
    if isinstance(part, dict):
        if isinstance(part.get("control_key"), str) and isinstance(part.get("custom_id"), str):
            yield part["control_key"], part["custom_id"]
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from _controls(one)


async def _body(request: web.Request) -> dict[str, Any]:
    try:
        body = json.loads(await request.read())
    except ValueError:
        raise web.HTTPBadRequest() from None
    if not isinstance(body, dict):
        raise web.HTTPBadRequest()
    return body


@asynccontextmanager
async def serve(world: World, port: int) -> AsyncIterator[str]:
    """Serve the page of this world; its address."""
    async with aiohttp.ClientSession() as client:
        page = Page(world, client)
        runner = web.AppRunner(page.application(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", port)
            await site.start()
            page.port = runner.addresses[0][1]
            yield f"http://127.0.0.1:{page.port}/"
        finally:
            await runner.cleanup()
            await asyncio.sleep(0)
