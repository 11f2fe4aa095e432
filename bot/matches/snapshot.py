"""A match at one moment, to be shown. What is asked of it stays true to that moment, however long somebody holds it."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Views
from bot.engine.questions import STEP, IllegalAnswer, Question, Seat
from bot.engine.rulebook import Game, Outcome, View
from bot.matches.quiet_hours import QuietHours
from bot.store.matches import MatchRow
from bot.store.seating import SeatRow

T = TypeVar("T")

NEVER_MS = 1 << 62
MOMENT_LETTERS = 16


@dataclass(frozen=True, eq=False)
class MatchSnapshot:
    """All that may be shown of a match, as it was when `MatchService.snapshot` took it: everything in it is durable.

    open             the questions that were open, those to the Mirror (clocks, deliveries) included
    deadlines        question number -> when it will be due by people's own clocks, epoch milliseconds
    acted_ms         seat -> when its person did something last, epoch milliseconds; not there: nobody knows of it
    answered_ms      seat and place (`place_of`) -> when it answered there last, by the steady clock: to say something
                     on the way to an answer is none
    by_order         the seats whose last answer a standing order gave: to be looked at for what they alone are sent
    least_s          seconds that every new clock has at least
    quiet            the hours in which no clock runs out; None where there are none
    taken_ms         when the snapshot was taken, epoch milliseconds
    checkpoint, answered   where the journal stood: answers in it are counted from the checkpoint
    answered_on      who has answered on which occasion since the checkpoint
    announced        how many announcements there had been, and (round_announced) before this round
    views            what each seat saw
    """

    row: MatchRow
    game: Game
    seats: Mapping[Seat, SeatRow]
    open: tuple[Question, ...]
    deadlines: Mapping[int, int]
    acted_ms: Mapping[Seat, int]
    answered_ms: Mapping[tuple[Seat, str], int]
    by_order: frozenset[Seat]
    least_s: int
    quiet: QuietHours | None
    taken_ms: int
    checkpoint: int
    answered: int
    answered_on: tuple[tuple[Seat, str], ...]
    announced: int
    round_announced: int
    outcome: Outcome | None
    views: Views
    _made: dict[Hashable, Any] = field(init=False, repr=False, default_factory=dict)

    def once(self, name: Hashable, make: Callable[[], T]) -> T:
        """What `make` makes of this moment and nothing else, made when it is first asked for by this name."""
        if name not in self._made:
            self._made[name] = make()
        made: T = self._made[name]
        return made

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def over(self) -> bool:
        """Whether the match is finished: the rules found an outcome, or somebody ended it."""
        return self.row.status in ("over", "ended")

    @property
    def thrown_away(self) -> bool:
        """Whether another match has taken the place of this one, which has neither end nor recap."""
        return self.row.replaced_by is not None

    @property
    def running(self) -> bool:
        return self.row.status == "running"

    @property
    def paused(self) -> bool:
        return self.row.status == "paused"

    @property
    def deserted(self) -> bool:
        """Whether the match sleeps because nobody answered."""
        return self.row.deserted_until_ms is not None

    @property
    def own_thread(self) -> int | None:
        """The thread in which nothing but this match is played; None where it shares a channel with other talk."""
        return self.row.thread_id if self.row.thread_id != self.row.channel_id else None

    @property
    def place(self) -> tuple[int, int, int]:
        """Checkpoint, answers and announcements: equal for two snapshots between which nobody answered."""
        return self.checkpoint, self.answered, self.announced

    # -- who plays --------------------------------------------------------------------------------------------------

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of this person."""
        return next((seat for seat, row in self.seats.items() if row.user_id == user_id), None)

    def people(self) -> dict[Seat, int]:
        """The seats that persons have, and who they are."""
        return {seat: row.user_id for seat, row in self.seats.items() if row.user_id is not None}

    def computers(self) -> list[Seat]:
        """The seats that computer players have."""
        return [seat for seat, row in self.seats.items() if row.player != "human"]

    def still_in(self) -> list[Seat]:
        """The seats that the game has not sent out, by what everybody knows: all, where nobody ever is."""
        out = sent_out(self.view(SPECTATOR))
        return [seat for seat in self.seats if seat not in out]

    def names(self) -> dict[Seat, str]:
        return {seat: row.name for seat, row in self.seats.items()}

    # -- what they see and are asked --------------------------------------------------------------------------------

    def view(self, seat: Seat) -> View:
        """What this seat (or SPECTATOR) saw."""
        return self.views.of(seat)

    def open_for(self, seat: Seat) -> list[Question]:
        """What was asked of this seat."""
        return [question for question in self.open if question.seat == seat]

    def question(self, number: int, seat: Seat) -> Question:
        """The open question of this number, if it is this seat's. Raises IllegalAnswer."""
        for question in self.open:
            if (question.number, question.seat) == (number, seat):
                return question
        raise IllegalAnswer("not_open")

    # -- what happens next ------------------------------------------------------------------------------------------

    def soonest(self) -> list[Question]:
        """The open questions: a step that waits to be taken, then those that run out next."""
        return sorted(
            self.open,
            key=lambda q: (not q.key.startswith(STEP), self.deadlines.get(q.number, NEVER_MS), q.number),
        )

    def waiting_step(self) -> Question | None:
        """The step that waits for the moderator, if one does."""
        return step_among(self.open)

    def moment(self) -> str:
        """A name for what a skip would end now. It stands in buttons, so it is sealed with what nobody knows before the
        end: the number of the question that runs out next would tell who is asked."""
        soonest = self.soonest()
        place = f"{self.checkpoint}|{soonest[0].number if soonest else 0}"
        return hmac.new(self.row.seed.encode(), place.encode(), "sha256").hexdigest()[:MOMENT_LETTERS]

    def opened_ms(self, clock: Question) -> int | None:
        """When this clock began to run, if it was given no more time since; None for a question without one.

        One that has been moved out of quiet hours seems to begin later, and once that time has come it is taken to.
        """
        due = self.deadlines.get(clock.number)
        if due is None:
            return None
        runs_ms = max(clock.within or 0, self.least_s) * 1000
        if self.quiet is not None and due - runs_ms > self.taken_ms:
            due = self.quiet.unmoved(due)
        return due - runs_ms

    def due_ms(self, *keys: str) -> int | None:
        """When the earliest open question of one of these keys runs out; None when none does."""
        due = [self.deadlines[q.number] for q in self.open if q.key in keys and q.number in self.deadlines]
        return min(due, default=None)


def step_among(questions: Iterable[Question]) -> Question | None:
    """The step that waits for a moderator, if one of these questions is one."""
    return next((question for question in questions if question.key.startswith(STEP)), None)


def sent_out(view: View) -> set[Seat]:
    """The seats that the game has sent out, by this view; none, where nobody ever is."""
    players = getattr(view, "players", ())
    return {player.seat for player in players if not getattr(player, "alive", True)}


def place_of(question: Question) -> str:
    """The moment this question belongs to; a second vote of the same seat belongs there too."""
    return (question.occasion or question.key).removesuffix(".second")
