"""`magic-mirror try`: a real lobby in a pretended server, a game that survives stopping, and clear words when not."""

from __future__ import annotations

import asyncio
import errno
import json
import math
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from support.sizes import size
from support.waiting import PATIENCE_S, patient_world, until

from bot.engine.questions import Seat
from bot.engine.tutorials import SEED
from bot.games import GAMES
from bot.matches.awake import Awake
from bot.matches.evenings import Evenings
from bot.matches.planned_tables import PlannedTables, Wanted
from bot.matches.statistics import Statistics
from bot.matches.tutorials import is_tutorial
from bot.store import matches, people, seating, tallies
from bot.store.database import Store
from bot.trying.acts import Acts
from bot.trying.command import take_port
from bot.trying.messages import seen
from bot.trying.moving_in import move_in, numbers_of
from bot.trying.past import remember
from bot.trying.people import MOST, Person, Window, person_id, windows_file
from bot.trying.words import hint
from bot.trying.world import SHORT_BREAK_S, CannotTry, World, hint_before, locale_of, quick_options, world
from bot.ui.wording import Wording, wording_files

QUICK = (2.0, 3.0)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Path]:
    """Where a world is kept that may be slow."""
    with patient_world():
        yield tmp_path / "magic-mirror-try.db"


async def start(here: World) -> None:
    message = next(one for one in reversed(here.square.history(viewer=here.you)) if one.components)
    await here.you.click(message, label="Start")
    async with here.turn:
        await here.look()


async def table(here: World) -> tuple[Awake, Seat]:
    """The match the person plays in the village, and the person's seat."""
    awake = await here.mirror.service.awake((await here.going(here.me))[-1].id)
    seat = awake.seat_of(here.you.id)
    assert seat is not None
    return awake, seat


async def until_asked(here: World, most_s: int = 240) -> tuple[Awake, Seat]:
    """Let time pass until the Mirror asks the person something in private."""
    for _ in range(most_s):
        if here.me.hint == "answer":
            return await table(here)
        await here.pass_time(1)
    raise AssertionError(f"never asked; hint {here.me.hint}")


async def test_a_table_waits_for_start(database: Path) -> None:
    async with world(database, "village", 9, pause_s=QUICK) as here:
        row = (await here.mirror.lobbies.open_of_host(here.you.id))[0]
        assert len(row.seats) == 9
        assert len(row.people) == 1
        assert row.options.quick_nights is True
        assert [message.type for message in here.square.history()], "the table is shown"
        assert here.me.hint == "start"
        assert here.me.table is None
        assert here.env.errors == []


async def test_another_role_set_keeps_the_short_waits(database: Path) -> None:
    async with world(database, "village", 9, pause_s=QUICK) as here:
        lobby = (await here.mirror.lobbies.open_of_host(here.you.id))[0]
        message = next(one for one in reversed(here.square.history(viewer=here.you)) if one.components)
        options = await here.you.click(message, label="Options")
        await here.you.select(options.response, ["everything"], custom_id=f"mm:lobby:{lobby.id}:set")
        changed = await here.mirror.lobbies.get(lobby.id)
        role_set = await here.mirror.role_sets.get(here.guild.id, "village", "everything")
        assert changed.role_set == "everything"
        assert changed.options == quick_options(lobby.game, role_set)
        assert changed.options.quick_nights is True


async def test_without_a_game_nothing_is_opened_and_there_are_statistics_to_look_at(database: Path) -> None:
    async with world(database, None, pause_s=QUICK) as here:
        assert await here.mirror.lobbies.open_of_host(here.you.id) == []
        assert here.me.hint == "open"
        await here.you.slash(here.square, "leaderboard", game="name_duel")
        board = str([part.to_dict() for part in seen(here.me, "square")[-1].components])
        assert any(f"<@{villager}>" in board for villager in here.villagers), "computer players have played before"


async def test_what_was_played_before_is_remembered_once_and_in_the_channel_there_is(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "try.db")
    found = []
    for channel in (5, 6):
        await remember(store, 1, channel, 1_700_000_000_000)
        async with store.reading() as connection:
            found.append([(row.match, row.channel_id) for row in await tallies.of_guild(connection, 1)])
    await store.close()
    assert found[0] == [(match, 5) for match, _ in found[1]]
    assert {channel for _, channel in found[1]} == {6}


