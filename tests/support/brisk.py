"""simcord sees the same with less work: how it looks whether the bot is at rest made up a third of what tests cost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import Context
from typing import Any
from unittest.mock import patch

from simcord._runtime import _BOT_SCOPE, _CallbackRecord
from simcord.env import Env

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


@contextmanager
def settles_briskly() -> Iterator[None]:
    """Within this, whoever waits for the bot to be at rest lets it work first. Records of callbacks are told apart as
    what they are, not by comparing all their fields."""
    with (
        patch.object(Env, "_settle_internal", _settle_after_work),
        patch.object(Env, "_context_for_scope", _context_for_scope),
        patch.object(_CallbackRecord, "__eq__", object.__eq__),
    ):
        yield
