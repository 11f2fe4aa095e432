"""Public lines of a match that are no part of the game: a new host, more time, a moderator."""

from __future__ import annotations

from typing import Any

from bot.matches.snapshot import MatchSnapshot
from bot.ui.languages import Languages
from bot.ui.stage.loop import Stage


class PublicLines:
    """Says them where the match is played, in the server's language."""

    def __init__(self, stage: Stage, languages: Languages) -> None:
        self._stage = stage
        self._languages = languages

    def say(self, match: MatchSnapshot, key: str, **values: Any) -> None:
        """Say this soon. Names in `values` have gone through `plain`."""
        self._stage.say(match.id, self._languages.public(match.row.guild_id).say(key, **values))
