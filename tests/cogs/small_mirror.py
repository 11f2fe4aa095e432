"""The real bot with only some of its cogs, in a simulated Discord, for the tests of cogs that need no table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord
from support.waiting import patiently

from bot.client import Mirror
from bot.matches.errors import Refused
from bot.store.database import Store


class SmallMirror(Mirror):
    """A Mirror that loads the cogs it is given and takes no games up."""

    def __init__(self, store: Store, cogs: tuple[str, ...], **options: Any) -> None:
        super().__init__(store, shard_count=1, **options)
        self._cogs = cogs

    async def setup_hook(self) -> None:
        for cog in self._cogs:
            await self.load_extension(cog)
        self.add_listener(self.router.dispatch, "on_interaction")
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Nothing to take up."""


@dataclass
class Den:
    """A simulated server with its people."""

    env: simcord.Env
    store: Store
    mirror: SmallMirror
    cogs: tuple[str, ...]
    now_ms: list[int]

    def __post_init__(self) -> None:
        self.boss_user = self.env.create_user("boss")
        self.guild = self.env.create_guild("Den", owner=self.boss_user)
        self.room = self.guild.create_text_channel("table")
        manager = self.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        self.manager = self.guild.add_member(self.env.create_user("mona"), roles=[manager])
        self.bakers = self.guild.create_role("bakers")
        self.baker = self.guild.add_member(self.env.create_user("bo"), roles=[self.bakers])
        self.player = self.guild.add_member(self.env.create_user("pat"))

    async def restart(self) -> None:
        """Another process takes over the same world and the same file."""
        self.mirror = SmallMirror(self.store, self.cogs, now_ms=lambda: self.now_ms[0])
        await self.env.restart_bot(self.mirror)


@asynccontextmanager
async def den(path: Path, *cogs: str) -> AsyncIterator[Den]:
    store = await Store.open(path)
    now_ms = [1_000_000]
    mirror = SmallMirror(store, cogs, now_ms=lambda: now_ms[0])
    try:
        async with patiently(mirror) as env:
            yield Den(env, store, mirror, cogs, now_ms)
            # A refused command is an error to simcord, and was answered with a sentence.
            unexpected = [one for one in env.errors if not isinstance(getattr(one, "original", one), Refused)]
            assert unexpected == []
    finally:
        await asyncio.sleep(0)
        await store.close()


def texts(message: Any) -> str:
    """All texts of an answer of the bot, however nested."""
    found: list[str] = []

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            if isinstance(part.get("content"), str):
                found.append(part["content"])
            for value in part.values():
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(plain_components(message))
    return "\n".join(found)


def plain_components(message: Any) -> list[dict[str, Any]]:
    """The components as Discord gets them."""
    return [part if isinstance(part, dict) else part.to_dict() for part in message.components]


def controls(message: Any) -> list[dict[str, Any]]:
    """Every button and menu of whatever kind, in order."""
    found: list[dict[str, Any]] = []

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            if part.get("type") in (2, 3, 5, 6, 8):
                found.append(part)
            for value in part.values():
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(plain_components(message))
    return found


def control(message: Any, action: str) -> str:
    """The id of the one control with this action in its `custom_id`."""
    found = [one["custom_id"] for one in controls(message) if f":{action}:" in one["custom_id"] + ":"]
    assert len(found) == 1, (action, [one["custom_id"] for one in controls(message)])
    return str(found[0])


def enabled(message: Any, action: str) -> bool:
    ident = control(message, action)
    return not next(one for one in controls(message) if one["custom_id"] == ident).get("disabled", False)


def component_count(message: Any) -> int:
    """Components as Discord counts them, nested ones too."""

    def walk(parts: list[dict[str, Any]]) -> int:
        return sum(1 + walk(part.get("components", [])) for part in parts)

    return walk(plain_components(message))


def assert_fits(message: Any) -> None:
    """Discord's limits for one message, and that nothing had to be cut off."""
    text = texts(message)
    assert 0 < len(text) < 3900
    assert not text.endswith("…")
    assert component_count(message) <= 40
    for one in controls(message):
        assert len(one["custom_id"]) <= 100
        assert len(one.get("label") or "") <= 80
        assert len(one.get("placeholder") or "") <= 150
        options = one.get("options", [])
        assert len(options) <= 25
        for option in options:
            assert len(option["label"]) <= 100
            assert len(option.get("description") or "") <= 100
    idents = [one["custom_id"] for one in controls(message)]
    assert len(idents) == len(set(idents))
