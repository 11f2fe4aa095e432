"""A JSON Schema of role set files, made from the options of the games: what it accepts, the bot can play."""

from __future__ import annotations

from typing import Any

from bot.engine.rulebook import Game
from bot.games import GAMES
from bot.matches.option_fields import OptionField, option_fields
from bot.matches.role_set_files import FORMAT, NAME_LONGEST

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The schema of a file with one role set, of any game."""
    return {"$schema": DIALECT, "title": "A role set of Magic Mirror"} | _role_set() | {"$defs": _games()}


def schema_of_many() -> dict[str, Any]:
    """The schema of a file with all role sets of a server."""
    return {
        "$schema": DIALECT,
        "title": "The role sets of a server of Magic Mirror",
        "type": "object",
        "required": ["format", "role_sets"],
        "additionalProperties": False,
        "properties": {
            "$schema": {"type": "string"},
            "format": {"const": FORMAT},
            "role_sets": {"type": "array", "items": {"$ref": "#/$defs/role_set"}},
        },
        "$defs": _games() | {"role_set": _role_set()},
    }


def _games() -> dict[str, Any]:
    return {game.name: _options(game) for game in GAMES.values()}


def _role_set() -> dict[str, Any]:
    of_its_game = [
        {
            "if": {"properties": {"game": {"const": game.name}}, "required": ["game"]},
            "then": {"properties": {"options": {"$ref": f"#/$defs/{game.name}"}}},
        }
        for game in GAMES.values()
    ]
    return {
        "type": "object",
        "required": ["format", "game", "options"],
        "additionalProperties": False,
        "properties": {
            "$schema": {"type": "string"},
            "format": {"const": FORMAT},
            "game": {"enum": list(GAMES)},
            "name": {"type": "string", "maxLength": NAME_LONGEST},
            "version": {"type": "integer", "minimum": 1},
            "options": {"type": "object"},
        },
        "allOf": of_its_game,
    }


def _options(game: Game) -> dict[str, Any]:
    fields = option_fields(game.options)
    found: dict[str, Any] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {field.name: _about(field) | _field(game, field) for field in fields},
    }
    more = game.options.more_schema()
    return found | ({"allOf": list(more)} if more else {})


def _about(field: OptionField) -> dict[str, Any]:
    return {"title": field.title, "description": field.help}


def _field(game: Game, field: OptionField) -> dict[str, Any]:
    if field.kind == "switch":
        return {"type": "boolean"}
    if field.kind == "number":
        bounds = {"minimum": field.least, "maximum": field.most}
        return {"type": "integer"} | {name: bound for name, bound in bounds.items() if bound is not None}
    if field.kind == "choice":
        return {"enum": list(field.choices)}
    if field.kind == "several":
        return {"type": "array", "items": {"enum": list(field.choices)}}
    return _casts(game)


def _casts(game: Game) -> dict[str, Any]:
    """A list of cards for each number of players, with all that its game asks of it."""
    cards = getattr(game.options, "cards_schema", None)
    if cards is None:
        return {"type": "object"}
    return {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": False,
        "properties": {str(seats): cards(seats) for seats in game.seats},
    }
