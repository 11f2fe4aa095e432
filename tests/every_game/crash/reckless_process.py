"""A process to be killed: plays several matches of a file at once and prints every answer that was acknowledged.

    python reckless_process.py FILE SEED

Each line is `[match, checkpoint, question, seat, value]` as JSON, written when the service has answered. A match that
is over is followed by a new one, so it never ends by itself.
"""

from __future__ import annotations

import asyncio
import json
import sys
from random import Random
from typing import Any

from language.any_game import random_answer
from support.tables import HOST, VILLAGE

from bot.engine.questions import IllegalAnswer
from bot.games.village.options import VillageOptions
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.timekeeper import Timekeeper
from bot.store import matches
from bot.store.database import Store
from bot.store.seating import NewSeat

AT_ONCE = 3
NOW = 1_700_000_000_000
OPTIONS = VillageOptions(introductions=False)


async def deal(service: MatchService, rng: Random) -> int:
    people = [NewSeat(seat, f"p{seat}", 100 + seat) for seat in range(1, 9)]
    seed = f"{rng.random()}"
    return await service.create(
        VILLAGE, OPTIONS, people, guild_id=1, channel_id=20, host_id=HOST, role_set="classic", seed=seed
    )


async def play(service: MatchService, match_id: int | None, rng: Random) -> None:
    """Answer for ever, two people at a time, so that answers of one match share transactions too."""
    while True:
        if match_id is None or (await service.awake(match_id)).over:
            match_id = await deal(service, rng)
        await asyncio.gather(answer(service, match_id, rng), answer(service, match_id, rng))


async def answer(service: MatchService, match_id: int, rng: Random) -> None:
    awake = await service.awake(match_id)
    if awake.over:
        return
    checkpoint = awake.match.checkpoint
    question, value = random_answer(awake.match, rng)
    try:
        await service.answer(
            match_id, question.seat, checkpoint, question.number, value, interaction_id=rng.getrandbits(50)
        )
    except (IllegalAnswer, Refused):
        return  # the other one was first
    acknowledge([match_id, checkpoint, question.number, question.seat, value])


def acknowledge(line: list[Any]) -> None:
    print(json.dumps(line), flush=True)


async def main(path: str, seed: str) -> None:
    rng = Random(seed)
    store = await Store.open(path)
    service = MatchService(store, Timekeeper(lambda: NOW))
    await service.start_up()
    async with store.reading() as connection:
        live: list[int | None] = [row.id for row in await matches.running(connection)]
    live += [None] * (AT_ONCE - len(live))
    await asyncio.gather(*(play(service, match_id, rng) for match_id in live))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
