"""Role sets as documents: what a file and a code hold, how that is written, and how it is read with distrust.

A document names its format, the game and every option. Casts are lists of cards, one by one, because a list can be
counted by anybody, by a JSON Schema too. What stands in a document and makes no sense is a fault with a sentence; an
option that is missing, because an older version did not have it, has its usual value.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.rulebook import Fault, Game, Options
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.option_fields import OptionField, check_options, option_fields, salvaged

FORMAT: Final = 1
FILE_MOST: Final = 64_000
"""Bytes of one set's file. The largest that anybody needs has a tenth of that."""
NAME_LONGEST: Final = 200
"""Characters of a name in a document; it is a suggestion, and tidied before anybody uses it."""
CARD_LONGEST: Final = 40
"""Characters of the name of a card or option: nothing longer is said again."""
CARDS_MOST: Final = 100
NUMBER_MOST: Final = 10**12
"""Nothing larger is said again either."""
KEYS: Final = frozenset({"$schema", "format", "game", "name", "version", "options"})

_SEATS = re.compile(r"[1-9][0-9]{0,2}")
_SHORT_LIST = re.compile(r"\[\s+([^\[\]{}]*?)\s+\]")
_INDENT = re.compile(r"\s*\n\s*")


@dataclass(frozen=True)
class Found:
    """A role set that came from elsewhere.

    name     what it was called there, which may be anything; empty when it was called nothing
    options  what is left of it when everything that makes no sense is as usual
    faults   what makes no sense
    version  which version of the set it is, on the server it was taken from; None where that is not said
    """

    game: Game
    name: str
    options: Options
    faults: tuple[Fault, ...]
    version: int | None = None


# -- writing ----------------------------------------------------------------------------------------------------------


def document(game: Game, name: str, options: Options) -> dict[str, Any]:
    """A role set as it stands in a file."""
    return {"format": FORMAT, "game": game.name, "name": name, "options": _written_options(game, options)}


def written(document: Mapping[str, Any]) -> str:
    """A document as people read it: a line for each option, and for the cards of each number of players."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    return _SHORT_LIST.sub(lambda found: f"[{_INDENT.sub(' ', found[1])}]", text) + "\n"


def chosen_options(game: Game, options: Options) -> dict[str, Any]:
    """Every option that people choose, as plain JSON; a cast says how many there are of which card."""
    body = options.model_dump(mode="json")
    return {field.name: body[field.name] for field in option_fields(game.options)}


def _written_options(game: Game, options: Options) -> dict[str, Any]:
    body = chosen_options(game, options)
    for field in option_fields(game.options):
        if field.kind == "casts":
            casts = sorted(getattr(options, field.name).items())
            body[field.name] = {str(seats): list(Counter(cast).elements()) for seats, cast in casts}
    return body


# -- reading ----------------------------------------------------------------------------------------------------------


def read_file(data: bytes) -> Found:
    """The role set in a file. Raises Refused for what is no role set at all, or of a game or format nobody knows."""
    if len(data) > FILE_MOST:
        raise Refused("role_set_file_too_large", most=FILE_MOST // 1000)
    return read_document(parsed(data))


def parsed(data: bytes) -> Any:
    """Some JSON, with whole numbers as such however they are written. Raises Refused for what is none."""
    try:
        return _whole(loaded(data))
    except (ValueError, RecursionError) as problem:
        raise Refused("role_set_file_unreadable") from problem


def loaded(data: bytes) -> Any:
    """What some JSON says. Raises ValueError or RecursionError for what is none, and where it names half a letter: no
    message could say that again."""
    found = json.loads(data)
    json.dumps(found, ensure_ascii=False).encode()
    return found


def _whole(value: Any) -> Any:
    """JSON knows one kind of number: 90.0 is 90."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_whole(one) for one in value]
    if isinstance(value, dict):
        return {name: _whole(one) for name, one in value.items()}
    return value


def read_document(found: Any) -> Found:
    """The role set in a document. Raises Refused as `read_file` does."""
    if not isinstance(found, dict) or not isinstance(found.get("options"), dict) or set(found) - KEYS:
        raise Refused("role_set_file_unreadable")
    said, name, version = found.get("format"), found.get("name", ""), found.get("version", 1)
    if type(said) is int and said > FORMAT:
        raise Refused("role_set_file_newer")
    proper = type(said) is int and said == FORMAT and isinstance(name, str) and len(name) <= NAME_LONGEST
    if not proper or type(version) is not int or version < 1 or not isinstance(found.get("$schema", ""), str):
        raise Refused("role_set_file_unreadable")
    game = GAMES.get(found["game"]) if isinstance(found.get("game"), str) else None
    if game is None:
        raise Refused("no_such_game")
    return replace(_read_options(game, name, found["options"]), version=found.get("version"))


def _read_options(game: Game, name: str, given: dict[str, Any]) -> Found:
    fields = {field.name: field for field in option_fields(game.options)}
    kept: dict[str, Any] = {}
    faults = []
    for option, value in given.items():
        meant = _meant(fields[option], value) if option in fields else None
        if meant is None:
            faults.append(Fault(key="fault.option.unreadable", values={"option": option[:CARD_LONGEST]}))
        else:
            kept[option] = meant
    return checked(game, name, kept, faults)


def checked(game: Game, name: str, kept: Mapping[str, Any], faults: list[Fault]) -> Found:
    """A role set of options that were understood; `faults` are about the others."""
    options, more = check_options(game, kept)
    return Found(game, name, options if options is not None else salvaged(game, kept), (*faults, *more))


def _meant(field: OptionField, value: Any) -> Any:
    """What a value in a document means for an option; None where it is of the wrong kind."""
    if field.kind == "switch":
        return value if isinstance(value, bool) else None
    if field.kind == "number":
        return value if type(value) is int and abs(value) <= NUMBER_MOST else None
    if field.kind == "choice":
        return next((one for one in field.choices if type(one) is type(value) and one == value), None)
    if field.kind == "several":
        fits = isinstance(value, list) and all(isinstance(one, str) and one in field.choices for one in value)
        return value if fits else None
    return _casts(value) if field.kind == "casts" else None


def _casts(value: Any) -> dict[str, dict[str, int]] | None:
    if not isinstance(value, dict) or not all(_SEATS.fullmatch(seats) for seats in value):
        return None
    return (
        {seats: dict(Counter(cards)) for seats, cards in value.items()} if all(map(_is_deck, value.values())) else None
    )


def _is_deck(cards: Any) -> bool:
    """Whether this is a list of cards, known or not."""
    return (
        isinstance(cards, list)
        and len(cards) <= CARDS_MOST
        and all(isinstance(card, str) and len(card) <= CARD_LONGEST for card in cards)
    )
