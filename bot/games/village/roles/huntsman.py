"""The Huntsman: whoever kills him, he takes somebody along (S0-18, R0-9)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat
from bot.games.village.cards import TOWN
from bot.games.village.roles.card import Role
from bot.games.village.table import VillageTable


def last_shot(table: VillageTable, me: Seat, *, within: int | None = None) -> Question:
    """Whom the dying Huntsman takes along; the living but himself, or nobody."""
    others = tuple(seat for seat in table.living() if seat != me)
    return Question(me, "huntsman.shot", (*others, None), within=within, occasion=f"shot.{me}")


HUNTSMAN = Role("huntsman", TOWN, once=True)
