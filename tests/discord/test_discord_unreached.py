"""Messages that do not arrive, although nobody has closed their door: people hear where else their secrets are."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from language.any_game import NAMES
from rooms.any_game import Room
from rooms.mafia import EIGHT, mafia_room
from rooms.name_duel import name_duel_room
from rooms.village import Square, village_square

from bot.games.hidden_roles.delivery import WAITS_LEAST_S
from bot.ui.delivery import PAUSES
from bot.ui.stage.rounds import RETRY_S

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}
UNREACHED = "my direct messages do not reach you"
FAULTS = [(503, 0), (500, 0), (404, 10003), (403, 50001)]
"""Status and code of what Discord answers; 50007 is that somebody takes none."""
TRIES_MOST = {503: 3 * (len(PAUSES) + 1), 500: 3 * (len(PAUSES) + 1), 404: 6, 403: 3}
"""Of one message, until a table begins without waiting for a card."""


def fails(room: Room, name: str, status: int, code: int = 0, times: int | None = None) -> None:
    path = f"/channels/{room.dm(name).id}/messages"
    room.env.inject_error("POST", path, status=status, code=code, message="no", times=times)


def tries(room: Room, name: str) -> int:
    path = f"/channels/{room.dm(name).id}/messages"
    return sum(one.method == "POST" and one.path == path for one in room.env.http_requests)


def told_unreached(room: Room) -> list[str]:
    return [line for line in room.told() if UNREACHED in line.lower()]


@asynccontextmanager
async def a_table_of(game: str, folder: Path) -> AsyncIterator[Room]:
    if game == "village":
        async with village_square(folder, **VILLAGE) as square:
            yield square
    else:
        async with mafia_room(folder, **EIGHT) as mafia:
            yield mafia


async def introductions(room: Room) -> None:
    if isinstance(room, Square):
        for name in await room.asked_for("introduction"):
            await room.introduces(name, None)


async def waits_for_cards(room: Room) -> bool:
    return "roles.delivered" in [question.key for question in (await room.awake()).match.open]


@pytest.mark.parametrize("game", ["village", "mafia"])
@pytest.mark.parametrize(("status", "code"), FAULTS)
async def test_whoever_has_no_card_hears_where_it_is_before_the_table_begins(
    tmp_path: Path, game: str, status: int, code: int
) -> None:
    async with a_table_of(game, tmp_path) as room:
        fails(room, "ben", status, code)
        await room.begin()
        await introductions(room)
        await room.time(70)
        assert await waits_for_cards(room)
        (told,) = told_unreached(room)
        assert told == "ben, my direct messages do not reach you just now: press **My seat** to see your secrets."
        await room.presses("ben", "My seat")
        await room.time(3)
        assert not await waits_for_cards(room)
        await room.time(300)
        assert told_unreached(room) == [told], "once is enough"


@pytest.mark.parametrize(("status", "code"), FAULTS)
async def test_it_is_knocked_ever_more_rarely(tmp_path: Path, status: int, code: int) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        fails(mafia, "ben", status, code)
        await mafia.begin()
        while await waits_for_cards(mafia):
            await mafia.time(5)
        assert 0 < tries(mafia, "ben") <= TRIES_MOST[status]
        mafia.env.backend.faults.clear()
        await mafia.time(10 * 60)
        assert "Sheriff" in mafia.dm_text("ben"), "and comes as soon as it can"


async def refused_for_long(square: Square, name: str) -> None:
    """Until a day on which this person is let alone, since Discord has refused whatever was sent to them."""
    fails(square, name, 403, 50001)
    await square.begin()
    await square.introduce_all()
    await square.until("night")
    await square.until("day")
    await square.time(450)
    assert await square.phase() == "day"
    before = tries(square, name)
    await square.time(60)
    assert tries(square, name) == before


async def test_whoever_presses_something_is_tried_again_at_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await refused_for_long(square, "ben")
        square.env.backend.faults.clear()
        await square.says("ann", "help")
        await square.time(5)
        assert square.dm_text("ben") == "", "who presses says nothing of others"
        await square.says("ben", "help")
        await square.time(5)
        assert "Sheriff" in square.dm_text("ben")


async def test_whoever_looks_at_their_seat_is_sent_what_comes_next_at_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await refused_for_long(square, "ben")
        await square.presses("ben", "My seat")
        await square.time(30)
        square.env.backend.faults.clear()
        await square.until("night")
        await square.time(3)
        assert square.messages(square.dm("ben"))


async def test_a_new_question_is_tried_at_once(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await refused_for_long(square, "ben")
        square.env.backend.faults.clear()
        assert square.dm_text("ben") == ""
        await square.until("night")
        await square.time(3)
        await square.answers("ben", "night.investigate", "ann")
        await square.until("day")
        assert "Rumplestiltskin" in square.dm_text("ben")


async def test_presses_without_end_make_no_refusals_without_end(tmp_path: Path) -> None:
    """As many as where nobody presses anything, when messages begin to fail."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await refused_for_long(square, "ben")
        before = tries(square, "ben")
        for _ in range(60):
            await square.says("ben", "help")
            await square.time(10)
        assert 0 < tries(square, "ben") - before <= 6 + 1, "within ten minutes, both ends included"


