from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.goods import STRAW, WOOD
from bot.games.grimm_forest.monster import Monster
from bot.games.grimm_forest.table import GrimmForestTable


class BigBadWolf(Monster):
    """For each player there, you choose one of their Wood or Straw houses: its top section returns to the supply."""

    title = "Big Bad Wolf"
    number = 19

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        for seat in self.victims(table, me):
            houses = table.pigs[seat].houses
            weak = [place for place, house in enumerate(houses) if house.material in (STRAW, WOOD)]
            if weak:
                place = await choose(table, me, "big_bad_wolf.house", weak, who=seat)
                blow_off(table, seat, place)


def blow_off(table: GrimmForestTable, seat: Seat, place: int) -> None:
    """The top section goes; without its Floor a house is gone and its site free (R2-14)."""
    house = table.pigs[seat].houses[place]
    table.sections[f"{house.material}.{house.sections}"] += 1
    house.sections -= 1
    table.announce("house.blown", seat=seat, material=house.material, left=house.sections)
    if not house.sections:
        table.pigs[seat].houses.pop(place)
