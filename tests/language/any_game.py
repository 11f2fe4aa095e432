"""What all test languages share: people by name at a match of any game, players of chance, and a store in memory.

Only the public face of a match is used: start, resume, open, answer, view, announcements_for, outcome (and what a store
would use: take_changes, saved). Wherever the match speaks of seats, tests speak of names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.chance import Chance
from bot.engine.match import Entry, Match, Saved, Snapshot
from bot.engine.questions import MIRROR, IllegalAnswer, Question, Value
from bot.engine.rulebook import Game, Options, Outcome

NAMES = (
    "ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon",
    "kim", "leo", "mia", "ned", "oda", "pip", "quin", "ray", "sue", "tom",
)  # fmt: skip
"""Who sits where: ann at seat 1."""

SAID = 0.15
"""How often players of chance say something where they may."""
STEPS_MOST = 20_000
"""Answers after which a game that has not ended is taken to be endless."""

Heard = tuple[str, dict[str, Any]]


def seat_of(name: str) -> int:
    return SPECTATOR if name == "bystander" else NAMES.index(name) + 1


def name_of(seat: int) -> str:
    return "bystander" if seat == SPECTATOR else NAMES[seat - 1]


def names_of(seats: Iterable[int]) -> list[str]:
    return [name_of(seat) for seat in seats]


class Play:
    """A match of any game, spoken to by name."""

    SEAT_FIELDS: tuple[str, ...] = ("seat", "by")
    """Values of announcements that are a seat, shown to tests as a name."""
    SEATS_FIELDS: tuple[str, ...] = ()
    """Values of announcements that are several seats, shown as names."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.names = NAMES[: match.seats]

    # -- what people see ----------------------------------------------------------------------------------------------

    def view(self, name: str = "bystander") -> Any:
        return self.match.view(seat_of(name))

    @property
    def phase(self) -> str:
        return str(self.view("bystander").phase)

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def winners(self) -> list[str]:
        """Who has won, by name; nobody while the game goes on."""
        return names_of(self.outcome.seats) if self.outcome else []

    def reads(self, said: Announcement) -> Heard:
        """An announcement as tests read it: its key, and its values with names for seats."""
        values = dict(said.values)
        for field in values.keys() & set(self.SEAT_FIELDS):
            values[field] = _name_or_same(values[field])
        for field in values.keys() & set(self.SEATS_FIELDS):
            if isinstance(values[field], list | tuple):
                values[field] = names_of(values[field])
        return said.key, values

    def heard(self, name: str) -> list[Heard]:
        """Everything this player has heard, public and secret."""
        return [self.reads(said) for said in self.match.announcements_for(seat_of(name))]

    def told(self, name: str, key: str) -> list[dict[str, Any]]:
        """The values of everything said to this player alone (or to their team) under one key."""
        said = self.match.announcements_for(seat_of(name))
        return [self.reads(one)[1] for one in said if one.key == key and not one.is_public]

    def secrets(self, name: str) -> list[str]:
        """The keys of everything that was said to this player but not to everybody."""
        return [said.key for said in self.match.announcements_for(seat_of(name)) if not said.is_public]

    def public(self, key: str | None = None) -> list[Any]:
        """What everybody has heard: all of it as (key, values), or the values of one key."""
        heard = self.heard("bystander")
        return heard if key is None else [values for said, values in heard if said == key]

    # -- what people are asked, and answer ----------------------------------------------------------------------------

    def asked(self, name: str) -> list[str]:
        """The keys of this player's open questions."""
        return [question.key for question in self.match.open_for(seat_of(name))]

    def asked_for(self, key: str) -> list[str]:
        """Who is asked this now."""
        return [name_of(question.seat) for question in self.match.open if question.key == key]

    def clocks(self) -> Any:
        """The clocks that run."""
        return [question.key for question in self.match.open_for(MIRROR)]

    def question(self, name: str, key: str) -> Question:
        questions = [question for question in self.match.open_for(seat_of(name)) if question.key == key]
        assert len(questions) == 1, f"{name} is asked {self.asked(name)}, not {key}"
        return questions[0]

    def offered(self, name: str, key: str) -> list[Any]:
        """The choices of an open question, seats as names."""
        return [_name_or_same(choice) for choice in self.question(name, key).choices]

    def spoken(self, question: Question, value: Value) -> Value:
        """An answer with names as the match wants it, with seats."""
        if question.kind == "text" or (question.says is not None and str(value).startswith("#")):
            return value
        if question.kind == "reasoned":
            return [_seat_or_same(value[0]), value[1]]
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [_seat_or_same(one) for one in value]
        return _seat_or_same(value)

    def answers(self, name: str, key: str, value: Value = None) -> None:
        question = self.question(name, key)
        self.match.answer(question.number, question.seat, self.spoken(question, value))

    def is_refused(self, name: str, key: str, value: Value) -> str:
        """The answer is refused; returns the code why."""
        question = self.question(name, key)
        with pytest.raises(IllegalAnswer) as refusal:
            self.match.answer(question.number, question.seat, self.spoken(question, value))
        return refusal.value.code

    def time_passes(self, key: str) -> None:
        """A clock of the Mirror runs out."""
        question = next((one for one in self.match.open_for(MIRROR) if one.key == key), None)
        assert question is not None, f"no {key} is running, only {self.clocks()}"
        self.match.answer(question.number, MIRROR, question.default)

    def lets_pass(self, name: str, key: str) -> None:
        """A player lets the time of their own question run out."""
        question = self.question(name, key)
        assert question.within is not None
        self.match.answer(question.number, question.seat, question.default)

    def is_led(self) -> None:
        """From now on a person leads the game: each step waits until they let it begin."""
        self.match.led = True

    def roles_are_delivered(self) -> None:
        """The Mirror hears that everybody has a card, and the game begins."""
        question = next(question for question in self.match.open_for(MIRROR) if question.key == "roles.delivered")
        self.match.answer(question.number, MIRROR, "delivered")


