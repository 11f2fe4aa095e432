"""A planned table and its event of Discord, over real sockets: one event, whatever happens to the process."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from pretended.calls import Call
from pretended.evening import Evening, evening
from pretended.event_routes import ACTIVE, SCHEDULED
from pretended.world import Message, ScheduledEvent

AHEAD = "in 17 minutes"
"""Two minutes before everybody is reminded."""


def events(night: Evening) -> list[ScheduledEvent]:
    return list(night.discord.world.events.values())


def standing(night: Evening, words: str) -> list[Message]:
    """What stands in the channel with these words in it."""
    return [one for one in night.discord.world.seen_in(night.market) if words in one.now.text]


async def planned(night: Evening, when: str) -> Message:
    """Ann plans a table; its message, as soon as it stands there."""
    ann = night.person("ann")
    before = night.discord.world.seen_in(night.market)

    def fresh() -> list[Message]:
        return [one for one in standing(night, "invites you") if one not in before]

    draft = (await ann.command("schedule", night.market, part="table", game="village", when=when)).original
    assert draft is not None
    make = next(str(one["custom_id"]) for one in draft.now.controls if str(one["custom_id"]).endswith(":make"))
    await ann.press(draft, make)
    await night.discord.witness.until(lambda: bool(fresh()), "the planned table")
    return fresh()[-1]


async def until_noted(night: Evening, count: int) -> None:
    """Until the bot has written down so many events of plans."""
    noted = "SELECT 1 FROM planned_table WHERE event_id IS NOT NULL"
    await night.discord.witness.until_written(lambda: len(night.read.rows(noted)) == count, "the event to be noted")


@pytest.mark.full_size
async def test_a_planned_table_has_one_event_which_begins_with_it(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=1, names=("ann", "ben")) as night:
        night.kill_when(_makes_event)
        reviving = asyncio.create_task(night.keep_alive())
        try:
            await _play(night)
        finally:
            reviving.cancel()
        assert night.discord.rest.unknown == night.discord.world.breaches == []


async def _play(night: Evening) -> None:
    plan = await planned(night, AHEAD)
    await until_noted(night, 1)
    assert night.bot.started == 2, "the first process was killed when Discord had made the event"
    (event,) = events(night)
    assert event.body["status"] == SCHEDULED
    assert event.body["entity_metadata"]["location"].endswith(f"/{plan.id}")
    assert str(event.body["image"]).startswith("data:image/")
    come = next(str(one["custom_id"]) for one in plan.now.controls if str(one["custom_id"]).endswith(":come"))
    assert (await night.person("ben").press(plan, come)).acknowledged
    await night.discord.witness.until(lambda: event.body["status"] == ACTIVE, "its hour")
    await night.discord.witness.until(lambda: bool(standing(night, "it is time for")), "the call")
    assert events(night) == [event]
    assert len(standing(night, "it is time for")) == len(standing(night, "begins <t:")) == 1

    other = await planned(night, "in 3 hours")
    await until_noted(night, 2)
    await night.discord.rest.drop_event(events(night)[-1])
    await night.discord.witness.until(lambda: "nothing comes of it" in other.now.text, "that nothing comes of it")


def _makes_event(call: Call) -> bool:
    return (call.method, call.route) == ("POST", "/guilds/{guild}/scheduled-events")
