"""5 Noggin (S1-12; the guess is a reconstruction)."""

from __future__ import annotations

from bot.engine.questions import shuffle
from bot.games.name_duel.fey_name import FeyName, by_number
from bot.games.name_duel.guessing import guess
from bot.games.name_duel.turn import Turn

CARDS_SHOWN = 2


async def noggin(turn: Turn) -> None:
    """The opponent reveals 2 random hand cards, all if there are fewer. Then GUESS."""
    table = turn.table
    hand = by_number(table.duelist(turn.other).hand)
    shown = by_number((await shuffle("noggin.cards", hand))[:CARDS_SHOWN]) if hand else []
    table.saw(turn.other, "hand", *shown)
    table.announce("hand.shown", of=turn.other, names=shown)
    await guess(turn)


CARD = FeyName(
    name="noggin",
    number=5,
    title="Noggin",
    text="Your opponent reveals 2 random cards from the hand and takes them back. Then GUESS.",
    red="",
    action=noggin,
)
