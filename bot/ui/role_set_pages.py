"""Pages about role sets: a set in words, and the panel on which one is made. All of it comes from the options' model.

Controls are `mm:roleset:<game>:<draft>:<action>:…`; `cogs.rolesets.cog` serves them.
"""

from __future__ import annotations

from bot.engine.rulebook import Fault, Game, Options
from bot.matches.drafts import Draft
from bot.matches.option_fields import OptionField, casts_field, fields_in_play, filler, roles
from bot.matches.rolesets import Broken, Offered, Shelf
from bot.ui.balance_words import balance_lines
from bot.ui.game_words import game_title
from bot.ui.option_words import (
    cast_lines,
    cast_words,
    choice_help,
    choice_title,
    differences,
    fault_sentence,
    is_built_in,
    named,
    option_help,
    option_title,
    role_title,
    seats_offered,
    set_label,
    set_title,
    span,
    spans,
    times_line,
    value_words,
)
from bot.ui.panels import OPTIONS_MOST, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.wording import Wording

TINT = 0x5B3A8C
KIND = "roleset"
NO_DRAFT = "-"
FAULTS_SHOWN = 8
DESCRIPTION_MOST = 100
CASTS_ROOM = 1500
"""Characters of the list of roles on the panel; the rest is a press away."""


def control(game: Game, draft: str, action: str, *parts: object) -> str:
    """The id of a control of these pages."""
    return custom_id(KIND, game.name, draft, action, *parts)


# -- looking ----------------------------------------------------------------------------------------------------------


def set_page(words: Wording, game: Game, name: str, options: Options, *notes: str) -> Page:
    """A role set in words."""
    kind = "roleset.built_in" if is_built_in(game, name) else "roleset.own"
    parts = [f"## {set_title(words, game, name)}", f"-# {game_title(words, game.name)} · {words.say(kind)}", *notes]
    about = named(words, "role_set", game, name, ".help") if is_built_in(game, name) else None
    panels = [Panel("\n".join([*parts, about or ""]).rstrip())]
    field = casts_field(game.options)
    if field is not None:
        lines = cast_lines(words, game, getattr(options, field.name))
        panels.append(Panel(f"### {option_title(words, game, field)}\n" + within(words, lines, 2600)))
    even = balance_lines(words, game, name, options)
    if even:
        lines = [f"### {words.say('balance.title')}", *even]
        panels.append(Panel("\n".join(lines)))
    # `cogs.rolesets.forecasts` serves it.
    forecast = Button(custom_id("forecast", "go", 0, "set", game.name, name), words.say("forecast.button"), emoji="📊")
    panels.append(Panel(options_text(words, game, options), ((forecast,),)))
    return Page(tuple(panels), tint=TINT)


def options_text(words: Wording, game: Game, options: Options) -> str:
    """What is not as usual, and all times."""
    lines = differences(words, game, options) or [words.say("roleset.no_differences")]
    text = f"### {words.say('roleset.differences')}\n" + within(words, lines, 900)
    times = times_line(words, game, dict(options))
    return text + (f"\n### {words.say('roleset.times')}\n{times}" if times else "")


def list_page(words: Wording, shelves: list[tuple[Game, Shelf]]) -> Page:
    """All sets of a server, game by game. Of one game alone there is room to say why one would play them."""
    room = 3600 // len(shelves)
    tells_why = len(shelves) == 1
    panels = []
    for game, shelf in shelves:
        lines = [_list_line(words, game, shelf, one, tells_why=tells_why) for one in shelf.offered]
        lines += [_broken_line(words, game, one) for one in shelf.broken]
        panels.append(Panel(f"## {game_title(words, game.name)}\n" + within(words, lines, room)))
    if not tells_why:
        panels.append(Panel(words.say("roleset.list.more")))
    return Page(tuple(panels), tint=TINT)


