"""The page with a lobby's options: how they stand, and for the host the controls to change them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.rulebook import Options
from bot.matches.lobby import Lobby
from bot.matches.option_fields import fields_in_play, option_fields
from bot.ui.game_words import game_title
from bot.ui.option_words import choice_help, choice_title, named, option_title, set_label
from bot.ui.panels import OPTIONS_MOST, TINT, Button, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.wording import Wording
from cogs.lobby.changes import PACES, fields_with_menu, paced_times
from cogs.lobby.words import by_cards, option_lines, role_set_in_words

SWITCHES_MOST = 15
"""Buttons for switches that fit on the page."""

Offered = Sequence[tuple[str, Options]]
"""The role sets to choose from, by name."""


def read_only_page(lobby: Lobby, unchanged: Options, words: Wording) -> Page:
    """For those who may only look. `unchanged` is the role set as it is offered."""
    panels = (Panel(_heading(lobby, unchanged, words)), Panel(_listed(lobby, words)))
    return Page(panels=panels, tint=TINT)


def options_page(lobby: Lobby, unchanged: Options, offered: Offered, words: Wording) -> Page:
    """For those who may change them."""
    controls: tuple[tuple[Button, ...] | Menu, ...] = (
        *_several_menus(lobby, words), *_choice_menus(lobby, words), *_switch_rows(lobby, words)
    )  # fmt: skip
    panels = [
        Panel(_heading(lobby, unchanged, words), (_set_menu(lobby, offered, words),)),
        Panel(_listed(lobby, words), controls),
    ]
    if any(field.is_time for field in option_fields(lobby.game.options)):
        panels.append(Panel(words.say(by_cards(lobby, "lobby.pace")), (_pace_row(lobby, unchanged, words),)))
    return Page(panels=tuple(panels), tint=TINT)


def _heading(lobby: Lobby, unchanged: Options, words: Wording) -> str:
    title = words.say("lobby.options", game=game_title(words, lobby.game.name))
    return f"### {title}\n{role_set_in_words(lobby, unchanged, words)}"


def _listed(lobby: Lobby, words: Wording) -> str:
    return "\n".join(option_lines(lobby, words))


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


def _switch_rows(lobby: Lobby, words: Wording) -> tuple[tuple[Button, ...], ...]:
    buttons = []
    for field in fields_in_play(lobby.game.options, dict(lobby.options)):
        if field.kind != "switch":
            continue
        on = bool(getattr(lobby.options, field.name))
        key = "lobby.button.turn_off" if on else "lobby.button.turn_on"
        text = words.say(key, option=option_title(words, lobby.game, field))
        style = "success" if on else "secondary"
        buttons.append(Button(custom_id("lobby", lobby.id, "switch", field.name, int(not on)), text, style))
    buttons = buttons[:SWITCHES_MOST]
    return tuple(tuple(buttons[first : first + 5]) for first in range(0, len(buttons), 5))


def _pace_row(lobby: Lobby, unchanged: Options, words: Wording) -> tuple[Button, ...]:
    row = []
    for name, pace in PACES.items():
        times = paced_times(lobby.game, unchanged, pace)
        chosen = all(getattr(lobby.options, field) == seconds for field, seconds in times.items())
        style = "primary" if chosen else "secondary"
        row.append(Button(custom_id("lobby", lobby.id, "pace", name), words.say(f"lobby.pace.{name}"), style))
    return tuple(row)
