"""Panels: what a message shows and what can be pressed on it, as plain data, and how that becomes Discord components.

All state of a control is in its `custom_id`, so a panel works after any restart; nothing is kept in memory for it.
Its form is `mm:<kind>:<part>:<part>…`, read by `bot.ui.router`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import discord

from bot.engine.questions import Choice
from bot.ui.phone_rows import rows_of, width_of
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording

PREFIX = "mm"
TINT = 0x5B3A8C
"""The colour of the frames."""
LABEL_MOST = 80
OPTIONS_MOST = 25
ROW_MOST = 5
"""Buttons in one row."""
COMPONENTS_MOST = 40
"""Components on one message, nested ones counted."""
ALT_MOST = 1000
"""Characters of a picture's alt text, a little below Discord's 1,024."""
TEXT_MOST = 3900
"""Characters of all texts on one message, a little below Discord's 4,000."""


_SENTENCE_ENDS = re.compile(r"(?=\n)|(?<=[^\d][.!?])(?=\s)")
"""A line's end, or a full stop; not the one behind a number, which may be somebody's seat."""


def custom_id(kind: str, *parts: object) -> str:
    """The id of a control. Raises ValueError when it would be too long for Discord."""
    text = ":".join((PREFIX, kind, *map(str, parts)))
    if len(text) > 100:
        raise ValueError(f"custom_id too long: {text}")
    return text


def token(choice: Choice) -> str:
    """A choice inside a `custom_id` or a menu; `choice_of` finds it again."""
    return "-" if choice is None else str(choice)


def choice_of(choices: Sequence[Choice], text: str) -> Choice:
    """The offered choice of this token. Raises LookupError for a token that stands for nothing offered."""
    for choice in choices:
        if token(choice) == text:
            return choice
    raise LookupError(text)


@dataclass(frozen=True)
class Button:
    """A button; `style` is `primary`, `secondary`, `success` or `danger`."""

    custom_id: str
    label: str
    style: str = "secondary"
    emoji: str | None = None
    disabled: bool = False


@dataclass(frozen=True)
class MenuOption:
    value: str
    label: str
    description: str | None = None
    emoji: str | None = None
    chosen: bool = False


@dataclass(frozen=True)
class Menu:
    """A menu to choose `least` to `most` options from; at most 25 options, but for a single answer to a question, whose
    menu is shown in pages (see `bot.ui.paging`)."""

    custom_id: str
    placeholder: str
    options: tuple[MenuOption, ...]
    least: int = 1
    most: int = 1


def titled(title: str, options: Sequence[MenuOption]) -> tuple[MenuOption, ...]:
    """The same with what the menu is about before the first that is chosen: a closed menu shows these, not its
    title."""
    first = next((place for place, option in enumerate(options) if option.chosen), None)
    return tuple(
        replace(option, label=f"{title}: {option.label}") if place == first else option
        for place, option in enumerate(options)
    )


@dataclass(frozen=True)
class PersonMenu:
    """A menu from which one person of the server is chosen; what comes back is their id."""

    custom_id: str
    placeholder: str


@dataclass(frozen=True)
class VoiceMenu:
    """A menu from which one voice channel of the server is chosen; what comes back is its id."""

    custom_id: str
    placeholder: str


@dataclass(frozen=True)
class RoleMenu:
    """A menu from which one role of the server is chosen; what comes back is its id."""

    custom_id: str
    placeholder: str


@dataclass(frozen=True)
class ChannelMenu:
    """A menu from which one text channel of the server is chosen; what comes back is its id."""

    custom_id: str
    placeholder: str


Row = tuple[Button, ...] | Menu | PersonMenu | VoiceMenu | RoleMenu | ChannelMenu


