"""The page of `magic-mirror try`: who may use it, what it hands on, and a real Chromium that plays by mouse."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from support.waiting import PATIENCE_S, patient_world, until, until_it_is

from bot.store import journals, matches, seating
from bot.trying import server
from bot.trying.server import serve
from bot.trying.words import page_words
from bot.trying.world import World, world
from bot.ui.wording import Wording, wording_files

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
HINTS = ("open", "start", "answer", "turn", "wait", "paused", "asleep", "chooses", "over")
SCREENS = {"wide": (1200, 800), "phone": (390, 844)}


@asynccontextmanager
async def page(tmp_path: Path) -> AsyncIterator[tuple[World, str, aiohttp.ClientSession]]:
    with patient_world():
        async with (
            world(tmp_path / "try.db", "village", 9, pause_s=(2.0, 3.0)) as here,
            serve(here, 0) as address,
            aiohttp.ClientSession() as client,
        ):
            yield here, address.rstrip("/"), client


async def state(client: aiohttp.ClientSession, address: str) -> dict[str, Any]:
    async with client.get(f"{address}/try/state") as answer:
        found: dict[str, Any] = await answer.json()
        return found


async def post(client: aiohttp.ClientSession, path: str, **body: Any) -> dict[str, Any]:
    async with client.post(path, json=body) as answer:
        found: dict[str, Any] = await answer.json()
        return found


async def test_the_page_and_its_frame(tmp_path: Path) -> None:
    async with page(tmp_path) as (_, address, client):
        async with client.get(address + "/") as answer:
            text = await answer.text()
            assert answer.headers["Content-Security-Policy"].endswith("object-src 'none'")
        for name in ("Village square", "The game", "Your messages"):
            assert name in text
        for path in ("/try/page.js", "/try/page.css", "/try/frame.js", "/try/frame.css", "/app.js", "/preview.css"):
            async with client.get(address + path) as answer:
                assert answer.status == 200, path
        frame = (await state(client, address))["frame"]
        async with client.get(address + frame) as answer:
            text = await answer.text()
            assert "/try/frame.css" in text
            assert "/try/frame.js" in text
            assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"


async def test_no_other_site_gets_in(tmp_path: Path) -> None:
    async with page(tmp_path) as (here, address, client):
        for headers in ({"Host": "village.example"}, {"Origin": "http://village.example"}, {"Origin": "null"}):
            async with client.get(f"{address}/try/state", headers=headers) as answer:
                assert answer.status == 403, headers
        async with client.post(
            f"{address}/try/time", json={"fly": True}, headers={"Origin": "http://village.example"}
        ) as answer:
            assert answer.status == 403
        async with client.post(f"{address}/api/pages", json={}) as answer:
            assert answer.status == 401, "the preview asks for its own key"
        for body in ("", "[]", "{"):
            async with client.post(f"{address}/try/go", data=body) as answer:
                assert answer.status == 400
        assert here.place == "square"


async def test_going_about_and_letting_time_fly(tmp_path: Path) -> None:
    async with page(tmp_path) as (here, address, client):
        first = await state(client, address)
        assert (first["place"], first["there"], first["hint"]) == ("square", ["square", "letters"], "start")
        assert "Press “Start” when you are ready" in first["words"]["hint"]
        now = await post(client, f"{address}/try/go", place="table")
        assert now["place"] == "square", "there is no game yet"
        now = await post(client, f"{address}/try/go", place="letters")
        assert now["place"] == "letters"
        assert now["frame"] != first["frame"]
        before = here.env.now()
        await post(client, f"{address}/try/time", fly=True)
        assert (here.env.now() - before).total_seconds() >= 10
        assert (await post(client, f"{address}/try/time", speed=4))["speed"] == 4
        assert (await post(client, f"{address}/try/time", speed=99))["speed"] == 4


def test_the_page_speaks_the_language_of_its_discord() -> None:
    """Hints name the buttons as they stand there."""
    english = Wording(wording_files())
    german = english.for_locale("de")
    said = page_words(german, "answer", {"square": 0, "table": 2, "letters": 0})
    assert said["hint"].startswith("Der Spiegel fragt dich etwas: Schau in „Deine Nachrichten“ nach")
    assert "„Mein Platz“" in said["hint"]
    assert (said["letters"], said["table.news"], said["square.news"]) == ("Deine Nachrichten", "2 neu", "")
    for hint in HINTS:
        assert page_words(german, hint, {})["hint"] != page_words(english, hint, {})["hint"]


async def test_time_stands_still_while_a_menu_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "CHOOSES_S", PATIENCE_S)
    async with page(tmp_path) as (here, address, client):
        assert (await post(client, f"{address}/try/look", chooses=True))["chooses"]
        before = here.env.now()
        running = asyncio.create_task(here.run())
        await asyncio.sleep(2.5)  # twice as long as one round of the world's clock
        assert here.env.now() == before
        here.chooses_until = 0.0  # the page has not said so again in time
        await until(lambda: here.env.now() > before)
        running.cancel()


async def test_a_click_on_yesterdays_picture_means_the_same_button(tmp_path: Path) -> None:
    """Time passes between what is shown and the click: the click counts, on the control that was shown."""
    async with page(tmp_path) as (here, address, client):
        key = {"X-Simcord-Capability": (await state(client, address))["frame"].partition("#")[2]}
        async with client.post(f"{address}/api/pages", json={}, headers=key) as answer:
            shown = await answer.json()
        headers = {**key, "X-Simcord-Context": shown["context"]["id"]}
        controls = {one["label"]: one for one in _buttons(shown["messages"])}
        await here.pass_time(2)
        body = {
            "protocol_version": 3,
            "sequence": 1,
            "request_id": "one",
            "generation": shown["context"]["generation"],
            "bot_generation": shown["botGeneration"],
            "published_revision": shown["publishedRevision"],
            "kind": "click",
            "control_key": controls["Rules"]["control_key"],
            "target_id": controls["Rules"]["control_key"].split(":")[1],
        }
        async with client.post(f"{address}/api/action", json=body, headers=headers) as answer:
            receipt = await answer.json()
        assert not receipt["rejected"], receipt
        square = here.scenes["square"].channel
        assert square is not None
        assert len(square.history(viewer=here.you)) == 2, "the rules came up, for this person alone"
        assert here.env.errors == []


def _buttons(part: Any) -> list[dict[str, Any]]:
    found = []
    if isinstance(part, dict):
        if "control_key" in part and "label" in part:
            found.append(part)
        part = list(part.values())
    if isinstance(part, list):
        found += [one for each in part for one in _buttons(each)]
    return found


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
async def test_a_person_plays_by_mouse(tmp_path: Path) -> None:
    """Start, My seat, a night's answer in the messages, and the next day in the thread; on two sizes of screen."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    async with page(tmp_path) as (here, address, _), playwright.async_playwright() as tool:
        browser = await tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        running = asyncio.create_task(here.run())
        here.speed = 1
        try:
            tab = await browser.new_page(viewport={"width": 1200, "height": 800})
            tab.set_default_timeout(PATIENCE_S * 1000)
            problems: list[str] = []
            tab.on("pageerror", lambda error: problems.append(str(error)))
            await _play(here, tab, address, tmp_path)
            assert problems == []
        finally:
            running.cancel()
            await browser.close()
        assert here.env.errors == []


