"""2 Drum-Drum (S1-12, R1-5)."""

from __future__ import annotations

from bot.games.name_duel.fey_name import FeyName
from bot.games.name_duel.guessing import guess
from bot.games.name_duel.turn import Turn


async def drum_drum(turn: Turn) -> None:
    """GUESS. If wrong and the guessed card is in the opponent's hand, they discard it."""
    table = turn.table
    guessed = await guess(turn)
    opponent = table.duelist(turn.other)
    if guessed in opponent.hand:  # a reaction may just have taken it from there (R1-5)
        opponent.hand.remove(guessed)
        opponent.discard.append(guessed)
        table.saw(turn.other, "discarded", guessed)
        table.announce("card.discarded", seat=turn.other, name=guessed)
    elif guessed not in opponent.discard:
        table.saw(turn.other, "not_in_hand", guessed)
        table.announce("card.not_in_hand", seat=turn.other, name=guessed)


CARD = FeyName(
    name="drum_drum",
    number=2,
    title="Drum-Drum",
    text="GUESS. If you are wrong and your opponent has the guessed card in hand, your opponent discards it.",
    red="",
    action=drum_drum,
)
