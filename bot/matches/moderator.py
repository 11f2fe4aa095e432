"""What lets a game go on: the Mirror's clocks, or a person who leads it, the moderator.

Where a moderator leads, nothing runs out by itself. A clock is guidance: when its time is over they are told, and what
is open ends when they say so (`Hosting.skip`: the default of what runs out next is taken). What the rules do without a
clock they still do by themselves: a speech ends when the speaker gives the floor back, a vote when the last hand is
counted. Some clocks run on when everybody has answered (the night must not tell how many were asked); these wait for
the moderator.

The Mirror stays the clerk, and can lead again at any time, with the time the clocks have left.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.questions import Seat
from bot.matches.awake import Awake
from bot.matches.bars import check_not_barred, match_at
from bot.matches.errors import Refused
from bot.matches.happenings import Happening
from bot.matches.keeper import Keeper
from bot.matches.quiet_clocks import move_out
from bot.matches.snapshot import MatchSnapshot
from bot.matches.tutorials import is_tutorial
from bot.store import deadlines, matches, onlookers, table_log

BLIND, MAY_ASK, SEES_ALL = 0, 1, 2
"""`MatchRow.moderator_sees`: knows no cards; may say that they want to know all; knows all."""
LEAST_TIME_LEFT_MS = 10_000
"""When a moderator steps down, every clock has at least so much time left."""


class Moderation:
    """Lets a person lead a match, or the Mirror. What cannot be done raises Refused and changes nothing."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def take(self, match_id: int, actor: int, user_id: int, *, sees_all: bool = False) -> None:
        """Let this person lead. The host may lead a game they play in; anybody else must not play.

        With `sees_all` the moderator is offered to know all cards, and has to want it.
        """
        async with self._keeper.alone(match_id) as awake:
            seated = awake.snapshot().seat_of(user_id) is not None
            if seated and user_id != awake.row.host_id:
                raise Refused("master_plays")
            if sees_all and (awake.row.moderator_id, awake.row.moderator_sees) == (user_id, SEES_ALL):
                raise Refused("in_the_chair")
            await self._check_welcome(awake, user_id, actor)
            if sees_all:
                await self._check_may_know(awake, user_id)
            await self._let_lead(awake, actor, user_id, MAY_ASK if sees_all else BLIND)

    async def give_back(self, match_id: int, actor: int) -> None:
        """Let the Mirror's clocks lead again, with the time they have left. Refused when they do already."""
        async with self._keeper.alone(match_id) as awake:
            if awake.row.moderator_id is None:
                raise Refused("chair_is_mirrors")
            await self.step_down(awake, actor)

    async def transfer_host(self, match_id: int, actor: int, host_id: int) -> None:
        """Hand the table to another host. A host who led the game they play in leads it no longer: only a host may.

        Raises Refused when the game is over: there is nothing left to host.
        """
        async with self._keeper.alone(match_id) as awake:
            awake.check_not_over()
            await self._check_welcome(awake, host_id, actor)
            leader = awake.row.moderator_id
            plays = leader is not None and awake.snapshot().seat_of(leader) is not None
            if plays and leader != host_id:
                await self.step_down(awake, actor)
            await self._keeper.act(
                awake, actor, "host", lambda connection: matches.set_host(connection, match_id, host_id), now=host_id
            )
            awake.row = replace(awake.row, host_id=host_id)

    async def know_all(self, match_id: int, user_id: int) -> None:
        """The moderator has said that they want to know all cards. They can never take a seat here again."""
        async with self._keeper.alone(match_id) as awake:
            if awake.row.moderator_id != user_id:
                raise Refused("not_master")
            if awake.row.moderator_sees == BLIND:
                raise Refused("cards_not_for_master")
            await self._check_may_know(awake, user_id)
            await self._let_lead(awake, user_id, user_id, SEES_ALL)

    async def _let_lead(self, awake: Awake, actor: int, user_id: int, sees: int) -> None:
        awake.check_not_over()
        await self._keeper.act(
            awake,
            actor,
            table_log.LED,
            lambda connection: matches.set_moderator(connection, awake.id, user_id, sees),
            now=user_id,
            sees=sees,
        )
        awake.row = replace(awake.row, moderator_id=user_id, moderator_sees=sees)
        awake.match.led = True
        self._keeper.tell(Happening(awake.id, "led"))

    async def step_down(self, awake: Awake, actor: int) -> None:
        """Nobody leads any more, and the clocks go on; the caller is alone with the match."""
        awake.check_not_over()
        now = awake.row.paused_ms if awake.row.paused_ms is not None else self._keeper.time.play_ms()
        least_ms = now + LEAST_TIME_LEFT_MS

        async def let_clocks_lead(connection: Any) -> None:
            await matches.set_moderator(connection, awake.id, None, BLIND)
            await deadlines.floor(connection, awake.id, least_ms)

        await self._keeper.act(awake, actor, table_log.LED, let_clocks_lead, now=None, sees=BLIND)
        awake.row = replace(awake.row, moderator_id=None, moderator_sees=BLIND)
        awake.match.led = False
        awake.deadlines = {number: max(at, least_ms) for number, at in awake.deadlines.items()}
        self._keeper.schedule(awake)
        await move_out(self._keeper, awake)
        self._keeper.tell(Happening(awake.id, "led"))
        await self._keeper.take_step_for_nobody(awake)

    async def _check_welcome(self, awake: Awake, user_id: int, actor: int) -> None:
        """Raises Refused for somebody who is barred from this table."""
        async with self._keeper.store.reading() as connection:
            table = await match_at(connection, awake.row)
            await check_not_barred(connection, table, user_id, by=actor, now_ms=self._keeper.now_ms())

    async def _check_may_know(self, awake: Awake, user_id: int) -> None:
        """Only who has never had a seat here may know everything. Raises Refused."""
        async with self._keeper.store.reading() as connection:
            lines = await table_log.lines_of(connection, awake.id)
        seats = [line.details for line in lines if line.action == "seat"]
        sat = any(user_id in (details.get("was"), details.get("now")) for details in seats)
        if sat or awake.snapshot().seat_of(user_id) is not None:
            raise Refused("player_knows_not_all")