async def test_an_evening_and_what_is_planned_stand_in_the_channel_there_is(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "try.db")
    now, ann = 1_700_000_000_000, person_id(0)
    evenings, plans = Evenings(store, lambda: now), PlannedTables(store, lambda: now)
    evening = await evenings.start(1, 5, None, ann, "ann", ["name_duel"])
    await evenings.shown(evening.id, 50, 0)
    plan = await plans.draft(Wanted(1, 5, ann, "ann", "mafia", None, now + 3_600_000))
    await plans.make(plan.id, ann)
    await plans.placed(plan.id, 51)
    await plans.has_event(plan.id, 52)
    elsewhere = await evenings.start(2, 7, None, ann, "ann", ["name_duel"])
    await move_in(store, 1, 6, 8, [])
    assert [(await evenings.here(6)).id, (await evenings.here(7)).id] == [evening.id, elsewhere.id]
    assert (await evenings.get(evening.id)).is_unshown, "its scoreboard is posted there"
    (moved,) = await plans.waiting()
    assert (moved.channel_id, moved.message_id, moved.event_id) == (6, None, None)
    await store.close()


@pytest.mark.full_size
@pytest.mark.parametrize("seats", [20, *([8] if size(0, full=1) else [])])
async def test_as_many_seats_as_asked_for(database: Path, seats: int) -> None:
    async with world(database, "village", seats, pause_s=QUICK) as here:
        assert len((await here.mirror.lobbies.open_of_host(here.you.id))[0].seats) == seats


async def test_a_person_follows_a_game_of_theirs(database: Path) -> None:
    async with world(database, "village", 9, pause_s=QUICK) as here:
        before = here.revision
        await start(here)
        assert here.me.table is not None
        assert here.revision > before
        await here.pass_time(3)
        assert len(seen(here.me, "letters")) == 2, "the role came by direct message"
        assert here.env.errors == []


async def test_stopped_by_night_it_goes_on_with_the_same_questions(database: Path) -> None:
    """In the same windows; and another game that is wanted then has its lobby beside it."""
    async with world(database, "village", 9, pause_s=QUICK) as here:
        await start(here)
        awake, seat = await until_asked(here)
        asked, card = [question.signature() for question in awake.match.open_for(seat)], awake.match.view(seat)
        last_ms, number, key = here.mirror.now_ms(), awake.id, here.me.key
        guest = await here.invite()
        other = guest.key
        await here.you.slash(here.talk, "duel", person=guest.actor)
        await guest.actor.click(seen(guest, "talk")[-1], label="Accept")
        async with here.turn:
            await here.look()
        assert (here.me.hint, guest.hint) == ("answer", "talk"), "the game in the village comes first"
    async with world(database, "name_duel", pause_s=QUICK) as here:
        assert here.mirror.now_ms() > last_ms
        assert [person.key for person in here.people] == [key, other]
        lobby = (await here.mirror.lobbies.open_of_host(here.you.id))[0]
        assert (lobby.game.name, len(lobby.seats)) == ("name_duel", 1), "--game is not ignored, and has its lobby"
        awake, seat = await table(here)
        assert awake.id == number
        assert awake.row.host_id == here.you.id
        assert [question.signature() for question in awake.match.open_for(seat)] == asked
        assert awake.match.view(seat) == card
        await here.pass_time(2)
        assert here.me.hint == "computer", "about what was asked for"
        await here.sit_down_at(here.me, number)
        assert here.me.hint == "answer"
        assert here.me.table is not None
        assert seen(here.me, "letters"), "the question is asked again where it can be seen"
        guest = here.people[1]
        boards = (here.you, here.me.table.history(viewer=here.you)[-1]), (guest.actor, seen(guest, "talk")[-1])
        for hand, board in boards:
            shown = await hand.click(board, label="My seat")
            assert shown.ephemeral
        assert here.env.errors == []


