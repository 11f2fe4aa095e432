"""The scoreboard of an evening as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.ui.pictures.art import GOLD, PALE, QUIET, Art
from bot.ui.wording import Wording

WIDTH: Final = 1200
MARGIN: Final = 48
HEAD: Final = 150
ROW: Final = 112
SCORE: Final = 270
"""Pixels for somebody's points."""
NIGHT, NIGHT_EDGE, PLATE, FIRST = "#2a2f5c", "#0c0f24", "#0d1330cc", "#5a4310e0"


@dataclass(frozen=True)
class Row:
    """Somebody's line: on which place they stand, and what stands behind their name: how many points, in how many
    games."""

    place: int
    name: str
    points: str
    played: str


@dataclass(frozen=True)
class ScoreboardPicture:
    """Everybody's points, the best first."""

    title: str
    rows: tuple[Row, ...]
    name: str = "scoreboard.jpg"

    def words(self, words: Wording) -> str:
        lines = (words.say("evening.row.words", **vars(row)) for row in self.rows)
        return "\n".join([f"{self.title}.", *lines])

    def draw(self, art: Art) -> Image.Image:
        image = art.table(WIDTH, HEAD + ROW * len(self.rows) + MARGIN, NIGHT, NIGHT_EDGE)
        pen = art.pen(image)
        pen.text(WIDTH / 2, HEAD / 2 + 8, self.title, 64, GOLD, "title", anchor="mm", width=WIDTH - 2 * MARGIN)
        for number, row in enumerate(self.rows):
            top = HEAD + ROW * number
            middle, is_first = top + ROW // 2 - 5, row.place == 1
            pen.panel(MARGIN, top, WIDTH - 2 * MARGIN, ROW - 10, FIRST if is_first else PLATE)
            pen.text(MARGIN + 56, middle, f"{row.place}.", 44, GOLD if is_first else QUIET, "bold", anchor="mm")
            pen.text(MARGIN + 120, middle, row.name, 46, PALE, "bold", anchor="lm", width=WIDTH - 240 - SCORE)
            pen.text(WIDTH - MARGIN - 28, middle - 20, row.points, 42, PALE, "text", anchor="rm", width=SCORE)
            pen.text(WIDTH - MARGIN - 28, middle + 25, row.played, 34, QUIET, "text", anchor="rm", width=SCORE)
        return image
