"""Names of people inside pictures: only what the fonts can draw, and never two alike."""

from __future__ import annotations

import struct
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot.engine.questions import Seat
from bot.ui.pictures.art import FOLDER, FONTS
from bot.ui.pictures.fitting import marked
from bot.ui.wording import Wording, label

LONG = 14
"""Letters of a name that may be cut in a sentence, so that two of them could look alike: its seat goes with it."""
EMOJI_MARKS = "\ufe0e\ufe0f\u20e3"
"""Marks that belong to an emoji and may go with it."""


@dataclass(frozen=True)
class Person:
    """Somebody in a picture: the name that is drawn, and the real one where the fonts cannot draw that."""

    seat: Seat
    shown: str
    real: str

    @property
    def inside(self) -> str:
        """The name for a sentence in the picture, which cuts it where there is too little room."""
        return marked(self.shown) if len(self.shown) <= LONG else f"{marked(self.shown)} ({self.seat})"

    @property
    def spoken(self) -> str:
        """The name for the words about the picture: the drawn one, so that both can be laid side by side."""
        return self.shown if self.shown == self.real else f"{self.shown} ({self.real})"


def people(labels: Mapping[Seat, str], words: Wording) -> dict[Seat, Person]:
    """Everybody by seat. A person with a name that cannot be drawn, or the same as another, is `Player 3`."""
    shown = {seat: drawable(name) for seat, name in labels.items()}
    numbered = {seat: words.say("picture.player", seat=seat) for seat in labels}
    often = Counter(name.casefold() for name in shown.values())
    taken = {name.casefold() for name in numbered.values()}
    return {
        seat: Person(
            seat, numbered[seat] if not name or often[name.casefold()] > 1 or name.casefold() in taken else name,
            label(labels[seat]),
        )
        for seat, name in shown.items()
    }  # fmt: skip


def drawable(name: str) -> str:
    """This name as the fonts can draw it, without its emoji; nothing when a letter or a digit of it is lacking."""
    letters = []
    for letter in unicodedata.normalize("NFC", label(name)):
        if ord(letter) in glyphs():
            letters.append(letter)
        elif unicodedata.category(letter)[0] in "LNM" and letter not in EMOJI_MARKS:
            return ""
    shown = " ".join("".join(letters).split())
    return shown if any(unicodedata.category(letter)[0] in "LN" for letter in shown) else ""


@cache
def glyphs() -> frozenset[int]:
    """The characters that both fonts for names have."""
    return _characters(FOLDER / FONTS["text"]) & _characters(FOLDER / FONTS["bold"])


def _characters(path: Path) -> frozenset[int]:
    """What a TrueType font can draw: its `cmap` table of format 4, as the OpenType specification describes it."""
    data = path.read_bytes()
    tables = {data[at : at + 4]: at for at in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16)}
    start: int = struct.unpack_from(">I", data, tables[b"cmap"] + 8)[0]
    for record in range(struct.unpack_from(">H", data, start + 2)[0]):
        platform, _, offset = struct.unpack_from(">HHI", data, start + 4 + 8 * record)
        if platform in (0, 3) and struct.unpack_from(">H", data, start + offset)[0] == 4:
            return _segments(data, start + offset)
    raise ValueError(f"{path.name} has no table of characters that can be read")


def _segments(data: bytes, at: int) -> frozenset[int]:
    count = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, at + 14)
    starts = struct.unpack_from(f">{count}H", data, at + 16 + 2 * count)
    found = {code for first, last in zip(starts, ends, strict=True) for code in range(first, last + 1)}
    return frozenset(found - {0xFFFF})
