"""A match is written step by step, loaded again, rewound; nothing is ever written twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any, get_args

import pytest
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import deadlines, deliveries, journals, loading, matches, seating, table_log
from bot.store.database import Store
from bot.store.errors import AlreadyAnswered, Conflict, UnknownMatch
from bot.store.journals import SnapshotRow, Write
from bot.store.seating import NewSeat, SeatRow
from store.samples import due, entry, new_match, said, started, step


async def append(store: Store, written: Write) -> None:
    await store.write(lambda connection: journals.append(connection, written))


async def load(store: Store, match: int) -> loading.SavedMatch:
    async with store.reading() as connection:
        return await loading.load(connection, match)


async def read(store: Store, question: Any, *values: Any, **named: Any) -> Any:
    async with store.reading() as connection:
        answer: Awaitable[Any] = question(connection, *values, **named)
        return await answer


async def do(store: Store, work: Any, *values: Any, **named: Any) -> Any:
    return await store.write(lambda connection: work(connection, *values, **named))


@pytest.fixture
async def match(store: Store) -> int:
    return await store.write(started)


async def test_a_new_match_is_all_there(store: Store, match: int) -> None:
    saved = await load(store, match)
    assert (saved.row.id, saved.row.status, saved.row.checkpoint, saved.row.head) == (match, "running", 0, 0)
    assert saved.row.options == new_match().options
    assert saved.row.unsent is False
    assert saved.row.seats == 3
    assert saved.snapshot == SnapshotRow(match, 0, "{}")
    assert saved.seats[0] == SeatRow(match, 1, 101, "ann", "human", 0, False)
    assert saved.seats[2] == SeatRow(match, 3, None, "Mirror", "thoughtful", 0, False)
    assert saved.journal == ()


async def test_numbers_are_not_used_again(store: Store, match: int) -> None:
    await store.write(lambda connection: connection.exec_driver_sql("DELETE FROM match"))
    assert await store.write(started) == match + 1


async def test_a_step_is_written_whole(store: Store, match: int) -> None:
    await append(store, step(match, 0, deadlines=(due(match, 1, 5_000), due(match, 2, 4_000))))
    await append(store, step(match, 1, cleared=(2,), deadlines=(due(match, 1, 6_000), due(match, 3, 7_000))))
    saved = await load(store, match)
    assert saved.journal == (entry(match, 0), entry(match, 1))
    assert saved.deadlines == (due(match, 1, 6_000), due(match, 3, 7_000))
    assert (saved.row.head, saved.row.announced, saved.row.unsent) == (2, 2, True)
    assert await read(store, journals.announcements_of, match) == [said(match, 0), said(match, 1)]
    assert await read(store, journals.announcements_of, match, since=1) == [said(match, 1)]
    assert await read(store, journals.announcements_of, match, before=1) == [said(match, 0)]


async def test_a_step_with_a_snapshot_begins_the_next_round(store: Store, match: int) -> None:
    await append(store, step(match, 0, deadlines=(due(match, 1, 5_000),)))
    await append(
        store,
        step(match, 1, snapshot=SnapshotRow(match, 1, '{"round":2}'), deadlines=(due(match, 1, 9_000, checkpoint=1),)),
    )
    saved = await load(store, match)
    assert (saved.row.checkpoint, saved.row.head, saved.row.announced) == (1, 0, 2)
    assert saved.snapshot == SnapshotRow(match, 1, '{"round":2}')
    assert saved.journal == ()
    assert saved.deadlines == (due(match, 1, 9_000, checkpoint=1),)
    await append(store, step(match, 0, checkpoint=1, announced=3, entries=(entry(match, 0, checkpoint=1),),
                             announcements=(said(match, 2),)))  # fmt: skip
    assert (await load(store, match)).journal == (entry(match, 0, checkpoint=1),)
    everything = [entry(match, 0), entry(match, 1), entry(match, 0, checkpoint=1)]
    assert await read(store, journals.entries_of, match) == everything


async def test_a_step_may_begin_the_next_round_and_draw_in_it(store: Store, match: int) -> None:
    await append(store, step(match, 0))
    drawn = (entry(match, 1), entry(match, 0, checkpoint=1), entry(match, 1, checkpoint=1))
    await append(store, step(match, 1, entries=drawn, snapshot=SnapshotRow(match, 1, "{}")))
    saved = await load(store, match)
    assert (saved.row.checkpoint, saved.row.head) == (1, 2)
    assert saved.journal == drawn[1:]
    assert await read(store, journals.entries_of, match) == [entry(match, 0), *drawn]


async def test_a_step_is_never_written_over_an_earlier_one(store: Store, match: int) -> None:
    for head in range(3):
        await append(store, step(match, head))
    before = await load(store, match)
    with pytest.raises((Conflict, ValueError)):
        await append(store, step(match, 3, entries=(entry(match, 0),)))
    assert await load(store, match) == before


async def test_the_first_snapshot_may_come_later(store: Store) -> None:
    match = await do(store, matches.create, new_match(snapshot=None))
    assert (await load(store, match)).snapshot is None
    await append(store, step(match, 0, snapshot=SnapshotRow(match, 1, "{}")))
    assert (await load(store, match)).snapshot == SnapshotRow(match, 1, "{}")


async def test_the_last_step_ends_the_match(store: Store, match: int) -> None:
    await append(store, step(match, 0, deadlines=(due(match, 1, 5_000),)))
    await append(store, step(match, 1, status="over", outcome='{"winners":[1]}', at_ms=3_000))
    saved = await load(store, match)
    assert (saved.row.status, saved.row.outcome, saved.row.ended_ms) == ("over", '{"winners":[1]}', 3_000)
    assert saved.deadlines == ()
    with pytest.raises(Conflict):
        await append(store, step(match, 2))


@pytest.mark.parametrize("behind", [{"head": 0}, {"head": 2}, {"checkpoint": 1, "head": 1}])
async def test_a_step_from_elsewhere_is_a_conflict_and_writes_nothing(
    store: Store, match: int, behind: dict[str, int]
) -> None:
    await append(store, step(match, 0))
    before = await load(store, match)
    head, checkpoint = behind["head"], behind.get("checkpoint", 0)
    late = step(match, head, checkpoint=checkpoint, entries=(entry(match, head, checkpoint=checkpoint),))
    with pytest.raises(Conflict):
        await append(store, late)
    assert await load(store, match) == before
    with pytest.raises(Conflict):
        await append(store, step(match + 1, 0))


async def test_of_two_answers_at_the_same_head_one_is_written(store: Store, match: int) -> None:
    outcomes = await asyncio.gather(
        append(store, step(match, 0)), append(store, step(match, 0)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict]
    assert (await load(store, match)).row.head == 1


async def test_the_same_click_counts_once(store: Store, match: int) -> None:
    click = step(match, 0, entries=(entry(match, 0, interaction_id=77),))
    await append(store, click)
    with pytest.raises(AlreadyAnswered):
        await append(store, click)
    with pytest.raises(AlreadyAnswered):
        await append(store, step(match, 1, entries=(entry(match, 1, interaction_id=77),)))
    saved = await load(store, match)
    assert (saved.row.head, saved.row.announced, len(saved.journal)) == (1, 1, 1)
    await append(store, step(match, 1, entries=(entry(match, 1, interaction_id=78),)))


async def test_the_same_click_twice_in_one_group_counts_once(store: Store, match: int) -> None:
    clicks = [step(match, 0, entries=(entry(match, 0, interaction_id=77),)) for _ in range(3)]
    outcomes = await asyncio.gather(*(append(store, click) for click in clicks), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), AlreadyAnswered, AlreadyAnswered]


async def test_a_step_that_contradicts_itself_is_refused(store: Store, match: int) -> None:
    good = step(match, 0)
    for bad in (
        replace(good, entries=(entry(match, 1),)),
        replace(good, entries=(entry(match + 1, 0),)),
        replace(good, announced=2),
        replace(good, snapshot=SnapshotRow(match + 1, 1, "{}")),
        replace(good, entries=(entry(match, 0), entry(match, 0, checkpoint=1))),
        replace(good, deadlines=(due(match, 1, 5, checkpoint=3),)),
    ):
        with pytest.raises(ValueError, match=r"does not|not of|comes before|no snapshot"):
            await append(store, bad)
    assert (await load(store, match)).row.head == 0


async def test_unsent_is_cleared_only_by_who_sent_everything(store: Store, match: int) -> None:
    await append(store, step(match, 0))
    assert await read(store, matches.unsent) == [match]
    await append(store, step(match, 1))
    assert await do(store, matches.mark_sent, match, 1) is False
    assert await read(store, matches.unsent) == [match]
    await append(store, step(match, 2, announced=2, announcements=(), opened=True))
    assert await do(store, matches.mark_sent, match, 2, checkpoint=0, head=2) is False
    assert await do(store, matches.mark_sent, match, 2, checkpoint=0, head=3) is True
    assert await read(store, matches.unsent) == []
    await append(store, step(match, 3, announced=2, announcements=()))
    assert await read(store, matches.unsent) == []


async def test_rewinding_keeps_what_was_taken_back(store: Store, match: int) -> None:
    for head in range(4):
        answer = entry(match, head, interaction_id=50 + head)
        await append(store, step(match, head, entries=(answer,), deadlines=(due(match, head, 5_000),)))
    assert await do(store, journals.rewind, match, 0, 1, 2, "the host said so", 8_000) == 3
    saved = await load(store, match)
    assert (saved.row.head, saved.row.announced, saved.row.unsent) == (1, 2, True)
    assert [row.number for row in saved.journal] == [0]
    assert saved.deadlines == ()
    assert await read(store, journals.announcements_of, match) == [said(match, 0), said(match, 1)]
    voided = await read(store, journals.voided_of, match)
    assert [(row.number, row.interaction_id, row.reason, row.voided_ms) for row in voided] == [
        (number, 50 + number, "the host said so", 8_000) for number in (1, 2, 3)
    ]
    await append(store, step(match, 1, announced=3, announcements=(said(match, 2),)))
    assert await do(store, journals.rewind, match, 0, 0, 0, "again", 9_000) == 2
    assert len(await read(store, journals.voided_of, match)) == 5


async def test_rewinding_to_where_the_match_never_was_is_a_conflict(store: Store, match: int) -> None:
    await append(store, step(match, 0))
    for checkpoint, keep, announced in ((1, 0, 0), (0, 2, 1), (0, 0, 2)):
        with pytest.raises(Conflict):
            await do(store, journals.rewind, match, checkpoint, keep, announced, "why", 1)
    assert (await load(store, match)).row.head == 1


async def test_after_rewinding_nobody_counts_as_told_what_is_not_said_any_more(store: Store, match: int) -> None:
    for head in range(3):
        await append(store, step(match, head))
    await deliver(store, match, 0, announcement=2, question=2)
    await deliver(store, match, 1, announcement=0, question=2)
    await do(store, journals.rewind, match, 0, 2, 2, "why", 8_000)
    cursors = await read(store, deliveries.cursors, match)
    stand = {recipient: (row.serial, row.announcement, row.question) for recipient, row in cursors.items()}
    assert stand == {0: (2, 1, deliveries.NOTHING), 1: (2, 0, deliveries.NOTHING)}
    assert cursors[0].message_id == 31


async def deliver(store: Store, match: int, recipient: int, *, announcement: int, question: int) -> Any:
    return await do(store, deliveries.record, delivery(match, recipient, announcement, question))


def delivery(
    match: int, recipient: int, announcement: int, question: int, message: int | None = 31, **others: Any
) -> deliveries.DeliveryRow:
    stands = {"checkpoint": 0, "channel_id": 30, "state": "sent", "at_ms": 5, **others}
    return deliveries.DeliveryRow(
        match, recipient, 0, announcement=announcement, question=question, message_id=message, **stands
    )


async def test_the_ledger_is_added_to_and_its_last_line_counts(store: Store, match: int) -> None:
    assert await read(store, deliveries.cursor, match, 1) is None
    first = await deliver(store, match, 1, announcement=0, question=1)
    second = await deliver(store, match, 1, announcement=4, question=1)
    other = await deliver(store, match, deliveries.PUBLIC, announcement=2, question=-1)
    assert (first.serial, second.serial, other.serial) == (1, 2, 1)
    assert await read(store, deliveries.cursor, match, 1) == second
    assert await read(store, deliveries.cursors, match) == {0: other, 1: second}
    assert await read(store, deliveries.ledger, match) == [other, first, second]


async def test_what_arrives_late_sets_nobody_back(store: Store, match: int) -> None:
    """A slow message is acknowledged after its person has been shown more by a click."""
    await deliver(store, match, 1, announcement=4, question=7)
    late = await deliver(store, match, 1, announcement=2, question=3)
    assert (late.serial, late.announcement, late.question) == (2, 4, 7)
    assert await read(store, deliveries.cursor, match, 1) == late


async def test_a_click_does_not_put_an_older_message_in_place_of_a_newer_one(store: Store, match: int) -> None:
    await deliver(store, match, 1, announcement=4, question=7)
    for older in (30, None):
        row = await do(store, deliveries.record, delivery(match, 1, 5, 8, older, state="opened"))
        assert (row.announcement, row.channel_id, row.message_id, row.state) == (5, 30, 31, "opened")


async def test_a_click_that_is_shown_nothing_new_adds_no_line(store: Store, match: int) -> None:
    """Who looks ten times in a second has been shown it once; a message is a line of its own, whatever it says."""
    first = await deliver(store, match, 1, announcement=4, question=7)
    again = await do(store, deliveries.record, delivery(match, 1, 4, 7, state="opened", at_ms=9))
    older = await do(store, deliveries.record, delivery(match, 1, 3, 6, None, channel_id=None, state="opened"))
    assert first == again == older
    assert await read(store, deliveries.ledger, match) == [first]
    sent = await deliver(store, match, 1, announcement=4, question=7)
    more = await do(store, deliveries.record, delivery(match, 1, 5, 7, state="opened"))
    await do(store, deliveries.hand_over, match, 1, checkpoint=0, at_ms=9)
    taken = await do(store, deliveries.record, delivery(match, 1, -1, 7, None, channel_id=None, state="opened"))
    assert [sent.serial, more.serial, taken.serial] == [2, 3, 5]


async def test_many_deliveries_at_once_are_what_one_after_the_other_would_be(store: Store) -> None:
    """At two tables, several for the same seat among them, and some for a seat that has another owner by now."""
    one, other = [await store.write(started) for _ in range(2)]
    users = {seat.seat: seat.user_id for seat in await read(store, seating.seats_of, one)}
    many = [
        (delivery(match, recipient, announcement, announcement, 30 + announcement % 3, state=state), owner)
        for announcement in range(4)
        for recipient in (deliveries.PUBLIC, 1, 2)
        for state in ("sent", "opened")
        for match, owner in ((one, None if recipient == deliveries.PUBLIC else users[recipient]), (other, None))
    ]
    stranger, nowhere = ((delivery(one, seat, 9, 9), 424242) for seat in (1, 99))
    given = await do(store, deliveries.record_all, [*many, stranger, nowhere])
    assert given[-2:] == [None, None]
    third, fourth = [await store.write(started) for _ in range(2)]
    alone = [
        await do(store, deliveries.record, replace(line, match=third if line.match == one else fourth))
        for line, _ in many
    ]
    assert [replace(row, match=0) for row in given[:-2]] == [replace(row, match=0) for row in alone if row]
    assert len(await read(store, deliveries.ledger, one)) == len(await read(store, deliveries.ledger, third))


async def test_a_message_has_told_what_was_delivered_while_it_was_the_newest(store: Store, match: int) -> None:
    """A verdict told in between by a message of its own is no line of the panel, although the panel stays the panel."""
    for announcement, message in ((3, 31), (5, 31), (9, 40), (9, 31)):
        await do(store, deliveries.record, delivery(match, 1, announcement, 1, message))
    assert await read(store, deliveries.told_by, match, 1, 31) == (-1, 5)
    assert await read(store, deliveries.told_by, match, 1, 40) == (5, 9)
    assert await read(store, deliveries.told_by, match, 1, 99) == (-1, -1)


async def test_a_new_owner_is_told_everything_however_far_the_one_before_was(store: Store, match: int) -> None:
    await deliver(store, match, 1, announcement=4, question=7)
    await do(store, deliveries.hand_over, match, 1, checkpoint=0, at_ms=9)
    row = await read(store, deliveries.cursor, match, 1)
    assert (row.serial, row.announcement, row.question, row.is_handed_over) == (2, -1, -1, True)


@pytest.mark.parametrize("state", get_args(deliveries.State))
async def test_every_state_of_a_delivery_can_be_written(store: Store, match: int, state: deliveries.State) -> None:
    row = await do(store, deliveries.record, delivery(match, 1, 0, 0, None, channel_id=None, state=state))
    assert await read(store, deliveries.cursor, match, 1) == row


async def test_deadlines_stand_in_order_and_only_those_of_running_matches(store: Store) -> None:
    numbers = [await store.write(started) for _ in range(3)]
    for position, match in enumerate(numbers):
        both = (due(match, 1, 5_000 - position), due(match, 2, 9_000 + position))
        await append(store, step(match, 0, deadlines=both))
    first, second, third = numbers
    await do(store, matches.set_status, second, "paused", 100)
    found = await read(store, deadlines.of_running)
    assert found == [(4_998, third, 0, 1), (5_000, first, 0, 1), (9_000, first, 0, 2), (9_002, third, 0, 2)]
    assert await do(store, deadlines.shift, 5, second) == 2
    await do(store, matches.set_status, second, "running", 200)
    found = await read(store, deadlines.of_running)
    assert [due_ms for due_ms, *_ in found] == [4_998, 5_000, 5_004, 9_000, 9_002, 9_006]


async def test_pausing_and_ending(store: Store, match: int) -> None:
    await append(store, step(match, 0, deadlines=(due(match, 1, 5_000),)))
    await do(store, matches.set_status, match, "paused", 100)
    assert (await load(store, match)).row.paused_ms == 100
    await do(store, matches.set_status, match, "running", 200)
    row = (await load(store, match)).row
    assert (row.status, row.paused_ms, row.ended_ms) == ("running", None, None)
    await do(store, matches.set_status, match, "ended", 300, "stopped by the host")
    saved = await load(store, match)
    assert (saved.row.status, saved.row.ended_ms, saved.row.outcome) == ("ended", 300, "stopped by the host")
    assert saved.deadlines == ()


async def test_finding_matches(store: Store) -> None:
    here = await do(store, matches.create, new_match(thread_id=21))
    there = await do(store, matches.create, new_match(channel_id=22, seats=(NewSeat(1, "cat", 103),)))
    assert await read(store, matches.by_thread, 21) == [here]
    assert await read(store, matches.by_thread, 20) == [here]
    assert await read(store, matches.by_thread, 22) == [there]
    assert [row.id for row in await read(store, matches.matches_of_user, 101)] == [here]
    assert [row.id for row in await read(store, matches.running)] == [here, there]
    assert [row.id for row in await read(store, matches.of_guild, 1)] == [here, there]
    await do(store, matches.set_status, here, "ended", 5)
    assert await read(store, matches.by_thread, 21) == []
    assert await read(store, matches.matches_of_user, 101) == []
    assert [row.id for row in await read(store, matches.matches_of_user, 101, live=False)] == [here]
    assert [row.id for row in await read(store, matches.running)] == [there]
    assert [row.id for row in await read(store, matches.of_guild, 1, live=False)] == [here]


async def test_where_matches_are_played_and_against_whom(store: Store) -> None:
    first = await do(store, matches.create, new_match(thread_id=21))
    second = await do(store, matches.create, new_match(seats=(NewSeat(1, "cat", 103),)))
    assert sorted(await read(store, matches.live_places)) == [(first, 21), (second, 20)]
    assert await read(store, matches.with_computers) == [first]
    await do(store, matches.move, first, 40)
    row = await read(store, matches.get, first)
    assert (row.channel_id, row.thread_id, row.unsent) == (40, None, True)
    await do(store, matches.set_status, first, "ended", 5)
    assert await read(store, matches.live_places) == [(second, 20)]
    assert await read(store, matches.with_computers) == []


async def test_seats(store: Store, match: int) -> None:
    assert await read(store, seating.seat_of, match, 102) == SeatRow(match, 2, 102, "ben", "human")
    assert await read(store, seating.seat_of, match, 999) is None
    assert await do(store, seating.add_strike, match, 2) == 1
    assert await do(store, seating.add_strike, match, 2) == 2
    await do(store, seating.set_away, match, 2, True)
    assert await read(store, seating.seat_of, match, 102) == SeatRow(match, 2, 102, "ben", "human", 2, True)
    await do(store, seating.clear_strikes, match, 2)
    await do(store, seating.set_seat, match, 2, user_id=104, name="dan", player="human")
    assert await read(store, seating.seat_of, match, 104) == SeatRow(match, 2, 104, "dan", "human")
    for missing in (seating.add_strike, seating.clear_strikes):
        with pytest.raises(UnknownMatch):
            await do(store, missing, match, 9)


async def test_the_columns_of_a_match(store: Store, match: int) -> None:
    await do(store, matches.set_board, match, 41)
    await do(store, matches.set_thread, match, 42)
    await do(store, matches.set_host, match, 43)
    await do(store, matches.set_unsent, match)
    row = await read(store, matches.get, match)
    assert (row.board_message_id, row.thread_id, row.host_id, row.unsent) == (41, 42, 43, True)


async def test_a_match_that_is_not_there(store: Store) -> None:
    with pytest.raises(UnknownMatch):
        await load(store, 5)
    with pytest.raises(UnknownMatch):
        await do(store, matches.set_status, 5, "paused", 1)
    with pytest.raises(IntegrityError):
        await do(store, table_log.add, 5, at_ms=1, actor=1, action="pause")


async def test_the_log_of_the_table(store: Store, match: int) -> None:
    assert await do(store, table_log.add, match, at_ms=1, actor=900, action="pause") == 1
    assert await do(store, table_log.add, match, at_ms=2, actor=900, action="seat", details={"seat": 2}) == 2
    lines = await read(store, table_log.lines_of, match)
    assert [(line.number, line.action, line.details) for line in lines] == [(1, "pause", {}), (2, "seat", {"seat": 2})]


@pytest.mark.parametrize("value", [None, 3, "魔镜 🪞", "half \ud83e of a pair", {"b": [1, None], "a": True}, "\x00"])
async def test_any_json_value_comes_back(store: Store, match: int, value: Any) -> None:
    await append(store, step(match, 0, entries=(replace(entry(match, 0), value=value),)))
    assert (await load(store, match)).journal[0].value == value


async def test_starting_up_with_many_matches(store: Store) -> None:
    async def many(connection: AsyncConnection) -> None:
        for _ in range(300):
            match = await matches.create(connection, new_match())
            await journals.append(connection, step(match, 0, deadlines=(due(match, 1, 10_000 - match),)))

    await store.write(many)
    assert await store.write(lambda connection: matches.mark_sent(connection, 7, 1))
    assert await read(store, matches.unsent) == [number for number in range(1, 301) if number != 7]
    found = await read(store, deadlines.of_running)
    assert [match for _, match, *_ in found] == list(range(300, 0, -1))
    assert (await load(store, 150)).row.head == 1


@pytest.mark.usefixtures("path")  # it is about a file
async def test_the_questions_of_the_start_are_answered_by_indexes(store: Store) -> None:
    async with store.reading() as connection:
        plan = await connection.exec_driver_sql("EXPLAIN QUERY PLAN SELECT id FROM match WHERE unsent = 1")
        assert "ix_match_unsent" in str(plan.all())
        plan = await connection.exec_driver_sql(
            "EXPLAIN QUERY PLAN SELECT id, coalesce(thread_id, channel_id) FROM match WHERE status IN (?, ?)",
            matches.LIVE,
        )
        assert "COVERING INDEX ix_match_status" in str(plan.all())
