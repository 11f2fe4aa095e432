"""Games played in a thread are seen by whoever sees its channel, after Discord has put the thread away too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from rooms.any_game import Answered
from rooms.name_duel import NameDuelRoom, name_duel_room

from bot.store import threads
from bot.store.threads import ThreadRow

CLOSED = discord.PermissionOverwrite(view_channel=False)


async def in_a_thread(room: NameDuelRoom, kind: discord.ChannelType, **overwrites: discord.PermissionOverwrite) -> Any:
    """From now on people play in a new thread of a channel of its own. The channel in which they talk."""
    lounge = room.room
    shut: Any = {room.actor(name): overwrite for name, overwrite in overwrites.items()}
    parent = room.guild.create_text_channel("parlour", overwrites=shut)
    channel = room.mirror.get_channel(parent.id)
    assert isinstance(channel, discord.TextChannel)
    made = await room.run(lambda: channel.create_thread(name="nook", type=kind))
    for name in room.people:
        await room.run(lambda name=name: made.add_user(discord.Object(room.actor(name).user.id)))
    (room.room,) = parent.threads
    return lounge


async def is_put_away(room: NameDuelRoom) -> None:
    """Nobody has written in the thread for so long that Discord archives it."""
    thread = room.mirror.get_channel(room.room.id)
    assert isinstance(thread, discord.Thread)
    await room.run(lambda: thread.edit(archived=True))
    assert room.mirror.get_channel(room.room.id) is None, "Discord tells of it no longer"


@pytest.fixture(autouse=True)
def _nothing_is_told_of_archived_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unlike simcord, Discord tells a new process of none."""
    told = discord.Guild._add_thread

    def add(guild: discord.Guild, thread: discord.Thread) -> None:
        if not thread.archived:
            told(guild, thread)

    monkeypatch.setattr(discord.Guild, "_add_thread", add)


async def counted_for(room: NameDuelRoom, name: str, there: simcord.ChannelHandle) -> list[bool]:
    """What this person is told of ann's games: in the server's, in ann's, and on the board."""
    answered: Sequence[Answered] = (
        await room.says(name, "stats server", there),
        await room.says(name, "stats person", there, person=room.actor("ann")),
        await room.says(name, "leaderboard", there, game="name_duel"),
    )
    ann = f"<@{room.actor('ann').user.id}> ·"
    return ["**5** games" in answered[0].text, "**5** games" in answered[1].text, ann in answered[2].text]


async def public_board(room: NameDuelRoom, there: simcord.ChannelHandle) -> str:
    await room.says("ann", "leaderboard", there, game="name_duel", shown="public")
    return room.texts(there, viewer="prompter")[-1]


async def test_what_was_played_in_an_archived_thread_is_told_to_who_sees_its_channel(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        for name in ("zoe", "yan"):
            room.newcomer(name)
        lounge = await in_a_thread(room, discord.ChannelType.public_thread, yan=CLOSED)
        await room.says("ann", "play", room.room, game="grimm_forest")
        await room.begin()
        await room.run(lambda: room.mirror.hosting.end(room.match_id, room.actor("ann").user.id))
        await room.time(3)
        await room.has_won(5)
        assert await counted_for(room, "zoe", lounge) == [True] * 3
        await is_put_away(room)
        for again in (False, True):
            if again:
                await room.restart()
            assert await counted_for(room, "zoe", lounge) == [True] * 3, f"restarted: {again}"
            assert await counted_for(room, "yan", lounge) == [False] * 3, f"restarted: {again}"
            assert f"table {room.match_id}" in (await room.says("ben", "history", lounge)).text
            assert f"<@{room.actor('ann').user.id}>" in await public_board(room, lounge)
            for name, told in (("zoe", True), ("yan", False)):
                recap = await room.says(name, "recap", lounge, table=room.match_id)
                assert ("no game with this number" not in recap.text) == told, name
        thread = room.room.id
        await room.run(lambda: room.mirror.http.delete_channel(thread))
        assert await counted_for(room, "zoe", lounge) == [False] * 3, "what is gone is told to managers alone"
        assert "Nobody has a place yet" in await public_board(room, lounge)


async def test_what_was_played_in_a_private_thread_is_told_to_nobody_who_was_not_asked_in(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        for name in ("zoe", "yan"):
            room.newcomer(name)
        keeps = discord.PermissionOverwrite(manage_threads=True)
        lounge = await in_a_thread(room, discord.ChannelType.private_thread, yan=keeps)
        await room.says("ann", "play", room.room, game="grimm_forest")
        await room.has_won(5)
        for put_away in (False, True):
            if put_away:
                await is_put_away(room)
            assert await counted_for(room, "zoe", lounge) == [False] * 3, f"archived: {put_away}"
            assert await counted_for(room, "yan", lounge) == [True] * 3, "who may see all threads of the channel"
            assert "Nobody has a place yet" in await public_board(room, lounge)
            assert "Grimm" not in (await room.says("zoe", "tables", lounge)).text
        await room.restart()
        assert await counted_for(room, "zoe", lounge) == [False] * 3
        assert await counted_for(room, "yan", lounge) == [True] * 3


async def test_a_thread_of_older_games_is_remembered_as_soon_as_discord_tells_of_it(tmp_path: Path) -> None:
    """At a start it is asked about what it does not tell by itself, until it has answered."""
    async with name_duel_room(tmp_path) as room:
        room.newcomer("zoe")
        lounge = await in_a_thread(room, discord.ChannelType.public_thread)
        await room.has_won(5)
        thread = room.mirror.get_channel(room.room.id)
        assert isinstance(thread, discord.Thread)
        gone = await room.run(lambda: thread.parent.create_thread(name="gone", type=discord.ChannelType.public_thread))
        await room.run(gone.delete)
        rows = [ThreadRow(place, room.guild.id, "unknown") for place in (room.room.id, lounge.id, gone.id)]
        for row in rows:
            await room.run(lambda row=row: room.mirror.store.write(lambda connection: threads.put(connection, row)))
        await is_put_away(room)
        assert await counted_for(room, "zoe", lounge) == [False] * 3, "nobody knows yet whether it is private"
        for place in (room.room.id, gone.id):
            room.env.inject_error("GET", f"/channels/{place}", status=503)
        await room.restart()
        assert await counted_for(room, "zoe", lounge) == [False] * 3, "Discord does not answer"
        await room.restart()
        assert await counted_for(room, "zoe", lounge) == [True] * 3
        async with room.mirror.store.reading() as connection:
            (row,) = await threads.everything(connection)
        assert (row.kind, row.parent_id) == ("public", thread.parent_id), "the lounge is no thread, and one is gone"
