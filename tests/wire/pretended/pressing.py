"""Somebody who presses at a steady rate, whatever happens to the bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from pretended.evening import Evening
from pretended.people import Person
from pretended.world import Interaction, Message

EVERY_S: Final = 0.2


@asynccontextmanager
async def steady_clicks(night: Evening, every_s: float = EVERY_S) -> AsyncIterator[list[Interaction]]:
    """Meanwhile somebody looks at their seat again and again, and does not wait for the answer. Gives all these acts,
    which are over when this is."""
    acts: list[Interaction] = []
    pressing: set[asyncio.Task[None]] = set()

    async def press(person: Person, board: Message, button: str) -> None:
        acts.append(await person.press(board, button))

    async def keep_pressing() -> None:
        person, board, button = await my_seat(night)
        due_s = asyncio.get_running_loop().time()
        while True:
            task = asyncio.create_task(press(person, board, button))
            pressing.add(task)
            task.add_done_callback(pressing.discard)
            due_s += every_s
            await asyncio.sleep(due_s - asyncio.get_running_loop().time())

    keeping = asyncio.create_task(keep_pressing())
    try:
        yield acts
    finally:
        keeping.cancel()
        if pressing:
            await asyncio.wait(pressing)


async def my_seat(night: Evening) -> tuple[Person, Message, str]:
    """Somebody, the board, and its button My seat."""
    person = night.people[0]

    def found() -> list[tuple[Message, str]]:
        controls = ((one, str(control["custom_id"])) for one in person.sees() for control in one.now.controls)
        return [(one, button) for one, button in controls if button.startswith("mm:seat:")]

    await night.discord.witness.until(lambda: bool(found()), "the board")
    return person, *found()[0]
