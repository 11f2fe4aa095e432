from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.fable import Fable
from bot.games.grimm_forest.goods import TYPES, held_types
from bot.games.grimm_forest.table import GrimmForestTable


class WanderingTrader(Fable):
    """Each player at your Location may discard 2 of one type for 3 of one other type."""

    title = "Wandering Trader"
    number = 16

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        for seat in table.at(table.location_of(me)):
            kinds = held_types(table.pigs[seat].goods, 2)
            trades = [f"{given}.{got}" for given in kinds for got in TYPES if got != given]
            trade = await choose(table, seat, "wandering_trader.trade", [*trades, None])
            if trade is not None:
                given, got = trade.split(".")
                table.lose(seat, {given: 2}, "wandering_trader")
                table.gain(seat, {got: 3}, "wandering_trader")
