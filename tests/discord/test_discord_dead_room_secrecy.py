"""Two hidden worlds with one public history and a room for the dead: what stands in the room hangs on what its members
may see, and nobody outside of it can tell anything from it."""

from __future__ import annotations

from pathlib import Path

from rooms.any_game import Answered
from rooms.village import Square, cast_of, seed_for, village_square
from two_worlds import Streams, make_folder, same

HERE = {"cat": "murderer", "dan": "warlock", "ben": "sheriff", "gus": "esmeralda"}
THERE = HERE | {"ben": "esmeralda", "gus": "sheriff"}


async def watches(square: Square, who: str) -> Answered:
    """Behind My seat, for whoever has none."""
    return await square.presses(who, "My seat")


async def played(square: Square) -> None:
    """Fay dies at night, hal at the stake; guests watch, and one of them with the eyes of the dead."""
    square.newcomer("zoe")
    square.newcomer("yan")
    await square.begin()
    await square.introduce_all()
    await square.night(cat="fay", dan="fay")
    await watches(square, "zoe")
    shown = await watches(square, "yan")
    if "See what the dead see …" in shown.seen.labels:
        asked = await square.presses("yan", "See what the dead see …", shown.seen)
        await square.presses("yan", "Show me the cards", asked.seen)
    await square.burns("hal", by="ann")
    await square.until("night")
    await watches(square, "zoe")
    await square.time(5)


async def streams_of(tmp_path: Path, roles: dict[str, str], *, dead_watch: bool) -> Streams:
    options = {"dead_room": True, "guests_see_all": True, "dead_watch": dead_watch}
    cast = cast_of(9, HERE)
    make_folder(tmp_path)
    async with village_square(tmp_path, cast=cast, seed=seed_for(cast, roles), options=options) as square:
        await played(square)
        (room,) = square.dead_rooms
        assert square.inside(room) == {"fay", "hal"}
        return square.sent_to()


async def test_what_the_dead_may_not_see_is_not_in_their_room_either(tmp_path: Path) -> None:
    here = await streams_of(tmp_path / "here", HERE, dead_watch=False)
    there = await streams_of(tmp_path / "there", THERE, dead_watch=False)
    assert here["dead"], "there is a room"
    same(here, there, but={"ben", "gus"})


async def test_only_the_dead_and_who_can_never_play_can_tell_what_the_dead_see(tmp_path: Path) -> None:
    here = await streams_of(tmp_path / "here", HERE, dead_watch=True)
    there = await streams_of(tmp_path / "there", THERE, dead_watch=True)
    same(here, there, but={"ben", "gus", "dead", "yan"})
