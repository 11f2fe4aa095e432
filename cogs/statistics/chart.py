"""Wins as bars, and a rating as it went from game to game: two pictures, drawn from numbers alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import ImageDraw
from PIL.Image import Image

from bot.ui.pictures.art import GOLD, PALE, QUIET, Art, Pen
from bot.ui.wording import Wording

WIDTH, MARGIN = 1020, 28
CLOTH, CLOTH_EDGE = "#2f2a4d", "#0e0c1b"
TRACK, WON, BAND, EDGE = "#0b0a16", "#4fae6a", "#5a4f8f", "#a79fd6"
"""A bar, the won part of it, how far off a value may be; and the line around what stands out too little by itself."""
HEAD, ROW, BAR = 96, 88, 30
COURSE_TALL = 420
COURSE_MOST = 50
"""A longer course shows its last games."""


@dataclass(frozen=True)
class Bar:
    """So many games by this name: won, and in all."""

    name: str
    won: int
    games: int


@dataclass(frozen=True)
class BarsPicture:
    """A bar for each of several things; how much of it is full is how much was won."""

    title: str
    bars: tuple[Bar, ...]
    name: str = "wins.jpg"

    def words(self, words: Wording) -> str:
        lines = (words.say("stats.part", name=bar.name, won=bar.won, games=bar.games) for bar in self.bars)
        return "\n".join([f"{self.title}.", *lines])

    def draw(self, art: Art) -> Image:
        image = art.table(WIDTH, HEAD + ROW * len(self.bars) + MARGIN, CLOTH, CLOTH_EDGE)
        pen = art.pen(image)
        pen.text(MARGIN + 12, 56, self.title, 38, GOLD, "title", anchor="lm", width=WIDTH - 2 * MARGIN - 24)
        for place, bar in enumerate(self.bars):
            _draw_bar(pen, bar, HEAD + ROW * place)
        return image


def _draw_bar(pen: Pen, bar: Bar, top: int) -> None:
    left, wide = MARGIN + 12, WIDTH - 2 * MARGIN - 24
    pen.text(left, top + 18, bar.name, 34, PALE, "bold", anchor="lm", width=wide - 160)
    pen.text(left + wide, top + 18, f"{bar.won} / {bar.games}", 34, PALE, "bold", anchor="rm", width=150)
    pen.panel(left, top + 40, wide, BAR, TRACK, EDGE, radius=BAR // 2, line=2)
    won = round(wide * bar.won / bar.games)
    if won > BAR:
        pen.panel(left, top + 40, won, BAR, WON, radius=BAR // 2)


@dataclass(frozen=True)
class CoursePicture:
    """A value after each game, and how far off it may have been; `usual` is where everybody begins."""

    title: str
    points: tuple[tuple[int, int], ...]
    usual: int
    name: str = "course.jpg"

    def words(self, words: Wording) -> str:
        values = ", ".join(signed(value) for value, _ in self.points)
        value, give = self.points[-1]
        return words.say(
            "stats.course.words", title=self.title, values=values, value=signed(value), give=give, usual=self.usual
        )

    def draw(self, art: Art) -> Image:
        image = art.table(WIDTH, HEAD + COURSE_TALL + MARGIN, CLOTH, CLOTH_EDGE)
        pen = art.pen(image)
        pen.text(MARGIN + 12, 56, self.title, 38, GOLD, "title", anchor="lm", width=WIDTH - 2 * MARGIN - 24)
        least = min(self.usual, *(value - give for value, give in self.points))
        most = max(self.usual, *(value + give for value, give in self.points))
        field = _Field(least, most, len(self.points))
        draw = ImageDraw.Draw(image)
        above = [field.at(place, value + give) for place, (value, give) in enumerate(self.points)]
        below = [field.at(place, value - give) for place, (value, give) in enumerate(self.points)]
        draw.polygon([*above, *reversed(below)], BAND)
        for edge in (above, below):
            draw.line(edge, EDGE, 4, joint="curve")
        draw.line([field.at(0, self.usual), field.at(field.last, self.usual)], QUIET, 2)
        line = [field.at(place, value) for place, (value, _) in enumerate(self.points)]
        draw.line(line, GOLD, 6, joint="curve")
        for x, y in line:
            draw.ellipse((x - 7, y - 7, x + 7, y + 7), GOLD)
        x, y = field.at(0, self.usual)
        pen.text(x + 16, y - 22, str(self.usual), 34, PALE, anchor="lm", width=130)
        value, _ = self.points[-1]
        pen.text(WIDTH - MARGIN - 12, field.at(0, value)[1], signed(value), 36, PALE, "bold", anchor="rm", width=130)
        return image


def signed(value: int) -> str:
    """A number with a real minus."""
    return str(value).replace("-", "−")


@dataclass(frozen=True)
class _Field:
    """Where a value stands on the picture."""

    least: int
    most: int
    count: int

    @property
    def last(self) -> int:
        return max(1, self.count - 1)

    def at(self, place: int, value: int) -> tuple[float, float]:
        left, right = MARGIN + 24, WIDTH - MARGIN - 160
        spread = max(1, self.most - self.least)
        tall = COURSE_TALL - 40
        return left + (right - left) * place / self.last, HEAD + 20 + tall * (self.most - value) / spread


def course_picture(title: str, values: Sequence[tuple[float, float]], usual: int) -> CoursePicture | None:
    """The picture of the last of these values; None of fewer than two."""
    shown = values[-COURSE_MOST:]
    if len(shown) < 2:
        return None
    return CoursePicture(title, tuple((round(value), round(give)) for value, give in shown), usual)
