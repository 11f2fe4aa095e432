"""The people of the pretended server: each has a window of their own, with a key nobody can guess."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from simcord import ChannelHandle, InteractionResult, MemberActor, UserHandle

Place = Literal["square", "table", "letters", "talk"]
PLACES: Final[tuple[Place, ...]] = ("square", "table", "letters", "talk")
MOST: Final = 4
"""So many people fit at one screen."""
FIRST_ID: Final = 1_000_000_000_000_000_001
"""The id of the first person at every start; those after them have the ones that follow."""
KEY_BYTES: Final = 24
OPEN_S: Final = 90.0
"""How long a window counts as open after its page has asked for something; a hidden one asks once a minute."""


@dataclass
class Person:
    """Somebody with a window: what they act with, and the places they can look at."""

    key: str
    """What opens their window. It stands in its address and nowhere else."""
    actor: MemberActor
    square: ChannelHandle
    talk: ChannelHandle
    """Where the people talk among themselves, and the bot is no member."""
    is_handed_out: bool = True
    """Whether somebody has been told the key. Otherwise the person may sit in a game, but nobody has their window."""
    table: ChannelHandle | None = None
    """The thread of the game they look at."""
    threads_seen: set[int] = field(default_factory=set)
    hint: str = "open"
    lobby: int | None = None
    """The lobby they have opened last and not left for a game: what they have to do is said about it."""
    asked: int | None = None
    """The lobby that was asked for with the command: their page begins with it, once."""
    closed: bool = False
    """Whether their direct messages are closed."""
    chooses_until: float = 0.0
    """So long they count as having a menu or a form open; in seconds of the monotonic clock."""
    open_until: float = 0.0
    """So long their window counts as open, by the same clock."""
    form: InteractionResult | None = None
    """The form that lies open before them."""
    form_place: Place = "square"

    @property
    def name(self) -> str:
        return self.actor.user.global_name or self.actor.name

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def chooses(self) -> bool:
        return time.monotonic() < self.chooses_until

    @property
    def is_open(self) -> bool:
        return time.monotonic() < self.open_until

    def looks(self) -> None:
        """The page of their window has asked for something."""
        self.open_until = time.monotonic() + OPEN_S

    def channel(self, place: Place) -> ChannelHandle | None:
        """What is to be seen in this place; None where there is nothing yet."""
        letters = self.actor.user.dm_channel
        return {"square": self.square, "table": self.table, "letters": letters, "talk": self.talk}[place]

    def acting(self, place: Place) -> MemberActor | UserHandle:
        """Who presses something there: in direct messages nobody is a member of a server."""
        return self.actor.user if place == "letters" else self.actor


@dataclass(frozen=True)
class Window:
    """What outlives the process of somebody's window."""

    key: str
    user_id: int


def person_id(number: int) -> int:
    """The id of the `number`th person, from 0, which is the same at every start."""
    return FIRST_ID + number


def number_of(user_id: int) -> int | None:
    """Which person has this id; None for an id of an older version or of another server."""
    return user_id - FIRST_ID if user_id in range(FIRST_ID, FIRST_ID + MOST) else None


def by_number(windows: Sequence[Window]) -> dict[int, Window]:
    """The windows by the numbers of their people. An older version kept other ids, in the order of the windows."""
    found = {}
    for place, window in enumerate(windows):
        number = number_of(window.user_id)
        found[place if number is None else number] = window
    return found


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def windows_file(database: str | Path) -> Path:
    """Where the keys of the windows lie: beside the database, for its owner alone."""
    return Path(f"{database}.windows")


def read_windows(database: str | Path) -> tuple[Window, ...]:
    """The windows of the last time, so that reloading a page goes on with the same person. None where none are kept."""
    try:
        rows = json.loads(windows_file(database).read_text("utf-8"))
        return tuple(Window(str(row["key"]), int(row["user"])) for row in rows)[:MOST]
    except (OSError, ValueError, TypeError, KeyError):
        return ()


def forget_windows_without(database: str | Path) -> None:
    """Whoever has deleted the database wants to begin again, with nobody of the last time."""
    if not Path(database).exists():
        windows_file(database).unlink(missing_ok=True)


def keep_windows(database: str | Path, people: Iterable[Person]) -> None:
    """Write down whose window is whose, where somebody has it. The file takes the place of the old one in one step."""
    path = windows_file(database)
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    rows = [{"key": person.key, "user": person.id} for person in people if person.is_handed_out]
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(rows, file)
    fresh.replace(path)
