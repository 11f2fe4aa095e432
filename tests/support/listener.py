"""What somebody hears who does not see a message: a screen reader reads its texts, pictures and controls from above."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.ui.panels import Button, Menu, Page, Panel, Row

EMOJI = r"[\u2190-\u21ff\u2300-\u2612\u2614-\u265f\u2668-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
"""Signs that mean something only to the eye. The four suits, U+2660 to U+2667, are read aloud by their names."""
_OWN_EMOJI = re.compile(r" ?<a?:(\w+):\d+>")
_SIGNS = re.compile(r"(#+ )?(<:\w*[^\W\d_]\w*:\d+> ?)+")
"""A line of nothing but our own emojis, all of which have words for names: it is read as those."""
_BEGINS_WITH_EMOJI = re.compile(rf"^(#+ |-# |> |• |- |\d+\. |\*+)*(<a?:|{EMOJI})")
_COLUMNS = re.compile(r"```|\S {2,}\S|^\s*\|", re.MULTILINE)


class Heard:
    """One message, as it is read aloud."""

    def __init__(self, page: Page) -> None:
        self.page = page
        boards = (panel.beside(page.pictures) for panel in page.panels)
        texts = [text.split("\n") for text in (*page.lines, *boards, *page.small_print)]
        self.texts = [_by_name(line) if _is_read(lines[:number], line) else line
                      for lines in texts for number, line in enumerate(lines)]  # fmt: skip
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


def _is_read(before: Sequence[str], line: str) -> bool:
    """Whether this is a line of signs below words, in the same text, that say what they are."""
    words = next((one for one in reversed(before) if not _SIGNS.fullmatch(one)), "")
    return bool(_SIGNS.fullmatch(line) and re.search(r"\w", words))


def _by_name(line: str) -> str:
    """A line whose own emojis are read by their names, as words."""
    return _OWN_EMOJI.sub(lambda emoji: f" {emoji[1].replace('_', ' ')},", line)


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
