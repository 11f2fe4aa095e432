"""How buttons stand side by side on a phone, and in which rows they stand there without one being left alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

ROOM, GAP = 310, 8
"""Pixels of a row on a phone 390 wide, and between two buttons."""
FEWEST = 4
"""Of fewer buttons one stands alone in any case, where they need two lines."""


def width_of(label: str, *, has_emoji: bool) -> int:
    """Pixels of a button, about."""
    return 34 + round(8.5 * len(label)) + (24 if has_emoji else 0)


def lines_of(widths: Sequence[int]) -> list[int]:
    """How many of these buttons stand on each line, when a phone breaks their row where it is full."""
    lines: list[int] = []
    left = 0
    for width in widths:
        if not lines or width > left:
            lines.append(0)
            left = ROOM
        lines[-1] += 1
        left -= width + GAP
    return lines


def rows_of(widths: Sequence[int]) -> list[int]:
    """How many of these buttons make a row each, so that a phone leaves none of them alone on its last line. All of
    them make one where it leaves none, or where that cannot be helped."""
    lines = lines_of(widths)
    if len(widths) < FEWEST or len(lines) == 1 or lines[-1] > 1:
        return [len(widths)]
    return next(filter(lambda sizes: _fit(widths, sizes), _shares(len(widths), len(lines))), [len(widths)])


def _shares(count: int, lines: int) -> Iterator[list[int]]:
    """The ways to share so many buttons among so many lines, at least two on the last: the evenest first."""
    if lines == 1:
        yield from [[count]] if count > 1 else []
        return
    fair = -(-count // lines)
    for first in sorted(range(1, count - 1), key=lambda size: abs(size - fair)):
        yield from ([first, *rest] for rest in _shares(count - first, lines - 1))


def _fit(widths: Sequence[int], sizes: Sequence[int]) -> bool:
    ends = accumulate(sizes, initial=0)
    return all(sum(widths[begin:end]) + GAP * (end - begin - 1) <= ROOM for begin, end in pairwise(ends))