async def test_nothing_is_drawn_in_the_server_of_before(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Its lobby, the question whether to end the game, and the room of the dead stood where nobody can look any more:
    the terminal says nothing of them, and the room is made anew."""
    async with world(database, "village", 9, pause_s=QUICK) as here:
        await start(here)
        await until_asked(here)
        awake, _ = await table(here)
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT 1 FROM lobby WHERE message_id IS NOT NULL").fetchall()
        connection.execute("INSERT INTO dead_room VALUES (?, 'open', 1, 4711, 4712)", (awake.id,))
        connection.execute("INSERT INTO end_question VALUES (?, 'draw', 1, 4711, 4713)", (awake.id,))
    connection.close()
    caplog.clear()
    async with world(database, None, pause_s=QUICK) as here:
        await here.pass_time(5)
        assert here.env.errors == []
    assert [one.getMessage() for one in caplog.records if one.levelname in ("WARNING", "ERROR")] == []
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT state, thread_id FROM dead_room").fetchall() == [("opening", None)]
        assert connection.execute("SELECT * FROM end_question").fetchall() == []
    connection.close()


async def test_nothing_is_put_away_in_the_messages_of_before(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A game was over shortly before the stop: its last panels were in messages that nobody has any more."""
    async with world(database, "name_duel", pause_s=QUICK) as here:
        message = next(one for one in reversed(here.square.history(viewer=here.you)) if one.components)
        await here.you.click(message, label="Play the computer")
        await here.pass_time(5)
        assert seen(here.me, "letters")
        (row,) = await here.going(here.me)
        await here.mirror.hosting.end(row.id, here.me.id)
        await here.pass_time(5)
    caplog.clear()
    async with world(database, None, pause_s=QUICK) as here:
        await here.pass_time(5)
        assert here.env.errors == []
    assert [one.getMessage() for one in caplog.records if one.levelname in ("WARNING", "ERROR")] == []


async def sits_down_with(here: World) -> Person:
    """Somebody else comes and plays a duel with the person."""
    guest = await here.invite()
    await here.you.slash(here.square, "play", game="name_duel", opponent=guest.actor)
    challenge = next(one for one in reversed(here.square.history(viewer=guest.actor)) if one.components)
    async with here.turn:
        await here.look()
    assert guest.hint == "challenged"
    await guest.actor.click(challenge, label="Accept")
    async with here.turn:
        await here.look()
    assert {here.me.hint, guest.hint} <= {"answer", "turn", "others"}, "it does not go on by itself"
    return guest


async def players(here: World) -> list[int | None]:
    """Whose the seats of the last game are."""
    async with here.mirror.store.reading() as connection:
        (row,) = await matches.matches_of_user(connection, here.you.id)
        return [seat.user_id for seat in await seating.seats_of(connection, row.id)]


def changes(database: Path, statement: str) -> None:
    with sqlite3.connect(database) as connection:
        assert connection.execute(statement).rowcount
    connection.close()


async def test_everybody_keeps_their_own_seat(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens between two starts, and however old the file is: nobody sits on two seats and sees both."""
    async with world(database, None, pause_s=QUICK) as here:
        guest = await sits_down_with(here)
        keys, seated = [here.me.key, guest.key], await players(here)
        assert seated == [here.me.id, guest.id]
    changes(database, "UPDATE seat SET user_id = user_id + 4000 WHERE user_id IS NOT NULL")  # as an older version did
    windows = json.loads(windows_file(database).read_text())
    windows_file(database).write_text(json.dumps([{**one, "user": one["user"] + 4000} for one in windows]))
    with monkeypatch.context() as killed:
        killed.setattr("bot.trying.world.keep_windows", _is_killed)
        with pytest.raises(OSError, match="killed"):
            await world(database, None, pause_s=QUICK).__aenter__()
    async with world(database, None, pause_s=QUICK) as here:
        assert [person.key for person in here.people] == keys
        assert await players(here) == seated
    windows_file(database).unlink()
    async with world(database, None, pause_s=QUICK) as here:
        assert here.me.key not in keys
        assert await players(here) == seated
        assert (await here.invite()).id == seated[1], "whoever comes takes the place that waits"
        here.people[1].open_until = 0.0
        assert (await here.invite()).id not in seated, "whoever sits in a game stays who they are"
        await here.pass_time(2)
        assert all(seen(person, "letters") for person in here.people[:2])
        assert here.env.errors == []
    changes(database, f"UPDATE seat SET user_id = {seated[0]} WHERE user_id IS NOT NULL")  # and so did that
    async with world(database, None, pause_s=QUICK) as here:
        assert await players(here) == [seated[0], None], "the computer plays on"


def test_who_has_no_window_is_nobody_else() -> None:
    """The ids of an older version, with one window, none, and more people than fit."""
    assert numbers_of([Window("key", 41)], [41, 42]) == {41: 0, 42: 1}
    assert numbers_of([], [42, 41]) == {41: 0, 42: 1}
    assert numbers_of([Window("key", person_id(1))], [42, person_id(0)]) == {person_id(1): 1, person_id(0): 0, 42: 2}
    assert numbers_of([], [41, 42, 43, 44, 45]) == {41: 0, 42: 1, 43: 2, 44: 3}


def _is_killed(*_: Any) -> None:
    raise OSError("killed")


async def test_a_window_that_was_closed_is_opened_for_somebody_else(database: Path) -> None:
    async with world(database, None, pause_s=QUICK) as here:
        await here.invite()
        guest = await here.invite()
        old, name = guest.key, guest.name
        for _ in range(len(here.people), MOST):
            await here.invite()
        with pytest.raises(CannotTry, match="no room"):
            await here.invite()
        guest.open_until = 0.0  # its page has not asked for anything for so long
        assert (await here.invite()).name == name
        assert guest.key != old, "the window of before shows nobody else's game"


@pytest.mark.parametrize(("stopped_s", "dark"), [(8, False), (3600, True)])
async def test_after_a_short_break_the_mirror_does_not_say_it_was_away_for_as_long_as_nobody_looked(
    database: Path, stopped_s: int, *, dark: bool
) -> None:
    """The clock of the village had stood still for four minutes in all: it said it had been dark for four minutes."""
    async with world(database, "village", 9, pause_s=QUICK) as here:
        await start(here)
        await until_asked(here)
        village_ms = here.mirror.now_ms()
    now = village_ms / 1000 + 240
    for file in (database, Path(f"{database}-wal")):
        if file.exists():
            os.utime(file, (now - stopped_s, now - stopped_s))
    with patch("bot.trying.world.datetime") as real:
        real.now.return_value = datetime.fromtimestamp(now, UTC)
        async with world(database, None, pause_s=QUICK) as here:
            assert here.me.table is not None
            await here.pass_time(3)
            told = [repr(one.components) for one in here.me.table.history(viewer=here.you)]
            assert any("The Mirror was dark" in text for text in told) is dark


async def test_a_village_at_which_nobody_looks_for_long_was_there_all_the_time(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clock stands and nothing happens: its file had not been written for minutes when the process was killed, so
    that the next one told of all these minutes."""
    monkeypatch.setattr("bot.trying.world.STILL_THERE_ROUNDS", 1)
    async with world(database, "village", 9, pause_s=QUICK) as here:
        await start(here)
        await until_asked(here)
        here.watched_until = 0.0
        files = [file for file in (database, Path(f"{database}-wal")) if file.exists()]
        for file in files:
            os.utime(file, (0.0, 0.0))
        running = asyncio.create_task(here.run())
        rounds = here.rounds
        await until(lambda: here.rounds > rounds + 1)
        running.cancel()
        assert time.time() - max(file.stat().st_mtime for file in files) < SHORT_BREAK_S


async def test_without_its_database_everything_begins_again(database: Path) -> None:
    async with world(database, None, pause_s=QUICK) as here:
        await here.invite()
        key = here.me.key
    os.unlink(database)
    async with world(database, None, pause_s=QUICK) as here:
        assert [person.key == key for person in here.people] == [False]


async def takes_no_messages(here: World) -> bool:
    """What the bot takes the person for."""
    async with here.mirror.store.reading() as connection:
        known = await people.get(connection, here.you.id)
    return known is not None and known.dm_closed


async def test_in_a_new_server_everybodys_messages_are_new_and_open(database: Path) -> None:
    """Also of whoever sits in no game any more."""
    async with world(database, "name_duel", pause_s=QUICK) as here:
        message = next(one for one in reversed(here.square.history(viewer=here.you)) if one.components)
        await here.close_letters(here.me, True)
        await here.you.click(message, label="Play the computer")
        await here.pass_time(2)
        assert await takes_no_messages(here)
        (row,) = await here.going(here.me)
        await here.mirror.hosting.end(row.id, here.me.id)
        await Statistics(here.mirror.store, here.mirror.now_ms).count_person(here.you.id, False)
    async with world(database, None, pause_s=QUICK) as here:
        assert not await takes_no_messages(here)
        counted = await Statistics(here.mirror.store, here.mirror.now_ms).counts_person(here.you.id)
        assert not counted, "what somebody has chosen stays"


async def test_a_lobby_does_not_outlive_its_world(database: Path) -> None:
    for _ in range(2):
        async with world(database, "village", 9, pause_s=QUICK) as here:
            assert len(await here.mirror.lobbies.open_of_host(here.you.id)) == 1


async def goes_round(here: World, often: int = 1) -> None:
    """Until the world's clock has been seen to so many times."""
    rounds, hold = 0, here._hold

    def noted() -> None:
        nonlocal rounds
        hold()
        rounds += 1

    with patch.object(here, "_hold", noted):
        await until(lambda: rounds >= often)


async def test_time_stands_still_when_it_is_stopped(database: Path) -> None:
    async with world(database, "village", 9, pause_s=QUICK) as here:
        running = asyncio.create_task(here.run())
        before = here.env.now()
        await goes_round(here, 2)
        assert here.env.now() == before, "nobody has opened the page yet"
        here.watched_until, here.speed = math.inf, 0
        await goes_round(here, 2)
        assert here.env.now() == before
        here.speed = 4
        await until(lambda: (here.env.now() - before).total_seconds() >= 4)
        running.cancel()


def real_timers(here: World) -> list[asyncio.TimerHandle]:
    """What would still ring by the real clock, after more than a moment."""
    env: Any = here.env
    later = [
        record for record in env._work.callbacks if record.when is not None and record.when > env._virtual_time + 1
    ]
    return [one.real_handle for one in later if one.real_handle is not None and not one.real_handle.cancelled()]


SETTLES_WITHIN_S = 60.0
"""Shorter than whatever waits in that world, where even short sleeps end by the real clock: longer ones are not waited
for, shorter ones are."""


async def test_a_deadline_does_not_run_out_while_time_stands_still(tmp_path: Path) -> None:
    """Here the bot's sleeps would end by the real clock as well, if the world did not hold them."""
    async with world(tmp_path / "magic-mirror-try.db", "village", 9, pause_s=(PATIENCE_S, PATIENCE_S)) as here:
        here.env.settle_timeout = SETTLES_WITHIN_S
        await start(here)
        here.watched_until, here.speed = math.inf, 0
        before, timers = here.env.now(), real_timers(here)
        assert timers
        running = asyncio.create_task(here.run())
        await goes_round(here, 2)
        running.cancel()
        assert all(timer.cancelled() for timer in timers)
        assert real_timers(here) == []
        assert here.env.now() == before


async def test_another_language(database: Path) -> None:
    """The server's messages and what the person asks for are in the language this Discord is set to."""
    async with world(database, "village", 9, pause_s=QUICK, language="de") as here:
        message = next(one for one in reversed(here.square.history(viewer=here.you)) if one.components)
        shown = await here.you.click(message, label="Regeln")
        assert shown.ephemeral
        await here.you.click(message, label="Starten")
        assert here.env.errors == []
    with pytest.raises(CannotTry, match="no language called xx"):
        async with world(database, "village", 9, language="xx"):
            pass


@pytest.mark.parametrize(
    ("typed", "locale"),
    [
        ("en", "en-US"),
        ("EN_us", "en-US"),
        ("en-GB", "en-GB"),
        ("en-AU", "en-US"),
        ("de", "de"),
        ("de-AT", "de"),
        ("de_CH", "de"),
        ("es", "es-ES"),
        ("fr-CA", "fr"),
        ("sv", "sv-SE"),
    ],
)
def test_a_language_is_found_as_people_type_it(typed: str, locale: str) -> None:
    assert locale_of(typed) == locale


async def test_the_game_that_was_asked_for_comes_before_one_that_sleeps(database: Path) -> None:
    async with world(database, "mafia", 6, pause_s=QUICK) as here:
        await start(here)
        assert here.me.table is not None
    async with world(database, "grimm_forest", 2, pause_s=QUICK) as here:
        (lobby,) = await here.mirror.lobbies.open_of_host(here.you.id)
        assert len(lobby.seats) == 2
        assert here.me.asked == lobby.id
        assert here.me.hint == "start", "not what sleeps"
        assert [row.game for row in await here.going(here.me)] == ["mafia"]
        shown = [str([part.to_dict() for part in one.components]) for one in seen(here.me, "square")]
        (drawn,) = [text for text in shown if f"mm:lobby:{lobby.id}:start" in text]
        assert lobby.seats[1].name in drawn, "the table is shown as it is"
        asked = here.words.say("lobby.level.only")
        assert not [text for text in shown if asked in text], "nobody asked how well the other one should play"
        await here.sit_down_at(here.me, (await here.going(here.me))[0].id)
        assert here.me.hint != "start", "whoever goes on with the other game is told about that one"


@pytest.mark.parametrize(("game", "seats"), [("chess", 9), ("village", 3), ("village", 21)])
def test_what_cannot_be_played_is_said(database: Path, game: str, seats: int) -> None:
    async def attempt() -> None:
        async with world(database, game, seats):
            pass

    with pytest.raises(CannotTry, match=r"played|players"):
        asyncio.run(attempt())
    assert not database.exists()


def test_a_taken_port_is_said_or_avoided() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(CannotTry, match="in use"):
            take_port(taken.getsockname()[1])
    refused = PermissionError(errno.EACCES, "Permission denied")
    with (
        patch("bot.trying.command.socket.create_server", side_effect=refused),
        pytest.raises(CannotTry, match=r"Port 80 cannot be used \(Permission denied\)"),
    ):
        take_port(80)
    with take_port(None) as first, take_port(None) as second:
        assert first.getsockname() != second.getsockname(), "two at once do not get in each other's way"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_quick_options_can_be_played(game: str) -> None:
    for role_set in GAMES[game].role_sets:
        assert set(GAMES[game].quick) <= set(GAMES[game].options.model_fields)
        options = quick_options(GAMES[game], role_set.options)
        seats = next(seats for seats in GAMES[game].seats if not GAMES[game].faults(role_set.options, seats))
        assert not GAMES[game].faults(options, seats)


def test_the_command_stops_cleanly(tmp_path: Path) -> None:
    code = "from bot.trying.command import try_it; try_it('village', 9, None, False)"
    root = str(Path(__file__).resolve().parents[1])
    environment = {**os.environ, "PYTHONPATH": root}
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            said = [process.stdout.readline(), process.stdout.readline()]
            assert said[1], process.communicate(timeout=PATIENCE_S)
            address = said[1].split()[2]
            with urllib.request.urlopen(address + "start", timeout=PATIENCE_S) as answer:
                assert len(json.load(answer)["games"]) == len(GAMES)
            process.send_signal(signal.SIGTERM)
            out, err = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
    assert process.returncode == 0, err
    assert "run the same command to go on" in out
    assert "Traceback" not in err
    database = tmp_path / "magic-mirror-try.db"
    assert database.exists()
    assert f"{database} " in out
    assert f"{windows_file(database)}:" in out
    assert os.name != "posix" or windows_file(database).stat().st_mode & 0o777 == 0o600


async def test_a_tutorial_begins_in_a_thread_of_ones_own_and_is_gone_on_with(database: Path) -> None:
    async with world(database, None, pause_s=(0.0, 0.0)) as here:
        await here.learn(here.me, "name_duel")
        await here.look()
        begun = here.me.table
        assert begun is not None
        assert begun not in here.public_threads
        assert here.me.hint == "turn"
        await here.learn(here.me, "name_duel")
        assert here.me.table is not None
        assert here.me.table.id == begun.id
        assert len(here.square.threads) == 1
    async with world(database, None, pause_s=(0.0, 0.0)) as again:
        (row,) = await again.going(again.me)
        assert is_tutorial(row), "what was stacked stays a tutorial"


async def test_an_answer_that_is_put_away_is_gone_and_a_public_message_is_not(database: Path) -> None:
    """The Mirror has to learn of it, as on Discord: what it writes into such a message later, nobody would ever see."""
    async with world(database, None, pause_s=(0.0, 0.0)) as here:
        await here.learn(here.me, "name_duel")
        await here.look()
        acts, board = Acts(here), seen(here.me, "table")[-1]
        seat = f"mm:seat:{(await here.going(here.me))[-1].id}"
        await acts.do(here.me, {"place": "table", "kind": "click", "message": str(board.id), "control": seat})
        own = seen(here.me, "table")[-1]
        assert own.flags.ephemeral
        for message in (own, board):
            await acts.do(here.me, {"place": "table", "kind": "dismiss", "message": str(message.id)})
        here_now = {message.id for message in seen(here.me, "table")}
        assert own.id not in here_now
        assert board.id in here_now


async def test_who_sits_at_somebody_elses_table_is_told_who_begins(database: Path) -> None:
    async with world(database, "mafia", 6, pause_s=QUICK) as here:
        guest = await here.invite()
        assert guest.hint == "join"
        assert here.words.say("try.place.square") in hint(here.words, guest.hint)
        table = next(one for one in reversed(here.square.history(viewer=guest.actor)) if one.components)
        await guest.actor.click(table, label=here.words.say("lobby.button.join"))
        async with here.turn:
            await here.look()
        assert guest.hint == "seated"
        said = hint(here.words, guest.hint)
        assert here.words.say("lobby.button.leave") in said
        assert here.words.say("try.place.square") in said


async def test_who_leads_a_game_or_is_offered_a_seat_is_told_so(database: Path) -> None:
    async with world(database, "mafia", 6, pause_s=QUICK) as here:
        guest = await here.invite()
        await here.you.click(here.square.history(viewer=here.you)[-1], label=here.words.say("lobby.button.start"))
        await here.pass_time(3)
        table = here.me.table
        assert table is not None

        async def does(command: str, **options: Any) -> None:
            await here.you.slash(table, command, **options)
            await here.pass_time(2)

        await does("table chair", master=guest.actor)
        said = hint(here.words, guest.hint)
        assert guest.hint == "leads"
        assert here.words.say("button.desk") in said
        await does("table chair")
        assert guest.hint in ("open", "join")

        await does("table substitute", player="3", person=guest.actor)
        preview = table.history(viewer=here.you)[-1]
        await here.you.click(preview, label=here.words.say("table.substitute.do"))
        await here.pass_time(2)
        assert guest.table is not None
        assert guest.table.id == table.id, "an offer is looked at where it stands"
        assert guest.hint == "offered"
        assert here.words.say("offer.yes") in hint(here.words, guest.hint)
        assert here.me.hint != "offered"

        await does("table host", person=guest.actor)
        assert guest.hint == "offered", "somebody waits for an answer"
        offer = next(one for one in table.history() if "mm:offer:" in str([part.to_dict() for part in one.components]))
        await here.you.click(offer, label=here.words.say("offer.yes"))
        await here.pass_time(2)
        assert guest.hint == "hosts"
        assert "/table powers" in hint(here.words, guest.hint)


@pytest.mark.parametrize(("game", "said"), [("mafia", "rematch"), ("name_duel", "rematch.two")])
def test_whose_partner_has_opened_the_rematch_is_told_to_join(game: str, said: str) -> None:
    finished = [SimpleNamespace(seed="0" * 64, id=7)]
    opened = SimpleNamespace(match=7, game=game)
    words = Wording(wording_files())
    assert hint_before([], finished, others=[opened]) == said
    assert hint_before([], finished, others=[SimpleNamespace(match=None, game=game)]) == "over"
    assert words.say("lobby.button.join" if said == "rematch" else "lobby.button.join_begin") in hint(words, said)


@pytest.mark.parametrize("language", ["en", "de"])
def test_after_a_restart_nobody_is_told_to_press_a_rematch_that_is_not_there(language: str) -> None:
    """The village of the page begins anew at each start: what was over before stands under the games only."""
    words = Wording(wording_files()).for_locale(language)
    assert hint_before([], [SimpleNamespace(seed="0" * 64)], is_shown=False) == "past"
    assert words.say("button.rematch") not in hint(words, "past")
    assert words.say("try.games") in hint(words, "past")


def test_after_a_lesson_nobody_is_told_to_press_a_rematch_that_is_not_there() -> None:
    german = Wording(wording_files()).for_locale("de")
    finished = [SimpleNamespace(seed="0" * 64), SimpleNamespace(seed=f"{SEED}0")]
    assert hint_before([], finished) == "learned"
    assert hint_before([], finished[:1]) == "over"
    assert hint_before([], [], others=finished) == "join"
    assert german.say("button.rematch") not in hint(german, "learned")
    assert german.say("try.games") in hint(german, "learned")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_private_talk_names_the_button_for_another_window_and_where_it_lies(language: str) -> None:
    words = Wording(wording_files(), language)
    about = words.say("try.talk.about")
    assert f"**{words.say('try.second')}**" in about
    assert "**…**" in about
