"""Make the pictures of README and the guides from what the running bot shows.

    python .ci/guide_pictures.py [FOLDER] [SCENE …]

plays in `magic-mirror try` until each scene is reached, and writes what Chromium shows of it into the folder
(`docs/pictures` when none is named). Without scenes it makes all of them. It takes some minutes. `README` names the
scenes that README shows: `python .ci/guide_pictures.py docs/pictures README`.
It needs the extra `test`, and Chromium.
"""

from __future__ import annotations

import asyncio
import io
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import discord
from PIL import Image
from playwright.async_api import async_playwright

from bot.games import GAMES
from bot.players import NORMAL, player_for
from bot.trying.command import take_port
from bot.trying.messages import drawn, seen
from bot.trying.people import Person, Place
from bot.trying.server import serve
from bot.trying.world import World, usual_seats, world
from bot.ui.panels import token

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs/pictures"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WINDOW = {"width": 560, "height": 2400}
"""As wide as Discord on a small screen, and so high that every message fits into it."""
FINE = 1.5
"""Pixels of a picture for each pixel of the page."""
WAIT_MS = 240_000
"""So long the page may take to show something: on a busy machine the browser draws slowly."""
TALLEST = 2.2
"""How high a picture may be, for each pixel of its width."""
SMALL = {"width": 560, "height": 760}
REPLAYED = 12
"""So many steps of a replay are clicked through."""
CHANCE = Random(1)
"""What this person answers is the same each time; everything else is dealt anew."""
STEP_S = 5
STEPS = 400
"""So often so many seconds pass until a scene has to be reached."""
STEPS_OF_A_GAME = 2_000
"""A whole duel of two people takes 100 to 300 of them, and once in some hundred games more than 400."""


@dataclass
class Stage:
    """A world in which nobody has done anything yet, and the window through which one looks at it."""

    world: World
    tab: Any

    def say(self, key: str) -> str:
        """What stands on a button."""
        return self.world.words.say(key)

    def message(self, place: Place, *texts: str, without: str = "") -> discord.Message | None:
        """The last message there that has all these texts in it, and not the other one."""
        for one in reversed(seen(self.world.me, place)):
            text = str(drawn(one, ""))
            if all(part in text for part in texts) and not (without and without in text):
                return one
        return None

    async def until(self, place: Place, *texts: str, without: str = "") -> discord.Message:
        """Play on until such a message is there. Raises SystemExit when it does not come."""
        for _ in range(STEPS):
            if found := self.message(place, *texts, without=without):
                return found
            await self.answer()
            await self.world.pass_time(STEP_S)
        raise SystemExit(f"Nothing with {texts} was shown.")

    async def answer(self, person: Person | None = None) -> None:
        """Press what a computer player would press in the place of this person, or of whoever looks."""
        person = person or self.world.me
        for row in await self.world.going(person):
            awake = await self.world.mirror.service.awake(row.id)
            seat = awake.seat_of(person.id)
            for question in awake.match.open_for(seat)[:1] if seat is not None else ():
                value = player_for(row.game, NORMAL, CHANCE).answer(question, partial(awake.match.view, seat))
                place = f"{row.id}:{awake.match.checkpoint}:{question.number}", f"{row.id}:{question.occasion}"
                for choice in (value, *reversed(question.choices)):
                    several = choice if isinstance(choice, list) and question.kind == "several" else [choice]
                    if control := self.control(person, place, *map(token, several)):
                        return await self.do(control)

    def control(self, person: Person, questions: Sequence[str], *choices: str) -> Awaitable[Any] | None:
        """A press of the button of this choice, or the choices in their menu."""
        (choice, *more) = choices
        for place in ("letters", "table"):
            hand: Any = person.acting(place)
            for message in reversed(seen(person, place)):
                for one in controls(drawn(message, "")["components"]):
                    name = one["custom_id"]
                    _, kind, question = [*name.split(":", 2), "", ""][:3]
                    if kind in ("a", "o") and not more and question in [f"{number}:{choice}" for number in questions]:
                        return hand.click(message, custom_id=name)
                    offered = [f"'value': '{each}'" in str(one) for each in choices]
                    if kind in ("s", "os") and question in questions and all(offered):
                        return hand.select(message, list(choices), custom_id=name)
        return None

    async def press(self, place: Place, key: str) -> None:
        """Press the last button of this name there."""
        label = self.say(key)
        hand: Any = self.world.me.acting(place)
        await self.do(hand.click(await self.until(place, f"'{label}'"), label=label))

    async def command(self, name: str, /, **options: Any) -> None:
        await self.do(self.world.you.slash(self.world.square, name, **options))

    async def do(self, act: Awaitable[Any]) -> None:
        """Something the person does; what takes long goes on by itself."""
        with suppress(TimeoutError):
            await act
        await self.world.pass_time(2)

    async def play(self, game: str) -> None:
        """Open a table, as the start page does, and begin."""
        await self.lobby(game)
        await self.press("square", f"lobby.button.{self.world.me.hint}")

    async def lobby(self, game: str) -> None:
        await self.world.open_table(self.world.me, game, usual_seats(GAMES[game]))
        await self.world.pass_time(2)

    async def picture(self, place: Place, message: discord.Message) -> bytes:
        """What this window shows of a message."""
        for _ in range(2):  # the page has seen the world as it is
            async with self.tab.expect_response("**/look"):
                pass
        await self.tab.locator(f"#tab-{place}").click()
        shown = self.tab.locator(f"#{place} [data-message='{message.id}']")
        await shown.wait_for()
        await self.tab.wait_for_function("[...document.images].every(one => one.complete || one.offsetParent === null)")
        return bytes(await shown.screenshot())


