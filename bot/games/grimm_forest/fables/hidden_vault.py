from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.choices import choose_goods
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.goods import total
from bot.games.grimm_forest.table import GrimmForestTable


class HiddenVault(Fable):
    """Choose a Location where nobody Gathered: take half, rounded down, of its resources. (Pair 2: see
    `uncertain.py`.)"""

    title = "Hidden Vault"
    number = 8

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        nobodys = [place for place in table.places() if not table.gathered_at(place)]
        worth_it = [place for place in nobodys if total(table.locations[place]) > 1]
        if not worth_it:
            return
        place = await choose(table, me, "hidden_vault.place", worth_it)
        there = table.locations[place]
        goods = await choose_goods(table, me, "hidden_vault.goods", total(there) // 2, there)
        table.take_from(place, me, goods, "hidden_vault")
