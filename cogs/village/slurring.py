"""How a heavy tongue says things: a pure function of the words, of chance, and of what a language slurs into what."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from discord.utils import escape_markdown, escape_mentions

SAID_MOST = 2000
"""Characters of what comes out: Discord's limit of a message."""
HICCUPS = 0.14
"""How likely a hiccup comes after a word."""
DRAWLS = 0.22
"""How likely a letter that can be drawn out is."""
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_DRAWN = frozenset("aeioulmnrfvwz")
_BLOCK = re.compile(r"[#>+\-]|\d+[.)]")
"""What would make a heading, a quotation or a list of a line that begins with it."""
BREAK = "\u200b"
_LEFT_ALONE = re.compile(r"https?://\S+|<[^<>\s]*>|[@#:]\S*")
"""Links, mentions, and emoji by their names: slurred they would lead elsewhere."""


@dataclass(frozen=True)
class Tongue:
    """A language with too much to drink.

    slips     letters -> what becomes of them, the longer ones before the shorter; letters may stand for themselves
    hiccups   what comes between the words
    """

    slips: tuple[tuple[str, str], ...]
    hiccups: tuple[str, ...]

    @classmethod
    def read(cls, slips: str, hiccups: str) -> Tongue:
        """From `sch=sch s=sch` and `hic, hup`, as they stand in the wording."""
        pairs = [pair.partition("=") for pair in slips.split()]
        longest_first = sorted(((old, new) for old, _, new in pairs), key=lambda pair: -len(pair[0]))
        return cls(tuple(longest_first), tuple(one.strip() for one in hiccups.split(",")))


def slurred(text: str, seed: int, tongue: Tongue) -> str:
    """The words as somebody says them who has drunk too much: one line without Markdown or mentions, at most 2,000
    characters. Nothing for nothing."""
    chance = random.Random(seed)
    words = text.split()
    said: list[str] = []
    for place, word in enumerate(words):
        said.append(word if _LEFT_ALONE.search(word) else _slur_word(word, chance, tongue))
        if place + 1 < len(words) and tongue.hiccups and chance.random() < HICCUPS:
            said.append(f"…{_one_of(tongue.hiccups, chance)}!")
    if words and tongue.hiccups and not any("!" in word and word.startswith("…") for word in said):
        said.append(f"…{_one_of(tongue.hiccups, chance)}!")
    return _harmless(said)


def _slur_word(word: str, chance: random.Random, tongue: Tongue) -> str:
    return _WORD.sub(lambda found: _drawl(_slip(found[0], tongue), chance), word)


def _slip(word: str, tongue: Tongue) -> str:
    """Every slip of the tongue, once for each letter, in the case the letters had."""
    slipped, at = [], 0
    lower = word.lower()
    while at < len(word):
        for old, new in tongue.slips:
            if lower.startswith(old, at):
                slipped.append(_in_case_of(word[at : at + len(old)], new, word))
                at += len(old)
                break
        else:
            slipped.append(word[at])
            at += 1
    return "".join(slipped)


def _in_case_of(letters: str, new: str, word: str) -> str:
    if word.isupper() and len(word) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if letters[:1].isupper() else new


def _drawl(word: str, chance: random.Random) -> str:
    """Draw out a letter here and there, inside the word."""
    drawn = []
    for place, letter in enumerate(word):
        drawn.append(letter)
        if place > 0 and letter.lower() in _DRAWN and chance.random() < DRAWLS:
            drawn.append(letter * chance.choice((1, 1, 2)))
    return "".join(drawn)


def _one_of(words: Sequence[str], chance: random.Random) -> str:
    return words[chance.randrange(len(words))]


def _harmless(words: Sequence[str]) -> str:
    """As many of the words as one message holds, each of them harmless."""
    said = BREAK if words and _BLOCK.match(words[0]) else ""
    for word in words:
        safe = escape_mentions(escape_markdown(word)).replace("](", f"]{BREAK}(")
        if len(said) + 1 + len(safe) > SAID_MOST - 1:
            return (said or safe[: SAID_MOST - 1].rstrip("\\")) + "…"
        said = f"{said} {safe}" if said else safe
    return said