def controls(part: Any) -> Iterator[dict[str, Any]]:
    """Whatever can be pressed in it."""
    if isinstance(part, dict):
        if "custom_id" in part:
            yield part
        part = list(part.values())
    for one in part if isinstance(part, list) else ():
        yield from controls(one)


# -- the scenes --------------------------------------------------------------------------------------------------------

Scene = Callable[[Stage], Awaitable[bytes]]


async def lobby(stage: Stage) -> bytes:
    await stage.lobby("village")
    return await stage.picture("square", await stage.until("square", f"'{stage.say('lobby.button.join')}'"))


async def role_card(stage: Stage) -> bytes:
    await stage.play("village")
    return await stage.picture("letters", await stage.until("letters", "card"))


async def dawn(stage: Stage) -> bytes:
    await stage.play("village")
    return await stage.picture("table", await stage.until("table", "village.jpg"))


async def day(stage: Stage) -> bytes:
    await stage.play("village")
    return await stage.picture("table", await stage.until("table", "accused.jpg"))


async def mafia(stage: Stage) -> bytes:
    await stage.play("mafia")
    return await stage.picture("table", await stage.until("table", "city.jpg"))


async def duel(stage: Stage) -> bytes:
    """With a card in each discard; a duel that is over with its first turn has but one."""
    await stage.play("name_duel")
    try:
        message = await stage.until("table", "table.jpg", without="nothing yet")
    except SystemExit:
        message = await stage.until("table", "table.jpg")
    return await stage.picture("table", message)


async def forest(stage: Stage) -> bytes:
    await stage.play("grimm_forest")
    return await stage.picture("table", await stage.until("table", "Round 4"))


async def tricks(stage: Stage) -> bytes:
    await stage.play("trumplestiltskin")
    return await stage.picture("letters", await stage.until("letters", "trick 3", "'mm:a:"))


async def lesson(stage: Stage) -> bytes:
    await stage.command("learn", game="name_duel")
    return await stage.picture("table", await stage.until("table", "table.jpg"))


async def plan(stage: Stage) -> bytes:
    await stage.command("schedule table", game="village", when="Friday 20:00")
    await stage.press("square", "plan.button.make")
    return await stage.picture("square", await stage.until("square", f"'{stage.say('plan.button.come')}'"))


