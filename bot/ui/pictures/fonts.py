"""Fonts that remember what they wrote: the same names and words stand on every board."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import ImageFont

KEPT_MOST = 512
"""Lines whose letters one size of one font keeps, at some 10 KB each."""
MEASURED_MOST = 2048
"""Lines whose length it keeps."""


class Font(ImageFont.FreeTypeFont):
    """A font at one size. What it hands out is shared: never draw on it."""

    def __init__(self, path: Path, size: int) -> None:
        super().__init__(str(path), size, layout_engine=ImageFont.Layout.BASIC)
        self._measured = lru_cache(MEASURED_MOST)(super().getlength)
        self._drawn = lru_cache(KEPT_MOST)(super().getmask2)

    def getlength(self, text: str | bytes, *how: Any, **more: Any) -> float:
        """How wide a line is, in pixels."""
        return self._measured(text, *how, **more)

    def getmask2(self, text: str | bytes, *how: Any, **more: Any) -> Any:
        """The letters of a line, and where they begin."""
        return self._drawn(text, *how, **more)
