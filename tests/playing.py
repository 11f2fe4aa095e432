"""The test language: a village is dealt by name, and tests talk about players, questions, answers and what was heard.

    game = village(ann="murderer", ben="sheriff")      # ann sits at seat 1, ben at 2; everybody else is a villager
    game.answers("ben", "night.investigate", "ann")
    game.night(victim="cat")                           # the rest lets the clocks run out
    assert game.told("ben", "night.verdict") == [{"suspect": "ann", "guilty": True}]

Only the public face of a match is used: start, resume, open, answer, view, announcements_for, outcome (and what a store
would use: take_changes, saved). Wherever the match speaks of seats, tests speak of names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.chance import ScriptedChance, SealedChance
from bot.engine.match import Entry, Match, Saved, Snapshot
from bot.engine.questions import MIRROR, IllegalAnswer, Question, Value
from bot.engine.rulebook import Outcome
from bot.games import GAMES
from bot.games.village.cards import RUMPLESTILTSKIN_NAMES
from bot.games.village.options import VillageOptions
from bot.games.village.views import VillageView

NAMES = (
    "ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon",
    "kim", "leo", "mia", "ned", "oda", "pip", "quin", "ray", "sue", "tom",
)  # fmt: skip
"""Who sits where: ann at seat 1."""

SEAT_FIELDS = ("seat", "by", "nominee", "victim", "suspect", "burned", "picked")
"""Values of announcements that are seats, shown to tests as names."""

NIGHT_POWERS = {
    "investigate": "night.investigate",
    "protect": "night.protect",
    "assassinate": "night.assassinate",
    "mute": "night.mute",
}
STEPS_MOST = 20_000
"""Answers after which a game that has not ended is taken to be endless."""

Heard = tuple[str, dict[str, Any]]


def seat_of(name: str) -> int:
    return 0 if name == "bystander" else NAMES.index(name) + 1


def name_of(seat: int) -> str:
    return "bystander" if seat == SPECTATOR else NAMES[seat - 1]


class Play:
    """A village match, spoken to by name."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.names = NAMES[: match.seats]

    # -- what people see ----------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return self.view("bystander").phase

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def winners(self) -> list[str]:
        """Who has won, by name; nobody while the game goes on."""
        return [name_of(seat) for seat in self.outcome.seats] if self.outcome else []

    @property
    def alive(self) -> list[str]:
        return [name_of(player.seat) for player in self.view("bystander").players if player.alive]

    def view(self, name: str) -> VillageView:
        view = self.match.view(seat_of(name))
        assert isinstance(view, VillageView)
        return view

    def role(self, name: str) -> str:
        """The card this player sees in his own hand."""
        role = self.view(name).role
        assert role is not None
        return role

    def heard(self, name: str) -> list[Heard]:
        """Everything this player has heard, public and secret."""
        return [_heard(said) for said in self.match.announcements_for(seat_of(name))]

    def told(self, name: str, key: str) -> list[dict[str, Any]]:
        """The values of everything said to this player alone (or to his team) under one key."""
        said = self.match.announcements_for(seat_of(name))
        return [_heard(one)[1] for one in said if one.key == key and not one.is_public]

    def secrets(self, name: str) -> list[str]:
        """The keys of everything that was said to this player but not to everybody."""
        return [said.key for said in self.match.announcements_for(seat_of(name)) if not said.is_public]

    def public(self, key: str | None = None) -> list[Any]:
        """What everybody has heard: all of it as (key, values), or the values of one key."""
        heard = [_heard(said) for said in self.match.announcements_for(SPECTATOR)]
        return heard if key is None else [values for said, values in heard if said == key]

    def dawn(self) -> list[Heard]:
        """What was announced since the last dawn broke."""
        heard = self.public()
        last = max(place for place, (key, _) in enumerate(heard) if key == "dawn.breaks")
        return [said for said in heard[last + 1 :] if said[0].startswith("dawn.")]

    def untouched(self, *names: str) -> None:
        """Nothing has happened to these bystanders, and they know nothing but their card."""
        for name in names:
            me = self.view("bystander").player(seat_of(name))
            assert me.alive
            assert me.speech == "free"
            assert me.end is None
            assert not self.view(name).spent
            assert self.view(name).learnt == ()
            assert [key for key in self.secrets(name) if key not in ("role.dealt", "role.team")] == []

    # -- what people are asked, and answer ----------------------------------------------------------------------------

    def asked(self, name: str) -> list[str]:
        """The keys of this player's open questions."""
        return [question.key for question in self.match.open_for(seat_of(name))]

    def clocks(self) -> list[str]:
        return [question.key for question in self.match.open_for(MIRROR)]

    def question(self, name: str, key: str) -> Question:
        questions = [question for question in self.match.open_for(seat_of(name)) if question.key == key]
        assert len(questions) == 1, f"{name} is asked {self.asked(name)}, not {key}"
        return questions[0]

    def offered(self, name: str, key: str) -> list[Any]:
        """The choices of an open question, seats as names."""
        return [name_of(choice) if _is_seat(choice) else choice for choice in self.question(name, key).choices]

    def answers(self, name: str, key: str, value: Value = None) -> None:
        question = self.question(name, key)
        self.match.answer(question.number, question.seat, _spoken(question, value))

    def is_refused(self, name: str, key: str, value: Value) -> str:
        """The answer is refused; returns the code why."""
        question = self.question(name, key)
        with pytest.raises(IllegalAnswer) as refusal:
            self.match.answer(question.number, question.seat, _spoken(question, value))
        return refusal.value.code

    def time_passes(self, key: str) -> None:
        """A clock of the Mirror runs out."""
        for question in self.match.open_for(MIRROR):
            if question.key == key:
                self.match.answer(question.number, MIRROR, question.default)
                return
        raise AssertionError(f"no {key} is running, only {self.clocks()}")

    def lets_pass(self, name: str, key: str) -> None:
        """A player lets the time of his own question run out."""
        question = self.question(name, key)
        assert question.within is not None
        self.match.answer(question.number, question.seat, question.default)

    def roles_are_delivered(self) -> None:
        """The Mirror hears that everybody has a card, and the first night falls."""
        question = next(question for question in self.match.open_for(MIRROR) if question.key == "roles.delivered")
        self.match.answer(question.number, MIRROR, "delivered")

    # -- a night ------------------------------------------------------------------------------------------------------

    def night(
        self,
        *,
        victim: str | None = None,
        murder: str | None = None,
        jinx: str | None = None,
        toad: str | None = None,
        watch: str | None = None,
        peek: bool = False,
        heal: str | None = None,
        shot: str | None = None,
        **powers: str | None,
    ) -> None:
        """Play a night to its dawn. Whoever is not named does nothing; `powers` are keys of NIGHT_POWERS."""
        assert self.phase == "night"
        self.panels(victim=victim, murder=murder, jinx=jinx, toad=toad, watch=watch, peek=peek, **powers)
        self.rest_of_night(heal=heal, shot=shot)

    def panels(
        self,
        *,
        victim: str | None = None,
        murder: str | None = None,
        jinx: str | None = None,
        toad: str | None = None,
        watch: str | None = None,
        peek: bool = False,
        **powers: str | None,
    ) -> None:
        """Answer the night's first panels and let their clock run out."""
        if victim is not None:
            while team := self.asked_for("night.victim"):
                self.answers(team[0], "night.victim", victim)
        for key, target in (
            ("night.murder", murder),
            ("night.jinx", jinx),
            ("night.toad", toad),
            ("night.watch", watch),
        ):
            if target is not None:
                self.answers(self.asked_for(key)[0], key, target)
        if peek:
            self.answers(self.asked_for("night.peek")[0], "night.peek", "peek")
        for power, target in powers.items():
            if target is not None:
                self.answers(self.asked_for(NIGHT_POWERS[power])[0], NIGHT_POWERS[power], target)
        self.time_passes("clock.night")

    def rest_of_night(self, *, heal: str | None = None, shot: str | None = None) -> None:
        """The hour of healing and the last shot, to the dawn."""
        if heal is not None:
            self.answers(self.asked_for("night.heal")[0], "night.heal", heal)
        if "clock.healing" in self.clocks():
            self.time_passes("clock.healing")
        if shot is not None:
            self.answers(self.asked_for("huntsman.shot")[0], "huntsman.shot", shot)
        while "clock.huntsman" in self.clocks():
            self.time_passes("clock.huntsman")

    def asked_for(self, key: str) -> list[str]:
        """Who is asked this now."""
        return [name_of(question.seat) for question in self.match.open if question.key == key]

    # -- a day --------------------------------------------------------------------------------------------------------

    def nominates(self, name: str, nominee: str, reason: str | None = None) -> None:
        self.answers(name, "day.call", [nominee, reason])

    def calls_the_vote(self) -> None:
        """Just enough of those who may call the vote do so."""
        while callers := self.asked_for("day.call"):
            self.answers(callers[0], "day.call", ["ready", None])

    def votes(self, *names: str) -> None:
        """These vote to burn the nominee whose poll is open."""
        for name in names:
            self.answers(name, "day.vote", "burn")

    def poll_closes(self) -> None:
        """Time to vote is up, and nobody has last words."""
        self.time_passes("clock.vote")
        self.nobody_speaks()

    def nobody_speaks(self) -> None:
        """The nominee's time for last words passes."""
        for name in self.asked_for("day.last_words"):
            self.lets_pass(name, "day.last_words")

    def stands(self, *nominees: str) -> None:
        """These are nominated, in this order, each by somebody else, and the vote is called."""
        for nominator, nominee in zip(self.asked_for("day.call"), nominees, strict=False):
            self.nominates(nominator, nominee)
        self.calls_the_vote()

    def burns(self, nominee: str) -> None:
        """A whole day: this player alone is nominated and everybody votes to burn him, as far as it takes."""
        self.stands(nominee)
        self.nobody_speaks()
        while voters := self.asked_for("day.vote"):
            self.answers(voters[0], "day.vote", "burn")

    def nobody_burns(self) -> None:
        """The day clock runs out."""
        self.time_passes("clock.day")

    def night_has_fallen(self, night: int) -> bool:
        """A new night is open and everybody living has a panel."""
        return self.view("bystander").night == night and self.phase == "night" and self._all_asked("night.")

    def day_is_open(self) -> bool:
        """The day is open: whoever may speak is asked to nominate, and the clocks run."""
        return self.phase == "day" and "clock.day" in self.clocks() and bool(self.asked_for("day.call"))

    def _all_asked(self, prefix: str) -> bool:
        return all(any(key.startswith(prefix) for key in self.asked(name)) for name in self.alive)


