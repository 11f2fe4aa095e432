"""The process dies in the middle of it: nothing is lost, nothing is told twice, old buttons go on working."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from language.any_game import seat_of
from rooms.name_duel import name_duel_room
from rooms.village import Square, village_square

from bot.matches.heart import PULSE_S, SLOWEST_S
from bot.matches.service import MatchService
from bot.store import heartbeat
from bot.store.errors import DatabaseLocked
from bot.ui.silence.voice import Voice

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff", "dan": "prince_charming"}


def no_line_twice(square: Square) -> None:
    """Nothing was told twice, neither in public nor to anybody."""
    for place in (square.thread, *(square.dm(name) for name in square.people)):
        told = square.told(place)
        assert sorted(told) == sorted(set(told)), place


def stop_delivering(square: Square, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on this process writes everything down and tells nobody: it is about to die."""
    monkeypatch.setattr(square.mirror.rounds, "schedule", lambda match_id: None)


async def test_restart_in_the_middle_of_a_ballot(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.night(ben="ann")
        await square.nominates("ben", "ann", "I know it")
        await square.call_the_vote()
        for name in ("ben", "dan", "eve"):
            await square.votes(name)
        await square.time(3)
        board, left = square.board, await square.clocks()
        public, journal = square.texts(), await square.journal()

        await square.restart()
        assert await square.journal() == journal
        assert square.texts()[: len(public) - 1] == public[:-1]
        assert left["clock.vote"] - 3 <= (await square.clocks())["clock.vote"] <= left["clock.vote"] + 16
        assert set(await square.asked_for("day.vote")) == set(square.people) - {"ben", "dan", "eve"}

        burn = f"mm:o:{await square.occasion('day.vote')}:burn"
        assert burn in board.controls
        await square.clicks("fay", board, burn)  # the button the dead process sent
        await square.speaks("ann", None)
        await square.clicks("gus", square.board, burn)
        await square.until("night")
        assert "1. ann: burns; 5 votes: ben, dan, eve, fay, gus;" in square.heard()
        assert "ann" not in await square.alive()
        no_line_twice(square)


async def test_a_clock_that_begins_after_a_quiet_while_is_stretched_by_no_more_than_a_heartbeat(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        await room.time(100)
        await room.begin()
        await room.time(25)
        async with room.mirror.store.reading() as connection:
            there_ms = await heartbeat.last(connection)
        assert there_ms is not None
        assert room.mirror.now_ms() - there_ms <= (SLOWEST_S + PULSE_S) * 1000


async def test_the_board_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.restart()
        await square.introduces("gus", None)
        await square.time(5)
        waiting = next(line for line in square.board.text.splitlines() if line.startswith("Still waiting"))
        assert "gus" not in waiting
        assert "hal" in waiting


async def test_an_outage_is_credited_and_told(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.until("day")
        await square.nominates("ben", "ann")
        await square.call_the_vote()
        left = await square.clocks()
        await square.restart(outage_s=3600)
        now = await square.clocks()
        for clock in ("clock.vote", "clock.day"):
            # At most one heartbeat too generous, never too short.
            assert left[clock] - 3 <= now[clock] <= left[clock] + 16
        assert "The Mirror was dark for about 60 minutes" in square.public()
        assert f"<t:{(square.now_ms() // 1000) + now['clock.vote']}" in square.board.text
        await square.votes("ben")
        assert await square.phase() == "ballot"
        no_line_twice(square)


async def test_no_time_counts_until_everything_is_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord tells of presses before that: they are served, in the time that counted when the last process died."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        counted = square.mirror.time.play_ms()
        genuine, seen = MatchService.start_up, []

        async def watched(self: MatchService) -> int:
            seen.append((self.time.stands, self.time.play_ms()))
            return await genuine(self)

        monkeypatch.setattr(MatchService, "start_up", watched)
        await square.restart(outage_s=3600)
        [(stands, play_ms)] = seen
        assert stands
        assert counted - (SLOWEST_S + PULSE_S) * 1000 <= play_ms <= counted
        assert not square.mirror.time.stands


async def test_restart_in_the_middle_of_the_night(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.answers("ben", "night.investigate", "ann")
        panel, place = await square.panel("dan", "night.protect")
        before = {name: square.texts(square.dm(name)) for name in square.people}

        await square.restart()
        assert {name: square.texts(square.dm(name)) for name in square.people} == before
        assert square.is_locked(), "it is still night"
        await square.chooses("dan", panel, f"mm:s:{place}", str(seat_of("fay")))
        await square.answers("ann", "night.victim", "fay")
        await square.answers("cat", "night.victim", "fay")
        await square.until("day")
        assert "fay" in await square.alive()
        assert "**ann** **is** a Rumplestiltskin" in square.dm_text("ben")
        assert not square.is_locked()
        assert await square.to_undo() == []
        no_line_twice(square)


async def test_a_crash_between_writing_and_telling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The night ends, everything is on disk, nobody has heard of it; the next process tells it all, once."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.answers("ben", "night.investigate", "ann")
        await square.answers("ann", "night.victim", "fay")
        await square.answers("cat", "night.victim", "fay")
        stop_delivering(square, monkeypatch)
        await square.until("day")
        assert "is over" not in square.public()

        await square.restart()
        assert "no more **fay**" in square.public() or "**fay**" in square.told()[-2]
        assert "**ann** **is** a Rumplestiltskin" in square.dm_text("ben")
        assert not square.is_locked()
        assert await square.asked_for("day.call") != []
        assert any(control.startswith("mm:os:") for control in square.board.controls)
        no_line_twice(square)


async def test_a_crash_while_roles_are_on_their_way(tmp_path: Path) -> None:
    """Discord does not answer while the deal is sent, and the process dies; everybody gets one role, once."""
    async with village_square(tmp_path, **VILLAGE) as square:
        square.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
        await square.begin()
        assert all(square.texts(square.dm(name)) == [] for name in square.people)
        square.env.backend.faults.clear()
        await square.restart()
        await square.time(40)
        for name in square.people:
            assert square.dm_text(name).count("Your card: ") == 1
        assert square.public().count("The first seal proves every shuffle") == 1
        assert len(square.room.threads) == 1
        await square.introduce_all()
        assert await square.phase() == "night"
        no_line_twice(square)


async def test_a_message_that_may_have_arrived_keeps_its_nonce(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies after Discord took a message and before the ledger knows: Discord drops the second by nonce."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        for name in square.people:
            await square.introduces(name, None)
        mark = len(square.env.http_requests)

        async def die(*_: Any, **__: Any) -> None:
            raise OSError("the process is gone")

        monkeypatch.setattr(square.mirror.receipts, "note", die)
        await square.time(5)
        await square.until("night")
        await square.restart()
        posts: dict[str, dict[str, Any]] = {}
        for request in square.env.http_requests[mark:]:
            if request.method == "POST" and request.path.endswith("/messages"):
                nonce = request.json["nonce"]
                assert request.json["enforce_nonce"] is True
                again = posts.setdefault(f"{request.path} {nonce}", request.json)
                assert again["components"] == request.json["components"]


async def test_computer_players_think_on_after_a_restart(tmp_path: Path) -> None:
    async with village_square(tmp_path, 8, computers=["fay", "gus", "hal"], ann="murderer") as square:
        await square.begin()
        await square.restart()
        await square.introduce_all()
        await square.time(20)
        asked = [await square.asked(name) for name in ("fay", "gus", "hal")]
        assert asked == [[], [], []]


async def test_a_start_that_fails_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is locked for a moment when the bot comes back: the clocks run all the same, a little later."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        genuine, failures = MatchService.start_up, [DatabaseLocked("busy")]

        async def once_busy(self: MatchService) -> int:
            if failures:
                raise failures.pop()
            return await genuine(self)

        monkeypatch.setattr(MatchService, "start_up", once_busy)
        square.expected_in_log.add("not_taken_up")
        await square.restart()
        assert not failures
        await square.until("day")


async def test_a_process_that_dies_before_all_is_taken_up_tells_of_no_absence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it dies like that, the table hears of the whole time, once."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        square.expected_in_log.add("not_taken_up")
        with monkeypatch.context() as dying:
            dying.setattr(Voice, "start_up", finds_no_end)
            for _ in range(2):
                await square.restart(outage_s=1800)
        await square.restart(outage_s=1800)
        told = [line for line in square.told() if "was dark" in line]
        assert len(told) == 1
        assert "90 minutes" in told[0]


async def finds_no_end(self: Voice) -> None:
    """The process is killed before this has worked."""
    raise DatabaseLocked("busy")
