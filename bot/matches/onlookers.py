"""Onlookers: whoever has seen what the dead see can never play in that match again.

The mark is durable before anything is shown. It is the same for guests who watch with the eyes of the dead and for the
dead who have a room of their own.
"""

from __future__ import annotations

from typing import Any

from bot.engine.questions import Seat
from bot.games.table_options import DEAD_WATCH, GUESTS_SEE_ALL
from bot.matches.errors import Refused
from bot.matches.keeper import Keeper
from bot.matches.snapshot import MatchSnapshot
from bot.store import onlookers, standby
from bot.store.onlookers import OnlookerRow


class Onlookers:
    """Marks the people who look on. What cannot be done raises Refused and changes nothing."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def watch_all(self, match_id: int, user_id: int) -> bool:
        """From now on this person may see what the dead see, and take no seat. If they stand by, they do so no more.

        False for whoever has looked on before, in whichever way.
        """
        async with self._keeper.alone(match_id) as awake:
            if await self.is_one(match_id, user_id):
                return False
            check_may_watch_all(awake.snapshot(), user_id)
            row = OnlookerRow(match_id, user_id, "watch", False, self._keeper.now_ms())

            async def mark(connection: Any) -> None:
                await onlookers.add(connection, row)
                await standby.remove(connection, match_id, user_id)

            await self._keeper.store.write(mark)
            return True

    async def is_one(self, match_id: int, user_id: int) -> bool:
        """Whether this person has seen of the match what the dead see."""
        async with self._keeper.store.reading() as connection:
            return any(row.user_id == user_id for row in await onlookers.of_match(connection, match_id))


def check_may_watch_all(match: MatchSnapshot, user_id: int) -> None:
    """Raises Refused where guests see no more than the living, and for whoever has a seat."""
    if match.over:
        raise Refused("over")
    if not may_guests_see_all(match):
        raise Refused("guests_see_no_more")
    if match.seat_of(user_id) is not None:
        raise Refused("already_seated")
    if not gone_for_good(match):
        raise Refused("nobody_dead_yet")


def may_guests_see_all(match: MatchSnapshot) -> bool:
    """Whether this table lets guests see what its dead may see."""
    options = match.row.options
    return bool(options.get(GUESTS_SEE_ALL) and options.get(DEAD_WATCH))


def gone_for_good(match: MatchSnapshot) -> list[Seat]:
    """The seats that everybody knows to be out of the game; none while a last act is pending."""
    return [] if is_last_act_pending(match) else _out(match)


def is_last_act_pending(match: MatchSnapshot) -> bool:
    """Whether somebody who is out of the game still has something to choose, such as a last shot."""
    out = _out(match)
    return any(question.seat in out for question in match.open)


def _out(match: MatchSnapshot) -> list[Seat]:
    still_in = match.still_in()
    return [seat for seat in match.seats if seat not in still_in]
