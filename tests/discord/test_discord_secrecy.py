"""Two hidden worlds with one public history: whoever may not know the difference is sent the same bytes in both.

Everything the bot sends is compared: texts, ids of controls, nonces, names of files, timestamps, the number and the
order of requests, for each person and for the public. Ann is the host and always a plain villager; zoe has no seat.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from rooms.village import Square, cast_of, seed_for, village_square
from support.sizes import size
from two_worlds import Streams, look_around, make_folder, same, swapped

Script = Callable[[Square, Mapping[str, str]], Awaitable[None]]
"""Plays a game; told who holds which card, so that the powers can be used in either world."""


async def streams_of(tmp_path: Path, roles: Mapping[str, str], script: Script) -> Streams:
    """What everybody was sent while this deal was played by this script."""
    cast = cast_of(9, roles)
    make_folder(tmp_path)
    async with village_square(tmp_path, cast=cast, seed=seed_for(cast, roles)) as square:
        square.newcomer("zoe")
        await square.begin()
        await script(square, roles)
        return square.sent_to()


def holder(roles: Mapping[str, str], role: str) -> str:
    return next(name for name, card in roles.items() if card == role)


async def plain_night(square: Square, roles: Mapping[str, str], victim: str, **plans: str | None) -> None:
    team = [name for name in roles if roles[name] in ("murderer", "trickster", "warlock")]
    await look_around(square)
    await square.night(**dict.fromkeys(team, victim), **plans)


async def two_days(square: Square, roles: Mapping[str, str]) -> None:
    """Night, a burning, night, and a vote that burns nobody; fay, hal and ida are the public victims."""
    await square.introduces("eve", "The baker")
    for name in await square.asked_for("introduction"):
        await square.introduces(name, None)
    await square.until("night")
    await plain_night(square, roles, "fay")
    await square.burns("hal", by="ann")
    await square.until("night")
    await plain_night(square, roles, "ida")
    await square.nominates("ann", "eve", "She is next")
    await square.call_the_vote()
    await square.votes("ann", "spare")
    await look_around(square)
    await square.until("night")


SWAPS: list[tuple[dict[str, str], set[str]]] = [
    ({"cat": "murderer", "dan": "warlock", "ben": "sheriff"}, set()),
    ({"cat": "murderer", "dan": "trickster", "ben": "mad_hatter"}, set()),
    ({"ben": "murderer", "dan": "trickster"}, {"dan"}),
    ({"cat": "murderer", "dan": "warlock", "ben": "fairy_godmother"}, set()),
    ({"cat": "murderer", "dan": "warlock", "ben": "sheriff", "gus": "esmeralda"}, set()),
    ({"ben": "warlock"}, set()),
    ({"cat": "murderer", "dan": "warlock", "ben": "little_mary"}, set()),
    ({"cat": "murderer", "dan": "warlock", "ben": "huntsman"}, set()),
][: size(2, full=8)]
"""Deals in which ben and gus will exchange their cards, and who else may know of it."""


@pytest.mark.full_size
@pytest.mark.parametrize(("roles", "mates"), SWAPS, ids=["-".join(roles.values()) for roles, _ in SWAPS])
async def test_two_people_exchange_their_cards_and_nobody_else_can_tell(
    tmp_path: Path, roles: dict[str, str], mates: set[str]
) -> None:
    here = await streams_of(tmp_path / "here", roles, two_days)
    there = await streams_of(tmp_path / "there", swapped(roles, "ben", "gus"), two_days)
    same(here, there, but={"ben", "gus", *mates})


async def test_the_hatter_kills_and_nobody_can_tell_who_he_is(tmp_path: Path) -> None:
    roles = {"cat": "murderer", "dan": "warlock", "ben": "mad_hatter"}

    async def script(square: Square, dealt: Mapping[str, str]) -> None:
        await square.introduce_all()
        await plain_night(square, dealt, "fay", **{holder(dealt, "mad_hatter"): "hal"})
        assert "**hal**" in square.told()[-2] + square.told()[-3]
        await look_around(square)
        await square.burns("ida", by="ann")
        await square.until("night")

    here = await streams_of(tmp_path / "here", roles, script)
    there = await streams_of(tmp_path / "there", swapped(roles, "ben", "gus"), script)
    same(here, there, but={"ben", "gus"})


async def test_who_heals_nobody_cannot_be_told_from_who_has_nobody_to_heal(tmp_path: Path) -> None:
    """Idle through all nights: the seat is offered to others at the same moment, whatever card it holds."""
    roles = {"cat": "murderer", "dan": "warlock", "ben": "fairy_godmother"}

    async def script(square: Square, dealt: Mapping[str, str]) -> None:
        await square.introduce_all()
        for victim in ("fay", "hal"):
            for name in ("cat", "dan"):
                await square.answers(name, "night.victim", victim)
            await square.until("day")
            await look_around(square)
            await square.until("night")

    here = await streams_of(tmp_path / "here", roles, script)
    there = await streams_of(tmp_path / "there", swapped(roles, "ben", "gus"), script)
    same(here, there, but={"ben", "gus"})


# -- the same deal, other hidden acts ----------------------------------------------------------------------------------

FULL = {"cat": "trickster", "dan": "warlock", "ben": "sheriff", "gus": "prince_charming"}


def night_with(hidden: Callable[[Square], Awaitable[None]]) -> Script:
    """A night with these hidden acts before its kill, and the day after it."""

    async def play(square: Square, _: Mapping[str, str]) -> None:
        await square.introduce_all()
        await hidden(square)
        for name in ("cat", "dan"):
            await square.answers(name, "night.victim", "fay")
        await square.until("day")
        await look_around(square)
        await square.burns("hal", by="ann")
        await square.until("night")
        await look_around(square)

    return play


async def nothing(square: Square) -> None:
    """The team goes straight to its kill."""


async def undecided_team(square: Square) -> None:
    await square.answers("cat", "night.victim", "hal")
    await square.answers("cat", "night.victim", "ida")
    await square.answers("dan", "night.victim", "eve")


async def whispering_team(square: Square) -> None:
    panel, _ = await square.panel("cat", "night.victim")
    await square.writes("cat", await square.presses("cat", "Whisper", panel), "fay, I say")
    await square.time(5)
    assert "whispers" in square.dm_text("dan")


async def busy_sheriff(square: Square) -> None:
    await square.answers("ben", "night.investigate", "eve")


async def careful_prince(square: Square) -> None:
    await square.answers("gus", "night.protect", "eve")


QUIET_NIGHT: list[Streams] = []
"""What everybody is sent in a night without hidden acts, once it was played."""


@pytest.mark.parametrize(
    ("hidden", "who"),
    [
        (undecided_team, {"cat", "dan"}),
        (whispering_team, {"cat", "dan"}),
        (busy_sheriff, {"ben"}),
        (careful_prince, {"gus"}),
    ],
)
async def test_hidden_acts_leave_no_trace_with_anybody_else(
    tmp_path: Path, hidden: Callable[[Square], Awaitable[None]], who: set[str]
) -> None:
    if not QUIET_NIGHT:
        QUIET_NIGHT.append(await streams_of(tmp_path / "here", FULL, night_with(nothing)))
    there = await streams_of(tmp_path / "there", FULL, night_with(hidden))
    same(QUIET_NIGHT[0], there, but=who)


async def test_a_spell_that_nobody_sees_leaves_no_trace(tmp_path: Path) -> None:
    """The Trickster marks a plain villager, whom it does not hurt; only the Trickster's own messages differ."""

    def script(marked: str | None) -> Script:
        async def play(square: Square, _: Mapping[str, str]) -> None:
            await square.introduce_all()
            for name in ("cat", "dan"):
                await square.answers(name, "night.victim", "fay")
            await square.answers("cat", "night.jinx", marked)
            await square.until("day")
            await look_around(square)
            await square.burns("hal", by="ann")
            await square.until("night")

        return play

    here = await streams_of(tmp_path / "here", FULL, script(None))
    there = await streams_of(tmp_path / "there", FULL, script("eve"))
    same(here, there, but={"cat"})