def _name_or_same(value: Any) -> Any:
    return name_of(value) if type(value) is int and value > 0 else value


def _seat_or_same(value: Value) -> Value:
    return seat_of(value) if isinstance(value, str) and value in NAMES else value


def begun_before(game: Game, options: Options, seats: int, chance: Chance) -> Match:
    """A match that an earlier version began with these options, and that today's code has just woken."""
    table = TypeAdapter(game.table).dump_json(game.rulebook.new_table(options, seats)).decode()
    written = options.model_dump(mode="json")
    saved = Saved(game=game.name, options=written, seats=seats, checkpoint=0, table=table, announced=0)
    return Match.resume(game, saved, chance)


# -- a store in memory, and players of chance -------------------------------------------------------------------------


class Shelf:
    """What a store would keep of one match: the last snapshot and the journal since."""

    def __init__(self, match: Match) -> None:
        self.snapshot: Snapshot | None = None
        self.journal: list[Entry] = []
        self.every: list[Entry] = []
        self.keep(match)

    def keep(self, match: Match) -> None:
        changes = match.take_changes()
        self.every += changes.entries
        self.journal += changes.entries
        if changes.snapshot is not None:
            self.snapshot = changes.snapshot
            self.journal = [entry for entry in self.journal if entry.checkpoint == changes.snapshot.checkpoint]

    def saved(self, match: Match, answers: int | None = None) -> Saved:
        """As it comes back from the disk: through JSON, and cut to so many lines if wanted."""
        assert self.snapshot is not None
        saved = match.saved(self.snapshot, self.journal[:answers])
        return Saved.model_validate_json(saved.model_dump_json())


def random_value(question: Question, rng: Random) -> Value:
    """Any legal answer; half the time the first choice, so that people agree now and then and games come to an end.
    Now and then somebody says something first."""
    said = list(question.says()) if question.says is not None and rng.random() < SAID else []
    if said:
        return rng.choice(said)
    if question.kind == "one":
        return _random_choice(question, rng)
    if question.kind == "reasoned":
        return [_random_choice(question, rng), rng.choice((None, "because", "#quiet"))]
    if question.kind == "text":
        return rng.choice((None, "a poor miller"))
    if question.kind == "number":
        return rng.randint(question.least, question.most)
    return rng.sample(list(question.choices), rng.randint(question.least, question.most))


def _random_choice(question: Question, rng: Random) -> Value:
    return question.choices[0] if rng.random() < 0.5 else rng.choice(list(question.choices))


def random_answer(match: Match, rng: Random) -> tuple[Question, Value]:
    """An open question and a legal answer to it. Clocks are patient, so that most people answer in time."""
    people = [question for question in match.open if question.seat > 0]
    question = rng.choice(people if people and rng.random() < 0.9 else match.open)
    return question, question.default if question.key.startswith("clock.") else random_value(question, rng)


def play_at_random(match: Match, rng: Random) -> Iterator[tuple[Question, Value]]:
    """Play to the end by chance, pausing after every answer. An endless game fails."""
    for _ in range(STEPS_MOST):
        if match.outcome is not None:
            return
        question, value = random_answer(match, rng)
        match.answer(question.number, question.seat, value)
        yield question, value
    raise AssertionError(f"no end after {STEPS_MOST} answers")


def asked_of(match: Match, seat: int, *, numbers: bool = True) -> list[dict[str, Any]]:
    """Everything the open questions of one seat say, for comparing two worlds."""
    return [
        {
            "key": question.key,
            "kind": question.kind,
            "choices": list(question.choices),
            "least": question.least,
            "most": question.most,
            "within": question.within,
            "default": question.default,
            "values": question.values,
            "occasion": question.occasion,
        }
        | ({"number": question.number} if numbers else {})
        for question in match.open_for(seat)
    ]


def heard_of(match: Match, seat: int) -> list[tuple[str, dict[str, Any]]]:
    """Everything one seat has heard, as the match says it."""
    return [(said.key, said.values) for said in match.announcements_for(seat)]
