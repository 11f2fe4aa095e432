"""What a sign is: a picture as small as a letter. It stands in a line of text, as an emoji of the bot's own."""

from __future__ import annotations

import hashlib
import io
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image

    from bot.ui.pictures.art import Art

SIDE: Final = 128
"""Pixels of its width and height. On a phone it is seen some 30 wide, on a screen some 20."""
EDITION: Final = 2
"""To be raised when any sign is drawn anew: then all of them are uploaded once more."""
PREFIX: Final = "mm"
NAME_MOST: Final = 32
"""Characters that Discord takes in the name of an emoji: letters, digits and underscores."""
NAME_LEAST: Final = 2

_OURS = re.compile(rf"{PREFIX}_[0-9a-f]{{6}}_\w")
_GAPS = re.compile(r"\W+")
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})


class Sign(Protocol):
    """Everything that one sign shows: frozen and hashable. It tells nothing of who sees it."""

    @property
    def name(self) -> str:
        """What it shows, in a few English words."""
        ...

    def draw(self, art: Art) -> Image:
        """The sign, so many pixels wide and high, with nothing in its corners. Runs in a worker thread."""
        ...


@dataclass(frozen=True)
class Spelt:
    """A sign in a line, and the word for it in the language of whoever reads that: a screen reader says it, and it
    stands there when the emoji is gone."""

    sign: Sign
    word: str


@dataclass(frozen=True)
class SignLine:
    """Words, and below them signs in groups; `large`: of a heading's size."""

    text: str
    groups: tuple[tuple[Spelt, ...], ...]
    large: bool = True

    @property
    def signs(self) -> Sequence[Spelt]:
        return [spelt for group in self.groups for spelt in group]


def emoji_name(sign: Sign) -> str:
    """How the emoji of this sign is called in the developer portal: ours, this drawing, what it shows."""
    fingerprint = hashlib.sha256(f"{EDITION} {sign!r}".encode()).hexdigest()[:6]
    return f"{PREFIX}_{fingerprint}_{_fit(sign.name)}"[:NAME_MOST].rstrip("_")


def is_ours(name: str) -> bool:
    """Whether an emoji of this name may have been uploaded by the bot itself."""
    return _OURS.match(name) is not None


def mention(spelt: Spelt, emoji_id: int) -> str:
    """The sign in a text. Discord goes by the number, and takes whatever word stands there for the name."""
    word = _fit(spelt.word)[:NAME_MOST].strip("_")
    return f"<:{word if len(word) >= NAME_LEAST else _fit(spelt.sign.name)}:{emoji_id}>"


def _fit(words: str) -> str:
    """Words as the name of an emoji: without accents, and with a line below for each blank."""
    spelt = unicodedata.normalize("NFC", words).translate(_GERMAN)  # as German is written without its dots
    plain = unicodedata.normalize("NFKD", spelt).encode("ascii", "ignore").decode()
    return _GAPS.sub("_", plain).strip("_")


def encoded(image: Image) -> bytes:
    """A sign as a file, well below what Discord takes (256 KB)."""
    body = io.BytesIO()
    image.save(body, "PNG", optimize=True)
    return body.getvalue()
