"""Would today's rules go on with the games that are being played? Nothing is written and nobody is told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.match import Entry, Snapshot
from bot.matches.awake import resumed
from bot.matches.rows import entry_of
from bot.store import loading, matches
from bot.store.database import Store
from bot.store.loading import SavedMatch


class Fate(StrEnum):
    """What becomes of a game when this version wakes it."""

    GOES_ON = "goes_on"
    ROUND_AGAIN = "round_again"
    LOST = "lost"


@dataclass(frozen=True)
class Replayed:
    """A live game, and what becomes of it.

    number  of the game, as people see it
    round   the one it is in: its checkpoint
    fault   the kind of error that keeps it from going on at all; no more, for errors may repeat what is secret
    """

    number: int
    game: str
    round: int
    fate: Fate
    fault: str = ""


async def replay_live(store: Store) -> list[Replayed]:
    """Every live game, by number, played again from its last checkpoint to where it stands. Raises a StoreError."""
    async with store.reading() as connection:
        numbers = sorted(number for number, _ in await matches.live_places(connection))
        return [_replayed(await loading.load(connection, number)) for number in numbers]


def _replayed(saved: SavedMatch) -> Replayed:
    row = saved.row
    return Replayed(row.id, row.game, row.checkpoint, *_fate(saved))


def _fate(saved: SavedMatch) -> tuple[Fate, str]:
    try:
        _wake(saved, [entry_of(line) for line in saved.journal])
    except Exception:
        return _fate_of_round(saved)
    return Fate.GOES_ON, ""


def _fate_of_round(saved: SavedMatch) -> tuple[Fate, str]:
    """What becomes of a game whose round cannot be followed to where it stands."""
    try:
        _wake(saved, [])
    except Exception as fault:
        return Fate.LOST, type(fault).__name__
    return Fate.ROUND_AGAIN, ""


def _wake(saved: SavedMatch, journal: list[Entry]) -> None:
    """Wake the game with these lines of its round. Raises Diverged, and whatever broken data lead to."""
    assert saved.snapshot is not None
    resumed(saved.row, Snapshot.model_validate_json(saved.snapshot.body), journal)
