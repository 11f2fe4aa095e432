"""One forecast while it is worked off: which games are to be played next, and what is known when they are.

It plays nothing itself. Whoever does asks for batches, as many at a time as they have hands, and brings back counts.
However these are cut, the same games are played, but for those that time does not allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

import bot.engine
import bot.games
from bot import __version__
from bot.engine.rulebook import Frozen, Game, Options
from bot.forecast.counting import NOTHING, Count, is_even, unevenness
from bot.forecast.plan import Matchup, Swap, at_table, can_win, matchups, sides_in_play, swapped, swaps, usual_kind
from bot.forecast.playing import Batch, Played

GAMES_IN_ALL: Final = 2000
"""Of all kinds of players together. Those among normal ones count double: by them it is decided how even a set is."""
WORK_S: Final = 90.0
"""So many seconds of each process they may take, of work or of a machine that has little else to do. Where games take
long, fewer are played, and of the slowest kinds of players the fewest: each kind has as much time as the others."""
ROUNDS_OF_SWAPS: Final = ((20, 50, 30.0), (5, 100, 25.0), (2, 300, 30.0))
"""So many swaps are tried with so many games each, in so many seconds of each process: first all, then those that were
nearest to even, from one to the next. The last games alone are told: those before chose the swap, and would flatter
it."""
GAMES_MOST: Final = GAMES_IN_ALL + sum(tried * games for tried, games, _ in ROUNDS_OF_SWAPS)
"""Of a forecast with swaps."""
BATCH_S: Final = 1.0
"""About so long a batch lasts: nobody stops in the middle of one."""
BATCH_MOST: Final = 50
FORMAT: Final = 1
"""Of stored forecasts. It goes up when they say something else."""


@cache
def _code() -> str:
    """A digest of the rules and the computer players as they stand in this program."""
    found = sha256()
    for folder in (bot.engine, bot.games):
        for path in sorted(Path(str(folder.__file__)).parent.rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()


@dataclass(frozen=True)
class Order:
    """What a forecast is about: these options at a table of so many, which have to be able to play with them."""

    game: Game
    options: Options
    seats: int

    @property
    def table(self) -> Options:
        """The options without what changes nothing at this table."""
        return at_table(self.game, self.options, self.seats)

    @property
    def digest(self) -> str:
        """The same for what is played alike by this code: forecasts outlive the process."""
        said = f"{FORMAT} {__version__} {_code()} {self.game.name} {self.seats} {self.table.model_dump_json()}"
        return sha256(said.encode()).hexdigest()


class Line(Frozen):
    """What came of one matchup."""

    matchup: Matchup
    count: Count


class Nearest(Frozen):
    """The swap after which the sides are nearest to even: `out` is taken out, `into` put in. The normal players played
    it `count` times."""

    out: str
    into: str
    count: Count


Swapping = Literal["none", "even", "better", "best", "late"]
"""What came of looking for a swap: there are no cards to swap; the sides are even as they are; there is one; none is
nearer to even; there was no time."""


class Forecast(Frozen):
    """What a forecast says. With the set as it is, `planned` games were to be played; `tried` swaps were played too."""

    game: str
    seats: int
    sides: tuple[str, ...]
    can_win: tuple[str, ...]
    lines: tuple[Line, ...]
    planned: int
    swapping: Swapping
    tried: int = 0
    nearest: Nearest | None = None

    @property
    def games(self) -> int:
        """How many games were played with the set as it is."""
        return sum(line.count.games for line in self.lines)

    @property
    def lacked_time(self) -> bool:
        """Whether it was so short that much less is known than was meant to be."""
        return self.games < self.planned / 2

    def alike(self, kind: str) -> Count | None:
        """What came of the games in which everybody plays like this."""
        found = (one.count for one in self.lines if one.matchup.whose is None and one.matchup.kind == kind)
        return next(found, None)


class _Try:
    """Games of one kind: how many there shall be, how many were given out, and what came of those that are back."""

    def __init__(self, number: int, seed: str, options: Options, matchup: Matchup, games: int) -> None:
        self.number = number
        self.seed = seed
        self.options = options
        self.matchup = matchup
        self.games = games
        self.given = 0
        self.count = NOTHING
        self.seconds = 0.0
        self.work = 0.0

    @property
    def behind(self) -> tuple[float, int]:
        """How much of its share of the work was given to it, as far as that is known; the least comes next."""
        each = self.work / max(1, self.count.games)
        return each * self.given / self.games, self.given

    def next_games(self) -> int:
        """How many come next: about as many as BATCH_S holds, by those before."""
        left = self.games - self.given
        if not self.count.games:
            return min(1, left)
        each = max(self.seconds / self.count.games, BATCH_S / BATCH_MOST)
        return min(max(1, int(BATCH_S / each)), left)


class Job:
    """A forecast that is worked off.

    games  how many are played with the set as it is
    hands  how many batches are played at the same time
    """

    def __init__(self, order: Order, games: int = GAMES_IN_ALL, *, hands: int = 1) -> None:
        self.order = order
        self.sides = sides_in_play(order.game, order.options, order.seats)
        self._table = order.table
        self._tries: dict[int, _Try] = {}
        self._swaps: dict[int, Swap] = {}
        kinds = matchups(order.game, self.sides)
        each, usual = max(1, games // (len(kinds) + 1)), self._alike()
        self._lines = [
            self._try(self._table, matchup, each * (1 + (matchup == usual)), f"line {place}")
            for place, matchup in enumerate(kinds)
        ]
        self._open: Sequence[_Try] = self._lines
        self._planned = self.all
        self._hands = hands
        self._work_s = WORK_S * hands
        self.slowest = 1.0
        """How many times as long everything may take on a machine that has much else to do: what counts is the work,
        and waiting for the processor only so far."""
        self._tried = 0
        self._round = 0
        self.forecast: Forecast | None = None
        """There as soon as everything is played."""

    # -- how far it is ----------------------------------------------------------------------------------------------

    @property
    def done(self) -> int:
        """Games that have been played."""
        return sum(one.count.games for one in self._tries.values())

    @property
    def all(self) -> int:
        """Games that are to be played, as far as that is known."""
        return sum(one.games for one in self._tries.values())

    @property
    def is_swapping(self) -> bool:
        """Whether the set as it is has been played, and swaps are tried."""
        return self._open is not self._lines

    # -- working on it ----------------------------------------------------------------------------------------------

    def next_batch(self) -> Batch | None:
        """What is to be played next: of that which has had the least time. None at the end, and while what is given out
        has to come back first."""
        waiting = [one for one in self._open if one.given < one.games]
        if self.forecast is not None or not waiting:
            return None
        behind = min(waiting, key=lambda one: one.behind)
        games = behind.next_games()
        batch = Batch(
            line=behind.number,
            game=self.order.game.name,
            seats=self.order.seats,
            options=behind.options.model_dump(mode="json"),
            matchup=behind.matchup,
            seed=behind.seed,
            first=behind.given,
            games=games,
        )
        behind.given += games
        return batch

    def take(self, played: Played) -> None:
        """Note what came of a batch."""
        one = self._tries[played.line]
        one.count = one.count.plus(played.count)
        one.seconds += played.seconds
        one.work += played.work
        self._work_s -= max(played.work, played.seconds / self.slowest)
        if self._work_s <= 0 and all(one.given for one in self._open):
            for other in self._open:
                other.games = other.given
        if self.forecast is None and all(one.count.games >= one.games for one in self._open):
            self._go_on()

    def hurry(self) -> None:
        """There is no more time: what is known now is the forecast, if it is anything at all."""
        if self.forecast is not None or not all(one.count.games for one in self._lines):
            return
        if self._round == len(ROUNDS_OF_SWAPS) and all(one.count.games for one in self._open):
            self._choose()
        else:
            self._end("late" if swaps(self.order.game, self._table, self.order.seats) else "none")

    def _go_on(self) -> None:
        """What was to be played has been: begin with the swaps, or choose among them, or end."""
        if self._open is self._lines:
            self._begin_swaps()
        elif self._round < len(ROUNDS_OF_SWAPS):
            kept, *_ = ROUNDS_OF_SWAPS[self._round]
            nearest = sorted(self._open, key=lambda one: unevenness(one.count, self.sides))
            self._next_round([self._swaps[one.number] for one in nearest[:kept]])
        else:
            self._choose()

    def _begin_swaps(self) -> None:
        candidates = swaps(self.order.game, self._table, self.order.seats)
        if not candidates:
            self._end("none")
        elif is_even(self._usual(), self.sides):
            self._end("even")
        else:
            self._tried = len(candidates)
            self._next_round(candidates)

    def _next_round(self, candidates: Sequence[Swap]) -> None:
        _, games, seconds = ROUNDS_OF_SWAPS[self._round]
        self._work_s = seconds * self._hands
        self._open = list(self._swap_tries(candidates, self._alike(), games))
        self._round += 1

    def _swap_tries(self, candidates: Sequence[Swap], matchup: Matchup, games: int) -> Iterator[_Try]:
        for swap in candidates:
            options = swapped(self.order.game, self._table, self.order.seats, swap)
            one = self._try(options, matchup, games, f"round {self._round} {swap.out} {swap.into}")
            self._swaps[one.number] = swap
            yield one

    def _try(self, options: Options, matchup: Matchup, games: int, seed: str) -> _Try:
        one = _Try(len(self._tries), f"{self.order.digest} {seed}", options, matchup, games)
        self._tries[one.number] = one
        return one

    def _choose(self) -> None:
        """The swap after which the sides are nearest to even, if that is nearer than they are."""
        best = min(self._open, key=lambda one: unevenness(one.count, self.sides))
        if unevenness(best.count, self.sides) >= unevenness(self._usual(), self.sides):
            self._end("best")
            return
        swap = self._swaps[best.number]
        self._end("better", Nearest(out=swap.out, into=swap.into, count=best.count))

    def _usual(self) -> Count:
        """What came of the games of normal players with the set as it is."""
        return next(one.count for one in self._lines if one.matchup == self._alike())

    def _alike(self) -> Matchup:
        """Everybody plays as is usual."""
        kind = usual_kind(self.order.game)
        return Matchup(whose=None, kind=kind, others=kind)

    def _end(self, swapping: Swapping, nearest: Nearest | None = None) -> None:
        self.forecast = Forecast(
            game=self.order.game.name,
            seats=self.order.seats,
            sides=self.sides,
            can_win=can_win(self.order.game, self.sides),
            lines=tuple(Line(matchup=one.matchup, count=one.count) for one in self._lines),
            planned=self._planned,
            swapping=swapping,
            tried=self._tried,
            nearest=nearest,
        )
