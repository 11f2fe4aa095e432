"""What **Text** says, on a phone: whole where there is room, else in pages that lose nothing."""

from __future__ import annotations

import pytest
from support.pages_of_games import words_of

from bot.ui.panels import Button, Menu, MenuOption, Page, Panel
from bot.ui.phone_height import LINE, SCREEN, height_of_panels
from bot.ui.text_pages import text_page

ROWS = (Menu("mm:names", "A card …", (MenuOption("1", "Sheriff"),)),)


def page(texts: list[str], number: int = 0, rows: tuple[Menu, ...] = ()) -> Page:
    return text_page(texts, rows, words_of("en"), number, lambda there: f"mm:text:1:{there}:table.jpg")


def turning(shown: Page) -> list[str]:
    return [one.custom_id for panel in shown.panels for row in panel.rows if isinstance(row, tuple) for one in row]


def test_what_a_phone_shows_whole_is_one_page() -> None:
    shown = page(["All players.\n1. ann", "Your hand."], rows=ROWS)
    assert [panel.text for panel in shown.panels] == ["All players.\n1. ann", "Your hand.", ""]
    assert shown.panels[-1] == Panel("", ROWS)
    assert turning(shown) == []


@pytest.mark.parametrize("rows", [(), ROWS])
def test_the_rest_is_a_press_away_and_nothing_is_lost(rows: tuple[Menu, ...]) -> None:
    texts = ["\n".join(f"## Card {number}\nIt does what cards do in a game like this one." for number in range(30)),
             "\n".join(f"{number}. Nachtigall {number}" for number in range(1, 21))]  # fmt: skip
    first = page(texts, rows=rows)
    assert turning(first) == ["mm:text:1:1:table.jpg"]
    shown = [first]
    while (onward := f"mm:text:1:{len(shown)}:table.jpg") in turning(shown[-1]):
        shown.append(page(texts, len(shown), rows))
    assert len(shown) > 2
    assert all(height_of_panels(one.panels) <= SCREEN - 2 * LINE for one in shown)
    said = [line for one in shown for panel in one.panels for line in panel.text.splitlines()]
    assert said == "\n".join(texts).splitlines()
    assert not any(panel.text.splitlines()[-1].startswith("#") for one in shown for panel in one.panels if panel.text)
    assert page(texts, 99, rows) == shown[-1], "what has become shorter meanwhile shows its last page"
    assert onward not in turning(shown[-1])
    assert isinstance(
        shown[0].panels[-1].rows[0][0] if isinstance(shown[0].panels[-1].rows[0], tuple) else None, Button
    )


@pytest.mark.parametrize("heading", ["**Your hand**", "**Your hand** (20)"])
def test_a_bold_line_is_a_heading_and_ends_no_page(heading: str) -> None:
    """ "Your hand" at the foot of a page has its hand on the next one, also with the number of its cards."""
    for before in range(1, 40):
        text = "\n".join([*["It does what cards do."] * before, heading, *["• **1 Bootstrap**: it does."] * 20])
        shown = page([text])
        assert not shown.panels[0].text.endswith(heading), before
