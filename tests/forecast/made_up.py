"""Players of a forecast who play when a test says so, and whose games are made up."""

from __future__ import annotations

from typing import ClassVar

from bot.forecast.counting import Count
from bot.forecast.crew import Told
from bot.forecast.job import Job
from bot.forecast.playing import Played


class MadeUpCrew:
    """Of two sides the first wins three of four games, whatever is played. `all` are those there were, in order."""

    all: ClassVar[list[MadeUpCrew]] = []

    def __init__(self, job: Job, told: Told) -> None:
        self.job = job
        self.told = told
        self.stopped = False
        self.all.append(self)

    async def begin(self) -> None:
        """Wait for the test."""

    def stop(self) -> None:
        self.stopped = True

    def play(self, batches: int) -> None:
        """Play so many batches, and say so when that was all."""
        for _ in range(batches):
            batch = self.job.next_batch()
            if batch is None:
                break
            won = sum((batch.first + place) % 4 < 3 for place in range(batch.games))
            first, second, *_ = self.job.sides
            wins = {first: won, second: batch.games - won}
            count = Count(games=batch.games, wins=wins, rounds={4: batch.games}, at_once=0)
            each = 0.001 * batch.games
            self.job.take(Played(line=batch.line, count=count, seconds=each, work=each))
        if self.job.forecast is not None:
            self.told()

    def finish(self) -> None:
        self.play(10_000)
