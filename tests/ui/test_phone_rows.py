"""Buttons stand in rows in which no screen leaves one of them alone, as far as that can be."""

from bot.ui.panels import Button, in_fair_rows
from bot.ui.phone_rows import ROOM, WIDE_ROOM, lines_of, rows_of


def test_a_button_that_a_phone_would_leave_alone_gets_another_beside_it() -> None:
    assert lines_of([94, 77, 111, 68]) == [3, 1]
    assert rows_of([94, 77, 111, 68]) == [2, 2]


def test_and_so_does_one_that_a_wide_screen_would() -> None:
    widths = [150, 144, 94, 111, 80]
    assert lines_of(widths, WIDE_ROOM)[-1] == 1
    assert rows_of(widths) == [2, 3] == [*lines_of(widths[:2]), *lines_of(widths[2:])]


def test_one_row_stays_one_where_nobody_is_alone_or_somebody_must_be() -> None:
    assert rows_of([90, 90, 90]) == [3]
    assert rows_of([190, 76, 94, 111, 68]) == [5], "two and three on a phone, all of them on a wide screen"
    assert rows_of([200, 120, 100]) == [3], "of three one is alone"
    assert rows_of([ROOM, ROOM, ROOM, ROOM]) == [4], "no two of them fit side by side"


def test_the_rows_of_a_panel_keep_their_order() -> None:
    row = tuple(Button(f"mm:x:{place}", label) for place, label in enumerate(("My seat", "Watch", "+1 minute", "Text")))
    assert in_fair_rows((row,)) == [row[:2], row[2:]]
