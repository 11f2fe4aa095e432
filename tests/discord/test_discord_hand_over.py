"""A seat changes hands: its new owner gets what it knows, the old one nothing more, whatever happens in between."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from rooms.name_duel import name_duel_room
from rooms.trumplestiltskin import trumplestiltskin_room

from bot.matches.errors import Refused


def messages_of(table: Any, who: str) -> list[tuple[int, str]]:
    return [(message.id, message.text) for message in table.messages(table.dm(who))]


def is_only_closed(table: Any, who: str, before: list[tuple[int, str]]) -> bool:
    """Whether nothing was sent to somebody since, and of what stood there the panel was put away and no more."""
    *older, (panel, closed) = messages_of(table, who)
    newest = table.messages(table.dm(who))[-1]
    return older == before[:-1] and panel == before[-1][0] and not newest.controls and len(closed.splitlines()) == 2


async def until_seat_two_plays(table: Any) -> None:
    for _ in range(8):
        question = (await table.awake()).match.open[0]
        if question.seat == 2:
            return
        await table.act({1: "ann", 3: "cat"}[question.seat], question, question.choices[0])
        await table.time(3)
    raise AssertionError("seat 2 is never asked")


async def gives_to_zoe(table: Any) -> None:
    host, zoe = table.actor("ann").user.id, table.actor("zoe").user.id
    await table.run(lambda: table.mirror.hosting.seat_person(table.match_id, host, 2, zoe, "zoe"))


async def test_the_old_owner_never_sees_the_hand_again(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, seats=3) as table:
        table.newcomer("zoe")
        await table.begin()
        await table.play_on(lambda view: view.phase == "tricks")
        await table.play_on(lambda view: view.to_act == 3)
        before = messages_of(table, "ben")
        await gives_to_zoe(table)
        await table.time(3)
        await until_seat_two_plays(table)
        await table.time(5)
        assert is_only_closed(table, "ben", before)
        assert "You have taken over" in table.dm_text("zoe") or "zoe plays now" in table.board.pictured
        hand = table.messages(table.dm("zoe"))[-1]
        assert any(control.startswith("mm:a:") for control in hand.controls), "she can play from her message"


async def test_a_crash_before_the_dossier_was_sent(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, seats=3) as table:
        table.newcomer("zoe")
        await table.begin()
        await table.play_on(lambda view: view.phase == "tricks")
        await table.play_on(lambda view: view.to_act == 3)
        before = messages_of(table, "ben")
        await gives_to_zoe(table)
        await table.restart(outage_s=10)
        await table.time(10)
        assert messages_of(table, "zoe"), "what the seat knows reaches her all the same"
        await until_seat_two_plays(table)
        await table.time(5)
        assert is_only_closed(table, "ben", before)


async def test_a_message_that_is_slow_to_be_sent(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, seats=3) as table:
        zoe = table.newcomer("zoe")
        await table.begin()
        await table.play_on(lambda view: view.phase == "tricks")
        await table.play_on(lambda view: view.to_act == 1)
        before = messages_of(table, "ben")
        courier = table.mirror.courier
        real = courier.direct

        async def slow(user_id: int, message: Any, nonce: str, **more: Any) -> Any:
            if user_id == zoe.user.id:
                await asyncio.sleep(20)
            return await real(user_id, message, nonce, **more)

        courier.direct = slow
        await gives_to_zoe(table)
        await until_seat_two_plays(table)
        await table.time(30)
        assert is_only_closed(table, "ben", before)
        assert messages_of(table, "zoe")


async def test_whoever_was_replaced_by_the_computer_does_not_see_the_end(tmp_path: Path) -> None:
    async with name_duel_room(tmp_path, ann=["noggin"], options={"best_of": 1}) as room:
        await room.begin()
        await room.starts("ann")
        await room.time(3)
        before = messages_of(room, "ben")
        host = room.actor("ann").user.id
        await room.run(lambda: room.mirror.hosting.seat_person(room.match_id, host, 2, None, "The shadow"))
        await room.run(lambda: room.mirror.hosting.end(room.match_id, host))
        await room.time(10)
        assert is_only_closed(room, "ben", before)


async def test_two_people_press_for_the_same_seat(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, seats=3) as table:
        people = [table.newcomer(name).user.id for name in ("zoe", "yan")]
        await table.begin()

        async def both() -> list[Any]:
            sit = table.mirror.hosting.seat_person
            tries = [sit(table.match_id, one, 2, one, f"p{one}") for one in people]
            return await asyncio.gather(*tries, return_exceptions=True)

        results = await table.run(both)
        refusals = [result for result in results if isinstance(result, Refused)]
        assert [refusal.code for refusal in refusals] == ["seat_not_free"]
        row = (await table.awake()).seats[2]
        assert row.user_id in people


async def test_one_person_presses_for_two_seats(tmp_path: Path) -> None:
    async with trumplestiltskin_room(tmp_path, seats=3) as table:
        zoe = table.newcomer("zoe").user.id
        await table.begin()

        async def both() -> list[Any]:
            sit = table.mirror.hosting.seat_person
            tries = [sit(table.match_id, zoe, seat, zoe, "zoe") for seat in (2, 3)]
            return await asyncio.gather(*tries, return_exceptions=True)

        results = await table.run(both)
        assert [result.code for result in results if isinstance(result, Refused)] == ["already_seated"]
        assert [row.user_id for row in (await table.awake()).seats.values()].count(zoe) == 1
