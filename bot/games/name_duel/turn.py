"""Everything that has to be chosen on a turn, before its clock runs out (R1-9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.questions import CHANCE, MIRROR, Choice, Question, Seat, draw, first_of, put, timer
from bot.games.name_duel.table import NameDuelTable


class Turn:
    """The turn of `me`. Everything that has to be chosen on it is asked through it, so that one clock serves all.

    When the clock has run out, the rest is chosen by chance (R1-9). The clock does not run while a guess waits for its
    answer, and is set anew when the turn goes on. A duel without clocks waits.
    """

    def __init__(self, table: NameDuelTable, me: Seat) -> None:
        self.table = table
        self.me = me
        self.other = table.other(me)
        self._clocks = () if table.options.untimed else (timer("clock.turn", table.options.turn_seconds),)
        self._time_is_up = False

    async def choose(self, key: str, choices: Sequence[Choice], *, values: dict[str, Any] | None = None) -> Choice:
        """One of the choices."""
        question = put(self.me, key, choices, values=values)
        if await self._answered(question):
            return self._answer
        return await draw(f"time.{key}", choices)

    async def choose_number(self, key: str, least: int, most: int) -> int:
        """A number from least to most."""
        question = put(self.me, key, kind="number", least=least, most=most)
        if await self._answered(question):
            return int(self._answer)
        by_chance = put(CHANCE, f"time.{key}", kind="number", least=least, most=most)
        return int((await first_of((by_chance,)))[1])

    async def choose_several(self, key: str, choices: Sequence[Choice], count: int) -> list[Choice]:
        """Exactly so many of the choices, in the order in which they were chosen."""
        question = put(self.me, key, choices, "several", least=count, most=count)
        if await self._answered(question):
            return list(self._answer)
        left = list(choices)
        chosen = []
        for _ in range(count):
            chosen.append(await draw(f"time.{key}", tuple(left)))
            left.remove(chosen[-1])
        return chosen

    async def choose_card(self, hand: Sequence[str]) -> str:
        """A card of the hand, which is in the order of the numbers; the lowest when time runs out (R1-9)."""
        return str(self._answer) if await self._answered(put(self.me, "duel.play", hand)) else hand[0]

    async def _answered(self, question: Question) -> bool:
        """Whether an answer came in time; it is then in `_answer`."""
        if not self._time_is_up:
            question_answered, self._answer = await first_of((question, *self._clocks))
            if question_answered.seat != MIRROR:
                return True
            self._time_is_up = True
            self.table.announce("turn.time_is_up", seat=self.me)
        return False
