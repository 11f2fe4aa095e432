"""Warlock: the Rumplestiltskin who once a game, after the pick, turns one player into a toad for a day (S0-11).

The Trickster's mark of the same night may hit the spell (R0-5).
"""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.village.cards import RUMPLESTILTSKIN
from bot.games.village.hours import Dawn, Hour
from bot.games.village.role import Role
from bot.games.village.spells import TOAD, Flight, steps_of_a_flight
from bot.games.village.tonight import Tonight


async def curse(tonight: Tonight, me: Seat, target: Seat) -> None:
    tonight.at_dawn(Dawn.CURSED, send_spell, target)


def send_spell(tonight: Tonight, target: Seat) -> None:
    """A toad at once; but where a card can turn a spell aside, it still has to find its way (R0-15)."""
    table = tonight.table
    if not table.players[target].alive:
        return
    if steps_of_a_flight(table):
        table.curses.append(target)
        table.announce("dawn.curse", seat=target)
    else:
        Flight(TOAD, None, target).land(table)


WARLOCK = Role(
    "warlock",
    RUMPLESTILTSKIN,
    hour=Hour.CURSE,
    asks=Asks("night.toad", Tonight.others_or_nobody),
    uses=curse,
    once=True,
)
