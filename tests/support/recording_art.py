"""A pen and a box of art that note what is written and laid, and where."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from bot.ui.pictures.art import LEAST_SIZE, Art, Face, Pen
from bot.ui.pictures.fitting import unmarked
from bot.ui.pictures.picture import Picture

Box = tuple[float, float, float, float]


class Recorder(Pen):
    """A pen that notes what it writes and lays, and where. Where only that is wanted it lays nothing down: to do so
    takes longest of all, and whether it would lie on the image has been seen."""

    def __init__(self, art: Art, image: Image.Image, *, lays: bool) -> None:
        super().__init__(art, image)
        self._lays = lays
        self.written: list[str] = []
        self.cards: list[str] = []
        self.boxes: list[tuple[str, Box]] = []

    def text(
        self, x: float, y: float, text: str, size: int, colour: str = "#fff", face: Face = "text", *,
        anchor: str = "la", width: int | None = None, least: int = LEAST_SIZE,
    ) -> int:  # fmt: skip
        assert size >= LEAST_SIZE <= least
        wide = super().text(x, y, text, size, colour, face, anchor=anchor, width=width, least=least)
        left = x - {"l": 0, "m": wide / 2, "r": wide}[anchor[0]]
        text = unmarked(text)
        self.written.append(text)
        self.boxes.append((text, (left, y - size * 0.25, left + wide, y + size * 0.25)))
        return wide

    def card(self, x: int, y: int, card: Image.Image, name: str) -> None:
        self.cards.append(name)
        self._check_lies_on_it(x, y, card)
        super().card(x, y, card, name)

    def stamp(self, x: int, y: int, image: Image.Image) -> None:
        self._check_lies_on_it(x, y, image)
        if self._lays:
            super().stamp(x, y, image)

    def _check_lies_on_it(self, x: int, y: int, image: Image.Image) -> None:
        assert x >= 0
        assert y >= 0
        assert x + image.width <= self.image.width
        assert y + image.height <= self.image.height


@dataclass(frozen=True)
class Drawn:
    """What a picture turned out to be, without its pixels: a suite that kept those of every picture needs gigabytes."""

    width: int
    height: int
    written: list[str]
    cards: list[str]
    boxes: list[tuple[str, Box]]


class RecordingArt(Art):
    """Art whose pens note what they draw. What is on a card is not noted: the card is, by its name."""

    def __init__(self, tall_most: int) -> None:
        super().__init__()
        self.tall_most = tall_most
        self.recorders: list[Recorder] = []
        self.watched: dict[Picture, Drawn] = {}
        self._lays = True

    def pen(self, image: Image.Image) -> Recorder:
        self.recorders.append(Recorder(self, image, lays=self._lays))
        return self.recorders[-1]

    def watch(self, picture: Picture) -> Drawn:
        """Draw it once; what was drawn."""
        if picture not in self.watched:
            self.recorders.clear()
            self._lays = False
            image = picture.draw(self)
            self._lays = True
            (noted,) = self.recorders
            assert image.width == 1200
            assert image.height <= self.tall_most
            self.watched[picture] = Drawn(image.width, image.height, noted.written, noted.cards, noted.boxes)
            self.recorders.clear()
        return self.watched[picture]


def whole(written: Sequence[str]) -> list[str]:
    """What was written, with the rows of a name that goes on after a hyphen as one."""
    texts: list[str] = []
    for text in written:
        if texts and texts[-1].endswith("-") and text[:1].islower():
            texts[-1] = texts[-1][:-1] + text
        else:
            texts.append(text)
    return texts


def says(text: str, part: str) -> int:
    """How often the words say this part as a whole: "9" is not said by "19"."""
    return len(re.findall(rf"(?<!\w){re.escape(part)}(?!\w)", text))


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
