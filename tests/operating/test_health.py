"""The address of its own: what whoever watches the bot is answered."""

from __future__ import annotations

import asyncio
import builtins
import json
import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pydantic import ValidationError

from bot import __version__
from bot import app as bot_app
from bot.config import Settings, listening_address
from bot.matches.timekeeper import Timekeeper
from bot.operating import health
from bot.operating.instruments import READINGS, Instruments
from bot.store.database import Store
from bot.ui.listening import Listening

ROOT = Path(__file__).resolve().parents[2]


async def asked(port: int, path: str) -> tuple[int, str]:
    """Status and text."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


@pytest.mark.parametrize("typed", ["9464", ":9464", "127.0.0.1:9464", " 9464 "])
def test_a_port_alone_is_one_of_this_machine_alone(typed: str) -> None:
    assert listening_address(Settings(health=typed).health) == ("127.0.0.1", 9464)


def test_other_addresses_have_to_be_named_and_none_is_the_default() -> None:
    assert listening_address("0.0.0.0:80") == ("0.0.0.0", 80)
    assert listening_address("[::1]:80") == ("::1", 80)
    assert listening_address(Settings().health) is None
    for faulty in ("here", "127.0.0.1", "127.0.0.1:http", "99999"):
        with pytest.raises(ValidationError, match="a port such as 9464"):
            Settings(health=faulty)


async def test_alive_is_not_ready_and_metrics_are_for_prometheus() -> None:
    instruments = Instruments()
    instruments.heard(200, 0.1)
    instruments.heard(429, 0.1)
    instruments.heard(None, 10)
    instruments.backed_up(False)
    async with health.serving(instruments, "127.0.0.1", 0) as port:
        assert await asked(port, "/live") == (200, "alive\n")
        assert await asked(port, "/ready") == (503, "The games have not been taken up yet.\n")
        status, told = await asked(port, "/metrics")
        assert (await asked(port, "/"))[0] == 404
    assert status == 200
    for line in (
        'magic_mirror_request_seconds_count{status="2xx"} 1.0',
        'magic_mirror_request_seconds_count{status="429"} 1.0',
        'magic_mirror_request_seconds_count{status="none"} 1.0',
        'magic_mirror_backups_total{outcome="failed"} 1.0',
        f'magic_mirror_build_info{{version="{__version__}"}} 1.0',
    ):
        assert line in told.splitlines()
    assert "magic_mirror_last_backup_timestamp_seconds 0.0" in told, "a backup that failed is none"


async def test_an_address_that_is_taken_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with health.serving(Instruments(), "127.0.0.1", 0) as port:
        settings = Settings(token="none", health=str(port))  # type: ignore[arg-type]
        with pytest.raises(bot_app.CannotRun, match=rf"^Nothing can listen on 127\.0\.0\.1:{port} .*\.$"):
            await bot_app.serve(settings)


async def test_without_the_extra_whoever_asks_for_metrics_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    imported = builtins.__import__

    def missing(name: str, *rest: Any) -> Any:
        if name == "bot.operating":
            raise ModuleNotFoundError(name="prometheus_client")
        return imported(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(bot_app.CannotRun, match=r"magic-mirror\[metrics\]"):
        await bot_app.serve(Settings(token="none", health="9464"))  # type: ignore[arg-type]


async def test_while_the_bot_runs_it_can_be_asked_and_afterwards_nobody_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    """From its start to the moment at which it would connect; writes of the store are measured from the first on."""
    monkeypatch.chdir(tmp_path)
    seen: list[Any] = []

    async def connected(store: Store, *_: object, **__: object) -> None:
        await store.write(_nothing)
        seen.append(await asked(unused_tcp_port, "/metrics"))

    monkeypatch.setattr(bot_app, "_supervise", connected)
    await bot_app.serve(Settings(token="none", health=str(unused_tcp_port)))  # type: ignore[arg-type]
    [(status, told)] = seen
    assert (status, 'magic_mirror_store_write_seconds_count{outcome="done"} 1.0' in told) == (200, True)
    with pytest.raises(aiohttp.ClientConnectorError):
        await asked(unused_tcp_port, "/live")


async def _nothing(_connection: object) -> None:
    """Write nothing."""


async def test_requests_that_are_answered_and_those_that_are_not_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As aiohttp does it, to a Discord that asks for patience and then hangs up."""
    heard: list[int | None] = []
    listening = Listening(Timekeeper(lambda: 0), lambda _: None)
    listening.heard = lambda status, _seconds: heard.append(status)

    async def busy(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not heard:
            writer.write(b"HTTP/1.1 429 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(busy, "127.0.0.1", 0)
    base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    monkeypatch.setattr("discord.http.Route.BASE", base)
    async with server, aiohttp.ClientSession(trace_configs=[listening.trace]) as session:
        async with session.get(base):
            pass
        with pytest.raises(aiohttp.ClientError):
            await session.post(base)
    assert heard == [429, None]


def test_the_dashboard_shows_every_metric_and_none_that_is_not_there() -> None:
    dashboard = json.loads((ROOT / "docs" / "dashboard.json").read_text(encoding="utf-8"))
    told = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    shown = set(re.findall(r"\b(?:magic_mirror|process)_\w+", told))
    assert {name for name in shown if _metric(name) not in ALL} == set()
    assert {name for name in ALL if name.startswith("magic_mirror_")} == {
        _metric(name) for name in shown if name.startswith("magic_mirror_")
    }
    places = [tuple(panel["gridPos"][side] for side in "xy") for panel in dashboard["panels"]]
    assert len(set(places)) == len(places), "no panel hides another"


def _metric(series: str) -> str:
    """What a series belongs to."""
    return re.sub(r"_(bucket|count|sum|total|info)$", "", series)


ALL = {one.name for one in Instruments().registry.collect()} | {f"magic_mirror_{name}" for name, _, _ in READINGS}
"""Every metric there is, those of a running client too."""
