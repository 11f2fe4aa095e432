"""Houses of a village and of a city, one for each seat: light in the windows, dark, burned down, or gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from bot.ui.pictures.art import FINE, Art

Style = Literal["countryside", "city"]
State = Literal["lit", "dark", "burned", "gone"]
"""Somebody is at home; nobody is; the fire was here; the house itself has vanished."""

WALLS = ("#f3e3c3", "#ecd2b0", "#f6ead6", "#e3cfa8")
ROOFS = ("#b4432f", "#8a4f2a", "#4f6d8c", "#7b4a7d", "#587a45")
BRICKS = ("#9c4a38", "#8b6248", "#75525a", "#a3684a")
BEAM, LINE, DOOR = "#5a3a22", "#3a2617", "#6b4023"
LIGHT, PANE_DARK = "#ffe08a", "#39404d"
ASH = {"dark": ("#20242e", "#9aa0ab"), "burned": ("#131114", "#6f6763")}
"""The darkest and the lightest tone of a house without anybody."""
SHINE: dict[Style, int] = {"countryside": 105, "city": 48}
"""How strongly lit windows shine on the walls around them, up to 255: plaster takes more light than bricks."""
GHOST_ALPHA = 5
"""A vanished house keeps one part of so many of its colour."""

_Draw = ImageDraw.ImageDraw
_Point = tuple[float, float]


class _Sheet:
    """A drawing in parts of its width and height, with smooth edges; `light` is how strongly its windows shine."""

    def __init__(self, width: int, height: int, light: int) -> None:
        self.wide, self.tall, self.lit = width * FINE, height * FINE, light > 0
        self._light = light
        self.image = Image.new("RGBA", (self.wide, self.tall))
        self.pen = ImageDraw.Draw(self.image)
        self._windows: list[tuple[float, float, float, float, bool]] = []

    def at(self, *numbers: float) -> list[float]:
        """Parts as pixels: across, down, across, down, …"""
        return [number * (self.tall if place % 2 else self.wide) for place, number in enumerate(numbers)]

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, line: str | None = LINE) -> None:
        self.pen.rectangle(self.at(left, top, right, bottom), fill, line, FINE if line else 0)

    def shape(self, corners: Sequence[_Point], fill: str, line: str | None = LINE) -> None:
        points = [tuple(self.at(*corner)) for corner in corners]
        self.pen.polygon(points, fill)
        if line:
            self.pen.line([*points, points[0], points[1]], line, FINE + 1, "curve")

    def round(self, left: float, top: float, right: float, bottom: float, fill: str, line: str | None = LINE) -> None:
        self.pen.ellipse(self.at(left, top, right, bottom), fill, line, FINE if line else 0)

    def stroke(self, *numbers: float, fill: str = BEAM, width: float = 0.022) -> None:
        self.pen.line(self.at(*numbers), fill, round(self.wide * width))

    def window(self, left: float, top: float, right: float, bottom: float, *, arched: bool = False) -> None:
        """A window with a cross; lit ones shine on the wall around them, which is why they are drawn last."""
        self._windows.append((left, top, right, bottom, arched))

    def door(self, left: float, top: float, right: float, bottom: float, fill: str = DOOR) -> None:
        self.pen.rounded_rectangle(self.at(left, top, right, bottom), (right - left) * self.wide * 0.44, fill, LINE,
                                   FINE, corners=(True, True, False, False))  # fmt: skip
        x, y = left + (right - left) * 0.76, top + (bottom - top) * 0.6
        self.round(x - 0.011, y - 0.013, x + 0.011, y + 0.013, "#f2c14e", None)

    def smoke(self, x: float, y: float) -> None:
        """Somebody cooks breakfast."""
        if not self.lit:
            return
        for step, (aside, size, alpha) in enumerate(((0.0, 0.03, "b0"), (0.03, 0.042, "90"), (0.0, 0.054, "68"))):
            above = y - 0.03 - step * 0.06
            if above < size:
                return  # no room for more
            layer = Image.new("RGBA", self.image.size)
            puff = self.at(x + aside - size, above - size, x + aside + size, above + size)
            ImageDraw.Draw(layer).ellipse(puff, f"#fff8ec{alpha}")
            self.image.alpha_composite(layer)

    def finished(self) -> Image.Image:
        """The house in its real size."""
        if self.lit and self._windows:
            self._shine()
        for window in self._windows:
            self._pane(*window)
        return self.image.reduce(FINE)

    def _pane(self, left: float, top: float, right: float, bottom: float, arched: bool) -> None:
        radius = (right - left) * self.wide * (0.44 if arched else 0.08)
        self.pen.rounded_rectangle(self.at(left, top, right, bottom), radius, LIGHT if self.lit else PANE_DARK, LINE,
                                   FINE + 1, corners=(True, True, False, False))  # fmt: skip
        middle, half = (left + right) / 2, (top + bottom) / 2
        self.stroke(middle, top, middle, bottom, fill=LINE, width=0.011)
        self.stroke(left, half, right, half, fill=LINE, width=0.011)

    def _shine(self) -> None:
        small = self.wide // 4, self.tall // 4
        light = Image.new("L", small)
        pen = ImageDraw.Draw(light)
        for left, top, right, bottom, _ in self._windows:
            x, y, size = (left + right) / 2 * small[0], (top + bottom) / 2 * small[1], (right - left) * 1.2 * small[0]
            pen.ellipse((x - size, y - size, x + size, y + size), self._light)
        light = light.filter(ImageFilter.GaussianBlur(small[0] / 22)).resize(self.image.size)
        layer = Image.new("RGBA", self.image.size, "#ffc94f")
        layer.putalpha(ImageChops.multiply(light, self.image.getchannel("A")))
        self.image.alpha_composite(layer)


def home(art: Art, style: Style, seat: int, state: State, width: int, height: int) -> Image.Image:
    """The house of this seat: neighbours differ in form and colour, and nothing about them tells anything."""
    kinds = VILLAGE if style == "countryside" else CITY
    kind, tone = seat % len(kinds), seat % (len(ROOFS) - 1) if style == "countryside" else seat % len(BRICKS)

    def drawn() -> Image.Image:
        sheet = _Sheet(width, height, SHINE[style] if state == "lit" else 0)
        sheet.round(0.04, 0.9, 0.96, 1.0, "#00000050", None)
        kinds[kind](sheet, tone)
        image = sheet.finished()
        return image if state == "lit" else _ghost(image) if state == "gone" else _ashen(image, state)

    return art.made(("home", style, kind, tone, state, width, height), drawn)


def _ashen(image: Image.Image, state: State) -> Image.Image:
    dark, light = ASH[state]
    grey = ImageOps.colorize(image.convert("L"), dark, light).convert("RGBA")
    grey.putalpha(image.getchannel("A"))
    return grey


def _ghost(image: Image.Image) -> Image.Image:
    """Only a shimmer where the house was, and its outline."""
    alpha = image.getchannel("A").point(lambda value: 255 if value > 128 else 0)
    edge = alpha.filter(ImageFilter.MaxFilter(5))
    edge.paste(0, (0, 0), alpha.filter(ImageFilter.MinFilter(3)))
    gaps = Image.new("L", image.size)
    pen = ImageDraw.Draw(gaps)
    for x in range(-image.height, image.width, 18):
        pen.line((x, image.height, x + image.height, 0), 255, 9)
    ghost = Image.new("RGBA", image.size, "#f4efff")
    strength = alpha.point(lambda value: value // GHOST_ALPHA)
    strength.paste(235, (0, 0), Image.composite(edge, Image.new("L", image.size), gaps))
    ghost.putalpha(strength)
    return ghost


# -- the village ------------------------------------------------------------------------------------------------------


def _tiles(sheet: _Sheet, corners: Sequence[_Point], colour: str, *, rows: int = 5) -> None:
    """A roof of tiles inside this outline."""
    texture = Image.new("RGBA", sheet.image.size, colour)
    pen = ImageDraw.Draw(texture)
    top, bottom = min(y for _, y in corners) * sheet.tall, max(y for _, y in corners) * sheet.tall
    step, length = (bottom - top) / rows, sheet.wide / 11
    shades = _shades(colour)
    for row in range(rows, -1, -1):
        y = top + row * step
        for column in range(-1, 13):
            x = (column + row % 2 / 2) * length
            tile = (x, y - step, x + length, y + step * 0.55)
            pen.rounded_rectangle(tile, length / 2, shades[(column + 2 * row) % 3], shades[3], 2)
    mask = Image.new("L", sheet.image.size)
    ImageDraw.Draw(mask).polygon([tuple(sheet.at(*corner)) for corner in corners], 255)
    sheet.image.paste(texture, (0, 0), mask)
    points = [tuple(sheet.at(*corner)) for corner in corners]
    sheet.pen.line([*points, points[0], points[1]], LINE, FINE + 1, "curve")


def _shades(colour: str) -> tuple[str, str, str, str]:
    """A colour, a lighter one, a darker one, and that of its lines."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]

    def mixed(share: float, other: int) -> str:
        return "#" + "".join(f"{round(part + (other - part) * share):02x}" for part in parts)

    return colour, mixed(0.16, 255), mixed(0.16, 0), mixed(0.45, 0)


