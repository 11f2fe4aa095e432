"""What each card does that may be in a game of the village, in a sentence each, for everybody (S0-2)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.village.cards import RUMPLESTILTSKIN, RUMPLESTILTSKIN_NAMES, SPECIAL_NAMES
from bot.games.village.views import VillageView
from bot.ui.wording import Wording

VILLAGER = "villager"


def deck_paragraphs(
    words: Wording, roles: Sequence[str], team: int, bonus: Sequence[str], *, between: str
) -> list[str]:
    """The role cards and the bonus cards, each list below its title; `between` stands between two cards."""
    told = [_explained(words, f"role.{role}") for role in roles]
    if team < len(RUMPLESTILTSKIN_NAMES):
        told.append(words.say("cards.explained.team", count=team))
    paragraphs = [words.say("cards.explained"), between.join(told)]
    if not bonus:
        return paragraphs
    second = between.join(_explained(words, f"bonus.{card}") for card in bonus)
    return [*paragraphs, words.say("cards.explained.bonus"), second]


def deck_told(view: VillageView, words: Wording) -> str:
    """The same of what a bystander sees, a line for each card."""
    roles = [role for role in (*SPECIAL_NAMES, VILLAGER) if view.cast.get(role)]
    names = [*RUMPLESTILTSKIN_NAMES, *roles]
    return "\n".join(deck_paragraphs(words, names, view.cast[RUMPLESTILTSKIN], list(view.deck), between="\n"))


def _explained(words: Wording, card: str) -> str:
    return words.say("cards.explained.line", card=words.say(card), does=words.say(f"{card}.short"))
