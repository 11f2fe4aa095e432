"""The panel on which a role set is made. All of it comes from the options' model.

A phone shows it whole: it comes in parts, and long parts in pages. Which part is shown stands in the draft, which is
in memory anyway; what is wrong stands above every part.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.rulebook import Fault, Game
from bot.matches.drafts import Draft
from bot.matches.option_fields import OptionField, fields_in_play, filler, roles
from bot.ui.game_words import game_title
from bot.ui.option_words import (
    cast_lines,
    cast_words,
    choice_help,
    choice_title,
    named,
    option_help,
    option_title,
    role_title,
    set_title,
    span,
    value_words,
)
from bot.ui.panels import OPTIONS_MOST, Button, Menu, MenuOption, Page, Panel, Row, titled
from bot.ui.phone_height import with_most
from bot.ui.phone_pages import in_pages, nearest, room_of, turns
from bot.ui.role_set_pages import TINT, control, fault_line, fault_lines, forecast_button, part_buttons
from bot.ui.wording import Wording

DESCRIPTION_MOST = 100
DRAFT_ROOM = 15
"""Lines of a phone for a part of the panel while nothing is wrong."""
ROOM_LEAST = 6
FAULTS_ABOVE = 3
"""So many faults stand above every part; where there are more, they are a part of their own."""
FAULTS_LEAST = 1
"""So many stand above the roles of one number of players, whatever else there is."""


@dataclass(frozen=True)
class _Piece:
    """What stays together on one page: lines, and what changes them."""

    text: str
    menus: tuple[Menu, ...] = ()

    @property
    def room(self) -> int:
        return room_of(self.text) + sum(1 + _menu_room(menu) for menu in self.menus)


@dataclass(frozen=True)
class _Part:
    """One part of the panel: pieces, and the menus that stand below all of them."""

    pieces: tuple[_Piece, ...]
    menus: tuple[Menu, ...] = ()

    @property
    def menu_room(self) -> int:
        return sum(map(_menu_room, self.menus))


def draft_page(words: Wording, draft: Draft) -> Page:
    """The panel as the draft stands: what is wrong, what can be changed, and Save while nothing is wrong."""
    _, faults = draft.check()
    if draft.seats is not None:
        return _one_number(words, draft, faults, draft.seats)
    parts = _parts(words, draft, faults)
    shown = draft.part if draft.part in parts else next(iter(parts))
    ways = part_buttons(words, tuple(parts), shown, lambda one: control(draft.game, draft.id, "part", one))
    head = _head(words, draft, faults, *([ways] if ways else []))
    part = parts[shown]
    room = max(ROOM_LEAST, DRAFT_ROOM + 1 - sum(map(room_of, head.text.splitlines()[2:])) - part.menu_room)
    pages = in_pages(part.pieces, room, lambda piece: piece.room)
    page = nearest(pages, draft.page)
    turning = turns(words, page, len(pages), lambda there: control(draft.game, draft.id, "page", there))
    below: tuple[Row, ...] = (*part.menus, *([turning] if turning else []))
    return Page((head, *_panels(pages[page], below)), tint=TINT)


def _one_number(words: Wording, draft: Draft, faults: list[Fault], seats: int) -> Page:
    """The roles at one number of players; above them as many faults as a phone shows beside their controls."""
    cast = _cast_panel(words, draft, seats)
    return with_most(
        lambda most: Page((_head(words, draft, faults, most=most), cast), tint=TINT), FAULTS_ABOVE, FAULTS_LEAST
    )


def _panels(pieces: list[_Piece], below: tuple[Row, ...]) -> list[Panel]:
    """Pieces with menus of their own stand in panels of their own, the others together."""
    if not any(piece.menus for piece in pieces):
        return [Panel("\n".join(piece.text for piece in pieces), below)]
    *others, last = [Panel(piece.text, piece.menus) for piece in pieces]
    return [*others, Panel(last.text, (*last.rows, *below))]


def _menu_room(menu: Menu) -> int:
    """Lines of a phone that it takes; whatever is chosen stands in it."""
    return 1 + max(1, room_of(", ".join(option.label for option in menu.options if option.chosen)))


def _head(words: Wording, draft: Draft, faults: list[Fault], *ways: Row, most: int = FAULTS_ABOVE) -> Panel:
    game = draft.game
    lines = [
        f"## {set_title(words, game, draft.name)}",
        f"-# {game_title(words, game.name)} · {words.say('roleset.unsaved')}",
    ]
    if draft.mended:
        lines.append(words.say("roleset.mended"))
    sound = [words.say("roleset.sound")]
    lines += fault_lines(words, game, faults, most=most) if faults else sound
    row = (
        Button(control(game, draft.id, "save"), words.say("roleset.button.save"), "success", disabled=bool(faults)),
        Button(control(game, draft.id, "drop"), words.say("roleset.button.drop"), "danger"),
        forecast_button(words, "draft", game.name, draft.id, disabled=bool(faults)),
    )
    return Panel("\n".join(lines), (row, *ways))


def _parts(words: Wording, draft: Draft, faults: list[Fault]) -> dict[str, _Part]:
    """What the panel can show, by name. The menus of a part are for all of it, whichever page of it is shown."""
    game = draft.game
    fields = fields_in_play(game.options, draft.values)
    switches = [field for field in fields if field.kind == "switch"]
    numbers = [field for field in fields if field.kind == "number"]
    choices = [field for field in fields if field.kind in ("choice", "several")]
    parts = {}
    if roles(game):
        lines = cast_lines(words, game, draft.casts) or [words.say("roleset.nobody")]
        parts["roles"] = _Part(tuple(map(_Piece, lines)), (_seats_menu(words, draft),))
    if switches:
        menus = tuple(_switch_menu(words, draft, place, some) for place, some in enumerate(_chunks(switches)))
        parts["onoff"] = _Part(tuple(_Piece(_value_line(words, draft, field)) for field in switches), menus)
    if numbers:
        menus = tuple(_number_menu(words, draft, place, some) for place, some in enumerate(_chunks(numbers)))
        parts["numbers"] = _Part(tuple(_Piece(_value_line(words, draft, field)) for field in numbers), menus)
    if choices:
        parts["choices"] = _Part(tuple(_choice(words, draft, field) for field in choices))
    if len(faults) > FAULTS_ABOVE:
        parts["faults"] = _Part(tuple(_Piece(fault_line(words, game, fault)) for fault in faults))
    return parts


def _value_line(words: Wording, draft: Draft, field: OptionField) -> str:
    value = value_words(words, draft.game, field, draft.values[field.name])
    return words.say("roleset.value", option=option_title(words, draft.game, field), value=value)


def _choice(words: Wording, draft: Draft, field: OptionField) -> _Piece:
    """One of several things, or some of them; the others have their sentence in a menu."""
    text = f"{_value_line(words, draft, field)}\n-# {option_help(words, draft.game, field)}"
    menu = _choice_menu(words, draft, field) if field.kind == "choice" else _several_menu(words, draft, field)
    return _Piece(text, (menu,))


def _number_menu(words: Wording, draft: Draft, place: int, fields: list[OptionField]) -> Menu:
    options = tuple(_menu_option(words, draft, field) for field in fields)
    # The turn makes it another menu after each change; Discord would not let the same number be picked twice.
    ident = control(draft.game, draft.id, "number", place, draft.turn)
    return Menu(ident, words.say("roleset.menu.number"), options)


def _seats_menu(words: Wording, draft: Draft) -> Menu:
    game, casts = draft.game, draft.casts
    # A set from elsewhere may hold a number no table has; it must be reachable to be taken out.
    numbers = sorted({*game.seats, *casts})[:OPTIONS_MOST]
    options = tuple(
        MenuOption(
            str(seats),
            words.say("roleset.players", count=seats, players=seats),
            _brief(cast_words(words, game, casts[seats])) if seats in casts else words.say("roleset.not_offered"),
            chosen=seats == draft.seats,
        )
        for seats in numbers
    )
    return Menu(control(game, draft.id, "seats"), words.say("roleset.menu.seats"), options)


def _switch_menu(words: Wording, draft: Draft, page: int, fields: list[OptionField]) -> Menu:
    options = tuple(
        MenuOption(
            field.name,
            option_title(words, draft.game, field),
            option_help(words, draft.game, field),
            chosen=bool(draft.values[field.name]),
        )
        for field in fields
    )
    ident = control(draft.game, draft.id, "switches", page)
    shown = titled(words.say("lobby.switched_on"), options)
    return Menu(ident, words.say("roleset.menu.switches"), shown, least=0, most=len(options))


def switches_of(draft: Draft, page: int) -> list[str]:
    """The names of the switches that stand in the menu of this number."""
    fields = fields_in_play(draft.game.options, draft.values)
    groups = _chunks([field for field in fields if field.kind == "switch"])
    return [field.name for field in groups[page]] if 0 <= page < len(groups) else []


def _menu_option(words: Wording, draft: Draft, field: OptionField) -> MenuOption:
    value = value_words(words, draft.game, field, draft.values[field.name])
    title = option_title(words, draft.game, field)
    return MenuOption(field.name, words.say("roleset.value.plain", option=title, value=value),
                      option_help(words, draft.game, field))  # fmt: skip


def _choice_menu(words: Wording, draft: Draft, field: OptionField) -> Menu:
    options = tuple(
        MenuOption(
            str(choice), choice_title(words, draft.game, field, choice), chosen=choice == draft.values[field.name]
        )
        for choice in field.choices
    )
    ident = control(draft.game, draft.id, "choice", field.name)
    title = option_title(words, draft.game, field)
    return Menu(ident, title, titled(title, options))


def _several_menu(words: Wording, draft: Draft, field: OptionField) -> Menu:
    """Everything that is in is marked; what is not marked stays in the box."""
    options = tuple(
        MenuOption(
            str(choice),
            choice_title(words, draft.game, field, choice),
            choice_help(words, draft.game, field, choice),
            chosen=choice in draft.values[field.name],
        )
        for choice in field.choices
    )
    ident = control(draft.game, draft.id, "several", field.name)
    title = option_title(words, draft.game, field)
    return Menu(ident, title, titled(title, options), least=0, most=len(options))


def _cast_panel(words: Wording, draft: Draft, seats: int) -> Panel:
    """The roles at one number of players, with the controls to change them."""
    game = draft.game
    players = words.say("roleset.players", count=seats, players=seats)
    back = Button(control(game, draft.id, "back"), words.say("roleset.button.back"))
    if seats not in draft.casts:
        text = f"### {players}\n{words.say('roleset.not_offered.long')}"
        add = Button(control(game, draft.id, "add", seats), words.say("roleset.button.add", count=seats), "primary")
        return Panel(text, (_seats_menu(words, draft), (add, back)))
    cast = draft.casts[seats]
    rows: list[tuple[Button, ...] | Menu] = [_seats_menu(words, draft), _role_menu(words, draft, seats)]
    if draft.role is not None:
        rows.append(_step_buttons(words, draft, seats, draft.role))
    larger = [other for other in game.seats if other > seats]
    tail = []
    if larger:
        label = words.say("roleset.button.copy", counts=span(larger[0], larger[-1]))
        tail.append(Button(control(game, draft.id, "copy", seats), label))
    tail.append(Button(control(game, draft.id, "remove", seats), words.say("roleset.button.remove"), "danger"))
    rows.append((*tail, back))
    return Panel(f"### {players}\n{_cast_text(words, game, cast)}", tuple(rows))


def _cast_text(words: Wording, game: Game, cast: dict[str, int]) -> str:
    last = filler(game)
    names = dict.fromkeys(
        [*(role for role, count in cast.items() if count and role != last), *([last] if last else [])]
    )
    lines = []
    for role in names:
        key = "roleset.cast.filler" if role == last else "roleset.cast.role"
        lines.append(words.say(key, number=cast.get(role, 0), role=role_title(words, game, role)))
    return ", ".join(lines)


def _role_menu(words: Wording, draft: Draft, seats: int) -> Menu:
    game, cast = draft.game, draft.casts[seats]
    last = filler(game)
    # A role the game no longer knows must be reachable to be taken out.
    names = dict.fromkeys([*(role for role in cast if role not in roles(game)), *roles(game)])
    options = []
    for role in names:
        if role != last:
            title = role_title(words, game, role)
            label = words.say("roleset.value.plain", option=title, value=cast.get(role, 0))
            about = named(words, "role", game, role, ".short")
            options.append(MenuOption(role, label, about, chosen=role == draft.role))
    return Menu(control(game, draft.id, "role", seats), words.say("roleset.menu.role"), tuple(options[:OPTIONS_MOST]))


def _step_buttons(words: Wording, draft: Draft, seats: int, role: str) -> tuple[Button, ...]:
    game = draft.game
    count = draft.casts[seats].get(role, 0)
    title = role_title(words, game, role)
    return (
        Button(control(game, draft.id, "less", seats, role), words.say("roleset.button.less", role=title),
               disabled=count == 0),
        Button(control(game, draft.id, "more", seats, role), words.say("roleset.button.more", role=title),
               disabled=count >= seats),
    )  # fmt: skip


def _chunks(fields: list[OptionField]) -> list[list[OptionField]]:
    return [fields[start : start + OPTIONS_MOST] for start in range(0, len(fields), OPTIONS_MOST)]


def _brief(text: str) -> str:
    """What there is room for in a menu."""
    return text if len(text) <= DESCRIPTION_MOST else text[: DESCRIPTION_MOST - 1] + "…"
