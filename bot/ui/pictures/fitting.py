"""Words in too little room: what is cut of a sentence is a name in it, and never the fact.

A name inside a sentence stands between the two marks that Unicode has for it; they are never drawn and never said.
"""

from __future__ import annotations

import re
from typing import Protocol

ELLIPSIS = "…"
NAME_LEAST = 4
"""Letters that are left of a name in a sentence, so that one can still guess whose it is."""
NAME_END = 5
"""Letters at the end of a name that are kept where nothing else tells two long ones apart."""
_OPEN, _CLOSE = "\u2068", "\u2069"
_NAMES = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}?")

_SYLLABLE = re.compile(
    r"(?<=\w{3})(?:sch|[cpst]h|(?<![cpst])h|(?<!s)c(?!h)|[b-df-gj-np-tv-xzß](?!h))(?=[aeiouyäöü]\w)", re.IGNORECASE
)
"""The consonant with which a syllable begins inside a word: no dictionary, but near enough for names."""


class Ruler(Protocol):
    """What knows how wide a line is: a font at one size."""

    def getlength(self, text: str) -> float: ...


def marked(name: str) -> str:
    """A name that is to stand in a sentence."""
    return f"{_OPEN}{name}{_CLOSE}"


def unmarked(text: str) -> str:
    """The sentence as it is drawn and said."""
    return text.replace(_OPEN, "").replace(_CLOSE, "")


def fitted(text: str, ruler: Ruler, width: float) -> str:
    """The line in this width: its names are cut, always the longest; where it has none, or that is not enough, its
    end. A name alone keeps its last letters."""
    if alone := _NAMES.fullmatch(text):
        text = shortened(alone[1], ruler, width)
    while ruler.getlength(unmarked(text)) > width:
        shorter = _with_a_shorter_name(text)
        if shorter is None:
            return cut(unmarked(text), ruler, width)
        text = shorter
    return unmarked(text)


def cut(text: str, ruler: Ruler, width: float) -> str:
    """The line in this width: what is too long of it is left away at the end."""
    if ruler.getlength(text) <= width:
        return text
    room = width - ruler.getlength(ELLIPSIS)
    end = len(text)
    while end and ruler.getlength(text[:end]) > room:
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


def wrapped(text: str, ruler: Ruler, width: float, most: int) -> list[str]:
    """The words in at most so many rows; the last one takes what is left, however long."""
    rows: list[str] = []
    for word in text.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and (ruler.getlength(unmarked(longer)) <= width or len(rows) == most):
            rows[-1] = longer
        else:
            rows.append(word)
    return _with_whole_names(rows)


def halved(text: str, ruler: Ruler, width: float) -> list[str]:
    """In one row, or in two: parted at its comma, else as evenly as words allow. There are no names in it."""
    if " " not in text or ruler.getlength(text) <= width:
        return [text]
    fact, comma, more = text.partition(", ")
    if comma:
        return [f"{fact},", more]
    return min(_halves(text), key=lambda rows: max(ruler.getlength(row) for row in rows))


def parted(name: str, ruler: Ruler, width: float, most: int = 2) -> list[str]:
    """A name in one row, or in two where one has no room for it and its words have, or else its syllables; with `most`
    of three in so many where that is not enough."""
    if ruler.getlength(name) <= width:
        return [name]
    for halves in (_halves(name), _syllables(name)):
        between = [pair for pair in halves if max(map(ruler.getlength, pair)) <= width]
        if between:
            return min(between, key=lambda rows: max(map(ruler.getlength, rows)))
    in_more = [[*parted(one, ruler, width), *parted(other, ruler, width)] for one, other in _halves(name)]
    fits = [rows for rows in in_more if len(rows) <= most and max(map(ruler.getlength, rows)) <= width]
    return fits[0] if fits else [name]


def shortened(name: str, ruler: Ruler, width: float) -> str:
    """A name in this width: what is too long of it is left out before its last letters. The same name where there is
    room for too few letters, as of a wide script."""
    if ruler.getlength(name) <= width:
        return name
    for last in range(NAME_END, 1, -1):
        end = ELLIPSIS + name[-last:].lstrip()
        for first in range(len(name) - last, NAME_LEAST - 1, -1):
            short = name[:first].rstrip() + end
            if ruler.getlength(short) <= width:
                return short
    return name


def _halves(text: str) -> list[list[str]]:
    """All pairs of rows that its blanks make of a text."""
    blanks = [place for place, letter in enumerate(text) if letter == " "]
    return [[text[:place], text[place + 1 :]] for place in blanks]


def _syllables(name: str) -> list[list[str]]:
    """All pairs of rows that a hyphen makes of a name, about where a syllable begins."""
    places = [found.start() for found in _SYLLABLE.finditer(name)]
    return [[f"{name[:place]}-", name[place:]] for place in places]


def _with_whole_names(rows: list[str]) -> list[str]:
    """The same rows; a name that goes on in the next one ends in the first and begins again in the second."""
    whole, inside = [], False
    for row in rows:
        begun = f"{_OPEN}{row}" if inside else row
        inside = begun.count(_OPEN) > begun.count(_CLOSE)
        whole.append(begun + _CLOSE if inside else begun)
    return whole


def _with_a_shorter_name(text: str) -> str | None:
    """The longest name loses a letter; None when all of them are as short as they may be."""
    names = [found for found in _NAMES.finditer(text) if len(found[1].rstrip(ELLIPSIS)) > NAME_LEAST]
    if not names:
        return None
    longest = max(names, key=lambda found: len(found[1]))
    shorter = longest[1].rstrip(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
    return text[: longest.start()] + marked(shorter) + text[longest.end() :]