@dataclass(frozen=True)
class Panel:
    """A block of text with the controls below it: rows of buttons (at most five each) or one menu.

    heading, in_picture  what the picture of its page shows as well; said above the text and below it only where there
                         is no picture
    shown_by    the names of the pictures that show it; where none is named, every picture of its page does
    in_order    all that it says without a picture, where what the picture shows stands in the midst of the text
    in_brief    what stands in place of `in_picture` on a message that is to have no picture: **Text** says the rest
    under_text  what only **Text** says, where a phone has no room for it
    """

    text: str
    rows: tuple[Row, ...] = ()
    heading: str = ""
    in_picture: str = ""
    shown_by: frozenset[str] = frozenset()
    in_order: str = ""
    in_brief: str | None = None
    under_text: str = ""

    def without_picture(self) -> Panel:
        """This panel on a message that is to have no picture."""
        return self if self.in_brief is None else replace(self, in_picture=self.in_brief)

    @property
    def whole(self) -> str:
        """All that it says without a picture."""
        return self.in_order or "\n".join(part for part in (self.heading, self.text, self.in_picture) if part)

    def beside(self, pictures: Sequence[Shown]) -> str:
        """What it says on a page with these pictures."""
        names = {shown.picture.name for shown in pictures}
        return self.text if names & (self.shown_by or names) else self.whole

    def in_words(self, pictures: Sequence[Shown]) -> Panel:
        """This panel with what it says on a page with these pictures, as all that it says."""
        return replace(self, heading="", text=self.beside(pictures), in_picture="", in_order="")


@dataclass(frozen=True)
class Shown:
    """A picture on a page, and its alt text: everything it shows, in words."""

    picture: Picture
    alt: str
    rest: str = ""
    """Said at the end of an alt text that is too long: where the rest stands."""

    @classmethod
    def of(cls, picture: Picture, words: Wording) -> Shown:
        """A picture on a page with a button for its words."""
        return cls(picture, picture.words(words), words.say("picture.rest", button=words.say("button.text")))

    @property
    def description(self) -> str:
        """The alt text as far as Discord takes it, in whole sentences."""
        if len(self.alt) <= ALT_MOST:
            return self.alt
        room = ALT_MOST - len(self.rest) - 1
        lines = self.alt.rfind("\n", 0, room)
        if lines > room // 2:  # of a list whole lines: half a line about somebody is nothing to rely on
            return f"{self.alt[:lines]}\n{self.rest}".rstrip()
        ends = [end.start() for end in _SENTENCE_ENDS.finditer(self.alt, 0, room)]
        return f"{self.alt[: ends[-1]]}\n{self.rest}".rstrip() if ends else _cut(self.alt, ALT_MOST)


@dataclass(frozen=True)
class Page:
    """A whole message: plain lines, then pictures, then panels in a frame, then small print. `tint` colours the frame,
    never alone in meaning. A page with pictures is sent through `bot.ui.pages`, which draws them."""

    panels: tuple[Panel, ...]
    lines: tuple[str, ...] = ()
    tint: int | None = None
    pictures: tuple[Shown, ...] = field(default=())
    files: tuple[str, ...] = ()
    """Names of other attached files: without a place on the page Discord would not show them."""
    small_print: tuple[str, ...] = ()
    """What has to stand there without being read by many (the seal): below everything else, and never cut off."""
    nonce: str = ""
    """What it bears the sign of where it takes the place of a message; without it, it keeps that one's."""

    def fits(self) -> bool:
        """Whether all of its text fits on one message: what does not would be cut off."""
        texts = [panel.beside(self.pictures) for panel in self.panels]
        return sum(map(len, ("\n".join(self.lines), "\n".join(self.small_print), *texts))) <= TEXT_MOST

    def text(self) -> str:
        """Everything the page says, in words or in its pictures, for tests and comparisons."""
        return "\n".join((*self.lines, *(panel.whole for panel in self.panels), *self.small_print))


