"""Serves the page of `magic-mirror try` on loopback: to each window what its person sees, and what they do back.

A window's address has a key in it, which nobody can guess. Whatever is fetched, is fetched below that key, and is made
from what simcord shows this one person. Nothing is told to another site.
"""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import discord
from aiohttp import web
from discord import AppCommandType

from bot.games import GAMES
from bot.matches.errors import Refused
from bot.trying.acts import Acts, CannotDo
from bot.trying.command_list import as_needed, leaves, named
from bot.trying.emojis import emoji_image
from bot.trying.events import events_of
from bot.trying.eyes import through_the_eyes
from bot.trying.messages import Files, drawn, names, seen
from bot.trying.people import PLACES, Person, Place
from bot.trying.private_talk import usable_there
from bot.trying.start_page import start_page
from bot.trying.words import hint, page_words
from bot.trying.world import FLY_S, SPEEDS, CannotTry, World, usual_seats

HERE: Final = Path(__file__).parent / "page"
ID_MOST: Final = 20
"""Digits of the longest number that Discord gives."""
KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".webp": "image/webp"}
EMOJI_FONT: Final = HERE.parents[1] / "ui/pictures/art/fonts/NotoEmoji_700Bold.ttf"
"""Comes along, for a machine that has no emoji; its licence lies beside the art."""
PAGE: Final = "page.html"
CHOOSES_S: Final = 2.0
"""How long the page's word that a menu or form is open counts."""
LARGEST: Final = 14 * 1024 * 1024
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}

Answer = Callable[[Person, web.Request], Awaitable[web.StreamResponse]]


class Window:
    """What one person's window has been shown: a place is drawn once for every change."""

    def __init__(self, person: Person, villagers: Mapping[int, str]) -> None:
        self.person = person
        self._villagers = {str(number): name for number, name in villagers.items()}
        self._drawn: dict[Place, tuple[int, dict[str, Any]]] = {}
        self._files: dict[Place, Files] = {}

    def place(self, place: Place, revision: int) -> dict[str, Any]:
        """The messages of a place as they are now."""
        known = self._drawn.get(place)
        if known is None or known[0] != revision:
            known = revision, self._draw(place)
            self._drawn[place] = known
        return known[1]

    def _draw(self, place: Place) -> dict[str, Any]:
        messages = seen(self.person, place)
        self._files[place] = {one.id: one for message in messages for one in message.attachments}
        address = f"/at/{self.person.key}/file"
        channel = self.person.channel(place)
        return {
            "channel": str(channel.id) if channel is not None else None,
            "messages": [drawn(message, address) for message in messages],
            "names": self._villagers
            | {number: name for message in messages for number, name in names(message).items()},
        }

    def file(self, number: int) -> discord.Attachment | None:
        """A file this person has been shown."""
        return next((files[number] for files in self._files.values() if number in files), None)


