"""Leaving a running game: the seat goes on without its player, who is told nothing more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.tables import HOST, Table, opened_table, refused

from bot.games import GAMES
from bot.games.mafia.options import MafiaOptions
from bot.games.name_duel.options import NameDuelOptions
from bot.matches.happenings import Happening

ZOE, YUL = 777, 778
MAFIA = GAMES["mafia"]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with opened_table(tmp_path / "mirror.db") as opened:
        await opened.deal()
        yield opened


async def same_after_restart(table: Table) -> None:
    """What is in memory is what another process would load."""
    before = await table.awake()
    await table.restart()
    after = await table.awake()
    assert after.seats == before.seats
    assert (after.row.host_id, after.row.status, after.row.ending) == (
        before.row.host_id, before.row.status, before.row.ending,
    )  # fmt: skip


async def test_a_computer_player_goes_on_with_the_seat(table: Table) -> None:
    question = next(one for one in (await table.awake()).match.open if one.seat == 3)
    bystander = (await table.awake()).seats[4]
    left = await table.leaves(103)
    assert left.successor is not None
    assert not left.is_out
    seat = (await table.awake()).seats[3]
    assert (seat.user_id, seat.name, seat.player) == (None, "Hansel", "thoughtful")
    assert (await table.awake()).seats[4] == bystander
    assert table.told == [Happening(table.match, "seated", 3)]
    checkpoint = (await table.awake()).match.checkpoint
    late = table.service.answer(table.match, 3, checkpoint, question.number, question.choices[0], by=103)
    assert await refused(late) == "not_seated"
    await table.service.answer(table.match, 3, checkpoint, question.number, question.choices[0], by=None)
    await same_after_restart(table)


async def test_whoever_has_left_never_sits_here_again(table: Table) -> None:
    await table.leaves(103)
    assert await refused(table.leaves(103)) == "not_seated"
    assert await refused(table.hosting.seat_person(table.match, HOST, 4, 103, "p3")) == "sat_before"
    assert await refused(table.leaving.stand_by(table.match, HOST, 103, "p3")) == "sat_before"


async def test_the_question_counts_for_its_round_alone(table: Table) -> None:
    seats = (await table.awake()).seats
    earlier = (await table.awake()).match.checkpoint - 1
    assert await refused(table.leaving.leave(table.match, 103, 3, earlier, "Hansel")) == "asked_earlier"
    assert await refused(table.leaving.leave(table.match, 103, 4, earlier, "Hansel")) == "forged"
    assert await refused(table.leaving.leave(table.match, 999, 4, earlier, "Hansel")) == "not_seated"
    assert (await table.awake()).seats == seats
    assert await table.logged() == []


async def test_the_first_who_stands_by_takes_over(table: Table) -> None:
    assert await table.leaving.stand_by(table.match, ZOE, ZOE, "zoe")
    table.clock.now += 1
    assert await table.leaving.stand_by(table.match, YUL, YUL, "yul")
    await table.restart()
    left = await table.leaves(103)
    assert left.successor is not None
    assert (left.successor.user_id, left.successor.name) == (ZOE, "zoe")
    assert (await table.awake()).seat_of(ZOE) == 3
    await table.leaves(104)
    assert (await table.awake()).seat_of(YUL) == 4
    await table.leaves(105)
    assert (await table.awake()).seats[5].user_id is None, "the list is used up"
    await same_after_restart(table)


async def test_nobody_is_taken_off_the_list_who_may_not_sit(table: Table) -> None:
    """A person who leads the game cannot play in it, and the next one is taken."""
    await table.leaving.stand_by(table.match, ZOE, ZOE, "zoe")
    table.clock.now += 1
    await table.leaving.stand_by(table.match, YUL, YUL, "yul")
    await table.moderation.take(table.match, HOST, ZOE)
    await table.leaves(103)
    assert (await table.awake()).seat_of(YUL) == 3
    assert (await table.awake()).seat_of(ZOE) is None


async def test_a_seat_goes_only_to_somebody_who_has_agreed(table: Table) -> None:
    """A host asks; nobody gets a seat, and all it knows, by not answering."""
    assert await table.leaving.stand_by(table.match, HOST, ZOE, "zoe") == "asked"
    table.clock.now += 1
    assert await table.leaving.stand_by(table.match, HOST, YUL, "yul") == "asked"
    await table.leaves(103)
    assert (await table.awake()).seats[3].user_id is None
    assert await table.leaving.stand_by(table.match, YUL, YUL, "yul") == "on"
    await table.restart()
    await table.leaves(104)
    assert (await table.awake()).seat_of(YUL) == 4
    assert await table.leaving.standing(table.match, ZOE) == "asked"
    assert await table.leaving.stand_by(table.match, HOST, ZOE, "zoe") == "off"


async def test_the_list_is_changed_by_saying_so_again(table: Table) -> None:
    assert await table.leaving.stand_by(table.match, ZOE, ZOE, "zoe") == "on"
    assert await table.leaving.stand_by(table.match, ZOE, ZOE, "zoe") == "off"
    assert await refused(table.leaving.stand_by(table.match, HOST, 104, "p4")) == "already_seated"
    await table.leaves(103)
    assert (await table.awake()).seats[3].user_id is None


async def test_a_host_who_leaves_hands_the_table_on(table: Table) -> None:
    """And leads it no longer."""
    await table.moderation.transfer_host(table.match, HOST, 103)
    await table.moderation.take(table.match, 103, 103)
    await table.leaves(103)
    row = (await table.awake()).row
    assert (row.host_id, row.moderator_id) == (101, None)
    await same_after_restart(table)


async def test_the_last_person_ends_the_game(table: Table) -> None:
    for user_id in range(101, 108):
        await table.leaves(user_id)
    assert not (await table.awake()).over
    table.told.clear()
    left = await table.leaves(108)
    assert left.successor is None
    row = await table.row()
    assert (row.status, row.ending, row.outcome) == ("ended", "left", None)
    assert table.told == [Happening(table.match, "ended", ending="left")]
    assert await table.deadlines() == []
    await same_after_restart(table)


async def test_a_paused_game_can_be_left(table: Table) -> None:
    await table.hosting.pause(table.match, HOST)
    await table.leaves(103)
    assert (await table.awake()).seats[3].user_id is None
    assert (await table.row()).status == "paused"


async def test_killed_between_leaving_and_the_word_of_it(table: Table) -> None:
    class Killed(BaseException):
        pass

    def die(happening: Happening) -> None:
        raise Killed

    await table.leaving.stand_by(table.match, ZOE, ZOE, "zoe")
    table.service.watchers.insert(0, die)
    with pytest.raises(Killed):
        await table.leaves(103)
    await table.restart()
    awake = await table.awake()
    assert (awake.seat_of(ZOE), awake.seat_of(103)) == (3, None)
    assert (await table.row()).unsent, "the seat's new owner is still told"
    assert await refused(table.leaves(103)) == "not_seated"


async def test_two_leave_in_the_same_moment(tmp_path: Path) -> None:
    """In a duel the second one is the last."""
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal(2, NameDuelOptions(), game=GAMES["name_duel"], begun=False)
        await table.leaves(101)
        await table.leaves(102)
        assert (await table.row()).ending == "left"


async def test_out_of_the_game_as_the_rules_allow(tmp_path: Path) -> None:
    """At a table that says so the seat is disqualified (R3-14), and nobody goes on with it."""
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal(10, MafiaOptions(leavers="out"), game=MAFIA)
        await table.leaving.stand_by(table.match, ZOE, ZOE, "zoe")
        left = await table.leaves(103)
        assert left.is_out
        awake = await table.awake()
        assert 3 not in awake.snapshot().still_in()
        assert (awake.seats[3].name, awake.seats[3].user_id) == ("p3", None)
        assert awake.seat_of(ZOE) is None
        assert len(awake.snapshot().still_in()) == 9
        await same_after_restart(table)


async def test_who_is_out_already_needs_nobody_to_go_on(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal(10, MafiaOptions(leavers="out"), game=MAFIA)
        whistle = await table.asked("foul")
        await table.answer(whistle, [3, "out"])
        await table.leaving.stand_by(table.match, ZOE, ZOE, "zoe")
        left = await table.leaves(103)
        assert left.is_out
        assert (await table.awake()).seat_of(ZOE) is None


async def test_while_the_clocks_stand_nobody_is_sent_out_so_a_computer_player_goes_on(tmp_path: Path) -> None:
    async with opened_table(tmp_path / "mirror.db") as table:
        await table.deal(10, MafiaOptions(leavers="out"), game=MAFIA)
        await table.hosting.pause(table.match, HOST)
        left = await table.leaves(103)
        assert not left.is_out
        assert (await table.awake()).seats[3].name == "Hansel"
        assert 3 in (await table.awake()).snapshot().still_in()


async def test_computer_players_are_told_apart(table: Table) -> None:
    """Two who leave in the same moment, and two whom the host sends away."""
    await asyncio.gather(*(table.leaves(100 + seat) for seat in (3, 4)))
    for seat in (5, 6):
        await table.hosting.seat_person(table.match, HOST, seat, None, "The Mirror's shadow")
    names = [row.name for row in (await table.seats()).values()]
    assert names == ["p1", "p2", "Hansel", "Hansel 2", "The Mirror's shadow", "The Mirror's shadow 2", "p7", "p8"]
    await same_after_restart(table)
