"""What somebody hears who does not see a message: a screen reader reads its texts, pictures and controls from above."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.ui.panels import Button, Menu, Page, Panel, Row

EMOJI = r"[\u2190-\u21ff\u2300-\u2612\u2614-\u265f\u2668-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
"""Signs that mean something only to the eye. The four suits, U+2660 to U+2667, are read aloud by their names."""
_OWN_EMOJI = re.compile(r" ?<:(\w+):\d+>")
_BEGINS_WITH_EMOJI = re.compile(rf"^(#+ |-# |> |• |- |\d+\. |\*+)*{EMOJI}")
_COLUMNS = re.compile(r"```|\S {2,}\S|^\s*\|", re.MULTILINE)


class Heard:
    """One message, as it is read aloud."""

    def __init__(self, page: Page) -> None:
        self.page = page
        boards = (panel.beside(page.pictures) for panel in page.panels)
        texts = (by_name(text) for text in (*page.lines, *boards, *page.small_print))
        self.texts = [line for text in texts for line in text.split("\n")]
        self.pictures = [shown.alt for shown in page.pictures]
        """In full, as **Text** says it; the message itself says as much as Discord takes."""
        self.controls = [label for panel in page.panels for row in panel.rows for label in _labels(row)]

    @property
    def all(self) -> str:
        return "\n".join((*self.texts, *self.pictures, *(label for label, _ in self.controls)))

    def faults(self) -> Iterator[str]:
        """Everything that would be heard as noise, or not at all."""
        for line in (*self.texts, *(line for alt in self.pictures for line in alt.split("\n"))):
            if _BEGINS_WITH_EMOJI.search(line):
                yield f"begins with an emoji: {line}"
            if _COLUMNS.search(line):
                yield f"is a table: {line}"
            if line and not re.search(r"\w", line):
                yield f"has no words: {line}"
        for label, detail in self.controls:
            if not re.search(r"\w", re.sub(EMOJI, "", label)):
                yield f"a control without a name: {label!r} {detail!r}"
            if _BEGINS_WITH_EMOJI.search(label):
                yield f"a control begins with an emoji: {label}"
        if any(not shown.description.strip() for shown in self.page.pictures):
            yield "a picture without words"


def by_name(text: str) -> str:
    """A text whose own emojis are read by their names, as words."""
    return _OWN_EMOJI.sub(lambda emoji: f" {emoji[1].replace('_', ' ')},", text)


def _labels(row: Row) -> Iterator[tuple[str, str]]:
    """What a control says, and what it says besides."""
    if isinstance(row, tuple):
        yield from ((button.label, button.custom_id) for button in row if isinstance(button, Button))
    elif isinstance(row, Menu):
        yield row.placeholder, row.custom_id
        yield from ((option.label, option.description or "") for option in row.options)
    else:
        yield row.placeholder, row.custom_id


def page_of(text: str) -> Page:
    """A message of nothing but a text."""
    return Page(panels=(Panel(text),))
