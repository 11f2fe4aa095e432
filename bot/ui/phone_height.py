"""How high a page is on a phone 390 pixels wide, reckoned from what is on it, so that the less important part of a page
can be put a press away before it fills more than a screen. Rather too high than too low."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.panels import Menu, Panel, Row, in_fair_rows
from bot.ui.phone_pages import room_of
from bot.ui.phone_rows import lines_of, width_of

SCREEN = 844
"""Pixels that a phone shows."""
AROUND = 125
"""Who wrote it, and what Discord adds below."""
ONLY_YOU = 30
"""Of that: the line that only one person sees this, which a message to everybody has not."""
LINE, SEPARATOR = 22, 17
ROW, GAP = 45, 8


def height_of_panels(panels: Sequence[Panel]) -> int:
    """In pixels, of a message of these panels, with all that they say."""
    rows = sum(_row(row) for panel in panels for row in in_fair_rows(panel.rows))
    shown = [panel for panel in panels if panel.whole or panel.rows]
    between = sum(bool(panel.whole) for panel in shown[1:])
    return AROUND + LINE * sum(room_of(panel.whole) for panel in panels) + rows + SEPARATOR * between


def _row(row: Row) -> int:
    if isinstance(row, Menu):
        chosen = ", ".join(option.label for option in row.options if option.chosen)
        return GAP + ROW + LINE * (max(1, room_of(chosen)) - 1)
    if not isinstance(row, tuple):
        return GAP + ROW
    widths = [width_of(button.label, has_emoji=button.emoji is not None) for button in row]
    return GAP + ROW * len(lines_of(widths))
