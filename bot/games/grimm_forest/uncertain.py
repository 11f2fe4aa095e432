"""Two pairs of Fables whose names and texts the source does not tie together: which is which is one line of data."""

from __future__ import annotations

from copy import copy

from bot.games.grimm_forest.fable import FABLES, Fable

EXCHANGED: tuple[tuple[str, str], ...] = ()
"""Pairs whose texts are to be exchanged, such as `(("consult_the_oracle", "ghostly_whispers"),)` and
`(("harvest_moon", "hidden_vault"),)`. Empty: each name has the text that makes sense of it."""


def exchange() -> None:
    """Give the names of each pair the other's text."""
    for one, other in EXCHANGED:
        first, second = FABLES[one], FABLES[other]
        FABLES[one] = _with_text_of(first, second)
        FABLES[other] = _with_text_of(second, first)


def _with_text_of(card: Fable, text: Fable) -> Fable:
    exchanged = copy(text)
    exchanged.name, exchanged.title = card.name, card.title
    exchanged.number, exchanged.advanced = card.number, card.advanced
    return exchanged
