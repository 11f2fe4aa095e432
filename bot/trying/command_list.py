"""The commands of the bot as the page lists them. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from bot.games import GAMES

FIRST: Final = ("play", "learn", "rules", "help")
"""What a newcomer begins with. Every other command finds its place by what Discord knows of it."""
Command = dict[str, Any]
"""A command, a part of one, or an option, as Discord knows it."""


def as_needed(commands: Iterable[Command]) -> list[Command]:
    """What one begins with; what is one command by itself; what falls into parts, mostly for hosts; what a single game
    brings; and what only those can use who look after the server."""
    return sorted(commands, key=lambda one: (_when_needed(one), one["name"]))


def _when_needed(command: Command) -> int:
    name: str = command["name"]
    if name in FIRST:
        return FIRST.index(name)
    is_for_few = command.get("default_member_permissions") is not None
    is_of_a_game = any(name == game or name.startswith(f"{game}_") for game in GAMES)
    return len(FIRST) + (3 if is_for_few else 2 if is_of_a_game else 1 if _parts_of(command) else 0)


def leaves(command: Command, locale: str, before: str = "") -> list[Command]:
    """A command as it is typed, or each of its parts, described in this language."""
    name = f"{before}{command['name']}"
    if parts := _parts_of(command):
        return [leaf for part in parts for leaf in leaves(part, locale, f"{name} ")]
    options = [{**one, "description": _described(one, locale)} for one in command.get("options") or []]
    return [{"name": name, "description": _described(command, locale), "options": options}]


def _parts_of(command: Command) -> list[Command]:
    """The commands that a group holds."""
    return [one for one in command.get("options") or [] if one["type"] in (1, 2)]


def named(part: Command, locale: str) -> str:
    """Its name in this language."""
    return str((part.get("name_localizations") or {}).get(locale) or part["name"])


def _described(part: Command, locale: str) -> str:
    return str((part.get("description_localizations") or {}).get(locale) or part["description"])
