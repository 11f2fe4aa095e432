"""The place the game is played in is taken away: the game is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import simcord
from discord import Thread
from rooms.any_game import close_messages
from rooms.village import Square, village_square

from bot.trouble import StoreTrouble
from bot.ui.panels import Page
from bot.ui.pictures.gallery import Gallery
from bot.ui.stage.public import PublicSender

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}


async def delete(square: Square, *channel_ids: int) -> None:
    """Somebody with the right to do so deletes channels."""

    async def work() -> None:
        for channel_id in channel_ids:
            channel = square.mirror.get_channel(channel_id)
            assert channel is not None
            await channel.delete()  # type: ignore[union-attr]

    await square.run(work)


async def delete_message(square: Square, message_id: int) -> None:
    thread = square.mirror.get_partial_messageable(square.thread.id)
    await thread.get_partial_message(message_id).delete()


async def test_a_deleted_thread_is_opened_anew(tmp_path: Path) -> None:
    """What seals the deal stands in the new one as well, once."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.answers("ben", "night.investigate", "ann")
        await delete(square, square.thread.id)
        await square.until("day")
        await square.time(60)
        (thread,) = square.room.threads
        assert "the game goes on here" in square.public()
        assert "**Day 1.**" in square.public()
        assert square.public().count("The first seal") == 1
        assert (await square.awake()).row.commitment in square.public()
        assert "**ann** **is** a Rumplestiltskin" in square.dm_text("ben")
        await square.burns("ann", by="ben")
        await square.until("night")
        assert square.is_locked(thread)
        await square.until("day")
        assert not square.is_locked(thread)
        assert await square.to_undo() == []


@pytest.mark.parametrize("halves", [1, 2])
@pytest.mark.parametrize("restarted", [False, True], ids=["at once", "restarted"])
async def test_an_opening_that_is_deleted_is_told_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, halves: int, restarted: bool
) -> None:
    """Its thread is gone as soon as its first message stands there, which may be all of it: nothing is lost."""

    async def is_low(_: Gallery, page: Page, *, grows: bool) -> bool:
        return halves == 1 or not page.lines

    monkeypatch.setattr("bot.ui.stage.in_messages._is_on_one_screen", is_low)
    async with village_square(tmp_path, **VILLAGE) as square:
        post, posted = PublicSender._post, []

        async def is_deleted(self: PublicSender, *message: Any, **more: Any) -> int:
            posted.append(await post(self, *message, **more))
            if len(posted) == 1:
                thread = square.mirror.get_channel(square.thread.id)
                assert isinstance(thread, Thread)
                await thread.delete()
                if restarted:
                    raise StoreTrouble("the machine stopped")
            return posted[-1]

        monkeypatch.setattr(PublicSender, "_post", is_deleted)
        await square.begin()
        if restarted:
            await square.restart()
        await square.time(40)
        if halves == 1:  # somebody does something, and there is something to tell
            await square.introduce_all()
            await square.time(5)
        told = square.public()
        assert [told.count(part) for part in ("a card to each.", "The first seal", "the game goes on here")] == [
            1,
            1,
            1,
        ]
        assert told.count(f"<@{square.actor('ann').user.id}>") == 1
        assert "My seat" in square.messages()[-1].labels


async def test_a_deleted_board_is_posted_anew_at_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.until("day")
        await square.time(5)
        board = square.board
        await square.run(lambda: delete_message(square, board.id))
        await square.time(5)
        assert square.board.id != board.id
        await square.nominates("gus", "ann")
        assert "**ann**" in square.board.text
        told = square.told()
        assert sorted(told) == sorted(set(told)), "nothing is told again"


