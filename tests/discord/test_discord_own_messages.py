"""What Discord tells again of the bot's own messages begins nothing; what people write is heard as before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from rooms.village import village_square

from bot.waiting_client import WaitingClient

VILLAGE = {"ann": "murderer", "ben": "esmeralda"}


async def test_the_bots_own_messages_begin_nothing_and_are_the_last_of_their_channel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        heard: list[discord.Message] = []
        mirror = square.mirror

        async def on_message(message: discord.Message) -> None:
            heard.append(message)

        async def on_edit(payload: discord.RawMessageUpdateEvent) -> None:
            heard.append(payload.message)

        monkeypatch.setattr(mirror.hearing, "on_message", on_message)
        monkeypatch.setattr(mirror.hearing, "on_edit", on_edit)
        await square.begin()
        await square.introduce_all()
        await square.until("day")
        assert [one for one in heard if one.author.bot] == []

        newest = max(square.env.backend.messages[square.thread.id])
        assert mirror.courier.is_last(square.thread.id, newest)
        heard.clear()
        said = await square.actor("ann").send(square.thread, "Good morning.")
        await square.time(1)
        assert [one.id for one in heard] == [said.id]
        assert not mirror.courier.is_last(square.thread.id, newest)
        assert mirror.courier.is_last(square.thread.id, said.id)


async def test_the_channel_of_a_bots_message_is_looked_for_in_its_own_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        mirror, looked_through = square.mirror, list[int]()
        resolve = discord.Guild._resolve_channel

        def noted(guild: discord.Guild, channel_id: int | None, /) -> Any:
            looked_through.append(guild.id)
            return resolve(guild, channel_id)

        others = [discord.Guild(data={"id": str(number)}, state=mirror._connection) for number in range(1, 4)]  # type: ignore[typeddict-item]  # a server of which nothing else is known
        here = square.thread.guild.id
        before = mirror._connection._guilds
        monkeypatch.setattr(mirror._connection, "_guilds", {**{one.id: one for one in others}, **before})
        monkeypatch.setattr(discord.Guild, "_resolve_channel", noted)
        author = {"id": "9", "username": "another", "bot": True}
        said = {"id": str(1 << 60), "channel_id": str(square.thread.id), "guild_id": str(here), "author": author}
        mirror._connection.parsers["MESSAGE_CREATE"](said)
        assert set(looked_through) <= {here}
        thread = mirror.get_channel(square.thread.id)
        assert isinstance(thread, discord.Thread)
        assert thread.last_message_id == 1 << 60


async def test_a_language_is_heard_when_it_is_news_and_never_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        begun: list[str] = []
        dispatch = WaitingClient.dispatch

        def noted(client: WaitingClient, event: str, *args: Any, **more: Any) -> None:
            begun.append(event)
            dispatch(client, event, *args, **more)

        monkeypatch.setattr(WaitingClient, "dispatch", noted)
        for _ in range(3):
            await square.presses("ann", "Text", square.board)
        assert (begun.count("interaction"), begun.count("language_told")) == (3, 1)
        assert await square.mirror.memory.locale(square.actor("ann").user.id) == "en-US"
