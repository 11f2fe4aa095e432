"""A match in memory, and how it is woken from what was saved."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from bot.engine.chance import SealedChance, mixed
from bot.engine.match import Entry, Match, Saved, Snapshot
from bot.engine.questions import Question, Seat
from bot.games import GAMES
from bot.matches.deadlines import Deadline
from bot.matches.errors import Refused
from bot.matches.quiet_hours import QuietHours
from bot.matches.quiet_times import QuietTimes
from bot.matches.snapshot import MatchSnapshot, step_among
from bot.matches.timekeeper import Timekeeper
from bot.matches.unhurried import Unhurried
from bot.store.loading import SavedMatch
from bot.store.matches import MatchRow
from bot.store.seating import SeatRow

SILENT_ROUNDS = 2
"""A table is deserted when everybody there has let so many deadlines in a row pass."""


@dataclass
class Awake:
    """A match in memory, with the durable facts around it. It changes at any time: to show something, take a snapshot.

    time        the clocks; unhurried: the people who need longer
    deadlines   question number -> when it is due, in the time that counts
    acted       who has answered which kind of question since the checkpoint: asked again, they may let it pass
    passed_over keys of questions that nobody answers any more in this round: whoever leads the night has gone on
    writing     how many answers in this state are not durable yet
    acted_ms    seat -> when its person did something last, epoch milliseconds, as far as this process knows
    answered_ms seat and place (`place_of`) -> when it answered there last, by the steady clock: to say something on the
                way to an answer is none
    by_order    the seats whose last answer a standing order gave, as far as this process knows
    asked       numbers of the questions, clocks among them, that were open after the last write. A new clock is news
                whoever is asked beside it: when the board is redrawn must not tell
    quiet_times when it is quiet where
    """

    match: Match
    row: MatchRow
    seats: dict[Seat, SeatRow]
    time: Timekeeper
    unhurried: Unhurried
    deadlines: dict[int, int] = field(default_factory=dict)
    acted: set[tuple[Seat, str]] = field(default_factory=set)
    acted_ms: dict[Seat, int] = field(default_factory=dict)
    answered_ms: dict[tuple[Seat, str], int] = field(default_factory=dict)
    by_order: frozenset[Seat] = frozenset()
    passed_over: frozenset[str] = frozenset()
    writing: int = 0
    asked: set[int] = field(default_factory=set)
    quiet_times: QuietTimes | None = None

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def least_s(self) -> int:
        """Seconds that every clock of this table has at least."""
        return self.unhurried.least_s(self.row.options, (seat.user_id for seat in self.seats.values()))

    @property
    def quiet(self) -> QuietHours | None:
        """The hours in which no clock of this table runs out."""
        return self.quiet_times.of(self.row.guild_id, self.row.home_id) if self.quiet_times is not None else None

    @property
    def over(self) -> bool:
        return self.row.status in ("over", "ended")

    def check_live(self) -> None:
        """Raises Refused unless the match is being played."""
        if self.row.deserted_until_ms is not None:
            raise Refused("deserted")
        if self.row.status == "paused":
            if self.row.resume_ms is not None:
                raise Refused("paused_until", when=self.row.resume_ms // 1000)
            raise Refused("paused")
        if self.over:
            raise Refused("over")

    def check_not_over(self) -> None:
        """Raises Refused when the match is finished; it may be paused."""
        if self.over:
            raise Refused("over")

    def snapshot(self) -> MatchSnapshot:
        """The match as it is now, its deadlines in the time of people's own clocks."""
        match, lag_ms = self.match, self.time.lag_ms
        return MatchSnapshot(
            row=self.row,
            game=match.game,
            seats=dict(self.seats),
            open=tuple(match.open),
            deadlines={number: at + lag_ms for number, at in self.deadlines.items()},
            acted_ms=dict(self.acted_ms),
            answered_ms=dict(self.answered_ms),
            by_order=self.by_order,
            least_s=self.least_s,
            checkpoint=match.checkpoint,
            quiet=self.quiet,
            taken_ms=self.time.now_ms(),
            answered=match.answered,
            answered_on=match.answered_on,
            announced=match.announced,
            round_announced=match.round_announced,
            outcome=match.outcome,
            views=match.views(),
        )

    def seat_of(self, user_id: int) -> Seat | None:
        return self.snapshot().seat_of(user_id)

    def computers(self) -> list[Seat]:
        return self.snapshot().computers()

    def people(self, besides: Seat = 0) -> list[int]:
        """The persons at the table in the order of their seats, without the one `besides`."""
        return [user_id for seat, user_id in self.snapshot().people().items() if seat != besides]

    def names(self) -> dict[Seat, str]:
        return self.snapshot().names()

    def waiting_step(self) -> Question | None:
        return step_among(self.match.open)

    def moment(self) -> str:
        return self.snapshot().moment()

    def soonest(self) -> list[Question]:
        return self.snapshot().soonest()

    def due_ms(self, *keys: str) -> int | None:
        return self.snapshot().due_ms(*keys)

    def step_for_nobody(self) -> Question | None:
        """A step that waits, though nobody is there to take it any more."""
        if self.match.led or self.row.status != "running":
            return None
        return self.waiting_step()

    def is_deserted(self, missed: Collection[Seat]) -> bool:
        """Whether none of the persons who are still in the game has answered for two rounds, `missed` among them.

        An answer that is not durable yet is one. Where none of them is in it any more, nobody is waited for.
        """
        in_game = self.snapshot().still_in()
        people = [row for seat, row in self.seats.items() if row.user_id is not None and seat in in_game]
        silent = [row for row in people if row.strikes + (row.seat in missed) >= SILENT_ROUNDS]
        return bool(missed and people) and silent == people and not self.writing

    def is_passed_over(self, question: Question) -> bool:
        """Whether whoever leads the night has gone on without an answer to this. What has a clock of its own is asked
        by day."""
        return question.key in self.passed_over and question.within is None

    def fall_asleep(self) -> None:
        """Stand still from now on; to be written at once."""
        self.row = replace(self.row, status="paused", paused_ms=self.time.play_ms(), resume_ms=None)

    def note_by_order(self, seat: Seat, by_order: bool) -> None:
        """This seat answers: by a standing order, or its person by hand."""
        self.by_order = self.by_order | {seat} if by_order else self.by_order - {seat}

    def note_asked(self) -> None:
        """Everybody has been asked if anybody is there."""
        self.row = replace(self.row, deserted_asked=True)

    def forgive_all(self) -> None:
        """Nobody has missed anything, and nobody is away."""
        self.seats = {seat: replace(row, strikes=0, away=False) for seat, row in self.seats.items()}

    def clocks(self) -> list[Deadline]:
        """The deadlines, to be waited for; none while the match stands still."""
        if self.row.status != "running":
            return []
        return clocks(self.id, self.match.checkpoint, self.deadlines)


