"""Names of people inside pictures: only what the fonts can draw, and never two alike."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bot.engine.questions import Seat
from bot.ui.pictures.art import FOLDER, FONTS
from bot.ui.pictures.fitting import marked
from bot.ui.pictures.scripts import characters, of_other_fonts
from bot.ui.wording import Wording, label

LONG = 14
"""Letters of a name that may be cut in a sentence, so that two of them could look alike: its seat goes with it."""
EMOJI_MARKS = "\u200d\ufe0e\ufe0f\u20e3\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""Marks that join emoji or change their look: the emoji is drawn without them."""


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
    """This name as the fonts can draw it; nothing when a letter or a digit of it is lacking, or all of it."""
    letters = []
    for letter in unicodedata.normalize("NFC", label(name)):
        usual = unicodedata.normalize("NFKC", letter)  # of letters in fancy dress: bold, cursive, in a circle
        if ord(letter) in glyphs():
            letters.append(letter)
        elif usual != letter and glyphs().issuperset(map(ord, usual)):
            letters.append(usual)
        elif unicodedata.category(letter)[0] in "LNM" and letter not in EMOJI_MARKS:
            return ""
    shown = " ".join("".join(letters).split())
    return shown if any(_is_seen(letter) for letter in shown) else ""


def _is_seen(letter: str) -> bool:
    """Whether somebody can be known by it: a letter, a digit, or an emoji."""
    return unicodedata.category(letter) == "So" or unicodedata.category(letter)[0] in "LN"


@cache
def glyphs() -> frozenset[int]:
    """The characters that can stand in names, whichever font draws them."""
    own = characters(FOLDER / FONTS["text"]) & characters(FOLDER / FONTS["bold"])
    return (own | of_other_fonts()) - set(map(ord, EMOJI_MARKS))
