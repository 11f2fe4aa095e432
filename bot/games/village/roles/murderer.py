"""Murderer: the Rumplestiltskin who once a game, after the team's pick, kills one more player (S0-9)."""

from __future__ import annotations

from bot.engine.questions import Choice, Seat
from bot.games.hidden_roles.roles import Asks
from bot.games.village.cards import RUMPLESTILTSKIN
from bot.games.village.hours import Hour
from bot.games.village.role import Role
from bot.games.village.tonight import TEAM_KILL, Tonight


def another_victim(tonight: Tonight, me: Seat) -> tuple[Choice, ...]:
    """A different player than the team's victim (R0-5)."""
    return tuple(one for one in tonight.others_or_nobody(me) if one is None or one != tonight.victim)


async def murder(tonight: Tonight, me: Seat, victim: Seat) -> None:
    tonight.kill(victim, TEAM_KILL)


MURDERER = Role(
    "murderer",
    RUMPLESTILTSKIN,
    hour=Hour.SECOND_KILL,
    asks=Asks("night.murder", another_victim),
    uses=murder,
    once=True,
)
