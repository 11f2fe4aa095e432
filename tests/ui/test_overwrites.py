"""Doors that are closed to single people, and always as they were before when it is over: whatever anybody did
meanwhile, and wherever the process died."""

from __future__ import annotations

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as some

from bot.ui.delivery import NotAllowed
from bot.ui.silence.doors import WRITING, WRITING_IN_THREADS
from bot.ui.silence.overwrites import State, closed, opened
from bot.ui.silence.speech import Speech
from bot.ui.silence.undo import Undone

from .house import PLACE, REACT, SLEEPS, Crash, House
from .stage import staged
from .undo_book import MATCH

ATTACH = discord.Permissions(attach_files=True).value


async def test_a_sleeper_is_shut_out_and_let_in_with_one_request_each() -> None:
    async with staged() as stage:
        house = House(stage)
        await house.apply({house.ann: "asleep", house.ben: "free"})
        assert house.state(house.ann) == (0, SLEEPS)
        assert house.state(house.ben) is None
        assert [(row.kind, row.target_id, row.previous) for row in house.book.rows.values()] == [
            ("overwrite", house.ann, {"was": None, "bits": SLEEPS, "place": PLACE})
        ]
        before = len(stage.env.http_requests)
        await house.apply({house.ann: "asleep", house.ben: "free"})
        assert len(stage.env.http_requests) == before, "nothing changes, so nothing is asked or sent"
        await house.later()
        await house.apply({house.ann: "free", house.ben: "free"})
        assert house.state(house.ann) is None
        assert house.changes() == ["PUT", "DELETE"]
        assert house.book.rows == {}


async def test_what_was_there_comes_back_exactly() -> None:
    async with staged() as stage:
        house = House(stage)
        before = (discord.Permissions(view_channel=True).value | REACT, ATTACH)
        house.admin_writes(house.ann, before)
        await house.apply({house.ann: "asleep"})
        assert house.state(house.ann) == (REACT, ATTACH | SLEEPS)
        await house.later()
        await house.apply({house.ann: "free"})
        assert house.state(house.ann) == before
        assert house.changes() == ["PUT", "PUT"]


async def test_what_an_admin_changes_meanwhile_stays() -> None:
    async with staged() as stage:
        house = House(stage)
        await house.apply({house.ann: "asleep"})
        view = discord.Permissions(view_channel=True).value
        house.admin_writes(house.ann, (view, SLEEPS & ~view | ATTACH))
        await house.later()
        await house.apply({house.ann: "free"})
        assert house.state(house.ann) == (view, ATTACH)

        await house.apply({house.ben: "asleep"})
        house.admin_writes(house.ben, None)
        await house.later()
        await house.apply({})
        assert house.state(house.ben) is None
        assert house.book.rows == {}


async def test_what_an_admin_had_denied_already_stays_denied() -> None:
    async with staged() as stage:
        house = House(stage)
        house.admin_writes(house.ann, (0, SLEEPS))
        await house.apply({house.ann: "asleep"})
        assert house.book.added == 0
        await house.later()
        await house.apply({house.ann: "free"})
        assert house.state(house.ann) == (0, SLEEPS)
        assert house.changes() == []


async def test_from_sleep_to_death_is_one_request() -> None:
    async with staged() as stage:
        house = House(stage)
        await house.apply({house.ann: "asleep"}, "strict")
        await house.later()
        await house.apply({house.ann: "dead"}, "strict")
        assert house.state(house.ann) == (0, WRITING_IN_THREADS)
        assert house.changes() == ["PUT", "PUT"]
        assert len(house.book.rows) == 1
        assert await house.undo_all() == Undone(restored=1)
        assert house.state(house.ann) is None


async def test_who_is_shut_out_by_which_setting() -> None:
    async with staged() as stage:
        house = House(stage)
        silent: dict[int, Speech] = {house.ann: "toad", house.ben: "asleep"}
        await house.apply(silent, "delete")
        assert (house.state(house.ann), house.state(house.ben)) == (None, None)
        await house.apply(silent, "asleep")
        assert (house.state(house.ann), house.state(house.ben)) == (None, (0, SLEEPS))
        await house.apply(silent, "strict")
        assert house.state(house.ann) == (0, WRITING_IN_THREADS)
        await house.apply(silent, "strict", croak=True)
        assert house.state(house.ann) is None, "a toad that may croak in words must be able to write"
        await house.apply(dict.fromkeys(silent, "night"), "strict")
        assert house.state(house.ben) == (0, SLEEPS), "by night every door stays as it is"
        await house.apply({}, "strict")
        assert house.state(house.ben) is None


async def test_without_a_thread_the_channel_itself_is_closed_and_the_owner_never_is() -> None:
    async with staged() as stage:
        house = House(stage)
        room, owner = stage.room.id, stage.env.backend.get_guild(stage.guild.id).owner_id
        people: dict[int, Speech] = {house.ann: "dead", owner: "dead"}
        await stage.run(lambda: house.doors.apply(MATCH, stage.guild.id, room, room, people, "strict"))
        assert house.state(house.ann) == (0, WRITING)
        assert house.state(owner) is None


async def test_the_other_table_of_a_channel_keeps_its_own() -> None:
    async with staged() as stage:
        house = House(stage)
        await house.apply({house.ann: "asleep"})
        await house.apply({house.ann: "asleep", house.ben: "asleep"}, match=8)
        assert house.overwrites.kept_from(8) == {house.ben: SLEEPS}
        await house.later()
        await house.apply({}, match=8)
        assert house.state(house.ann) == (0, SLEEPS)
        assert house.state(house.ben) is None


