"""Pictures can be read by everybody: on a phone, with tired eyes, colour-blind, and whatever people are called."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest
from PIL import ImageColor
from support import pictured_cards, pictured_grimm_forest, pictured_towns
from support.legibility import BLINDNESS, MARK_CONTRAST, Read, assert_legible, contrast, difference, read
from support.sizes import size

from bot.ui.pictures.art import LEAST_SIZE, PHONE_LEAST, PHONE_WIDE, Art
from bot.ui.pictures.picture import Picture
from cogs.grimm_forest import scenery
from cogs.grimm_forest.pictures import WOODS
from cogs.table import powers_picture

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


def test_the_least_size_is_what_a_phone_needs() -> None:
    assert LEAST_SIZE * PHONE_WIDE / 1200 >= PHONE_LEAST > (LEAST_SIZE - 1) * PHONE_WIDE / 1200


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue, *_ = ImageColor.getrgb(colour)
    return red, green, blue


@pytest.mark.parametrize("kind", BLINDNESS)
def test_colours_that_mean_something_differ_to_the_colour_blind(kind: str) -> None:
    walls = [tones[0] for tones in scenery._TONES.values()]
    pigs = scenery.SEAT_COLOURS.values()
    for colours in (walls, pigs, (powers_picture.YES, powers_picture.NO)):
        for one, other in combinations(colours, 2):
            assert difference(rgb(one), rgb(other), kind) >= SEEN_APART, (one, other)


@pytest.mark.parametrize("mark", [powers_picture.YES, powers_picture.NO])
def test_marks_stand_out(mark: str) -> None:
    assert contrast(rgb(mark), rgb(powers_picture.CLOTH)) >= MARK_CONTRAST


@pytest.mark.parametrize("dashes", [scenery.FREE_SITE, scenery.TO_BE_BUILT])
def test_what_is_still_to_be_built_stands_out(dashes: str) -> None:
    """As dashes that are not quite white, on the green of a hand's picture."""
    part = int(dashes[7:], 16) / 255
    below = rgb(WOODS)
    red, green, blue = (
        round(part * over + (1 - part) * under) for over, under in zip(rgb(dashes[:7]), below, strict=True)
    )
    assert contrast((red, green, blue), below) >= MARK_CONTRAST
