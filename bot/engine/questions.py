"""Questions, and the few ways in which a rule can wait for their answers.

A rule is `async def` code that can wait for one thing only: *these questions are open; resume with the first one
answered* (`first_of`). Everything else here stands on it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Coroutine, Generator, Sequence
from hashlib import sha256
from types import CoroutineType, GeneratorType, coroutine
from typing import Any, Literal, ParamSpec, TypeVar, cast

Seat = int
Choice = Any
"""A plain JSON value: a seat number, a card's name, None for "nothing"."""
Value = Any
"""An answer: one choice, a list of choices, a number, a text, or `[choice, text]`, as the question's kind says."""
Kind = Literal["one", "several", "number", "text", "reasoned", "shuffle"]
Rule = Coroutine[Any, Any, Any]
RULES = (CoroutineType, GeneratorType)
"""What a rule is when it runs: a coroutine, or the generator of one that `asks`."""

CHANCE: Seat = -1
"""Chance sits at the table: every shuffle, draw and die is a question to it."""
MIRROR: Seat = -2
"""The moderator itself: clocks that run out, and confirmations that something has been delivered."""

TIME_IS_UP = "time is up"
STEP = "step."
"""How the keys of steps begin."""
GO_ON = "go on"
TEXT_LIMIT = 300
"""Characters of a line of text an answer may hold."""


