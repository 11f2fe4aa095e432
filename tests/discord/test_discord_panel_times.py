"""A panel says when its clock runs out: also when time was given back, given, or stood, and when the bot was away."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from rooms.any_game import Seen
from rooms.village import Square, village_square

from bot.ui.posted import NOTICED_S

TEAM = {"cat": "murderer", "dan": "trickster", "ben": "sheriff", "gus": "mad_hatter"}
A_WHILE_S = 5


def newest(square: Square, name: str) -> Seen:
    return square.messages(square.dm(name))[-1]


def times_on(panel: Seen) -> set[int]:
    """When clocks run out, as this message says: epoch seconds."""
    return {int(found) for found in re.findall(r"<t:(\d+):R>", panel.text)}


def changed(square: Square) -> dict[str, int]:
    """How often a message to each of the people was changed, other than in answer to a press of theirs."""
    places = {name: f"/channels/{square.dm(name).id}/messages/" for name in square.people}
    patches = [one.path for one in square.env.http_requests if one.method == "PATCH"]
    return {name: sum(path.startswith(place) for path in patches) for name, place in places.items()}


def edits_of(square: Square, message: Seen) -> int:
    """How often this message was changed, other than in answer to a press."""
    return sum(one.method == "PATCH" and one.path.endswith(f"/{message.id}") for one in square.env.http_requests)


async def end_of_night(square: Square) -> int:
    """When the night's clock runs out by people's own clocks, in epoch seconds."""
    return await square.run(lambda: _end_of_night(square))


async def _end_of_night(square: Square) -> int:
    match = await square.mirror.service.snapshot(square.match_id)
    due_ms = match.due_ms("clock.night")
    assert due_ms is not None
    return due_ms // 1000


async def ends(square: Square) -> set[int]:
    """When the clocks that run here run out by people's own clocks, in epoch seconds."""
    match = await square.run(lambda: square.mirror.service.snapshot(square.match_id))
    return {due_ms // 1000 for due_ms in match.deadlines.values()}


async def everybody_reads(square: Square, end: int, *, after: dict[str, int], changes: int = 1) -> None:
    """Every panel with a clock says this, on the message that stood there, and was changed so often for it. On ben's
    there is none."""
    await square.time(A_WHILE_S)
    told = {name: {end} if name != "ben" else set() for name in square.people}
    assert {name: times_on(newest(square, name)) for name in square.people} == told
    assert changed(square) == {name: often + changes * (name != "ben") for name, often in after.items()}


async def test_every_panel_says_when_the_night_ends_whatever_happens_to_its_clock(tmp_path: Path) -> None:
    async with village_square(tmp_path, options={"night_seconds": 600}, **TEAM) as square:
        square.newcomer("zoe")
        await square.begin()
        await square.introduce_all()
        letters = {name: newest(square, name).id for name in square.people}
        await square.answers("ben", "night.investigate", "cat")
        await square.answers("dan", "night.victim", "hal")
        await square.time(A_WHILE_S)
        before, host = await end_of_night(square), square.actor("ann").user.id
        await everybody_reads(square, before, after=changed(square), changes=0)

        at_first = changed(square)
        await square.run(lambda: square.mirror.hosting.extend(square.match_id, host, 60))
        await everybody_reads(square, before + 60, after=at_first)

        at_first = changed(square)
        await square.run(lambda: square.mirror.hosting.pause(square.match_id, host))
        await square.time(A_WHILE_S)
        assert all(times_on(newest(square, name)) == set() for name in square.people), "no end is true while it stands"
        await square.time(100)
        await square.run(lambda: square.mirror.hosting.resume(square.match_id, host))
        end = await end_of_night(square)
        assert end > before + 160
        await everybody_reads(square, end, after=at_first, changes=2)

        for outage_s in (5, 7200):
            at_first = changed(square)
            await square.restart(outage_s=outage_s)
            assert await end_of_night(square) >= end + outage_s
            end = await end_of_night(square)
            await everybody_reads(square, end, after=at_first)
        assert {name: newest(square, name).id for name in square.people} == letters, "nothing rang"
        assert "You point at **hal**" in newest(square, "dan").text, "what he did there has not changed"
        assert square.texts(square.dm("zoe")) == []


async def test_a_panel_is_right_after_all_when_the_process_died_or_discord_was_out(tmp_path: Path) -> None:
    async with village_square(tmp_path, options={"night_seconds": 600}, **TEAM) as square:
        await square.begin()
        await square.introduce_all()
        host = square.actor("ann").user.id
        strikes = {seat: row.strikes for seat, row in (await square.awake()).seats.items()}
        at_first = changed(square)
        dan = f"/channels/{square.dm('dan').id}/messages/*"
        square.env.inject_error("PATCH", dan, status=503, times=None)
        await square.run(lambda: square.mirror.hosting.extend(square.match_id, host, 60))
        await square.time(A_WHILE_S)
        end = await end_of_night(square)
        assert times_on(newest(square, "eve")) == {end}, "who can be reached waits for nobody"
        assert times_on(newest(square, "dan")) != {end}
        square.env.backend.faults.clear()
        await square.time(90)
        assert await end_of_night(square) == end, "nobody was asked late because of it"
        assert times_on(newest(square, "dan")) == {end}
        assert changed(square)["eve"] == at_first["eve"] + 1

        async def never(*_: Any) -> bool:
            return True

        with pytest.MonkeyPatch.context() as patched:  # it dies when the minute is on disk, and shown to nobody
            patched.setattr(square.mirror.living, "edit", never)
            await square.run(lambda: square.mirror.hosting.extend(square.match_id, host, 60))
        await square.restart(outage_s=1)
        await square.time(A_WHILE_S)
        end = await end_of_night(square)
        assert [times_on(newest(square, name)) for name in square.people] == [{end}] * len(square.people)
        assert {seat: row.strikes for seat, row in (await square.awake()).seats.items()} == strikes


async def test_the_board_says_when_its_clock_runs_out_after_a_short_absence_too(tmp_path: Path) -> None:
    """Of which nothing is told, and after which nobody does anything that would show the board anew."""
    async with village_square(tmp_path, **TEAM) as square:
        await square.begin()
        await square.introduce_all()
        for phase in ("day", "night"):
            await square.until(phase)
            await square.time(A_WHILE_S)
            board = square.board
            assert times_on(board) <= await ends(square)
            for outage_s in (5, 20):
                shown, posts = times_on(square.board), len(square.messages())
                at_first = edits_of(square, board)
                await square.restart(outage_s=outage_s)
                await square.time(A_WHILE_S)
                assert times_on(square.board) == {end for end in await ends(square) if end - outage_s >= min(shown)}
                assert (square.board.id, len(square.messages())) == (board.id, posts), "nothing rings"
                assert edits_of(square, board) == at_first + 1
                assert square.board.message.attachments == board.message.attachments


async def test_after_an_upgrade_of_a_moment_nothing_is_changed_that_nobody_would_notice(tmp_path: Path) -> None:
    """With many tables that would be hundreds of requests, and nothing else could be said meanwhile. A moment and
    another one are more than that."""
    async with village_square(tmp_path, options={"night_seconds": 600}, **TEAM) as square:
        await square.begin()
        await square.introduce_all()
        await square.time(A_WHILE_S)
        board, shown = square.board, times_on(square.board)
        at_first = (changed(square), edits_of(square, board))
        await square.run(square.mirror.service.beat)  # as whoever stops does
        await square.restart(outage_s=1)
        await square.time(A_WHILE_S)
        assert (changed(square), edits_of(square, board)) == at_first
        assert max(await ends(square)) - max(shown) in range(1, NOTICED_S)
        await square.restart(outage_s=NOTICED_S)
        await square.time(A_WHILE_S)
        assert edits_of(square, board) == at_first[1] + 1
        assert times_on(square.board) == await ends(square)


async def test_what_was_pressed_while_the_time_was_put_right_stays_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes its time with the change; it was drawn before dan has pressed, and lands after it."""
    async with village_square(tmp_path, options={"night_seconds": 600}, **TEAM) as square:
        await square.begin()
        await square.introduce_all()
        edit_message = square.mirror.http.edit_message

        async def slowly(channel_id: int, message_id: int, **to: Any) -> Any:
            if channel_id == square.dm("dan").id:
                await asyncio.sleep(4)
            return await edit_message(channel_id, message_id, **to)

        monkeypatch.setattr(square.mirror.http, "edit_message", slowly)
        await square.run(lambda: square.mirror.hosting.extend(square.match_id, square.actor("ann").user.id, 60))
        await square.time(1)
        await square.answers("dan", "night.victim", "eve")
        await square.time(20)
        panel = newest(square, "dan")
        assert times_on(panel) == {await end_of_night(square)}
        assert "You point at **eve**" in panel.text