async def test_a_deleted_channel_pauses_the_game_and_repair_moves_it(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        elsewhere = square.guild.create_text_channel("elsewhere")
        journal = await square.journal()
        await delete(square, square.thread.id, square.room.id)
        await square.time(75)
        awake = await square.awake()
        assert awake.row.status == "paused"
        (told,) = [text for text in square.texts(square.dm("ann")) if "was deleted" in text]
        assert f"`/table repair table:{square.match_id}`" in told
        assert not any("was deleted" in square.dm_text(name) for name in square.people[1:])
        clocks = await square.clocks()
        await square.time(500)
        assert (await square.awake()).row.status == "paused"

        gus = await square.says("gus", "table repair", elsewhere, table=square.match_id)
        assert "Only the host" in gus.sentence
        repaired = await square.says("ann", "table repair", elsewhere, table=square.match_id)
        assert "in order" in repaired.text
        await square.time(5)
        square.room = elsewhere
        assert "in order again" in square.public()
        await square.says("ann", "table resume")
        await square.time(3)
        assert (await square.journal())[: len(journal)] == journal
        assert clocks or await square.clocks()
        await square.until("day")
        await square.nominates("gus", "ann")
        assert "**ann**" in square.board.text


async def loses_the_right_to_write(square: Square) -> None:
    await square.begin()
    await square.introduce_all()
    path = f"/channels/{square.thread.id}/messages"
    square.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions", times=None)


def told_of_the_stop(square: Square, place: simcord.ChannelHandle) -> list[str]:
    return [text for text in square.texts(place) if "may not write" in text]


async def test_a_process_that_dies_between_a_stop_and_the_word_to_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one says it, and says once what was said; a host who goes on hears of the next stop as well."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await loses_the_right_to_write(square)

        async def dies(*_: Any, **__: Any) -> None:
            raise StoreTrouble

        monkeypatch.setattr(square.mirror.endings, "_tell_host", dies)
        await square.time(120)
        assert (await square.awake()).row.status == "paused"
        assert told_of_the_stop(square, square.dm("ann")) == []
        for _ in range(2):
            await square.restart()
            await square.time(5)
            assert len(told_of_the_stop(square, square.dm("ann"))) == 1
        await square.says("ann", "table resume")
        await square.time(60)
        assert len(told_of_the_stop(square, square.dm("ann"))) == 2


async def test_a_host_whom_no_message_reaches_reads_it_where_the_table_was_opened(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await loses_the_right_to_write(square)
        close_messages(square, "ann")
        await square.time(120)
        assert (await square.awake()).row.status == "paused"
        assert len(told_of_the_stop(square, square.room)) == 1


async def test_lost_permissions_pause_the_game_with_a_sentence(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        path = f"/channels/{square.thread.id}/messages"
        square.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions", times=None)
        public = square.public()
        await square.time(120)
        assert (await square.awake()).row.status == "paused"
        assert square.public() == public
        (told,) = [text for text in square.texts(square.dm("ann")) if "may not write" in text]
        assert "**Send Messages**" in told
        assert "`/table resume`" in told
        tries = [request for request in square.env.http_requests if request.path == path and request.method == "POST"]
        await square.time(600)
        again = [request for request in square.env.http_requests if request.path == path and request.method == "POST"]
        assert len(again) == len(tries), "refusals count towards a ban"

        square.env.backend.faults.clear()
        resumed = await square.says("ann", "table resume")
        assert "goes on" in resumed.sentence
        await square.time(5)
        assert "**Day 1.**" in square.public() or "**Night 1.**" in square.public()
        await square.until("day")
        assert "**Day 1.**" in square.public()
        told_lines = square.told()
        assert sorted(told_lines) == sorted(set(told_lines))


async def test_what_was_to_be_said_before_a_right_was_lost_is_said_when_it_is_back(tmp_path: Path) -> None:
    """A thread is deleted, and in the new one the bot may not write: where the game goes on is said later."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        old = square.thread.id
        square.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
        await delete(square, old)
        await square.time(200)
        assert (await square.awake()).row.status == "paused"
        square.env.backend.faults.clear()
        await square.says("ann", "table resume")
        await square.time(5)
        assert square.thread.id != old
        assert "The game’s thread was gone" in square.public()
        assert "paused" not in square.public()


async def test_repair_says_what_is_missing_and_posts_the_newest_buttons(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        repaired = await square.says("ann", "table repair")
        assert "in order" in repaired.text
        await square.time(3)
        assert "in order again" in square.told()[-1]
        assert square.is_locked(), "it is still night"
        assert (await square.log())[-1] == "repair"


async def test_discord_is_down_for_a_minute(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        square.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
        await square.answers("ben", "night.investigate", "ann")
        await square.until("day")
        await square.time(60)
        assert "**Day 1.**" not in square.public()
        square.env.backend.faults.clear()
        await square.time(60)
        assert "**Day 1.**" in square.public()
        assert "**ann** **is** a Rumplestiltskin" in square.dm_text("ben")
        told = square.told()
        assert sorted(told) == sorted(set(told))


async def test_one_refusal_alone_stops_nothing(tmp_path: Path) -> None:
    """Discord refuses once in a while what it allows: it is tried once more, and nobody notices."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        path = f"/channels/{square.thread.id}/messages"
        square.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions", times=1)
        await square.introduce_all()
        await square.until("day")
        assert (await square.awake()).row.status == "running"
        assert not any("may not write" in text for text in square.texts(square.dm("ann")))
        told = [line for line in square.told() if line.strip()]
        assert len(set(told)) == len(told), "nothing is told twice"
