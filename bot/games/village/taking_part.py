"""What each player can still answer by day. Meanwhile people die, fall asleep, become toads and lose votes."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.questions import Question, Seat
from bot.games.village.bonus import BONUS
from bot.games.village.roles import ROLES
from bot.games.village.spells import can_turn
from bot.games.village.table import Player, VillageTable

LAST_ACTS = frozenset(role.last_act.key for role in ROLES.values() if role.last_act is not None)
"""What the dead answer."""


def _has_votes(player: Player) -> bool:
    return player.votes > 0


NEEDED: dict[str, Callable[[Player], bool]] = {
    "day.vote": _has_votes,
    "day.ballot": _has_votes,
    "spell.redirect": can_turn,
    **{key: needed for card in BONUS.values() for key, needed in card.needs.items()},
}
"""What somebody must be for these questions. For every other one they must be able: neither dead nor asleep nor a toad
(R0-14)."""


def is_last_act(question: Question) -> bool:
    """Whether this is what only the dead still do, when the sun has set: who has just died may have a shot (R0-9)."""
    return question.key in LAST_ACTS


def can_answer(table: VillageTable, question: Question) -> bool:
    """Whether this question can still be answered, for all that has happened since it was asked. A clock always can."""
    return question.seat < 0 or takes_part(table, question.seat, question.key)


def takes_part(table: VillageTable, seat: Seat, key: str) -> bool:
    """Whether this seat can answer questions of this kind now."""
    if key in LAST_ACTS:
        return True
    player = table.players[seat]
    needed = NEEDED.get(key)
    return player.is_able if needed is None else needed(player)
