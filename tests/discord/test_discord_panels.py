"""Private panels that keep their place, the Text button, and pictures that go to nobody but their owner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rooms.any_game import Seen, parts, refused
from rooms.name_duel import NameDuelRoom, name_duel_room

from bot.ui.delivery import Unreachable
from bot.ui.stage.living import KEPT_MS
from bot.ui.stage.rounds import RETRY_S

CARDS_IN_HAND = ["hobyah", "flippy"]


def files_of(message: Seen) -> list[dict[str, Any]]:
    return list(message.message.attachments)


def alt_texts(message: Seen) -> list[str]:
    return [item["description"] for part in parts(message.message.components) for item in part.get("items", ())]


async def a_turn_each(room: NameDuelRoom, seconds: float = 2) -> None:
    """Ann plays Flippy; then it is ben's turn."""
    await room.acts("ann", "duel.play", "flippy")
    await room.time(seconds)
    await room.acts("ann", "flippy.deck", "own")
    await room.time(seconds)


async def started(room: NameDuelRoom) -> None:
    await room.begin()
    await room.starts("ann")
    await room.time(3)


async def test_a_turn_that_comes_quickly_makes_no_new_message(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        await started(room)
        before = [message.id for message in room.messages(room.dm("ben"))]
        assert not await room.asked("ben")
        await a_turn_each(room)
        assert await room.asked("ben") == ["duel.play"]
        messages = room.messages(room.dm("ben"))
        assert [message.id for message in messages] == before, "the panel that is there was changed"
        panel, _ = await room.panel("ben", "duel.play")
        assert panel.id == before[-1]


async def test_a_turn_that_comes_late_rings(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND, options={"turn_seconds": 86400}) as room:
        await started(room)
        before = [message.id for message in room.messages(room.dm("ben"))]
        await room.time(KEPT_MS / 1000 + 60)
        await a_turn_each(room)
        after = [message.id for message in room.messages(room.dm("ben"))]
        assert len(after) == len(before) + 1
        assert (await room.panel("ben", "duel.play"))[0].id == after[-1]


async def test_a_panel_that_was_deleted_comes_anew(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        await started(room)
        panel = room.messages(room.dm("ben"))[-1]
        await room.run(lambda: delete(room, panel.id))
        await a_turn_each(room)
        assert (await room.panel("ben", "duel.play"))[0].id != panel.id
        assert await room.asked("ben") == ["duel.play"]


async def delete(room: NameDuelRoom, message_id: int) -> None:
    channel = room.mirror.get_partial_messageable(room.dm("ben").id)
    await channel.get_partial_message(message_id).delete()


async def test_after_a_restart_the_panel_still_keeps_its_place(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        await started(room)
        before = [message.id for message in room.messages(room.dm("ben"))]
        await room.restart(outage_s=5)
        await room.time(10)
        await a_turn_each(room)
        assert [message.id for message in room.messages(room.dm("ben"))] == before
        assert (await room.panel("ben", "duel.play"))[0].id == before[-1]


@pytest.mark.usefixtures("real_pictures")
async def test_the_hand_is_drawn_for_its_owner_and_nobody_else(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        await started(room)
        panel, _ = await room.panel("ann", "duel.play")
        (alt,) = alt_texts(panel)
        assert "Hobyah" in alt
        assert "Flippy" in alt
        for message in room.messages(room.thread):
            names = [file["filename"] for file in files_of(message)]
            assert "hand.jpg" not in names, "the table's picture alone is public"
        ours, theirs = room.messages(room.dm("ann"))[-1], room.messages(room.dm("ben"))[-1]
        hands = [[file for file in files_of(one) if file["filename"] == "hand.jpg"] for one in (ours, theirs)]
        assert len(hands[0]) == len(hands[1]) == 1
        assert room.file(hands[0][0]) != room.file(hands[1][0])


async def test_the_text_button_says_what_the_pictures_show(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        await started(room)
        own = await room.presses("ann", "Text", room.board)
        assert own.result.ephemeral
        assert "Hobyah" in own.text
        assert "Flippy" in own.text
        room.newcomer("zoe")
        others = await room.presses("zoe", "Text", room.board)
        assert others.result.ephemeral
        hand = (await room.table()).duelist(1).hand
        public = {name for one in (1, 2) for name in (await room.table()).duelist(one).discard}
        assert not any(title in others.text for title in hand if title not in public and title != "rumpelstiltskin")
        assert others.text


async def test_a_forged_text_button(tmp_path: Path) -> None:
    """It ends in one sentence."""
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        await started(room)
        assert "no such table" in (await refused(room, room.forges("ann", room.board, "mm:text:4711"))).casefold()


async def test_when_the_contest_is_over_no_panel_can_be_pressed_any_more(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["noggin"], options={"best_of": 1}) as room:
        await started(room)
        await room.fight("ann")
        await room.time(10)
        for name in ("ann", "ben"):
            newest = room.messages(room.dm(name))[-1]
            assert not newest.controls, newest.labels
            assert "the game is over" in newest.text


async def test_a_board_that_could_not_be_changed_is_changed_later(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        await started(room)
        before = room.board.text
        real = room.mirror.courier._edit

        async def fail(*_: Any) -> None:
            raise Unreachable("503 for a while")

        room.mirror.courier._edit = fail  # type: ignore[method-assign]
        awake = await room.awake()
        await room.run(lambda: room.mirror.hosting.extend(awake.id, awake.row.host_id, 600))
        await room.time(5)
        room.mirror.courier._edit = real  # type: ignore[method-assign]
        assert room.board.text == before
        await room.time(RETRY_S + 5)
        assert room.board.text != before, "the clock it shows is the new one"
