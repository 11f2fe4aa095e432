"""What a game is to the engine: its rulebook, its table, its options and its outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from bot.engine.announcements import EVERYONE, Announcer
from bot.engine.questions import Question, Seat, Value
from bot.engine.tutorials import Tutorial


class Frozen(BaseModel):
    """Base of every immutable model: options, views, outcomes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Part = TypeVar("Part")
Thing = TypeVar("Thing")


class Options(Frozen):
    """Base of a game's options. Each field's title, description and bounds make the options panel.

    settled  options that nobody chooses, and what they are in every new match. They tell a match that was stored before
             there was such an option, whose journal asks in another way: without it the default, the old way, counts
    for_tutorials  options that nobody chooses, and a tutorial alone has other than by default
    """

    settled: ClassVar[Mapping[str, Any]] = {}
    for_tutorials: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def more_schema(cls) -> Sequence[Mapping[str, Any]]:
        """What a JSON Schema has to say beyond the kinds and bounds of the single options: schemas that all hold."""
        return ()

    def for_new_match(self) -> Self:
        """The same choices for a match that begins now."""
        for name, value in self.settled.items():
            if getattr(self, name) != value:
                return self.model_copy(update=dict(self.settled))
        return self


class View(Frozen):
    """Base of what one seat may see. Of its parts computer players read hundreds for each answer: where there are many,
    they are plain frozen dataclasses with slots, which are read in half the time of a model."""

    @classmethod
    def of(cls, seen: dict[str, Any]) -> Self:
        """The view in which this is seen, a value for each field. The rules have made it, and it is not looked through
        again: for each look of a player that takes longer than all the rest."""
        view = object.__new__(cls)
        put = object.__setattr__
        put(view, "__dict__", seen)
        put(view, "__pydantic_fields_set__", set(seen))
        put(view, "__pydantic_extra__", None)
        put(view, "__pydantic_private__", None)
        return view


class Fault(Frozen):
    """One thing wrong with options: a wording key and its values."""

    key: str
    values: dict[str, Any] = {}


class Outcome(Frozen):
    """How a match ended. `reason` is a wording key; `results` holds for each seat `won`,
    `lost`, `shared` or `drawn`."""

    sides: tuple[str, ...]
    seats: tuple[Seat, ...]
    reason: str
    results: dict[Seat, str]


def seat_side(seat: Seat) -> str:
    """The side of a seat that plays for itself, as outcomes name it."""
    return f"seat {seat}"


ALIKE_MOST = 64
"""So many parts of views of each kind a table keeps, in case that the next view has them too."""


class Table:
    """Base of every table: plain data that the rules change in place, plus the Mirror's voice.

    Subclasses are dataclasses; only their fields are saved.

    is_real  whether people may sit here. In simulation nobody leads from step to step, reads what is written down for
             people alone, or sees how others behave, to punish it; all that would only take time
    """

    _announcer: Announcer
    _parts: dict[Any, Any] | None = None
    is_real: ClassVar[bool] = True

    def once(self, part: type[Part]) -> Callable[..., Part]:
        """Makes immutable parts of views, from the values of their fields in order: the same object as before for the
        same values. All are hashable.

        There is a view for each seat, after each answer, and most of what is seen there is the same. That it is the
        same is found out in a quarter of the time where the values come without names.
        """
        kept: dict[type[Part], Callable[..., Part]] = self._kept_parts()
        if part not in kept:
            kept[part] = lru_cache(maxsize=ALIKE_MOST)(part)
        return kept[part]

    def each(self, happened: Sequence[Thing], make: Callable[[Thing], Part], *, of: Seat = 0) -> tuple[Part, ...]:
        """What `make` makes of each of these things, which never change, and to which others are only added: of each
        once, and not for every view anew. `make` is a function of the module, by which they are known; what is one
        seat's alone, by the seat `of` which it is as well."""
        if not happened:
            return ()
        kept: dict[Any, tuple[Part, ...]] = self._kept_parts()
        made = kept.get((make, of), ())
        if len(made) != len(happened):
            made = kept[make, of] = (*made[: len(happened)], *map(make, happened[len(made) :]))
        return made

    def seen_by(self, seat: Seat, state: tuple[Any, ...], make: Callable[[], Thing]) -> Thing:
        """What this seat sees of something, made by `make` from what is in `state` and nothing else: the same object as
        before until the state is another one."""
        kept: dict[str, tuple[tuple[Any, ...], dict[Seat, Any]]] = self._kept_parts()
        before, seen = kept.get("seen", ((), {}))
        if before != state:
            seen = {}
            kept["seen"] = state, seen
        if seat not in seen:
            seen[seat] = make()
        made: Thing = seen[seat]
        return made

    def _kept_parts(self) -> dict[Any, Any]:
        """What `once`, `each` and `seen_by` have made. Not by `vars`: a table that was asked for its dictionary once is
        read three times as slowly ever after."""
        if self._parts is None:
            self._parts = {}
        return self._parts

    def announce(self, key: str, **values: Any) -> None:
        """Say something to everybody."""
        self._announcer.announce(EVERYONE, key, values)

    def tell(self, seats: Sequence[Seat], key: str, **values: Any) -> None:
        """Say something to these seats alone."""
        self._announcer.announce(tuple(seats), key, values)


