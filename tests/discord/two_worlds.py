"""Comparing what everybody is sent in two hidden worlds with one public history."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rooms.village import Square

Streams = dict[str, list[str]]


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
