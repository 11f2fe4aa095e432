"""A server with one room, the real bot, and a clock that is moved by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import discord
import simcord

from bot.client import Mirror
from bot.matches.lobby import Lobby
from bot.store.database import Store
from support.waiting import patiently

NOW = 1_700_000_000_000


class Den:
    """The server; `now` holds the time in milliseconds."""

    def __init__(self, env: simcord.Env, mirror: Mirror, now: list[int]) -> None:
        self.env = env
        self.mirror = mirror
        self.now = now
        self.guild = env.create_guild("Den", owner=env.create_user("boss"))
        self.room = self.guild.create_text_channel("table")

    def joins(self, name: str, *, bot: bool = False, **options: Any) -> simcord.MemberActor:
        """Somebody new comes to the server."""
        return self.guild.add_member(self.env.create_user(name, bot=bot), **options)

    async def lobby(self, number: int = 1) -> Lobby:
        return await self.mirror.lobbies.get(number)

    async def restart(self) -> None:
        """Another process takes over."""
        self.mirror = Mirror(self.mirror.store, now_ms=lambda: self.now[0], shard_count=1)
        await self.env.restart_bot(self.mirror)

    async def soon(self, seconds: float = 10) -> None:
        await self.env.advance_time(seconds)


async def forge(place: Den, who: simcord.MemberActor, custom_id: str) -> simcord.InteractionResult:
    """Press a button that some message of the bot carries, whether or not the bot ever put it there."""
    view = discord.ui.LayoutView(timeout=None)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    row.add_item(discord.ui.Button(custom_id=custom_id, label="Press"))
    view.add_item(row)
    channel = place.mirror.get_channel(place.room.id)
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send(view=view)
    view.stop()
    return await who.click(sent, custom_id=custom_id)


AnyDen = TypeVar("AnyDen", bound=Den)


@asynccontextmanager
async def opened_den(folder: Path, kind: type[AnyDen]) -> AsyncIterator[AnyDen]:
    """A den of this kind, with an empty store, until the end of the block."""
    store = await Store.open(folder / "mirror.db")
    now = [NOW]
    mirror = Mirror(store, now_ms=lambda: now[0], shard_count=1)
    try:
        async with patiently(mirror) as env:
            yield kind(env, mirror, now)
    finally:
        await store.close()


def refusal(result: simcord.InteractionResult) -> str:
    """What a press was answered with, to this person alone; what stood there already tells how often they pressed."""
    if result._interaction.response_kind != "deferred_update":
        assert result.ephemeral
        return shown_on(result.response)
    assert not result.followups
    place, user = result._env.backend.messages[result._interaction.channel_id], result._interaction.user_id
    seen = (simcord.ResponseMessage(result._env, one) for one in place.values() if one.visible_to(user))
    return [shown_on(one) for one in seen if "You have pressed" in shown_on(one)][-1]


def shown_on(message: Any) -> str:
    """Every text and every label on a message."""
    found: list[str] = []

    def walk(component: Any) -> None:
        for name in ("content", "label", "placeholder", "description"):
            value = component.get(name)
            if isinstance(value, str):
                found.append(value)
        for part in (*component.get("components", ()), *component.get("options", ())):
            walk(part)

    for component in message.components:
        walk(component if isinstance(component, dict) else component.to_dict())
    return "\n".join((message.content or "", *found))
