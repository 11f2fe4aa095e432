"""`/stats`, `/leaderboard` and `/history`: after the end, for whoever asks, and only of what they can see."""

from __future__ import annotations

from pathlib import Path

import discord
from rooms.any_game import refused
from rooms.name_duel import name_duel_room

from bot.store import matches


async def test_a_duel_stands_in_the_statistics_of_those_who_played_it(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, options={"best_of": 1}) as room:
        room.newcomer("zoe")
        await room.begin()
        before = await room.says("ann", "stats me")
        assert "None of your games has counted yet" in before.text
        await room.fight("ann")
        said = room.public()

        own = await room.says("ann", "stats me")
        assert "**1** game: 1 won, 0 lost" in own.text
        name_duel, *others = own.seen.labels
        assert others == ["My games", "Do not count me …", "Text"]
        assert "Name Duel: 1 won of 1" in (await room.presses("ann", "Text", own.seen)).text
        more = await room.presses("ann", name_duel, own.seen)
        assert "Classic: 1 won of 1" in more.text
        assert "4 more games, and you get a place on the leaderboard" in more.text
        assert "Classic: 1 won of 1" in (await room.presses("ann", "Text", more.seen)).text
        assert (await room.presses("ann", "All games", more.seen)).text == own.text
        assert "0 won, 1 lost" in (await room.says("zoe", "stats person", person=room.actor("ben"))).text
        assert "**1** game" in (await room.says("zoe", "stats server")).text

        board = await room.says("zoe", "leaderboard", game="name_duel")
        assert "Nobody has a place yet. A place takes 5 games that count." in board.text
        await room.has_won(4)
        board = await room.says("zoe", "leaderboard", game="name_duel")
        first, second = (f"<@{room.actor(name).user.id}>" for name in ("ann", "ben"))
        assert board.text.index(first) < board.text.index(second)
        assert "· 5 games" in board.text

        games = await room.says("ben", "history")
        assert "you lost" in games.text
        story = await room.presses("ben", "Recap", games.seen)
        assert len(story.text) > 100

        shut = {room.actor("ben"): discord.PermissionOverwrite(view_channel=False)}
        hidden = room.guild.create_text_channel("hidden", overwrites=shut).id
        await room.run(lambda: room.mirror.store.write(lambda connection: matches.move(connection, 1, hidden)))
        assert "finished no game here" in (await room.says("ben", "history", room.room)).text
        assert "you won" in (await room.says("ann", "history", room.room)).text

        asked = await room.presses("ann", "Do not count me …", own.seen)
        gone = await room.presses("ann", "Stop counting me", asked.seen)
        assert "You are not counted" in gone.text
        assert "Play one to its end" not in gone.text, "it would not count"
        assert gone.seen.labels == ["My games", "Count me again"]
        board = await room.says("zoe", "leaderboard", game="name_duel")
        assert first not in board.text
        assert second in board.text
        assert "nothing to show" in (await room.says("zoe", "stats person", person=room.actor("ann"))).text

        await room.run(lambda: room.mirror.settings.change(room.guild.id, statistics=False))
        for command in ("stats me", "history"):
            assert "keeps no statistics" in await refused(room, room.says("ben", command))
        assert room.public() == said, "nobody else has read any of it"


async def test_a_board_for_everybody_counts_what_everybody_sees(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, options={"best_of": 1}) as room:
        room.newcomer("zoe")
        market = room.room
        nobody = discord.PermissionOverwrite(view_channel=False)
        mine = discord.PermissionOverwrite(view_channel=True, read_message_history=True)
        hidden = {room.guild.default_role: nobody, room.actor("ann"): mine}
        room.room = room.guild.create_text_channel("hidden", overwrites=hidden)
        await room.has_won(5)
        assert "Your place: **1**" in (await room.says("ann", "leaderboard", market, game="name_duel")).text
        await room.says("ann", "leaderboard", market, game="name_duel", shown="public")
        assert "Nobody has a place yet" in room.texts(market, viewer="zoe")[-1]


async def test_of_a_channel_one_cannot_see_nothing_is_counted(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, options={"best_of": 1}) as room:
        room.newcomer("zoe")
        shut = discord.PermissionOverwrite(view_channel=False)
        secret = room.guild.create_text_channel("secret", overwrites={room.actor("zoe"): shut})
        room.room, market = secret, room.room
        await room.has_won(5)
        assert "**5** games" in (await room.says("ann", "stats me", market)).text
        assert "**5** games" in (await room.says("ben", "stats server", market)).text
        assert "nothing to show" in (await room.says("zoe", "stats person", market, person=room.actor("ann"))).text
        assert "No game has counted here yet" in (await room.says("zoe", "stats server", market)).text
        assert "Nobody has a place yet" in (await room.says("zoe", "leaderboard", market, game="name_duel")).text
        own = await room.says("ann", "leaderboard", market, game="name_duel")
        assert "Your place: **1**" in own.text
        await room.says("ann", "leaderboard", market, game="name_duel", shown="public")
        public = room.texts(market, viewer="zoe")[-1]
        assert "Your place" not in public
        assert "Your place" not in str(room.texts(market, viewer="zoe")), "what ann was told is hers alone"
        assert f"<@{room.actor('ann').user.id}>" in public, "everybody but zoe sees the channel"
