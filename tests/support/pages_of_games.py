"""What the pages of any game are made from in tests that look at them without Discord: faces, words, and a snapshot of
a match that runs nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from language.any_game import NAMES

from bot.engine.match import Match
from bot.matches.snapshot import MatchSnapshot
from bot.store.matches import MatchRow, Status
from bot.store.seating import SeatRow
from bot.ui.face import Face
from bot.ui.wording import Wording, wording_files
from cogs.grimm_forest.face import GrimmForestFace
from cogs.mafia.face import MafiaFace
from cogs.name_duel.face import NameDuelFace
from cogs.trumplestiltskin.face import TrumplestiltskinFace
from cogs.village.face import VillageFace

NOON_MS = 1_700_000_000_000
FACES: Mapping[str, Face] = {
    face.game: face for face in (VillageFace(), MafiaFace(), NameDuelFace(), GrimmForestFace(), TrumplestiltskinFace())
}


@cache
def words_of(language: str) -> Wording:
    return Wording(wording_files(), language)


@dataclass(frozen=True)
class OneLanguage:
    """A server, all of whose people read the same."""

    words: Wording

    def public(self, guild_id: int) -> Wording:
        return self.words


def snapshot(match: Match) -> MatchSnapshot:
    """The match as it stands, every clock of it running."""
    status: Status = "over" if match.outcome else "running"
    row = MatchRow(
        id=1, game=match.game.name, guild_id=1, channel_id=2, thread_id=3, host_id=101, status=status,
        options=match.options.model_dump(), role_set="classic", seats=match.seats, seed="seed", commitment="seal",
        checkpoint=match.checkpoint, head=0, announced=match.announced, unsent=False, board_message_id=None,
        created_ms=NOON_MS, ended_ms=None, paused_ms=None, resume_ms=None, outcome=None, code_version="",
    )  # fmt: skip
    seats = {seat: SeatRow(1, seat, 100 + seat, NAMES[seat - 1], "human") for seat in range(1, match.seats + 1)}
    due = {question.number: NOON_MS + 60_000 for question in match.open if question.within}
    return MatchSnapshot(
        row, match.game, seats, tuple(match.open), due, {}, {}, frozenset(), 0, None, NOON_MS, match.checkpoint,
        match.answered, match.answered_on, match.announced, match.round_announced, match.outcome, match.views(),
    )  # fmt: skip
