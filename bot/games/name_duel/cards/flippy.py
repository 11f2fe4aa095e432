"""3 Flippy (S1-12)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.name_duel.fey_name import Deck, FeyName
from bot.games.name_duel.table import NameDuelTable
from bot.games.name_duel.turn import Turn


async def flippy(turn: Turn) -> None:
    """Invert the order of your deck or of the opponent’s deck."""
    await turn_over(turn.table, turn.me, await turn.choose("flippy.deck", ("own", "other")))


async def turn_over(table: NameDuelTable, me: Seat, deck: Deck | None) -> None:
    """The top card becomes the bottom one; the cards stay face down."""
    of = me if deck == "own" else table.other(me)
    table.duelist(of).deck.reverse()
    table.saw(of, "inverted")
    table.announce("deck.inverted", by=me, of=of)


CARD = FeyName(
    name="flippy",
    number=3,
    title="Flippy",
    text="Turn your deck or your opponent’s deck over, so that its order is inverted. The cards stay face down.",
    red="Turn your deck or your opponent’s deck over, so that its order is inverted.",
    action=flippy,
    reaction=turn_over,
    decks=True,
)