async def changes_their_minds(square: Square, roles: Mapping[str, str]) -> None:
    """Votes to deal anew and to end the game, a table that sleeps and is woken, and guests who look on meanwhile."""
    for name in ("ben", "cat"):
        seen = await square.presses(name, "A card was seen", (await square.rarely(name)).seen)
        await square.presses(name, "Deal all cards again", seen.seen)
    await square.introduce_all()
    for name in ("gus", "ben", "ann"):
        await square.says(name, "finish", how="vote")
        await square.says(name, "finish", how="draw")
    await square.until("day")
    await look_around(square)
    await square.says("zoe", "tables")
    await square.until("night")
    for _ in range(20):
        if (await square.awake()).row.status == "paused":
            break
        await square.time(30)
    assert (await square.awake()).row.deserted_until_ms is not None
    await look_around(square)
    await square.presses("gus", "My seat")
    await square.presses("ben", "My seat")
    await square.says("zoe", "table who")
    await square.until("day")


async def test_votes_to_end_and_a_table_that_sleeps_tell_nothing(tmp_path: Path) -> None:
    roles = {"cat": "murderer", "ben": "fairy_godmother"}
    here = await streams_of(tmp_path / "here", roles, changes_their_minds)
    there = await streams_of(tmp_path / "there", swapped(roles, "ben", "gus"), changes_their_minds)
    same(here, there, but={"ben", "gus"})
