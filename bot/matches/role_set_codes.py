"""Role sets as one short code that fits into a message.

A code says how a set differs from one that it is near to, as that one stood when this format was made. Those bases are
frozen in a file: when a built-in set changes, old codes mean what they always meant. Whoever unpacks a code takes no
more room than a set can need.

    MM1-<base64url of: CRC-32 of what follows, raw deflate of the JSON [game, base, differences]>
    differences   option -> value, null for one that goes; casts as [["8 9 10", {card: count}], …] without the filler
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from bot.engine.rulebook import Game, Options
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.option_fields import casts_field, filler
from bot.matches.role_set_files import FORMAT, Found, chosen_options, loaded, read_document

PREFIX: Final = f"MM{FORMAT}-"
CODE_MOST: Final = 4000
"""Characters of a code; no set needs a quarter of it."""
UNPACKED_MOST: Final = 32_000
"""Bytes of what a code says."""
BASES: Final = "role_set_bases.1.json"
"""Game -> name -> options: the built-in sets as they stood when format 1 was made. Never changed."""
NO_BASE: Final = ""
CHECKSUM_BYTES: Final = 4

_CODE = re.compile(r"MM(\d{1,3})-([A-Za-z0-9_-]+)")

Body = dict[str, Any]


@cache
def _bases() -> dict[str, dict[str, Body]]:
    found: dict[str, dict[str, Body]] = json.loads(resources.files(__package__).joinpath(BASES).read_bytes())
    return found


@cache
def _dictionary() -> bytes:
    """What the packer knows beforehand: names as they stand in codes, the likeliest last; as frozen as the bases."""
    bodies = [body for sets in _bases().values() for body in sets.values()]
    casts = [cast for body in bodies for cast in body.get("casts", {}).values()]
    cards = dict.fromkeys(card for cast in casts for card in cast)
    several = dict.fromkeys(
        one for body in bodies for value in body.values() if isinstance(value, list) for one in value
    )
    options = dict.fromkeys(name for body in bodies for name in body)
    return "".join(
        (
            *(f'"{one}",' for one in several),
            *(f'",{{"{card}":0}}],["' for card in cards),
            "16 17 18 19 20",
            *(f',"{name}":true' for name in options),
            *(f'["{game}","{name}",{{"casts":[["8 9 10 11 12 13' for game, sets in _bases().items() for name in sets),
        )
    ).encode()


# -- writing ----------------------------------------------------------------------------------------------------------


def code_of(game: Game, options: Options) -> str:
    """The shortest code of these options, which have to be sound."""
    body = _without_fillers(game, chosen_options(game, options))
    bases = {NO_BASE: {}, **_bases().get(game.name, {})}
    said = ([game.name, name, _said(game, _without_fillers(game, base), body)] for name, base in bases.items())
    return min(map(_code, said), key=len)


def _without_fillers(game: Game, body: Mapping[str, Any]) -> Body:
    """The filler takes every seat that is left, so nobody needs to say how many that are."""
    field, last = casts_field(game.options), filler(game)
    if field is None or field.name not in body:
        return dict(body)
    casts = {
        seats: {card: count for card, count in cast.items() if card != last and count}
        for seats, cast in body[field.name].items()
    }
    return {**body, field.name: casts}


def _said(game: Game, base: Mapping[str, Any], body: Mapping[str, Any]) -> Body:
    """How they differ; numbers of players at which the cards differ alike are said together."""
    found, field = _differences(base, body), casts_field(game.options)
    if field is None or field.name not in found:
        return found
    alike: dict[str, list[str]] = {}
    for seats, difference in found[field.name].items():
        alike.setdefault(json.dumps(difference), []).append(seats)
    together = [(" ".join(seats), json.loads(difference)) for difference, seats in alike.items()]
    return {**found, field.name: _packing_well(together)}


def _packing_well(casts: Sequence[tuple[str, dict[str, int | None] | None]]) -> list[Any]:
    """The same in a shorter code: none of a card in place of null, as the packer knows it beforehand; and what few
    casts say first, so that many of them end alike."""
    counted = [(seats, cast and {card: count or 0 for card, count in cast.items()}) for seats, cast in casts]
    often = Counter(one for _, cast in counted if cast for one in cast.items())
    return [[seats, cast and dict(sorted(cast.items(), key=lambda one: (often[one], one)))] for seats, cast in counted]


def _code(said: Any) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _dictionary())
    packed = packer.compress(json.dumps(said, separators=(",", ":")).encode()) + packer.flush()
    return PREFIX + base64.urlsafe_b64encode(_checksum(packed) + packed).decode().rstrip("=")


def _checksum(packed: bytes) -> bytes:
    return zlib.crc32(packed).to_bytes(CHECKSUM_BYTES, "big")


def _differences(base: Mapping[str, Any], body: Mapping[str, Any]) -> Body:
    """What has to be done to the base: values to set, null for what goes; the same inside of what is nested."""
    found: Body = {name: None for name in base if name not in body}
    for name, value in body.items():
        if isinstance(value, dict):
            nested = _differences(base.get(name) or {}, value)
            if nested or name not in base:
                found[name] = nested
        elif name not in base or base[name] != value:
            found[name] = value
    return found


# -- reading ----------------------------------------------------------------------------------------------------------


def tidied(text: str) -> str:
    """A code as somebody copied it: without the marks and breaks of a message around it."""
    return "".join(text.replace("`", "").split())


def read_code(text: str) -> Found:
    """The role set of a code. Raises Refused for a code that is damaged, too large, or of a newer version."""
    found = _CODE.fullmatch(tidied(text)) if len(text) <= CODE_MOST else None
    if found is None:
        raise Refused("role_set_code_unreadable")
    if int(found[1]) > FORMAT:
        raise Refused("role_set_file_newer")
    try:
        game, body = _unfolded(_unpacked(found[2]))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, zlib.error) as problem:
        raise Refused("role_set_code_unreadable") from problem
    return read_document({"format": FORMAT, "game": game, "options": body})


def _unpacked(letters: str) -> Any:
    """Raises ValueError or zlib.error for what is damaged, or larger than a set can be."""
    data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    checksum, packed = data[:CHECKSUM_BYTES], data[CHECKSUM_BYTES:]
    if _checksum(packed) != checksum:
        raise ValueError("damaged")
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS, _dictionary())
    said = unpacker.decompress(packed, UNPACKED_MOST)
    if not unpacker.eof:
        raise ValueError("too large, or cut off")
    return loaded(said)


def _unfolded(said: Any) -> tuple[str, Body]:
    """The game and all options, casts as lists of cards. Raises ValueError, TypeError or LookupError for what no code
    says."""
    name, base_name, differences = said
    game, base = GAMES[name], {} if base_name == NO_BASE else _bases()[name][base_name]
    field = casts_field(game.options)
    if field is not None and field.name in differences:
        parted = {seats: one for together, one in differences[field.name] for seats in together.split()}
        differences = {**differences, field.name: parted}
    body = _changed(_without_fillers(game, base), differences)
    if field is not None and field.name in body:
        body[field.name] = {seats: _deck(game, int(seats), cast) for seats, cast in body[field.name].items()}
    return name, body


def _changed(base: Mapping[str, Any], differences: Mapping[str, Any]) -> Body:
    found = dict(base)
    for name, value in differences.items():
        if isinstance(value, dict):
            before = base.get(name)
            found[name] = _changed(before if isinstance(before, dict) else {}, value)
        elif value is None:
            found.pop(name, None)
        else:
            found[name] = value
    return found


def _deck(game: Game, seats: int, cast: Mapping[str, Any]) -> list[str]:
    """All cards for so many, the filler in every seat that is left."""
    if seats not in game.seats or not all(type(count) is int and 0 <= count <= seats for count in cast.values()):
        raise ValueError("no cast")
    cards = [card for card, count in cast.items() for _ in range(count)]
    return [*cards, *[filler(game) or ""] * (seats - len(cards))]
