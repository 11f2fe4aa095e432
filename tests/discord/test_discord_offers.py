"""Offers of seats when people press at the same time, and when the host who made one is host no more."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

from rooms.any_game import Answered, Seen, refused
from rooms.village import Square, village_square

VILLAGE = {"ann": "murderer", "cat": "warlock", "ben": "sheriff"}


async def offers(square: Square, who: str, seat: int, person: Any) -> None:
    """A host, or somebody who keeps order, offers a seat."""
    asked = await square.says(who, "table substitute", player=str(seat), person=person)
    assert "I have asked" in (await square.presses(who, "Offer the seat", asked.seen)).text
    await square.time(2)


def offer_to(square: Square, person: Any) -> Seen:
    """The message with the offer."""
    messages = square.messages(square.thread, "prompter")
    (offer,) = [one for one in messages for ident in one.controls if f":{person.id}:" in ident and "offer" in ident]
    return offer


async def presses(square: Square, who: str, offer: Seen) -> Answered:
    return await square.clicks(who, offer, offer.controls[0])


async def owner(square: Square, seat: int) -> int | None:
    return (await square.awake()).seats[seat].user_id


def let_looks_take_seconds(square: Square) -> None:
    """Whoever is to sit down is looked at before: the first for a second, the next for longer. So presses meet."""
    look, seconds = square.mirror.dead_rooms.of, count(1)

    async def slowly(match_id: int) -> Any:
        await asyncio.sleep(next(seconds))
        return await look(match_id)

    square.mirror.dead_rooms.of = slowly  # type: ignore[method-assign]


async def test_of_two_who_press_at_the_same_time_one_has_the_seat(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe, yul = square.newcomer("zoe"), square.newcomer("yul")
        await square.begin()
        for person in (zoe, yul):
            await offers(square, "ann", 2, person)
        let_looks_take_seconds(square)
        for who, person in (("zoe", zoe), ("yul", yul)):
            await presses(square, who, offer_to(square, person))
        await square.time(5)
        assert await owner(square, 2) == zoe.user.id
        assert "zoe now has the seat of ben" in square.public()
        assert "zoe has taken the seat of ben. 🪑" in square.public()
        assert "yul now has" not in square.public()
        assert square.texts(square.dm("yul")) == [], "who has no seat is told nothing"


async def test_an_offer_that_is_taken_back_while_it_is_accepted(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        await square.begin()
        await offers(square, "ann", 2, zoe)
        offer = offer_to(square, zoe)
        posts = [one.json for one in square.env.http_requests if one.method == "POST" and "mm:offer" in str(one.json)]
        assert [int(one) for one in posts[-1]["allowed_mentions"]["users"]] == [zoe.user.id]
        assert f"<@{zoe.user.id}>" in offer.text, "she is called: she looks at no game"
        let_looks_take_seconds(square)
        await presses(square, "zoe", offer)
        await presses(square, "ann", offer)
        await square.time(3)
        assert "This offer of a seat was taken back" in square.public()
        assert await owner(square, 2) == square.actor("ben").user.id
        assert square.texts(square.dm("zoe")) == []


async def test_an_offer_ends_with_the_powers_of_whoever_made_it(tmp_path: Path) -> None:
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe, yul = square.newcomer("zoe"), square.newcomer("yul")
        square._actors["boss"] = square.guild.add_member(square.guild.owner)
        await square.begin()
        await offers(square, "ann", 2, zoe)
        await offers(square, "boss", 3, yul)
        await square.says("boss", "table host", person=square.actor("gus"))
        await square.restart()
        told = await refused(square, presses(square, "zoe", offer_to(square, zoe)))
        assert "no longer" in told
        assert await owner(square, 2) == square.actor("ben").user.id
        assert square.texts(square.dm("zoe")) == []
        await presses(square, "yul", offer_to(square, yul))
        await square.time(2)
        assert await owner(square, 3) == yul.user.id, "whoever keeps order in the server still does"


async def test_an_offer_that_was_accepted_by_a_process_that_died_cannot_be_taken_back(tmp_path: Path) -> None:
    """The seat is given, and the message could not say so any more. An offer of another seat still can."""
    async with village_square(tmp_path, **VILLAGE) as square:
        zoe = square.newcomer("zoe")
        await square.begin()
        await offers(square, "ann", 2, zoe)
        accepted = offer_to(square, zoe)
        await offers(square, "ann", 3, zoe)
        (other,) = [one for one in square.messages(square.thread, "prompter") if "seat of cat" in one.text]
        await square.run(lambda: square.mirror.hosting.seat_person(square.match_id, 0, 2, zoe.user.id, "zoe"))
        await square.restart()
        told = await refused(square, presses(square, "ann", accepted))
        assert told == "This offer is settled already: it was accepted or taken back."
        assert "taken back" not in square.public()
        await presses(square, "ann", other)
        assert "This offer of a seat was taken back" in square.public()
        assert (await owner(square, 2), await owner(square, 3)) == (zoe.user.id, square.actor("cat").user.id)
