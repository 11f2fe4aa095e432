"""How the games and their computer players are called. `Game.english_title` is for logs and the command line."""

from __future__ import annotations

from bot.ui.wording import Wording


def game_title(words: Wording, game: str) -> str:
    """The title of the game of this name. Raises MissingWording for one that has none."""
    return words.say(f"game.{game}")


def computer_names(words: Wording) -> tuple[str, ...]:
    """How computer players are called at a table of this language."""
    return tuple(words.say("lobby.computer_names").split(", "))
