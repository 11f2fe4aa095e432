"""Pages with pictures: drawn when they are ready, said in words when they are late or cannot be drawn."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import discord
import pytest
from PIL import Image
from structlog.testing import capture_logs
from support.waiting import PATIENCE_S, turns

from bot.ui import pages
from bot.ui.panels import ALT_MOST, TEXT_MOST, Page, Panel, Shown, render
from bot.ui.pictures.gallery import Gallery
from bot.ui.wording import Wording, common_files

WORDS = Wording(common_files())
DRAWINGS: list[str] = []
BARRIER = threading.Event()


@dataclass(frozen=True)
class Square:
    """A picture of one colour that can be slow, or impossible."""

    colour: str
    way: str = "drawn"
    name: str = "square.jpg"

    def words(self, words: Wording) -> str:
        return f"A {self.colour} square."

    def draw(self, art: Any) -> Image.Image:
        DRAWINGS.append(self.colour)
        if self.way == "late":
            BARRIER.wait(PATIENCE_S)
        if self.way == "impossible":
            raise ValueError("no such square")
        return Image.new("RGB", (8, 8), self.colour)


@pytest.fixture
def gallery() -> Iterator[Gallery]:
    DRAWINGS.clear()
    BARRIER.clear()
    gallery = Gallery()
    yield gallery
    BARRIER.set()
    gallery.close()


def page_with(*pictures: Square) -> Page:
    shown = tuple(Shown(picture, picture.words(WORDS)) for picture in pictures)
    return Page(panels=(Panel("Below."),), pictures=shown)


def components(view: Any) -> list[dict[str, Any]]:
    return list(view.to_components())


async def test_a_picture_is_attached_and_shown_above_the_panels_with_its_words_as_alt_text(gallery: Gallery) -> None:
    view, files = await pages.drawn(gallery, page_with(Square("red")))
    first, second = components(view)
    assert first["items"][0]["media"]["url"] == "attachment://square.jpg"
    assert first["items"][0]["description"] == "A red square."
    assert second["components"][0]["content"] == "Below."
    (file,) = [make() for make in files]
    assert file.filename == "square.jpg"
    assert file.fp.read(3) == b"\xff\xd8\xff"


async def test_a_file_can_be_made_twice_since_a_try_may_be_repeated(gallery: Gallery) -> None:
    _, (make,) = await pages.drawn(gallery, page_with(Square("red")))
    assert make().fp.read() == make().fp.read() != b""


async def test_the_same_picture_is_drawn_once_however_many_ask(gallery: Gallery) -> None:
    for _ in range(3):
        await pages.drawn(gallery, page_with(Square("blue")))
    assert DRAWINGS == ["blue"]


async def test_a_late_picture_is_said_in_words(gallery: Gallery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PATIENCE_S", 0.05)
    view, files = await pages.drawn(gallery, page_with(Square("green", "late")))
    assert files == []
    (frame,) = components(view)
    assert [part["content"] for part in frame["components"] if "content" in part] == ["A green square.", "Below."]


async def test_a_late_picture_is_there_the_next_time(gallery: Gallery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PATIENCE_S", 0.05)
    await pages.drawn(gallery, page_with(Square("green", "late")))
    BARRIER.set()
    monkeypatch.setattr(pages, "PATIENCE_S", PATIENCE_S)
    _, files = await pages.drawn(gallery, page_with(Square("green", "late")))
    assert len(files) == 1
    assert DRAWINGS == ["green"]


async def test_a_picture_that_cannot_be_drawn_is_said_in_words(gallery: Gallery) -> None:
    view, files = await pages.drawn(gallery, page_with(Square("grey", "impossible")))
    assert files == []
    assert "A grey square." in str(components(view))


async def test_a_gallery_that_closes_leaves_no_complaint_of_a_late_picture(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is being drawn and late, and two wait for it: one whose page has gone without, and one whose page waits."""
    unheard: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
    with capture_logs() as logged:
        monkeypatch.setattr(pages, "PATIENCE_S", 0.05)
        for colour in ("green", "blue"):
            await pages.drawn(gallery, page_with(Square(colour, "late")))
        monkeypatch.setattr(pages, "PATIENCE_S", PATIENCE_S)
        waiting = asyncio.create_task(pages.drawn(gallery, page_with(Square("red"))))
        await turns()
        gallery.close()
        view, files = await waiting
    BARRIER.set()
    assert files == []
    assert "A red square." in str(components(view))
    gc.collect()
    await turns()
    assert unheard == []
    assert [line["event"] for line in logged] == ["picture_late", "picture_late"]


async def test_a_page_without_pictures_waits_for_nobody(gallery: Gallery) -> None:
    view, files = await pages.drawn(gallery, Page(panels=(Panel("Text."),)))
    assert files == []
    assert DRAWINGS == []
    assert "Text." in str(components(view))


REST = "The rest stands under “Text”."


