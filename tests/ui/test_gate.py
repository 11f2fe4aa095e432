"""Clicks come through the gate once, whoever is told of them, and none while another process answers."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
import yarl
from multidict import CIMultiDict

from bot.ui import gate as gates
from bot.ui import turnstile
from bot.ui.gate import EVENT, Gate
from bot.ui.turnstile import MOST, Turnstile

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


def test_where_no_other_process_is_told_of_a_click_it_comes_through_at_once_and_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing holds it, before it plays and after."""
    monkeypatch.setattr(gates, "HEARD_MOST", 2)
    someone, came = client()
    Gate(None).attach(someone)
    for ident in (7, 8, 7, 8, 9, 9, 8):
        told(someone, ident)
    assert came == [7, 8, 9]


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


async def test_what_another_process_plays_is_passed_on_when_it_is_claimed_and_never_comes_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claims, passed_on = Claims(), []

    async def pass_on(click: Any) -> bool:
        passed_on.append(int(click["id"]))
        return bool(passed_on[-1] % 2)

    gates_of_two = [process(claims) for _ in range(2)]
    for gate, someone, _ in gates_of_two:
        gate.pass_on = pass_on
        gate.open()
        for ident in (1, 2, 3):
            told(someone, ident)
    await settle()
    assert passed_on == [1, 2, 3]
    assert [came for _, _, came in gates_of_two] == [[2], []]
    monkeypatch.setattr(gates, "HELD_S", -1.0)
    told(gates_of_two[0][1], 5)
    await settle()
    assert passed_on == [1, 2, 3]


# -- the turnstile ----------------------------------------------------------------------------------------------------


class Crowd:
    """Clicks at a turnstile; `inside` are those that have had their turn, in order."""

    def __init__(self, count: int) -> None:
        self.turnstile = Turnstile()
        self.inside: list[int] = []
        self._entering = [asyncio.create_task(self._enter(ident)) for ident in range(count)]

    async def _enter(self, ident: int) -> None:
        await self.turnstile.enter(ident)
        self.inside.append(ident)


async def test_of_a_crowd_the_earliest_have_their_turn_and_whoever_is_answered_makes_room() -> None:
    crowd = Crowd(MOST + 3)
    await settle()
    assert crowd.inside == list(range(MOST))
    crowd.turnstile.leave(5)
    crowd.turnstile.leave(5)
    crowd.turnstile.leave(MOST + 2)
    await settle()
    assert crowd.inside == list(range(MOST + 1))
    crowd.turnstile.leave(0)
    crowd.turnstile.leave(MOST)
    await settle()
    assert crowd.inside == list(range(MOST + 3))


async def test_whoever_is_never_answered_keeps_nobody_waiting_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnstile, "PATIENCE_S", 0.01)
    crowd = Crowd(3 * MOST)
    await asyncio.gather(*crowd._entering)
    assert crowd.inside == list(range(3 * MOST))


async def test_an_answer_that_is_sent_makes_room_and_other_requests_do_not() -> None:
    crowd, trace = Crowd(MOST + 1), aiohttp.TraceConfig()
    crowd.turnstile.watch(trace)
    trace.freeze()
    session: Any = None
    for path in ("/api/v10/channels/3/messages", "/api/v10/webhooks/3/token", "/api/v10/interactions/3/token/callback"):
        await settle()
        assert len(crowd.inside) == MOST
        about = aiohttp.TraceRequestHeadersSentParams("POST", yarl.URL(f"https://discord.test{path}"), CIMultiDict())
        await trace.on_request_headers_sent.send(session, SimpleNamespace(), about)
    await settle()
    assert len(crowd.inside) == MOST + 1


async def test_when_a_process_takes_over_what_it_holds_is_begun_by_and_by_and_what_is_too_late_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate, someone, came = process(Claims())
    for ident in range(2 * MOST):
        told(someone, ident)
    gate.open()
    await settle()
    assert came == list(range(MOST))
    gate.over(0)
    await settle()
    assert came == list(range(MOST + 1))
    monkeypatch.setattr(gates, "HELD_S", -1.0)
    for ident in range(1, MOST + 1):
        gate.over(ident)
    await settle()
    assert came == list(range(MOST + 1))
    assert gate.too_late == MOST - 1
