"""The games in words: how they are called, and their rules. `Game.english_title` is for logs and the command line."""

from __future__ import annotations

import re

from bot.ui.wording import Wording

_SOURCE = re.compile(r"^-# (?P<ids>[SR]\d[^\n]*)$", re.MULTILINE)
"""Where a rule ends: with the ids of what it tells of the rule book."""


def game_title(words: Wording, game: str) -> str:
    """The title of the game of this name. Raises MissingWording for one that has none."""
    return words.say(f"game.{game}")


def computer_names(words: Wording) -> tuple[str, ...]:
    """How computer players are called at a table of this language."""
    return tuple(words.say("lobby.computer_names").split(", "))


def rule_text(words: Wording, key: str) -> str:
    """A rule as it is shown, with what the ids below it stand for."""
    return _SOURCE.sub(lambda source: words.say("rules.source", ids=source["ids"]), words.say(key))
