"""The page with a lobby's options: how they stand, and for the host the controls to change them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.rulebook import Options
from bot.matches.lobby import Lobby
from bot.matches.option_fields import casts_field, option_fields
from bot.ui.game_words import game_title
from bot.ui.option_words import choice_help, choice_title, named, option_help, option_title, set_label
from bot.ui.panels import OPTIONS_MOST, TINT, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.wording import Wording
from cogs.lobby.changes import PACES, fields_with_menu, marks_of, paced_times, switches_shown
from cogs.lobby.words import by_cards, cast_in_words, option_lines, set_line

Offered = Sequence[tuple[str, Options]]
"""The role sets to choose from, by name."""


def read_only_page(lobby: Lobby, unchanged: Options, words: Wording) -> Page:
    """For those who may only look. `unchanged` is the role set as it is offered."""
    panels = (Panel(_heading(lobby, unchanged, words)), Panel(_listed(lobby, words)))
    return Page(panels=panels, tint=TINT)


def options_page(lobby: Lobby, unchanged: Options, offered: Offered, words: Wording) -> Page:
    """For those who may change them."""
    controls: tuple[tuple[Button, ...] | Menu, ...] = (
        *_several_menus(lobby, words), *_choice_menus(lobby, words), *_switch_menu(lobby, words)
    )  # fmt: skip
    panels = [
        Panel(_heading(lobby, unchanged, words), (_set_menu(lobby, offered, words),)),
        Panel(_without_control(lobby, words), controls),
    ]
    if any(field.is_time for field in option_fields(lobby.game.options)):
        panels.append(Panel(words.say(by_cards(lobby, "lobby.pace")), (_pace_row(lobby, unchanged, words),)))
    return Page(panels=tuple(panels), tint=TINT)


def _heading(lobby: Lobby, unchanged: Options, words: Wording) -> str:
    title = words.say("lobby.options", game=game_title(words, lobby.game.name))
    # Without cards there is nothing to tell but the options, and those stand below.
    told = cast_in_words if casts_field(lobby.game.options) else set_line
    return f"### {title}\n{told(lobby, unchanged, words)}"


def _listed(lobby: Lobby, words: Wording) -> str:
    return "\n".join(option_lines(lobby, words))


def _without_control(lobby: Lobby, words: Wording) -> str:
    """What no menu below shows: the menus say how the rest stands."""
    told = {field.name for field in (*fields_with_menu(lobby.game), *switches_shown(lobby))}
    several = {field.name for field in option_fields(lobby.game.options) if field.kind == "several"}
    return "\n".join(option_lines(lobby, words, but=told | several))


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
            menus.append(Menu(ident, title, options, least=0, most=len(options)))
    return tuple(menus)


def _choice_menus(lobby: Lobby, words: Wording) -> tuple[Menu, ...]:
    """A menu for each option that has a few values with names."""
    menus = []
    for field in fields_with_menu(lobby.game):
        title = option_title(words, lobby.game, field)
        value = getattr(lobby.options, field.name)
        options = tuple(
            MenuOption(
                str(choice), f"{title}: {choice_title(words, lobby.game, field, choice)}", chosen=choice == value
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
    return (Menu(ident, words.say("roleset.menu.switches"), options, least=0, most=len(options)),)


def _pace_row(lobby: Lobby, unchanged: Options, words: Wording) -> tuple[Button, ...]:
    row = []
    for name, pace in PACES.items():
        times = paced_times(lobby.game, unchanged, pace)
        chosen = all(getattr(lobby.options, field) == seconds for field, seconds in times.items())
        style = "primary" if chosen else "secondary"
        row.append(Button(custom_id("lobby", lobby.id, "pace", name), words.say(f"lobby.pace.{name}"), style))
    return tuple(row)
