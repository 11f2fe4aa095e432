"""The floor of the day: whatever is asked by day is asked over it, so that a foul can be called at any moment.

A foul is an answer of the Mirror's: it sees who writes out of turn, or a host calls it (R3-14). Rules only hear it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.questions import GO_ON, MIRROR, TIME_IS_UP, Asking, Question, Seat, asks, put, step
from bot.games.mafia.departures import judge, leave
from bot.games.mafia.table import MafiaTable
from bot.games.mafia.values import LEAVES

NEVER = 10 * 365 * 24 * 3600
"""Seconds: nobody fouls because a clock has run out."""
LOSES_SPEECH = 3
OUT = "out"
"""Called instead of a seat's foul: disqualified at once (talk at night, insults: R3-14)."""


class Decided(Exception):
    """A foul has sent somebody out, and that has decided the game."""


class VoteIsOff(Exception):
    """A foul has sent somebody out in the middle of a vote, which counts no more (R3-14)."""


class Floor:
    """Waits for answers by day, and deals with the fouls that come between.

    nominable  the players who may still be named in today's speeches (R3-4)

    Raises Decided when a foul ends the game, VoteIsOff when it ends a vote.
    """

    def __init__(self, table: MafiaTable) -> None:
        self.table = table
        self.nominable: list[Seat] = []
        self._hears_fouls = table.is_real and table.options.fouls != "off"
        self._whistle: Question | None = None

    @asks
    def first_of(self, questions: Sequence[Question]) -> Asking[tuple[Question, Any]]:
        """The first answer to one of these; questions of who is sent out are withdrawn.

        The clock stands last among them. When nobody is left to wait for, it has run out.
        """
        if not self._hears_fouls:
            return (yield questions)
        waiting = questions
        while True:
            whistle = self._whistle or self._listen()
            answered = yield [*waiting, whistle]
            if answered[0] is not whistle:
                return answered
            self._whistle = None
            if foul(self.table, *answered[1]):
                waiting = self._without_the_departed(waiting)
                if waiting[0].seat == MIRROR:
                    return waiting[-1], TIME_IS_UP

    def _without_the_departed(self, waiting: Sequence[Question]) -> list[Question]:
        """Somebody was sent out. What is still asked of the others, if the game and the vote go on."""
        table = self.table
        if not table.leaving and judge(table):  # a set of departures is judged when it is complete (R3-13)
            raise Decided
        if table.phase == "vote":
            raise VoteIsOff
        self.nominable = table.nominable()
        return [self._as_it_stands(one) for one in waiting if one.seat == MIRROR or table.players[one.seat].alive]

    def _as_it_stands(self, question: Question) -> Question:
        """The question without those who have left: nobody can nominate them (R3-4). The same one if they are not in
        it."""
        if self.table.options.departed_stand or question.seat == MIRROR:
            return question
        left = tuple(seat for seat, player in self.table.players.items() if not player.alive)
        choices = [choice for choice in question.choices if choice not in left]
        if len(choices) == len(question.choices):
            return question
        return put(question.seat, question.key, choices, occasion=question.occasion, says=question.says)

    async def step(self, name: str, **values: Any) -> None:
        """Wait for whoever leads the game to let the next thing begin; fouls can be called meanwhile. Only where the
        table has steps."""
        gate = step(name, **values)
        while (await self.first_of([gate]))[1] != GO_ON:
            pass

    def _listen(self) -> Question:
        """The Mirror's own question: has anybody fouled?"""
        choices = [[seat, kind] for seat in self.table.living() for kind in ("foul", OUT)]
        self._whistle = put(MIRROR, "foul", choices, within=NEVER, default=choices[0])
        return self._whistle


def foul(table: MafiaTable, seat: Seat, kind: str) -> bool:
    """One more foul: the third costs the next regular speech, the fourth the game (R3-14). True when they are out."""
    player = table.players[seat]
    player.fouls = LEAVES if kind == OUT else player.fouls + 1
    table.announce("foul.called", seat=seat, fouls=player.fouls, out=player.fouls >= LEAVES)
    if player.fouls >= LEAVES:
        if seat not in table.leaving:
            table.vote_cancelled = True
        leave(table, seat, "fouls")
        return True
    if player.fouls == LOSES_SPEECH or table.options.fouls == "halving":
        player.penalty = player.fouls
    return False
