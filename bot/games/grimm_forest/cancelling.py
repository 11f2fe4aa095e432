"""Friends that stop a Monster: it has no effect on anybody, but it still stands there (R2-7)."""

from __future__ import annotations

from bot.games.grimm_forest.choices import choose
from bot.games.grimm_forest.drawing import part_with_friend
from bot.games.grimm_forest.goods import ONE_OF_EACH
from bot.games.grimm_forest.moving import monsters_at
from bot.games.grimm_forest.table import GrimmTable, Played

STOPS = {
    "jack_the_giant_slayer": ("giant",),
    "red_riding_hood": ("wolf", "big_bad_wolf"),
    "wood_cutter": ("giant", "bridge_troll", "dragon", "big_bad_wolf", "wolf"),
}
"""Which Monsters a Friend can be discarded against."""


def hunt(table: GrimmTable) -> None:
    """The Huntsman cancels a Monster at his Location and gains 1 of each."""
    me = table.holder_of("huntsman")
    place = table.location_of(me) if me is not None else None
    if me is None or place is None:
        return
    for card in monsters_at(table, place):
        if not card.cancelled:
            card.cancelled = True
            table.announce("monster.cancelled", seat=me, friend="huntsman", fable=card.fable)
            table.gain(me, ONE_OF_EACH, "huntsman")


async def is_stopped(table: GrimmTable, card: Played) -> bool:
    """Before a Monster acts on somebody: whoever has a Friend against it may discard him, in turn order."""
    if card.cancelled or not table.at(card.location):
        return card.cancelled
    for seat in table.in_turn_order():
        friend = table.pigs[seat].friend
        if friend is None or card.fable not in STOPS.get(friend, ()):
            continue
        stops = await choose(table, seat, f"{friend}.stop", ("stop", "let"), fable=card.fable, place=card.location)
        if stops == "stop":
            await part_with_friend(table, seat)
            card.cancelled = True
            table.announce("monster.cancelled", seat=seat, friend=friend, fable=card.fable)
            return True
    return False
