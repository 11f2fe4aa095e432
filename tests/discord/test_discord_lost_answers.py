"""Answers to presses that never arrive: what is written stands on the messages all the same, and nobody denies it."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import simcord
from language.any_game import seat_of
from rooms.name_duel import name_duel_room
from rooms.village import Square, village_square
from support.den import Den, opened_den

from bot.client import Mirror
from bot.store.errors import StoreError

CALLBACK = "/interactions/*/callback"
BROKEN, WRITTEN = "nothing has changed", "had written down what you did"


class FaultyDen(Den):
    """Where answers are lost on their way."""

    def __init__(self, env: simcord.Env, mirror: Mirror, now: list[int]) -> None:
        super().__init__(env, mirror, now)
        self.ann, self.ben = (self.joins(name) for name in ("ann", "ben"))

    def says(self, place: int = 0) -> str:
        return said_by([one for one in self.room.history() if not one.flags.ephemeral][place])

    def lose_answers(self) -> None:
        """Discord does not know the next interaction any more."""
        self.env.inject_error("POST", CALLBACK, status=404, code=10062, message="Unknown interaction", times=1)

    def delete_what_is_pressed(self) -> None:
        """The message that is pressed next is deleted before the bot can answer."""
        self.env.inject_error("POST", CALLBACK, status=404, code=10008, message="Unknown Message", times=1)

    async def presses(self, who: simcord.MemberActor, label: str, on: Any = None) -> simcord.InteractionResult:
        return await who.click(on or self.room.history()[0], label=label)

    async def restart(self) -> None:
        await super().restart()
        await self.soon(5)


def said_by(message: Any) -> str:
    """Every text and every label on a message."""
    found: list[str] = []

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            found.extend(part[name] for name in ("content", "label") if isinstance(part.get(name), str))
            part = list(part.values())
        for one in part if isinstance(part, list) else ():
            walk(one)

    walk([part if isinstance(part, dict) else part.to_dict() for part in message.components])
    return "\n".join(found)


def sentence(result: simcord.InteractionResult) -> str:
    assert result.response is not None
    assert result.ephemeral
    return said_by(result.response)


def den(tmp_path: Path) -> AbstractAsyncContextManager[FaultyDen]:
    return opened_den(tmp_path, FaultyDen)


class Cut:
    """The bot's connection breaks before so many of its answers have gone out, or after."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str, times: int, *, after: bool = False) -> None:
        real = getattr(discord.InteractionResponse, name)
        self.left = times

        async def cut(response: Any, *parts: Any, **more: Any) -> Any:
            if self.left == 0:
                return await real(response, *parts, **more)
            self.left -= 1
            if after:
                await real(response, *parts, **more)
                response._response_type = None  # as discord.py leaves it when the reply is lost
            raise aiohttp.ServerDisconnectedError

        monkeypatch.setattr(discord.InteractionResponse, name, cut)


# -- a lobby -----------------------------------------------------------------------------------------------------------


async def test_a_table_that_has_begun_offers_no_seat_although_the_answer_was_lost(tmp_path: Path) -> None:
    async with den(tmp_path) as place:
        await place.ann.slash(place.room, "play", game="name_duel")
        place.lose_answers()
        lost = await place.presses(place.ben, "Join and begin")
        assert not lost.acknowledged
        await place.env.advance_time(5)
        assert "The game has begun" in place.says()
        assert "Join and begin" not in place.says()


async def test_who_sits_there_stands_there_although_the_answer_was_lost(tmp_path: Path) -> None:
    async with den(tmp_path) as place:
        await place.ann.slash(place.room, "play", game="village")
        options = await place.presses(place.ann, "Options")
        assert options.response is not None
        place.lose_answers()
        await place.presses(place.ben, "Join")
        await place.env.advance_time(5)
        assert "2.\u00a0**ben**" in place.says()
        await place.presses(place.ann, "Times …", options.response)
        place.lose_answers()
        await place.presses(place.ann, "Relaxed (twice as long)", options.response)
        await place.env.advance_time(5)
        assert "**Classic**, with changed times" in place.says()


