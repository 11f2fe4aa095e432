"""What a toad may write: nothing but croaking, in any of the noises frogs make.

People write these texts, so no pattern that goes back and tries again is let loose on them: each step of the reading
moves forward, and a text longer than any croaking is not read at all.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby

import discord

from bot.ui.wording import COMMON, Wording

CROAKING_MOST = 300
"""Characters a toad may croak in one message."""
EVERYWHERE = ("🐸", *(f"breke{'ke' * more}{end}" for more in range(1, 6) for end in ("x", "ks")))
"""Noises of no language, or of a very old one."""
BETWEEN = frozenset(" \t\n\r\f\v.,;:!?…~*_-")


@cache
def noises() -> tuple[str, ...]:
    """The noises of toads of every language there is, each letter once where it may be drawn out: `ribbiiit` is
    `ribit`."""
    words = Wording(sorted(COMMON.glob("common.*.po")))
    told = ", ".join(words.for_locale(locale).say("croak.noises") for locale in words.locales)
    return (*EVERYWHERE, *dict.fromkeys(told.split(", ")))


def is_croaking(message: discord.Message) -> bool:
    """Whether a toad's message is nothing but croaking. Without the right to read content it is empty, so it is not."""
    if message.attachments or message.stickers or message.embeds:
        return False
    return is_nothing_but_noises(message.content)


def is_nothing_but_noises(text: str) -> bool:
    """Whether a text consists of noises, with blanks and punctuation between them or not."""
    if len(text) > CROAKING_MOST:
        return False
    words = "".join(" " if letter in BETWEEN else letter for letter in text.casefold()).split()
    return bool(words) and all(_is_noises(word) for word in words)


def _is_noises(word: str) -> bool:
    """Whether noises in a row make this word. One that ends with the letter with which the next begins shares it."""
    short = "".join(letter for letter, _ in groupby(word))
    ends = [False] * (len(short) + 1)
    ends[0] = True
    for start in range(len(short)):
        if not ends[start]:
            continue
        for noise in noises():
            if short.startswith(noise, start):
                ends[start + len(noise)] = True
            elif start and short.startswith(noise, start - 1):
                ends[start - 1 + len(noise)] = True
    return ends[-1]
