"""The channel where a server reads what hosts and moderators do: a line for each act, no secret, nobody called."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import discord
import simcord
from rooms.any_game import Answered, takes_offered_seat
from rooms.village import Square, village_square

VILLAGE = {"ann": "murderer", "ben": "sheriff", "cat": "warlock"}


async def reads(square: Square, name: str = "audit") -> simcord.ChannelHandle:
    """A channel for the lines, named by somebody who manages the server."""
    channel = square.guild.create_text_channel(name)
    if "mod" not in square._actors:
        keeper = square.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
        square.newcomer("mod", roles=[keeper])
    await square.says("mod", "settings audit", square.room, where=channel)
    return channel


async def confirms(square: Square, asked: Answered, label: str) -> None:
    await square.presses("ann", label, asked.seen)
    await square.time(3)


async def written(square: Square, channel: simcord.ChannelHandle) -> list[str]:
    """The lines without their times."""
    await square.time(5)
    return [text.split("· ", 1)[1] for text in square.texts(channel)]


def at(square: Square, name: str) -> str:
    return f"<@{square.actor(name).user.id}>"


async def test_each_act_is_a_line(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        await square.says("ann", "table extend", minutes=3)
        channel = await reads(square)
        before = len(square.env.http_requests)
        await square.says("ann", "table pause")
        await square.says("mod", "table resume")
        await square.says("ann", "table extend", minutes=2)
        await square.says("ann", "table standby", person=zoe)
        await confirms(square, await square.says("ann", "table kick", player="2"), "Give the seat to the computer")
        await confirms(square, await square.says("ann", "table substitute", player="2", person=zoe), "Offer the seat")
        await takes_offered_seat(square, "zoe")
        await square.says("ann", "table host", person=square.actor("cat"))
        assert await written(square, channel) == [
            f"Table 1: {at(square, 'ann')} stopped the clocks.",
            f"Table 1: {at(square, 'mod')} let the clocks run again.",
            f"Table 1: {at(square, 'ann')} gave 2 minutes more.",
            f"Table 1: {at(square, 'ann')} asked {at(square, 'zoe')} to stand by.",
            f"Table 1: {at(square, 'ann')} gave seat 2 of {at(square, 'ben')} to a computer player.",
            f"Table 1: {at(square, 'ann')} gave seat 2 of a computer player to {at(square, 'zoe')}.",
            f"Table 1: {at(square, 'ann')} made {at(square, 'cat')} the host.",
        ]
        assert {json.dumps(body["allowed_mentions"]) for body in posted(square, channel, before)} == {'{"parse": []}'}
        everything = "\n".join(square.texts(channel)).lower()
        assert not [word for word in ("sheriff", "murderer", "warlock", "rumple") if word in everything]


def real(square: Square, channel: simcord.ChannelHandle) -> discord.TextChannel:
    """The channel as the bot knows it."""
    found = square.mirror.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    return found


def posted(square: Square, channel: simcord.ChannelHandle, before: int) -> list[Any]:
    path = f"/channels/{channel.id}/messages"
    return [one.json for one in square.env.http_requests[before:] if one.method == "POST" and one.path == path]


async def test_lines_wait_for_a_channel_that_takes_them(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        channel = await reads(square)
        await square.says("ann", "table pause")
        assert len(await written(square, channel)) == 1
        await square.run(lambda: real(square, channel).delete())
        await square.says("ann", "table resume")
        await square.time(10)
        assert square.dm_text("mod").count("I cannot write in") == 1
        await square.says("ann", "table pause")
        await square.time(10)
        assert square.dm_text("mod").count("I cannot write in") == 1, "it is said once"
        assert "I cannot write in" in (await square.says("mod", "settings panel", square.room)).text
        assert "I cannot write in" not in square.public()
        assert await square.log() == ["pause", "resume", "pause"]
        await square.restart()
        other = await reads(square, "other")
        assert await written(square, other) == [
            f"Table 1: {at(square, 'ann')} let the clocks run again.",
            f"Table 1: {at(square, 'ann')} stopped the clocks.",
        ]
        assert "I cannot write in" not in (await square.says("mod", "settings panel", square.room)).text


async def test_a_line_that_a_crash_has_kept_back_is_posted_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        channel = await reads(square)
        square.mirror.audit_channel.close()  # the process dies before it is sent
        await square.says("ann", "table pause")
        assert await written(square, channel) == []
        await square.restart()
        assert await written(square, channel) == [f"Table 1: {at(square, 'ann')} stopped the clocks."]
        await square.restart()
        assert len(await written(square, channel)) == 1


async def test_bars_and_removals_are_told_without_the_reason(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        await square.begin()
        channel = await reads(square)
        asked = await square.says("mod", "bar add", person=zoe, away="server")
        (ident,) = asked.seen.controls
        await square.writes("mod", await square.chooses("mod", asked.seen, ident, "0"), "was rude")
        await square.presses("mod", "Let them come back", (await square.says("mod", "bar list")).seen)
        assert await written(square, channel) == [
            f"{at(square, 'mod')} barred {at(square, 'zoe')} from all games of this server, until somebody lifts it.",
            f"{at(square, 'mod')} lifted the bar of {at(square, 'zoe')} from all games of this server.",
        ]
        assert "rude" not in "\n".join(square.texts(channel))


async def test_nothing_is_kept_for_a_server_that_reads_nothing(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.says("ann", "table pause")
        assert await square.mirror.audit_book.guilds() == []
        await reads(square)
        await square.says("mod", "settings audit", square.room)
        await square.says("ann", "table resume")
        assert await square.mirror.audit_book.guilds() == []


async def test_a_channel_that_takes_nothing_is_not_chosen(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await reads(square)
        shut = discord.PermissionOverwrite(send_messages=False)
        closed = square.guild.create_text_channel("closed")
        await square.run(lambda: real(square, closed).set_permissions(real(square, closed).guild.me, overwrite=shut))
        named = await square.says("mod", "settings audit", square.room, where=closed)
        assert named.sentence.startswith(f"I may not write in <#{closed.id}>")
        settings = await square.mirror.settings.read(square.guild.id)
        assert settings.audit_channel != closed.id