async def test_a_press_on_a_message_that_was_just_deleted_says_that_it_is_gone(tmp_path: Path) -> None:
    async with den(tmp_path) as place:
        await place.ann.slash(place.room, "play", game="village")
        options = await place.presses(place.ann, "Options")
        place.delete_what_is_pressed()
        told = sentence(await place.presses(place.ann, "Times …", options.response))
        assert told.startswith("The message you pressed is gone, and nothing has changed.")
        place.delete_what_is_pressed()
        told = sentence(await place.presses(place.ben, "Join"))
        assert told.startswith("The message you pressed is gone. What you did counts all the same.")
        await place.env.advance_time(5)
        assert "2.\u00a0**ben**" in place.says()


async def test_an_answer_on_a_board_that_was_just_deleted_counts(tmp_path: Path) -> None:
    async with village_square(tmp_path, ann="murderer") as square:
        await square.begin()
        square.expected_problems += (discord.NotFound,)
        square.env.inject_error("POST", CALLBACK, status=404, code=10008, message="Unknown Message", times=1)
        told = (await square.introduces("ben", None)).sentence
        assert told.startswith("Your answer counts.")
        assert [line.seat for line in await square.journal()][-1] == seat_of("ben")
        await square.introduces("cat", None)
        assert [line.seat for line in await square.journal()][-1] == seat_of("cat")


async def test_a_lobby_that_discord_would_not_take_is_redrawn_later(tmp_path: Path) -> None:
    async with den(tmp_path) as place:
        await place.ann.slash(place.room, "play", game="name_duel")
        place.lose_answers()
        place.env.inject_error("PATCH", "/channels/*/messages/*", status=503, times=5)
        await place.presses(place.ben, "Join and begin")
        await place.env.advance_time(16)
        assert "Join and begin" in place.says()
        await place.env.advance_time(25)
        assert "Join and begin" not in place.says()


async def test_a_bot_that_was_killed_before_it_could_redraw_a_lobby_does_so_when_it_is_back(tmp_path: Path) -> None:
    async with den(tmp_path) as place:
        await place.ann.slash(place.room, "play", game="name_duel")
        lobby = await place.mirror.lobbies.get(1)
        await place.env.advance_time(20)
        await place.mirror.lobbies.join(lobby.id, place.ben.id, "ben", begin=True)  # and nothing is shown
        assert "Join and begin" in place.says()
        place.now[0] += 3_600_000
        await place.restart()
        assert "Join and begin" not in place.says()


async def test_a_table_that_nobody_was_shown_is_cleared_away_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with den(tmp_path) as place:
        Cut(monkeypatch, "send_message", 3)
        told = await place.ann.slash(place.room, "play", game="name_duel")
        assert "cleared it away again" in sentence(told)
        assert (await place.mirror.lobbies.get(1)).status == "closed"
        assert [one for one in place.room.history() if not one.flags.ephemeral] == []
        assert len(place.env.errors) == 1, "the refusal, which simcord has seen"


async def test_a_table_that_is_shown_stays_although_nobody_heard_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with den(tmp_path) as place:
        Cut(monkeypatch, "send_message", 1, after=True)
        await place.ann.slash(place.room, "play", game="name_duel")
        await place.presses(place.ben, "Join and begin")
        assert "The game has begun" in place.says()


# -- what is said ------------------------------------------------------------------------------------------------------


async def test_an_answer_whose_connection_breaks_is_given_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, ann="murderer") as square:
        await square.begin()
        await square.introduce_all()
        for name, after in (("fay", False), ("eve", True)):
            Cut(monkeypatch, "edit_message", 2, after=after)
            given = await square.answers(name, "night.suspect", "ann")
            assert given.result.followups == [], "what Discord has already is not said again"
            assert "I note your suspicion: **ann**" in square.messages(square.dm(name))[-1].text
            assert await square.asked(name) == []


async def connection_breaks(*_: Any, **__: Any) -> None:
    raise aiohttp.ServerDisconnectedError


async def test_a_command_whose_answer_breaks_does_not_deny_what_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, ann="murderer") as square:
        await square.begin()
        square.expected_problems += (aiohttp.ServerDisconnectedError,)
        Cut(monkeypatch, "send_message", 3)
        told = (await square.says("ann", "table pause")).sentence
        assert WRITTEN in told
        assert (await square.awake()).row.status == "paused"


async def test_a_command_that_breaks_before_anything_is_written_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, ann="murderer") as square:
        await square.begin()
        square.expected_problems += (aiohttp.ServerDisconnectedError,)
        with monkeypatch.context() as patched:
            patched.setattr(square.mirror.hosting, "pause", connection_breaks)
            told = (await square.says("ann", "table pause")).sentence
        assert BROKEN in told
        assert (await square.awake()).row.status == "running"


