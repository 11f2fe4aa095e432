"""Last words: what a nominee says before the vote on them can end (S0-21, M0-10)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat, put
from bot.games.hidden_roles.claims import make_claim
from bot.games.village.claimable import may_claim, may_say
from bot.games.village.claims import phrases
from bot.games.village.table import LastWords, VillageTable


def last_words(table: VillageTable, nominee: Seat, spoken: set[Seat]) -> list[Question]:
    """The chance to speak before the vote completes, once a day; who has no voice has no last words (S0-21)."""
    player = table.players[nominee]
    seconds = table.options.last_words_seconds
    if nominee in spoken or player.muted or not player.is_able or not seconds:
        return []
    spoken.add(nominee)
    occasion = f"words.{nominee}"
    says, values = may_say(table, nominee, said_in(table, occasion)), phrases(table.cast)
    return [put(nominee, "day.last_words", kind="text", within=seconds, values=values, occasion=occasion, says=says)]


def say_last_words(table: VillageTable, seat: Seat, words: str | None) -> None:
    """Words are said as they are; a claim that can be made counts as one, and is heard as one."""
    if not words:
        return
    table.last_words.append(LastWords(table.night, seat, words))
    occasion = said_in(table, f"words.{seat}")
    if may_claim(table, seat, occasion, words):
        make_claim(table, table.claims, table.night, occasion, seat, words)
    else:
        table.announce("day.last_words", seat=seat, words=words)


def said_in(table: VillageTable, occasion: str) -> str:
    """The occasion of a claim: somebody may have to speak on several days."""
    return f"{occasion}.{table.night}"
