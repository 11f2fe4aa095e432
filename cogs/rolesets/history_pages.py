"""The history of a role set: its versions, and what each of them changed."""

from __future__ import annotations

from bot.engine.rulebook import Game
from bot.matches.role_set_history import Deed, Line, Version
from bot.ui.game_words import game_title
from bot.ui.option_changes import changes
from bot.ui.option_words import set_title
from bot.ui.panels import Button, Menu, MenuOption, Page, Panel
from bot.ui.phone_pages import room_of
from bot.ui.role_set_pages import CHANGES_ROOM, NO_DRAFT, TINT, control, fault_lines, within
from bot.ui.wording import Wording

LIST_ROOM = 22
"""Lines of a phone for the list of versions."""


def line_page(words: Wording, game: Game, line: Line, *notes: str) -> Page:
    """All versions, the newest first, and a menu to look at one."""
    head = f"## {set_title(words, game, line.name)}\n-# {game_title(words, game.name)} · {words.say('roleset.history')}"
    lines = [_told(words, one) for one in line.deeds]
    menu = Menu(
        control(game, NO_DRAFT, "version", line.id),
        words.say("roleset.menu.version"),
        tuple(MenuOption(str(one.number), _label(words, one)) for one in line.deeds),
    )
    text = "\n".join([head, *notes, within(words, lines, LIST_ROOM)])
    return Page((Panel(text, (menu,)),), tint=TINT)


def version_page(
    words: Wording, game: Game, line: Line, version: Version, before: Version | None, now: Version
) -> Page:
    """One version: what it changed, what bringing it back would change, and the button that does."""
    head = f"## {set_title(words, game, version.deed.name)}\n{_told(words, version.deed)}"
    panels = [Panel(head)]
    if version.faults:
        panels.append(Panel("\n".join(fault_lines(words, game, list(version.faults), "roleset.history.broken"))))
    lists = [("roleset.history.did", before, version)] if before is not None else []
    if version.deed.number != now.deed.number:
        lists.append(("roleset.history.would", now, version))
    room = CHANGES_ROOM - sum(room_of(panel.text) for panel in panels[1:])
    for key, old, new in lists:
        panels.append(_changes(words, key, changes(words, game, old.options, new.options), room // len(lists)))
    return Page((*panels, Panel("", (_buttons(words, game, line, version, now),))), tint=TINT)


def _buttons(words: Wording, game: Game, line: Line, version: Version, now: Version) -> tuple[Button, ...]:
    number = version.deed.number
    back = Button(control(game, NO_DRAFT, "history", line.id), words.say("roleset.button.back"))
    if version.faults:
        label = words.say("roleset.button.mend")
        return (Button(control(game, NO_DRAFT, "mend", line.id, number), label, "primary"), back)
    if not line.is_deleted and version.options == now.options:  # bringing it back would change nothing
        return (back,)
    return (restore_button(words, game, line.id, number), back)


def restore_button(words: Wording, game: Game, line: int, number: int, label: str = "roleset.button.restore") -> Button:
    """Brings a version back."""
    return Button(control(game, NO_DRAFT, "restore", line, number), words.say(label), "primary")


def _changes(words: Wording, key: str, lines: list[str], room: int) -> Panel:
    told = within(words, lines or [words.say("roleset.changed.nothing")], room)
    return Panel(f"### {words.say(key)}\n{told}")


def _told(words: Wording, deed: Deed) -> str:
    by = f"<@{deed.by_id}>" if deed.by_id else words.say("roleset.by.nobody")
    return words.say(f"roleset.version.{deed.did}", number=deed.number, when=f"<t:{deed.at_ms // 1000}:f>", person=by)


def _label(words: Wording, deed: Deed) -> str:
    return words.say("roleset.version", number=deed.number)
