"""simcord sees the same with less work: how it looks whether the bot is at rest made up a third of what tests cost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import Context
from copy import deepcopy
from types import NoneType, SimpleNamespace
from typing import Any
from unittest.mock import patch

from simcord import _runtime, components, gateway, results
from simcord._runtime import _BOT_SCOPE, _CallbackRecord
from simcord.env import Env
from simcord.http import router

TURNS_MOST = 10_000
"""Turns of the loop after which a bot that is never at rest is looked at closely, and found out."""

_settle = Env._settle_internal
_track = _runtime._track_callback
_copied_for_scope = Env._context_for_scope


def _is_at_work(env: Env) -> bool:
    """Whether something goes on at the next turn of the loop. Then nobody needs to ask what the bot's tasks are waiting
    for, which takes long."""
    return bool(env._loop._ready)


async def _settle_after_work(env: Env, **how: Any) -> None:
    """While the bot works, or others work for it (a picture is drawn), it is not at rest."""
    assert env._loop is not None
    until = env._loop.time() + env.settle_timeout
    for _ in range(TURNS_MOST):
        await asyncio.sleep(0)
        if _is_at_work(env):
            continue
        if not env._work.executors or env._loop.time() > until:
            break
        await asyncio.wait(tuple(env._work.executors), timeout=env.settle_timeout, return_when=asyncio.FIRST_COMPLETED)
    await _settle(env, **how)


def _track_callback(work: Any, original: Any, callback: Any, args: Any, *, context: Any, when: Any, **how: Any) -> Any:
    """The next step of a task is not written down beside the task: what that waits for is seen at the task itself."""
    if when is None and isinstance(getattr(callback, "__self__", None), asyncio.Task):
        return original(*how.get("schedule_args", ()), callback, *args, context=context)
    return _track(work, original, callback, args, context=context, when=when, **how)


def _context_for_scope(env: Env, context: Context, scope: tuple[Any, int] | None) -> Context:
    """A context that belongs to the scope already is not copied."""
    wanted = scope if scope is not None and scope[0] is env else None
    return context if context.get(_BOT_SCOPE) == wanted else _copied_for_scope(env, context, scope)


_NEVER_CHANGES = frozenset({str, int, float, bool, NoneType})


def _copied(payload: Any) -> Any:
    """The same as `deepcopy`, which copies nearly everything that is sent several times over, and asks much of each
    part that matters only for what is no JSON."""
    kind = type(payload)
    if kind in _NEVER_CHANGES:
        return payload
    if kind is dict:
        return {key: _copied(value) for key, value in payload.items()}
    if kind is list:
        return [_copied(part) for part in payload]
    return deepcopy(payload)


@contextmanager
def settles_briskly() -> Iterator[None]:
    """Within this, whoever waits for the bot to be at rest lets it work first. Records of callbacks are told apart as
    what they are, not by comparing all their fields; what is sent is copied as the JSON it is."""
    with (
        patch.object(Env, "_settle_internal", _settle_after_work),
        patch.object(Env, "_context_for_scope", _context_for_scope),
        patch.object(_runtime, "_track_callback", _track_callback),
        patch.object(_CallbackRecord, "__eq__", object.__eq__),
        patch.object(components, "deepcopy", _copied),
        patch.object(results, "deepcopy", _copied),
        patch.object(gateway, "copy", SimpleNamespace(deepcopy=_copied)),
        patch.object(router, "copy", SimpleNamespace(deepcopy=_copied)),
    ):
        yield
