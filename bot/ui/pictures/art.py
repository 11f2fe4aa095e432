"""Fonts and sprites, loaded when first wanted, and the pen that draws with them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Literal

from PIL import Image, ImageColor, ImageDraw

from bot.ui.pictures.breath import Breath
from bot.ui.pictures.fitting import fitted, unmarked, wrapped
from bot.ui.pictures.fonts import Font

FOLDER = Path(__file__).parent / "art"
CACHE_BYTES = 40 * 1024 * 1024
"""Pixels kept of what was drawn before: backgrounds, cards, panels."""

Face = Literal["text", "bold", "title"]
FONTS: dict[Face, str] = {
    "text": "fonts/AlegreyaSans_500Medium.ttf",
    "bold": "fonts/AlegreyaSans_800ExtraBold.ttf",
    "title": "fonts/Cinzel_700Bold.ttf",
}

GOLD, PALE, QUIET, INK = "#f2c14e", "#f7f1df", "#b9c4cf", "#1c2028"
"""What stands out, what is read, what is beside it, and what is written on white."""

TALLEST = 1000
"""Pixels of the height up to which pictures share one table."""

PHONE_WIDE, PHONE_LEAST = 390, 11
"""Pixels of a phone's width, and of the smallest writing that can be read there."""
LEAST_SIZE = 34
"""Pixels of the smallest writing on a picture 1200 wide: on a phone it is just large enough."""
FINE = 3
"""Shapes are drawn so many times larger and made small, for smooth edges."""


