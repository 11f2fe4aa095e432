"""Where several processes play: a table that another one plays is not touched here.

Whoever presses something does not know which process plays their table. So a handler simply begins; as soon as it looks
at a table of another slot it ends in `Elsewhere`, having changed nothing, and the click is passed on to the process
that plays that table (`bot.inbox`). A click is passed on once. What shows tables of several slots looks at the others
as they are on disk.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from bot.matches.errors import Refused
from bot.store.database import Store

REMEMBERED_MOST: Final = 10_000
"""Tables of others of which it is remembered where they are."""
_may_look: ContextVar[bool] = ContextVar("may_look", default=False)


class Elsewhere(Refused):
    """Another process plays what is on this server, `guild_id`. Whoever cannot pass that on asks to try again."""

    def __init__(self, guild_id: int) -> None:
        super().__init__("try_again")
        self.guild_id = guild_id


@contextmanager
def looking_elsewhere() -> Iterator[None]:
    """What begins in here may look at tables of other slots; it is not passed on."""
    before = _may_look.set(True)
    try:
        yield
    finally:
        _may_look.reset(before)


def may_look() -> bool:
    """Whether tables of other slots may be looked at here."""
    return _may_look.get()


def check_seen(store: Store, guild_id: int) -> None:
    """Raises Elsewhere for what another process plays, unless it may be looked at here."""
    if not may_look():
        check_ours(store, guild_id)


def check_ours(store: Store, guild_id: int) -> None:
    """Raises Elsewhere for what another process plays: it may not be changed here."""
    if not store.slot.has(guild_id):
        raise Elsewhere(guild_id)


class KnownElsewhere:
    """Where the tables are that others play, as far as that was seen here. A table stays on its server, so a click is
    passed on without reading anything of a table that is known."""

    def __init__(self) -> None:
        self._guilds: OrderedDict[int, int] = OrderedDict()
        """By the number of the match; the one asked for longest ago first."""

    def remember(self, match_id: int, guild_id: int) -> None:
        """Others play this table."""
        self._guilds[match_id] = guild_id
        if len(self._guilds) > REMEMBERED_MOST:
            self._guilds.popitem(last=False)

    def server_of(self, match_id: int) -> int | None:
        """The server of a table that is known to be played by others."""
        if match_id not in self._guilds:
            return None
        self._guilds.move_to_end(match_id)
        return self._guilds[match_id]

    def check(self, match_id: int) -> None:
        """Raises Elsewhere for a table that is known to be played by others, unless it may be looked at here."""
        guild_id = self.server_of(match_id)
        if guild_id is not None and not may_look():
            raise Elsewhere(guild_id)
