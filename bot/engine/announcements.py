"""What the Mirror says: a key and plain values, addressed to somebody. Rules never hold a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Literal

Audience = Literal["everyone"] | tuple[int, ...]
"""The seats that hear it: everybody in the channel, or exactly these seats."""

EVERYONE: Audience = "everyone"
SPECTATOR = 0
"""The seat of a person at no seat: hears and sees what is public, and nothing else."""


class Announcement:
    """One thing said to one audience. `number` counts from 0 over the whole match."""

    __slots__ = ("audience", "key", "number", "values")

    def __init__(self, number: int, audience: Audience, key: str, values: dict[str, Any]) -> None:
        self.number = number
        self.audience = audience
        self.key = key
        self.values = values

    def heard_by(self, seat: int) -> bool:
        return self.audience == EVERYONE or seat in self.audience

    @property
    def is_public(self) -> bool:
        return self.audience == EVERYONE

    def as_json(self) -> str:
        """The canonical line that digests are taken from."""
        return json.dumps([self.audience, self.key, self.values], sort_keys=True, separators=(",", ":"))

    def __repr__(self) -> str:
        return f"Announcement({self.number}, {self.audience!r}, {self.key!r}, {self.values!r})"


class Announcer:
    """Collects what is announced while rules run, and can digest it, so that a replay can prove it said the same."""

    __slots__ = ("_digest", "_digested", "base", "said")

    def __init__(self, base: int = 0) -> None:
        self.base = base
        self.said: list[Announcement] = []
        self._digest = sha256()
        self._digested = 0

    @property
    def count(self) -> int:
        """How many announcements the match has made so far, those before `base` included."""
        return self.base + len(self.said)

    def announce(self, audience: Audience, key: str, values: dict[str, Any]) -> None:
        self.said.append(Announcement(self.base + len(self.said), audience, key, values))

    def forget(self, how_many: int) -> None:
        """Let the first announcements kept here go; the digest goes on as if they were still there."""
        self.digest_at(self.base + how_many)
        del self.said[:how_many]
        self.base += how_many
        self._digested -= how_many

    def start_digest(self) -> None:
        """Begin a fresh digest at a checkpoint: a restart knows only what was said since."""
        self._digest = sha256()
        self._digested = len(self.said)

    def digest_at(self, count: int) -> str:
        """The digest of everything said since the checkpoint, up to announcement `count`. Calls must ascend."""
        for announcement in self.said[self._digested : count - self.base]:
            self._digest.update(announcement.as_json().encode())
        self._digested = max(self._digested, count - self.base)
        return self._digest.hexdigest()[:16]


class NullAnnouncer(Announcer):
    """An announcer nobody listens to: in simulation nothing is told to anybody, and it would take most of the time."""

    __slots__ = ()

    def __init__(self) -> None:
        self.base = 0
        self.said = []
        self._digested = 0

    def announce(self, audience: Audience, key: str, values: dict[str, Any]) -> None:
        """Keep nothing."""

    def start_digest(self) -> None:
        """Nothing is said that could be digested."""

    def digest_at(self, count: int) -> str:
        """Nor has it been."""
        return ""


say_to_nobody: Callable[..., Any] = type.__prepare__
"""What a table has for a voice where nobody listens: it takes whatever is said, and does nothing. Of all functions that
take any names and values this one does least with them; one written here would first gather them for itself."""
