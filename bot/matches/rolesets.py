"""Role sets: the built-in ones of each game and those a server has made for itself. What is offered here is sound.

A match keeps a copy of the options it began with, so nothing done here touches a running game. Every change writes a
version down in the same transaction; `bot.matches.role_set_history` reads them and brings them back.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import structlog

from bot.engine.rulebook import Fault, Game, Options
from bot.games import GAMES
from bot.matches.errors import Refused
from bot.matches.guild_settings import change_within, settings_within
from bot.matches.option_fields import check_options
from bot.matches.typed_names import is_called
from bot.store import role_set_versions, role_sets
from bot.store.database import Store, StoreConnection
from bot.store.role_sets import RoleSetRow

log = structlog.get_logger(__name__)

NAME_MOST = 40
SETS_MOST = 25
"""Role sets of its own that a server can have for each game."""
BLANK_LETTERS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs of which nothing is seen, though Unicode does not call them so."""
ANY: Final = -1
"""Save over whatever is there."""


@dataclass(frozen=True)
class Offered:
    """A sound role set. `saved_ms` is when a server's own was last saved, and `version` the number of that version;
    both are None for a built-in one."""

    name: str
    options: Options
    saved_ms: int | None = None
    version: int | None = None

    @property
    def is_built_in(self) -> bool:
        return self.saved_ms is None


@dataclass(frozen=True)
class Broken:
    """A saved role set that today's rules cannot play: an update changed its options, or its row was damaged."""

    name: str
    body: Any
    saved_ms: int
    faults: tuple[Fault, ...]


@dataclass(frozen=True)
class Shelf:
    """Everything a server has for one game. `default` is a name among `offered`."""

    offered: tuple[Offered, ...]
    broken: tuple[Broken, ...]
    default: str
    titles: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Set -> how it is called in each language, where it is built in."""

    def find(self, name: str) -> Offered | Broken | None:
        """The set of this name or title, however it was typed; what is called exactly so goes before all others.

        Raises Refused (`role_set_of_several`) where others are called so as well: nobody works on a set they do not
        mean.
        """
        if (exact := self.named(name)) is not None:
            return exact
        called = [one for one in self._all if is_called(name, self.called(one.name))]
        if len(called) > 1:
            raise Refused("role_set_of_several")
        return called[0] if called else None

    def named(self, name: str) -> Offered | Broken | None:
        """The set of this very name, in whatever case: what is saved under it takes its place."""
        exact = next((one for one in self._all if one.name == name), None)
        folded = fold(name)
        return exact or next((one for one in self._all if fold(one.name) == folded), None)

    @property
    def _all(self) -> tuple[Offered | Broken, ...]:
        return (*self.offered, *self.broken)

    def called(self, name: str) -> tuple[str, ...]:
        """The name of a set, and its titles."""
        return name, *self.titles.get(name, ())

    @property
    def own(self) -> tuple[str, ...]:
        """The names of the server's own sets, broken ones too."""
        return (*(one.name for one in self.offered if not one.is_built_in), *(one.name for one in self.broken))