def _list_line(words: Wording, game: Game, shelf: Shelf, one: Offered, *, tells_why: bool) -> str:
    marks = [words.say("roleset.built_in" if one.is_built_in else "roleset.own")]
    if one.version is not None:
        marks.append(words.say("roleset.version", number=one.version))
    if one.name == shelf.default:
        marks.insert(0, words.say("roleset.default"))
    players = words.say("roleset.players", count=2, players=spans(seats_offered(game, one.options)))
    why = named(words, "role_set", game, one.name, ".help") if tells_why and one.is_built_in else None
    return f"- **{set_title(words, game, one.name)}**: {players} · {' · '.join(marks)}" + (f"\n{why}" if why else "")


def _broken_line(words: Wording, game: Game, one: Broken) -> str:
    return "- " + words.say("roleset.broken", name=set_title(words, game, one.name))


def broken_page(words: Wording, game: Game, one: Broken) -> Page:
    """A set that can no longer be played, and why."""
    text = [
        f"## {set_title(words, game, one.name)}",
        words.say("roleset.broken", name=set_title(words, game, one.name)),
    ]
    return Page((Panel("\n".join([*text, *fault_lines(words, game, list(one.faults))])),), tint=TINT)


def delete_page(words: Wording, game: Game, name: str, saved_ms: int) -> Page:
    """Asks before a set is deleted, as it was saved then."""
    text = words.say("roleset.delete.sure", name=set_title(words, game, name))
    row = (
        Button(control(game, NO_DRAFT, "delete", saved_ms, name), words.say("roleset.button.delete"), "danger"),
        Button(control(game, NO_DRAFT, "keep"), words.say("roleset.button.keep")),
    )
    return Page((Panel(text, (row,)),), tint=TINT)


def lost_page(words: Wording, game: Game, names: tuple[str, ...]) -> Page:
    """Instead of a panel whose draft is gone: what happened, and how to go on."""
    rows: list[tuple[Button, ...] | Menu] = []
    if names:
        options = tuple(MenuOption(name, name) for name in names[:OPTIONS_MOST])
        rows.append(Menu(control(game, NO_DRAFT, "open"), words.say("roleset.menu.open"), options))
    rows.append((Button(control(game, NO_DRAFT, "new"), words.say("roleset.button.new"), "primary"),))
    return Page((Panel(words.say("roleset.lost"), tuple(rows)),), tint=TINT)


def done_page(sentence: str) -> Page:
    """The end of a panel."""
    return Page((Panel(sentence),), tint=TINT)


# -- editing ----------------------------------------------------------------------------------------------------------


def draft_page(words: Wording, draft: Draft) -> Page:
    """The panel as the draft stands: what is wrong, what can be changed, and Save while nothing is wrong."""
    _, faults = draft.check()
    if draft.seats is not None:
        return Page((_head(words, draft, faults), _cast_panel(words, draft, draft.seats)), tint=TINT)
    panels = [_head(words, draft, faults)]
    field = casts_field(draft.game.options)
    if field is not None:
        panels.append(_casts_panel(words, draft, field))
    panels.append(_values_panel(words, draft))
    return Page(tuple(panels), tint=TINT)


def _head(words: Wording, draft: Draft, faults: list[Fault]) -> Panel:
    game = draft.game
    lines = [
        f"## {set_title(words, game, draft.name)}",
        f"-# {game_title(words, game.name)} · {words.say('roleset.unsaved')}",
    ]
    if draft.mended:
        lines.append(words.say("roleset.mended"))
    lines += fault_lines(words, game, faults) if faults else [words.say("roleset.sound")]
    row = (
        Button(control(game, draft.id, "save"), words.say("roleset.button.save"), "success", disabled=bool(faults)),
        Button(control(game, draft.id, "drop"), words.say("roleset.button.drop"), "danger"),
    )
    return Panel("\n".join(lines), (row,))


