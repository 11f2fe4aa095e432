"""How buttons stand side by side, and in which rows they stand without one being left alone on its line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

ROOM, WIDE_ROOM, GAP = 325, 590, 8
"""Pixels of a row on a phone 390 wide, of one on a wide screen, and between two buttons."""
MARGIN = 25
"""So many more there may be on a phone: where buttons are reckoned a little wider than they are."""
FEWEST = 4
"""Of fewer buttons one stands alone in any case, where they need two lines."""


def width_of(label: str, *, has_emoji: bool) -> int:
    """Pixels of a button, about."""
    return 34 + round(8.5 * len(label)) + (24 if has_emoji else 0)


def lines_of(widths: Sequence[int], room: int = ROOM) -> list[int]:
    """How many of these buttons stand on each line, when a screen breaks their row where it is full."""
    lines: list[int] = []
    left = 0
    for width in widths:
        if not lines or width > left:
            lines.append(0)
            left = room
        lines[-1] += 1
        left -= width + GAP
    return lines


def rows_of(widths: Sequence[int]) -> list[int]:
    """How many of these buttons make a row each, so that neither a phone nor a wide screen leaves one of them alone on
    the last line. All of them make one row where none is, or where that cannot be helped."""
    lines = lines_of(widths)
    if len(widths) < FEWEST or len(lines) == 1:
        return [len(widths)]
    if lines[-1] > 1:
        is_lonely = any(lines_of(widths, room)[-1] == 1 for room in (ROOM + MARGIN, WIDE_ROOM))
        return lines if is_lonely else [len(widths)]
    return next(filter(lambda sizes: _fit(widths, sizes), _shares(len(widths), len(lines))), [len(widths)])


def _shares(count: int, lines: int) -> Iterator[list[int]]:
    """The ways to share so many buttons among so many lines, at least two on each: the evenest first."""
    if lines == 1:
        yield from [[count]] if count > 1 else []
        return
    fair = -(-count // lines)
    for first in sorted(range(2, count - 1), key=lambda size: abs(size - fair)):
        yield from ([first, *rest] for rest in _shares(count - first, lines - 1))


def _fit(widths: Sequence[int], sizes: Sequence[int]) -> bool:
    ends = accumulate(sizes, initial=0)
    return all(sum(widths[begin:end]) + GAP * (end - begin - 1) <= ROOM for begin, end in pairwise(ends))
