"""What every test would make anew and is always the same, is made once a process; `conftest` sees to it.

Catalogues, cogs, fonts and sprites are read once, and a fresh database is a copy of one that was migrated once. SQLite
works where it is called instead of in a thread of its own: two threads that hand each statement over and back cost more
than the statement, and which of them is first depends on the machine. `tests/store` is about the store as it is, and
gets it so; so does every process that a test starts. Nor does a test wait for the disk, but in
`tests/every_game/crash`.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import shutil
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast
from unittest.mock import patch

from aiosqlite.core import Connection
from discord.app_commands import CommandTree
from discord.ext import commands
from discord.ext.commands.bot import BotBase
from PIL.Image import Image

from bot import command_sync
from bot.games import GAMES
from bot.store import connecting
from bot.store.database import Store
from bot.ui import wording
from bot.ui.pictures import art, gallery
from bot.ui.pictures.art import FOLDER, Art
from bot.ui.wording import FALLBACK, Wording

_Written = tuple[Path, int, int]
"""A file, when it was last written, and its size."""
_TREE = Path(__file__).parents[2]
_KEPT = TemporaryDirectory(prefix="mirror-tests-")
_catalogues_in = wording._catalogues_in
_read_a_catalogue, _begin_wording = wording._read, Wording.__init__
_payload = command_sync.payload
_open_a_store = Store.open
_made, _KEPT_BY_ART = Art.made, art.CACHE_BYTES
_load_extension = commands.Bot.load_extension
_connect, _execute = Connection.__init__, Connection._execute


_PRAGMAS = connecting.PRAGMAS["write"]
_MADE_MOST = 128 * 1024 * 1024
"""Bytes of what was made for pictures. A bot draws one game at a time; a process that runs tests, all of them."""
_NO_WAITING_FOR_THE_DISK = tuple(pragma.replace("synchronous=FULL", "synchronous=OFF") for pragma in _PRAGMAS)


# -- catalogues -------------------------------------------------------------------------------------------------------


class Catalogues:
    """Every catalogue that was read so far, by its file and when that was last written."""

    def __init__(self) -> None:
        self._kept: dict[_Written, tuple[wording._Sentences, list[str]]] = {}

    def read(self, path: Path, into: wording._Sentences) -> list[str]:
        place = _as_written(path)
        if place not in self._kept:
            sentences = wording._Sentences()
            self._kept[place] = (sentences, _read_a_catalogue(path, sentences))
        sentences, problems = self._kept[place]
        into.plural = sentences.plural
        for key, variants in sentences.variants.items():
            into.variants.setdefault(key, {}).update(variants)
        for key, inflected in sentences.inflected.items():
            into.inflected.setdefault(key, {}).update(inflected)
        return list(problems)


class _Wordings:
    """Every set of catalogues that was put together so far, by its files and when those were last written."""

    def __init__(self) -> None:
        self._kept: dict[tuple[_Written, ...], Wording] = {}

    def begin(self, words: Wording, files: Iterable[Path | str], locale: str = FALLBACK) -> None:
        """`Wording.__init__`, where the same files are the same sentences."""
        paths = list(map(Path, files))
        place = tuple(map(_as_written, paths))
        if place not in self._kept:
            kept = Wording.__new__(Wording)
            _begin_wording(kept, paths)
            self._kept[place] = kept
        kept = self._kept[place]
        words._by_locale, words._others = kept._by_locale, kept._others
        words._choose(locale)


def _share(wordings: _Wordings) -> Callable[..., None]:
    def begin(words: Wording, files: Iterable[Path | str], locale: str = FALLBACK) -> None:
        wordings.begin(words, files, locale)

    return begin


def _as_written(path: Path) -> _Written:
    return _as_written_in_the_tree(path) or _as_written_now(path)


@cache
def _as_written_in_the_tree(path: Path) -> _Written | None:
    """Nobody writes there while tests run."""
    return _as_written_now(path) if path.is_relative_to(_TREE) else None


def _as_written_now(path: Path) -> _Written:
    found = path.stat()
    return path, found.st_mtime_ns, found.st_size


# -- cogs --------------------------------------------------------------------------------------------------------------


def _load_once() -> Callable[[commands.Bot, str], Awaitable[None]]:
    """A `load_extension` that runs the module of a cog once, not anew for each bot; while there are the games that are
    always there, since the commands of a cog offer them."""
    games, kept = dict(GAMES), dict[str, Any]()

    async def load_extension(client: commands.Bot, name: str) -> None:
        if games != GAMES:
            await _load_extension(client, name)
        elif name in kept:
            await kept[name].setup(client)
        else:
            await _load_extension(client, name)
            kept[name] = client.extensions[name]

    return load_extension


class _Payloads:
    """What Discord is told of the commands: each bot would say each of them anew in thirty languages."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Wording, bytes]] = {}

    async def payload(self, tree: CommandTree[Any], wording: Wording) -> list[Any]:
        """`command_sync.payload`, where the same commands in the same words are the same payload. It is kept pickled:
        each bot gets its own, and `deepcopy` would take longer."""
        plain = json.dumps([command.to_dict(tree) for command in tree.get_commands()], default=str)
        words, body = self._kept.get(plain, (None, b""))
        if words is None or words._by_locale is not wording._by_locale:
            body = pickle.dumps(await _payload(tree, wording))
            self._kept[plain] = (wording, body)
        return cast("list[Any]", pickle.loads(body))