def _cottage(sheet: _Sheet, tone: int) -> None:
    """A gable, a chimney, a round window below the roof."""
    sheet.box(0.68, 0.24, 0.78, 0.5, "#8d5a48")
    sheet.smoke(0.73, 0.22)
    sheet.box(0.17, 0.54, 0.83, 0.95, WALLS[tone])
    sheet.shape(((0.5, 0.2), (0.9, 0.58), (0.1, 0.58)), WALLS[tone])
    _tiles(sheet, ((0.5, 0.15), (0.97, 0.6), (0.84, 0.6), (0.5, 0.3), (0.16, 0.6), (0.03, 0.6)), ROOFS[tone], rows=6)
    sheet.round(0.43, 0.4, 0.57, 0.53, LIGHT if sheet.lit else PANE_DARK)
    sheet.door(0.26, 0.65, 0.44, 0.95)
    sheet.window(0.56, 0.66, 0.74, 0.83)
    sheet.box(0.54, 0.84, 0.76, 0.88, "#7d9a4a" if sheet.lit else "#6a6a6a")


def _timbered(sheet: _Sheet, tone: int) -> None:
    """Beams, an upper floor that stands out, a steep roof."""
    sheet.box(0.24, 0.22, 0.33, 0.46, "#8d5a48")
    sheet.smoke(0.285, 0.2)
    sheet.box(0.2, 0.68, 0.8, 0.95, WALLS[tone])
    sheet.box(0.14, 0.44, 0.86, 0.7, WALLS[(tone + 1) % 4])
    _tiles(sheet, ((0.26, 0.16), (0.74, 0.16), (0.96, 0.48), (0.04, 0.48)), ROOFS[tone])
    for x in (0.15, 0.38, 0.62, 0.85):
        sheet.stroke(x, 0.48, x, 0.69)
    sheet.stroke(0.13, 0.695, 0.87, 0.695, width=0.03)
    sheet.stroke(0.16, 0.68, 0.37, 0.49)
    sheet.stroke(0.84, 0.68, 0.63, 0.49)
    sheet.stroke(0.21, 0.69, 0.21, 0.95)
    sheet.stroke(0.79, 0.69, 0.79, 0.95)
    sheet.window(0.42, 0.5, 0.58, 0.64)
    sheet.door(0.54, 0.73, 0.7, 0.95)
    sheet.window(0.28, 0.75, 0.44, 0.87)