def test_a_long_alt_text_ends_with_a_whole_sentence_and_says_where_the_rest_is() -> None:
    lines = "\n".join(f"{seat}. Somebody with a name: alive, Rumplestiltskin the Murderer." for seat in range(1, 31))
    told = Shown(Square("red"), lines, REST).description
    assert len(told) <= ALT_MOST
    assert told.splitlines()[-1] == REST
    assert lines.startswith(told.removesuffix(REST))
    assert told.splitlines()[-2].endswith("the Murderer.")
    assert len(told) > ALT_MOST - 100, "as much as there is room for"


def test_a_seat_s_number_ends_no_sentence() -> None:
    told = Shown(Square("red"), "They won. 12. " + "x" * 2000, REST).description
    assert told == f"They won.\n{REST}"


def test_a_short_alt_text_says_nothing_of_a_rest() -> None:
    assert Shown(Square("red"), "All of it.", REST).description == "All of it."


async def test_alt_text_is_cut_to_what_discord_takes(gallery: Gallery) -> None:
    long = Shown(Square("red"), "x" * 2000)
    view, _ = await pages.drawn(gallery, Page(panels=(), pictures=(long,)))
    assert len(components(view)[0]["items"][0]["description"]) == ALT_MOST


def test_small_print_stands_last_and_is_never_cut() -> None:
    seal = "f" * 64
    crowded = Page(panels=(Panel("What is asked. " * 400),), lines=("What is new.",), small_print=(seal,))
    assert not crowded.fits()
    *_, frame, last = render(crowded).children
    assert isinstance(frame, discord.ui.Container)
    assert isinstance(last, discord.ui.TextDisplay)
    assert last.content == seal
    assert len(crowded.text()) > TEXT_MOST >= render(crowded).content_length()


async def test_what_the_picture_shows_is_said_below_it_only_where_there_is_none(gallery: Gallery) -> None:
    board = Panel("Your turn.", heading="The square", in_picture="The square is red.")
    for way, said in (("drawn", ["Your turn."]), ("impossible", ["A red square.", "Your turn."])):
        pictured = Page(panels=(board,), pictures=page_with(Square("red", way)).pictures)
        view, _ = await pages.drawn(gallery, pictured)
        assert said_on(view) == said
        assert "The square is red." in pictured.text(), "it has changed when that has changed"
    assert said_on(render(Page(panels=(board,)))) == ["The square\nYour turn.\nThe square is red."]
    elsewhere = replace(board, shown_by=frozenset({"circle.png"}))
    for way in ("drawn", "impossible"):
        view, _ = await pages.drawn(gallery, Page(panels=(elsewhere,), pictures=page_with(Square("red", way)).pictures))
        assert said_on(view)[-1] == "The square\nYour turn.\nThe square is red.", "another picture shows that"


async def test_above_a_first_panel_whose_heading_the_picture_bears_no_line_is_drawn(gallery: Gallery) -> None:
    panels = (Panel("", heading="The square"), Panel("Your turn."))
    view, _ = await pages.drawn(gallery, Page(panels=panels, pictures=page_with(Square("red")).pictures))
    assert [part["type"] for part in components(view)[-1]["components"]] == [10], "one text, and nothing above it"


async def test_where_nothing_may_be_attached_the_words_of_a_picture_stand_there_at_once(gallery: Gallery) -> None:
    board = Panel("Your turn.", in_picture="The square is red.")
    page = Page(panels=(board,), pictures=page_with(Square("red")).pictures, files=("recap.json",))
    message = await pages.outgoing(gallery, page, files=(lambda: pytest.fail("a file"),), attaches=False)
    assert (message.files, DRAWINGS) == ((), []), "nobody waits for a picture that nobody may see"
    assert said_on(message.view) == ["A red square.", "Your turn."]
    assert "attachment://" not in str(components(message.view))
    unpictured = await pages.outgoing(gallery, Page(panels=(board,), files=("recap.json",)), attaches=False)
    assert said_on(unpictured.view) == ["Your turn.\nThe square is red."]


def said_on(view: Any) -> list[str]:
    """What the panels of a page say."""
    frame = components(view)[-1]
    return [part["content"] for part in frame["components"] if "content" in part]


@pytest.mark.parametrize(
    ("alt", "said"),
    [
        ("Day 2.\n1. Ann: alive.\n2. Ben: dead.", "Day 2.\n1. Ann: alive.\n2. Ben: dead."),
        ("Day 2.\n2. Ben: nominated.\n1. Ann: alive.", "Day 2.\n2\\. Ben: nominated.\n1\\. Ann: alive."),
        ("4. Dan: nominated.\nOne more.\n1. Ann: alive.", "4. Dan: nominated.\nOne more.\n1. Ann: alive."),
    ],
)
def test_a_seat_keeps_its_number_where_discord_would_count_on(alt: str, said: str) -> None:
    """Discord shows "2." and then "1." as 2 and 3."""
    assert pages.in_words(Shown(Square("red"), alt, "")) == said