def fold(name: str) -> str:
    """Names that look alike are the same name."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().replace("_", " ").split())


def game_of(name: str) -> Game:
    """Raises Refused for a game that does not exist."""
    game = GAMES.get(name)
    if game is None:
        raise Refused("no_such_game")
    return game


Titles = Callable[[Game, str], Collection[str]]
"""Given a game and one of its role sets: how people may call it, in whatever language they read."""


def _no_titles(_game: Game, _name: str) -> tuple[str, ...]:
    return ()


AtTable = Callable[[Game, Options], Options]
"""How a table plays whose host chooses the set with these options: `magic-mirror try` has everybody wait less."""


def _as_it_is(_game: Game, options: Options) -> Options:
    return options


class RoleSets:
    """The role sets of all servers."""

    def __init__(self, store: Store, now_ms: Callable[[], int], titles: Titles = _no_titles) -> None:
        self.store = store
        self.now_ms = now_ms
        self._titles = titles
        self.at_table: AtTable = _as_it_is

    # -- looking ----------------------------------------------------------------------------------------------------

    async def offered(self, guild_id: int, game: str) -> list[tuple[str, Options]]:
        """The sets to choose from: built-in ones first, then the server's own. Broken ones are left out."""
        shelf = await self.shelf(guild_id, game)
        return [(one.name, one.options) for one in shelf.offered]

    async def find(self, guild_id: int, game: str, name: str | None = None) -> Offered:
        """The set of this name, however it was typed; without a name the server's default: what it chose, else the
        game's first set. Raises Refused where there is none of that name, or it is broken."""
        shelf = await self.shelf(guild_id, game)
        return _sound(shelf.find(shelf.default if name is None else name))

    async def chosen(self, guild_id: int, game: str, name: str) -> Offered:
        """The set that somebody has chosen before, by its very name: once it is gone, nobody has meant another that is
        called nearly so. Raises Refused like `find`."""
        return _sound((await self.shelf(guild_id, game)).named(name))

    async def get(self, guild_id: int, game: str, name: str) -> Options:
        """The options of one set. Raises Refused like `find`."""
        return (await self.find(guild_id, game, name)).options

    async def default(self, guild_id: int, game: str) -> tuple[str, Options]:
        """The name and options of the server's default."""
        found = await self.find(guild_id, game)
        return found.name, found.options

    async def shelf(self, guild_id: int, game: str) -> Shelf:
        """All sets, the broken ones too, and the default."""
        kind = game_of(game)
        async with self.store.reading() as connection:
            rows = await rows_within(connection, guild_id, game)
            versions = {one.name: one.number for one in await role_set_versions.newest_of(connection, guild_id, game)}
            settings = await settings_within(connection, guild_id)
        offered = [Offered(one.name, one.options) for one in kind.role_sets]
        broken = []
        for row in rows:
            options, faults = check_options(kind, row.body)
            if options is None or faults:
                log.info("role_set_broken", guild=guild_id, game=game, faults=[fault.key for fault in faults])
                broken.append(Broken(row.name, row.body, row.updated_ms, tuple(faults)))
            else:
                offered.append(Offered(row.name, options, row.updated_ms, versions.get(row.name)))
        names = [one.name for one in offered]
        wishes = [*(row.name for row in rows if row.is_default), settings.default_role_sets.get(game)]
        default = next((name for name in wishes if name in names), names[0])
        titles = {one.name: self._titles(kind, one.name) for one in kind.role_sets}
        return Shelf(tuple(offered), tuple(broken), default, titles)

    # -- changing ---------------------------------------------------------------------------------------------------

    async def check_name(self, guild_id: int, game: str, name: str) -> str:
        """The name as it will be kept, for a new set. Raises Refused for one that cannot be used."""
        kind = game_of(game)
        tidy = clean_name(name)
        async with self.store.reading() as connection:
            names = await role_sets.names_of(connection, guild_id, game)
        check_new(kind, tidy, names)
        return tidy

    async def save(
        self, guild_id: int, game: str, name: str, options: Options | Mapping[str, Any], by: int, *,
        replaces: int | None = ANY, imported: bool = False,
    ) -> list[Fault]:  # fmt: skip
        """Save a set and return nothing, or save nothing and return what is wrong with it.

        `replaces` guards against two people at once: the `saved_ms` of the set that was looked at, or None for a new
        one. Raises Refused for a name that cannot be used, for one set too many, or when somebody else was faster.
        """
        kind = game_of(game)
        tidy = clean_name(name)
        body = options.model_dump() if isinstance(options, Options) else dict(options)
        sound, faults = check_options(kind, body)
        if sound is None or faults:
            return faults
        written = sound.model_dump(mode="json")
        now = self.now_ms()

        async def put(connection: StoreConnection) -> None:
            rows = await rows_within(connection, guild_id, game)
            before = next((row for row in rows if row.name == tidy), None)
            if before is None or replaces is None:
                check_new(kind, tidy, [row.name for row in rows])
            if replaces not in (None, ANY) and (before is None or before.updated_ms != replaces):
                raise Refused("role_set_changed")
            did = "imported" if imported else "made" if before is None else "changed"
            line = await line_within(connection, before) if before is not None else None
            await put_within(connection, guild_id, game, tidy, written, before, line=line, did=did, by=by, now_ms=now)

        await self.store.write(put)
        return []

    async def rename(self, guild_id: int, game: str, name: str, new: str, by: int) -> tuple[str, str]:
        """Give a set of the server's own another name: what it was called, and what it is called now.

        It stays the default if it was. Raises Refused for a built-in set or none, and for a name that cannot be used.
        """
        kind = game_of(game)
        tidy = clean_name(new)
        was = _own_name((await self.shelf(guild_id, game)).find(name))
        now = self.now_ms()

        async def rename(connection: StoreConnection) -> None:
            rows = await rows_within(connection, guild_id, game)
            row = next((row for row in rows if row.name == was), None)
            if row is None:
                raise Refused("no_such_role_set")
            check_new(kind, tidy, [other.name for other in rows if other is not row], one_more=False)
            line, at = await line_within(connection, row), max(now, row.updated_ms + 1)
            await role_sets.rename(connection, guild_id, game, was, tidy, updated_by=by, updated_ms=at)
            await role_set_versions.add(
                connection, guild_id, game, tidy, row.body, line=line, did="renamed", by_id=by, at_ms=at
            )

        await self.store.write(rename)
        return was, tidy

    async def delete(self, guild_id: int, game: str, name: str, by: int, *, seen: int = ANY) -> None:
        """Delete one of the server's own sets, by its very name; its history stays. Raises Refused for a built-in one
        or none, and where it was saved since it was looked at: `seen` is its `saved_ms` then."""
        gone = _own_name((await self.shelf(guild_id, game)).named(name))
        now = self.now_ms()

        async def delete(connection: StoreConnection) -> None:
            rows = await rows_within(connection, guild_id, game)
            row = next((row for row in rows if row.name == gone), None)
            if row is None:
                raise Refused("no_such_role_set")
            if seen not in (ANY, row.updated_ms):
                raise Refused("role_set_not_as_asked")
            line = await line_within(connection, row)
            await role_sets.remove(connection, guild_id, game, gone)
            version = await role_set_versions.add(
                connection, guild_id, game, gone, row.body, line=line, did=role_set_versions.DELETED, by_id=by,
                at_ms=now,
            )  # fmt: skip
            if row.is_default:
                await _note_deleted_default(connection, guild_id, game, version.line)

        await self.store.write(delete)

    async def set_default(self, guild_id: int, game: str, name: str | None) -> str:
        """Make a set the one that new tables start with (None: the game's usual one). Returns its name."""
        kind = game_of(game)
        found = (await self.shelf(guild_id, game)).find(name) if name is not None else None
        if name is not None and found is None:
            raise Refused("no_such_role_set")
        if isinstance(found, Broken):
            raise Refused("role_set_broken")
        own = found.name if found is not None and not found.is_built_in else None
        built_in = found.name if found is not None and found.is_built_in else None

        async def choose(connection: StoreConnection) -> None:
            if not await role_sets.set_default(connection, guild_id, game, own):
                raise Refused("no_such_role_set")
            defaults = dict((await settings_within(connection, guild_id)).default_role_sets)
            defaults.pop(game, None)
            if built_in is not None:
                defaults[game] = built_in
            await change_within(connection, guild_id, default_role_sets=defaults)
            await _note_deleted_default(connection, guild_id, game, None)

        await self.store.write(choose)
        return found.name if found is not None else kind.role_sets[0].name


