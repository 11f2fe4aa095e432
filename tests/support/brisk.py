"""simcord sees the same with less work: how it looks whether the bot is at rest made up a third of what tests cost."""

from __future__ import annotations

import asyncio
import marshal
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import Context
from copy import deepcopy
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

import simcord.env
from simcord import _runtime, _settlement, components, gateway, results
from simcord._runtime import _BOT_SCOPE, _CallbackRecord
from simcord.env import Env
from simcord.http import router

SLEEPS = "sleep timer beyond settlement deadline"
"""Simcord's name for a task that sleeps."""
TURNS_MOST = 10_000
"""Turns of the loop after which a bot that is never at rest is looked at closely, and found out."""

PAUSES_S = (0.001, 0.002, 0.004, 0.008)
"""Seconds after which it is seen again whether a bot is at rest that waits for another process."""
SELDOM_S = 0.016
"""The same, once it has waited for longer than that."""

_settle = Env._settle_internal
_track = _runtime._track_callback
_copied_for_scope = Env._context_for_scope
_at_rest: WeakKeyDictionary[asyncio.Task[Any], asyncio.Future[Any]] = WeakKeyDictionary()
"""Tasks that simcord has found at rest, and what each was waiting for then."""


def _is_at_work(env: Env) -> bool:
    """Whether something goes on at the next turn of the loop. Then nobody needs to ask what the bot's tasks are waiting
    for, which takes long."""
    return bool(env._loop._ready)


async def _settle_after_work(env: Env, **how: Any) -> None:
    """While the bot works, or others work for it (a picture is drawn), it is not at rest. Simcord looks closely when
    something else goes on than tasks that wait, and not before another process had a moment to answer: to look closely
    is itself work for longer than that."""
    assert env._loop is not None
    until = env._loop.time() + env.settle_timeout
    for pause_s in PAUSES_S:
        await _while_it_works(env, until)
        if _rests(env, how.get("_deadline") or until):
            return
        busy = _busy(env, how.get("_deadline") or until)
        if not busy:
            return await _settle(env, **how)
        await asyncio.wait(busy, timeout=pause_s, return_when=asyncio.FIRST_COMPLETED)
    return await _settle(env, **{**how, "idle": SELDOM_S})


async def _while_it_works(env: Env, until: float) -> None:
    """Let turns of the loop pass until neither the bot has anything to do nor any thread for it."""
    assert env._loop is not None
    for _ in range(TURNS_MOST):
        _settlement._run_due_virtual_callbacks(env._settlement_state(), until)
        await asyncio.sleep(0)
        if _is_at_work(env) or _is_due(env):
            continue
        if not env._work.executors or env._loop.time() > until:
            return
        await asyncio.wait(tuple(env._work.executors), timeout=env.settle_timeout, return_when=asyncio.FIRST_COMPLETED)


def _is_due(env: Env) -> bool:
    """Whether a timer has run out that nobody has taken back."""
    now = env._virtual_time
    return any(
        record.when is not None and record.when <= now and record.handle is not None and not record.handle.cancelled()
        for record in env._work.callbacks
    )


def _rests(env: Env, deadline: float) -> bool:
    """Whether simcord would find every task at rest, asked only of those that wait for something else than when they
    were found so, and every timer one of later; nobody else lets time pass, or has taken back a timer."""
    others = env._real_advance_task or env._advance_task
    if (others is not None and others is not asyncio.current_task()) or env._work.executors:
        return False
    state = env._settlement_state()
    moved = [task for task in env._work.tasks if not task.done() and not _is_still_at_rest(task)]
    _settlement._virtualize_recognized_waits(state, moved)
    return all(_waits_for_later(state, record, deadline) for record in env._work.callbacks) and all(
        _is_parked(state, task, deadline) for task in moved
    )


def _busy(env: Env, deadline: float) -> list[asyncio.Task[Any]]:
    """Tasks that wait neither for a time nor for anybody here, but for the world outside."""
    moved = [task for task in env._work.tasks if not task.done() and not _is_still_at_rest(task)]
    state = env._settlement_state()
    return [task for task in moved if task is not asyncio.current_task() and not _is_parked(state, task, deadline)]


def _waits_for_later(state: Any, record: _CallbackRecord, deadline: float) -> bool:
    taken_back = record.handle is None or record.handle.cancelled()
    return not taken_back and _settlement._callback_is_parked(state, record, deadline)


def _is_still_at_rest(task: asyncio.Task[Any]) -> bool:
    waiter = task._fut_waiter  # type: ignore[attr-defined]
    return waiter is not None and not waiter.done() and _at_rest.get(task) is waiter


def _is_parked(state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
    """As simcord decides it, and noted: but for sleep by the machine's own clock, which ends by itself."""
    reason = _settlement._park_reason(state, task, deadline)
    waiter = getattr(task, "_fut_waiter", None)
    slept_by_the_machine = reason == SLEEPS and not _settlement._is_virtual_sleep_waiter(state, waiter, deadline)
    if reason is not None and waiter is not None and not slept_by_the_machine:
        _at_rest[task] = waiter
    return reason is not None


def _track_callback(work: Any, original: Any, callback: Any, args: Any, *, context: Any, when: Any, **how: Any) -> Any:
    """The next step of a task is not written down beside the task: what that waits for is seen at the task itself."""
    if when is None and isinstance(getattr(callback, "__self__", None), asyncio.Task):
        return original(*how.get("schedule_args", ()), callback, *args, context=context)
    return _track(work, original, callback, args, context=context, when=when, **how)


def _context_for_scope(env: Env, context: Context, scope: tuple[Any, int] | None) -> Context:
    """A context that belongs to the scope already is not copied."""
    wanted = scope if scope is not None and scope[0] is env else None
    return context if context.get(_BOT_SCOPE) == wanted else _copied_for_scope(env, context, scope)


def _copied(payload: Any) -> Any:
    """The same as `deepcopy`, which copies nearly everything that is sent several times over, and asks much of each
    part that matters only for what is no JSON."""
    try:
        return marshal.loads(marshal.dumps(payload))
    except ValueError:
        return deepcopy(payload)


@contextmanager
def settles_briskly() -> Iterator[None]:
    """Within this, whoever waits for the bot to be at rest lets it work first. Records of callbacks are told apart as
    what they are, not by comparing all their fields; what is sent is copied as the JSON it is."""
    with (
        patch.object(Env, "_settle_internal", _settle_after_work),
        patch.object(Env, "_context_for_scope", _context_for_scope),
        patch.object(simcord.env, "_is_parked", _is_parked),
        patch.object(_runtime, "_track_callback", _track_callback),
        patch.object(_CallbackRecord, "__eq__", object.__eq__),
        patch.object(components, "deepcopy", _copied),
        patch.object(results, "deepcopy", _copied),
        patch.object(gateway, "copy", SimpleNamespace(deepcopy=_copied)),
        patch.object(router, "copy", SimpleNamespace(deepcopy=_copied)),
    ):
        yield
