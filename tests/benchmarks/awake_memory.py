"""What a match costs that is awake in memory.

    python -m tests.benchmarks.awake_memory [--matches 200]

So many tables of 9 are played at random into their second night, all by different options objects as they come from the
disk; a fresh service wakes them all. Counted is what that adds, by tracemalloc, with what holds most of it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import tracemalloc
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bot.engine.questions import Question, Value
from bot.games import GAMES
from bot.games.random_player import RandomPlayer
from bot.matches.service import MatchService
from bot.matches.timekeeper import Timekeeper
from bot.store.database import Store
from bot.store.seating import NewSeat

SEATS = 9
NOW = 1_700_000_000_000


async def play_into_second_night(service: MatchService, number: int) -> int:
    village, rng = GAMES["village"], Random(number)
    player = RandomPlayer(rng)
    options = village.role_sets[0].options
    people = [NewSeat(seat, f"person {number}.{seat}", 1000 * number + seat) for seat in range(1, SEATS + 1)]
    match_id = await service.create(
        village, options, people, guild_id=1, channel_id=1, host_id=1, role_set="classic", seed=f"memory {number}"
    )
    awake = await service.awake(match_id)
    while awake.match.checkpoint < 2 or awake.match.answered < SEATS // 2:
        if awake.over:
            break
        question = _next(awake.match.open, rng)
        value: Value = question.default if question.key.startswith("clock.") else player.answer(question, _blind)
        awake = await service.answer(match_id, question.seat, awake.match.checkpoint, question.number, value)
    return match_id


def _next(asked: list[Question], rng: Random) -> Question:
    people = [question for question in asked if question.seat > 0]
    return rng.choice(people if people and rng.random() < 0.9 else asked)


def _blind() -> Any:
    raise AssertionError("a random player looks at nothing")


async def main(matches: int) -> None:
    with TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "mirror.db")
        service = MatchService(store, Timekeeper(lambda: NOW))
        numbers = []
        for number in range(matches + 1):
            numbers.append(await play_into_second_night(service, number))
            service.keeper._awake.clear()
        service.close()
        service = MatchService(store, Timekeeper(lambda: NOW))
        await service.awake(numbers.pop())  # what is made once for all matches
        gc.collect()
        tracemalloc.start(8)
        before = tracemalloc.take_snapshot()
        for match_id in numbers:
            await service.awake(match_id)
        gc.collect()
        after = tracemalloc.take_snapshot()
        tracemalloc.stop()
        service.close()
        await store.close()
    grown = after.compare_to(before, "lineno")
    total = sum(line.size_diff for line in grown)
    print(f"{matches} matches of {SEATS} in their second night: {total / matches / 1000:.1f} KB each")
    for line in grown[:12]:
        frame = line.traceback[0]
        place = "/".join(Path(frame.filename).parts[-3:])
        print(f"  {line.size_diff / matches / 1000:5.1f} KB {line.count_diff / matches:6.1f} × {place}:{frame.lineno}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    asyncio.run(main(parser.parse_args().matches))
