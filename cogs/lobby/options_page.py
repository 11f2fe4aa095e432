"""The pages with a lobby's options: how they stand, and for the host the controls to change them. Pure.

A phone shows each of them whole: the times have one of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.rulebook import Options
from bot.matches.lobby import Lobby
from bot.matches.option_fields import casts_field, option_fields
from bot.ui.balance_words import balance_in_short
from bot.ui.game_words import game_title
from bot.ui.option_words import choice_help, choice_title, named, option_help, option_title, set_label
from bot.ui.panels import OPTIONS_MOST, TINT, Button, Menu, MenuOption, Page, Panel, custom_id, titled
from bot.ui.wording import Wording
from cogs.lobby.changes import PACES, fields_with_menu, marks_of, paced_times, switches_shown
from cogs.lobby.words import by_cards, cast_in_words, option_lines, set_line

Offered = Sequence[tuple[str, Options]]
"""The role sets to choose from, by name."""
OPTIONS, TIMES = "options", "times"
"""The press in a lobby that shows the options, and a part more of it, which shows the times."""


def read_only_page(lobby: Lobby, unchanged: Options, words: Wording) -> Page:
    """For those who may only look: everything but the times, and the way to these. `unchanged` is the role set as it is
    offered."""
    listed = "\n".join(option_lines(lobby, words, but=_times(lobby) | _several(lobby)))
    panels = (Panel(_heading(lobby, unchanged, words)), Panel(listed, _way_to_times(lobby, words)))
    return Page(panels=panels, tint=TINT)


def options_page(lobby: Lobby, unchanged: Options, offered: Offered, words: Wording) -> Page:
    """The same for those who may change it."""
    controls: tuple[tuple[Button, ...] | Menu, ...] = (
        *_several_menus(lobby, words), *_choice_menus(lobby, words), *_switch_menu(lobby, words)
    )  # fmt: skip
    panels = (
        Panel(_heading(lobby, unchanged, words), (_set_menu(lobby, offered, words),)),
        Panel(_without_control(lobby, words), (*controls, *_way_to_times(lobby, words))),
    )
    return Page(panels=panels, tint=TINT)


def times_page(lobby: Lobby, unchanged: Options, words: Wording, *, may_change: bool) -> Page:
    """How long everything takes, and for those who may change it the paces to choose from."""
    back = Button(custom_id("lobby", lobby.id, OPTIONS, "0"), words.say("lobby.button.options"))
    others = {field.name for field in option_fields(lobby.game.options)} - _times(lobby)
    told = "\n".join((_title(lobby, words), *option_lines(lobby, words, but=others)))
    if not may_change:
        return Page(panels=(Panel(told, ((back,),)),), tint=TINT)
    paces = Panel(words.say(by_cards(lobby, "lobby.pace")), (_pace_row(lobby, unchanged, words), (back,)))
    return Page(panels=(Panel(told), paces), tint=TINT)


def _way_to_times(lobby: Lobby, words: Wording) -> tuple[tuple[Button, ...], ...]:
    if not _times(lobby):
        return ()
    return ((Button(custom_id("lobby", lobby.id, OPTIONS, TIMES), words.say("lobby.button.times")),),)


def _times(lobby: Lobby) -> set[str]:
    return {field.name for field in option_fields(lobby.game.options) if field.is_time}


def _title(lobby: Lobby, words: Wording) -> str:
    return f"### {words.say('lobby.options', game=game_title(words, lobby.game.name))}"


def _several(lobby: Lobby) -> set[str]:
    """Options made of several things: the heading tells which of these are in."""
    return {field.name for field in option_fields(lobby.game.options) if field.kind == "several"}


def _heading(lobby: Lobby, unchanged: Options, words: Wording) -> str:
    """The set and its cards, and in short how even these are: the lobby and a forecast have the figures."""
    title = _title(lobby, words)
    if not casts_field(lobby.game.options):  # there is nothing to tell but the options, and those stand below
        return f"{title}\n{set_line(lobby, unchanged, words)}"
    told = cast_in_words(lobby, unchanged, words, how_even="not")
    even = balance_in_short(words, lobby.game, lobby.role_set, lobby.options, lobby.expected)
    return "\n".join(filter(None, (title, told, even)))


def _without_control(lobby: Lobby, words: Wording) -> str:
    """What no menu below shows, but for the times: the menus say how the rest stands."""
    told = {field.name for field in (*fields_with_menu(lobby.game), *switches_shown(lobby))}
    return "\n".join(option_lines(lobby, words, but=told | _several(lobby) | _times(lobby)))


def _set_menu(lobby: Lobby, offered: Offered, words: Wording) -> Menu:
    sets = tuple(
        MenuOption(
            name,
            set_label(words, lobby.game, name),
            named(words, "role_set", lobby.game, name, ".help"),
            chosen=name == lobby.role_set,
        )
        for name, _ in offered[:OPTIONS_MOST]
    )
    return Menu(custom_id("lobby", lobby.id, "set"), words.say(by_cards(lobby, "lobby.menu.set")), sets)


def _several_menus(lobby: Lobby, words: Wording) -> tuple[Menu, ...]:
    """A menu for each option of which several things may be in."""
    menus = []
    for field in option_fields(lobby.game.options):
        if field.kind == "several":
            value = getattr(lobby.options, field.name)
            options = tuple(
                MenuOption(
                    str(choice),
                    choice_title(words, lobby.game, field, choice),
                    choice_help(words, lobby.game, field, choice),
                    chosen=choice in value,
                )
                for choice in field.choices[:OPTIONS_MOST]
            )
            ident = custom_id("lobby", lobby.id, "several", field.name)
            title = option_title(words, lobby.game, field)
            empty = f"{title}: {words.say('roleset.none')}"
            menus.append(Menu(ident, empty, titled(title, options), least=0, most=len(options)))
    return tuple(menus)


def _choice_menus(lobby: Lobby, words: Wording) -> tuple[Menu, ...]:
    """A menu for each option that has a few values with names, each with a sentence."""
    menus = []
    for field in fields_with_menu(lobby.game):
        title = option_title(words, lobby.game, field)
        value = getattr(lobby.options, field.name)
        options = tuple(
            MenuOption(
                str(choice),
                f"{title}: {choice_title(words, lobby.game, field, choice)}",
                choice_help(words, lobby.game, field, choice) or option_help(words, lobby.game, field),
                chosen=choice == value,
            )
            for choice in field.choices[:OPTIONS_MOST]
        )
        menus.append(Menu(custom_id("lobby", lobby.id, "pick", field.name), title, options))
    return tuple(menus)


def _switch_menu(lobby: Lobby, words: Wording) -> tuple[Menu, ...]:
    """One menu for all switches, each with its sentence; what is on is marked."""
    options = tuple(
        MenuOption(
            field.name,
            option_title(words, lobby.game, field),
            option_help(words, lobby.game, field),
            chosen=bool(getattr(lobby.options, field.name)),
        )
        for field in switches_shown(lobby)
    )
    if not options:
        return ()
    ident = custom_id("lobby", lobby.id, "switches", marks_of(lobby))
    shown = titled(words.say("lobby.switched_on"), options)
    return (Menu(ident, words.say("roleset.menu.switches"), shown, least=0, most=len(options)),)


def _pace_row(lobby: Lobby, unchanged: Options, words: Wording) -> tuple[Button, ...]:
    row = []
    for name, pace in PACES.items():
        times = paced_times(lobby.game, unchanged, pace)
        chosen = all(getattr(lobby.options, field) == seconds for field, seconds in times.items())
        style = "primary" if chosen else "secondary"
        row.append(Button(custom_id("lobby", lobby.id, "pace", name), words.say(f"lobby.pace.{name}"), style))
    return tuple(row)
