"""Chance as a player at the table. The only module of engine and games that may draw.

In production chance is *sealed*: a seed is drawn and `commitment(seed)` is published before anybody sits down. What
nobody could know at that time, the ids of the presses with which people sit down and begin, is mixed into it. Every
draw is taken from an HMAC-SHA256 stream of its own purpose, and the seed is revealed when the game is over, so that
anybody can recompute every draw.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Protocol

from bot.engine.questions import Question, Value


class Chance(Protocol):
    def draw(self, question: Question, purpose: str) -> Value:
        """Answer a question to chance. `purpose` is unique in the match: checkpoint, number and key of the draw."""
        ...


def new_seed() -> str:
    """A fresh secret seed: 32 bytes, as hexadecimal."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is published before the deal: SHA-256 of the seed's text, as hexadecimal."""
    return sha256(seed.encode()).hexdigest()


def mixed(seed: str, presses: Sequence[int]) -> str:
    """The seed of a deal: HMAC-SHA256 of the ids of these presses, in order and with commas between, under this seed.

    Without presses it is the seed itself: so were matches dealt before presses counted.
    """
    if not presses:
        return seed
    return hmac.digest(seed.encode(), ",".join(map(str, presses)).encode(), "sha256").hex()


class SealedChance:
    """Draws from HMAC-SHA256(seed, purpose ‖ block counter): unbiased, by rejection."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = seed.encode()

    def draw(self, question: Question, purpose: str) -> Value:
        stream = _Stream(self._key, purpose)
        if question.kind == "shuffle":
            return _shuffled(stream, list(question.choices))
        if question.kind == "number":
            return question.least + stream.below(question.most - question.least + 1)
        return question.choices[stream.below(len(question.choices))]


class ScriptedChance:
    """A stacked deck for tests: the script answers each key once (the n-th time under `key#n`), then chance goes on."""

    def __init__(self, script: Mapping[str, Value], then: Chance) -> None:
        self._script = dict(script)
        self._then = then
        self._asked: dict[str, int] = {}

    def draw(self, question: Question, purpose: str) -> Value:
        count = self._asked[question.key] = self._asked.get(question.key, 0) + 1
        name = question.key if count == 1 else f"{question.key}#{count}"
        if name not in self._script:
            return self._then.draw(question, purpose)
        value = self._script[name]
        question.check(value)
        return list(value) if question.kind == "shuffle" else value


class _Stream:
    """Uniform numbers below a bound, from successive HMAC blocks of 32 bytes."""

    __slots__ = ("_block", "_counter", "_key", "_position", "_purpose")

    def __init__(self, key: bytes, purpose: str) -> None:
        self._key = key
        self._purpose = purpose
        self._counter = 0
        self._block = b""
        self._position = 32

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely."""
        fair = (1 << 32) - (1 << 32) % bound
        while True:
            if self._position >= 32:
                self._block = hmac.digest(self._key, f"{self._purpose}|{self._counter}".encode(), "sha256")
                self._counter += 1
                self._position = 0
            word = int.from_bytes(self._block[self._position : self._position + 4], "big")
            self._position += 4
            if word < fair:  # a larger word would make the low numbers likelier
                return word % bound


def _shuffled(stream: _Stream, cards: list[Value]) -> list[Value]:
    for last in range(len(cards) - 1, 0, -1):
        other = stream.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards
