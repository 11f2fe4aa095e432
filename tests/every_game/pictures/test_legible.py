"""Pictures can be read by everybody: on a phone, with tired eyes, colour-blind, and whatever people are called."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from support import pictured_cards, pictured_grimm_forest, pictured_towns
from support.legibility import BLINDNESS, MARK_CONTRAST, TEXT_CONTRAST, Read, assert_legible, contrast, difference, read
from support.meanings import MARKS, MEANINGS, rgb
from support.pictured_kinds import KINDS, KindOfPicture
from support.sizes import size

from bot.ui.pictures import playing_cards
from bot.ui.pictures.art import LEAST_SIZE, PHONE_LEAST, PHONE_WIDE, Art, Pen
from bot.ui.pictures.picture import Picture
from cogs.hidden_roles import townscape
from cogs.statistics import chart
from cogs.village import pictures as village_pictures

SEEN_APART = 10
"""Difference of two colours from which on they are told apart at a look."""
FULL = size(0, full=1)
TABLES = [
    ("village", 20, "plain", "de"), ("mafia", 8, "strange", "en"), ("name_duel", 2, "strange", "de"),
    ("trumplestiltskin", 5, "strange", "de"), ("grimm_forest", 4, "strange", "en"),
]  # fmt: skip
MORE = [
    ("village", 13, "strange", "en"), ("village", 20, "plain", "en"), ("mafia", 13, "strange", "de"),
    ("name_duel", 2, "strange", "en"), ("trumplestiltskin", 3, "plain", "en"),
    ("trumplestiltskin", 5, "strange", "en"), ("grimm_forest", 2, "plain", "de"), ("grimm_forest", 3, "strange", "de"),
    ("grimm_forest", 4, "strange", "de"),
]  # fmt: skip


COGS = Path(village_pictures.__file__).parents[1]
CALLED = (*pictured_towns.STRANGE, *pictured_towns.PLAIN, *pictured_cards.STRANGE.values(),
          *pictured_grimm_forest.names(4, "strange").values())  # fmt: skip
"""How people are called in these pictures."""


def pictures(game: str, seats: int, names: str, language: str) -> list[Picture]:
    """All kinds of pictures of this table."""
    if game in ("village", "mafia"):
        return [*pictured_towns.made(game, seats, names, language), *pictured_towns.days(game, seats, names, language)]
    if game == "grimm_forest":
        return [picture for _, _, picture in pictured_grimm_forest.made(seats, names, language)]
    return [picture for _, _, picture in pictured_cards.pictures(game, seats, names, language)]


def crowded(game: str, seats: int, names: str, language: str) -> list[Picture]:
    """The most crowded pictures of this table, for which no whole game has to be played."""
    if game == "village":
        view, labels = next(pictured_towns.views(game, seats, 1)), pictured_towns.names(seats, names)
        over = pictured_towns.crowded(view).model_copy(update={"winner": "rumplestiltskin", "phase": "over"})
        return [pictured_towns.drawn_of(one, labels, language) for one in (pictured_towns.crowded(view), over)]
    if game == "mafia":
        return pictures(game, seats, names, language)[1::3] + pictured_towns.days(game, seats, names, language)[-1:]
    if game == "grimm_forest":
        return list(pictured_grimm_forest.fullest(seats, names, language))
    if game == "trumplestiltskin":
        return list(pictured_cards.first_hand(seats, names, language))
    return pictures(game, seats, names, language)[-4:]


def called(game: str, seats: int, names: str) -> Iterator[str]:
    """How the players of this table are called."""
    if game in ("village", "mafia"):
        yield from pictured_towns.names(seats, names).values()
    elif game == "grimm_forest":
        yield from pictured_grimm_forest.names(seats, names).values()
    else:
        yield from {"plain": pictured_cards.PLAIN, "strange": pictured_cards.STRANGE}[names].values()


def some(game: str, seats: int, names: str, language: str) -> Iterator[Read]:
    art = Art()
    for picture in (pictures if FULL else crowded)(game, seats, names, language):
        yield read(picture, art)


def tables(test: Callable[..., None]) -> Callable[..., None]:
    """This test at some tables, and with full size at many."""
    every = [*TABLES, *MORE] if FULL else TABLES
    return pytest.mark.full_size(pytest.mark.parametrize(("game", "seats", "names", "language"), every)(test))


@tables
def test_pictures_can_be_read_on_a_phone(game: str, seats: int, names: str, language: str) -> None:
    """What is cut is a name and never a fact: before the dots stands the beginning of what somebody is called."""
    for one in some(game, seats, names, language):
        assert_legible(one, called(game, seats, names))


@pytest.mark.full_size
@pytest.mark.parametrize("language", ["de", *(["en"] if FULL else [])])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_kind_of_picture_can_be_read_on_a_phone(kind: KindOfPicture, language: str) -> None:
    art = Art()
    for names in ("strange", "plain")[: 2 if FULL else 1]:
        for picture in kind.made(names, language):  # type: ignore[arg-type]
            assert_legible(read(picture, art), CALLED)


def test_no_kind_of_picture_is_forgotten() -> None:
    """Whatever can be drawn and sent is among the kinds that are looked at."""
    drawn = {type(picture).__name__ for kind in KINDS for picture in kind.made("plain", "en")}
    found: set[str] = set()
    for path in COGS.glob("*/*.py"):
        classes = path.read_text("utf-8").split("\nclass ")[1:]
        found |= {one.split("(")[0].split(":")[0] for one in classes if "    def draw(self, art: Art) -> Image" in one}
    assert len(found) > 10
    assert found == drawn


def test_the_least_size_is_what_a_phone_needs() -> None:
    assert LEAST_SIZE * PHONE_WIDE / 1200 >= PHONE_LEAST > (LEAST_SIZE - 1) * PHONE_WIDE / 1200


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize("meaning", MEANINGS)
def test_colours_that_mean_something_differ_to_the_colour_blind(meaning: str, kind: str) -> None:
    for one, other in combinations(MEANINGS[meaning], 2):
        assert difference(rgb(one), rgb(other), kind) >= SEEN_APART, (one, other)


@pytest.mark.parametrize("suit", playing_cards.COLOURS)
def test_suits_can_be_read_on_cards_in_the_shade_as_well(suit: str) -> None:
    ink, paper = rgb(playing_cards.COLOURS[suit]), rgb(playing_cards.WHITE)
    shade = rgb(playing_cards.SHADOW)
    dim_ink, dim_paper = (
        tuple(round(a + (b - a) * playing_cards.SHADE) for a, b in zip(one, shade, strict=True)) for one in (ink, paper)
    )
    assert contrast(ink, paper) >= TEXT_CONTRAST
    assert contrast(dim_ink, dim_paper) >= TEXT_CONTRAST  # type: ignore[arg-type]


@pytest.mark.parametrize("mark", MARKS)
def test_marks_stand_out(mark: str) -> None:
    ink, behind = MARKS[mark]
    assert contrast(rgb(ink), rgb(behind)) >= MARK_CONTRAST


def test_the_edges_of_a_rating_are_drawn() -> None:
    """Between its edges a band is too near to the cloth to be seen at once."""
    image = chart.CoursePicture("Course", ((0, 300), (40, 200), (90, 150)), 0).draw(Art()).convert("RGB")
    edge = rgb(chart.EDGE)
    drawn = sum(count for count, colour in image.getcolors(image.width * image.height) or () if colour == edge)
    assert drawn > 2 * image.width


@pytest.mark.parametrize(("game", "seats"), [("village", 13), ("mafia", 8)])
def test_likenesses_have_rims_that_are_seen(game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gold on parchment was not."""
    rims, plain = set[str](), Pen.panel

    def panel(pen: Pen, *place: Any, radius: int = 18, **how: Any) -> None:
        *_, width, _, fill, outline = (*place, None)[:6]
        if fill == townscape.PARCHMENT and radius == width // 2:
            rims.add(outline)
        plain(pen, *place, radius=radius, **how)

    monkeypatch.setattr(Pen, "panel", panel)
    pictured_towns.drawn_of(pictured_towns.moments(game, seats)[-1], pictured_towns.names(seats)).draw(Art())
    assert len(rims) > 1
    assert all(contrast(rgb(rim), rgb(townscape.PARCHMENT)) >= MARK_CONTRAST for rim in rims)
