"""Comparing what everybody is sent in two hidden worlds with one public history."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rooms.any_game import Room
from rooms.village import Square

Streams = dict[str, list[str]]


class Timed:
    """Time passes in seconds, and when a request was made is kept."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.ticks: list[tuple[int, int]] = []
        room.stamp = self.stamp  # type: ignore[method-assign]

    def stamp(self, number: int) -> str:
        return next((f"{now} " for count, now in self.ticks if number < count), "end ")

    async def passes(self, seconds: int) -> None:
        for _ in range(seconds):
            await self.room.time(1)
            self.ticks.append((len(self.room.env.http_requests), self.room.now_ms() // 1000))


def make_folder(path: Path) -> None:
    path.mkdir()


def same(here: Streams, there: Streams, *, but: set[str]) -> None:
    """Byte by byte the same for everybody except those who may know."""
    assert here.keys() == there.keys()
    for name in here:
        if name not in but:
            for one, other in zip(here[name], there[name], strict=False):
                assert one == other, f"{name} can tell the two worlds apart"
            assert len(here[name]) == len(there[name]), f"{name} is sent more in one of the worlds"
    for name in but:
        assert here[name] != there[name], f"the worlds are not different for {name}: the test tests nothing"


def swapped(roles: Mapping[str, str], one: str, other: str) -> dict[str, str]:
    """The same deal with the cards of two people exchanged."""
    swap = {one: other, other: one}
    return {swap.get(name, name): role for name, role in roles.items()}


async def look_around(square: Square) -> None:
    """Whatever anybody may ask the Mirror for, asked by those who may not know."""
    await square.says("zoe", "table status")
    await square.says("ann", "table status")
    await square.says("ann", "table rewind")
    await square.says("ann", "seat")
    if square.people[4] in await square.alive():
        await square.presses("eve", "My seat")
    await square.autocompletes("ann", "table kick", "player", "")
