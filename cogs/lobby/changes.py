"""How the options of a lobby change when its host turns a switch, chooses a value or sets a pace. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.rulebook import Game, Options
from bot.matches.errors import Refused
from bot.matches.lobby import Lobby
from bot.matches.option_fields import OptionField, option_fields

PACES = {"relaxed": 2.0, "normal": 1.0, "quick": 0.5}
"""How many times as long as in the role set everything may take."""
MENUS_MOST = 3
"""Menus for options that are one of a few values: so many fit on the page."""

Chosen = tuple[str, Options]
"""The name of the role set, and the options as they are played."""


def switched(lobby: Lobby, name: str, on: bool) -> Chosen:
    """With this option on, or off. Raises Refused for what is no switch."""
    if name not in {field.name for field in option_fields(lobby.game.options) if field.kind == "switch"}:
        raise Refused("forged")
    return lobby.role_set, lobby.options.model_copy(update={name: on})


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
