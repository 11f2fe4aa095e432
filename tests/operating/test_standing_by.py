"""A process that waits for another one's end, and one that was replaced: what they say, and what they do not.

What PostgreSQL has to do with it stands in `store/test_lease.py`, and over Discord in `wire/test_wire_taken_over.py`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from structlog.testing import capture_logs

from bot import app as bot_app
from bot.config import Settings
from bot.store.database import Store
from bot.store.errors import LeaseLost
from bot.store.slots import WHOLE
from bot.trouble import StoreTrouble
from bot.ui.telling import tell_only_when

WORDS = "Another copy of the bot has taken over."


class Lost:
    """A store whose lease another process takes at once."""

    @property
    def lease(self) -> Lost:
        return self

    stands_by = False
    slot = WHOLE

    async def until_lost(self) -> None:
        raise LeaseLost(WORDS)

    async def close(self) -> None: ...


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to handle")
async def test_who_stands_by_says_so_and_can_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.chdir(tmp_path)
    told: list[tuple[int, str]] = []

    async def another_has_it(*_: object, stand_by: Any, **__: object) -> Store:
        stand_by("mirror-1, process 7")
        ready = f"http://127.0.0.1:{unused_tcp_port}/ready"
        async with aiohttp.ClientSession() as session, session.get(ready) as answer:
            told.append((answer.status, await answer.text()))
        os.kill(os.getpid(), signal.SIGTERM)
        return await asyncio.Future()

    monkeypatch.setattr(Store, "open", another_has_it)
    await bot_app.serve(Settings(token="none", health=str(unused_tcp_port)))  # type: ignore[arg-type]
    assert told == [(503, "Another process plays, and this one stands by.\n")]


def test_who_was_replaced_says_one_sentence_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(*_: object, **__: object) -> Lost:
        return Lost()

    async def nobody_is_forgotten(*_: object) -> None: ...

    async def play(_store: Store, _token: str, stop: asyncio.Event, *_: object, **__: object) -> None:
        await stop.wait()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAGIC_MIRROR_TOKEN", "none")
    monkeypatch.setattr(bot_app, "set_up_logs", lambda _: None)
    monkeypatch.setattr(Store, "open", lost)
    monkeypatch.setattr(bot_app, "_forget_again", nobody_is_forgotten)
    monkeypatch.setattr(bot_app, "_supervise", play)
    with capture_logs() as told, pytest.raises(SystemExit) as ended:
        bot_app.run()
    assert ended.value.code == bot_app.REPLACED
    assert told == [{"event": "replaced", "log_level": "error", "problem": WORDS}]


async def test_nothing_is_sent_while_it_is_not_certain_that_nobody_else_plays() -> None:
    came: list[bytes] = []
    is_sure = False

    async def until_sure() -> None:
        if not is_sure:
            raise StoreTrouble

    async def discord(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if said := await reader.read(4):
            came.append(said)
            writer.write(b"HTTP/1.1 204 Done\r\nConnection: close\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(discord, "127.0.0.1", 0)
    base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    trace = aiohttp.TraceConfig()
    tell_only_when(until_sure, trace)
    async with server, aiohttp.ClientSession(trace_configs=[trace]) as session:
        with pytest.raises(aiohttp.ClientOSError):
            await session.post(base, json={"content": "You are the wolf."})
        assert came == []
        is_sure = True
        async with session.post(base, json={"content": "You are the wolf."}):
            assert came == [b"POST"]
