"""Where pigs and Monsters stand, and how a pig moves after the Gather cards were revealed."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.fable import is_monster
from bot.games.grimm_forest.table import GrimmForestTable, Played


def monsters_at(table: GrimmForestTable, place: str | None) -> list[Played]:
    """The Monsters there; a cancelled one still stands there (R2-7)."""
    there = [card for card in table.on_table() if place is not None and card.location == place]
    return [card for card in there if is_monster(card.fable)]


def move(table: GrimmForestTable, seat: Seat, place: str) -> None:
    """To another Location."""
    if table.pigs[seat].location != place:
        table.pigs[seat].location = place
        table.announce("pig.moved", seat=seat, place=place)
