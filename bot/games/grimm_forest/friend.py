"""What a Friend is to the rules: what it does at which moments, and what it changes as long as it is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from bot.engine.questions import Seat
from bot.games.grimm_forest.card import Card
from bot.games.grimm_forest.table import GrimmForestTable, clockwise


class Friend(Card):
    """One of the 25 Friends. `me` is who has it."""

    # -- coming and going ---------------------------------------------------------------------------------------------

    async def when_gained(self, table: GrimmForestTable, me: Seat) -> None:
        """It has just come."""

    async def when_lost(self, table: GrimmForestTable, me: Seat) -> None:
        """It is about to be discarded."""

    # -- the Gather phase ---------------------------------------------------------------------------------------------

    async def start_of_round(self, table: GrimmForestTable, me: Seat) -> None:
        """Before anybody chooses a card."""

    def fables_of_opponents(self, fables: tuple[str | None, ...]) -> tuple[str | None, ...]:
        """Which of these an opponent may play; None stands for none."""
        return fables

    async def before_choosing(self, table: GrimmForestTable, me: Seat) -> None:
        """The others have chosen their cards, and its player, who chooses last, has not (R2-3)."""

    async def before_moving(self, table: GrimmForestTable, me: Seat) -> None:
        """The Gather cards are revealed, and no pig has moved."""

    async def after_moving(self, table: GrimmForestTable, me: Seat) -> None:
        """All pigs have gone where their cards say."""

    def when_pigs_stand(self, table: GrimmForestTable, me: Seat) -> None:
        """The pigs stand somewhere, and after each Fable that acts before collecting perhaps somewhere else."""

    def stops(self, monster: str) -> bool:
        """Whether it can be discarded to cancel this Monster (R2-7)."""
        return False

    async def end_of_gather(self, table: GrimmForestTable, me: Seat) -> None:
        """After everybody has collected."""

    # -- the Build phase ----------------------------------------------------------------------------------------------

    async def start_of_build(self, table: GrimmForestTable, me: Seat) -> None:
        """Before anybody builds."""

    def toll(self, part: int) -> int:
        """How much more this part of a house costs opponents, to be paid to who has the Friend."""
        return 0

    def take_toll(self, table: GrimmForestTable, me: Seat, payer: Seat, material: str, toll: int) -> None:
        """An opponent pays it."""

    def may_act(self, table: GrimmForestTable, me: Seat) -> bool:
        """Whether the Special Action would do something now."""
        return True

    async def special_action(self, table: GrimmForestTable, me: Seat) -> None:
        """For an action, once a turn."""

    def may_leave(self, table: GrimmForestTable, me: Seat) -> bool:
        """Whether it may be discarded for something in the own turn."""
        return False

    async def leave(self, table: GrimmForestTable, me: Seat) -> None:
        """It is discarded for something, which costs no action."""

    async def end_of_build(self, table: GrimmForestTable, me: Seat) -> None:
        """When everybody has built."""


FRIENDS: dict[str, Friend] = {}
"""Every Friend by name, in the order of the box; `cards` fills it from the files in `friends`."""


def friend_of(table: GrimmForestTable, seat: Seat) -> Friend | None:
    name = table.pigs[seat].friend
    return None if name is None else FRIENDS[name]


@cache
def acting(moment: str) -> frozenset[str]:
    """The names of all who do something at this moment."""
    return frozenset(name for name, friend in FRIENDS.items() if friend.acts_at(moment))


def friends_in_turn(table: GrimmForestTable, moment: str) -> Iterable[tuple[Seat, Friend]]:
    """The players whose Friend does something at this moment, in turn order; which one they have, is seen when it is
    this player's turn."""
    names = acting(moment)
    for pig in table.pigs.values():
        if pig.friend in names:
            return _in_turn(table, names)
    return ()  # and nothing happens through which somebody could get one


def _in_turn(table: GrimmForestTable, names: frozenset[str]) -> Iterator[tuple[Seat, Friend]]:
    pigs = table.pigs
    for seat in clockwise(table.starter, len(pigs)):
        name = pigs[seat].friend
        if name is not None and name in names:
            yield seat, FRIENDS[name]
