"""How the options of a lobby change when its host turns a switch, chooses a value or sets a pace. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.engine.rulebook import Game, Options
from bot.matches.errors import Refused
from bot.matches.lobby import Lobby
from bot.matches.option_fields import OptionField, fields_in_play, option_fields
from bot.ui.panels import OPTIONS_MOST

PACES = {"relaxed": 2.0, "normal": 1.0, "quick": 0.5}
"""How many times as long as in the role set everything may take."""
MENUS_MOST = 3
"""Menus for options that are one of a few values: so many fit on the page."""

_MARKS = re.compile(r"[0-9a-f]{1,8}")

Chosen = tuple[str, Options]
"""The name of the role set, and the options as they are played."""


def switched(lobby: Lobby, name: str, on: bool) -> Chosen:
    """With this option on, or off: pages from before the menu of all switches have a button for each.

    Raises Refused for what is no switch.
    """
    if name not in {field.name for field in option_fields(lobby.game.options) if field.kind == "switch"}:
        raise Refused("forged")
    return lobby.role_set, lobby.options.model_copy(update={name: on})


def switches_shown(lobby: Lobby) -> list[OptionField]:
    """What can be switched on or off with these options."""
    fields = fields_in_play(lobby.game.options, dict(lobby.options))
    return [field for field in fields if field.kind == "switch"][:OPTIONS_MOST]


def marks_of(lobby: Lobby) -> str:
    """Which of the shown switches are on, for the id of their menu."""
    on = {field.name for field in switches_shown(lobby) if getattr(lobby.options, field.name)}
    return f"{sum(1 << place for place, name in enumerate(_switch_names(lobby)) if name in on):x}"


def switched_since(lobby: Lobby, marks: str, wanted: Sequence[str]) -> Chosen:
    """With the switches that were moved in a menu of these marks; what others have moved meanwhile stays.

    Raises Refused for what is no switch.
    """
    names = _switch_names(lobby)
    if not _MARKS.fullmatch(marks) or not set(wanted) <= set(names):
        raise Refused("forged")
    shown = int(marks, 16)
    moved = {name: name in wanted for place, name in enumerate(names) if bool(shown >> place & 1) != (name in wanted)}
    return lobby.role_set, lobby.options.model_copy(update=moved)


def _switch_names(lobby: Lobby) -> list[str]:
    return [field.name for field in option_fields(lobby.game.options) if field.kind == "switch"]


def picked(lobby: Lobby, name: str, wanted: str) -> Chosen:
    """With one of the few values that this option may have. Raises Refused for another one."""
    for field in fields_with_menu(lobby.game):
        for value in field.choices:
            if (field.name, str(value)) == (name, wanted):
                return lobby.role_set, lobby.options.model_copy(update={name: value})
    raise Refused("forged")


def picked_several(lobby: Lobby, name: str, wanted: Sequence[str]) -> Chosen:
    """With exactly these things in. Raises Refused for an option that is not made of several."""
    for field in option_fields(lobby.game.options):
        if (field.name, field.kind) == (name, "several"):
            return lobby.role_set, lobby.options.model_copy(update={name: field.chosen(wanted)})
    raise Refused("forged")


def paced(lobby: Lobby, unchanged: Options, pace: float) -> Chosen:
    """With every time so many times as long as in the unchanged role set. Raises Refused if that is another game's."""
    if not isinstance(unchanged, lobby.game.options):
        raise Refused("try_again")
    return lobby.role_set, lobby.options.model_copy(update=paced_times(lobby.game, unchanged, pace))


def paced_times(game: Game, unchanged: Options, pace: float) -> dict[str, int]:
    """Every time of the role set, so many times as long, within what the game allows."""
    times = {}
    for field in option_fields(game.options):
        if field.is_time:
            seconds = round(getattr(unchanged, field.name) * pace)
            seconds = max(seconds, field.least) if field.least is not None else seconds
            times[field.name] = min(seconds, field.most) if field.most is not None else seconds
    return times


def fields_with_menu(game: Game) -> list[OptionField]:
    """The options that are one of a few values with names."""
    return [field for field in option_fields(game.options) if field.kind == "choice"][:MENUS_MOST]
