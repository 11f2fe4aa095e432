"""Make a picture of every kind of panel that the running bot shows, on a phone and on a wide screen, and measure it.

    python .ci/panel_pictures.py FOLDER [LANGUAGE [SCENE …]]

plays the five games in `magic-mirror try`, with the buttons that only show something pressed on the way, and gives the
commands that show a panel. Whatever looks like nothing before it is kept, as `<scene>-<number>.<width>.jpg`; how high
it is on a phone, and what it says first, stands in `heights.<scene>.md`. Languages are `en-US` (when none is named)
and `de`; scenes are the games and `commands`. It takes a few minutes for each game. It needs the extra `test`, and
Chromium.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import discord
from guide_pictures import CHROMIUM, FINE, ROOT, STEP_S, STEPS, WAIT_MS, Stage, controls
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright

from bot.games import GAMES
from bot.trying.command import take_port
from bot.trying.messages import drawn, seen
from bot.trying.people import PLACES, Place
from bot.trying.server import serve
from bot.trying.world import World, world

sys.path.append(str(ROOT / "tests"))  # as the tests wait: for what happens, never for so many seconds
from support.waiting import patient_world

sys.path.pop()  # the tests have folders of the same names as the bot

PHONE, WIDE = {"width": 390, "height": 4000}, {"width": 1280, "height": 4000}
"""As wide as the two screens; so high that a message is seen whole. A phone shows 844 pixels of it."""
BARE = "body > header { position: absolute; z-index: -1; } body > header, .top { max-height: 4px; overflow: hidden; }"
"""What stands above the messages on the page covers none of them: it is pressed from the script alone."""
QUIET_S = 0.5
"""How long a message stands still before it is looked at."""
SHOWING: Final = frozenset(
    ("seat", "rarely", "mine", "lessons", "board", "text", "trick", "sheet", "line", "history", "rulings", "learn")
)
"""Kinds of buttons that show something to who presses them, and change nothing."""
LOBBY: Final = ("options", "times", "rules", "more", "level", "transfer")
"""Buttons of a lobby, and of its options, that show something."""
COMMANDS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("settings panel", {}),
    ("roleset show", {"game": "village", "name": "classic"}),
    ("roleset list", {"game": "mafia"}),
    ("roleset new", {"game": "village", "name": "Our village", "like": "classic"}),
    ("roleset forecast", {"game": "village", "name": "beginner", "players": 8}),
    ("stats server", {}),
    ("stats me", {}),
    ("leaderboard", {"game": "name_duel"}),
    ("history", {}),
    ("help", {}),
    ("rules", {}),
    ("tables", {}),
    ("privacy show", {}),
    ("tellme", {"game": "village"}),
    ("schedule table", {"game": "village", "when": "Friday 20:00"}),
    ("about", {}),
    ("reminders", {"turn": "on"}),
    ("schedule list", {}),
    ("evening start", {}),
    ("evening scoreboard", {}),
    ("rules", {"topic": "village.start"}),
    ("rules", {"topic": "mafia.start"}),
    ("rules", {"topic": "Cinderella"}),
)


@dataclass
class Album:
    """The pictures of one language: what has been kept, and how high it was."""

    folder: Path
    phone: Any
    wide: Any
    kept: dict[str, tuple[str, int]] = field(default_factory=dict)
    drawn: set[tuple[int, str]] = field(default_factory=set)

    async def look(self, here: World, scene: str) -> None:
        """Keep every message that looks like none before it."""
        for place in PLACES:
            for message in seen(here.me, place)[-6:]:
                await self.keep(place, message, scene)

    async def keep(self, place: Place, message: discord.Message, scene: str) -> None:
        looks = likeness(drawn(message, ""))
        kind = f"{scene} {place} {looks}"
        version = (message.id, looks)  # what stood there in the scene before is none of this one
        if kind in self.kept or version in self.drawn or not message.author.bot:
            return
        self.drawn.add(version)
        name = f"{scene}-{len(self.kept):03}"
        try:
            height = await self._photograph(self.phone, place, message.id, self.folder / f"{name}.390.jpg")
            await self._photograph(self.wide, place, message.id, self.folder / f"{name}.1280.jpg")
        except PlaywrightError as gone:
            print(name, "could not be seen:", str(gone)[:200], kind, flush=True)
        else:
            self.kept[kind] = (name, height)
            print(name, height, kind[:150], flush=True)

    async def _photograph(self, tab: Any, place: Place, message: int, path: Path) -> int:
        """How high the message is on this page, in its pixels."""
        async with tab.expect_response("**/look"):
            pass
        if await tab.locator(f"#tab-{place}").is_visible():
            await tab.locator(f"#tab-{place}").dispatch_event("click")
        one = tab.locator(f"#{place} [data-message='{message}']")
        await one.wait_for()
        await one.scroll_into_view_if_needed()  # a picture far from what the window shows is not fetched
        await tab.wait_for_function(
            "one => [...one.querySelectorAll('img')].every(each => each.complete)", arg=await one.element_handle()
        )
        await asyncio.sleep(QUIET_S)
        await one.screenshot(path=str(path), quality=70, type="jpeg")
        return round((await one.bounding_box())["height"])

    def heights(self) -> str:
        rows = sorted(self.kept.items(), key=lambda one: -one[1][1])
        told = [f"| {height} | {name} | {kind.replace('|', '/')[:110]} |" for kind, (name, height) in rows]
        return "\n".join(["| pixels at 390 | picture | what |", "|---|---|---|", *told]) + "\n"


def likeness(part: Any) -> str:
    """What a message is like: its pictures and its controls; without a picture its first words, if it can be pressed,
    or else how long it is."""
    texts = re.findall(r"'content': '([^']*)", str(part))
    pictures = sorted(set(re.findall(r"/\d+/([\w.-]+?)\d*\.(?:jpg|webp|png)", str(part))))
    kinds = sorted({":".join(one["custom_id"].split(":")[1:2]) for one in controls(part.get("components"))})
    words = re.sub(r"[\d*_<>#:@-]+|\\n.*", "", "".join(texts[:2])).split()[:2]
    if not kinds and not pictures:
        return f"about {len(''.join(texts)) // 500 * 500} letters"
    return f"{'' if pictures else ' '.join(words)} {pictures} {kinds}"


@asynccontextmanager
async def told_when_it_fails(what: str) -> AsyncIterator[None]:
    """One panel that cannot be shown is told, and keeps nobody from the others."""
    try:
        yield
    except Exception as problem:
        print(what, "failed:", repr(problem)[:300], flush=True)


async def press_all(stage: Stage, album: Album, scene: str, pressed: set[str]) -> None:
    """Press each button that shows something, once for each kind and place."""
    for place in ("table", "letters"):
        for message in reversed(seen(stage.world.me, place)):
            for one in controls(drawn(message, "")["components"]):
                kind = one["custom_id"].split(":")[1]
                mark = f"{place} {kind} {one.get('label')}"
                if one.get("disabled") or kind not in SHOWING or mark in pressed or one.get("type") != 2:
                    continue
                pressed.add(mark)
                hand: Any = stage.world.me.acting(place)
                async with told_when_it_fails(mark):
                    await stage.do(hand.click(message, custom_id=one["custom_id"]))
                    await album.look(stage.world, scene)


async def play(stage: Stage, album: Album, game: str) -> None:
    """A whole game, looked at after each answer."""
    await stage.lobby(game)
    await album.look(stage.world, game)
    for shows in LOBBY:
        key = f"lobby.button.{shows}"
        if stage.message("square", f"'{stage.say(key)}'"):
            async with told_when_it_fails(key):
                await stage.press("square", key)
                await album.look(stage.world, game)
    await stage.press("square", f"lobby.button.{stage.world.me.hint}")
    pressed: set[str] = set()
    for step in range(STEPS):
        await album.look(stage.world, game)
        if step in (3, 12, 40):
            pressed.clear()
        await press_all(stage, album, game, pressed)
        if not await stage.world.going(stage.world.me):
            break
        await stage.answer()
        await stage.world.pass_time(STEP_S)
    await album.look(stage.world, game)
    await stage.command("recap", table=1)
    await album.look(stage.world, game)
    await press_all(stage, album, game, set())


async def commands(stage: Stage, album: Album) -> None:
    for command, options in COMMANDS:
        async with told_when_it_fails(f"/{command}"):
            await stage.command(command, **options)
        await album.look(stage.world, "commands")
        for _ in range(STEPS if "forecast" in command else 0):  # other processes play, in their own time
            await asyncio.sleep(1)
            await stage.world.pass_time(1)
            if stage.message("square", "forecast.jpg"):
                await album.look(stage.world, "commands")
                break
    for game in GAMES:
        async with told_when_it_fails(f"/learn {game}"):
            await stage.command("learn", game=game)
        for _ in range(6):
            await stage.world.pass_time(2)
            await album.look(stage.world, f"learn_{game}")


async def main(folder: Path, language: str, scenes: Sequence[str]) -> None:

    async with async_playwright() as tool:
        browser = await tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=WAIT_MS)
        for scene in scenes or (*GAMES, "commands"):
            with tempfile.TemporaryDirectory() as home, patient_world():
                async with (
                    world(Path(home) / "try.db", None, language=language) as here,
                    serve(here, take_port(0)) as at,
                ):
                    here.speed = 0  # time passes here alone
                    tabs = []
                    for size in (PHONE, WIDE):
                        tab = await browser.new_page(
                            viewport=size, device_scale_factor=FINE if size is PHONE else 1, bypass_csp=True
                        )
                        tab.set_default_timeout(WAIT_MS)
                        await tab.goto(at)
                        await tab.add_style_tag(content=BARE)
                        tabs.append(tab)
                    album = Album(folder, *tabs)
                    stage = Stage(here, tabs[0])
                    await (commands(stage, album) if scene == "commands" else play(stage, album, scene))
                    (folder / f"heights.{scene}.md").write_text(album.heights(), "utf-8")
                    for tab in tabs:
                        await tab.close()
        await browser.close()


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(main(Path(sys.argv[1]), (sys.argv[2:] or ["en-US"])[0], sys.argv[3:]))
