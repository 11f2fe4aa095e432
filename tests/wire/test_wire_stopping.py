"""The bot is told to stop while somebody's press or command is being answered: it is answered first, and quietly."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

from pretended.calls import Call
from pretended.evening import Evening, evening
from pretended.faults import Fault
from pretended.people import Person
from pretended.rest import Ambush
from pretended.world import Interaction, Message

DUEL = ("ann", "ben")
PATIENT = 5.0
"""The bot waits five of its own seconds for what is under way: on a busy machine that must be a second."""


def stop_in_an_answer(night: Evening) -> list[asyncio.Task[int]]:
    """At the next answer to a press Discord asks for patience, and the bot gets its SIGTERM. The tasks of stopping."""
    stopping: list[asyncio.Task[int]] = []

    def stops(call: Call) -> bool:
        if not call.route.endswith("/callback") or stopping:
            return False
        stopping.append(asyncio.ensure_future(night.bot.stop()))
        return True

    night.discord.rest.ambushes.append(Ambush(stops, Fault("rate_limited", 429)))
    return stopping


def complaints(night: Evening) -> list[str]:
    """What stands in the log that nobody wants to read there."""
    lines = night.bot.log.read_text().splitlines()
    told = [json.loads(line) for line in lines if line.startswith("{")]
    loud = [str(one) for one in told if one["level"] in ("error", "critical")]
    return [*loud, *(line for line in lines if not line.startswith(("{", "WARNING discord.")))]


async def a_card(night: Evening) -> tuple[Person, Message, str]:
    """Who may play one, on which message, and with which button."""

    def found() -> tuple[Person, Message, str] | None:
        for person in night.people:
            for message in person.sees():
                for control in message.now.controls:
                    if str(control["custom_id"]).startswith("mm:a:"):
                        return person, message, str(control["custom_id"])
        return None

    await night.discord.witness.until(lambda: found() is not None, "a card to play")
    card = found()
    assert card is not None
    return card


async def answered_while_stopping(night: Evening, act: Callable[[], asyncio.Future[Interaction]]) -> Interaction:
    """What this act led to; the bot has ended well meanwhile, and has complained of nothing."""
    await night.discord.witness.until_written(night.records.all_is_sent, "the first panels")
    stopping = stop_in_an_answer(night)
    done = await act()
    assert await stopping[0] == 0
    assert done.acknowledged
    assert complaints(night) == []
    return done


async def test_a_press_and_a_command_are_answered_although_the_bot_is_told_to_stop(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=1, names=DUEL, speed=PATIENT) as night:
        await night.lay_table("name_duel", role_set="single")
        person, panel, card = await a_card(night)
        pressed = await answered_while_stopping(night, lambda: asyncio.ensure_future(person.press(panel, card)))
        assert [one.press for one in night.records.answers()][-1] == pressed.id

        await night.bot.start()
        thread = night.thread
        assert thread is not None
        host = night.person("ann")
        told = await answered_while_stopping(night, lambda: asyncio.ensure_future(host.command("seat", thread)))
        assert told.original is not None
        assert told.original.only_for == host.user.id
