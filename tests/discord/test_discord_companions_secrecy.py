"""Two hidden worlds in which computers hold the cards: neither what is sent nor when it is tells the worlds apart."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from language.any_game import seat_of
from rooms.village import Square, cast_of, seed_for, village_square
from two_worlds import Streams, Timed, make_folder, same, swapped

from bot.engine.questions import Question, Value
from bot.games.village.values import READY
from bot.matches.companions import Companions
from bot.matches.snapshot import MatchSnapshot

COMPUTERS = ("ben", "cat", "dan", "fay", "gus")
DEALS: list[dict[str, str]] = [
    {"cat": "murderer", "dan": "warlock", "ben": "sheriff"},
    {"cat": "murderer", "dan": "warlock", "ben": "fairy_godmother"},
    {"ben": "murderer", "dan": "trickster"},
]
"""Deals in which ben and gus, both computers, will exchange their cards."""


async def thought(_: Companions, match: MatchSnapshot, question: Question) -> Value:
    """What the public sees of it is the same in both worlds; what is secret is done in both, by whoever can."""
    if question.key == "day.call":
        return [READY, None]
    if question.key == "day.vote":
        return "spare"
    victim = seat_of("fay" if match.view(0).night == 1 else "ida")
    for wanted in (victim, seat_of("hal"), None):
        if wanted in question.choices:
            return wanted
    return question.choices[0] if question.choices else None


async def look(square: Square) -> None:
    """What those who may not know can ask for: a state, a seat, and the pictures' words."""
    for name in ("zoe", "ann"):
        await square.says(name, "table status")
        await square.presses(name, "My seat")
        await square.reads_text(name)


async def streams_of(tmp_path: Path, roles: Mapping[str, str]) -> Streams:
    make_folder(tmp_path)
    cast = cast_of(9, roles)
    async with village_square(tmp_path, computers=COMPUTERS, cast=cast, seed=seed_for(cast, roles)) as square:
        square.newcomer("zoe")
        time = Timed(square)
        await square.begin()
        for name in ("ann", "eve"):
            await square.introduces(name, None)
        for _ in range(3):
            await time.passes(60)
            await look(square)
            await time.passes(60)
        return square.sent_to()


@pytest.mark.parametrize("roles", DEALS, ids=["-".join(deal.values()) for deal in DEALS])
async def test_nobody_can_tell_which_computer_holds_the_card(
    tmp_path: Path, roles: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Companions, "_thought", thought)
    monkeypatch.setattr("random.Random.uniform", lambda _self, shortest, longest: (shortest + longest) / 2)
    here = await streams_of(tmp_path / "here", roles)
    there = await streams_of(tmp_path / "there", swapped(roles, "ben", "gus"))
    told = " ".join(here["public"])
    assert told.index("**Shadow fay**") < told.index("**ida**"), "two nights have passed, and whom they took was told"
    same(here, there, but=set())
