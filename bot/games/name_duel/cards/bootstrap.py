"""1 Bootstrap (S1-12; the text is a reconstruction)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.name_duel.fey_name import Deck, FeyName
from bot.games.name_duel.table import NameDuelTable
from bot.games.name_duel.turn import Turn


async def bootstrap(turn: Turn) -> None:
    """Move the bottom card of your deck to the top."""
    await pull_up(turn.table, turn.me, None)


async def pull_up(table: NameDuelTable, me: Seat, deck: Deck | None) -> None:
    """The same as a reaction; a deck of one card stays as it is (R1-6)."""
    cards = table.duelist(me).deck
    cards.insert(0, cards.pop())
    table.saw(me, "raised")
    table.announce("deck.raised", seat=me)


CARD = FeyName(
    name="bootstrap",
    number=1,
    title="Bootstrap",
    text="Move the bottom card of your deck to the top.",
    red="Move the bottom card of your deck to the top.",
    action=bootstrap,
    reaction=pull_up,
)
