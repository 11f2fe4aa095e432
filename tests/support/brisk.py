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

from simcord import components, gateway, results
from simcord._runtime import _BOT_SCOPE, _CallbackRecord
from simcord.env import Env
from simcord.http import router

TURNS_MOST = 10_000
"""Turns of the loop after which a bot that is never at rest is looked at closely, and found out."""

_settle = Env._settle_internal
_copied_for_scope = Env._context_for_scope


def _is_at_work(env: Env) -> bool:
    """Whether something of the bot's goes on at the next turn of the loop. Then nobody needs to ask what its tasks are
    waiting for, which takes long."""
    return any(
        record.when is None and record.handle is not None and not record.handle.cancelled()
        for record in env._work.callbacks
    )


async def _settle_after_work(env: Env, **how: Any) -> None:
    for _ in range(TURNS_MOST):
        await asyncio.sleep(0)
        if not _is_at_work(env):
            break
    await _settle(env, **how)


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
        patch.object(_CallbackRecord, "__eq__", object.__eq__),
        patch.object(components, "deepcopy", _copied),
        patch.object(results, "deepcopy", _copied),
        patch.object(gateway, "copy", SimpleNamespace(deepcopy=_copied)),
        patch.object(router, "copy", SimpleNamespace(deepcopy=_copied)),
    ):
        yield