class Art:
    """Fonts, sprites and the pictures made of them, shared by all threads."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.breath = Breath()
        self._folder = folder
        self._lock = threading.RLock()
        self._fonts: dict[tuple[Face, int], Font] = {}
        self._sprites: dict[str, Image.Image] = {}
        self._made: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._bytes = 0

    def pen(self, image: Image.Image) -> Pen:
        """Something to draw on this image with."""
        return Pen(self, image)

    def font(self, face: Face, size: int) -> Font:
        """This font at this size in pixels."""
        self.breath.draw()
        with self._lock:
            font = self._fonts.get((face, size))
            if font is None:
                font = self._fonts[face, size] = Font(self._folder / FONTS[face], size)
            return font

    def sprite(self, name: str, width: int, height: int, colour: str = INK) -> Image.Image:
        """A sprite by its path below the art folder, fitted into so many pixels; a mere shape gets this colour."""
        return self.made(("sprite", name, width, height, colour), lambda: self._fitted(name, width, height, colour))

    def made(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """What `make` draws, kept for the next time. It is shared: never draw on it."""
        self.breath.draw()
        with self._lock:
            image = self._made.get(key)
            if image is not None:
                self._made.move_to_end(key)
                return image
        image = make()
        with self._lock:
            old = self._made.pop(key, None)
            self._bytes += _bytes_of(image) - (_bytes_of(old) if old else 0)
            self._made[key] = image
            while self._bytes > CACHE_BYTES and len(self._made) > 1:
                self._bytes -= _bytes_of(self._made.popitem(last=False)[1])
        return image

    def panel(
        self, width: int, height: int, fill: str, outline: str | None = None, *, radius: int = 18, line: int = 3
    ) -> Image.Image:
        """A rectangle with round corners and smooth edges."""

        def drawn() -> Image.Image:
            image = Image.new("RGBA", (width * FINE, height * FINE))
            ImageDraw.Draw(image).rounded_rectangle(
                (0, 0, width * FINE - 1, height * FINE - 1), radius * FINE, fill, outline, line * FINE if outline else 0
            )
            return image.reduce(FINE)

        return self.made(("panel", width, height, fill, outline, radius, line), drawn)

    def shape(
        self, name: str, width: int, height: int, points: Sequence[tuple[float, float]], fill: str
    ) -> Image.Image:
        """A polygon with smooth edges; its points are parts of the width and the height."""

        def drawn() -> Image.Image:
            image = Image.new("RGBA", (width * FINE, height * FINE))
            corners = [(x * (width * FINE - 1), y * (height * FINE - 1)) for x, y in points]
            ImageDraw.Draw(image).polygon(corners, fill)
            return image.reduce(FINE)

        return self.made(("shape", name, width, height, fill), drawn)

    def table(self, width: int, height: int, middle: str, edge: str) -> Image.Image:
        """A table in the light of one lamp, with a thin golden line around it, to draw on."""
        tallest = max(height, TALLEST)
        lit = self.made(("table", width, tallest, middle, edge), lambda: _lit(width, tallest, middle, edge))
        # One table is kept for all heights: whole ones would drive the cards out of the memory.
        top = (tallest - height) // 2
        image = lit.crop((0, top, width, top + height))
        draw = ImageDraw.Draw(image)
        draw.rounded_rectangle((8, 8, width - 9, height - 9), 26, outline=_between(GOLD, edge), width=2)
        return image

    def _fitted(self, name: str, width: int, height: int, colour: str) -> Image.Image:
        with self._lock:
            image = self._sprites.get(name)
            if image is None:
                with Image.open(self._folder / name) as file:
                    image = file.convert("L" if file.mode == "L" else "RGBA")
                self._sprites[name] = image
        scale = min(width / image.width, height / image.height)
        size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
        small = image.resize(size, Image.Resampling.LANCZOS)
        if small.mode == "RGBA":
            return small
        coloured = Image.new("RGBA", size, colour)
        coloured.putalpha(small)
        return coloured


def _lit(width: int, height: int, middle: str, edge: str) -> Image.Image:
    light = Image.radial_gradient("L").resize((width, height), Image.Resampling.BICUBIC)
    return Image.composite(Image.new("RGB", (width, height), edge), Image.new("RGB", (width, height), middle), light)


def _between(one: str, other: str) -> tuple[int, ...]:
    """The colour in the middle of two."""
    return tuple((a + b) // 2 for a, b in zip(ImageColor.getrgb(one), ImageColor.getrgb(other), strict=True))


def _bytes_of(image: Image.Image) -> int:
    return image.width * image.height * len(image.getbands())


class Pen:
    """Draws on one image. Everything that can be read goes through `text`, every card through `card`."""

    def __init__(self, art: Art, image: Image.Image) -> None:
        self.art = art
        self.image = image
        self._draw = ImageDraw.Draw(image)

    def text(
        self, x: float, y: float, text: str, size: int, colour: str = PALE, face: Face = "text", *,
        anchor: str = "la", width: int | None = None, least: int = LEAST_SIZE,
    ) -> int:  # fmt: skip
        """Write one line, smaller or else cut where it would be wider than `width`. Returns its width in pixels.

        Of a sentence a name in it is cut, and nothing else. `anchor` is Pillow's: left, middle or right, then
        ascender, middle or baseline.
        """
        font = self.art.font(face, size)
        if width is not None:
            while size > least and font.getlength(unmarked(text)) > width:
                size = max(least, size - 2)
                font = self.art.font(face, size)
            text = fitted(text, font, width)
        text = unmarked(text)
        parts, wide = font.parts(text), font.getlength(text)
        if len(parts) == 1:
            self._draw.text((x, y), text, colour, parts[0][0], anchor=anchor)
            return round(wide)
        x -= wide * {"l": 0, "m": 0.5, "r": 1}[anchor[0]]
        for one, part in parts:
            self._draw.text((x, font.base(y, anchor[1])), part, colour, one, anchor="ls")
            x += one.getlength(part)
        return round(wide)

    def lines(
        self, x: float, y: float, text: str, size: int, colour: str = PALE, face: Face = "text", *,
        width: int, most: int = 2, step: float = 1.15, anchor: str = "la",
    ) -> int:  # fmt: skip
        """Write words in at most so many lines; returns the height they take."""
        font = self.art.font(face, size)
        rows = wrapped(text, font, width, most)
        for row, line in enumerate(rows):
            self._row(x, y + round(row * size * step), line, size, colour, face, anchor, width)
        return round(len(rows) * size * step)

    def _row(self, x: float, y: float, line: str, size: int, colour: str, face: Face, anchor: str, width: int) -> None:
        self.text(x, y, line, size, colour, face, anchor=anchor, width=width)

    def card(self, x: int, y: int, card: Image.Image, name: str) -> None:
        """Lay a card on the image. `name` is how the words of this picture call it."""
        del name  # what is on it, for whoever watches what is drawn
        self.stamp(x, y, card)

    def stamp(self, x: int, y: int, image: Image.Image) -> None:
        """Lay another image on this one."""
        self.image.paste(image, (x, y), image if image.mode == "RGBA" else None)

    def panel(
        self, x: int, y: int, width: int, height: int, fill: str, outline: str | None = None, *, radius: int = 18,
        line: int = 3,
    ) -> None:  # fmt: skip
        """A rectangle with round corners. Only its corners are smoothed and kept: whole panels are large, have many
        sizes, and would drive the cards out of the memory."""
        small = 2 * radius + 2
        is_plain = line <= radius and len(ImageColor.getrgb(fill)) == len("RGB")
        if not is_plain or min(width, height) < small:
            self.stamp(x, y, self.art.panel(width, height, fill, outline, radius=radius, line=line))
            return
        corners = self.art.panel(small, small, fill, outline, radius=radius, line=line)
        right, bottom = x + width - 1, y + height - 1
        self._draw.rectangle((x + radius, y, right - radius, bottom), outline or fill)
        self._draw.rectangle((x, y + radius, right, bottom - radius), outline or fill)
        if outline:
            self._draw.rectangle((x + radius, y + line, right - radius, bottom - line), fill)
            self._draw.rectangle((x + line, y + radius, right - line, bottom - radius), fill)
        for left, across in ((0, x), (small - radius, right - radius + 1)):
            for top, down in ((0, y), (small - radius, bottom - radius + 1)):
                self.stamp(across, down, corners.crop((left, top, left + radius, top + radius)))

    def chip(
        self,
        x: int,
        y: int,
        text: str,
        size: int = LEAST_SIZE,
        *,
        fill: str = GOLD,
        colour: str = INK,
        width: int | None = None,
        tall: int | None = None,
    ) -> int:
        """A word on a small plate; returns how wide it is."""
        wide = round(self.art.font("bold", size).getlength(text) + size * 0.6)
        wide = min(wide, width) if width else wide
        tall = tall or round(size * 1.45)
        self.panel(x, y, wide, tall, fill, radius=round(size * 0.4))
        self.text(x + wide / 2, y + tall / 2, text, size, colour, "bold", anchor="mm", width=wide - 8)
        return wide


TRIANGLE = ((0.5, 0.0), (1.0, 1.0), (0.0, 1.0))
ARROW = ((1.0, 0.0), (0.0, 0.5), (1.0, 1.0), (0.75, 0.5))
STAR = (
    (0.5, 0.0), (0.62, 0.36), (1.0, 0.38), (0.7, 0.61), (0.81, 0.98), (0.5, 0.77), (0.19, 0.98), (0.3, 0.61),
    (0.0, 0.38), (0.38, 0.36),
)  # fmt: skip