_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def render(page: Page) -> discord.ui.LayoutView:
    """The page as Discord components. The view is finished at once: clicks are found by their id, not by a view."""
    view = discord.ui.LayoutView(timeout=None)
    below = "\n".join(page.small_print)
    left = TEXT_MOST - len(below)
    room = COMPONENTS_MOST - len(page.pictures) - bool(below)
    if page.lines:
        text = _cut("\n".join(page.lines), left)
        left -= len(text)
        room -= 1
        view.add_item(discord.ui.TextDisplay(text))
    for shown in page.pictures:
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        gallery.add_item(media=f"attachment://{shown.picture.name}", description=shown.description)
        view.add_item(gallery)
    panels = [panel for panel in page.panels if panel.rows or panel.beside(page.pictures)]
    if panels:
        frame: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=page.tint)
        room -= 1 + sum(2 for _ in panels)  # the frame, and for each panel a line above and its text
        for place, panel in enumerate(panels):
            text = _cut(panel.beside(page.pictures), left)
            left -= len(text)
            if text and place:  # controls without words belong to what stands above them
                frame.add_item(discord.ui.Separator())
            if text:
                frame.add_item(discord.ui.TextDisplay(text))
            for row in in_fair_rows(panel.rows):
                room -= 1 + len(row) if isinstance(row, tuple) else 2
                if room >= 0:  # a control less is a pity, a message that Discord refuses stops the game
                    frame.add_item(_row(row))
        view.add_item(frame)
    if below:
        view.add_item(discord.ui.TextDisplay(below))
    for name in page.files:
        view.add_item(discord.ui.File(f"attachment://{name}"))
    view.stop()
    return view


def in_fair_rows(rows: Sequence[Row]) -> list[Row]:
    """The same controls; buttons in so many rows that a phone leaves none of them alone on a line."""
    fair: list[Row] = []
    for row in rows:
        if not isinstance(row, tuple):
            fair.append(row)
            continue
        left = row[:ROW_MOST]
        for size in rows_of([width_of(button.label, has_emoji=button.emoji is not None) for button in left]):
            fair.append(left[:size])
            left = left[size:]
    return fair


def _row(row: Row) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    line: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    if isinstance(row, PersonMenu):
        line.add_item(discord.ui.UserSelect(custom_id=row.custom_id, placeholder=row.placeholder[:150]))
        return line
    if isinstance(row, RoleMenu):
        line.add_item(discord.ui.RoleSelect(custom_id=row.custom_id, placeholder=row.placeholder[:150]))
        return line
    if isinstance(row, (VoiceMenu, ChannelMenu)):
        kind = discord.ChannelType.voice if isinstance(row, VoiceMenu) else discord.ChannelType.text
        line.add_item(
            discord.ui.ChannelSelect(custom_id=row.custom_id, placeholder=row.placeholder[:150], channel_types=[kind])
        )
        return line
    if isinstance(row, Menu):
        options = [
            discord.SelectOption(
                value=option.value,
                label=option.label[:100],
                description=option.description[:100] if option.description else None,
                emoji=option.emoji,
                default=option.chosen,
            )
            for option in row.options[:OPTIONS_MOST]
        ]
        line.add_item(
            discord.ui.Select(
                custom_id=row.custom_id,
                placeholder=row.placeholder[:150],
                options=options,
                min_values=row.least,
                max_values=min(row.most, len(options)),
            )
        )
        return line
    for button in row:
        line.add_item(
            discord.ui.Button(
                custom_id=button.custom_id,
                label=button.label[:LABEL_MOST],
                style=_STYLES[button.style],
                emoji=button.emoji,
                disabled=button.disabled,
            )
        )
    return line


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: max(0, most - 1)] + "…"


def form(
    form_id: str, title: str, label: str, *, description: str | None = None, most: int = 300, required: bool = True,
    value: str | None = None, long: bool = False,
) -> discord.ui.Modal:  # fmt: skip
    """A dialog with one line of text. Its id carries all state, and `bot.ui.router` hears of it even after a restart.

    The id ends in something random (two people's dialogs must not meet in discord.py's memory), and it is forgotten
    after a quarter of an hour (closing a dialog sends no event).
    """
    modal = discord.ui.Modal(
        title=title[:45], timeout=900, custom_id=f"{form_id}:{discord.utils.time_snowflake(discord.utils.utcnow())}"
    )
    style = discord.TextStyle.long if long else discord.TextStyle.short
    entry: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="text", style=style, max_length=most, required=required, default=value
    )
    modal.add_item(
        discord.ui.Label(text=label[:45], description=description[:100] if description else None, component=entry)
    )
    return modal