async def test_without_the_permission_nothing_is_written_and_nothing_is_tried_again() -> None:
    async with staged() as stage:
        house = House(stage)
        stage.env.inject_error("PUT", "/channels/*/permissions/*", status=403, code=50013)
        await house.apply({house.ann: "asleep", house.ben: "asleep"})
        await house.apply({house.ann: "asleep", house.ben: "asleep"})
        assert house.changes() == ["PUT"]
        assert house.book.rows == {}
        house.overwrites.forgive(stage.room.id)
        await house.apply({house.ann: "asleep"})
        assert house.state(house.ann) == (0, SLEEPS)


async def test_what_could_not_be_put_back_stays_written() -> None:
    async with staged() as stage:
        house = House(stage)
        await house.apply({house.ann: "asleep"})
        stage.env.inject_error("DELETE", "/channels/*/permissions/*", status=403, code=50013)
        undone = await house.undo_all()
        assert undone == Undone(failed=1)
        assert undone.failed_kinds == {"overwrite": 1}
        undone = await house.undo_all()
        assert (undone, undone.kinds, undone.channels) == (Undone(restored=1), {"overwrite": 1}, (PLACE,))
        assert house.state(house.ann) is None


async def test_ten_people_are_put_back_with_one_look() -> None:
    async with staged() as stage:
        house = House(stage)
        people = [stage.person(f"p{number}").user.id for number in range(10)]
        await house.apply(dict.fromkeys(people, "asleep"))
        await house.later()
        before = len(stage.env.http_requests)
        assert await house.undo_all() == Undone(restored=10)
        sent = stage.env.http_requests[before:]
        assert [one.method for one in sent].count("GET") == 1
        assert len(sent) == 11
        assert [house.state(one) for one in people] == [None] * 10


async def test_a_lost_answer_leaves_the_row_and_the_next_try_makes_it_right() -> None:
    async with staged() as stage:
        house = House(stage)
        stage.env.inject_error("PUT", "/channels/*/permissions/*", status=503, times=2)
        room = stage.room.id
        work = lambda: house.doors.apply(MATCH, stage.guild.id, room, PLACE, {house.ann: "asleep"}, "asleep")  # noqa: E731
        (turn,) = await stage.begin(work)
        await stage.env.advance_time(2)
        assert turn.exception() is not None
        assert not isinstance(turn.exception(), NotAllowed)
        assert len(house.book.rows) == 1, "nobody knows whether Discord did it"
        await house.apply({house.ann: "asleep"})
        assert house.state(house.ann) == (0, SLEEPS)
        await house.later()
        await house.apply({})
        assert house.state(house.ann) is None
        assert house.book.rows == {}


STORY: tuple[dict[str, Speech], ...] = (
    {"ann": "asleep", "ben": "muted"}, {"ann": "dead", "ben": "asleep"}, {"ann": "dead", "ben": "free"}, {},
)  # fmt: skip
BEFORE: tuple[State, ...] = (None, (0, 0), (SLEEPS | REACT, ATTACH), (0, WRITING_IN_THREADS))


@pytest.mark.parametrize("before", BEFORE)
async def test_a_crash_between_any_two_steps_leaves_nothing_behind(before: State) -> None:
    """Every write of the undo book may be the last thing the process does; requests lie between the writes."""
    steps = 0
    while True:
        async with staged() as stage:
            house = House(stage)
            people = {"ann": house.ann, "ben": house.ben}
            for user in people.values():
                if before is not None:
                    house.admin_writes(user, before)
            house.book.until_crash = steps
            crashed = False
            for scene in STORY:
                speeches = {people[name]: speech for name, speech in scene.items()}
                (turn,) = await stage.begin(
                    lambda house=house, speeches=speeches: house.doors.apply(
                        MATCH, stage.guild.id, stage.room.id, PLACE, speeches, "strict"
                    )
                )
                if crashed := isinstance(turn.exception(), Crash):
                    break
            await house.reborn()
            undone = await house.undo_all()
            assert undone.failed == 0
            assert [house.state(user) for user in people.values()] == [before, before], f"after {steps} steps"
            assert house.book.rows == {}
            assert await house.undo_all() == Undone()
        if not crashed:
            break
        steps += 1
    assert steps > 8 or before == (0, WRITING_IN_THREADS)


async def test_a_crash_while_putting_back_is_put_right_by_the_next() -> None:
    for steps in range(3):
        async with staged() as stage:
            house = House(stage)
            await house.apply({house.ann: "asleep", house.ben: "asleep"})
            house.book.until_crash = steps
            (turn,) = await stage.begin(house.undo.undo_all)
            assert isinstance(turn.exception(), Crash)
            await house.reborn()
            await house.undo_all()
            assert (house.state(house.ann), house.state(house.ben)) == (None, None)
            assert house.book.rows == {}


BITS = some.integers(0, 255)
STATES = some.none() | some.tuples(BITS, BITS).map(lambda pair: (pair[0] & ~pair[1], pair[1]))


@given(STATES, BITS)
def test_what_is_closed_is_opened_again(before: State, bits: int) -> None:
    ours = bits & ~(before[1] if before else 0)
    shut = closed(before, ours) if ours else before
    assert shut is None or (shut[1] & bits == bits and shut[0] & shut[1] == 0)
    assert opened(shut, before, ours) == before
    assert opened(before, before, ours) == before, "putting back twice, or what never happened, changes nothing"


@given(STATES, BITS, STATES)
def test_an_admins_own_bits_are_never_touched(before: State, bits: int, now: State) -> None:
    after = opened(now, before, bits)
    if now is None:
        assert after is None
        return
    allow, deny = after or (0, 0)
    assert (allow & ~bits, deny & ~bits) == (now[0] & ~bits, now[1] & ~bits)
    changed = bits & ~now[1]
    assert (allow & changed, deny & changed) == (now[0] & changed, 0)
