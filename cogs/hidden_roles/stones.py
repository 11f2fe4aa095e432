"""A stone for each who has been gone since before the last nightfall, where a picture has no room for their houses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.ui.pictures.art import INK, LEAST_SIZE, PALE, Art, Pen

STONE, STONE_RIM, SOFT = "#343a47", "#757f90", "#d9e1ea"
TALL, STEP, GAP = 54, 64, 12
"""Pixels of a stone's height, from one row to the next, and between two stones."""
BADGE, PAD, NAME_SIZE, NAME_MOST = 42, 16, 36, 340


@dataclass(frozen=True)
class Stone:
    """The seat, the name, and in rows what is known, each with its colour."""

    seat: int
    name: str
    known: tuple[tuple[str, str], ...]

    def wide(self, art: Art) -> int:
        font = art.font("bold", LEAST_SIZE)
        known = sum(GAP + round(font.getlength(text)) for text, _ in self.known)
        return PAD + BADGE + 8 + _name_wide(art, self) + known + PAD


def in_rows(art: Art, stones: Iterable[Stone], room: int) -> list[list[Stone]]:
    """As many side by side as there is room for."""
    rows: list[list[Stone]] = []
    left = 0
    for stone in stones:
        wide = stone.wide(art)
        if not rows or wide > left:
            rows.append([])
            left = room
        rows[-1].append(stone)
        left -= wide + GAP
    return rows


def draw_rows(pen: Pen, rows: Sequence[Sequence[Stone]], middle: int, top: int) -> None:
    """The rows, one below the other, each of them in the middle."""
    for row in rows:
        wides = [stone.wide(pen.art) for stone in row]
        left = middle - (sum(wides) + GAP * (len(row) - 1)) // 2
        for stone, wide in zip(row, wides, strict=True):
            _draw(pen, stone, left, top, wide)
            left += wide + GAP
        top += STEP


def _name_wide(art: Art, stone: Stone) -> int:
    return min(NAME_MOST, round(art.font("bold", NAME_SIZE).getlength(stone.name)))


def _draw(pen: Pen, stone: Stone, left: int, top: int, wide: int) -> None:
    pen.panel(left, top, wide, TALL, STONE, STONE_RIM, radius=14, line=3)
    x, y = left + PAD, top + TALL / 2
    pen.panel(x, top + (TALL - BADGE) // 2, BADGE, BADGE, SOFT, radius=BADGE // 2)
    pen.text(x + BADGE / 2, y, str(stone.seat), LEAST_SIZE, INK, "bold", anchor="mm")
    x += BADGE + 8
    pen.text(x, y, stone.name, NAME_SIZE, PALE, "bold", anchor="lm", width=NAME_MOST)
    x += _name_wide(pen.art, stone)
    for text, colour in stone.known:
        x += GAP + pen.text(x + GAP, y, text, LEAST_SIZE, colour, "bold", anchor="lm")