class Site:
    """The handlers of one server."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.port = 0
        self._acts = Acts(world)
        self._windows: dict[str, Window] = {}

    def application(self) -> web.Application:
        app = web.Application(client_max_size=LARGEST, middlewares=[self._guard])
        app.router.add_get("/page/emoji.ttf", self._emoji_font)
        app.router.add_get("/page/{name}", self._part)
        for path, answer in self._gets().items():
            app.router.add_get("/at/{key}" + path, self._for_the_person(answer))
        for path, answer in self._posts().items():
            app.router.add_post("/at/{key}" + path, self._for_the_person(answer))
        return app

    def _gets(self) -> dict[str, Answer]:
        return {
            "/": self._page,
            "/start": self._start,
            "/commands/{place}": self._commands,
            "/menus": self._menus,
            "/file/{id}/{name}": self._file,
            "/emoji/{id}": self._emoji,
            "/eyes/{match}/{seat}": self._eyes,
        }

    def _posts(self) -> dict[str, Answer]:
        return {
            "/look": self._look,
            "/act": self._act,
            "/suggest": self._suggest,
            "/time": self._time,
            "/play": self._play,
            "/learn": self._learn,
            "/go_on": self._go_on,
            "/invite": self._invite,
            "/letters": self._letters,
        }

    # -- who may come in --------------------------------------------------------------------------------------------

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
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    def _for_the_person(self, answer: Answer) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """Only whoever has the key of a window is answered, and as its person."""

        async def answered(request: web.Request) -> web.StreamResponse:
            person = next((one for one in self.world.people if one.key == request.match_info["key"]), None)
            if person is None:
                raise web.HTTPNotFound()
            return await answer(person, request)

        return answered

    def _window(self, person: Person) -> Window:
        return self._windows.setdefault(person.key, Window(person, self.world.villagers))

    # -- the page itself --------------------------------------------------------------------------------------------

    async def _page(self, person: Person, request: web.Request) -> web.Response:
        return web.Response(text=(HERE / PAGE).read_text("utf-8"), content_type="text/html")

    async def _part(self, request: web.Request) -> web.Response:
        """A style, a script or a picture, the same for everybody."""
        path = HERE / request.match_info["name"]
        if path.parent != HERE or path.suffix not in KINDS or not path.is_file():
            raise web.HTTPNotFound()
        return web.Response(body=path.read_bytes(), content_type=KINDS[path.suffix])

    async def _emoji_font(self, request: web.Request) -> web.Response:
        headers = {"Cache-Control": "public, max-age=86400, immutable"}
        return web.Response(body=EMOJI_FONT.read_bytes(), content_type="font/ttf", headers=headers)

    async def _file(self, person: Person, request: web.Request) -> web.Response:
        """A picture or file out of a message this person can see."""
        number = _number(request)
        found = self._window(person).file(number) if number is not None else None
        if found is None:
            raise web.HTTPNotFound()
        headers = {"Cache-Control": "private, max-age=86400, immutable"}
        kind = found.content_type if (found.content_type or "").startswith("image/") else None
        if kind is None:
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=await found.read(), content_type=kind or "application/octet-stream", headers=headers)

    async def _emoji(self, person: Person, request: web.Request) -> web.Response:
        """One of the bot's emojis. Whoever knows its number may see it, as on Discord."""
        number = _number(request)
        body = emoji_image(self.world.env, number) if number is not None else None
        if body is None:
            raise web.HTTPNotFound()
        return web.Response(body=body, content_type="image/png", headers={"Cache-Control": "private, max-age=86400"})

    # -- what there is to see ---------------------------------------------------------------------------------------

    async def _look(self, person: Person, request: web.Request) -> web.Response:
        """What the page asks all the time, with what has changed. Time begins when somebody looks at a place, and not
        while they choose what to play; it stands still when no page asks any more."""
        body = await _body(request)
        person.looks()
        if body.get("plays") or self.world.is_watched:
            self.world.watch()
        if body.get("chooses"):
            person.chooses_until = time.monotonic() + CHOOSES_S
        known = body.get("known")
        return web.json_response(self._state(person, known if isinstance(known, dict) else {}))

    def _state(self, person: Person, known: dict[str, Any]) -> dict[str, Any]:
        world = self.world
        words, revision = world.words, world.revision
        window = self._window(person)
        return {
            "language": words.locale,
            "me": person.name,
            "who": words.say("try.who", name=person.name),
            "asked": person.asked,
            "hint": hint(words, _hint_name(person)),
            "step": person.hint,
            "closed": person.closed,
            "speed": world.speed,
            "runs": bool(world.speed) and not world.is_chosen,
            "now": int(world.env.now().timestamp() * 1000),
            "words": page_words(words),
            "events": events_of(world.env, world.guild.id),
            "revision": revision,
            "people": {str(one.id): one.name for one in world.people} | self._mirror(),
            "threads": {str(one.id): one.name for one in world.threads_of(person)},
            "table": str(person.table.id) if person.table is not None else None,
            "places": {place: window.place(place, revision) for place in PLACES if known.get("revision") != revision},
        }

    def _mirror(self) -> dict[str, str]:
        user = self.world.mirror.user
        return {str(user.id): user.display_name} if user is not None else {}

    async def _start(self, person: Person, request: web.Request) -> web.Response:
        return web.json_response(await start_page(self.world, person))

    async def _eyes(self, person: Person, request: web.Request) -> web.Response:
        """A game that is over, as one of its seats was told it."""
        try:
            match, seat = int(request.match_info["match"]), int(request.match_info["seat"])
            return web.json_response(await through_the_eyes(self.world, person, match, seat))
        except (LookupError, ValueError):
            raise web.HTTPNotFound() from None

    async def _commands(self, person: Person, request: web.Request) -> web.Response:
        """The commands this person can use in a place."""
        place = next((place for place in PLACES if place == request.match_info["place"]), None)
        channel = person.channel(place) if place is not None else None
        if channel is None:
            raise web.HTTPNotFound()
        hand: Any = person.acting(place or "square")
        usable = hand.available_commands(*(() if place == "letters" else (channel,)))
        locale = self.world.words.locale
        known = await self.world.commands()
        there = usable_there(known) if place == "talk" else {one["name"] for one in known}
        offered = [one for one in known if one["name"] in there]
        return web.json_response(
            [one for command in as_needed(offered) for one in leaves(command, locale) if one["name"] in usable]
        )

    async def _menus(self, person: Person, request: web.Request) -> web.Response:
        """What can be chosen about somebody by a long press on their name."""
        locale = self.world.words.locale
        menus = [one for one in await self.world.commands() if one["type"] == AppCommandType.user.value]
        return web.json_response([{"name": one["name"], "label": named(one, locale)} for one in menus])

    # -- what is done -----------------------------------------------------------------------------------------------

    async def _act(self, person: Person, request: web.Request) -> web.Response:
        try:
            return web.json_response({"form": await self._acts.do(person, await _body(request))})
        except CannotDo as problem:
            return web.json_response({"problem": str(problem)})

    async def _suggest(self, person: Person, request: web.Request) -> web.Response:
        return web.json_response(await self._acts.suggestions(person, await _body(request)))

    async def _time(self, person: Person, request: web.Request) -> web.Response:
        body = await _body(request)
        if body.get("speed") in SPEEDS:
            self.world.speed = body["speed"]
        if body.get("fly"):
            await self.world.pass_time(FLY_S)
        return web.json_response({})

    async def _play(self, person: Person, request: web.Request) -> web.Response:
        game = GAMES.get(str((await _body(request)).get("game")))
        if game is None:
            raise web.HTTPBadRequest()
        try:
            async with self.world.turn:
                await self.world.open_table(person, game.name, usual_seats(game))
                await self.world.look()
        except (CannotTry, Refused, LookupError) as problem:
            raise web.HTTPConflict() from problem
        return web.json_response({})

    async def _learn(self, person: Person, request: web.Request) -> web.Response:
        game = GAMES.get(str((await _body(request)).get("game")))
        if game is None or game.tutorial is None:
            raise web.HTTPBadRequest()
        try:
            async with self.world.turn:
                await self.world.learn(person, game.name)
                await self.world.look()
        except (CannotTry, LookupError) as problem:
            raise web.HTTPConflict() from problem
        return web.json_response({})

    async def _go_on(self, person: Person, request: web.Request) -> web.Response:
        try:
            await self.world.sit_down_at(person, (await _body(request))["match"])
        except (LookupError, TypeError):
            raise web.HTTPBadRequest() from None
        return web.json_response({})

    async def _letters(self, person: Person, request: web.Request) -> web.Response:
        """Somebody closes their direct messages, or opens them again."""
        await self.world.close_letters(person, bool((await _body(request)).get("closed")))
        return web.json_response({})

    async def _invite(self, person: Person, request: web.Request) -> web.Response:
        """The address of a new person's window. It is said this once."""
        try:
            newcomer = await self.world.invite()
        except CannotTry:
            raise web.HTTPConflict() from None
        return web.json_response({"address": f"/at/{newcomer.key}/"})


def _hint_name(person: Person) -> str:
    """Which hint fits: whoever takes no messages is not sent to read them."""
    if person.chooses:
        return "chooses"
    return "answer.closed" if person.hint == "answer" and person.closed else person.hint


def _number(request: web.Request) -> int | None:
    """Which thing of Discord's is asked for; None where no number of Discord's stands."""
    said = request.match_info["id"]
    return int(said) if said.isdecimal() and len(said) <= ID_MOST else None


async def _body(request: web.Request) -> dict[str, Any]:
    try:
        body = json.loads(await request.read())
    except (ValueError, RecursionError):
        raise web.HTTPBadRequest() from None
    if not isinstance(body, dict):
        raise web.HTTPBadRequest()
    return body


@asynccontextmanager
async def serve(world: World, port: socket.socket) -> AsyncIterator[str]:
    """Serve the page of this world at a port that is listened at; the address of the first window."""
    page = Site(world)
    runner = web.AppRunner(page.application(), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.SockSite(runner, port).start()
        page.port = runner.addresses[0][1]
        yield f"http://127.0.0.1:{page.port}/at/{world.me.key}/"
    finally:
        await runner.cleanup()
        await asyncio.sleep(0)
