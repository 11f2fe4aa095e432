"""A forecast as a picture: a bar for players of each kind, parted among the sides, and how far off each part may be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from PIL import ImageDraw
from PIL.Image import Image

from bot.ui.pictures.art import GOLD, INK, PALE, QUIET, Art, Pen
from bot.ui.wording import Wording

WIDTH, MARGIN, HEAD, FOOT = 1020, 40, 96, 56
LEGEND, ROW, BAR = 56, 108, 44
CLOTH, CLOTH_EDGE = "#2f2a4d", "#0e0c1b"
COLOURS: Final = ("#7fcf8f", "#e2836f", "#8fb2f0", "#d9b45b", "#a07bd6", "#aab2bd")
"""Of the sides, light enough for dark numbers. Each part carries its number, and stands in the legend's order."""
SECOND = 12
"""How much lower every other line of error lies, so that two which are near do not meet."""
SEAM = 4
"""Pixels of dark between two parts: two light colours side by side differ too little in brightness."""
NUMBER_ROOM = 70
"""Pixels that a part needs for its number."""


@dataclass(frozen=True)
class Parting:
    """Where one side's part of a bar ends, in parts of the whole bar: as it was counted, and as it may be."""

    at: float
    least: float
    most: float


@dataclass(frozen=True)
class ForecastBar:
    """Players of one kind: the wins of each side in 100 games, and between each two of them where they part."""

    label: str
    wins: tuple[int, ...]
    partings: tuple[Parting, ...]


@dataclass(frozen=True)
class ForecastPicture:
    """All bars of a forecast, with the sides in the order of the parts. `note` says what the lines below the bars are,
    `text` is all of it in words."""

    title: str
    sides: tuple[str, ...]
    bars: tuple[ForecastBar, ...]
    note: str
    text: str
    name: str = "forecast.jpg"

    def words(self, _words: Wording) -> str:
        return self.text

    def draw(self, art: Art) -> Image:
        legends = -(-len(self.sides) // 2)
        top = HEAD + LEGEND * legends
        row = ROW + (SECOND if len(self.sides) > 2 else 0)
        bottom = top + row * len(self.bars)
        image = art.table(WIDTH, bottom + FOOT + MARGIN, CLOTH, CLOTH_EDGE)
        pen = art.pen(image)
        pen.text(MARGIN, 56, self.title, 38, GOLD, "title", anchor="lm", width=WIDTH - 2 * MARGIN)
        for place, side in enumerate(self.sides):
            _draw_legend(pen, place, side)
        draw = ImageDraw.Draw(image)
        for place, bar in enumerate(self.bars):
            _draw_bar(pen, draw, bar, top + row * place)
        pen.text(MARGIN, bottom + FOOT // 2, self.note, 36, PALE, anchor="lm", width=WIDTH - 2 * MARGIN)
        return image


def _draw_legend(pen: Pen, place: int, side: str) -> None:
    """Two sides on a line."""
    wide = (WIDTH - 2 * MARGIN) // 2
    left, middle = MARGIN + wide * (place % 2), HEAD + LEGEND * (place // 2) + 18
    pen.panel(left, middle - 16, 32, 32, COLOURS[place], radius=6)
    pen.text(left + 46, middle, side, 36, PALE, "bold", anchor="lm", width=wide - 60)


def _draw_bar(pen: Pen, draw: ImageDraw.ImageDraw, bar: ForecastBar, top: int) -> None:
    wide, high = WIDTH - 2 * MARGIN, top + 42
    pen.text(MARGIN, top + 20, bar.label, 36, PALE, anchor="lm", width=wide)
    ends = [0.0, *(parting.at for parting in bar.partings), 1.0]
    for place, number in enumerate(bar.wins):
        left, right = MARGIN + wide * ends[place], MARGIN + wide * ends[place + 1]
        seam = SEAM if place < len(bar.partings) else 0
        draw.rectangle((left, high, max(left, right - seam), high + BAR), COLOURS[place])
        if right - left > NUMBER_ROOM:
            _draw_number(pen, number, place, len(bar.wins), left, right, high)
    for place, parting in enumerate(bar.partings):
        _draw_error(draw, parting, high + BAR + 11 + SECOND * (place % 2))


def _draw_number(pen: Pen, number: int, place: int, count: int, left: float, right: float, high: int) -> None:
    """Of the outer parts at the outer ends, where numbers of all bars stand below each other."""
    middle = high + BAR // 2
    if place == 0:
        pen.text(round(left) + 14, middle, str(number), 38, INK, "bold", anchor="lm", width=NUMBER_ROOM)
    elif place == count - 1:
        pen.text(round(right) - 14, middle, str(number), 38, INK, "bold", anchor="rm", width=NUMBER_ROOM)
    else:
        pen.text(round(left + right) // 2, middle, str(number), 38, INK, "bold", anchor="mm", width=NUMBER_ROOM)


def _draw_error(draw: ImageDraw.ImageDraw, parting: Parting, middle: int) -> None:
    """From where to where it may be, with a foot at either end; below the bar, so that no number is crossed out."""
    wide = WIDTH - 2 * MARGIN
    least, most = (round(MARGIN + wide * value) for value in (parting.least, parting.most))
    draw.line((least, middle, most, middle), QUIET, 5)
    for end in (least, most):
        draw.line((end, middle - 8, end, middle + 8), QUIET, 5)


def partings_of(values: tuple[float, ...], errors: tuple[tuple[float, float], ...]) -> tuple[Parting, ...]:
    """Where parts of these sizes meet in a bar. Where several may share a win, together they are more than the whole,
    and the bar is drawn in proportion. `errors`: between which values each of the sums from the left may lie."""
    whole = sum(values) or 1.0
    ends = list(accumulate(values))[:-1]
    return tuple(
        Parting(at / whole, min(1.0, least / whole), min(1.0, most / whole))
        for at, (least, most) in zip(ends, errors, strict=True)
    )
