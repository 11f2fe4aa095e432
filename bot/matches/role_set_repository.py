"""All role sets of a server as one file, for people who keep them in a repository: pulled from there, pushed back.

A file says of each set which version it had when it was pulled. What somebody has changed on Discord since then is not
overwritten unawares; a push happens whole or not at all, and leaves alone what the file does not name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from bot.engine.rulebook import Options
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.option_fields import check_options
from bot.matches.role_set_files import FORMAT, Found, document, parsed, read_document
from bot.matches.rolesets import check_new, clean_name, fold, put_within, rows_within
from bot.store import role_set_versions
from bot.store.database import Store, StoreConnection
from bot.store.role_sets import RoleSetRow

FILE_MOST: Final = 2_000_000
"""Bytes of a file with all sets of a server."""
NOBODY: Final = 0
"""The person who has pushed: nobody knows who sits at the machine."""

What = Literal["new", "changed", "same", "newer_there", "faulty", "name", "too_many"]
TROUBLE: Final[frozenset[What]] = frozenset({"newer_there", "faulty", "name", "too_many"})


@dataclass(frozen=True)
class Push:
    """What a push does with one set of the file.

    what    it is `new` there, `changed` or the `same`; or in the way of the whole push: changed there since it was
            pulled (`newer_there`), with faults (`faulty`), with a name that cannot be used (`name`), or without room
            (`too_many`)
    before  the options it has there, None where they cannot be read or there is no such set
    """

    found: Found
    what: What
    before: Options | None = None
    row: RoleSetRow | None = None
    line: int | None = None


async def pulled(store: Store, guild_id: int) -> dict[str, Any]:
    """The file of all sets of a server that can be played, game by game, by name."""
    async with store.reading() as connection:
        sets = [one for game in GAMES for one in await _documents(connection, guild_id, game)]
    return {"format": FORMAT, "role_sets": sets}


async def _documents(connection: StoreConnection, guild_id: int, game: str) -> list[dict[str, Any]]:
    newest = {head.name: head.number for head in await role_set_versions.newest_of(connection, guild_id, game)}
    found = []
    for row in await rows_within(connection, guild_id, game):
        options, faults = check_options(GAMES[game], row.body)
        if options is not None and not faults:
            found.append(document(GAMES[game], row.name, options) | {"version": newest.get(row.name, 1)})
    return found


def read_pulled(data: bytes) -> list[Found]:
    """The sets in a pulled file. Raises Refused for what is no such file."""
    if len(data) > FILE_MOST:
        raise Refused("role_set_file_too_large", most=FILE_MOST // 1000)
    found = parsed(data)
    if not isinstance(found, dict) or not isinstance(found.get("role_sets"), list):
        raise Refused("role_set_file_unreadable")
    said = found.get("format")
    if type(said) is int and said > FORMAT:
        raise Refused("role_set_file_newer")
    if type(said) is not int or said != FORMAT or set(found) - {"$schema", "format", "role_sets"}:
        raise Refused("role_set_file_unreadable")
    return [read_document(one) for one in found["role_sets"]]


async def push(
    store: Store, guild_id: int, sets: Sequence[Found], now_ms: int, *, force: bool = False, only_look: bool = False
) -> list[Push]:
    """Save these sets on a server, all of them or, where one is in the way, none; and tell what happens with each.

    With `force`, what has changed there since is overwritten (its versions stay in the history). With `only_look`
    nothing is saved.
    """

    async def work(connection: StoreConnection) -> list[Push]:
        plan = [await _planned(connection, guild_id, found, sets, force=force) for found in sets]
        if not only_look and not any(one.what in TROUBLE for one in plan):
            for one in plan:
                await _save(connection, guild_id, one, now_ms)
        return plan

    return await store.write(work)


async def _planned(
    connection: StoreConnection, guild_id: int, found: Found, sets: Sequence[Found], *, force: bool
) -> Push:
    rows = await rows_within(connection, guild_id, found.game.name)
    row = next((row for row in rows if row.name == found.name), None)
    coming = [one.name for one in sets if one.game is found.game and one is not found]
    if found.faults:
        return Push(found, "faulty")
    if row is None:
        return Push(found, _new(found, [*{*(row.name for row in rows), *coming}]))
    if fold(found.name) in map(fold, coming):
        return Push(found, "name")
    line = await role_set_versions.line_of(connection, guild_id, found.game.name, found.name)
    before, _ = check_options(found.game, row.body)
    if before == found.options:
        return Push(found, "same", before, row, line)
    there = 0 if line is None else (await role_set_versions.heads_of(connection, guild_id, line))[-1].number
    is_known = force or found.version == there
    return Push(found, "changed" if is_known else "newer_there", before, row, line)


def _new(found: Found, taken: list[str]) -> What:
    """What becomes of a set that is not there, where these names are taken then."""
    try:
        check_new(found.game, found.name, taken)
        return "new" if clean_name(found.name) == found.name else "name"
    except Refused as refusal:
        return "too_many" if refusal.code == "role_set_too_many" else "name"


async def _save(connection: StoreConnection, guild_id: int, one: Push, now_ms: int) -> None:
    if one.what == "same":
        return
    body = one.found.options.model_dump(mode="json")
    await put_within(
        connection, guild_id, one.found.game.name, one.found.name, body, one.row, line=one.line, did="imported",
        by=NOBODY, now_ms=now_ms,
    )  # fmt: skip
