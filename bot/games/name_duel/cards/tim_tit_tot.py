"""8 Tim Tit Tot (S1-12)."""

from __future__ import annotations

from bot.games.name_duel.fey_name import FeyName
from bot.games.name_duel.guessing import guess
from bot.games.name_duel.turn import Turn


async def tim_tit_tot(turn: Turn) -> None:
    """GUESS. Then GUESS again: one after the other, each with its own reaction."""
    await guess(turn, ordinal=1)
    await guess(turn, ordinal=2)


CARD = FeyName(
    name="tim_tit_tot",
    number=8,
    title="Tim Tit Tot",
    text="GUESS. Then GUESS again.",
    red="",
    action=tim_tit_tot,
)
