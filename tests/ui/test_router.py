"""A click that is being answered when the bot stops is answered first."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from support.waiting import until

from bot.ui import router as router_module
from bot.ui.router import Click, Router
from bot.ui.wording import Wording, common_files


def pressed(kind: str) -> Any:
    return SimpleNamespace(id=1, type=discord.InteractionType.component, data={"custom_id": f"mm:{kind}"}, extras={})


async def test_what_is_under_way_is_finished() -> None:
    router, gate, done = Router(Wording(common_files())), asyncio.Event(), []

    async def slow(click: Click) -> None:
        await gate.wait()
        done.append(click)

    router.on("slow", slow)
    serving = asyncio.create_task(router.dispatch(pressed("slow")))
    await until(lambda: bool(router._serving))
    stopping = asyncio.create_task(router.finish())
    await asyncio.sleep(0)
    assert not stopping.done()
    gate.set()
    await stopping
    assert done
    await serving
    await router.finish()  # nothing to wait for


async def test_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(router_module, "FINISH_S", 0.01)
    router = Router(Wording(common_files()))

    async def stuck(click: Click) -> None:
        await asyncio.Event().wait()

    router.on("stuck", stuck)
    serving = asyncio.create_task(router.dispatch(pressed("stuck")))
    await until(lambda: bool(router._serving))
    await router.finish()
    assert not serving.done()
    serving.cancel()


@pytest.mark.parametrize(
    ("custom_id", "table"),
    [
        ("mm:seat:12", 12),
        ("mm:seat:12:0:3", 12),
        ("mm:lobby:12", None),
        ("mm:seat", None),
        ("mm:seat:", None),
        ("mm:seat:-3", None),
        ("mm:seat:\u0663", None),
        ("mm:seat:twelve", None),
        (f"mm:seat:{1 << 63}", None),
        ("other:seat:12", None),
        ("", None),
    ],
)
def test_the_table_is_read_from_an_id_that_begins_with_it_and_from_no_other(custom_id: str, table: int | None) -> None:
    router = Router(Wording(common_files()))
    router.on("seat", nothing, of_table=True)
    router.on("lobby", nothing)
    assert router.table_of(custom_id) == table


async def nothing(_click: Click) -> None:
    """No id is served here."""
