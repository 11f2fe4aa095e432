"""What of a picture can be read: every text that reaches it, how large it is on a phone, and before what it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from PIL import Image, ImageColor, ImageDraw

from bot.ui.pictures.art import PHONE_LEAST, PHONE_WIDE, Art
from bot.ui.pictures.fitting import ELLIPSIS
from bot.ui.pictures.picture import Picture

TEXT_CONTRAST, MARK_CONTRAST = 4.5, 3.0
"""What the guidelines for web content ask for."""

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Written:
    """One line of a picture: its text, its letters' size on a picture of full width, its colour and what is behind."""

    text: str
    size: float
    colour: Colour
    behind: Colour

    @property
    def contrast(self) -> float:
        return contrast(self.colour, self.behind)


@dataclass(frozen=True)
class Read:
    """All lines of one picture, and how wide it is."""

    width: int
    lines: tuple[Written, ...]

    def on_a_phone(self, line: Written) -> float:
        """Pixels of this line's letters at a phone's width."""
        return line.size * PHONE_WIDE / self.width


def read(picture: Picture, art: Art) -> Read:
    """Draw it and note all lines; with fresh art those of its cards are among them."""
    with _watched() as lines:
        image = picture.draw(art)
    return Read(image.width, tuple(lines))


@contextmanager
def _watched() -> Iterator[list[Written]]:
    """Every line that Pillow draws meanwhile."""
    lines: list[Written] = []
    end: list[float] = [0, 0]
    """Where the last one ended: a line in several fonts is drawn in parts."""
    plain = ImageDraw.ImageDraw.text

    def text(draw: Any, xy: Any, text: str, fill: str, font: Any, **how: Any) -> None:
        box = [round(edge) for edge in draw.textbbox(xy, text, font, **how)]
        behind = draw._image.crop((box[0], box[1], max(box[2], box[0] + 1), max(box[3], box[1] + 1)))
        goes_on = lines and abs(xy[0] - end[0]) < 1 and xy[1] == end[1]
        before = lines[-1].text if goes_on else ""
        lines.append(Written(before + text, font.size, _rgb(fill), _middle(behind)))
        end[:] = xy[0] + font.getlength(text), xy[1]
        plain(draw, xy, text, fill, font, **how)

    with patch.object(ImageDraw.ImageDraw, "text", text):
        yield lines


def _rgb(colour: str) -> Colour:
    red, green, blue, *_ = ImageColor.getrgb(colour)
    return red, green, blue


def _middle(image: Image.Image) -> Colour:
    """The colour of what is there, all in all."""
    red, green, blue = image.convert("RGB").resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))  # type: ignore[misc]
    return red, green, blue


def assert_legible(one: Read, names: Iterable[str] = ()) -> None:
    """It can be read on a phone, stands out from what is behind it, and only what somebody is called is cut."""
    small = {line.text: line.size for line in one.lines if one.on_a_phone(line) < PHONE_LEAST}
    assert not small
    faint = {line.text: round(line.contrast, 1) for line in one.lines if line.contrast < TEXT_CONTRAST}
    assert not faint
    beginnings = tuple(name[:4] for name in names)
    cut = [line.text for line in one.lines if ELLIPSIS in line.text]
    assert [text for text in cut if not any(name in text.partition(ELLIPSIS)[0] for name in beginnings)] == []


# -- colours ----------------------------------------------------------------------------------------------------------


def contrast(one: Colour, other: Colour) -> float:
    """How far two colours are apart in brightness, as the guidelines for web content count it: 1 to 21."""
    dark, light = sorted((_brightness(one), _brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def _brightness(colour: Colour) -> float:
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    part /= 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
}
"""What becomes of red, green and blue light (Machado, Oliveira and Fernandes 2009, whole severity)."""


def difference(one: Colour, other: Colour, kind: str) -> float:
    """How different two colours look to somebody colour-blind in this way: CIE76, where some 10 is seen at a look."""
    return float(sum((a - b) ** 2 for a, b in zip(_lab(one, kind), _lab(other, kind), strict=True)) ** 0.5)


def _lab(colour: Colour, kind: str) -> tuple[float, float, float]:
    light = [_linear(part) for part in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, light, strict=True)))) for row in BLINDNESS[kind]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    a, b, c = (float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)
