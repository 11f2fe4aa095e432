"""Messages as the page of `magic-mirror try` draws them in Chromium 390 pixels wide: how high each is, and a picture
of it. Nothing else of the page stands around them."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image
from simcord import Env
from simcord.backend.models.message import Message
from simcord.results import to_discord_message

from bot.trying.messages import drawn, names
from bot.ui.panels import Page, Shown, render
from bot.ui.pictures.art import Art
from support.chromium import chromium, tab_of

TREE = Path(__file__).resolve().parents[2]
PAGE = TREE / "bot/trying/page"
EMOJI = TREE / "bot/ui/pictures/art/fonts/NotoEmoji_700Bold.ttf"
WIDE, HIGH = 390, 3000
"""The window; so high that no message is cut off."""
NOON_MS = 1_700_000_000_000
ADDRESS = "http://here.test"
PICTURES = "/pictures"
KINDS = {".css": "text/css", ".js": "text/javascript", ".ttf": "font/ttf"}
SHELL = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page/page.css"><link rel="stylesheet" href="/page/messages.css">
<style>html, body { height: auto; overflow: visible } .message { margin: 0 }</style>
<main><section class="place"><div class="messages" id="here"></div></section></main>
<script type="module">
import { drawMessage } from "/page/messages.js";
import { set } from "/page/clock.js";
const NAMES = new Proxy({}, { get: (names, id) => window.called[id] ?? "somebody" });
const WORDS = {
  en: { alone: "Only you can see this", dismiss: "Dismiss", asked: "asked by" },
  de: { alone: "Nur du kannst das sehen", dismiss: "Verwerfen", asked: "gefragt von" },
};
window.show = async (message, called, language) => {
  window.called = called;
  set({ now: message.at, speed: 0, runs: false, language, words: {} });
  const link = (label) => ({ className: "mention", textContent: label ?? "#table" });
  const place = (id, label) => Object.assign(document.createElement("button"), link(label));
  const about = {
    words: WORDS[language] ?? WORDS.en, names: NAMES, people: {}, language, threads: {}, events: [],
    isAlone: true, place, channels: () => [], command() {}, act() {}, dismiss() {},
  };
  const box = document.getElementById("here");
  box.replaceChildren(drawMessage(message, about));
  for (const image of box.querySelectorAll("img")) {
    image.loading = "eager";
    await image.decode().catch(() => 0);
  }
  await document.fonts.ready;
  return Math.round(box.firstChild.getBoundingClientRect().height);
};
window.ready = true;
</script>"""


@dataclass(frozen=True)
class Drawable:
    """A message as the page of `try` gets it; its files by their addresses, and how mentioned people are called."""

    message: Mapping[str, Any]
    files: Mapping[str, bytes]
    called: Mapping[str, str]

    @property
    def likeness(self) -> str:
        """Of two messages that differ in figures alone, one is enough."""
        told = json.dumps([self.message["content"], self.message["components"], self.message["alone"]], default=str)
        return "".join(letter for letter in told if not letter.isdigit())


# -- where messages come from ------------------------------------------------------------------------------------------


def of_page(page: Page, called: Mapping[str, str], *, alone: bool) -> Drawable:
    """The message that a page becomes.

    alone  whether one person alone sees it, where a line says so
    """
    files = {f"{PICTURES}/{hash(one.picture)}.jpg": jpeg(one) for one in page.pictures}
    addresses = {f"attachment://{one.picture.name}": at for one, at in zip(page.pictures, files, strict=True)}
    message = {
        "id": "1", "at": NOON_MS, "author": "Magic Mirror", "author_id": "9", "mirror": True, "asked": None,
        "alone": alone, "content": "", "embeds": [], "files": [],
        "components": at_home(render(page).to_components(), addresses),
    }  # fmt: skip
    return Drawable(message, files, called)


def at_home(part: Any, addresses: Mapping[str, str]) -> Any:
    if isinstance(part, Mapping):
        found = {name: at_home(one, addresses) for name, one in part.items()}
        return {**found, "url": addresses.get(part["url"], part["url"])} if "url" in part else found
    return [at_home(one, addresses) for one in part] if isinstance(part, list) else part


@cache
def art() -> Art:
    return Art()


@cache
def jpeg(shown: Shown) -> bytes:
    body = io.BytesIO()
    image: Image.Image = shown.picture.draw(art())
    image.convert("RGB").save(body, "JPEG", quality=80)
    return body.getvalue()


@contextmanager
def kept_messages(env: Env, kept: dict[str, Drawable]) -> Iterator[None]:
    """Within this, whatever the bot sends or changes on this simulated Discord is kept, each likeness once."""
    backend = env.backend
    ways = {"commit_message": backend.commit_message, "edit_message": backend.edit_message}

    def keeping(way: Any) -> Any:
        def sent(*given: Any, **more: Any) -> Message:
            message: Message = way(*given, **more)
            if backend.users[message.author_id].bot:
                one = of_simulated(env, message)
                kept.setdefault(one.likeness, one)
            return message

        return sent

    try:
        for name, way in ways.items():
            setattr(backend, name, keeping(way))
        yield
    finally:
        for name in ways:
            delattr(backend, name)


def of_simulated(env: Env, message: Message) -> Drawable:
    seen = to_discord_message(env, message)
    files = {f"{PICTURES}/{one.id}/{one.filename}": env.backend.cdn.get(one.url) or b"" for one in seen.attachments}
    return Drawable(drawn(seen, PICTURES), files, names(seen))


# -- the window --------------------------------------------------------------------------------------------------------


class Phone:
    """A window of Chromium as wide as a phone, which shows one message after the other."""

    def __init__(self, tab: Any, language: str) -> None:
        self._tab = tab
        self._language = language
        self._files: Mapping[str, bytes] = {}

    async def open(self) -> None:
        await self._tab.route("**/*", self._serve)
        await self._tab.goto(f"{ADDRESS}/")
        await self._tab.wait_for_function("window.ready")

    async def _serve(self, route: Any) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path == "/":
            await route.fulfill(body=SHELL, content_type="text/html")
        elif path in self._files:
            await route.fulfill(body=self._files[path])
        elif path.startswith("/page/"):
            file = EMOJI if path.endswith(EMOJI.suffix) else PAGE / path.removeprefix("/page/")
            await route.fulfill(body=file.read_bytes(), content_type=f"{KINDS[file.suffix]}; charset=utf-8")
        else:
            await route.fulfill(status=404)

    async def height(self, one: Drawable) -> int:
        """In pixels, of this message, which is shown from now on."""
        self._files = one.files
        return int(await self._tab.evaluate("all => window.show(...all)", [one.message, one.called, self._language]))

    async def photograph(self, path: Path) -> None:
        await self._tab.locator(".message").screenshot(path=str(path))


@asynccontextmanager
async def phone(language: str) -> AsyncIterator[Phone]:
    async with chromium() as browser:
        opened = Phone(await tab_of(browser, WIDE, HIGH), language)
        await opened.open()
        yield opened