async def test_a_press_that_breaks_after_it_was_written_is_not_denied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store fails when it is read once more, or a connection breaks; ben's answer is on disk."""
    async with village_square(tmp_path, ann="murderer") as square:
        await square.begin()
        square.expected_in_log |= {"store"}
        for name, problem in (("ben", aiohttp.ServerDisconnectedError()), ("cat", StoreError("the disk is away"))):
            with monkeypatch.context() as patched:
                patched.setattr(square.mirror.service.keeper, "tell", raising(problem))
                told = (await square.introduces(name, None)).sentence
            assert WRITTEN in told or "Your answer counts" in told
            assert [line.seat for line in await square.journal()][-1] == seat_of(name)


async def test_the_board_shows_an_answer_that_came_too_late_for_its_press(tmp_path: Path) -> None:
    """Discord waits for no answer to the press any more; the board says whom it waits for all the same."""
    async with village_square(tmp_path, ann="murderer") as square:
        await square.begin()
        square.expected_problems += (discord.NotFound,)
        assert not waited_for(square), "nobody is named as long as all are waited for"
        square.env.inject_error("POST", CALLBACK, status=404, code=10062, message="Unknown interaction", times=1)
        await square.introduces("ben", None)
        await square.time(5)
        assert seat_of("ben") in [line.seat for line in await square.journal()]
        assert "**ben**" not in waited_for(square)
        assert "**cat**" in waited_for(square)


def waited_for(square: Square) -> str:
    """Whom the board waits for."""
    return square.board.text.partition("Still waiting")[2]


def raising(problem: Exception) -> Any:
    def fail(*_: Any) -> None:
        raise problem

    return fail


async def test_a_form_that_breaks_does_not_deny_what_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with village_square(tmp_path, ann="murderer") as square:
        await square.begin()
        shown = await square.on_board("gus", "ow", "introduction")
        monkeypatch.setattr(square.mirror.service.keeper, "tell", raising(aiohttp.ServerDisconnectedError()))
        told = (await square.writes("gus", shown, "The baker")).sentence
        assert WRITTEN in told or "Your answer counts" in told


# -- while the bot stops -----------------------------------------------------------------------------------------------


async def test_who_presses_while_the_bot_stops_is_told_so(tmp_path: Path) -> None:
    async with village_square(tmp_path, ann="murderer") as square:
        await square.begin()
        form = await square.on_board("gus", "ow", "introduction")
        await square.run(square.mirror.router.finish)
        for act in (
            square.introduces("ben", None),
            square.writes("gus", form, "The baker"),
            square.says("ann", "table pause"),
        ):
            assert "being restarted" in (await act).sentence
        assert await square.autocompletes("ann", "table kick", "player", "") == []
        assert [line for line in await square.journal() if line.seat > 0] == []
        assert (await square.awake()).row.status == "running"


async def test_a_press_on_news_that_nobody_lived_to_note_shows_that_they_were_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of two taps puts another page in the place of the news: afterwards nothing would tell of them."""
    async with name_duel_room(tmp_path, ann=["hobyah", "flippy", "noggin"]) as room:
        await room.begin()
        await room.starts("ann")
        await room.time(2)
        await room.acts("ann", "duel.play", "hobyah")
        match, seat = (await room.awake()).id, 1
        room.mirror.suspended.suspend(match, seat)  # nothing is sent to her yet, as right after a start
        with monkeypatch.context() as dying:
            dying.setattr(room.mirror.receipts, "note_click", lives_no_longer)
            await room.acts("ann", "hobyah.draw", "2")
        room.mirror.doubts.begin([match])
        panel, place = await room.shown("ann", "hobyah.top")
        assert "You have drawn" in panel.text
        await room.clicks("ann", panel, f"mm:order:{place}:noggin")
        await room.time(70)  # by now she may have looked away, and has to hear of what is new
        room.mirror.suspended.pass_over(match, seat)
        room.mirror.suspended.resume(match, seat)
        await room.time(5)
        newer = [one for one in room.messages(room.dm("ann")) if one.id > panel.id]
        assert not any("You have drawn" in one.text for one in newer)
        await room.acts("ann", "hobyah.top", "noggin", "flippy")


async def lives_no_longer(*_: Any, **__: Any) -> None:
    """Where the process dies."""
