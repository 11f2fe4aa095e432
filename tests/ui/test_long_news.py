"""News that are too long for one message: on as many as it takes, none cut off, each counted when it was told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.panels import TEXT_MOST, Page, Panel
from bot.ui.stage.delivered import by_message

NEWS = st.lists(st.text("ab", min_size=1, max_size=30), max_size=20)


@given(NEWS)
def test_every_line_is_told_once_in_order_on_messages_that_hold_them(lines: list[str]) -> None:
    told = list(enumerate(lines, start=7))
    messages = by_message(told, 40)
    assert [line for _, part in messages for line in part] == lines
    assert all(len("\n".join(part)) <= 40 for _, part in messages)
    assert [number for number, _ in messages] == [
        7 + sum(len(part) for _, part in messages[: place + 1]) - 1 for place in range(len(messages))
    ], "what counts as told is what stands in the messages so far"


def test_a_line_that_no_message_holds_has_one_of_its_own() -> None:
    assert by_message([(1, "a"), (2, "b" * 50), (3, "c")], 40) == [(1, ["a"]), (2, ["b" * 50]), (3, ["c"])]


@pytest.mark.parametrize(("letters", "fits"), [(TEXT_MOST - 3, True), (TEXT_MOST - 2, False)])
def test_a_page_knows_whether_its_text_fits(letters: int, fits: bool) -> None:
    page = Page(panels=(Panel("x" * letters),), lines=("a", "b"))
    assert page.fits() is fits
