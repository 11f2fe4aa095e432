"""Little Mary: may peek while the Rumplestiltskins are awake, and may be caught at it (S0-13, R0-7)."""

from __future__ import annotations

from bot.engine.questions import Choice, Question, Seat, draw, put
from bot.games.hidden_roles.roles import Asks
from bot.games.village.cards import RUMPLESTILTSKIN, TOWN
from bot.games.village.death import shown_role
from bot.games.village.hours import Dawn, Hour
from bot.games.village.role import Role
from bot.games.village.tonight import Tonight

PEEK = "peek"


def peek_or_not(tonight: Tonight, me: Seat) -> tuple[Choice, ...]:
    return (PEEK, None)


def watch(tonight: Tonight) -> list[Question]:
    """Each Rumplestiltskin who is awake may keep an eye on one player, in case it is Little Mary (R0-7)."""
    team = tonight.table.awake_of(RUMPLESTILTSKIN)
    return [put(seat, "night.watch", tonight.others_or_nobody(seat)) for seat in team]


async def peek(tonight: Tonight, me: Seat, _peek: str) -> None:
    """Watched by anybody, she is captured; unnoticed, she learns one living Rumplestiltskin, by chance (R0-7). When all
    of them sleep, there is nothing to see (S0-13)."""
    if me in tonight.chosen("night.watch").values():
        tonight.captured.append(me)
        tonight.at_dawn(Dawn.CAPTURED, tell_capture, me)
        return
    table = tonight.table
    if table.options.sleepers_unseen and not table.awake_of(RUMPLESTILTSKIN):
        tonight.learns(me, "night.nothing_seen")
        return
    seen = await draw("mary.glimpse", table.living_of(RUMPLESTILTSKIN))
    tonight.learns(me, "night.glimpse", suspect=seen)


def tell_capture(tonight: Tonight, me: Seat) -> None:
    tonight.table.announce("dawn.captured", seat=me, role=shown_role(tonight.table, me))


LITTLE_MARY = Role(
    "little_mary",
    TOWN,
    hour=Hour.PEEK,
    asks=Asks("night.peek", peek_or_not),
    uses=peek,
    asks_others=watch,
    finds_out=True,
)
