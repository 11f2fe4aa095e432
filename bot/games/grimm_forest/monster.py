"""Monsters: their owner puts them on a Location, and what they do there, they do to everybody who stands there."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.card import STOPS
from bot.games.grimm_forest.drawing import part_with_friend
from bot.games.grimm_forest.fable import MONSTER, Fable
from bot.games.grimm_forest.friend import Friend, friends_in_turn
from bot.games.grimm_forest.moving import monsters_at
from bot.games.grimm_forest.table import GrimmForestTable, Played
from bot.games.grimm_forest.unique_location import unique_locations


class Monster(Fable):
    """A Fable that stands on a Location."""

    kind = MONSTER

    async def when_revealed(self, table: GrimmForestTable, me: Seat) -> None:
        """Its owner puts it on any Location; at most one stands there, unless a Unique Location says where (S2-6)."""
        card = table.played[me]
        free = [place for place in table.places() if not monsters_at(table, place)]
        places: Sequence[str] = free or table.places()
        for here, unique in unique_locations(table):
            places = unique.lairs(here, places)
        card.location = await choose(table, me, "monster.place", places, fable=card.fable)
        table.announce("monster.placed", seat=me, fable=card.fable, place=card.location)

    async def is_stopped(self, table: GrimmForestTable, card: Played) -> bool:
        """Before it acts on somebody: whoever has a Friend against it may discard that Friend, in turn order. It
        has no effect on anybody then, but still stands there (R2-7)."""
        if card.cancelled or not table.at(card.location):
            return card.cancelled
        for seat, friend in friends_in_turn(table, STOPS):
            if not friend.stops(self.name):
                continue
            way = ("stop", "let")
            if await choose(table, seat, f"{friend.name}.stop", way, fable=card.fable, place=card.location) == "stop":
                await part_with_friend(table, seat)
                cancel(table, card, seat, friend)
                return True
        return False

    def victims(self, table: GrimmForestTable, me: Seat) -> list[Seat]:
        """The pigs that stand where my Monster does, in turn order."""
        return table.at(table.played[me].location)


def cancel(table: GrimmForestTable, card: Played, seat: Seat, friend: Friend) -> None:
    """A Friend keeps a Monster from acting."""
    card.cancelled = True
    table.announce("monster.cancelled", seat=seat, friend=friend.name, fable=card.fable)