def _sound(found: Offered | Broken | None) -> Offered:
    if found is None:
        raise Refused("no_such_role_set")
    if isinstance(found, Broken):
        raise Refused("role_set_broken")
    return found


def _own_name(found: Offered | Broken | None) -> str:
    """The name of one of the server's own sets as it is written. Raises Refused for a built-in one or none."""
    if found is None:
        raise Refused("no_such_role_set")
    if isinstance(found, Offered) and found.is_built_in:
        raise Refused("role_set_built_in")
    return found.name


def clean_name(name: str) -> str:
    """A name without stray spaces. Raises Refused for an empty or too long one, or one with invisible letters."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(tidy) <= NAME_MOST or any(map(_is_unseen, tidy)):
        raise Refused("role_set_name", most=NAME_MOST)
    return tidy


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "C" or letter in BLANK_LETTERS


def check_new(game: Game, name: str, taken: list[str], *, one_more: bool = True) -> None:
    """Raises Refused for a name that somebody uses already, and where there is no room for one set more."""
    if fold(name) in {fold(one.name) for one in game.role_sets}:
        raise Refused("role_set_built_in_name")
    if fold(name) in {fold(one) for one in taken}:
        raise Refused("role_set_taken")
    if one_more and len(taken) >= SETS_MOST:
        raise Refused("role_set_too_many", most=SETS_MOST)


# -- inside somebody's transaction ------------------------------------------------------------------------------------


async def put_within(
    connection: StoreConnection, guild_id: int, game: str, name: str, body: Any, before: RoleSetRow | None, *,
    line: int | None, did: str, by: int, now_ms: int,
) -> None:  # fmt: skip
    """Write a set and its version down; `before` is what stands there, `line` None for the first version of all."""
    # Two saves within a millisecond must still be told apart.
    at = now_ms if before is None else max(now_ms, before.updated_ms + 1)
    await role_sets.put(connection, guild_id, game, name, body, updated_by=by, updated_ms=at)
    await role_set_versions.add(connection, guild_id, game, name, body, line=line, did=did, by_id=by, at_ms=at)


async def default_again_within(connection: StoreConnection, guild_id: int, game: str, name: str, line: int) -> None:
    """Make a set that has come back the default, if it was that when it was deleted and nobody has chosen since."""
    if (await settings_within(connection, guild_id)).deleted_defaults.get(game) == line:
        await role_sets.set_default(connection, guild_id, game, name)
        await _note_deleted_default(connection, guild_id, game, None)


async def _note_deleted_default(connection: StoreConnection, guild_id: int, game: str, line: int | None) -> None:
    before = (await settings_within(connection, guild_id)).deleted_defaults
    after = {one: kept for one, kept in before.items() if one != game} | ({} if line is None else {game: line})
    if after != before:
        await change_within(connection, guild_id, deleted_defaults=after)


async def line_within(connection: StoreConnection, row: RoleSetRow) -> int | None:
    """The line to which the versions of a living set belong; None when it has none."""
    return await role_set_versions.line_of(connection, row.guild_id, row.game, row.name)


async def rows_within(connection: StoreConnection, guild_id: int, game: str) -> list[RoleSetRow]:
    """The saved sets; one that is not even JSON has the body None."""
    try:
        return await role_sets.list_of(connection, guild_id, game)
    except ValueError:
        log.warning("role_set_unreadable", guild=guild_id, game=game)
    rows = []
    for name in await role_sets.names_of(connection, guild_id, game):
        try:
            row = await role_sets.get(connection, guild_id, game, name)
        except ValueError:
            row = RoleSetRow(guild_id, game, name, None, False, 0, 0)
        if row is not None:
            rows.append(row)
    return rows
