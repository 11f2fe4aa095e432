"""How the games and their computer players are called. `Game.english_title` is for logs and the command line."""

from __future__ import annotations

from bot.ui.wording import Wording


def game_title(words: Wording, game: str) -> str:
    """The title of the game of this name. Raises MissingWording for one that has none."""
    return words.say(f"game.{game}")


def computer_names(words: Wording, game: str | None = None) -> tuple[str, ...]:
    """How computer players are called in this language, at a table of this game.

    A game whose cards bear such names has a list of its own: nobody called Goldilocks has Goldilocks as a Friend.
    """
    own = f"{game}.computer_names"
    return tuple(words.say(own if game and words.has(own) else "lobby.computer_names").split(", "))