def clocks(match_id: int, checkpoint: int, due: dict[int, int]) -> list[Deadline]:
    return [Deadline(at, match_id, checkpoint, number) for number, at in due.items()]


def by_seat(rows: Sequence[SeatRow]) -> dict[Seat, SeatRow]:
    return {row.seat: row for row in rows}


def resumed(row: MatchRow, snapshot: Snapshot, journal: Sequence[Entry]) -> Match:
    """The match as it stood after these lines. Raises Diverged."""
    saved = Saved(
        game=row.game,
        options=row.options,
        seats=row.seats,
        checkpoint=snapshot.checkpoint,
        table=snapshot.table,
        announced=snapshot.announced,
        journal=tuple(journal),
    )
    # Nothing that is not in the journal may happen while a match is woken: a step after it waits to be taken.
    match = Match.resume(GAMES[row.game], saved, SealedChance(mixed(row.seed, row.presses)), led=True)
    match.led = row.moderator_id is not None
    return match


def thrifty(saved: SavedMatch) -> SavedMatch:
    """The same, with options that are in memory once for all the matches that are played by them."""
    row = saved.row
    return replace(saved, row=replace(row, options=_shared(json.dumps(row.options))))


@lru_cache(maxsize=256)
def _shared(options: str) -> Any:
    """Options as plain values, from their JSON. Nobody changes them."""
    return json.loads(options)
