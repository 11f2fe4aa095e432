"""The bot is stopped and started again: it goes on with its sessions, and Discord tells it what it has missed.

At the full size on PostgreSQL as well.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from pretended import payloads
from pretended.evening import Evening, evening, two_evenings
from pretended.gateway import SHARDS
from pretended.pair import lines
from pretended.people import Person
from pretended.process import BotProcess
from pretended.several import Several
from pretended.world import Interaction, Message
from support.sizes import size

Test = TypeVar("Test", bound=Callable[..., Any])
DUEL = ("ann", "ben")
UNHURRIED, WITH_A_LEASE = 10.0, 2.0
"""A lease lasts five seconds of the server's, whatever the bot's clocks do."""
RESTARTS = 20
TRIES = 5
PLACES = ["file", *([pytest.param("server", marks=pytest.mark.full_size)] if size(0, full=1) else [])]
CARD = "mm:a:"


def at_the_full_size(test: Test) -> Test:
    """For every change one restart is enough here: `test_remembered_servers` has the rest."""
    only = pytest.mark.skipif(not size(0, full=1), reason="one restart is enough for every change")
    return pytest.mark.full_size(only(test))  # type: ignore[no-any-return]


@pytest.fixture(params=PLACES)
def address(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """Of a server; None where the database is a file."""
    if request.param == "file":
        yield None
        return
    yield request.getfixturevalue("on_a_server")


@pytest.fixture
def on_a_server(server: str) -> Iterator[str]:
    """Of a server, in any case."""
    from support import postgresql  # noqa: PLC0415  # Windows has not all that it needs

    with postgresql.database(server, f"resumed_{os.getpid()}") as made:
        yield made


@asynccontextmanager
async def a_name_duel(tmp_path: Path, address: str | None) -> AsyncIterator[Evening]:
    speed = UNHURRIED if address is None else WITH_A_LEASE
    async with evening(tmp_path, seed=1, names=DUEL, speed=speed, server=address, alone=True) as night:
        await night.lay_table("name_duel", role_set="single")
        await night.all_delivered()
        yield night


async def is_stopped(night: Evening) -> BotProcess:
    assert isinstance(night.bot, BotProcess)
    night.bot.tell_to_stop()
    assert await night.bot.ended() == 0
    return night.bot


async def comes_back(night: Evening) -> None:
    """Until it has taken everything up."""
    assert isinstance(night.bot, BotProcess)
    bot, before = night.bot, len(lines(night.bot, "ready"))
    await bot.start()
    await night.discord.witness.until_written(lambda: len(lines(bot, "ready")) > before, "the bot to be ready")


def cards(night: Evening) -> Iterator[tuple[Person, Message, str]]:
    """Who may play one, on which message, and with which button; the newest message first."""
    for person in night.people:
        for message in reversed(person.sees()):
            for control in message.now.controls:
                if str(control["custom_id"]).startswith(CARD):
                    yield person, message, str(control["custom_id"])


async def a_card_is_played(night: Evening) -> Interaction:
    """It counts, whenever it was heard."""
    await night.discord.witness.until(lambda: next(cards(night), None) is not None, "a card to play")
    person, message, card = next(cards(night))
    return await person.press(message, card)


async def the_game_goes_on(night: Evening) -> None:
    """A card is played and counts, unless the game is over: on a busy machine clocks can end it at any moment."""
    await night.discord.witness.until(
        lambda: night.is_over or next(cards(night), None) is not None, "a card to play, or the end"
    )
    if night.is_over:
        return
    act = await a_card_is_played(night)
    await night.discord.witness.until_written(
        lambda: night.is_over or act.id in counted(night), "the press to count, or the end"
    )


def counted(night: Evening) -> list[int | None]:
    """The presses of all answers."""
    return [one.press for one in night.records.answers()]


async def counts(night: Evening, act: Interaction) -> None:
    await night.discord.witness.until_written(lambda: act.id in counted(night), "the press to count")


@at_the_full_size
async def test_a_restart_goes_on_with_the_sessions_and_counts_no_start(tmp_path: Path, address: str | None) -> None:
    async with a_name_duel(tmp_path, address) as night:
        for _ in range(RESTARTS):
            await is_stopped(night)
            await comes_back(night)
            await the_game_goes_on(night)
            await night.all_delivered()
        assert night.discord.gateway.identified == SHARDS
        assert night.discord.gateway.resumed == RESTARTS * SHARDS
        await night.all_delivered()
        assert await night.audit() == []


async def test_what_is_pressed_and_what_changes_while_it_is_away_is_heard(tmp_path: Path, address: str | None) -> None:
    async with a_name_duel(tmp_path, address) as night:
        await is_stopped(night)
        yard = night.discord.world.add_channel(night.discord.guild, "yard")
        await night.discord.gateway.tell(yard, "CHANNEL_CREATE", payloads.channel(yard))
        act = await a_card_is_played(night)
        await comes_back(night)
        await counts(night, act)
        host = night.person("ann")
        opened = await host.command("play", yard, game="name_duel")
        assert opened.acknowledged
        assert night.discord.gateway.identified == SHARDS
        await night.all_delivered()
        assert await night.audit() == []


@at_the_full_size
async def test_a_session_that_discord_has_forgotten_is_begun_anew(tmp_path: Path, address: str | None) -> None:
    """The other shard goes on with its own."""
    async with a_name_duel(tmp_path, address) as night:
        await is_stopped(night)
        night.discord.gateway.lose_session(1)
        await comes_back(night)
        assert night.discord.gateway.identified == SHARDS + 1
        assert night.discord.gateway.resumed == SHARDS - 1
        await counts(night, await a_card_is_played(night))
        await night.all_delivered()
        await is_stopped(night)
        night.discord.gateway.lose_session(0, 1)
        await comes_back(night)
        assert night.discord.gateway.identified == SHARDS + 1 + SHARDS
        await counts(night, await a_card_is_played(night))
        await night.all_delivered()
        assert await night.audit() == []


@at_the_full_size
async def test_a_process_that_was_killed_leaves_nothing_to_go_on_with(tmp_path: Path, address: str | None) -> None:
    async with a_name_duel(tmp_path, address) as night:
        await is_stopped(night)
        await comes_back(night)
        assert isinstance(night.bot, BotProcess)
        night.bot.kill()
        await night.bot.ended()
        await comes_back(night)
        assert night.discord.gateway.resumed == SHARDS
        assert night.discord.gateway.identified == 2 * SHARDS
        await counts(night, await a_card_is_played(night))
        await night.all_delivered()
        assert await night.audit() == []


@at_the_full_size
async def test_two_processes_go_on_each_with_the_sessions_of_its_slot(tmp_path: Path, on_a_server: str) -> None:
    """Both are stopped and started again, and then each of them alone."""
    names = (DUEL, ("cat", "dan"))
    async with two_evenings(tmp_path, seed=1, names=names, speed=WITH_A_LEASE, server=on_a_server) as both:
        for night in both:
            await night.lay_table("name_duel", role_set="single")
        gateway, resumed = both[0].discord.gateway, 0
        assert gateway.identified == SHARDS
        for slots in ((0, 1), (0,), (1,)):
            await are_started_again(both, slots)
            resumed += len(slots)
            assert gateway.resumed == resumed
            if len(slots) == SHARDS:  # while one is away the other may start one in its place, which begins sessions
                assert gateway.identified == SHARDS
            for night in both:
                await one_card_counts(night)
                await night.all_delivered()
        assert [await night.audit() for night in both] == [[], []]


async def one_card_counts(night: Evening) -> None:
    """On a busy machine a press can come too late, and is made again."""
    for _ in range(TRIES):
        act = await a_card_is_played(night)
        if act.acknowledged:
            await counts(night, act)
            return
    raise AssertionError("nobody answered")


async def are_started_again(nights: list[Evening], slots: Sequence[int]) -> None:
    """After a stop in good order, until they have taken everything up."""
    bot = nights[0].bot
    assert isinstance(bot, Several)
    processes = [bot.slots[slot].playing for slot in slots]
    before = [len(lines(one, "ready")) for one in processes]
    for one in processes:
        one.tell_to_stop()
    for one in processes:
        assert await one.ended() == 0
        one.begin()
    for one, seen in zip(processes, before, strict=True):
        await nights[0].discord.witness.until_written(
            lambda one=one, seen=seen: len(lines(one, "ready")) > seen, "it to play"
        )