def _tower(sheet: _Sheet, tone: int) -> None:
    """A round tower with a pointed hat and a flag, a shed at its side."""
    sheet.box(0.56, 0.66, 0.9, 0.95, WALLS[tone])
    _tiles(sheet, ((0.56, 0.5), (0.97, 0.69), (0.5, 0.69)), ROOFS[(tone + 1) % 4], rows=3)
    sheet.box(0.22, 0.38, 0.6, 0.95, "#c9c2b4")
    rng = Random(tone)
    for _ in range(11):
        x, y = rng.uniform(0.25, 0.52), rng.uniform(0.42, 0.9)
        sheet.box(x, y, x + 0.06, y + 0.03, rng.choice(("#b3ab9c", "#d8d2c6")), None)
    sheet.stroke(0.41, 0.02, 0.41, 0.14, fill=LINE, width=0.014)
    sheet.shape(((0.415, 0.02), (0.56, 0.055), (0.415, 0.09)), ROOFS[(tone + 2) % 4])
    _tiles(sheet, ((0.41, 0.1), (0.67, 0.42), (0.15, 0.42)), ROOFS[tone])
    sheet.window(0.34, 0.47, 0.48, 0.62, arched=True)
    sheet.door(0.33, 0.72, 0.49, 0.95)
    sheet.window(0.67, 0.75, 0.81, 0.87)


