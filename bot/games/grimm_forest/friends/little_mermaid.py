from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import ONE_OF_EACH
from bot.games.grimm_forest.table import GrimmForestTable

GATHER_CARDS_KEPT = 2


class LittleMermaid(Friend):
    """When gained: keep 2 Gather cards; the rest is locked under her until she is lost. Special Action: gain 1 of
    each."""

    title = "Little Mermaid"
    number = 8
    advanced = True

    async def when_gained(self, table: GrimmForestTable, me: Seat) -> None:
        pig = table.pigs[me]
        cards = list(pig.gather)
        pairs = [f"{one}+{other}" for place, one in enumerate(cards) for other in cards[place + 1 :]]
        kept = str(await choose(table, me, "little_mermaid.keep", pairs)).split("+")
        pig.locked = [card for card in cards if card not in kept]
        pig.gather = kept
        table.announce("little_mermaid.locked", seat=me, count=len(pig.locked))

    async def when_lost(self, table: GrimmForestTable, me: Seat) -> None:
        pig = table.pigs[me]
        pig.gather = [place for place in table.places() if place in pig.gather or place in pig.locked]
        pig.locked = []

    async def special_action(self, table: GrimmForestTable, me: Seat) -> None:
        table.gain(me, ONE_OF_EACH, "little_mermaid")
