"""How a game ended is heard where its table was opened as well: once, with its picture and a way to play again."""

from __future__ import annotations

from pathlib import Path

from rooms.any_game import Seen, parts
from rooms.name_duel import NameDuelRoom, name_duel_room


def results(room: NameDuelRoom) -> list[Seen]:
    """What stands in the channel of the table of a finished game."""
    return [message for message in room.messages(room.room) if message.controls]


async def test_the_channel_hears_the_result_once(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        room.newcomer("gus")
        await room.fight("ann")
        await room.time(10)
        (result,) = results(room)
        assert result.text.startswith("**Name Duel** is over. It was played in <#")
        assert str(room.thread.id) in result.text
        assert "**ann** wins" in result.text
        assert result.labels == ["Rematch", "The story", "Text"]
        (picture,) = [part["items"][0] for part in parts(result.message.components) if part.get("type") == 12]
        assert "ann" in picture["description"]
        assert "<@" not in result.text, "nobody is called"
        told = await room.reads_text("gus", result)
        assert "Drum-Drum" in told, "what the picture shows can be read by anybody"

        await room.restart()
        await room.time(60)
        assert len(results(room)) == 1

        assert "Only people who played" in (await room.presses("gus", "Rematch", result)).sentence
        await room.presses("ben", "Rematch", result)
        lobby = results(room)[-1]
        assert "ben" in lobby.text
        assert "Join and begin" in lobby.labels


async def test_it_is_looked_for_after_a_crash_between_post_and_note(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        note = room.mirror.receipts.note

        async def dies(match_id: int, recipient: int, *rest: object, **more: object) -> None:
            if recipient == -1:
                raise OSError("the machine stopped")
            await note(match_id, recipient, *rest, **more)  # type: ignore[arg-type]

        room.mirror.receipts.note = dies  # type: ignore[method-assign, assignment]
        await room.fight("ann")
        await room.time(10)
        assert len(results(room)) == 1
        await room.restart(outage_s=3600)
        await room.time(60)
        assert len(results(room)) == 1
        assert any(line.recipient == -1 for line in await room.ledger())


async def test_a_channel_in_which_the_bot_may_not_write_goes_without(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        await room.starts("ann")
        path = f"/channels/{room.room.id}/messages"
        room.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions", times=None)
        await room.fight("ann")
        await room.time(60)
        assert results(room) == []
        assert await room.is_over()
        assert "**ann** wins" in room.board.text
        assert await room.run(room.mirror.ledger.unsent) == [], "nothing is tried for ever"


async def test_where_it_was_played_in_the_channel_itself_the_end_is_enough(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.run(lambda: room.mirror.settings.change(room.guild.id, use_threads=False))
        await room.begin()
        await room.run(lambda: room.mirror.hosting.pause(room.match_id, 0))
        assert room.messages(room.room)[-1].controls
        assert not room.room.threads


async def test_a_game_that_its_host_ends_has_no_result(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.begin()
        await room.run(lambda: room.mirror.hosting.end(room.match_id, room.actor("ann").user.id))
        await room.time(10)
        assert results(room) == []
        assert "The host or a moderator has ended it." in room.texts()[-1]