def _mushroom(sheet: _Sheet, tone: int) -> None:
    """Somebody small lives in a mushroom."""
    sheet.shape(((0.3, 0.5), (0.7, 0.5), (0.8, 0.95), (0.2, 0.95)), "#f4e6cd")
    sheet.box(0.68, 0.2, 0.77, 0.4, "#8d5a48")
    sheet.smoke(0.725, 0.2)
    cap, light, dark, _ = _shades(ROOFS[tone] if tone != 1 else ROOFS[-1])
    sheet.pen.pieslice(sheet.at(0.04, 0.16, 0.96, 0.96), 180, 360, dark, LINE, FINE + 1)
    sheet.pen.pieslice(sheet.at(0.06, 0.165, 0.9, 0.9), 182, 356, cap)
    sheet.round(0.02, 0.5, 0.98, 0.62, light)
    for x, y, size in ((0.3, 0.36, 0.06), (0.5, 0.25, 0.05), (0.7, 0.4, 0.065), (0.47, 0.44, 0.04), (0.16, 0.48, 0.03)):
        sheet.round(x - size, y - size * 0.9, x + size, y + size * 0.9, "#fff6e6", None)
    sheet.door(0.42, 0.68, 0.58, 0.95, "#7d4a2a")
    sheet.window(0.27, 0.7, 0.38, 0.8, arched=True)
    sheet.window(0.62, 0.7, 0.73, 0.8, arched=True)


def _thatched(sheet: _Sheet, tone: int) -> None:
    """Straw to the eaves. Spinning it into gold is another matter."""
    sheet.box(0.62, 0.2, 0.72, 0.4, "#8d5a48")
    sheet.smoke(0.67, 0.2)
    sheet.box(0.14, 0.6, 0.86, 0.95, WALLS[(tone + 2) % 4])
    roof = [(0.2, 0.36), (0.34, 0.27), (0.66, 0.27), (0.8, 0.36), (0.98, 0.66), (0.84, 0.7), (0.5, 0.64),
            (0.16, 0.7), (0.02, 0.66)]  # fmt: skip
    mask = Image.new("L", sheet.image.size)
    ImageDraw.Draw(mask).polygon([tuple(sheet.at(*corner)) for corner in roof], 255)
    straw = Image.new("RGBA", sheet.image.size, "#d9a93f")
    pen, rng = ImageDraw.Draw(straw), Random("straw")
    for _ in range(420):
        x, y = rng.random() * sheet.wide, rng.uniform(0.24, 0.7) * sheet.tall
        slant = (x / sheet.wide - 0.5) * 30
        pen.line((x, y, x + slant, y + 26), rng.choice(("#b98725", "#f0cb6b", "#c9982f")), 3)
    sheet.image.paste(straw, (0, 0), mask)
    points = [tuple(sheet.at(*corner)) for corner in roof]
    sheet.pen.line([*points, points[0], points[1]], LINE, FINE + 1, "curve")
    sheet.door(0.4, 0.71, 0.58, 0.95)
    sheet.window(0.2, 0.74, 0.34, 0.87)
    sheet.window(0.66, 0.74, 0.8, 0.87)