class Rulebook(Protocol):
    """The rules of one game. Each method is told the table and nothing else: no clock, no chance, no person."""

    def new_table(self, options: Any, seats: int) -> Any: ...

    async def set_up(self, table: Any) -> None:
        """Deal."""

    async def play_round(self, table: Any) -> None:
        """A night and a day; a turn; a hand. The table is saved between rounds."""

    def outcome(self, table: Any) -> Outcome | None: ...

    def view(self, table: Any, seat: Seat) -> View:
        """What this seat (or SPECTATOR) may see. Pure."""
        ...


def won_by_seats(winners: Sequence[Seat], seats: Iterable[Seat], reason: str) -> Outcome | None:
    """The outcome where each seat plays for itself; several winners share it, none means that the game goes on."""
    if not winners:
        return None
    won = "won" if len(winners) == 1 else "shared"
    return Outcome(
        sides=tuple(seat_side(seat) for seat in winners),
        seats=tuple(winners),
        reason=reason,
        results={seat: won if seat in winners else "lost" for seat in seats},
    )


DRAWN = "nobody"
"""The side that has won where nobody has."""
OVER = "game.over"
"""The public news with which a game is over. In games of hidden roles `roles` among its values says who had which one,
as [[seat, role], …]."""


def drawn(seats: Iterable[Seat], reason: str) -> Outcome:
    """The outcome of a game that nobody wins, and nobody loses."""
    return Outcome(sides=(DRAWN,), seats=(), reason=reason, results=dict.fromkeys(seats, "drawn"))


Look = Callable[[], View]
"""Opens the seat's eyes: its view as it is now. Called only by players that want to see, since a view costs time."""


class Player(Protocol):
    """A computer player at one seat of one match. Its chance is a `random.Random` given to its constructor."""

    def answer(self, question: Question, look: Look) -> Value:
        """A legal answer to a question of this seat."""
        ...


class Reason(Frozen):
    """Why a computer player would answer as it would: a wording key, and what there is to say. Whoever is told has the
    seat from whose view it is made.

    as_good  other answers that would do about as well, where answers name what is weighed
    """

    key: str
    values: dict[str, Any] = {}
    as_good: tuple[Value, ...] = ()


Why = Callable[[Question, Any, Value], Reason | None]
"""From a question, its seat's view and the answer that the best player would give, to its reason. Pure. None where it
answers without thinking."""

LEAVES_OPEN: Final = object()
"""What a standing order says to a question that it does not answer."""


@dataclass(frozen=True)
class StandingOrder:
    """What a player may have answered for them, question after question, until they take it back. Pure.

    name    names its words, `<game>.order.<name>`; it stands in stored files
    answer  from a question to this seat, and the seat's view, to the answer, or LEAVES_OPEN
    """

    name: str
    answer: Callable[[Question, Any], Value]


@dataclass(frozen=True)
class RoleSet:
    """A named, built-in choice of options."""

    name: str
    options: Options


class Wins(NamedTuple):
    """How many of a hundred games a side won among computer players.

    normal, best  where all are normal ones, and where all are the best; None for those who have not played
    least, most   the fewest and the most, of all kinds of players on this side against all kinds on the others
    """

    normal: int | None
    best: int | None
    least: int
    most: int