async def test_of_a_fault_that_passes_nothing_is_said(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        fails(mafia, "ben", 503, times=len(PAUSES) + 1)
        await mafia.begin()
        await mafia.time(2 * RETRY_S)
        assert "Sheriff" in mafia.dm_text("ben")
        assert not await waits_for_cards(mafia)
        assert told_unreached(mafia) == []


async def test_where_nobody_is_reached_all_hear_it_in_one_sentence(tmp_path: Path) -> None:
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        for name in mafia.people:
            fails(mafia, name, 503)
        await mafia.begin()
        await mafia.time(100)
        (told,) = told_unreached(mafia)
        assert all(name in told for name in mafia.people)


async def test_whoever_is_told_alone_what_others_are_not_is_not_named(tmp_path: Path) -> None:
    """At night the team is told what it has agreed on. That a message fails then would tell who is of it."""
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        await square.introduce_all()
        await square.until("night")
        await square.time(5)
        fails(square, "cat", 503)
        fails(square, "ann", 403, 50001)
        for name in ("ann", "cat"):
            await square.answers(name, "night.victim", "fay")
        await square.time(40)
        assert await square.phase() == "night"
        assert told_unreached(square) == []


async def test_of_a_night_that_waits_nobody_is_named_and_all_hear_where_to_look(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        await square.begin()
        fails(square, "gus", 503)
        await square.introduce_all()
        await square.until("night")
        await square.time(200)
        assert told_unreached(square) == []
        (told,) = [line for line in square.told() if "does not let one of my messages through" in line]
        assert "**My seat**" in told


async def test_in_a_game_without_hidden_roles_it_is_said_as_well(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        fails(room, "ben", 403, 50001)
        await room.begin()
        await room.time(2 * RETRY_S)
        (told,) = told_unreached(room)
        assert told.startswith("ben, ")


async def test_it_is_said_once_over_restarts_too(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        fails(room, "ben", 403, 50001)
        await room.begin()
        await room.time(2 * RETRY_S)
        assert len(told_unreached(room)) == 1
        for _ in range(2):
            await room.restart()
            await room.time(3 * RETRY_S)
        assert tries(room, "ben") > 4
        assert len(told_unreached(room)) == 1


async def test_whoever_takes_the_seat_hears_it_anew(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path) as room:
        room.newcomer("zoe")
        for name in ("ben", "zoe"):
            fails(room, name, 403, 50001)
        await room.begin()
        await room.time(2 * RETRY_S)
        zoe = room.actor("zoe").user.id
        await room.restart()
        await room.run(lambda: room.mirror.hosting.seat_person(room.match_id, 0, 2, zoe, "zoe"))
        await room.time(3 * RETRY_S)
        assert [line.split(",")[0] for line in told_unreached(room)] == ["ben", "zoe"]


@asynccontextmanager
async def lone_table(folder: Path, card: str, **options: Any) -> AsyncIterator[Square]:
    """Ann alone among computer players: when she has introduced herself, the first night begins."""
    roles = {"ann": card, "ben": "warlock", "cat": "sheriff"}
    options = {"day_seconds": 60, **options}
    async with village_square(folder, computers=NAMES[1:9], options=options, **roles) as square:
        await square.begin()
        yield square


@pytest.mark.parametrize("card", ["villager", "murderer"])
async def test_a_lone_person_is_told_as_a_night_begins_whatever_their_card(tmp_path: Path, card: str) -> None:
    async with lone_table(tmp_path, card) as square:
        fails(square, "ann", 403, 50001)
        await square.introduces("ann", None)
        await square.until("night")
        await square.time(1.5 * RETRY_S - 5)
        assert told_unreached(square) == []
        await square.time(6)
        (told,) = told_unreached(square)
        assert told.startswith("ann, ")
        assert "**My seat**" in told


async def test_a_lone_person_is_not_named_when_others_would_be_sent_nothing(tmp_path: Path) -> None:
    """In the middle of a night the team alone is told what it has agreed on, though the others are computers: whoever
    looks on may sit down later."""
    async with lone_table(tmp_path, "murderer") as square:
        await square.introduces("ann", None)
        await square.until("night")
        fails(square, "ann", 403, 50001)
        await square.answers("ann", "night.victim", "fay")
        await square.time(45)
        assert tries(square, "ann") > 2
        assert await square.phase() == "night"
        assert told_unreached(square) == []


async def test_where_nights_do_not_wait_they_wait_for_no_lone_person_either(tmp_path: Path) -> None:
    """In the hour of healing one card alone is asked. A clock that waited, and a line that said so, told whoever looked
    on, and might sit down later, that it was ann's."""
    async with lone_table(tmp_path, "fairy_godmother", healing_seconds=20, nights_wait=False) as square:
        await square.introduces("ann", None)
        await square.until("night")
        await square.time(5)
        for method in ("POST", "PATCH"):
            path = f"/channels/{square.dm('ann').id}/messages"
            square.env.inject_error(method, path, status=503, times=None)
        (key,) = await square.asked("ann")
        await square.answers("ann", key, None)
        while "night.heal" not in await square.asked("ann"):
            assert await square.phase() == "night"
            await square.time(1)
        await square.time(40)
        assert "does not let one of my messages through" not in square.public()
        assert await square.phase() != "night"


@pytest.mark.parametrize("game", ["village", "mafia"])
async def test_while_nobody_is_reached_the_board_counts_down_no_time(tmp_path: Path, game: str) -> None:
    """All clocks stand then: what the board said when that began would soon lie in the past."""
    async with a_table_of(game, tmp_path) as room:
        for name in room.people:
            fails(room, name, 503)
        await room.begin()
        await introductions(room)
        for _ in range(12):
            await room.time(30)
            assert await waits_for_cards(room)
            assert counted_down(room) > room.now_ms() / 1000 + WAITS_LEAST_S - 30
        room.env.backend.faults.clear()
        await room.time(5 * RETRY_S)
        assert not await waits_for_cards(room)


def counted_down(room: Room) -> int:
    """The time to which the board counts down."""
    (at,) = re.findall(r"<t:(\d+):R>", room.board.text)
    return int(at)


async def test_many_who_are_refused_do_not_have_each_other_tried_again(tmp_path: Path) -> None:
    """Whoever is tried again brings the whole match forward: the others wait for their own time all the same."""
    async with mafia_room(tmp_path, **EIGHT) as mafia:
        openings = "/users/@me/channels"
        mafia.env.inject_error("POST", openings, status=400, message="no", times=None)
        await mafia.begin()
        await mafia.time(600)
        tries = sum(one.method == "POST" and one.path == openings for one in mafia.env.http_requests)
        assert tries <= 6 * len(mafia.people)


async def test_a_mistake_that_keeps_many_from_their_messages_is_made_ever_more_rarely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[Any] = []

    async def mistaken(*told: Any) -> bool:
        tries.append(told)
        raise ZeroDivisionError("a test")

    async with mafia_room(tmp_path, **EIGHT) as mafia:
        mafia.expected_in_log.add("private_message_failed")
        with monkeypatch.context() as mistake:
            mistake.setattr(mafia.mirror.seat_sender, "tell", mistaken)
            await mafia.begin()
            await mafia.time(600)
        assert len(tries) <= 6 * len(mafia.people)
        assert told_unreached(mafia) == [], "nobody can say whether My seat has the same fault"
        await mafia.time(600)
        assert "Sheriff" in mafia.dm_text("ben")


@pytest.mark.parametrize("card", ["villager", "murderer"])
async def test_a_lone_person_whose_next_message_arrives_is_not_named(tmp_path: Path, card: str) -> None:
    """Discord refuses once in a while what it allows. Ann was named just when the next one was under way."""
    async with lone_table(tmp_path, card) as square:
        fails(square, "ann", 403, 50001, times=1)
        await square.introduces("ann", None)
        await square.until("night")
        before = tries(square, "ann")
        await square.time(2 * RETRY_S)
        assert tries(square, "ann") == before + 1
        assert told_unreached(square) == []