async def evening(stage: Stage) -> bytes:
    """Two people play its first game to the end: what is played against the computer is practice."""
    guest = await stage.world.invite()
    await stage.command("evening start", first="name_duel", second="village", third="mafia")
    await stage.press("square", "evening.button.next")
    begin = stage.say("lobby.button.join_begin")
    await stage.do(guest.actor.click(await stage.until("square", f"'{begin}'"), label=begin))
    for _ in range(STEPS_OF_A_GAME):
        if found := stage.message("square", "scoreboard.jpg"):
            return await stage.picture("square", found)
        await stage.answer()
        await stage.answer(guest)
        await stage.world.pass_time(STEP_S)
    raise SystemExit("There is no scoreboard.")


async def forecast(stage: Stage) -> bytes:
    """Other processes play, in their own time."""
    await stage.command("roleset forecast", game="village", name="beginner", players=8)
    for _ in range(STEPS):
        if found := stage.message("square", "forecast.jpg"):
            return await stage.picture("square", found)
        await asyncio.sleep(1)
        await stage.world.pass_time(1)
    raise SystemExit("There is no forecast.")


async def replay(stage: Stage) -> bytes:
    """The game is played to its end first."""
    await stage.play("name_duel")
    await stage.until("table", f"'{stage.say('button.rematch')}'")
    await stage.command("recap", table=1)
    await stage.press("square", "story.replay")
    message = await stage.until("square", ".html")
    page = await message.attachments[0].read()
    await stage.tab.goto("about:blank")
    await stage.tab.set_content(page.decode())
    await stage.tab.set_viewport_size(SMALL)
    for _ in range(REPLAYED):
        await stage.tab.keyboard.press("ArrowRight")
    return bytes(await stage.tab.screenshot())


async def settings(stage: Stage) -> bytes:
    await stage.command("settings panel")
    return await stage.picture("square", seen(stage.world.me, "square")[-1])


async def role_set(stage: Stage) -> bytes:
    await stage.command("roleset new", game="village", name="Our village", like="classic")
    return await stage.picture("square", seen(stage.world.me, "square")[-1])


async def statistics(stage: Stage) -> bytes:
    await stage.command("stats server")
    return await stage.picture("square", seen(stage.world.me, "square")[-1])


async def leaderboard(stage: Stage) -> bytes:
    await stage.command("leaderboard", game="name_duel")
    return await stage.picture("square", seen(stage.world.me, "square")[-1])


ALL: tuple[Scene, ...] = (
    lobby, role_card, dawn, day, mafia, duel, forest, tricks, lesson, replay, plan, evening, settings, role_set,
    forecast, statistics, leaderboard,
)  # fmt: skip
SCENES = {scene.__name__: scene for scene in ALL}


def shown_in_readme() -> list[str]:
    """The scenes whose pictures stand in README."""
    return re.findall(r"docs/pictures/(\w+)\.webp\)", (ROOT / "README.md").read_text("utf-8"))


MARGIN = ".message { padding: 12px !important; }"
"""All that is changed of the page; its letters and emoji are those that everybody sees in `try`."""


@asynccontextmanager
async def stage(browser: Any) -> AsyncIterator[Stage]:
    with tempfile.TemporaryDirectory() as folder:
        async with world(Path(folder) / "try.db", None) as here, serve(here, take_port(0)) as address:
            here.speed = 0  # time passes here alone
            tab = await browser.new_page(viewport=WINDOW, device_scale_factor=FINE, bypass_csp=True)
            tab.set_default_timeout(WAIT_MS)
            await tab.goto(address)
            await tab.add_style_tag(content=MARGIN)
            yield Stage(here, tab)
            await tab.close()


def keep(picture: bytes, path: Path) -> None:
    """Write it; of a very long panel the upper part."""
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    whole.crop((0, 0, whole.width, min(whole.height, round(whole.width * TALLEST)))).save(path, quality=80, method=6)


async def main(folder: Path, names: Sequence[str]) -> None:
    async with async_playwright() as tool:
        browser = await tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=WAIT_MS)
        for name in shown_in_readme() if names == ["README"] else names or SCENES:
            async with stage(browser) as here:
                keep(await SCENES[name](here), folder / f"{name}.webp")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if sys.argv[1:] else PICTURES, sys.argv[2:]))
