"""What Discord shows of the slash commands themselves: descriptions and choices, in every language there is.

Names stay English, so that people of all languages can tell each other what to type. The sentences stand in
`commands.<locale>.po` as `command.<command>[.<parameter>]`, and as `parameter.<name>` what several commands share;
those of a game's own commands stand in its `game.<locale>.po`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.ui.wording import COMMON, FALLBACK, Wording, game_folders


@cache
def _english(folders: tuple[Path, ...]) -> Wording:
    """What commands are called: the shared ones, and what each game says of its own."""
    games = [file for folder in folders for file in sorted(folder.glob("*/game.en.po"))]
    return Wording([COMMON / "commands.en.po", *games])


def told(key: str, **values: str | int | app_commands.locale_str) -> app_commands.locale_str:
    """The English words of this key, from which the translator finds those of another language; a value may be such
    words itself.

    Raises MissingWording, when the command is defined, for a key there is no sentence for.
    """
    return app_commands.locale_str(_said(_english(tuple(game_folders())), key, values), key=key, values=values)


def _said(words: Wording, key: str, values: dict[str, Any]) -> str:
    """The sentence in the language of `words`, its values too."""
    own = {
        name: _said(words, one.extras["key"], one.extras["values"]) if isinstance(one, app_commands.locale_str) else one
        for name, one in values.items()
    }
    return words.say(key, pick=0, **own)


class CommandTranslator(app_commands.Translator):
    """Looks up what `told` has told in the other languages."""

    def __init__(self, wording: Wording) -> None:
        self._wording = wording

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The words in this language; None where there are none, and Discord shows the English ones."""
        words = self._wording.for_locale(locale)
        key = string.extras.get("key")
        if key is None or words.locale == FALLBACK:
            return None
        said = _said(words, key, string.extras["values"])
        return said if said != string.message else None
