"""A village by day in which people sleep, slur and are shut out, and what one sees of it on Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from language.any_game import NAMES, seat_of
from rooms.village import Square, village_square

from bot.engine.chance import SealedChance
from bot.engine.questions import put
from bot.games.village.options import bonus_deck
from bot.ui.silence.doors import DEAF, WRITING_IN_THREADS

SEATS = 8

BONUS = ("sleep", "drunk")

SLEEPS = (0, DEAF | WRITING_IN_THREADS)


@cache
def seed() -> str:
    """A seed under which ben holds Sleep and fay is the Drunk."""
    deck = bonus_deck(BONUS, SEATS)
    cards = [card for card, how_many in deck.items() for _ in range(how_many)]
    for number in count():
        text = f"{number:064x}"
        pile = SealedChance(text).draw(put(0, "bonus.deal", cards, "shuffle"), "0|3|bonus.deal")
        held = dict(zip(NAMES, pile, strict=False))
        if (held["ben"], held["fay"]) == ("sleep", "drunk"):
            return text
    raise AssertionError("unreachable")


@asynccontextmanager
async def tavern(tmp_path: Path, *, silence: str = "delete", **more: Any) -> AsyncIterator[Square]:
    """A village by day, where ben can put people to sleep and fay is drunk."""
    cast = {"rumplestiltskin": 2, "villager": SEATS - 2}
    options = {"bonus": BONUS, "slur": True, "introductions": False, "redirect_seconds": 5, **more}
    async with village_square(tmp_path, SEATS, cast=cast, seed=seed(), options=options) as square:
        await square.mirror.settings.change(square.guild.id, silence=silence)
        await square.begin()
        await square.until("day")
        assert len(await square.alive()) == SEATS
        yield square


async def sends_to_sleep(square: Square, who: str) -> None:
    awake = await square.awake()
    (question,) = [one for one in awake.match.open_for(seat_of("ben")) if one.key == "day.cast_sleep"]
    await square.run(
        lambda: square.mirror.service.answer(
            awake.id, seat_of("ben"), awake.match.checkpoint, question.number, seat_of(who)
        )
    )
    await square.time(8)


def door(square: Square, who: str) -> tuple[int, int] | None:
    """This person's own overwrite on the channel of the game."""
    user_id = square.actor(who).user.id
    for one in square.env.backend.get_channel(square.room.id).overwrites:
        if one.target_id == user_id:
            return one.allow, one.deny
    return None


async def says(square: Square, who: str, words: str) -> bool:
    """Say something in the thread; whether it still stands a moment later."""
    message = await square.actor(who).send(square.thread, words)
    await square.time(2)
    return message.id in square.env.backend.messages[square.thread.id]


async def open_rows(square: Square, kind: str) -> int:
    return len([row for row in await square.to_undo() if row.kind == kind])


def hooks(square: Square) -> list[Any]:
    return list(square.env.backend.webhooks.values())


def spoken(square: Square) -> list[Any]:
    """What was said through webhooks, with the thread it was meant for."""
    return [
        one for one in square.env.http_requests
        if one.method == "POST" and one.path.startswith("/webhooks/") and "username" in (one.json or {})
    ]  # fmt: skip


async def speaks(square: Square, words: str) -> None:
    seat = await square.presses("fay", "My seat")
    await square.writes("fay", await square.presses("fay", "Speak", seat.seen), words)
    await square.time(1)
