"""Clicks come through the gate once, whoever is told of them, and none while another process answers."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui import gate as gates
from bot.ui.gate import EVENT, Gate

COMMAND, CLICK, SUGGESTION = 2, 3, 4


class Claims:
    """What both processes see."""

    def __init__(self) -> None:
        self.taken: set[int] = set()

    async def claim(self, ident: int) -> bool:
        await asyncio.sleep(0)
        is_new = ident not in self.taken
        self.taken.add(ident)
        return is_new


def client() -> tuple[Any, list[int]]:
    """A client, as far as the gate knows it, and the ids of what came through to it."""
    came: list[int] = []
    parsers = {EVENT: lambda data: came.append(int(data["id"]))}
    return SimpleNamespace(_connection=SimpleNamespace(parsers=parsers)), came


def told(someone: Any, ident: int, kind: int = CLICK) -> None:
    someone._connection.parsers[EVENT]({"id": str(ident), "type": kind})


def process(claims: Claims) -> tuple[Gate, Any, list[int]]:
    someone, came = client()
    gate = Gate(claims.claim)
    gate.attach(someone)
    return gate, someone, came


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_of_two_that_are_told_one_answers_and_the_other_is_silent() -> None:
    claims = Claims()
    processes = [process(claims), process(claims)]
    for gate, someone, _ in processes:
        gate.open()
        told(someone, 7)
        told(someone, 8, COMMAND)
    await settle()
    assert sorted([*processes[0][2], *processes[1][2]]) == [7, 8]


async def test_who_stands_by_answers_what_the_one_before_did_not_come_to() -> None:
    claims = Claims()
    before, other, answered = process(claims)
    gate, someone, came = process(claims)
    before.open()
    for ident in (1, 2):
        told(other, ident)
        told(someone, ident)
    await before.shut()
    told(other, 3)
    told(someone, 3)
    await settle()
    assert (answered, came) == ([1, 2], [])
    gate.open()
    told(someone, 4)
    await settle()
    assert (answered, came) == ([1, 2], [3, 4])


async def test_what_discord_does_not_wait_for_any_more_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, someone, came = process(Claims())
    now = asyncio.get_running_loop().time()
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now)
    told(someone, 1)
    now += gates.HELD_S / 2
    told(someone, 2)
    now += gates.HELD_S / 2 + 0.1
    gate.open()
    await settle()
    assert came == [2]


async def test_suggestions_are_not_claimed_nor_held() -> None:
    claims = Claims()
    gate, someone, came = process(claims)
    told(someone, 1, SUGGESTION)
    gate.open()
    told(someone, 2, SUGGESTION)
    await settle()
    assert came == [2]
    assert claims.taken == set()


async def test_where_nobody_else_can_be_told_there_is_no_gate() -> None:
    someone, came = client()
    parser = someone._connection.parsers[EVENT]
    Gate(None).attach(someone)
    assert someone._connection.parsers[EVENT] is parser
    told(someone, 1)
    assert came == [1]


async def test_what_could_be_claimed_only_when_it_was_too_late_is_left_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = Claims()
    gate, someone, came = process(claims)
    gate.open()
    told(someone, 1)
    await settle()
    monkeypatch.setattr(gates, "HELD_S", -1.0)
    told(someone, 2)
    await settle()
    assert (came, claims.taken, gate.too_late) == ([1], {1, 2}, 1)