class IllegalAnswer(Exception):
    """The answer is refused and nothing has changed. `code` says why, as a wording key."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Question:
    """One open question to one seat.

    kind      what an answer is: `one` of the choices, `several` of them (between `least` and `most`, no repeats),
              a `number` from `least` to `most`, a `text`, or `reasoned`: `[choice, text]`
    within    seconds after opening at which `default` is taken as the answer; None waits for ever
    values    public-to-this-seat facts its wording may need (who is dying, which ballot this is)
    occasion  names the shared moment this question belongs to, so that one public button can serve everybody asked
    says      what else can be answered instead, as codes of what somebody may say: made only when somebody asks for it,
              by what stands then. No menu is made of it, and players of chance keep silent
    number    given by the match when the question first opens; 0 before that
    """

    __slots__ = (
        "choices", "default", "key", "kind", "least", "most", "number", "occasion", "says", "seat", "values",
        "within",
    )  # fmt: skip

    seat: Seat
    key: str
    choices: Sequence[Choice]
    kind: Kind
    least: int
    most: int
    within: int | None
    default: Value
    values: dict[str, Any] | None
    occasion: str
    says: Callable[[], Collection[str]] | None
    number: int

    def check(self, value: Value) -> None:
        """Refuse a value that is not an answer to this question. Raises IllegalAnswer."""
        if self.is_said(value):
            return
        kind = self.kind
        if kind == "one":
            _check_choice(self.choices, value)
        elif kind == "several":
            self._check_several(value)
        elif kind == "number":
            if type(value) is not int or not self.least <= value <= self.most:
                raise IllegalAnswer("not_in_range")
        elif kind == "text":
            if value is not None:
                _check_text(value)
        elif kind == "reasoned":
            if not isinstance(value, list | tuple) or len(value) != 2:
                raise IllegalAnswer("not_offered")
            _check_choice(self.choices, value[0])
            if value[1] is not None:
                _check_text(value[1])
        elif kind == "shuffle" and (
            not isinstance(value, list) or sorted(map(str, value)) != sorted(map(str, self.choices))
        ):
            raise IllegalAnswer("not_offered")

    def is_said(self, value: Value) -> bool:
        """Whether this is something that may be said instead of an answer."""
        if self.says is None or not isinstance(value, str) or value in self.choices:
            return False
        return value in self.says()

    def _check_several(self, value: Value) -> None:
        if not isinstance(value, list | tuple):
            raise IllegalAnswer("not_offered")
        left = list(self.choices)
        for choice in value:
            _check_choice(left, choice)
            left.remove(choice)
        if len(value) < self.least:
            raise IllegalAnswer("too_few")
        if len(value) > self.most:
            raise IllegalAnswer("too_many")

    def signature(self) -> str:
        """A digest of seat, key and choices. A replay that asks for something else has diverged."""
        text = json.dumps(
            [self.seat, self.key, self.kind, list(self.choices), self.least, self.most], separators=(",", ":")
        )
        return sha256(text.encode()).hexdigest()[:16]

    def __repr__(self) -> str:
        return f"Question(#{self.number} seat {self.seat}, {self.key!r}, {self.kind}, {list(self.choices)!r})"


def put(
    seat: Seat,
    key: str,
    choices: Sequence[Choice] = (),
    kind: Kind = "one",
    within: int | None = None,
    default: Value = None,
    values: dict[str, Any] | None = None,
    least: int = 1,
    most: int = 1,
    occasion: str = "",
    says: Callable[[], Collection[str]] | None = None,
) -> Question:
    """A question to this seat: all questions are made here. An `__init__` would take twice as long, and names take
    time: where very many questions are put, what follows the kind is given by its place."""
    question = Question()
    question.seat = seat
    question.key = key
    question.choices = choices
    question.kind = kind
    question.least = least
    question.most = most
    question.within = within
    question.default = default
    question.values = values
    question.occasion = occasion
    question.says = says
    question.number = 0
    return question


def _check_choice(choices: Sequence[Choice], value: Value) -> None:
    for choice in choices:
        # 1 == True in Python; a forged `true` must not stand for seat 1.
        if choice == value and type(choice) is type(value):
            return
    raise IllegalAnswer("not_offered")


def _check_text(value: Value) -> None:
    if not isinstance(value, str):
        raise IllegalAnswer("not_a_text")
    if len(value) > TEXT_LIMIT:
        raise IllegalAnswer("too_long")


def timer(key: str, within: int) -> Question:
    """A clock as a question to the Mirror: it is answered when `within` seconds have passed."""
    return put(MIRROR, key, (TIME_IS_UP,), "one", within, TIME_IS_UP)


def step(name: str, **values: Any) -> Question:
    """The moment before something begins, as a question to the Mirror.

    It passes by itself, without anybody noticing, unless a person leads the game: then the game waits for them.
    """
    return put(MIRROR, STEP + name, (GO_ON,), default=GO_ON, values=values or None)


Given = ParamSpec("Given")
Result = TypeVar("Result")
Asking = Generator[Sequence[Question], tuple[Question, Value], Result]
"""Yields the questions that are to be open, and is sent the first one answered, with the answer."""


def asks(rule: Callable[Given, Asking[Result]]) -> Callable[Given, Coroutine[Any, Any, Result]]:
    """Makes a rule of one that asks by itself, by `yield`. Only those here do, what a day asks everything through, and
    the play of cards: they save a coroutine a question, which is much of what a simulation has to do."""
    return coroutine(rule)  # type: ignore[return-value]


@asks
def first_of(questions: Sequence[Question]) -> Asking[tuple[Question, Value]]:
    """Open these questions and resume with the first one answered; those not asked again are withdrawn.

    A question object that is passed again keeps its number and its deadline, so buttons for it go on working.
    """
    return (yield questions)


@asks
def ask(
    seat: Seat,
    key: str,
    choices: Sequence[Choice] = (),
    kind: Kind = "one",
    within: int | None = None,
    default: Value = None,
    values: dict[str, Any] | None = None,
    least: int = 1,
    most: int = 1,
    occasion: str = "",
    says: Callable[[], Collection[str]] | None = None,
) -> Asking[Value]:
    """Ask one seat one question and wait for its answer."""
    return (yield (put(seat, key, choices, kind, within, default, values, least, most, occasion, says),))[1]


@asks
def shuffle(key: str, cards: Sequence[Choice]) -> Asking[list[Choice]]:
    """The cards in the order chance gives them. `key` names the purpose; each purpose has its own stream."""
    return list((yield (put(CHANCE, key, cards, "shuffle"),))[1])


@asks
def draw(key: str, choices: Sequence[Choice]) -> Asking[Choice]:
    """One of the choices, each equally likely."""
    return (yield (put(CHANCE, key, choices),))[1]


@asks
def ask_all(
    questions: Sequence[Question], until: Question | None = None, *, wait_full: bool = False
) -> Asking[list[Value]]:
    """Ask all these questions at the same time; nobody's answer changes what the others are asked.

    `until` is a clock: when it is answered first, the rest are answered by their defaults. With `wait_full` the clock
    is waited for even when everybody has answered, so that the length of the wait tells nothing.
    Returns the answers in the order of the questions.
    """
    answers = {question: question.default for question in questions}
    waiting = list(questions)
    if until is not None:
        waiting.append(until)
    while waiting and (wait_full or waiting[0] is not until):
        question, value = yield waiting
        if question is until:
            break
        answers[question] = value
        waiting.remove(question)
    return list(answers.values())


@asks
def answer_each(questions: Sequence[Question], take: Callable[[Question, Value], None]) -> Asking[None]:
    """Ask all these questions at the same time, and hand each answer to `take` when it comes.

    As a sub-rule of `together` it keeps what was answered before the clock ran out.
    """
    waiting = list(questions)
    while waiting:
        question, value = yield waiting
        waiting.remove(question)
        take(question, value)


class Beside:
    """Sub-rules that go on beside a main rule, which looks at the table again whenever one of them has moved.

    is_open  whether a question of theirs may still be answered: a player who has fallen asleep or died is asked no
             more, though their rule does not know it yet. It may be another one later

    They may ask people and set clocks, but not draw. What a sub-rule raises is raised in the main rule.
    """

    def __init__(self, is_open: Callable[[Question], bool]) -> None:
        self.is_open = is_open
        self._held: dict[Rule, Sequence[Question]] = {}

    def begin(self, rule: Rule) -> None:
        """Run this rule as far as its first question."""
        self._run(rule, None)

    @asks
    def first_of(self, questions: Sequence[Question]) -> Asking[tuple[Question, Value] | None]:
        """Wait like `first_of`; None when a sub-rule had the answer and has made its move."""
        if not self._held:
            return (yield questions)
        beside = [question for asked in self._held.values() for question in asked if self.is_open(question)]
        people = [question for question in beside if question.seat > 0]
        clocks = [question for question in beside if question.seat < 0]
        answered = yield [*people, *questions, *clocks]
        for rule, asked in self._held.items():
            if answered[0] in asked:
                self._run(rule, answered)
                return None
        return answered

    def close(self) -> None:
        """Leave the sub-rules where they are."""
        for rule in self._held:
            rule.close()
        self._held.clear()

    def _run(self, rule: Rule, answer: tuple[Question, Value] | None) -> None:
        try:
            self._held[rule] = rule.send(answer)
        except StopIteration:
            self._held.pop(rule, None)


@asks
def together(
    rules: Sequence[Rule], until: Question | None = None, *, wait_full: bool = False, beside: Sequence[Rule] = ()
) -> Asking[list[Any]]:
    """Run sub-rules side by side, each waiting for its own players; their results in order.

    When the clock `until` is answered, rules that still wait are closed and their result is None. With `wait_full` the
    clock is waited for even when every rule is done. The rules `beside` run along and are not waited for; a rule that
    returns another rule leaves that behind to run along like them, and has no result (what it leaves may not draw).
    """
    awaited = left = len(rules)
    rules = [*rules, *beside]
    results: list[Any] = [None] * len(rules)
    held: dict[int, Sequence[Question]] = {}
    clock = () if until is None else (until,)
    waits_full = wait_full and until is not None
    begun, count = 0, len(rules)
    answer: tuple[Question, Value] | None
    try:
        while left or waits_full or begun < count:
            if begun < count:
                index, answer = begun, None
                begun += 1
            else:
                open_: list[Question] = []
                for questions in held.values():
                    open_ += questions
                open_ += clock
                answer = yield open_
                answered = answer[0]
                if answered is until:
                    break
                for index, questions in held.items():  # noqa: B007 (whose it is)
                    if answered in questions:
                        break
            while True:  # this one goes on until it asks a person; what it asks chance is passed up
                try:
                    questions = rules[index].send(answer)
                except StopIteration as stop:
                    held.pop(index, None)
                    left -= index < awaited
                    if isinstance(stop.value, RULES):
                        rules.append(cast(Rule, stop.value))
                        index, answer = len(rules) - 1, None
                        continue
                    if index < count:
                        results[index] = stop.value
                    break
                if questions[0].seat != CHANCE:
                    held[index] = questions
                    break
                answer = yield questions
    finally:
        for rule in rules:
            rule.close()
    return results
