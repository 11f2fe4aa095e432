"""Looks for the cast with which the sides are nearest to even, one card after the other away from a set's own.

    python tests/benchmarks/casts.py mafia --set club --seats 10-20 --free mafia sheriff doctor --kept played.jsonl

A step takes one card out and puts another in; only cards that are `--free` move, and the plain one. Where two sides
play, only steps against the one that wins too much are tried. The set's own cast is taken if it is even, else the best
of those that are a step away if one of them is, and so on; with `--onward` the search for a larger table begins at what
was found for the one before, with one plain card more. Of those as far away a few games are played of all, and more of
the best. What it prints is written into `bot/games/<game>/options.py` by hand. The kind of players is the strongest,
unless `--players` says another.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from played import Played

from bot.engine.rulebook import Game, Options
from bot.forecast.counting import Count, unevenness
from bot.forecast.plan import Matchup, Swap, kinds_of, side_of_card, sides_in_play, swapped
from bot.games import GAMES
from bot.matches.option_fields import casts_field, filler
from bot.players import KINDS

NEAR = {2: 0.05, 3: 0.10}
"""How far from its fair share a side may be, by the number of sides."""
LEFT = (None, 5, 2)
"""So many of the casts are left in each round: all, then the best."""
GAMES_IN_ROUND = (20, 60, 200)
"""So many games each of them has played after it."""


@dataclass(frozen=True)
class Search:
    """For one table of a role set, among players of one kind. `free` are the cards that may be taken out or put in."""

    game: Game
    options: Options
    seats: int
    free: frozenset[str]
    matchup: Matchup
    kept: Played
    seconds: float
    games: tuple[int, ...] = GAMES_IN_ROUND

    @property
    def sides(self) -> tuple[str, ...]:
        return sides_in_play(self.game, self.options, self.seats)

    def found(self, steps: int) -> Options:
        """The nearest to even of the casts that are fewest steps away, if it is near; else of all."""
        best = self._raced([self.options])
        for _ in range(steps):
            if self._off(best[0]) <= NEAR[len(self.sides)]:
                break
            best = self._raced([*best, *self._a_step_from(best)])
        return best[0]

    def cast(self, options: Options) -> Mapping[str, int]:
        field = casts_field(self.game.options)
        assert field is not None
        cast: Mapping[str, int] = getattr(options, field.name)[self.seats]
        return cast

    def count(self, options: Options, games: int) -> Count:
        return self.kept.count(self.game, options, self.seats, self.matchup, games, self.seconds)

    def _raced(self, casts: Iterable[Options]) -> Sequence[Options]:
        """The best first."""
        left = list(_unlike(casts, self.cast))
        for number, games in zip(LEFT, self.games, strict=True):
            left = left[:number]
            found = {id(one): unevenness(self.count(one, games), self.sides) for one in left}
            left.sort(key=lambda one: found[id(one)])
        for one in left:
            self.tell(one)
        return left

    def _off(self, options: Options) -> float:
        return unevenness(self.count(options, self.games[-1]), self.sides)

    def _a_step_from(self, casts: Iterable[Options]) -> Iterator[Options]:
        for options in casts:
            cast = self.cast(options)
            for out in sorted(self.free & {card for card, count in cast.items() if count}):
                for into in sorted(self.free - {out}):
                    if not self._helps(options, out, into):
                        continue
                    after = swapped(self.game, options, self.seats, Swap(out, into))
                    sound = not self.game.faults(after, self.seats)
                    if sound and sides_in_play(self.game, after, self.seats) == self.sides:
                        yield after

    def _helps(self, options: Options, out: str, into: str) -> bool:
        """Whether a swap may weaken the side of two that wins too much. A special card is worth more than a plain one,
        of which of two special ones nobody knows."""
        if len(self.sides) != 2:
            return True
        count = self.count(options, self.games[0])
        strong = max(self.sides, key=lambda side: count.share(side).value)
        of_out, of_into = side_of_card(self.game, out), side_of_card(self.game, into)
        plain = filler(self.game)
        if of_out == of_into:
            return into == plain if of_out == strong else out == plain
        return of_out == strong

    def tell(self, options: Options) -> None:
        count = self.count(options, 0)
        shares = ", ".join(f"{side} {_interval(count, side)}" for side in self.sides)
        print(
            f"    {self.seats}: {dict(self.cast(options))}: {shares}, {count.games} games", file=sys.stderr, flush=True
        )


def _interval(count: Count, side: str) -> str:
    share = count.share(side)
    return f"{100 * share.value:.0f} ({100 * share.least:.0f}-{100 * share.most:.0f})"


def _unlike(casts: Iterable[Options], cast: Callable[[Options], Mapping[str, int]]) -> Iterator[Options]:
    """Each cast once."""
    seen = set()
    for options in casts:
        key = tuple(sorted((card, count) for card, count in cast(options).items() if count))
        if key not in seen:
            seen.add(key)
            yield options


def with_one_more(game: Game, options: Options, seats: int) -> Options:
    """The same, where the next larger table has the cast of this one and a plain card."""
    field, plain = casts_field(game.options), filler(game)
    assert field is not None
    assert plain is not None
    casts = getattr(options, field.name)
    larger = {**casts[seats], plain: casts[seats].get(plain, 0) + 1}
    return options.model_copy(update={field.name: {**casts, seats + 1: larger}})


def numbers(text: str) -> list[int]:
    """`12`, or `6-9`."""
    least, _, most = text.partition("-")
    return list(range(int(least), int(most or least) + 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=[name for name, game in GAMES.items() if game.sides])
    parser.add_argument("--set", required=True, help="a built-in role set")
    parser.add_argument("--seats", nargs="+", type=numbers, required=True)
    parser.add_argument("--free", nargs="+", required=True, help="the cards that may change")
    parser.add_argument("--steps", type=int, default=2, help="so many cards at most")
    parser.add_argument("--players", choices=sorted(KINDS), help="the kind of players")
    parser.add_argument("--seconds", type=float, default=60.0, help="for the games of one cast")
    parser.add_argument(
        "--games", nargs=3, type=int, default=GAMES_IN_ROUND, help="that casts have played by each round"
    )
    parser.add_argument("--onward", action="store_true", help="begin at what was found for the table before")
    parser.add_argument("--kept", type=Path, required=True, help="the file of games that were played")
    arguments = parser.parse_args()
    game = GAMES[arguments.game]
    kind = KINDS[arguments.players] if arguments.players else kinds_of(game)[-1]
    options = game.role_set(arguments.set).options
    free, kept = frozenset({*arguments.free, filler(game)}), Played(arguments.kept)
    for seats in [one for span in arguments.seats for one in span]:
        matchup = Matchup(whose=None, kind=kind, others=kind)
        search = Search(game, options, seats, free, matchup, kept, arguments.seconds, tuple(arguments.games))
        best = search.found(arguments.steps)
        if arguments.onward:
            options = with_one_more(game, best, seats)
        print(f"{seats}: {dict(search.cast(best))}", flush=True)
        search.tell(best)


if __name__ == "__main__":
    main()