@dataclass(frozen=True)
class Game:
    """A game as the rest of the program knows it."""

    name: str
    english_title: str
    """For logs and the command line. People read `bot.ui.game_words.game_title`, in their own language."""
    seats: range
    options: type[Options]
    table: type[Table]
    rulebook: Rulebook
    role_sets: tuple[RoleSet, ...]
    sides: tuple[str, ...] = ()
    """Every side that can win; empty where each seat plays for itself."""
    duties: frozenset[str] = frozenset()
    """Keys of the questions that a player is expected to answer: letting them pass twice offers the seat to others."""
    reminders: frozenset[str] = frozenset()
    """Keys of the questions of which people are reminded when half of the time has passed: for games of turns, where
    only they know that it is theirs."""

    warnings: frozenset[str] = frozenset()
    """Keys of the clocks that only say something: nobody is given more time for them."""

    clocks_besides: frozenset[str] = frozenset()
    """Keys of the clocks of what single players are asked besides: nobody else's time ends with them."""

    clocks_of_the_host: frozenset[str] = frozenset()
    """Keys of the clocks that only the host may make longer: nobody gives a minute for them."""

    standing_orders: tuple[StandingOrder, ...] = ()
    """What players may have answered for them in a slow game."""

    asked_together: frozenset[str] = frozenset()
    """Keys of the questions that are put to everybody at once and can be decided before all have answered: computer
    players wait for people there."""

    talks: frozenset[str] = frozenset()
    """Of these, the keys at which people talk: whoever has answered is asked on, and may say more."""

    may_deal_anew: Callable[[Any], bool] | None = None
    """Whether all cards can be collected and dealt again, by what a bystander sees; None where they never can."""

    fates: frozenset[str] = frozenset()
    """Keys of public news that somebody is dead, or out: `seat` among the values is told so in person as well."""

    typed: frozenset[str] = frozenset()
    """Keys of the questions that people answer in words of their own: what is erased when they want to be forgotten."""
    thoughtful: Callable[[Any], Player] | None = None
    """Makes the computer player of this game that thinks; chance (a `random.Random`) is handed to it. None where only
    players that answer at random can play it."""
    easy: Callable[[Any], Player] | None = None
    """Makes one that a beginner can beat: its mistakes are those of a beginner. None where there is but one level."""
    strong: Callable[[Any], Player] | None = None
    """Makes the best there is. None where that is `thoughtful`."""
    why: Why | None = None
    """Why the best player answers as it does, for people who practise; None in a game in which nobody can say."""
    takes_back: frozenset[str] = frozenset()
    """Answers with which somebody takes back what they did: no decision for which practice has a lesson."""
    temperament: Callable[[str], str] | None = None
    """How a computer player of this name talks, as a wording key; None in a game in which they say nothing."""
    quick: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """Options that are other for one person among computers: nine need not be waited for, and a hand is thought over
    for longer."""
    balance: Mapping[tuple[str, int], Mapping[str, Wins]] = field(default_factory=dict, compare=False)
    """How many games each side won among computer players: by built-in role set and number of players. Empty where
    nobody has measured it."""
    nearest: frozenset[tuple[str, int]] = frozenset()
    """The same tables where the sides are not quite even, and with no other cast that was tried are they nearer."""

    role_sides: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The side that each role wins with; empty where nobody has a role."""
    cards_in_game: Callable[[Any, int], frozenset[str]] | None = None
    """The cards that may be in a game with these options and so many seats, by name, where games differ in them."""
    given_up: frozenset[str] = frozenset()
    """Reasons of outcomes that only say that people had stopped playing: such a game counts in no statistics."""
    tutorial: Tutorial | None = field(default=None, compare=False)
    """How one learns it; None in a game that nobody teaches yet."""

    def sides_at(self, seats: int) -> tuple[str, ...]:
        """Every side that can win at a table of so many, as outcomes name them."""
        return self.sides or tuple(seat_side(seat) for seat in range(1, seats + 1))

    def role_set(self, name: str) -> RoleSet:
        """A built-in role set by name. Raises KeyError."""
        for role_set in self.role_sets:
            if role_set.name == name:
                return role_set
        raise KeyError(name)

    def faults(self, options: Options, seats: int) -> list[Fault]:
        """Why this table cannot be played with so many seats, a fault each; empty when it can."""
        if seats not in self.seats:
            return [Fault(key="fault.seats", values={"least": self.seats.start, "most": self.seats.stop - 1})]
        check = getattr(options, "faults", None)
        return list(check(seats)) if check else []
