"""The host lets the game begin in the very moment in which the cards' clock rings: it begins once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from support.tables import Table, opened_table
from support.waiting import turns

from bot.engine.questions import MIRROR, IllegalAnswer
from bot.engine.rulebook import Options
from bot.games import GAMES
from bot.games.hidden_roles.delivery import WAITS_LEAST_S
from bot.games.mafia.options import MafiaOptions
from bot.games.village.options import VillageOptions
from bot.matches.errors import Refused

WAITING: dict[str, Options] = {
    "village": VillageOptions(introductions=False, night_seconds=60, cards_have_a_clock=True),
    "mafia": MafiaOptions(night_seconds=60, cards_have_a_clock=True),
}
APART_MOST = 12
"""Turns of the loop between the two."""

every_game = pytest.mark.parametrize("game", WAITING)


@pytest.fixture
async def table(tmp_path: Path, game: str) -> AsyncIterator[Table]:
    """Of which the clock of the cards is about to ring."""
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal(options=WAITING[game], game=GAMES[game], begun=False)
        await opened.time_passes(WAITS_LEAST_S - 1)
        await opened.service.beat()  # what the next process counts on from
        yield opened


async def begins(table: Table, checkpoint: int, number: int) -> str:
    """The host presses *Begin anyway*; what they hear."""
    try:
        await table.service.answer(table.match, MIRROR, checkpoint, number, "host")
    except (IllegalAnswer, Refused) as refusal:
        return str(refusal.code)
    return "begun"


async def rings(table: Table) -> None:
    await table.time_passes(1)


async def pressed(table: Table) -> Callable[[], Awaitable[str]]:
    """The button, as it stands on the board now."""
    delivered = await table.asked("roles.delivered")
    checkpoint = (await table.awake()).match.checkpoint
    return lambda: begins(table, checkpoint, delivered.number)


async def how_it_began(table: Table) -> list[str]:
    """By what, in the journal; and that the game goes on from it, once."""
    began = [line.key for line in await table.journal() if line.key in ("roles.delivered", "clock.cards")]
    keys = await table.keys()
    assert not {"roles.delivered", "clock.cards"} & set(keys)
    said = [line.key for line in await table.said()]
    turning_points = [key for key in said if key in ("night.falls", "day.begins", "dawn.breaks")]
    assert len(turning_points) <= 1, turning_points
    return began


@every_game
@pytest.mark.parametrize("apart", range(APART_MOST))
@pytest.mark.parametrize("first", ["host", "clock"])
async def test_both_at_the_same_moment_begin_it_once(table: Table, first: str, apart: int) -> None:
    press = await pressed(table)
    works: list[Callable[[], Awaitable[Any]]] = [press, lambda: rings(table)]
    if first == "clock":
        works.reverse()
    earlier = asyncio.ensure_future(works[0]())
    await turns(apart)
    await asyncio.gather(earlier, works[1]())
    assert len(await how_it_began(table)) == 1
    await table.plays_on()


@every_game
@pytest.mark.parametrize("first", ["host", "clock"])
async def test_while_one_is_still_being_written_the_other_begins_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    press, write, may_write = await pressed(table), table.store.write, asyncio.Event()

    async def slowly(work: Any) -> Any:
        await may_write.wait()
        return await write(work)

    monkeypatch.setattr(table.store, "write", slowly)
    table.clock.now += 1_000
    works = [press, lambda: ring_and_forget(table)]
    if first == "clock":
        works.reverse()
    under_way = []
    for work in works:
        under_way.append(asyncio.ensure_future(work()))
        await turns()
    may_write.set()
    await asyncio.gather(*under_way)
    await table.ring()
    assert len(await how_it_began(table)) == 1
    await table.plays_on()


@every_game
async def test_many_presses_and_the_clock_begin_it_once(table: Table) -> None:
    press = await pressed(table)
    heard = await asyncio.gather(press(), press(), rings(table), press(), press())
    assert heard.count("begun") <= 1
    assert len(await how_it_began(table)) == 1


async def never(*_: Any) -> None:
    """The process dies before this is written."""
    await asyncio.sleep(3600)


@every_game
@pytest.mark.parametrize("first", ["host", "clock"])
async def test_a_process_that_dies_between_them_leaves_it_to_the_other(
    table: Table, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    press = await pressed(table)
    with monkeypatch.context() as dying:
        dying.setattr(table.store, "write", never)
        table.clock.now += 1_000
        lost = asyncio.ensure_future(press() if first == "host" else ring_and_forget(table))
        await turns(APART_MOST)
        second = asyncio.ensure_future(ring_and_forget(table) if first == "host" else press())
        await turns(APART_MOST)
        for one in (lost, second):
            one.cancel()
        table.close()
        await asyncio.gather(lost, second, return_exceptions=True)
    await table.restart(away_s=300)
    assert "roles.delivered" in await table.keys(), "nothing was written, so nothing has happened"
    await asyncio.gather((await pressed(table))(), table.time_passes(5))
    assert len(await how_it_began(table)) == 1
    await table.plays_on()


async def ring_and_forget(table: Table) -> None:
    """The clock rings, and nobody waits for what comes of it."""
    table.service._deadlines.look()
    await turns(APART_MOST)


@every_game
@pytest.mark.parametrize("first", ["host", "clock"])
async def test_a_process_that_dies_after_one_of_them_does_not_begin_it_again(table: Table, first: str) -> None:
    press = await pressed(table)
    await (press() if first == "host" else rings(table))
    table.clock.now += 1_000
    await table.restart(away_s=300)
    assert await press() in ("not_open", "not_asked")
    await table.time_passes(1)
    assert len(await how_it_began(table)) == 1
    await table.plays_on()
