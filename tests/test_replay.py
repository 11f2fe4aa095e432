"""A finished game to click through: what is in the file, who sees what in it, and a real Chromium that opens it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from support.chromium import chromium, needs_chromium, tab_of
from support.forking import command_line
from support.sizes import size

from bot.games import NAMES
from bot.recaps import reading
from bot.recaps.recap import FirstRecap, Recap
from bot.replay.faces import face_of
from bot.replay.film import Film, Line, film_of, script_of
from bot.replay.page import Reel, page_of
from bot.ui.wording import Wording, wording_files
from cogs.table.eyes_page import eyes_page

RECORDED = Path(__file__).parent / "recaps" / "recorded"
WORDS = Wording(wording_files())


def recorded(game: str) -> FirstRecap | Recap:
    with (RECORDED / f"{game}-1.json").open("rb") as file:
        return reading.read(file)


def film(game: str) -> Film:
    return film_of(recorded(game), face_of(game), WORDS)


def said(steps: Film, *, secret: bool) -> list[Line]:
    return [line for step in steps.steps for line in step.lines if (line.heard_by is not None) is secret]


@pytest.mark.parametrize("game", NAMES)
def test_every_game_is_told_from_its_deal_to_its_end(game: str) -> None:
    made = film(game)
    assert len(made.names) == recorded(game).seats
    assert len(made.steps) > 20
    assert all(step.board is not None for step in made.steps)
    assert all(set(step.sights) == set(made.names) for step in made.steps)
    assert made.steps[-1].lines[0].text
    assert said(made, secret=True)


def test_a_secret_is_for_those_who_were_told_it() -> None:
    made = film("village")
    checks = [line for line in said(made, secret=True) if "looked at" in line.text or "is a " in line.text]
    assert checks
    assert all(line.heard_by and len(line.heard_by) < len(made.names) for line in checks)
    first = made.steps[0].sights
    assert len({sight.text for sight in first.values()}) > 3, "everybody knows their own card"


def test_one_seat_sees_what_it_was_told_and_the_truth_in_small_print() -> None:
    script = script_of(recorded("village"), face_of("village"), WORDS)
    turned = [eyes_page(1, script, 2, number, WORDS).panels[0].text for number in range(40)]
    told = "\n".join(page.rpartition("\n-# Page ")[0] for page in dict.fromkeys(turned))
    assert "Your card: **Fairy Godmother**. 🔎\nYou are the Fairy Godmother." in told
    assert "-# Said in secret to **Player 7**: Your card: **Sheriff**.\n" in told
    secrets = [line for scene in script.scenes for line in scene.lines if line.heard_by is not None]
    assert told.count("🔎") == 1 + sum(2 in (line.heard_by or ()) for line in secrets), "the title names the sign"
    assert "### What Player 2 knows" in told
    assert turned[-1] == turned[-2]
    assert "### The end" in told
    assert "**Player 9**: Villager" in turned[-1]


def test_a_game_that_was_ended_says_so() -> None:
    whole = recorded("village")
    broken_off = whole.model_copy(update={"journal": whole.journal[: len(whole.journal) // 2]})
    last = film_of(broken_off, face_of("village"), WORDS).steps[-1]
    assert [line.text for line in last.lines] == ["Somebody ended this game before it was over."]


def test_names_cannot_become_parts_of_the_page() -> None:
    evil = recorded("mafia").model_copy(update={"names": ("</script><b>x", *recorded("mafia").names[1:])})
    body = page_of(Reel(film_of(evil, face_of("mafia"), WORDS), WORDS), largest=100_000)
    assert "<b>x" not in body
    assert "\\u003cb>x" in body


def test_words_take_the_place_of_what_there_is_no_room_for() -> None:
    reel = Reel(film("village"), WORDS)
    body = page_of(reel, largest=300_000)
    assert len(body.encode()) <= 300_000
    pictures = json.loads(re.findall(r'id="film">(.*?)</script>', body)[0])["pictures"]
    assert {bool(one["source"]) for one in pictures} == {True, False}
    assert all(one["alt"] for one in pictures)


def test_a_recap_that_is_not_right_becomes_no_film(tmp_path: Path) -> None:
    forged = json.loads((RECORDED / "village-1.json").read_text())
    forged["seed"] = "0" * 64
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(forged))
    done = command_line("recap", str(file), environment=os.environ)
    assert done.returncode == 1
    assert "seed" in done.stdout
    assert list(tmp_path.iterdir()) == [file]
    done = command_line("recap", str(RECORDED / "village-1.json"), "--language", "xx", environment=os.environ)
    assert (done.returncode, "There is no language 'xx'" in done.stderr) == (2, True)


# -- in a browser ------------------------------------------------------------------------------------------------------


@pytest.mark.full_size
@needs_chromium
async def test_it_is_clicked_through_in_a_browser(tmp_path: Path) -> None:
    page = tmp_path / "village.html"
    village = recorded("village")
    dear = village.model_copy(update={"names": ("5$& a day", *village.names[1:])})
    page.write_text(page_of(Reel(film_of(dear, face_of("village"), WORDS), WORDS)), encoding="utf-8")
    async with chromium() as browser:
        tab = await tab_of(browser, 390, 844)
        problems: list[str] = []
        tab.on("pageerror", lambda error: problems.append(str(error)))
        tab.on("console", lambda one: problems.append(one.text))
        tab.on("request", lambda one: problems.append(one.url) if one.url.startswith("http") else None)
        await tab.goto(page.as_uri())
        await _look(tab)
    assert problems == []


async def _look(tab: Any) -> None:
    assert await tab.locator("#told .secret").count() == 0
    assert await tab.locator("#seen img").evaluate("one => one.naturalWidth > 300")
    await tab.keyboard.press("ArrowRight")
    assert not (await tab.locator("#step").inner_text()).startswith("1 ")
    await tab.locator("#eyes").select_option("all")
    await tab.locator("#last").click()
    assert "win" in await tab.locator("#told").inner_text()
    assert await tab.locator("#on").is_disabled()
    await tab.locator("#first").click()
    secrets = 0
    for _ in range(size(10, full=len(film("village").steps))):
        if await tab.locator("#on").is_disabled():
            break
        await tab.keyboard.press("ArrowRight")
        secrets += await tab.locator("#told .secret").count()
    assert secrets > 5, "the first night"
    await tab.locator("#eyes").select_option("1")
    assert await tab.locator(".sight[open]").count() == 1
    assert "5$& a day" in await tab.locator(".sight summary").inner_text()
    assert await tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
