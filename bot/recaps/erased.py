"""Texts that were erased because whoever typed them wanted to be forgotten."""

from __future__ import annotations

from bot.engine.questions import Value
from bot.recaps.recap import ERASED


def is_erased(value: Value) -> bool:
    """Whether this answer was a text of one's own, or had one, that was erased."""
    return value == ERASED or (isinstance(value, list | tuple) and list(value[-1:]) == [ERASED])
