"""More time for what is open now: a host gives as much as they like, and anybody at the table a minute."""

from __future__ import annotations

from typing import Any

from bot.matches.awake import Awake
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.keeper import Keeper
from bot.matches.quiet_clocks import move_out
from bot.matches.unhurried import may_be_longer
from bot.store import deadlines, table_log

MINUTE_S = 60
MINUTES_MOST = 3
"""So many minutes each person may give in a round."""
MINUTE = "minute"
"""The line about it in the table's log."""


class GivingTime:
    """Lets the people at a table give each other time: all clocks alike, so that it tells nothing of who is asked."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def give_a_minute(self, match_id: int, user_id: int) -> None:
        """One minute more for everything that is open now.

        Raises Refused: `not_seated`, `no_clock`; `time_is_fixed` by the table's options, because a person leads the
        game, or because only the host may make this clock longer; `minutes_given` when they have given all their
        minutes of this round.
        """
        async with self._keeper.alone(match_id) as awake:
            awake.check_live()
            if awake.seat_of(user_id) is None:
                raise Refused("not_seated")
            if awake.row.moderator_id is not None or not may_be_longer(awake.row.options):
                raise Refused("time_is_fixed")
            if any(one.key in awake.match.game.clocks_of_the_host for one in awake.match.open):
                raise Refused("time_is_fixed")
            if await self._given(awake, user_id) >= MINUTES_MOST:
                raise Refused("minutes_given", count=MINUTES_MOST)
            await prolong(self._keeper, awake, user_id, MINUTE, MINUTE_S, checkpoint=awake.match.checkpoint)

    async def _given(self, awake: Awake, user_id: int) -> int:
        """How many minutes this person has given in this round."""
        async with self._keeper.store.reading() as connection:
            lines = await table_log.lines_of(connection, awake.id)
        mine = [line for line in lines if (line.action, line.actor) == (MINUTE, user_id)]
        return sum(line.details.get("checkpoint") == awake.match.checkpoint for line in mine)


async def prolong(keeper: Keeper, awake: Awake, actor: int, action: str, seconds: int, **details: Any) -> None:
    """Give everybody more time for what is open now; the caller is alone with the match. Raises Refused."""
    if not awake.deadlines:
        raise Refused("no_clock")
    more_ms = seconds * 1000
    # Where a moderator leads, clocks may stand in the past: the new time begins now.
    least_ms = keeper.time.play_ms() if awake.row.moderator_id is not None else 0

    async def give(connection: Any) -> None:
        await deadlines.floor(connection, awake.id, least_ms)
        await deadlines.shift(connection, more_ms, awake.id)

    await keeper.act(awake, actor, action, give, seconds=seconds, **details)
    awake.deadlines = {number: max(at, least_ms) + more_ms for number, at in awake.deadlines.items()}
    keeper.schedule(awake)
    await move_out(keeper, awake)
    keeper.tell(Happening(awake.id, "changed"))
