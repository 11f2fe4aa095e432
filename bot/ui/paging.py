"""Menus with more choices than Discord allows are shown a page at a time.

Which page a menu shows is known to nobody but its buttons: each carries the question and the page it turns to, so they
work after any restart, and whatever page an answer is chosen on, it is checked against the question alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from bot.engine.questions import Question
from bot.ui.panels import OPTIONS_MOST, Button, Menu, Panel, Row, custom_id
from bot.ui.phone_pages import turns
from bot.ui.render_context import RenderContext

FIRST_PAGES: Mapping[int, int] = MappingProxyType({})
"""To which page somebody has turned, by the number of the question: nobody has."""
TURN = "turn"
"""Kind of the buttons that turn a page: `mm:turn:<match>:<checkpoint>:<question>:<page>`, pages from 0."""


def paged(panel: Panel, question: Question, context: RenderContext, page: int = 0) -> Panel:
    """The panel of a question, with one page of a menu that is too long and the buttons to turn to the next ones."""
    rows: list[Row] = []
    for row in panel.rows:
        if isinstance(row, Menu) and row.most == 1 and len(row.options) > OPTIONS_MOST:
            rows += _page_of(row, question, context, page)
        else:
            rows.append(row)
    return replace(panel, rows=tuple(rows))


def _page_of(menu: Menu, question: Question, context: RenderContext, page: int) -> Iterator[tuple[Button, ...] | Menu]:
    count = len(menu.options)
    last = (count - 1) // OPTIONS_MOST
    page = min(max(page, 0), last)
    options = menu.options[page * OPTIONS_MOST :][:OPTIONS_MOST]
    first = page * OPTIONS_MOST + 1
    told = context.words.say(
        "menu.page", menu=menu.placeholder, first=first, last=first + len(options) - 1, count=count
    )
    yield replace(menu, placeholder=told, options=options)
    yield turns(
        context.words,
        page,
        last + 1,
        lambda there: custom_id(TURN, context.match, context.checkpoint, question.number, there),
    )