# -- setting a table --------------------------------------------------------------------------------------------------


def village(
    seats: int = 8,
    *,
    settings: Mapping[str, Any] | None = None,
    chance: Mapping[str, Value] | None = None,
    begun: bool = True,
    **roles: str,
) -> Play:
    """A table where these hold these cards and the others are villagers; when `begun`, the first night has fallen."""
    dealt = [roles.get(name, "villager") for name in NAMES[:seats]]
    assert set(roles) <= set(NAMES[:seats])
    pack = [role for role in dealt if role in RUMPLESTILTSKIN_NAMES]
    cast = {role: dealt.count(role) for role in dealt if role not in RUMPLESTILTSKIN_NAMES}
    cast = {"rumplestiltskin": len(pack), "villager": 0} | cast
    options = VillageOptions(**({"introductions": False} | dict(settings or {}) | {"casts": {seats: cast}}))
    script: dict[str, Value] = {
        "deal.cards": [*pack, *(name for name in RUMPLESTILTSKIN_NAMES if name not in pack)],
        "deal.roles": dealt,
        **(chance or {}),
    }
    game = Play(Match.start(GAMES["village"], options, seats, ScriptedChance(script, then=SealedChance("a test"))))
    if begun:
        game.roles_are_delivered()
    return game


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
    """Any legal answer; half the time the first choice, so that people agree now and then and games come to an end."""
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


def _heard(said: Announcement) -> Heard:
    values = dict(said.values)
    for field in SEAT_FIELDS:
        if _is_seat(values.get(field)):
            values[field] = name_of(values[field])
    for field in ("again", "nominees"):
        if field in values:
            values[field] = _names(values[field])
    if "polls" in values:
        values["polls"] = {name_of(nominee): _names(votes) for nominee, votes in values["polls"]}
    return said.key, values


def _names(seats: Iterable[int]) -> list[str]:
    return [name_of(seat) for seat in seats]


def _is_seat(value: Any) -> bool:
    return type(value) is int and value > 0


def _spoken(question: Question, value: Value) -> Value:
    """An answer with names as the match wants it, with seats."""
    if question.kind == "text":
        return value
    if question.kind == "reasoned":
        return [_seat_or_same(value[0]), value[1]]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_seat_or_same(one) for one in value]
    return _seat_or_same(value)


def _seat_or_same(value: Value) -> Value:
    return seat_of(value) if isinstance(value, str) and value in NAMES else value
