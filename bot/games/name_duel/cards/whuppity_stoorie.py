"""9 Whuppity Stoorie (a reconstruction)."""

from __future__ import annotations

from bot.engine.questions import Seat, shuffle
from bot.games.name_duel.fey_name import Deck, FeyName
from bot.games.name_duel.table import NameDuelTable
from bot.games.name_duel.turn import Turn


async def whuppity_stoorie(turn: Turn) -> None:
    """Shuffle your deck."""
    await stir(turn.table, turn.me, None)


async def stir(table: NameDuelTable, me: Seat, deck: Deck | None) -> None:
    """The same as a reaction; a deck of one card stays as it is (R1-6)."""
    table.duelist(me).deck = await shuffle(f"whuppity_stoorie.deck.{me}", table.duelist(me).deck)
    table.saw(me, "shuffled")
    table.announce("deck.shuffled", seat=me)


CARD = FeyName(
    name="whuppity_stoorie",
    number=9,
    title="Whuppity Stoorie",
    text="Shuffle your deck.",
    red="Shuffle your deck.",
    action=whuppity_stoorie,
    reaction=stir,
)
