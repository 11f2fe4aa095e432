"""Messages that do not arrive: the next one is sent ever later, since what Discord refuses counts towards a ban.

Whoever does something here is there, and a new question is worth a try: either ends the pause, though not so often that
more is refused than when messages begin to fail.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

import discord

from bot.engine.questions import Seat
from bot.ui.stage.rounds import RETRY_S, Rounds

SAID_AFTER = 2
"""So many messages have to fail, one after the other: Discord refuses once in a while what it allows."""
SAID_LATER_S = 1.5 * RETRY_S
"""So long after the first one it is said where none may be counted: the next one has been answered by then."""
LONGEST_S = 2 * RETRY_S
"""Longest pause where time cures what is wrong: clocks may wait for this person. A direct line that reaches nobody is
remembered for longer."""
REFUSED_LONGEST_S = 30 * RETRY_S
"""Longest pause after what Discord has refused."""
DOUBLED_MOST = 5
"""So often is a pause doubled until it is longer than either: a table of days may fail thousands of times."""
REFUSED_MOST = 6
"""So many messages to a seat may have been refused within the longest pause, and no pause is cut short any more: as
many fail at first where none is."""

Key = tuple[int, Seat]
"""Match and seat."""
Place = tuple[int, int]
"""Checkpoint and number of a question; -1 for none."""


@dataclass
class _Failing:
    """What is sent to a seat fails.

    person    whose seat it is; None for a place that many see
    asked     the newest question that was to be sent
    in_a_row  how often it has failed since something has arrived
    passes    whether time may cure it
    tried_s   when it failed the last times, by the loop's clock
    rest      what ends the pause; None: nothing is waited for
    """

    person: int | None
    asked: Place
    in_a_row: int = 0
    passes: bool = False
    tried_s: deque[float] = field(default_factory=lambda: deque(maxlen=REFUSED_MOST))
    rest: asyncio.TimerHandle | None = None

    def rests_until(self) -> float:
        """When the next may be sent, by the loop's clock, if the pause is cut short."""
        earliest_s = self.tried_s[-1] + RETRY_S
        if self.passes or len(self.tried_s) < REFUSED_MOST:
            return earliest_s
        return max(earliest_s, self.tried_s[0] + REFUSED_LONGEST_S)

    def stop_resting(self) -> None:
        if self.rest is not None:
            self.rest.cancel()
        self.rest = None


class Knocks:
    """How often in a row what is sent to a seat has failed, and whether it is let alone for now."""

    def __init__(self, rounds: Rounds) -> None:
        self._rounds = rounds
        self._failing: dict[Key, _Failing] = {}

    def is_resting(self, match_id: int, seat: Seat) -> bool:
        """Whether nothing is sent to this seat before its pause is over."""
        failing = self._failing.get((match_id, seat))
        return failing is not None and failing.rest is not None

    def failed(self, match_id: int, seat: Seat, *, passes: bool, person: int | None, asked: Place) -> int:
        """One more has failed: how many in a row. The match is brought forward when the next may be sent. `passes`:
        time may cure it."""
        key, loop = (match_id, seat), asyncio.get_running_loop()
        failing = self._failing.setdefault(key, _Failing(person, asked))
        failing.stop_resting()
        failing.person, failing.asked, failing.passes = person, asked, passes
        failing.tried_s.append(loop.time())
        pause_s = min(RETRY_S * 2 ** min(failing.in_a_row, DOUBLED_MOST), LONGEST_S if passes else REFUSED_LONGEST_S)
        failing.in_a_row += 1
        failing.rest = loop.call_later(pause_s, self._rested, key)
        return failing.in_a_row

    def is_here(self, person: int) -> None:
        """This person has pressed something, wherever: what they are to be sent is tried now."""
        for key, failing in list(self._failing.items()):
            if failing.person == person:
                self._end_pause(key, failing)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Told by Discord."""
        self.is_here(interaction.user.id)

    def is_asked(self, match_id: int, seat: Seat, asked: Place) -> None:
        """This is the newest question to the seat: one that has not been tried yet is tried now."""
        failing = self._failing.get((match_id, seat))
        if failing is not None and asked > failing.asked:
            self._end_pause((match_id, seat), failing)

    def is_open(self, match_id: int, seat: Seat) -> None:
        """Something has arrived, or somebody else has this seat now."""
        failing = self._failing.pop((match_id, seat), None)
        if failing is not None:
            failing.stop_resting()

    def forget(self, match_id: int) -> None:
        """The match is over, and everybody knows."""
        for key in [key for key in self._failing if key[0] == match_id]:
            self.is_open(*key)

    def _end_pause(self, key: Key, failing: _Failing) -> None:
        """Let the pause be no longer than it has to be."""
        loop = asyncio.get_running_loop()
        if failing.rest is None or failing.rest.when() <= failing.rests_until():
            return
        failing.stop_resting()
        if failing.rests_until() > loop.time():
            failing.rest = loop.call_at(failing.rests_until(), self._rested, key)
        else:
            self._rounds.schedule(key[0])

    def _rested(self, key: Key) -> None:
        if key in self._failing:
            self._failing[key].rest = None
            self._rounds.schedule(key[0])
