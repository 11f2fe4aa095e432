"""Erasing what somebody typed from all that is kept of a match. Pure.

The game is played again with the texts erased: what was announced, the digests and the table come out as if nothing
else had been typed, and the recap verifies as before. Where today's rules cannot follow an old game any more, the texts
are taken out of its lines as they stand.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic import ValidationError

from bot.engine.chance import SealedChance, mixed
from bot.engine.match import Changes, Diverged, Match
from bot.engine.questions import Seat, Value
from bot.games import GAMES
from bot.matches.rows import entry_of
from bot.recaps.recap import ERASED
from bot.store.journals import AnnouncementRow, JournalRow, SnapshotRow, VoidedRow
from bot.store.matches import MatchRow

Line = TypeVar("Line", JournalRow, VoidedRow)


@dataclass(frozen=True)
class Stay:
    """Somebody had this seat, from one time (epoch milliseconds; None: the beginning) until another (None: the end)."""

    seat: Seat
    since_ms: int | None = None
    until_ms: int | None = None

    def covers(self, line: JournalRow) -> bool:
        """Whether they gave this answer."""
        begun = self.since_ms is None or self.since_ms <= line.at_ms
        return line.seat == self.seat and begun and (self.until_ms is None or line.at_ms < self.until_ms)


@dataclass(frozen=True)
class Kept:
    """What is kept of a match."""

    journal: tuple[JournalRow, ...]
    said: tuple[AnnouncementRow, ...]
    voided: tuple[VoidedRow, ...]
    snapshot: SnapshotRow | None


def without_texts(row: MatchRow, kept: Kept, stays: Sequence[Stay]) -> Kept:
    """The same without what was typed during these stays."""
    texts = {_text(line.value) for line in (*kept.journal, *kept.voided) if _is_typed(row, line, stays)} - {None}
    if not texts:
        return kept
    voided = tuple(_erased(row, line, stays) for line in kept.voided)
    journal = tuple(_erased(row, line, stays) for line in kept.journal)
    again = _played_again(row, kept.journal, journal)
    if again is None or len(again.announcements) != len(kept.said):
        return _taken_out(Kept(journal, kept.said, voided, kept.snapshot), {text for text in texts if text})
    return Kept(
        journal=tuple(replace(line, digest=now.digest) for line, now in zip(journal, again.entries, strict=True)),
        said=tuple(replace(line, content=now.values) for line, now in zip(kept.said, again.announcements, strict=True)),
        voided=voided,
        snapshot=_snapshot(kept.snapshot, again),
    )


def _played_again(row: MatchRow, before: Sequence[JournalRow], after: Sequence[JournalRow]) -> Changes | None:
    """All that comes of the answers `after` under today's rules; None when these rules cannot follow those `before`."""
    try:
        _replayed(row, before)  # with its digests: nothing else is said today than was said then
        changes = _replayed(row, [replace(line, digest="") for line in after])
    except (KeyError, ValidationError, Diverged):
        return None
    return changes if len(changes.entries) == len(after) else None


def _replayed(row: MatchRow, journal: Sequence[JournalRow]) -> Changes:
    """The game played again. Raises KeyError, ValidationError or Diverged where that is impossible."""
    game = GAMES[row.game]
    options = game.options.model_validate(row.options)
    chance = SealedChance(mixed(row.seed, row.presses))
    lines = [entry_of(line) for line in journal]
    return Match.start(game, options, row.seats, chance, replay=lines, led=True).take_changes()


def _snapshot(kept: SnapshotRow | None, again: Changes) -> SnapshotRow | None:
    """The table at the last checkpoint, as it stands there now."""
    if kept is None or again.snapshot is None:
        return None
    return replace(kept, body=again.snapshot.model_dump_json())


# -- which lines -------------------------------------------------------------------------------------------------------


def _is_typed(row: MatchRow, line: JournalRow, stays: Sequence[Stay]) -> bool:
    """Whether somebody typed this answer during one of these stays."""
    game = GAMES.get(row.game)
    return game is not None and line.key in game.typed and any(stay.covers(line) for stay in stays)


def _text(value: Value) -> str | None:
    """The text of an answer, or of the reason that was given with one."""
    if isinstance(value, list | tuple):
        value = value[-1]
    return value if isinstance(value, str) and value else None


def _erased(row: MatchRow, line: Line, stays: Sequence[Stay]) -> Line:
    if not _is_typed(row, line, stays) or _text(line.value) is None:
        return line
    value = [*line.value[:-1], ERASED] if isinstance(line.value, list | tuple) else ERASED
    return replace(line, value=value)


# -- where the game cannot be played again -----------------------------------------------------------------------------


def _taken_out(kept: Kept, texts: Collection[str]) -> Kept:
    """The lines as they stand, with the texts replaced wherever they stand alone. No digest of them is left."""
    said = tuple(replace(line, content=_replaced(line.content, texts)) for line in kept.said)
    journal = tuple(replace(line, digest="") for line in kept.journal)
    return Kept(journal, said, kept.voided, _table_without(kept.snapshot, texts))


def _table_without(snapshot: SnapshotRow | None, texts: Collection[str]) -> SnapshotRow | None:
    if snapshot is None:
        return None
    body = json.loads(snapshot.body)
    body["table"] = json.dumps(_replaced(json.loads(body["table"]), texts))
    return replace(snapshot, body=json.dumps(body))


def _replaced(value: Any, texts: Collection[str]) -> Any:
    if isinstance(value, dict):
        return {name: _replaced(part, texts) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(part, texts) for part in value]
    return ERASED if isinstance(value, str) and value in texts else value
