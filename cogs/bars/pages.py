"""What is asked before somebody is barred, and the list of bars. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from bot.matches.bars import Barred, Scope, kind_of, seconds
from bot.ui.face import quoted
from bot.ui.panels import TINT, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.phone_pages import turns
from bot.ui.second_thoughts import no_button
from bot.ui.wording import Wording, plain

BAR, WHOM, REASON, LIFT, LIST = "bar", "barwhom", "barred", "lift", "bars"
UNTIL_LIFTED: Final = 0
DURATIONS: Final = {"hour": 3600, "day": 86_400, "week": 604_800, "month": 2_592_000, "lifted": UNTIL_LIFTED}
"""For how many seconds somebody may be barred."""
BARS_ON_PAGE = 5


class BarLine(Protocol):
    """A bar as it is kept; times are epoch milliseconds."""

    @property
    def scope(self) -> str: ...
    @property
    def place(self) -> int: ...
    @property
    def user_id(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def by_id(self) -> int: ...
    @property
    def at_ms(self) -> int: ...
    @property
    def until_ms(self) -> int | None: ...


def until_in_words(until_ms: int | None, words: Wording) -> str:
    """The end of a sentence about a bar."""
    if until_ms is None:
        return words.say("bar.until_lifted")
    return words.say("bar.until", when=seconds(until_ms))


def places_page(places: Sequence[tuple[Scope, int]], user_id: int, name: str, words: Wording) -> Page:
    """From where this person can be kept away, a button each."""
    buttons = tuple(
        Button(custom_id(BAR, scope, place, user_id), words.say(f"bar.from.{kind_of(scope)}"), "danger")
        for scope, place in places
    )
    return Page(
        panels=(Panel(words.say("bar.from.ask", name=plain(name)), ((*buttons, no_button(words)),)),), tint=TINT
    )


def bar_page(scope: Scope, place: int, user_id: int, name: str, words: Wording) -> Page:
    """What would happen, and the menu whose choice asks for the reason."""
    options = tuple(MenuOption(str(span), words.say(f"bar.for.{key}")) for key, span in DURATIONS.items())
    menu = Menu(custom_id(BAR, scope, place, user_id), words.say("bar.menu"), options)
    return Page(
        panels=(Panel(words.say(f"bar.ask.{kind_of(scope)}", name=plain(name)), (menu,)),),
        tint=TINT,
    )


def done_lines(scope: Scope, name: str, until_ms: int | None, barred: Barred, words: Wording) -> list[str]:
    """What a bar has changed, and what it has not."""
    until = until_in_words(until_ms, words)
    lines = [words.say(f"bar.done.{kind_of(scope)}", name=plain(name), until=until)]
    if barred.plays and scope != "match":
        lines.append(words.say("bar.plays", tables=", ".join(map(str, barred.plays))))
    return lines


def list_page(rows: Sequence[BarLine], page: int, words: Wording, *, reader: int, sees_all: bool) -> Page:
    """Some of the bars, each with a button that lifts it. A reason is read by moderators, and by whoever gave it."""
    if not rows:
        return Page(panels=(Panel(words.say("bars.none")),), tint=TINT)
    last = (len(rows) - 1) // BARS_ON_PAGE
    page = min(max(page, 0), last)
    panels = [
        _entry(row, page, words, reason=sees_all or row.by_id == reader)
        for row in rows[page * BARS_ON_PAGE :][:BARS_ON_PAGE]
    ]
    buttons = turns(words, page, last + 1, lambda there: custom_id(LIST, there))
    if buttons:
        panels.append(Panel("", (buttons,)))
    head = Panel(f"## {words.say('bars.title', count=len(rows))}")
    return Page(panels=(head, *panels), tint=TINT)


def _entry(row: BarLine, page: int, words: Wording, *, reason: bool) -> Panel:
    lines = [
        words.say(f"bars.entry.{row.scope}", name=plain(row.name), person=f"<@{row.user_id}>", place=row.place,
                  until=until_in_words(row.until_ms, words)),
        words.say("bars.by", person=f"<@{row.by_id}>", when=row.at_ms // 1000),
    ]  # fmt: skip
    if reason and row.reason:
        lines.append(words.say("bars.reason", reason=quoted(row.reason)))
    lift = Button(custom_id(LIFT, row.scope, row.place, row.user_id, page), words.say("bars.lift"), "success")
    return Panel("\n".join(lines), ((lift,),))
