"""Last words: what a nominee says before the vote on them can end (S0-21, M0-10)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat
from bot.games.village.claims import PHRASES
from bot.games.village.table import LastWords, VillageTable


def last_words(table: VillageTable, nominee: Seat, spoken: set[Seat]) -> list[Question]:
    """The chance to speak before the vote completes, once a day; who has no voice has no last words (S0-21)."""
    player = table.player(nominee)
    seconds = table.options.last_words_seconds
    if nominee in spoken or player.muted or not player.is_able or not seconds:
        return []
    spoken.add(nominee)
    return [
        Question(nominee, "day.last_words", kind="text", within=seconds, values=PHRASES, occasion=f"words.{nominee}")
    ]


def say_last_words(table: VillageTable, seat: Seat, words: str | None) -> None:
    if words:
        table.last_words.append(LastWords(table.night, seat, words))
        table.announce("day.last_words", seat=seat, words=words)
