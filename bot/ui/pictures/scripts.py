"""Which font draws which letter: names come in every script, and no one font has them all."""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, groupby
from pathlib import Path

from PIL import features

FONTS = Path(__file__).parent / "art" / "fonts"
SHAPED = ("NotoSansArabic_700Bold.ttf", "NotoSansHebrew_700Bold.ttf", "NotoSansDevanagari_700Bold.ttf",
          "NotoSansThai_700Bold.ttf")  # fmt: skip
"""Scripts that run from right to left, or whose letters change beside others: only a shaping library can draw them."""
PLAIN = ("DroidSansFallback.ttf", "NotoEmoji_700Bold.ttf")
"""Chinese, Japanese and Korean, whose letters stand one by one, and emoji."""

OF_NAMES = "…!?"
"""Signs at the end of a name: where it is cut, and what people put there."""

OF_SENTENCES = ",;:()[]"
"""Signs that part one name from what follows, be that another name in the same script."""


def shapes_letters() -> bool:
    """Whether there is a library that draws the `SHAPED` scripts."""
    return bool(features.check("raqm"))


@cache
def others() -> tuple[Path, ...]:
    """The fonts for letters that a picture's own fonts do not have, as far as they can be drawn here."""
    shaped = SHAPED if shapes_letters() else ()
    return tuple(FONTS / file for file in (*shaped, *PLAIN))


def runs(text: str, own: Path) -> list[tuple[Path, str]]:
    """The text in parts, each with the font that draws it: the picture's `own` one wherever that can.

    Marks between two letters stay with the one before. Between two fonts, blanks and what a sentence puts around a name
    are the picture's own: the blanks of others are too wide, and a line that runs from right to left would put its end,
    as the bracket before a seat's number, at its left.
    """
    found: list[tuple[Path, str]] = []
    for letter in text:
        last = found[-1][0] if found else own
        file = last if _belongs(letter, last) else _font_of(letter, own)
        found.append((file, letter))
    between = {place for place in range(len(found)) if _is_between(found, place, own)}
    return _joined((own if place in between else file, letter) for place, (file, letter) in enumerate(found))


def _is_between(letters: Sequence[tuple[Path, str]], place: int, own: Path) -> bool:
    """Whether this is no letter but a blank or a sign of the sentence, and not inside of a name."""
    if not _is_of_a_sentence(letters[place][1]) or ord(letters[place][1]) not in characters(own):
        return False
    first, behind = place, place
    while first and _is_of_a_sentence(letters[first - 1][1]):
        first -= 1
    while behind < len(letters) and _is_of_a_sentence(letters[behind][1]):
        behind += 1
    signs = {letter for _, letter in letters[first:behind]}
    ends_a_name = not first or behind == len(letters) or letters[first - 1][0] != letters[behind][0]
    return ends_a_name or not signs.isdisjoint(OF_SENTENCES)


def _is_of_a_sentence(letter: str) -> bool:
    """Blanks, brackets, commas. What ends a name itself stays with it."""
    return unicodedata.category(letter)[0] in "PZ" and letter not in OF_NAMES


def _joined(letters: Iterable[tuple[Path, str]]) -> list[tuple[Path, str]]:
    stretches = groupby(letters, key=lambda pair: pair[0])
    return [(file, "".join(letter for _, letter in stretch)) for file, stretch in stretches]


def _belongs(letter: str, file: Path) -> bool:
    """Whether this letter, which is none, goes with what is before it."""
    return unicodedata.category(letter)[0] not in "LNS" and ord(letter) in characters(file)


def _font_of(letter: str, own: Path) -> Path:
    return next((file for file in (own, *others()) if ord(letter) in characters(file)), own)


@cache
def of_other_fonts() -> frozenset[int]:
    """The characters that can be drawn, but not by the fonts of the pictures themselves."""
    return frozenset(chain.from_iterable(map(characters, others())))


@cache
def characters(path: Path) -> frozenset[int]:
    """What a TrueType font can draw: its `cmap` table, as the OpenType specification describes it."""
    data = path.read_bytes()
    tables = {data[at : at + 4]: at for at in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16)}
    start: int = struct.unpack_from(">I", data, tables[b"cmap"] + 8)[0]
    found = set[int]()
    for record in range(struct.unpack_from(">H", data, start + 2)[0]):
        platform, _, offset = struct.unpack_from(">HHI", data, start + 4 + 8 * record)
        kind = struct.unpack_from(">H", data, start + offset)[0]
        if platform in (0, 3) and kind in _READERS:
            found |= _READERS[kind](data, start + offset)
    if not found:
        raise ValueError(f"{path.name} has no table of characters that can be read")
    return frozenset(found)


def _segments(data: bytes, at: int) -> set[int]:
    """Format 4: stretches of the characters up to 65,535."""
    count = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, at + 14)
    starts = struct.unpack_from(f">{count}H", data, at + 16 + 2 * count)
    return {code for first, last in zip(starts, ends, strict=True) for code in range(first, last + 1)} - {0xFFFF}


def _groups(data: bytes, at: int) -> set[int]:
    """Format 12: stretches of all characters."""
    count = struct.unpack_from(">I", data, at + 12)[0]
    stretches = (struct.unpack_from(">II", data, at + 16 + 12 * place) for place in range(count))
    return {code for first, last in stretches for code in range(first, last + 1)}


_READERS = {4: _segments, 12: _groups}