async def _play(here: World, tab: Any, address: str, shots: Path) -> None:
    await tab.goto(address)
    frame = tab.frame_locator("#frame")
    await frame.get_by_role("button", name="Start", exact=True).click()
    await tab.locator("#table[aria-selected=true]").wait_for()
    await frame.get_by_role("button", name="My seat").last.click()
    await frame.get_by_text("Only you can see this").first.wait_for()
    await frame.get_by_text("You win when").last.wait_for()
    await _photograph(tab, shots, "seat")
    await frame.get_by_role("button", name="No other name").last.click()
    await tab.get_by_role("button", name="Fast").click()
    await tab.locator("#hint", has_text="The Mirror asks you something").wait_for()
    await tab.get_by_role("button", name="Stop").click()
    assert here.speed == 0
    assert "new" in await tab.locator("#letters").inner_text()
    await tab.locator("#letters").click()
    await tab.locator("#letters[aria-selected=true]").wait_for()
    await _answer(here, frame)
    await _photograph(tab, shots, "night")
    await tab.locator("#table").click()
    await tab.get_by_role("button", name="Fast").click()
    await frame.get_by_text("Day 1", exact=False).last.wait_for()
    await _photograph(tab, shots, "day")


async def _answers_given(here: World) -> int:
    """How many answers of the person stand in the journal."""
    async with here.mirror.store.reading() as connection:
        match = (await matches.matches_of_user(connection, here.you.id))[-1].id
        seat = await seating.seat_of(connection, match, here.you.id)
        assert seat is not None
        return sum(line.seat == seat.seat for line in await journals.entries_of(connection, match))


async def _answer(here: World, frame: Any) -> None:
    """Answer what is asked last: by the first choice of its menu, or by its first button."""
    await frame.get_by_role("button", name="My seat").last.wait_for()
    before = await _answers_given(here)
    asked = frame.locator("article.channel-message").last
    menus = asked.locator("[role=combobox]:not([disabled])")
    if await menus.count():
        await menus.first.click()
        await frame.locator("[role=option]:visible").first.click()
    else:
        await asked.locator("button[data-control-key]:enabled").first.click()

    async def it_counts() -> bool:
        return await _answers_given(here) > before

    await until_it_is(it_counts)


async def _photograph(tab: Any, shots: Path, name: str) -> None:
    """A picture at each size; nothing of our own page may stand out at the side."""
    for size, (width, height) in SCREENS.items():
        await tab.set_viewport_size({"width": width, "height": height})
        await asyncio.sleep(1)
        await tab.screenshot(path=shots / f"{name}-{size}.png")
        assert await tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), f"{name}, {size}"
    await tab.set_viewport_size({"width": 1200, "height": 800})


def test_the_package_knows_its_pages() -> None:
    """Every file the server hands out is there."""
    from bot.trying.server import FILES, HERE  # noqa: PLC0415

    assert all((HERE / name).is_file() for name, _ in FILES.values())
