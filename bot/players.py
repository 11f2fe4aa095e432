"""Computer players for any game. They see what their seat sees, so they cannot cheat and cannot leak.

Who plays in simulated games is said in words: `strong`, or `3 easy, rest strong`, or `town strong, rest easy`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from bot.engine.questions import Seat
from bot.engine.rulebook import Player
from bot.games import GAMES
from bot.games.random_player import RandomPlayer

PlayerKind = Literal["random", "easy", "thoughtful", "strong"]
"""How well a computer player plays; `thoughtful`, the normal one, has the name of the time when there was no other."""
PLAYER_KINDS: tuple[PlayerKind, ...] = get_args(PlayerKind)
NORMAL: PlayerKind = "thoughtful"
REST = "rest"
KINDS: dict[str, PlayerKind] = {kind: kind for kind in PLAYER_KINDS} | {"normal": NORMAL}
"""The words for each kind of player."""
WORDS = "random, easy, normal, strong"
DIGITS_MOST = 3
"""Of a number of players; for so many as a longer one says there would be no memory."""


def player_for(game_name: str, kind: PlayerKind, rng: Random) -> Player:
    """A player for one seat of one match. A game without such a player has its thoughtful one instead, and without that
    a random one."""
    game = GAMES.get(game_name) if kind != "random" else None
    if game is None or game.thoughtful is None:
        return RandomPlayer(rng)
    made = {"easy": game.easy, "strong": game.strong}.get(kind) or game.thoughtful
    return made(rng)


# -- who plays in simulated games --------------------------------------------------------------------------------------


class NoMixture(ValueError):
    """These words name no players; the text says why in one sentence."""


@dataclass(frozen=True)
class Mixture:
    """first: of the lowest seats; by_side: of whoever holds a card of this side; rest: of everybody else."""

    rest: PlayerKind
    first: tuple[PlayerKind, ...] = ()
    by_side: tuple[tuple[str, PlayerKind], ...] = ()

    def players(self, game: str, seats: int, side_of: Callable[[Seat], str | None], rng: Random) -> dict[Seat, Player]:
        """A player for each seat; `side_of` is asked where sides are told apart."""
        kinds = [self._kind(seat, side_of) if self.first or self.by_side else self.rest for seat in range(1, seats + 1)]
        return {seat: player_for(game, kind, rng) for seat, kind in enumerate(kinds, start=1)}

    def _kind(self, seat: Seat, side_of: Callable[[Seat], str | None]) -> PlayerKind:
        if seat <= len(self.first):
            return self.first[seat - 1]
        return dict(self.by_side).get(side_of(seat) or "", self.rest) if self.by_side else self.rest


def read_mixture(text: str, sides: Sequence[str], seats: int) -> Mixture:
    """What these words name at a table of so many, in a game of these sides. Raises NoMixture."""
    first: list[PlayerKind] = []
    named: dict[str, PlayerKind] = {}
    for part in text.split(","):
        whose, _, word = part.strip().rpartition(" ")
        kind, whose = _kind_named(word), whose or REST
        if whose in named:
            raise NoMixture(f"{whose!r} is named twice. Players of some seats have a number: '1 easy, rest strong'.")
        if whose == REST or whose in sides:
            named[whose] = kind
        else:
            first += [kind] * _number(whose, sides)
    if len(first) > seats:
        raise NoMixture(f"{len(first)} players were named, and {seats} play.")
    rest = named.pop(REST, NORMAL)
    return Mixture(rest, tuple(first), tuple(named.items()))


def _kind_named(word: str) -> PlayerKind:
    if word not in KINDS:
        raise NoMixture(f"There are no {word!r} players. There are: {WORDS}.")
    return KINDS[word]


def _number(whose: str, sides: Sequence[str]) -> int:
    if not whose.isdecimal():
        names = ", ".join((REST, *sides))
        raise NoMixture(f"{whose!r} is no number of players and none of: {names}.")
    if len(whose) > DIGITS_MOST:
        raise NoMixture(f"{whose[:DIGITS_MOST]}… is more than any game has players.")
    return int(whose)