# -- art ---------------------------------------------------------------------------------------------------------------


def _share_what_is_made() -> Callable[..., Image]:
    """An `Art.made` that keeps what was made for whatever art there is in a process: it is always the same."""
    kept = Art()

    def made(asking: Art, key: Hashable, make: Callable[[], Image]) -> Image:
        return _made(kept if asking._folder == FOLDER else asking, key, make)

    return made


# -- databases --------------------------------------------------------------------------------------------------------


async def _empty_database() -> Path:
    """An empty database with the newest schema, to copy."""
    path = Path(_KEPT.name) / "empty.db"
    if _is_free(path):
        await (await _open_a_store(path)).close()
    return path


def _is_free(place: str | Path) -> bool:
    return isinstance(place, Path) and not place.exists() and place.parent.is_dir()


async def _open_a_copy(place: str | Path, *, migrate: bool = True, **how: Any) -> Store:
    """`Store.open`, where a file that does not exist yet begins as a copy of the empty database."""
    if migrate and _is_free(place):
        shutil.copy(await _empty_database(), place)
    return await _open_a_store(place, migrate=migrate, **how)


# -- SQLite in the thread that calls it -------------------------------------------------------------------------------


_TAKES_TIME = {"execute", "executemany", "commit", "rollback"}


class _NoQueue:
    """Does at once what would have been put into a queue for the driver's thread."""

    def put_nowait(self, handed: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, work = handed
        try:
            result = work()
        except Exception as error:
            if future is not None:
                future.set_exception(error)
        else:
            if future is not None:
                future.set_result(result)


class _NoThread:
    """Stands where the driver's thread would be."""

    daemon = True

    def start(self) -> None:
        """There is nothing to start."""


def _connect_in_this_thread(connection: Any, *how: Any, **more: Any) -> None:
    _connect(connection, *how, **more)
    connection._tx, connection._thread = _NoQueue(), _NoThread()


async def _execute_in_this_thread(connection: Any, work: Callable[..., Any], *values: Any, **more: Any) -> Any:
    """Other tasks get their turn before each statement, as they do while a thread is at work; not once more for its
    cursor, its rows and its end."""
    if not connection._running or not connection._connection:
        raise ValueError("Connection closed")
    if work.__name__ in _TAKES_TIME:
        await asyncio.sleep(0)
    return work(*values, **more)


# -- for conftest -----------------------------------------------------------------------------------------------------


@contextmanager
def made_once() -> Iterator[None]:
    """Within this, tests share what is always the same."""
    with (
        patch.object(wording, "_catalogues_in", cache(_catalogues_in)),
        patch.object(wording, "_read", Catalogues().read),
        patch.object(Wording, "__init__", _share(_Wordings())),
        patch.object(command_sync, "payload", _Payloads().payload),
        patch.object(gallery, "Art", cache(Art)),
        patch.object(Art, "made", _share_what_is_made()),
        patch.object(art, "CACHE_BYTES", _MADE_MOST),
        patch.object(BotBase, "load_extension", _load_once()),
        patch.object(Store, "open", _open_a_copy),
        patch.dict(connecting.PRAGMAS, write=_NO_WAITING_FOR_THE_DISK),
        patch.object(Connection, "__init__", _connect_in_this_thread),
        patch.object(Connection, "_execute", _execute_in_this_thread),
    ):
        yield


@contextmanager
def on_disk() -> Iterator[None]:
    """Within this, what is written is on the disk before anybody goes on, as it is for people."""
    with patch.dict(connecting.PRAGMAS, write=_PRAGMAS):
        yield


@contextmanager
def art_of_its_own() -> Iterator[None]:
    """Within this, what is made for a picture is kept as it is for people: by each art, and no more than that."""
    with patch.object(Art, "made", _made), patch.object(art, "CACHE_BYTES", _KEPT_BY_ART):
        yield


@contextmanager
def as_it_is() -> Iterator[None]:
    """Within this, stores open and work as they do for people, thread and migrations and all."""
    with (
        on_disk(),
        patch.object(Store, "open", _open_a_store),
        patch.object(Connection, "__init__", _connect),
        patch.object(Connection, "_execute", _execute),
    ):
        yield
