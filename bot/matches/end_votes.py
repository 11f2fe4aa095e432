"""The people at a table end their game together: two thirds of them at any time, or all who are still in it as a draw.

Computer players have no say. Neither ending has winners, and none counts as a game that was played out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.engine.questions import Seat
from bot.matches.awake import Awake
from bot.matches.ending import end_match
from bot.matches.errors import Refused
from bot.matches.keeper import Keeper
from bot.matches.snapshot import MatchSnapshot
from bot.store import end_votes
from bot.store.end_votes import EndVoteRow

Way = Literal["vote", "draw"]
"""To end it now, or as a draw."""
WAYS: tuple[Way, ...] = ("vote", "draw")
HOLDS_MS = 24 * 60 * 60 * 1000
"""A vote counts for so long."""


@dataclass(frozen=True)
class Tally:
    """How a vote stands. `agreed` are seats, in the order in which they agreed; `needed` of them decide."""

    agreed: tuple[Seat, ...]
    needed: int

    @property
    def is_decided(self) -> bool:
        return len(self.agreed) >= self.needed


class EndVotes:
    """Takes the votes. What cannot be done raises Refused and changes nothing."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def agree(self, match_id: int, user_id: int, way: Way) -> Tally:
        """This person would like the game to end; with the last who has to agree, it does."""
        async with self._keeper.alone(match_id) as awake:
            seat = check_may_vote(awake.snapshot(), user_id, way)
            before = await self._agreed(awake, way)
            agreed = before if seat in before else (*before, seat)
            tally = Tally(agreed, needed(awake.snapshot(), way))
            if tally.is_decided:
                await end_match(self._keeper, awake, user_id, way)
            elif seat not in before:
                row = EndVoteRow(match_id, way, user_id, self._keeper.now_ms())
                await self._keeper.store.write(lambda connection: end_votes.cast(connection, row))
            return tally

    async def disagree(self, match_id: int, user_id: int, way: Way) -> Tally:
        """This person would rather play on; whatever they said before is taken back."""
        async with self._keeper.alone(match_id) as awake:
            check_may_vote(awake.snapshot(), user_id, way)
            await self._keeper.store.write(lambda connection: end_votes.withdraw(connection, match_id, way, user_id))
            return Tally(await self._agreed(awake, way), needed(awake.snapshot(), way))

    async def tally(self, match_id: int, way: Way) -> Tally | None:
        """How the vote stands; None when the game is over."""
        async with self._keeper.alone(match_id) as awake:
            return None if awake.over else Tally(await self._agreed(awake, way), needed(awake.snapshot(), way))

    async def _agreed(self, awake: Awake, way: Way) -> tuple[Seat, ...]:
        """The seats of those who have agreed, and still have a say."""
        async with self._keeper.store.reading() as connection:
            rows = await end_votes.since(connection, awake.id, way, self._keeper.now_ms() - HOLDS_MS)
        seats = [awake.seat_of(row.user_id) for row in rows]
        voters = voters_of(awake.snapshot(), way)
        return tuple(seat for seat in seats if seat in voters)


def voters_of(match: MatchSnapshot, way: Way) -> list[Seat]:
    """The people who have a say: all persons at the table, or for a draw those who are still in the game."""
    still_in = match.still_in()
    return [seat for seat in match.people() if way == "vote" or seat in still_in]


def needed(match: MatchSnapshot, way: Way) -> int:
    """How many of them have to agree."""
    voters = len(voters_of(match, way))
    return voters if way == "draw" else -(-2 * voters // 3)


def check_may_vote(match: MatchSnapshot, user_id: int, way: Way) -> Seat:
    """The seat of this person. Raises Refused when they have no say."""
    if match.over:
        raise Refused("over")
    seat = match.seat_of(user_id)
    if seat is None:
        raise Refused("not_seated")
    if seat not in voters_of(match, way):
        raise Refused("out_of_the_game")
    return seat
