"""Two hidden worlds that differ in a hidden bonus card, or in what was done with one in secret: everybody else is sent
the same bytes in both, in the same second.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from rooms.village import EnchantedSquare, enchanted_square
from support.sizes import size
from two_worlds import Streams, look_around, make_folder, same

Act = Callable[[EnchantedSquare], Awaitable[Any]]


async def nothing(square: EnchantedSquare) -> None:
    """Nobody uses a card."""


@dataclass(frozen=True)
class World:
    """Who holds which bonus card, and what is done in secret: with the deal, in the first night, on the first day.

    deck  what is in it as well, so that both worlds have the same
    """

    cards: Mapping[str, str]
    deck: tuple[str, ...] = ()
    redraws: tuple[str, ...] = ()
    by_night: Act = nothing
    by_day: Act = nothing


async def streams_of(tmp_path: Path, world: World) -> Streams:
    """What everybody was sent, and when: a night with a death, a day with a burning, and the next night."""
    make_folder(tmp_path)
    cards = {"hal": "hero", **world.cards}
    deck = ("deflection", *world.deck)
    next_cards = () if world.deck else ("dud",)  # whoever redraws draws what they have
    async with enchanted_square(tmp_path, cards, 9, deck=deck, next_cards=next_cards, cat="sheriff") as square:
        square.newcomer("zoe")
        await square.begin()
        square.watched = True
        await look_around(square)
        await square.redraws(*world.redraws)
        await square.time(3)
        await world.by_night(square)
        await look_around(square)
        while "night.victim" not in await square.asked("ann"):
            await square.time(1)
        await square.night(ann="ida")
        await square.time(3)
        await look_around(square)
        await world.by_day(square)
        await square.time(30)
        await look_around(square)
        await square.burns("hal", by="ann")
        await square.until("night")
        await look_around(square)
        await square.time(20)
        streams = square.sent_to()
        assert all(line[0].isdecimal() for line in streams["public"][-9:]), "the time of each request is known"
        return streams


async def cast_sleep_at_cat(square: EnchantedSquare) -> None:
    await square.plays("dan", "day.cast_sleep", "cat")
    await square.time(3)


async def cast_sleep_at_ben(square: EnchantedSquare) -> None:
    await square.plays("dan", "day.cast_sleep", "ben")
    await square.time(3)


async def cat_turns_it_aside(square: EnchantedSquare) -> None:
    await cast_sleep_at_cat(square)
    await square.answers("cat", "spell.redirect", "ben")


async def cat_lets_it_come(square: EnchantedSquare) -> None:
    await cast_sleep_at_cat(square)
    await square.answers("cat", "spell.redirect", None)


async def cast_love(square: EnchantedSquare) -> None:
    await square.plays("dan", "day.cast_love", "cat", "ben")


async def look_at_my_seat(square: EnchantedSquare) -> None:
    await square.my_seat("ben")


async def choose_beloved(square: EnchantedSquare) -> None:
    await square.answers("ben", "night.beloved", "cat")


HELD: list[tuple[World, World, set[str]]] = [
    (World({"ben": "sleep"}), World({"ben": "dud"}, ("sleep",)), {"ben"}),
    (
        World({"ben": "sleep"}, by_day=look_at_my_seat),
        World({"ben": "dud"}, ("sleep",), by_day=look_at_my_seat),
        {"ben"},
    ),
    (World({"ben": "love", "cat": "sleep"}), World({"ben": "sleep", "cat": "love"}), {"ben", "cat"}),
    (World({"ben": "resurrection"}), World({"ben": "dud"}, ("resurrection",)), {"ben"}),
    (World({"ben": "lovers"}, by_night=choose_beloved), World({"ben": "dud"}, ("lovers",)), {"ben"}),
]


@pytest.mark.full_size
@pytest.mark.parametrize(("here", "there", "who"), HELD[: size(2, full=5)])
async def test_who_holds_a_hidden_card_is_seen_by_nobody(
    tmp_path: Path, here: World, there: World, who: set[str]
) -> None:
    same(await streams_of(tmp_path / "here", here), await streams_of(tmp_path / "there", there), but=who)


@pytest.mark.full_size
@pytest.mark.parametrize(
    "lets_it_come", [True, False][: size(1, full=2)], ids=["declines", "silent"][: size(1, full=2)]
)
async def test_whether_a_target_could_turn_a_spell_aside_is_seen_by_nobody(tmp_path: Path, lets_it_come: bool) -> None:
    """A Deflection that is not used, and a Dud: the caster too sees the same."""
    able = World({"dan": "sleep", "cat": "deflection"}, by_day=cat_lets_it_come if lets_it_come else cast_sleep_at_cat)
    unable = World({"dan": "sleep", "cat": "dud"}, by_day=cast_sleep_at_cat)
    same(await streams_of(tmp_path / "here", able), await streams_of(tmp_path / "there", unable), but={"cat"})


async def test_who_was_meant_at_first_is_seen_by_nobody_else(tmp_path: Path) -> None:
    """Sleep cast at ben, and Sleep cast at cat who sends it on to ben."""
    cards = {"dan": "sleep", "cat": "deflection"}
    here = await streams_of(tmp_path / "here", World(cards, by_day=cast_sleep_at_ben))
    there = await streams_of(tmp_path / "there", World(cards, by_day=cat_turns_it_aside))
    same(here, there, but={"ben", "cat", "dan"})


async def test_love_is_seen_by_nobody_else(tmp_path: Path) -> None:
    here = await streams_of(tmp_path / "here", World({"dan": "love"}))
    there = await streams_of(tmp_path / "there", World({"dan": "love"}, by_day=cast_love))
    same(here, there, but={"ben", "cat", "dan"})


async def test_who_redraws_is_seen_by_nobody_else(tmp_path: Path) -> None:
    here = await streams_of(tmp_path / "here", World({"ben": "dud"}))
    there = await streams_of(tmp_path / "there", World({"ben": "dud"}, redraws=("ben",)))
    same(here, there, but={"ben"})