VILLAGE: tuple[Callable[[_Sheet, int], None], ...] = (_cottage, _timbered, _tower, _mushroom, _thatched)


# -- the city ---------------------------------------------------------------------------------------------------------


def _bricks(sheet: _Sheet, left: float, top: float, right: float, bottom: float, tone: int) -> None:
    colour, light, dark, line = _shades(BRICKS[tone])
    sheet.box(left, top, right, bottom, colour)
    rng = Random(f"{left}{tone}")
    for _ in range(26):
        x, y = rng.uniform(left + 0.02, right - 0.08), rng.uniform(top + 0.02, bottom - 0.04)
        sheet.box(x, y, x + 0.055, y + 0.02, rng.choice((light, dark)), None)
    sheet.box(left - 0.03, top - 0.035, right + 0.03, top + 0.02, dark, line)


def _floors(sheet: _Sheet, left: float, right: float, tops: Sequence[float], *, arched: bool = False) -> None:
    wide = (right - left - 0.16) / 3
    for top in tops:
        for column in range(3):
            x = left + 0.04 + column * (wide + 0.04)
            sheet.window(x, top, x + wide, top + 0.13, arched=arched)


def _brownstone(sheet: _Sheet, tone: int) -> None:
    _bricks(sheet, 0.17, 0.16, 0.83, 0.95, tone)
    _floors(sheet, 0.17, 0.83, (0.23, 0.45))
    sheet.door(0.24, 0.67, 0.43, 0.95, "#3d4f5a")
    sheet.box(0.2, 0.91, 0.47, 0.95, "#b9ad9c")
    sheet.window(0.53, 0.68, 0.75, 0.84)


def _corner_shop(sheet: _Sheet, tone: int) -> None:
    _bricks(sheet, 0.12, 0.3, 0.88, 0.95, tone)
    _floors(sheet, 0.12, 0.88, (0.38,))
    for stripe in range(6):
        x = 0.1 + stripe * 0.8 / 6
        sheet.shape(((x + 0.02, 0.58), (x + 0.8 / 6, 0.58), (x + 0.8 / 6, 0.68), (x, 0.68)),
                    "#f7efe0" if stripe % 2 else ROOFS[tone])  # fmt: skip
    sheet.window(0.17, 0.72, 0.5, 0.89)
    sheet.door(0.6, 0.71, 0.78, 0.95, "#52392b")


def _mansard(sheet: _Sheet, tone: int) -> None:
    sheet.box(0.72, 0.13, 0.8, 0.3, "#6d4a40")
    sheet.smoke(0.76, 0.13)
    sheet.shape(((0.24, 0.14), (0.76, 0.14), (0.86, 0.36), (0.14, 0.36)), "#4a5566")
    sheet.window(0.3, 0.2, 0.43, 0.33, arched=True)
    sheet.window(0.57, 0.2, 0.7, 0.33, arched=True)
    _bricks(sheet, 0.16, 0.37, 0.84, 0.95, tone)
    _floors(sheet, 0.16, 0.84, (0.44,), arched=True)
    sheet.door(0.41, 0.66, 0.59, 0.95, "#5b2d2a")
    sheet.window(0.2, 0.69, 0.34, 0.84, arched=True)
    sheet.window(0.66, 0.69, 0.8, 0.84, arched=True)


def _water_tower(sheet: _Sheet, tone: int) -> None:
    for x in (0.52, 0.72):
        sheet.stroke(x, 0.22, x, 0.36, fill=LINE, width=0.018)
    sheet.box(0.48, 0.12, 0.76, 0.26, "#8a6a4a")
    sheet.shape(((0.62, 0.03), (0.8, 0.13), (0.44, 0.13)), "#5d4632")
    _bricks(sheet, 0.2, 0.36, 0.8, 0.95, tone)
    _floors(sheet, 0.2, 0.8, (0.42, 0.6))
    sheet.door(0.42, 0.77, 0.58, 0.95, "#2f4a44")


CITY: tuple[Callable[[_Sheet, int], None], ...] = (_brownstone, _corner_shop, _mansard, _water_tower)
