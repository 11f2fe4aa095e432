"""What was done to role sets, version by version; and how a version comes back, even that of a deleted set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.rulebook import Fault, Options
from bot.matches.errors import Refused
from bot.matches.option_fields import check_options, salvaged
from bot.matches.rolesets import check_new, default_again_within, fold, game_of, put_within, rows_within
from bot.matches.typed_names import is_called
from bot.store import role_set_versions
from bot.store.database import Store, StoreConnection
from bot.store.role_set_versions import VersionHead


@dataclass(frozen=True)
class Deed:
    """What made a version: ``did`` is ``made``, ``changed``, ``renamed``, ``deleted``, ``restored`` or ``imported``.

    name   what the set was called afterwards
    by_id  the person, or 0 when nobody knows (any more)
    at_ms  epoch milliseconds
    """

    number: int
    name: str
    did: str
    by_id: int
    at_ms: int


@dataclass(frozen=True)
class Version:
    """What a set was in one version. With faults it cannot be played today, and `options` are what is left of it."""

    deed: Deed
    options: Options
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class Line:
    """One role set through all its versions, the newest first. `id` is its number among all sets of all servers."""

    id: int
    game: str
    deeds: tuple[Deed, ...]

    @property
    def newest(self) -> Deed:
        return self.deeds[0]

    @property
    def name(self) -> str:
        """What it is called, or was called when it was deleted."""
        return self.newest.name

    @property
    def is_deleted(self) -> bool:
        return self.newest.did == role_set_versions.DELETED

    def before(self, number: int) -> int | None:
        """The number of the version before this one, if that is still kept."""
        return next((deed.number for deed in self.deeds if deed.number < number), None)


class RoleSetHistory:
    """The versions of all servers' role sets."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms

    async def names(self, guild_id: int, game: str) -> list[str]:
        """Every set that has a history, deleted ones too, the one that was touched last first."""
        async with self._store.reading() as connection:
            heads = await role_set_versions.newest_of(connection, guild_id, game)
        return list(dict.fromkeys(head.name for head in reversed(heads)))

    async def find(self, guild_id: int, game: str, name: str) -> Line:
        """The set of this name, a living one before a deleted one. Raises Refused where there was none."""
        async with self._store.reading() as connection:
            heads = await role_set_versions.newest_of(connection, guild_id, game)
        newest = heads[::-1]
        wanted = [head for head in newest if fold(head.name) == fold(name)] or [
            head for head in newest if is_called(name, (head.name,))
        ]
        living = [head for head in wanted if head.did != role_set_versions.DELETED]
        if not wanted:
            raise Refused("no_role_set_history")
        return await self.line(guild_id, (living or wanted)[0].line)

    async def line(self, guild_id: int, line: int) -> Line:
        """Raises Refused for a line of another server, or of none."""
        async with self._store.reading() as connection:
            heads = await role_set_versions.heads_of(connection, guild_id, line)
        if not heads:
            raise Refused("no_role_set_history")
        return Line(line, heads[0].game, tuple(_deed(head) for head in reversed(heads)))

    async def version(self, guild_id: int, line: int, number: int) -> Version:
        """What the set was then. Raises Refused for a version that is no longer kept."""
        async with self._store.reading() as connection:
            return await _version_within(connection, guild_id, line, number)

    async def restore(self, guild_id: int, line: int, number: int, by: int) -> str:
        """Make the set again what it was in this version, as a new version, and give its name.

        A deleted one comes back under the name it had. Raises Refused when today's rules cannot play that version,
        when another set has taken the name, or when there is no room for one set more.
        """
        now = self._now_ms()

        async def bring_back(connection: StoreConnection) -> str:
            version = await _version_within(connection, guild_id, line, number)
            if version.faults:
                raise Refused("role_set_version_broken")
            newest = (await role_set_versions.heads_of(connection, guild_id, line))[-1]
            rows = await rows_within(connection, guild_id, newest.game)
            is_living = newest.did != role_set_versions.DELETED
            before = next((row for row in rows if is_living and row.name == newest.name), None)
            if before is None:
                check_new(game_of(newest.game), newest.name, [row.name for row in rows])
            body = version.options.model_dump(mode="json")
            await put_within(
                connection, guild_id, newest.game, newest.name, body, before, line=line, did="restored", by=by,
                now_ms=now,
            )  # fmt: skip
            await default_again_within(connection, guild_id, newest.game, newest.name, line)
            return newest.name

        return await self._store.write(bring_back)


async def _version_within(connection: StoreConnection, guild_id: int, line: int, number: int) -> Version:
    heads = await role_set_versions.heads_of(connection, guild_id, line)
    head = next((head for head in heads if head.number == number), None)
    if head is None:
        raise Refused("no_role_set_history")
    game = game_of(head.game)
    try:
        body = await role_set_versions.body_of(connection, head)
    except ValueError:  # not even JSON
        body = None
    options, faults = check_options(game, body)
    return Version(_deed(head), options if options is not None else salvaged(game, body), tuple(faults))


def _deed(head: VersionHead) -> Deed:
    return Deed(head.number, head.name, head.did, head.by_id, head.at_ms)
