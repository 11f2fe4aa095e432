"""Fonts that remember what they wrote, and that know others for letters they do not have."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import ImageFont

from bot.ui.pictures.scripts import SHAPED, characters, runs, shapes_letters

KEPT_MOST = 512
"""Lines whose letters one size of one font keeps, at some 10 KB each."""
MEASURED_MOST = 2048
"""Lines whose length it keeps."""


class Font(ImageFont.FreeTypeFont):
    """A font at one size. What it hands out is shared: never draw on it."""

    def __init__(self, path: Path, size: int) -> None:
        shaped = path.name in SHAPED and shapes_letters()
        super().__init__(str(path), size, layout_engine=ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC)
        self._file = path
        self._others: dict[Path, Font] = {}
        self._measured = lru_cache(MEASURED_MOST)(self._length)
        self._drawn = lru_cache(KEPT_MOST)(super().getmask2)

    def getlength(self, text: str | bytes, *how: Any, **more: Any) -> float:
        """How wide a line is, in pixels, whichever fonts draw it."""
        return self._measured(text, *how, **more)

    def getmask2(self, text: str | bytes, *how: Any, **more: Any) -> Any:
        """The letters of a line, and where they begin."""
        return self._drawn(text, *how, **more)

    def parts(self, text: str) -> list[tuple[Font, str]]:
        """The line in stretches, each with the font that draws it."""
        if text.isascii() or characters(self._file).issuperset(map(ord, text)):
            return [(self, text)]
        return [(self._other(file), part) for file, part in runs(text, self._file)]

    def base(self, y: float, anchor: str) -> float:
        """Where the letters stand, for a line whose ascender (`a`), middle (`m`) or baseline (`s`) is at `y`."""
        above, below = self.getmetrics()
        return {"a": y + above, "m": y + (above - below) / 2, "s": y}[anchor]

    def _other(self, file: Path) -> Font:
        if file == self._file:
            return self
        if file not in self._others:
            self._others[file] = Font(file, round(self.size))
        return self._others[file]

    def _length(self, text: str | bytes, *how: Any, **more: Any) -> float:
        parts = self.parts(text) if isinstance(text, str) else [(self, text)]
        if len(parts) == 1 and parts[0][0] is self:
            return super().getlength(text, *how, **more)
        return sum(font.getlength(part) for font, part in parts)