def fault_lines(words: Wording, game: Game, faults: list[Fault], key: str = "roleset.faults") -> list[str]:
    """A sentence that there is something wrong, and one for each fault."""
    lines = [words.say(key, count=len(faults))]
    lines += [f"- {fault_sentence(words, game, fault)}" for fault in faults[:FAULTS_SHOWN]]
    if len(faults) > FAULTS_SHOWN:
        lines.append(words.say("roleset.faults.more", count=len(faults) - FAULTS_SHOWN))
    return lines


def _casts_panel(words: Wording, draft: Draft, field: OptionField) -> Panel:
    lines = cast_lines(words, draft.game, draft.casts) or [words.say("roleset.nobody")]
    text = f"### {option_title(words, draft.game, field)}\n" + within(words, lines, CASTS_ROOM)
    return Panel(text, (_seats_menu(words, draft),))


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


def _values_panel(words: Wording, draft: Draft) -> Panel:
    game = draft.game
    fields = fields_in_play(game.options, draft.values)
    switches = [field for field in fields if field.kind == "switch"]
    numbers = [field for field in fields if field.kind == "number"]
    rows: list[tuple[Button, ...] | Menu] = []
    for page, group in enumerate(_chunks(switches)):
        rows.append(_switch_menu(words, draft, page, group))
    for page, group in enumerate(_chunks(numbers)):
        options = tuple(_menu_option(words, draft, field) for field in group)
        # The turn makes it another menu after each change; Discord would not let the same number be picked twice.
        ident = control(game, draft.id, "number", page, draft.turn)
        rows.append(Menu(ident, words.say("roleset.menu.number"), options))
    for field in fields:
        if field.kind == "choice":
            rows.append(_choice_menu(words, draft, field))
        elif field.kind == "several":
            rows.append(_several_menu(words, draft, field))
    return Panel(_values_text(words, draft), tuple(rows))


def _values_text(words: Wording, draft: Draft) -> str:
    lines = [f"### {words.say('roleset.options')}"]
    for field in fields_in_play(draft.game.options, draft.values):
        if field.kind in ("switch", "number", "choice", "several"):
            value = value_words(words, draft.game, field, draft.values[field.name])
            lines.append(words.say("roleset.value", option=option_title(words, draft.game, field), value=value))
        if field.kind in ("choice", "several"):  # the others have their sentence in a menu
            lines.append(f"-# {option_help(words, draft.game, field)}")
    return "\n".join(lines)


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
    return Menu(ident, words.say("roleset.menu.switches"), options, least=0, most=len(options))


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
    return Menu(ident, option_title(words, draft.game, field), options)


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
    return Menu(ident, option_title(words, draft.game, field), options, least=0, most=len(options))


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
    return "\n".join(lines)


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


# -- small parts ------------------------------------------------------------------------------------------------------


def _chunks(fields: list[OptionField]) -> list[list[OptionField]]:
    return [fields[start : start + OPTIONS_MOST] for start in range(0, len(fields), OPTIONS_MOST)]


def _brief(text: str) -> str:
    """What there is room for in a menu."""
    return text if len(text) <= DESCRIPTION_MOST else text[: DESCRIPTION_MOST - 1] + "…"


def within(words: Wording, lines: list[str], room: int) -> str:
    """As many whole lines as there is room for, and how many more there are."""
    kept: list[str] = []
    for place, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return "\n".join([*kept, words.say("roleset.more", count=len(lines) - place)])
        kept.append(line)
    return "\n".join(kept)


def set_choices(words: Wording, game: Game, shelf: Shelf, typed: str, *, own_only: bool) -> list[tuple[str, str]]:
    """Label and name of the sets that fit what is being typed, at most 25."""
    names = shelf.own if own_only else (*(one.name for one in shelf.offered), *(one.name for one in shelf.broken))
    pairs = [(set_label(words, game, name), name) for name in names]
    wanted = typed.casefold().strip()
    return [pair for pair in pairs if wanted in pair[0].casefold() or wanted in pair[1].casefold()][:OPTIONS_MOST]