def leads(match: MatchSnapshot, user_id: int) -> bool:
    return match.row.moderator_id == user_id


def knows_all(match: MatchSnapshot) -> bool:
    """Whether the moderator may be shown every card. A person with a seat never is, whatever was agreed before."""
    if match.row.moderator_id is None or match.row.moderator_sees != SEES_ALL:
        return False
    return match.seat_of(match.row.moderator_id) is None


async def check_may_sit(connection: Any, match_id: int, seat: Seat, user_id: int, *, by: int, now_ms: int) -> None:
    """Nobody may know the secrets of two seats, or of all; a person who leads a game plays in it only as its host;
    nobody sits down who is barred; a tutorial is for one. `by` is whoever wants them to sit there.

    Raises Refused.
    """
    if any(row.user_id == user_id for row in await onlookers.of_match(connection, match_id)):
        raise Refused("has_seen_all")
    row = await matches.get(connection, match_id)
    if is_tutorial(row):
        raise Refused("tutorial_is_for_one")
    await check_not_barred(connection, await match_at(connection, row), user_id, by=by, now_ms=now_ms)
    if user_id == row.moderator_id and user_id != row.host_id:
        raise Refused("master_takes_no_seat")
    for line in await table_log.lines_of(connection, match_id):
        details = line.details
        if line.action == "seat" and details.get("was") == user_id and details.get("seat") != seat:
            raise Refused("sat_before")
        if line.action == table_log.LED and details.get("now") == user_id and details.get("sees") == SEES_ALL:
            raise Refused("knows_all_cards")
