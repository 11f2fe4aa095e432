"""Leaving a running game: nobody is a prisoner of it.

The seat goes to whoever stands by and has agreed to, else to a computer player; or the rules send it out of the
game, where they can and the options say so. A player who has left is told nothing any more and takes no seat here
again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from bot.engine.questions import Question, Seat
from bot.matches.awake import Awake
from bot.matches.counting import WAS_OUT
from bot.matches.ending import end_match
from bot.matches.errors import Refused
from bot.matches.fouls import OUT, check_callable
from bot.matches.handing_over import give_seat, unused
from bot.matches.happenings import Happening
from bot.matches.keeper import Keeper
from bot.matches.moderator import Moderation, check_may_sit
from bot.matches.snapshot import MatchSnapshot
from bot.store import matches, standby
from bot.store.seating import SeatRow
from bot.store.standby import StandbyRow

Standing = Literal["on", "asked", "off"]
"""How somebody stands on the list of those who stand by: they have agreed; a host has asked them; not at all."""


@dataclass(frozen=True)
class Left:
    """What became of a seat whose player has left.

    is_out     whether it is out of the game
    successor  who has it now; None when the game is over, because of it or because nobody else is left
    """

    is_out: bool
    successor: SeatRow | None = None


class Leaving:
    """Lets players leave, and keeps the list of those who stand by. What cannot be done raises Refused."""

    def __init__(self, keeper: Keeper, moderation: Moderation) -> None:
        self._keeper = keeper
        self._moderation = moderation

    # -- standing by ------------------------------------------------------------------------------------------------

    async def stand_by(self, match_id: int, actor: int, user_id: int, name: str) -> Standing:
        """Put this person on the list of those who stand by, or take them off it; how they stand on it now.

        Somebody who is put there by somebody else is only asked: they get no seat before they have agreed. Raises
        Refused for somebody who could take no seat here.
        """
        async with self._keeper.alone(match_id) as awake:
            awake.check_not_over()
            if awake.seat_of(user_id) is not None:
                raise Refused("already_seated")
            now = _next(await self.standing(match_id, user_id), own=actor == user_id)
            row = StandbyRow(match_id, user_id, name, self._keeper.now_ms(), agreed=now == "on")

            async def change(connection: Any) -> None:
                if now == "off":
                    await standby.remove(connection, match_id, user_id)
                    return
                await check_may_sit(connection, match_id, 0, user_id, by=actor, now_ms=row.at_ms)
                await standby.add(connection, row)

            await self._keeper.act(awake, actor, "standby", change, whom=user_id, listed=now != "off", standing=now)
            return now

    async def listed(self, match_id: int) -> list[StandbyRow]:
        """Those who stand by or have been asked to, in the order in which they take seats over."""
        async with self._keeper.store.reading() as connection:
            return await standby.of_match(connection, match_id)

    async def standing(self, match_id: int, user_id: int) -> Standing:
        """How this person stands on the list."""
        row = next((row for row in await self.listed(match_id) if row.user_id == user_id), None)
        return "off" if row is None else "on" if row.agreed else "asked"

    # -- leaving ----------------------------------------------------------------------------------------------------

    async def leave(self, match_id: int, user_id: int, seat: Seat, checkpoint: int, computer: str) -> Left:
        """Give up this seat, in the round in which the person was asked whether they want to.

        `computer` is how a computer player would be called, if nobody else is. Raises Refused: `asked_earlier` in
        another round.
        """
        async with self._keeper.alone(match_id) as awake:
            check_may_leave(awake.snapshot(), user_id, seat, checkpoint)
            was_out = seat not in awake.snapshot().still_in()
            is_out = await self._is_out(awake, seat)
            if awake.over:
                return Left(is_out=is_out)
            name = awake.seats[seat].name if is_out else unused(computer, awake.names().values())
            successor = None if is_out else await self._standby(awake, seat)
            successor = successor or SeatRow(match_id, seat, None, name, "thoughtful")
            people = [*awake.people(seat), *([successor.user_id] if successor.user_id else [])]
            if not people:
                await end_match(self._keeper, awake, user_id, "left")
                return Left(is_out=is_out)
            await self._hand_on(awake, successor, people[0], was_out=was_out)
            return Left(is_out=is_out, successor=successor)

    async def _is_out(self, awake: Awake, seat: Seat) -> bool:
        """Whether the game has no use for this seat any more; the rules send it out now, where they do."""
        match = awake.snapshot()
        if seat not in match.still_in():
            return True
        question = disqualifier(match, seat)
        if question is None:
            return False
        await self._keeper.reply(awake, question, [seat, OUT])
        return True

    async def _standby(self, awake: Awake, seat: Seat) -> SeatRow | None:
        """The first of those who have agreed to stand by and may sit here."""
        async with self._keeper.store.reading() as connection:
            for row in await standby.of_match(connection, awake.id):
                if row.agreed and awake.seat_of(row.user_id) is None and await self._may_sit(connection, row, seat):
                    return SeatRow(awake.id, seat, row.user_id, row.name, "human")
        return None

    async def _may_sit(self, connection: Any, row: StandbyRow, seat: Seat) -> bool:
        try:
            now_ms = self._keeper.now_ms()
            await check_may_sit(connection, row.match, seat, row.user_id, by=0, now_ms=now_ms)
        except Refused:
            return False
        return True

    async def _hand_on(self, awake: Awake, successor: SeatRow, heir: int, *, was_out: bool) -> None:
        """Give the seat to this successor, and the table to `heir` where its host leaves, in one transaction.

        `was_out`: whoever leaves had played their game to its end, as statistics count it.
        """
        seat, now_ms = successor.seat, self._keeper.now_ms()
        leaver = awake.seats[seat].user_id or 0
        if awake.row.moderator_id == leaver:
            await self._moderation.step_down(awake, leaver)
        host_id = heir if awake.row.host_id == leaver else awake.row.host_id

        async def hand_on(connection: Any) -> None:
            await give_seat(connection, successor, checkpoint=awake.match.checkpoint, at_ms=now_ms)
            await standby.remove(connection, awake.id, successor.user_id or 0)
            await matches.set_host(connection, awake.id, host_id)

        told = {"seat": seat, "was": leaver, "now": successor.user_id, "left": True}
        await self._keeper.act(awake, leaver, "seat", hand_on, **told, **({WAS_OUT: True} if was_out else {}))
        awake.seats[seat] = successor
        awake.row = replace(awake.row, host_id=host_id)
        self._keeper.tell(Happening(awake.id, "seated", seat))


def _next(before: Standing, *, own: bool) -> Standing:
    """What a press or a command of their `own`, or of somebody else, makes of it."""
    if own:
        return "off" if before == "on" else "on"
    return "asked" if before == "off" else "off"


def check_may_leave(match: MatchSnapshot, user_id: int, seat: Seat, checkpoint: int) -> None:
    """Raises Refused when this person has no seat any more or another one, or the round is another one."""
    if match.over:
        raise Refused("over")
    mine = match.seat_of(user_id)
    if mine is None:
        raise Refused("not_seated")
    if mine != seat:
        raise Refused("forged")
    if match.row.anywhere:
        raise Refused("nothing_to_leave")
    if match.checkpoint != checkpoint:
        raise Refused("asked_earlier")


def disqualifier(match: MatchSnapshot, seat: Seat) -> Question | None:
    """The question that sends this seat out of the game if its player leaves now; None where nobody is sent out.

    That hangs on an option of the game, and on the moment: while the clocks stand, nobody can be.
    """
    if match.row.options.get("leavers") != OUT or not match.running:
        return None
    try:
        return check_callable(match, seat, OUT)
    except Refused:
        return None
