"""Pictures: the gallery that draws them, names of people in them, the art, and `/about`."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from typing import cast

import pytest
from PIL import Image, features
from support.once import art_of_its_own
from support.phone import SCREEN, height
from support.waiting import PATIENCE_S, turns, until

from bot.ui.panels import TEXT_MOST, Button
from bot.ui.pictures import art as art_module
from bot.ui.pictures import breath as breath_module
from bot.ui.pictures import gallery as gallery_module
from bot.ui.pictures import scripts
from bot.ui.pictures.art import FOLDER, FONTS, LEAST_SIZE, Art
from bot.ui.pictures.credits import FILE, credits
from bot.ui.pictures.fitting import ELLIPSIS, cut, fitted, marked, unmarked, wrapped
from bot.ui.pictures.gallery import Gallery, NotDrawn
from bot.ui.pictures.people import Person, drawable, glyphs, people
from bot.ui.pictures.playing_cards import CardShown, card_face
from bot.ui.pictures.scripts import characters
from bot.ui.wording import Wording, wording_files
from cogs import about

DRAWN: list[str] = []
"""Every drawing that was begun, by the title of its picture."""
GATE = threading.Event()
"""Drawings of pictures that wait stand here until it is open."""


@dataclass(frozen=True)
class Card:
    """A picture of nothing but its title."""

    title: str
    waits: bool = False
    fails: bool = False
    name: str = "card.jpg"

    def words(self, words: Wording) -> str:
        return self.title

    def draw(self, art: Art) -> Image.Image:
        DRAWN.append(self.title)
        if self.waits:
            GATE.wait(PATIENCE_S)
        if self.fails and DRAWN.count(self.title) == 1:
            raise RuntimeError("no paint")
        return Image.new("RGB", (40, 30), "#123456")


@pytest.fixture(autouse=True)
def _as_it_is() -> Iterator[None]:
    with art_of_its_own():
        yield


@pytest.fixture
async def gallery() -> AsyncIterator[Gallery]:
    DRAWN.clear()
    GATE.clear()
    one = Gallery()
    yield one
    GATE.set()
    one.close()


def words() -> Wording:
    return Wording(wording_files())


# -- the gallery ------------------------------------------------------------------------------------------------------


async def test_a_picture_is_drawn_once_for_all_who_ask(gallery: Gallery) -> None:
    bodies = await asyncio.gather(*(gallery.drawn(Card("ace")) for _ in range(5)))
    again = await gallery.drawn(Card("ace"))
    assert len({*bodies, again}) == 1
    assert DRAWN == ["ace"]
    with Image.open(BytesIO(again)) as image:
        assert (image.format, image.size) == ("JPEG", (40, 30))


async def test_the_loop_waits_for_no_drawing_as_long_as_python_would_let_it(gallery: Gallery) -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.005)
    try:
        await gallery.drawn(Card("ace"))
        assert sys.getswitchinterval() == pytest.approx(gallery_module.LETS_IN_S)
    finally:
        sys.setswitchinterval(before)


@dataclass(frozen=True)
class Poster:
    """A picture as large as a board, with a stamp and a line of text on it."""

    name: str = "poster.jpg"

    def words(self, words: Wording) -> str:
        return "Wanted"

    def draw(self, art: Art) -> Image.Image:
        image = Image.effect_noise((1200, 900), 60).convert("RGB")
        pen = art.pen(image)
        pen.stamp(0, 0, art.sprite("emoji/castle.webp", 100, 100))
        DRAWN.append("stamped")
        pen.text(100, 10, "Wanted", LEAST_SIZE)
        DRAWN.append("written")
        return image


async def test_a_drawing_stops_between_its_parts_and_while_it_is_encoded(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breath_module, "DRAWS_S", 0.0)  # so it is always time to
    monkeypatch.setattr("time.sleep", lambda seconds: DRAWN.append("stopped"))
    body = await gallery.drawn(Poster())
    drawing, encoding = DRAWN[: DRAWN.index("written")], DRAWN[DRAWN.index("written") :]
    assert "stopped" in drawing[: drawing.index("stamped")]
    assert "stopped" in drawing[drawing.index("stamped") :]
    assert encoding.count("stopped") >= len(body) / gallery_module.BLOCK


async def test_a_drawing_stops_no_more_often_than_it_must(gallery: Gallery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breath_module, "DRAWS_S", PATIENCE_S)
    monkeypatch.setattr("time.sleep", lambda seconds: DRAWN.append("stopped"))
    await gallery.drawn(Poster())
    assert DRAWN == ["stamped", "written"]


async def test_other_pictures_are_drawn_anew(gallery: Gallery) -> None:
    await gallery.drawn(Card("ace"))
    await gallery.drawn(Card("king"))
    assert DRAWN == ["ace", "king"]


async def test_a_failure_is_told_to_all_and_tried_again_for_the_next(gallery: Gallery) -> None:
    card = Card("ace", fails=True)
    failures = await asyncio.gather(gallery.drawn(card), gallery.drawn(card), return_exceptions=True)
    assert [type(one) for one in failures] == [NotDrawn, NotDrawn]
    assert "no paint" in str(failures[0])
    assert isinstance(failures[0].__cause__, RuntimeError)
    assert await gallery.drawn(card)
    assert DRAWN == ["ace", "ace"]


async def test_who_stops_waiting_does_not_disturb_the_others(gallery: Gallery) -> None:
    card = Card("ace", waits=True)
    gone, stays = asyncio.create_task(gallery.drawn(card)), asyncio.create_task(gallery.drawn(card))
    await until(lambda: DRAWN == ["ace"])
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    GATE.set()
    assert await stays
    assert DRAWN == ["ace"]


async def test_what_nobody_waits_for_any_more_is_not_begun(gallery: Gallery) -> None:
    first = asyncio.create_task(gallery.drawn(Card("first", waits=True)))
    await until(lambda: DRAWN == ["first"])
    stale, gone, stays = (asyncio.create_task(gallery.drawn(Card(title))) for title in ("stale", "wanted", "wanted"))
    await turns()
    for waiter in (stale, gone):
        waiter.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiter
    GATE.set()
    assert await first
    assert await stays
    assert DRAWN == ["first", "wanted"]
    assert await gallery.drawn(Card("stale"))
    assert DRAWN == ["first", "wanted", "stale"]


async def test_too_many_pictures_are_not_drawn(gallery: Gallery) -> None:
    waiting = [
        asyncio.create_task(gallery.drawn(Card(f"card {number}", waits=True)))
        for number in range(gallery_module.WAITING_MOST)
    ]
    await turns()
    with pytest.raises(NotDrawn, match="waiting"):
        await gallery.drawn(Card("one more"))
    GATE.set()
    await asyncio.gather(*waiting)
    assert await gallery.drawn(Card("one more"))


async def test_the_oldest_pictures_are_forgotten(gallery: Gallery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery_module, "KEPT_MOST", 3)
    for title in ("1", "2", "3", "1", "4", "1", "2"):
        await gallery.drawn(Card(title))
    assert DRAWN == ["1", "2", "3", "4", "2"]


async def test_a_closed_gallery_draws_nothing(gallery: Gallery) -> None:
    await gallery.drawn(Card("known"))
    first = asyncio.create_task(gallery.drawn(Card("first", waits=True)))
    second = asyncio.create_task(gallery.drawn(Card("second")))
    await until(lambda: DRAWN == ["known", "first"])
    gallery.close()
    GATE.set()
    assert await first
    with pytest.raises(NotDrawn, match="closed"):
        await second
    with pytest.raises(NotDrawn, match="closed"):
        await gallery.drawn(Card("third"))
    assert await gallery.drawn(Card("known"))


async def test_drawing_leaves_the_loop_alone(gallery: Gallery) -> None:
    drawing = asyncio.create_task(gallery.drawn(Card("ace", waits=True)))
    await until(lambda: DRAWN == ["ace"])
    assert not drawing.done()
    GATE.set()
    await drawing


# -- people -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Zoë   Łuk ", "Zoë Łuk"),
        ("Жанна", "Жанна"),
        ("Ann 🗡️👻", "Ann 🗡👻"),
        ("👨‍👩‍👧 Sue 👍🏽", "👨👩👧 Sue 👍"),
        ("日本の友達", "日本の友達"),
        ("Ann 한국어", "Ann 한국어"),
        ("สวัสดี", "สวัสดี"),
        ("محمد علي", "محمد علي"),
        ("שלום", "שלום"),
        ("👻", "👻"),
        ("𝓕𝓪𝓷𝓬𝔂 𝐄𝐯𝐞", "Fancy Eve"),
        ("ꦱꦶꦠꦶ", ""),
        ("***", ""),
        ("\u202eevil", "evil"),
        ("", ""),
    ],
)
def test_names_are_drawn_as_far_as_the_fonts_go(name: str, shown: str) -> None:
    assert drawable(name) == shown


def test_who_cannot_be_written_is_a_number() -> None:
    found = people({1: "Ann", 2: "ꦱꦶꦠꦶ", 3: "ann", 4: "Player 2", 5: "Eve"}, words())
    assert [found[seat].shown for seat in range(1, 6)] == ["Player 1", "Player 2", "Player 3", "Player 4", "Eve"]
    assert found[2].spoken == "Player 2 (ꦱꦶꦠꦶ)"
    assert found[5].spoken == "Eve"


def test_the_table_of_characters_is_read_rightly() -> None:
    font, glyphs = Art().font("bold", 40), characters(FOLDER / FONTS["bold"])
    missing = font.getmask("\U0001f47b").getbbox()  # what Pillow draws where there is no glyph
    lacking = [chr(code) for code in range(0x21, 0x17F) if code in glyphs and chr(code).isalpha()
               and font.getmask(chr(code)).getbbox() == missing]  # fmt: skip
    assert not lacking
    assert set(map(ord, "AZaz09äßøŁЖя…–")) <= glyphs
    assert not set(map(ord, "日あ👻♥")) & glyphs


def test_a_name_in_two_scripts_is_drawn_by_two_fonts_and_as_wide_as_it_is_long() -> None:
    art = Art()
    font = art.font("bold", 40)
    assert [part for _, part in font.parts("Ann 日本 Ben")] == ["Ann ", "日本", " Ben"]
    assert [part for _, part in font.parts("שלום עולם 👻")] == ["שלום עולם", " ", "👻"]
    assert font.parts("Ann")[0][0] is font.parts("Ann Ben")[0][0] is font
    pen = art.pen(Image.new("L", (900, 90)))
    wide = pen.text(40, 45, "Ann 日本 محمد", 40, "#fff", "bold", anchor="lm")
    left, _, right, _ = pen.image.getbbox() or (0, 0, 0, 0)
    assert abs(right - left - wide) < 16
    assert left >= 40


@pytest.mark.skipif(not features.check("raqm"), reason="only a shaping library draws them")
@pytest.mark.parametrize("name", ["مرحبا صديقي العزيز", "שלום עולם שלום יקר"])
def test_what_stands_around_a_name_from_right_to_left_is_no_part_of_it(name: str) -> None:
    """Its bracket and its seat came apart, and the bracket stood before the name."""
    font = Art().font("bold", 40)
    inside = unmarked(Person(3, name, name).inside)
    assert [part for _, part in font.parts(f"Now {inside} bids")] == ["Now ", name, " (3) bids"]
    assert [part for _, part in font.parts(f"({name}), {name}: 9.")] == ["(", name, "), ", name, ": 9."]
    assert [part for _, part in font.parts(f"{name}… bids")] == [f"{name}…", " bids"]


@pytest.mark.skipif(not features.check("raqm"), reason="letters are joined by a shaping library")
def test_arabic_letters_are_joined_and_run_from_right_to_left() -> None:
    font = Art().font("bold", 40)
    assert font.getlength("ععع") < 3 * font.getlength("ع")
    pen = Art().pen(Image.new("L", (200, 90)))
    pen.text(20, 45, "اممممم", 40, "#fff", "bold", anchor="lm")
    upper = pen.image.crop((0, 0, 200, 38)).getbbox()
    lower = pen.image.getbbox()
    assert upper
    assert lower
    assert upper[0] > (lower[0] + lower[2]) / 2, "the tall letter, which is the first one, stands at the right"


def test_without_a_shaping_library_who_needs_one_is_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "check", lambda feature: False)
    for kept in (scripts.others, scripts.of_other_fonts, glyphs):
        kept.cache_clear()
    try:
        assert [drawable(name) for name in ("محمد", "日本", "👻")] == ["", "日本", "👻"]
    finally:
        monkeypatch.undo()
        for kept in (scripts.others, scripts.of_other_fonts, glyphs):
            kept.cache_clear()


# -- art --------------------------------------------------------------------------------------------------------------


def test_long_text_is_made_smaller_and_then_cut() -> None:
    art = Art()
    pen = art.pen(Image.new("RGB", (1200, 60)))
    assert pen.text(0, 0, "M" * 40, 40, width=300) <= 300
    fitting = pen.text(0, 0, "Wilhelmina", 40, width=160)
    assert 120 < fitting <= 160
    assert cut("M" * 40, art.font("text", LEAST_SIZE), 300).endswith(ELLIPSIS)


class Letters:
    """A ruler for which every letter is as wide as the next."""

    def getlength(self, text: str) -> float:
        return len(text)


def test_of_a_sentence_the_longest_name_is_cut_and_never_the_fact() -> None:
    both = f"{marked('Wilhelmina Featherstonehaugh')} and {marked('Ann')} claim the rest"
    assert fitted(both, Letters(), 40) == "Wilhelmina Feath… and Ann claim the rest"
    assert fitted(both, Letters(), 100) == unmarked(both)
    assert fitted("nobody claims the rest", Letters(), 10) == "nobody cl…"


def test_two_long_names_differ_on_their_signs_where_they_differ() -> None:
    names = ("Wilhelmina Featherstonehaugh-Smythe", "Wilhelmina Featherstonehaugh-Smithe")
    assert [fitted(marked(name), Letters(), 17) for name in names] == ["Wilhelmina…mythe", "Wilhelmina…mithe"]
    assert fitted(marked("Wilhelmina"), Letters(), 10) == "Wilhelmina"
    assert fitted(marked("Wilhelmina"), Letters(), 8) == "Wilh…ina"
    assert fitted(marked("Wilhelmina"), Letters(), 6) == "Wilhe…"


def test_a_name_that_goes_on_in_the_next_row_is_cut_there_too() -> None:
    rows = wrapped(f"The name of {marked('Wilhelmina Featherstonehaugh')} is known", Letters(), 24, 2)
    assert [fitted(row, Letters(), 24) for row in rows] == ["The name of Wilhelmina", "Featherstoneha… is known"]


def test_what_was_made_is_kept_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(art_module, "CACHE_BYTES", 4 * 100 * 100 * 4)
    art, made = Art(), []

    def make(number: int) -> Image.Image:
        made.append(number)
        return Image.new("RGBA", (100, 100))

    for number in (1, 2, 3, 4, 1, 5, 1, 2):
        art.made(number, lambda number=number: make(number))  # type: ignore[misc]
    assert made == [1, 2, 3, 4, 5, 2]


def test_many_threads_share_the_art() -> None:
    art = Art()
    card = CardShown("KH", "H", "H", "K", "K of Hearts")
    with ThreadPoolExecutor(8) as pool:
        faces = list(pool.map(lambda number: card_face(art, card, 100 + number % 5), range(80)))
    assert len({face.tobytes() for face in faces}) == 5


def test_a_card_in_the_shade_and_a_trump_look_different() -> None:
    art = Art()
    card = CardShown("10S", "S", "S", "10", "10 of Spades")
    looks = [
        card_face(art, card, 120, trump=trump, dimmed=dimmed) for trump in (False, True) for dimmed in (False, True)
    ]
    assert len({look.tobytes() for look in looks}) == 4


# -- credits ----------------------------------------------------------------------------------------------------------


def test_every_file_has_its_line_of_credits() -> None:
    files = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file())
    assert sorted([*(one.file for one in credits()), FILE]) == files


def test_every_font_and_its_licence_is_there() -> None:
    files = {one.file for one in credits()}
    assert set(FONTS.values()) <= files
    assert {path.relative_to(FOLDER).as_posix() for path in scripts.others()} <= files
    assert sum(one.startswith("licences/OFL") for one in files) == 7
    assert "licences/Apache-2.0-Droid.txt" in files


def test_nobody_is_taken_for_the_author_of_all_icons() -> None:
    icons = [one for one in credits() if one.file.startswith("icon/")]
    assert len({one.author for one in icons}) > 3
    assert all("CC BY 3.0" in one.licence and "recoloured" in one.changes for one in icons)


def test_the_development_script_names_no_registry_and_no_machine() -> None:
    text = (FOLDER.parents[3] / ".ci" / "vendor_art.py").read_text(encoding="utf-8")
    assert not re.search(r"https?://(?!creativecommons\.org|game-icons\.net)(?!www\.w3\.org)", text)
    assert not re.search(r'["\' ]/(home|root|tmp|work|usr|opt)\b', text)
    assert "registry" not in text


# -- about ------------------------------------------------------------------------------------------------------------


def test_about_names_every_artist_and_no_file() -> None:
    pages = {about.about_page(words(), number).text() for number in range(20)}
    assert all(len(page) < TEXT_MOST for page in pages)
    text = "\n".join((*pages, ""))
    for credit in credits():
        if not credit.file.startswith(about.LICENCES):
            assert f"**{credit.author}** · {credit.source} · {credit.licence}" in text
        assert credit.file not in text
    assert text.count("**Lorc**") == 1
    assert "SIL International" not in text, "who has written a licence has drawn nothing"
    assert "**The Cinzel Project Authors (Natanael Gama)** · github.com/NDISCOVER/Cinzel · SIL OFL 1.1\n" in text


def test_about_takes_several_pages_each_of_which_a_phone_shows_whole() -> None:
    first, beyond = about.about_page(words()), about.about_page(words(), 99)
    assert first.text() != beyond.text() != about.about_page(words(), 1).text()
    assert max(height(about.about_page(words(), number)) for number in range(20)) < SCREEN
    at_first, at_last = (
        [button.label for button in cast(tuple[Button, ...], page.panels[0].rows[0])] for page in (first, beyond)
    )
    assert (at_first, at_last) == (["More"], ["Earlier"]), "as every other panel turns its pages"


@pytest.mark.parametrize("colours", [("#102030", None), ("#102030", "#f2c14e"), ("#10203080", "#f2c14e")])
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_panel_laid_by_its_corners_looks_like_a_whole_one(colours: tuple[str, str | None], mode: str) -> None:
    art = Art()
    sizes = [(wide, tall) for wide in (5, 17, 38, 39, 120) for tall in (7, 38, 61)]
    for (wide, tall), radius, line in product(sizes, (0, 3, 18), (1, 3, 5)):
        laid, stamped = (Image.new(mode, (140, 80)) for _ in range(2))
        art.pen(laid).panel(7, 9, wide, tall, *colours, radius=radius, line=line)
        art.pen(stamped).stamp(7, 9, art.panel(wide, tall, *colours, radius=radius, line=line))
        assert laid.tobytes() == stamped.tobytes(), (wide, tall, radius, line)


def test_panels_of_many_sizes_take_no_room_from_the_cards() -> None:
    art = Art()
    card = art.made("card", lambda: Image.new("RGBA", (300, 400)))
    pen = art.pen(Image.new("RGB", (1200, 1000)))
    for wide in range(200, 1200):
        pen.panel(0, 0, wide, 900, "#102030")
    assert art.made("card", lambda: Image.new("RGBA", (1, 1))) is card
