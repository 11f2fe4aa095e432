"""A menu that is too long for Discord is shown in pages, and what is not too long stays as it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.questions import put
from bot.ui.paging import paged
from bot.ui.panels import Button, Menu, MenuOption, Panel
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, common_files

QUESTION = put(1, "a.choice", tuple(range(66)))
QUESTION.number = 101
OPTIONS = tuple(MenuOption(str(number), f"number {number}") for number in range(66))
LONG = Menu("mm:s:5:2:101", "Choose", OPTIONS)
NONE = (Button("mm:a:5:2:101:-", "Nothing"),)


WORDS = Wording(common_files())


def shown(panel: Panel, page: int = 0, language: str = "en") -> tuple[tuple[Button, ...] | Menu, ...]:
    return paged(panel, QUESTION, RenderContext(5, 2, {}, {}, WORDS.for_locale(language), {}), page).rows


@pytest.mark.parametrize(
    ("language", "page", "told", "first", "turns"),
    [
        ("en", 0, "Choose (1–25 of 66)", 0, {"More": "mm:turn:5:2:101:1"}),
        ("en", 1, "Choose (26–50 of 66)", 25, {"Earlier": "mm:turn:5:2:101:0", "More": "mm:turn:5:2:101:2"}),
        ("de", 2, "Choose (51–66 von 66)", 50, {"Vorige Seite": "mm:turn:5:2:101:1"}),
        ("de", 0, "Choose (1–25 von 66)", 0, {"Nächste Seite": "mm:turn:5:2:101:1"}),
        ("en", 7, "Choose (51–66 of 66)", 50, {"Earlier": "mm:turn:5:2:101:1"}),
        ("en", -3, "Choose (1–25 of 66)", 0, {"More": "mm:turn:5:2:101:1"}),
    ],
)
def test_a_long_menu_is_a_page_and_the_way_to_the_next(
    language: str, page: int, told: str, first: int, turns: dict[str, str]
) -> None:
    menu, buttons, decline = shown(Panel("What?", (LONG, NONE)), page, language)
    assert isinstance(menu, Menu)
    assert isinstance(buttons, tuple)
    assert (menu.custom_id, menu.placeholder, menu.options) == (LONG.custom_id, told, OPTIONS[first : first + 25])
    assert {button.label: button.custom_id for button in buttons} == turns
    assert decline == NONE


def test_what_fits_stays_as_it_is() -> None:
    several = replace(LONG, most=3)
    for menu in (replace(LONG, options=OPTIONS[:25]), several):
        assert shown(Panel("What?", (menu, NONE))) == (menu, NONE)
