"""A match that goes on and on: what is in memory of it does not grow with its answers."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support.tables import HOST, Table, opened_table

from bot.engine.questions import ask
from bot.engine.rulebook import Game, Options, Outcome, View
from bot.engine.rulebook import Table as GameTable
from bot.games import GAMES
from bot.matches.deadlines import STALE_LEAST, Deadline
from bot.store.database import Store
from bot.store.seating import NewSeat

DAY_S = 86_400
ANSWERS = 10_000


class PingPongOptions(Options):
    """There are none."""


class PingPongView(View):
    ball: int


@dataclass
class PingPongTable(GameTable):
    ball: int = 1


class PingPong:
    """Two who answer each other for ever; each has a day for it."""

    def new_table(self, options: Any, seats: int) -> PingPongTable:
        return PingPongTable()

    async def set_up(self, table: PingPongTable) -> None:
        """Nothing is dealt."""

    async def play_round(self, table: PingPongTable) -> None:
        while True:
            await ask(table.ball, "hit", ("ping", "pong"), within=DAY_S, default="ping")
            table.ball = 3 - table.ball

    def outcome(self, table: PingPongTable) -> Outcome | None:
        return None

    def view(self, table: PingPongTable, seat: int) -> PingPongView:
        return PingPongView(ball=table.ball)


GAME = Game("ping_pong", "Ping-pong", range(2, 3), PingPongOptions, PingPongTable, PingPong(), ())


class Forgetful:
    """A store that takes everything and keeps nothing: ten thousand transactions would take a minute."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def write(self, work: Any) -> Any:
        return {}


@pytest.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    async with opened_table(tmp_path / "mirror.db") as opened:
        people = [NewSeat(seat, f"p{seat}", 100 + seat) for seat in (1, 2)]
        opened.match = await opened.service.create(
            GAME, PingPongOptions(), people, guild_id=1, channel_id=20, host_id=HOST, role_set=""
        )
        yield opened


async def test_ten_thousand_answers_leave_one_deadline(table: Table) -> None:
    snapshot = await table.service.snapshot(table.match)
    checkpoint, (question,) = snapshot.checkpoint, snapshot.open
    table.service.keeper.store = Forgetful(table.store)  # type: ignore[assignment]
    for _ in range(ANSWERS):
        table.clock.now += 1_000
        await table.service.answer(
            table.match, question.seat, checkpoint, question.number, "pong", by=100 + question.seat
        )
        (question,) = (await table.service.snapshot(table.match)).open
    gc.collect()
    alive = sum(isinstance(one, Deadline) for one in gc.get_objects())
    assert alive <= 2 + STALE_LEAST
    snapshot = await table.service.snapshot(table.match)
    assert list(snapshot.deadlines.values()) == [table.clock.now + DAY_S * 1_000]
