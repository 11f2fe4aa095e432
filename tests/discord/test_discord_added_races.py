"""News that are added to the board while somebody presses it, while the bot dies, or while Discord does not answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from rooms.name_duel import NameDuelRoom, name_duel_room

from bot.client import Mirror
from bot.matches.happenings import Happening
from bot.ui.delivery import Unreachable
from bot.ui.panels import Panel
from bot.ui.stage.public import PublicSender
from bot.ui.stage.public_pages import PublicPages
from bot.ui.stage.rounds import RETRY_S

CARDS_IN_HAND = ["hobyah", "flippy"]
PLAYED, TURNED = "*Flippy*", "own deck"
BESIDE = "was dark for about 60 minutes"
AN_HOUR_MS = 3_600_000
THE_SAME = "Nobody knows what that means."


async def started(room: NameDuelRoom) -> int:
    """The message on which ann is to play her first card."""
    await room.begin()
    await room.starts("ann")
    await room.time(3)
    return room.board.id


def count(room: NameDuelRoom, what: str) -> int:
    return sum(what in line for line in room.told(room.thread))


async def dead(*_: Any) -> None:
    """What a process tells that was killed."""


def first_edit(
    room: NameDuelRoom,
    monkeypatch: pytest.MonkeyPatch,
    instead: Callable[[Callable[[], Awaitable[None]]], Awaitable[None]],
) -> list[int]:
    """What happens instead of the first edit of a public message from now on; which one it was."""
    real, met = type(room.mirror.courier).edit, list[int]()

    async def edit(courier: Any, channel_id: int, message_id: int, message: Any) -> None:
        if channel_id == room.thread.id and not met:
            met.append(message_id)
            await instead(lambda: real(courier, channel_id, message_id, message))
        else:
            await real(courier, channel_id, message_id, message)

    monkeypatch.setattr(type(room.mirror.courier), "edit", edit)
    return met


@pytest.mark.parametrize("dies", [True, False])
async def test_a_line_in_the_words_of_an_older_one_is_not_lost_when_it_has_not_arrived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dies: bool
) -> None:
    lines = PublicPages._lines

    def in_the_same_words(*what: Any) -> list[tuple[int, str]]:
        return [(number, THE_SAME) for number, _ in lines(*what)]

    async def lost(edit: Callable[[], Awaitable[None]]) -> None:
        if dies:
            await asyncio.sleep(3600)
        raise Unreachable("no answer")

    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        monkeypatch.setattr(PublicPages, "_lines", in_the_same_words)
        await started(room)
        before = count(room, THE_SAME)
        assert before
        met = first_edit(room, monkeypatch, lost)
        await room.acts("ann", "duel.play", "flippy")
        await room.time(1)
        assert met
        if dies:
            assert count(room, THE_SAME) == before
            await room.restart()
        await room.time(RETRY_S + 5)
        assert count(room, THE_SAME) == before + 1


@pytest.mark.parametrize("beside", [0, 1])
async def test_a_line_that_was_added_before_the_bot_died_is_told_once_though_more_has_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: int
) -> None:
    """Also where the next process has something else to say, for which it posts a new message."""

    async def arrives_and_dies(edit: Callable[[], Awaitable[None]]) -> None:
        await edit()
        await asyncio.sleep(3600)

    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        await started(room)
        first_edit(room, monkeypatch, arrives_and_dies)
        await room.acts("ann", "duel.play", "flippy")
        await room.time(1)
        assert count(room, PLAYED) == 1
        await room.acts("ann", "flippy.deck", "own")
        await room.time(1)
        monkeypatch.setattr(room.mirror.public_sender, "tell", dead)
        new_mirror = room.new_mirror

        async def who_knows_how_long_it_was_dark() -> Mirror:
            mirror = await new_mirror()
            for _ in range(beside):
                mirror.notices.note(Happening(room.match_id, "away", amount=AN_HOUR_MS))
            return mirror

        monkeypatch.setattr(room, "new_mirror", who_knows_how_long_it_was_dark)
        await room.restart()
        await room.time(5)
        assert [count(room, PLAYED), count(room, TURNED), count(room, BESIDE)] == [1, 1, beside]


async def test_what_an_earlier_drawn_answer_to_a_press_takes_off_is_shown_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer was drawn before the line was added, and arrives after it."""
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        board_id = await started(room)
        page = await room.run(lambda: room.mirror.public_sender.board_page(room.match_id, board_id))
        assert page is not None
        await room.acts("ann", "duel.play", "flippy")
        await room.time(3)
        assert PLAYED in room.board.text
        assert room.board.id == board_id
        edits = len(room.env.http_requests)
        await room.run(lambda: room.mirror.public_sender.was_pressed(room.match_id, board_id, page))
        await room.time(5)
        again = [one for one in room.env.http_requests[edits:] if one.method == "PATCH" and str(board_id) in one.path]
        assert again, "the board is shown again, with the line"


async def test_what_was_pressed_while_a_line_was_added_is_on_the_board_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to the press is newer than the board that is on its way."""
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        board_id = await started(room)

        as_shown, newer = PublicPages.as_shown, Panel("Something has changed.")

        async def pressed_meanwhile(edit: Callable[[], Awaitable[None]]) -> None:
            def later(*what: Any) -> Any:
                panels, pictures = as_shown(*what)
                return (*panels, newer), pictures

            monkeypatch.setattr(PublicPages, "as_shown", later)
            page = await room.mirror.public_sender.board_page(room.match_id, board_id)
            assert page is not None
            await room.mirror.public_sender.was_pressed(room.match_id, board_id, page)
            await edit()

        met = first_edit(room, monkeypatch, pressed_meanwhile)
        await room.acts("ann", "duel.play", "flippy")
        await room.time(5)
        assert met == [board_id] == [room.board.id]
        assert newer.text in room.board.text
        assert count(room, PLAYED) == 1


async def test_no_press_puts_the_board_away_while_a_line_is_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with name_duel_room(tmp_path, ann=CARDS_IN_HAND) as room:
        board_id = await started(room)
        pages: list[Any] = []

        async def pressed(edit: Callable[[], Awaitable[None]]) -> None:
            sender: PublicSender = room.mirror.public_sender
            pages.append(await sender.board_page(room.match_id, board_id))
            await edit()

        first_edit(room, monkeypatch, pressed)
        await room.acts("ann", "duel.play", "flippy")
        await room.time(3)
        assert pages[0].panels, "the board stays: no other one comes"
        assert any(PLAYED in line for line in pages[0].lines)
