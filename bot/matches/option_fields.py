"""What a game's options are made of, read from their model: all that the panel and the checks know of a game."""

from __future__ import annotations

import types
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin

import annotated_types
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from bot.engine.rulebook import Fault, Game, Options

Kind = Literal["switch", "number", "choice", "several", "casts", "other"]


@dataclass(frozen=True)
class OptionField:
    """One option.

    kind         `switch` (bool), `number` (int), `choice` (a Literal), `several` (a tuple of a Literal), `casts`
                 (player count -> role -> how many), or `other`, which no panel can edit
    least, most  bounds of a number, None where there is none
    choices      what a choice may be, or of what several are chosen
    needs        the option without which this one means nothing, declared with `json_schema_extra={"needs": …}`
    unless       the option with which this one means nothing, declared so with `"unless"`
    """

    name: str
    kind: Kind
    title: str
    help: str
    least: int | None = None
    most: int | None = None
    choices: tuple[Any, ...] = ()
    needs: str | None = None
    unless: str | None = None

    @property
    def is_time(self) -> bool:
        """Whether the number is a time in seconds."""
        return self.kind == "number" and self.name.endswith("_seconds")

    def chosen(self, written: Collection[str]) -> tuple[Any, ...]:
        """Those of the choices that were written in a menu, in the order of the option."""
        return tuple(choice for choice in self.choices if str(choice) in written)


@cache
def option_fields(options: type[Options]) -> tuple[OptionField, ...]:
    """The options of a game that people choose, in the order in which it declares them."""
    hidden = {*options.settled, *options.for_tutorials}
    return tuple(_field(name, info) for name, info in options.model_fields.items() if name not in hidden)


def fields_in_play(options: type[Options], values: Mapping[str, Any]) -> tuple[OptionField, ...]:
    """The options that mean something as they stand: without those whose needed option is off or empty, and those
    that another one makes void."""

    def is_in_play(field: OptionField) -> bool:
        return (field.needs is None or bool(values[field.needs])) and not (field.unless and values[field.unless])

    return tuple(filter(is_in_play, option_fields(options)))


def casts_field(options: type[Options]) -> OptionField | None:
    """The option that says which roles play at which number of players, where the game has one."""
    return next((field for field in option_fields(options) if field.kind == "casts"), None)


def _field(name: str, info: FieldInfo) -> OptionField:
    title = info.title or name.replace("_", " ").capitalize()
    help_text = info.description or ""
    kind = _kind(info.annotation)
    choices = get_args(info.annotation) if kind == "choice" else ()
    if kind == "several":
        choices = get_args(get_args(info.annotation)[0])
    least, most = _bounds(info)
    extra = _extra(info)
    return OptionField(
        name, kind, title, help_text, least, most, choices, needs=extra.get("needs"), unless=extra.get("unless")
    )


def _kind(annotation: Any) -> Kind:
    if annotation is bool:
        return "switch"
    if annotation is int:
        return "number"
    origin = get_origin(annotation)
    if origin is Literal:
        return "choice"
    if origin is tuple and get_origin(get_args(annotation)[0]) is Literal:
        return "several"
    if origin is not None and not isinstance(origin, types.UnionType) and isinstance(origin, type):
        arguments = get_args(annotation)
        if issubclass(origin, Mapping) and arguments and arguments[0] is int:
            return "casts"
    return "other"


def _bounds(info: FieldInfo) -> tuple[int | None, int | None]:
    least: int | None = None
    most: int | None = None
    for rule in info.metadata:
        if isinstance(rule, annotated_types.Ge):
            least = int(rule.ge)  # type: ignore[call-overload]
        elif isinstance(rule, annotated_types.Gt):
            least = int(rule.gt) + 1  # type: ignore[call-overload]
        elif isinstance(rule, annotated_types.Le):
            most = int(rule.le)  # type: ignore[call-overload]
        elif isinstance(rule, annotated_types.Lt):
            most = int(rule.lt) - 1  # type: ignore[call-overload]
    return least, most


# -- the roles of a game ----------------------------------------------------------------------------------------------


