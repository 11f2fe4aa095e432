"""A running match: drives the rulebook's coroutines, checks answers, keeps the journal, replays it."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pickle import HIGHEST_PROTOCOL, dumps, loads
from typing import Any
from weakref import ref

from pydantic import TypeAdapter

from bot.engine.announcements import Announcement, Announcer, NullAnnouncer, say_to_nobody
from bot.engine.chance import Chance
from bot.engine.questions import CHANCE, GO_ON, STEP, IllegalAnswer, Question, Rule, Seat, Value
from bot.engine.rulebook import Frozen, Game, Options, Outcome, View

NUMBERS_APART = 100
"""A seat's n-th question has the number n * NUMBERS_APART + seat: numbers stand in buttons, and a common count would
tell everybody how many questions the others have been asked."""


class Entry(Frozen):
    """One line of the journal: an answer, and what it answered.

    number     place in the journal of its checkpoint, from 0
    question   number of the question in its checkpoint (0 for chance)
    signature  digest of the question; digest: of all that had been announced since the checkpoint when it was asked.
               Empty, it is not compared: a text that was digested is erased
    """

    checkpoint: int
    number: int
    question: int
    seat: Seat
    key: str
    value: Value
    signature: str
    digest: str


class Saved(Frozen):
    """All a match needs to go on: the table at its last checkpoint and the answers given since."""

    game: str
    options: dict[str, Any]
    seats: int
    checkpoint: int
    table: str
    announced: int
    journal: tuple[Entry, ...] = ()


class Snapshot(Frozen):
    """The table as it stood at a checkpoint, as JSON, and how many announcements had been made."""

    checkpoint: int
    table: str
    announced: int


class Changes(Frozen):
    """What one act changed, to be written in one transaction before anybody is told."""

    entries: tuple[Entry, ...]
    announcements: tuple[Any, ...]
    snapshot: Snapshot | None


class Diverged(Exception):
    """The rules of today do not ask what the journal answers. `entry` is the first line that does not fit."""

    def __init__(self, entry: Entry, found: str) -> None:
        super().__init__(f"checkpoint {entry.checkpoint}, entry {entry.number} ({entry.key}): {found}")
        self.entry = entry
        self.found = found


Answered = tuple[Question, Value]
"""One of the open questions, and its answer, which has been checked."""

NOT_COPIED = frozenset({"options", "_announcer", "_parts", "announce", "tell", "is_real"})
"""Of a table: what never changes, and what no view is made of or each table makes for itself."""

_ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def _adapter(table: type) -> TypeAdapter[Any]:
    """How tables of this type are saved and loaded; built once, since building is slow."""
    if table not in _ADAPTERS:
        _ADAPTERS[table] = TypeAdapter(table)
    return _ADAPTERS[table]


@lru_cache(maxsize=256)
def _shared_options(model: Any, body: str) -> Options:
    """The options of this JSON: one object for all tables that are awake, since options never change."""
    options: Options = model.model_validate_json(body)
    return options


class Views:
    """What each seat saw at one moment, whatever is answered afterwards. Each view is made when it is asked for."""

    def __init__(self, game: Game, table: Any) -> None:
        self._game = game
        self._table = table
        self._kept: bytes | None = None
        self._made: dict[Seat, View] = {}

    def of(self, seat: Seat) -> View:
        """What this seat (or SPECTATOR) saw."""
        if seat not in self._made:
            self._made[seat] = self._game.rulebook.view(self._as_it_stood(), seat)
        return self._made[seat]

    def part(self) -> None:
        """The table is about to go on: from now on these views are made from a copy of how it stood."""
        fields = {name: value for name, value in vars(self._table).items() if name not in NOT_COPIED}
        self._kept, self._table = dumps(fields, HIGHEST_PROTOCOL), self._bare()

    def _bare(self) -> Any:
        """A table of this kind on which nothing stands yet; options never change."""
        bare = object.__new__(type(self._table))
        if hasattr(self._table, "options"):
            bare.options = self._table.options
        return bare

    def _as_it_stood(self) -> Any:
        """The table. Hardly any view is made after its table has gone on: only then the copy is taken apart."""
        if self._kept is not None:
            vars(self._table).update(loads(self._kept))
            self._kept = None
        return self._table


class Match:
    """One game being played. The table never leaves it; people see `view` and `announcements_for`.

    led  whether a person leads the game: then each step (see `questions.step`) waits for them
    """

    def __init__(self, game: Game, options: Options, seats: int, chance: Chance, *, record: bool) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.outcome: Outcome | None = None
        self.checkpoint = 0
        self.round_announced = 0
        self.led = False
        self._chance = chance
        self._record = record
        self._announcer = Announcer() if record else NullAnnouncer()
        self._open: Sequence[Question] = ()
        self._asked: dict[Seat, int] = {}
        self._entries = 0
        self._draws = 0
        self._answered_on: list[tuple[Seat, str]] = []
        self._unsaved: list[tuple[int, int, Question, Value, int]] = []
        self._new_entries: list[Entry] = []
        self._new_announcements = 0
        self._snapshot: Snapshot | None = None
        self._replay: deque[Entry] = deque()
        self._table: Any = None
        self._views: ref[Views] | None = None
        self._views_of_now: Views | None = None
        self._rule: Rule

    # -- beginning, and going on ------------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        game: Game,
        options: Options,
        seats: int,
        chance: Chance,
        *,
        record: bool = True,
        replay: Iterable[Entry] = (),
        led: bool = False,
    ) -> Match:
        """Set the table and deal. `record=False` (simulation) keeps nothing; `replay` is a journal to follow, and
        without one the match is a new one, whose `options` are today's."""
        journal = tuple(replay)
        match = cls(game, options if journal else options.for_new_match(), seats, chance, record=record)
        match.led = led
        match._deal(journal)
        match._replay_answers()
        return match

    @classmethod
    def retrace(
        cls, game: Game, options: Options, seats: int, chance: Chance, journal: Iterable[Entry]
    ) -> Iterator[tuple[Match, Entry | None]]:
        """Follow a whole journal: the match as it was dealt, and after each answer, with that answer.

        It is one match that goes on: look at it before you ask for the next. Raises Diverged as `start` does.
        """
        match = cls(game, options, seats, chance, record=True)
        match.led = True  # nothing is answered but by the journal
        match._deal(journal)
        yield match, None
        while match._replay:
            yield match, match._replay_answer()

    @classmethod
    def resume(cls, game: Game, saved: Saved, chance: Chance, *, led: bool = False) -> Match:
        """Go on where `saved` stood. Raises Diverged when today's rules do not fit its journal."""
        options = _shared_options(game.options, json.dumps(saved.options, sort_keys=True))
        match = cls(game, options, saved.seats, chance, record=True)
        match.led = led
        match._announcer.base = saved.announced
        match.round_announced = saved.announced
        match._new_announcements = 0
        match.checkpoint = saved.checkpoint
        match._replay.extend(saved.journal)
        match._sit_down(_adapter(game.table).validate_json(saved.table))
        match._rule = match._next_rule()
        match._advance(None)
        match._replay_answers()
        match._collect()
        already = len(saved.journal)
        match._new_entries = [
            entry for entry in match._new_entries if entry.checkpoint > saved.checkpoint or entry.number >= already
        ]
        return match

    def saved(self, snapshot: Snapshot, journal: Sequence[Entry]) -> Saved:
        """The parts a store keeps, put together again."""
        return Saved(
            game=self.game.name,
            options=self.options.model_dump(mode="json"),
            seats=self.seats,
            checkpoint=snapshot.checkpoint,
            table=snapshot.table,
            announced=snapshot.announced,
            journal=tuple(journal),
        )

    # -- what people see and do -------------------------------------------------------------------------------------

    @property
    def open(self) -> list[Question]:
        """The questions open now, those to the Mirror (clocks, deliveries) included."""
        self._number(self._open)
        return list(self._open)

    @property
    def waiting(self) -> Sequence[Question]:
        """The same, without a copy: for a driver in a hurry. It changes with the next answer; never change it."""
        return self._open

    def open_for(self, seat: Seat) -> list[Question]:
        return [question for question in self.open if question.seat == seat]

    def question(self, number: int, seat: Seat) -> Question:
        """The open question of this number, if it is this seat's.

        Raises IllegalAnswer, in the same words for somebody else's question: that it is open is nobody's business.
        """
        for question in self.open:
            if question.number == number and question.seat == seat:
                return question
        raise IllegalAnswer("not_open")

    def answer(self, number: int, seat: Seat, value: Value) -> None:
        """Answer an open question. Raises IllegalAnswer, changing nothing, when it is not asked or not offered."""
        question = self.question(number, seat)
        question.check(value)
        self.reply(question, value)

    def reply(self, question: Question, value: Value) -> None:
        """Answer an open question with a value that has been checked."""
        self._take(question, value)
        self._advance((question, value))

    def play_out(self, choose: Callable[[Sequence[Question]], Answered]) -> None:
        """Play to the end. `choose` is shown the open questions, and answers one of them; it changes nothing.

        The same as `reply` again and again, without a way out of the rules and back between two answers.
        """
        if self._open:
            answered = choose(self._open)
            self._take(*answered)
            self._advance(answered, choose)

    def _take(self, question: Question, value: Value) -> None:
        """The table is about to go on with this answer."""
        if self._views is not None:
            self._views_of_now = None
            self._part_from(self._views)
        if self._record:
            self._note(question, value)

    def _note(self, question: Question, value: Value) -> None:
        """Another line of the journal."""
        self._unsaved.append((self.checkpoint, self._entries, question, value, self._announcer.count))
        self._entries += 1
        if question.occasion:
            self._answered_on.append((question.seat, question.occasion))

    def view(self, seat: Seat) -> View:
        return self.game.rulebook.view(self._table, seat)

    def views(self) -> Views:
        """The views of this moment, to be held while the match goes on. They are the same until the next answer.

        The table is copied only if somebody else still holds them when that comes.
        """
        if self._views_of_now is None:
            self._views_of_now = Views(self.game, self._table)
            self._views = ref(self._views_of_now)
        return self._views_of_now

    def _part_from(self, held: ref[Views]) -> None:
        """The table goes on without those who hold its views, if anybody still does."""
        views = held()
        if views is not None:
            views.part()
        self._views = None

    def announcements_for(self, seat: Seat, since: int = 0) -> list[Announcement]:
        """What this seat has heard, from announcement number `since` on."""
        return [said for said in self._announcer.said if said.number >= since and said.heard_by(seat)]

    @property
    def announced(self) -> int:
        """How many announcements there have been."""
        return self._announcer.count

    @property
    def answered(self) -> int:
        """How many lines the journal of this checkpoint has."""
        return self._entries

    @property
    def answered_on(self) -> tuple[tuple[Seat, str], ...]:
        """Who has answered on which occasion since the checkpoint."""
        return tuple(self._answered_on)

    # -- the journal ------------------------------------------------------------------------------------------------

    def take_changes(self) -> Changes:
        """Everything since the last call, to be made durable before it is told to anybody."""
        self._collect()
        announcements = tuple(self._announcer.said[self._new_announcements :])
        changes = Changes(entries=tuple(self._new_entries), announcements=announcements, snapshot=self._snapshot)
        self._new_entries = []
        self._snapshot = None
        self._new_announcements = len(self._announcer.said)
        return changes

    def forget_said(self) -> None:
        """Drop announcements that are durable (taken as changes), so that an awake match stays small."""
        self._collect()
        self._announcer.forget(self._new_announcements)
        self._new_announcements = 0

    def _collect(self) -> None:
        """Digest the journal lines not digested yet (lazily: simulation never pays for it)."""
        for checkpoint, number, question, value, count in self._unsaved:
            self._new_entries.append(
                Entry(
                    checkpoint=checkpoint,
                    number=number,
                    question=question.number,
                    seat=question.seat,
                    key=question.key,
                    value=value,
                    signature=question.signature(),
                    digest=self._announcer.digest_at(count),
                )
            )
        self._unsaved.clear()

    # -- the driver -------------------------------------------------------------------------------------------------

    def _deal(self, journal: Iterable[Entry]) -> None:
        """Set the table, and go on to the first question."""
        self._replay.extend(journal)
        self._sit_down(self.game.rulebook.new_table(self.options, self.seats))
        self._take_snapshot()
        self._rule = self.game.rulebook.set_up(self._table)
        self._advance(None)

    def _sit_down(self, table: Any) -> None:
        if self._record:
            table._announcer = self._announcer
        else:
            table.is_real = False
            table.announce = table.tell = say_to_nobody
        options = getattr(table, "options", None)
        if options is not self.options and options == self.options:
            table.options = self.options  # one object for all that is awake, not a copy for each table
        self._table = table

    def _next_rule(self) -> Rule:
        rulebook = self.game.rulebook
        return rulebook.set_up(self._table) if self.checkpoint == 0 else rulebook.play_round(self._table)

    def _advance(self, answer: Answered | None, choose: Callable[[Sequence[Question]], Answered] | None = None) -> None:
        """Run the rules until they wait for somebody, through as many rounds as that takes; to the end of the game
        where there is somebody to choose the answers."""
        record, resume = self._record, self._rule.send
        while True:
            try:
                questions = resume(answer)
            except StopIteration:
                self._open = ()
                self.outcome = self.game.rulebook.outcome(self._table)
                if self.outcome is not None:
                    return
                self._begin_round()
                resume, answer = self._rule.send, None
                continue
            question = questions[0]
            if question.seat < 0:
                if question.seat == CHANCE:
                    answer = question, self._draw(question)
                    continue
                if question.key.startswith(STEP) and self._passes(questions, question):
                    answer = question, GO_ON
                    continue
            self._open = questions
            if record:
                self._number(questions)
            if choose is None:
                return
            answer = choose(questions)
            if record or self._views is not None:
                self._take(*answer)

    def _passes(self, questions: Sequence[Question], question: Question) -> bool:
        """Whether a step is over as soon as it is reached: in a journal that is followed, or when nobody leads."""
        if not self._record:
            return True
        self._number(questions)
        if self._replay:
            if self._replay[0].key != question.key:
                return False  # a foul was called while this waited
            self._compare(self._replay.popleft(), question)
        elif self.led:
            return False
        self._note(question, GO_ON)
        return True

    def _number(self, questions: Sequence[Question]) -> None:
        """Give each new question its number."""
        asked = self._asked
        for question in questions:
            if not question.number:
                seat = question.seat
                count = asked[seat] = asked.get(seat, 0) + 1
                question.number = count * NUMBERS_APART + (seat if seat > 0 else 0)

    def _begin_round(self) -> None:
        """A checkpoint: the table alone says where the game stands."""
        self.checkpoint += 1
        self._asked = {}
        self._entries = self._draws = 0
        self._answered_on = []
        if self._record:
            self._collect()
            self.round_announced = self._announcer.count
            self._announcer.start_digest()
            self._take_snapshot()
        self._rule = self.game.rulebook.play_round(self._table)

    def _take_snapshot(self) -> None:
        if self._record:
            table = _adapter(self.game.table).dump_json(self._table).decode()
            self._snapshot = Snapshot(checkpoint=self.checkpoint, table=table, announced=self._announcer.count)

    def _draw(self, question: Question) -> Value:
        self._draws += 1
        value = self._chance.draw(question, f"{self.checkpoint}|{self._draws}|{question.key}")
        if self._replay:
            entry = self._replay.popleft()
            self._compare(entry, question)
            if entry.value != value:
                raise Diverged(entry, f"chance gives {value!r}, the journal holds {entry.value!r}")
        if self._record:
            self._note(question, value)
        return value

    # -- replay -----------------------------------------------------------------------------------------------------

    def _replay_answers(self) -> None:
        while self._replay:
            self._replay_answer()

    def _replay_answer(self) -> Entry:
        """Give the next answer of the journal."""
        entry = self._replay.popleft()
        question = next((open_ for open_ in self.open if open_.number == entry.question), None)
        if question is None:
            raise Diverged(entry, "the question is not asked")
        self._compare(entry, question)
        try:
            question.check(entry.value)
        except IllegalAnswer as refusal:
            raise Diverged(entry, "the rules do not offer that answer") from refusal
        self.reply(question, entry.value)
        return entry

    def _compare(self, entry: Entry, question: Question) -> None:
        self._collect()
        if (entry.seat, entry.key) != (question.seat, question.key):
            raise Diverged(entry, f"the rules ask seat {question.seat} for {question.key}")
        if entry.signature != question.signature():
            raise Diverged(entry, "the rules offer other choices")
        if entry.digest and entry.digest != self._announcer.digest_at(self._announcer.count):
            raise Diverged(entry, "something else was announced before it")
