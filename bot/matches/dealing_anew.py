"""Dealing anew: somebody has seen a card of somebody else, so all are collected, shuffled and dealt again (S0-2).

Nothing of that happens inside a match, whose chance is sealed. A new match takes its place, with the same people and
options, a seed of its own and a seal of its own; the log of each names the other. It takes the vote of all persons who
sit there, and each vote is durable: it stands until the first night has fallen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.announcements import SPECTATOR
from bot.matches.awake import Awake, clocks
from bot.matches.dealing import INSTEAD_OF, Deal, deal, deals_before
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.keeper import Keeper
from bot.matches.snapshot import MatchSnapshot
from bot.matches.tutorials import is_tutorial
from bot.store import matches, standby, table_log
from bot.store.seating import NewSeat

VOTE: Final = "anew.vote"
"""Somebody wants the cards dealt anew; a line in the table's log, like the other one."""
THROWN_AWAY: Final = "anew.thrown_away"
"""All wanted it: the match of `now` has taken the place of this one."""


@dataclass(frozen=True)
class Vote:
    """What came of a vote: the people who have not voted yet, and when there is none of them the new match."""

    missing: tuple[int, ...]
    match: int | None = None
    is_new: bool = True
    """Whether this person had not voted before."""


def may_deal_anew(match: MatchSnapshot | Awake) -> bool:
    """Whether the cards of this match can still be collected: nobody has acted on them yet. The deck of a tutorial was
    stacked for whoever learns, and stays as it is."""
    if is_tutorial(match.row):
        return False
    game, view = (match.match.game, match.match.view) if isinstance(match, Awake) else (match.game, match.view)
    return not match.over and game.may_deal_anew is not None and game.may_deal_anew(view(SPECTATOR))


class DealingAnew:
    """Counts the votes, and deals anew when all have voted."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def vote(self, match_id: int, by: int) -> Vote:
        """One vote, durable when this returns, and with the last one the new match. To vote twice counts once.

        Raises Refused (too late, no seat, paused) and StoreError; then nothing has changed.
        """
        async with self._keeper.alone(match_id) as awake:
            awake.check_live()
            if not may_deal_anew(awake):
                raise Refused("too_late_to_deal_anew")
            people = [row.user_id for row in awake.seats.values() if row.user_id is not None]
            if by not in people:
                raise Refused("not_seated")
            dealt, now = self._deal(awake), self._keeper.now_ms()

            async def count(connection: Any) -> tuple[Vote, dict[int, int]]:
                lines = await table_log.lines_of(connection, match_id)
                voted = {line.actor for line in lines if line.action == VOTE}
                if by not in voted:
                    await table_log.add(connection, match_id, at_ms=now, actor=by, action=VOTE)
                missing = tuple(person for person in people if person not in voted | {by})
                if missing:
                    return Vote(missing, is_new=by not in voted), {}
                number, due = await _take_its_place(connection, awake, dealt, by, now)
                for was, seal in deals_before(lines):
                    await _note_deal(connection, number, was, seal, by, now)
                return Vote((), number), due

            try:
                vote, due = await self._keeper.store.write(count)
            except BaseException:
                self._keeper.drop(awake)  # whether it was written is not known
                raise
            if vote.match is not None:
                self._has_taken_its_place(awake, vote.match, dealt, due)
            return vote

    def _deal(self, awake: Awake) -> Deal:
        """The cards as they will be dealt if this is the last vote."""
        row, match = awake.row, awake.match
        people = [NewSeat(one.seat, one.name, one.user_id, one.player) for one in awake.seats.values()]
        return deal(
            match.game,
            match.options,
            people,
            self._keeper.time.read(),
            self._keeper.unhurried,
            self._keeper.quiet,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            parent_id=row.parent_id,
            anywhere=row.anywhere,
            host_id=row.host_id,
            role_set=row.role_set,
        )

    def _has_taken_its_place(self, awake: Awake, number: int, dealt: Deal, due: dict[int, int]) -> None:
        """Bring memory up to date, and tell those who watch."""
        awake.row = replace(awake.row, status="ended", replaced_by=number)
        self._keeper.schedule(awake)
        self._keeper.deadlines.replace(number, clocks(number, dealt.match.checkpoint, due))
        self._keeper.tell(Happening(awake.id, "dealt_anew", amount=number))
        self._keeper.tell(Happening(number, "changed"))


async def _take_its_place(
    connection: Any, awake: Awake, dealt: Deal, actor: int, now: int
) -> tuple[int, dict[int, int]]:
    """Within one transaction: the new match begins and the old one is over. Its number, and its deadlines."""
    row = awake.row
    number, due = await dealt.write(connection)
    await _lead_on(connection, awake, number, actor, now)
    for one in await standby.of_match(connection, row.id):
        await standby.add(connection, replace(one, match=number))
    await matches.set_status(connection, row.id, "ended", now)
    await matches.set_replaced(connection, row.id, number)
    await matches.set_unsent(connection, row.id)
    await table_log.add(connection, row.id, at_ms=now, actor=actor, action=THROWN_AWAY, details={"now": number})
    await _note_deal(connection, number, row.id, row.commitment, actor, now)
    return number, due


async def _lead_on(connection: Any, awake: Awake, number: int, actor: int, now: int) -> None:
    """The moderator of the old match leads the new one. Its log says so as well: by that it is known who may know the
    cards, and therefore takes no seat there."""
    leader, sees = awake.row.moderator_id, awake.row.moderator_sees
    if leader is None:
        return
    await matches.set_moderator(connection, number, leader, sees)
    details = {"now": leader, "sees": sees}
    await table_log.add(connection, number, at_ms=now, actor=actor, action=table_log.LED, details=details)


async def _note_deal(connection: Any, number: int, was: int, seal: str, actor: int, now: int) -> None:
    """Name a deal that was thrown away in the log of the match that has taken its place."""
    details = {"was": was, "commitment": seal}
    await table_log.add(connection, number, at_ms=now, actor=actor, action=INSTEAD_OF, details=details)