def filler(game: Game) -> str | None:
    """The role that takes every seat no other role takes.

    A game says so with `json_schema_extra={"filler": …}` at its casts; else it is the one its built-in casts name last.
    """
    field = casts_field(game.options)
    if field is None:
        return None
    said = _declared(game, field).get("filler")
    if isinstance(said, str):
        return said
    casts = _built_in_casts(game, field)
    return list(casts[0])[-1] if casts and casts[0] else None


def roles(game: Game) -> tuple[str, ...]:
    """Every role that can be put in a cast, the filler last: declared as `roles`, else those of the built-in sets."""
    field = casts_field(game.options)
    if field is None:
        return ()
    said = _declared(game, field).get("roles")
    names = list(said) if isinstance(said, list | tuple) else []
    if not names:
        names = list(dict.fromkeys(name for cast in _built_in_casts(game, field) for name in cast))
    last = filler(game)
    return (*(name for name in names if name != last), *([last] if last else []))


def _declared(game: Game, field: OptionField) -> dict[str, Any]:
    return _extra(game.options.model_fields[field.name])


def _extra(info: FieldInfo) -> dict[str, Any]:
    return dict(info.json_schema_extra) if isinstance(info.json_schema_extra, dict) else {}


def _built_in_casts(game: Game, field: OptionField) -> list[Mapping[str, int]]:
    sets: list[Mapping[int, Mapping[str, int]]] = [getattr(one.options, field.name) for one in game.role_sets]
    return [cast for casts in sets for _, cast in sorted(casts.items())]


# -- checking --------------------------------------------------------------------------------------------------------


def check_options(game: Game, body: Any) -> tuple[Options | None, list[Fault]]:
    """The options this body stands for, and everything that is wrong with them. Options are None when unreadable.

    A body with faults is never to be played or saved. All faults are found at once: an option that cannot be read
    counts as its default while the others are checked.
    """
    try:
        options, faults = game.options.model_validate(body), []
    except ValidationError as problem:
        faults = _readable(game, problem)
        rest = salvaged(game, body)
        return None, _once([*faults, *_rule_faults(game, rest)])
    return options, _rule_faults(game, options)


def salvaged(game: Game, body: Any) -> Options:
    """The options of a body of which some cannot be read (any more): those are the default."""
    kept: dict[str, Any] = {}
    for name, value in body.items() if isinstance(body, Mapping) else ():
        try:
            game.options.model_validate({name: value})
        except ValidationError:
            continue
        kept[name] = value
    return game.options.model_validate(kept)


def _readable(game: Game, problem: ValidationError) -> list[Fault]:
    fields = {field.name: field for field in option_fields(game.options)}
    faults = []
    for error in problem.errors():
        name = str(error["loc"][0]) if error["loc"] else ""
        field = fields.get(name)
        value = error["input"]
        if field and field.least is not None and field.most is not None and type(value) is int:
            values = {"option": name, "least": field.least, "most": field.most, "value": value}
            faults.append(Fault(key="fault.option.range", values=values))
        else:
            faults.append(Fault(key="fault.option.unreadable", values={"option": name}))
    return faults


def _rule_faults(game: Game, options: Options) -> list[Fault]:
    """What the rules of the game have against these options."""
    faults = []
    field = casts_field(game.options)
    counts: list[int] = sorted(getattr(options, field.name)) if field else []
    if field and not counts:
        faults.append(Fault(key="fault.option.no_counts"))
    for seats in counts:
        if seats not in game.seats:
            values = {"seats": seats, "least": game.seats.start, "most": game.seats.stop - 1}
            faults.append(Fault(key="fault.option.seats", values=values))
    check = getattr(options, "all_faults", None)
    if check is not None:
        faults += check()
    elif not any(not game.faults(options, seats) for seats in counts or game.seats):
        faults += [fault for seats in counts or game.seats for fault in game.faults(options, seats)]
    return _once(faults)


def _once(faults: list[Fault]) -> list[Fault]:
    return list({(fault.key, str(sorted(fault.values.items()))): fault for fault in faults}.values())
