"""What is played for a forecast: which kinds of players against which, and which cards in place of others. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from bot.engine.rulebook import DRAWN, Frozen, Game, Options, seat_side
from bot.matches.option_fields import casts_field, filler, roles
from bot.players import Mixture, PlayerKind

SWAPS_MOST = 20
"""So many swaps are tried; with the plain card for one of its two first, then those between sides."""


class Matchup(Frozen):
    """Who plays how well.

    whose   the side of those who play as `kind`, as outcomes name it; None where everybody does
    others  how well everybody else plays
    """

    whose: str | None
    kind: PlayerKind
    others: PlayerKind


@dataclass(frozen=True)
class Swap:
    """One card of this name is taken out, and one of that name put in."""

    out: str
    into: str


def kinds_of(game: Game) -> tuple[PlayerKind, ...]:
    """The kinds of computer players that this game has, from the weakest to the strongest."""
    found: list[tuple[PlayerKind, Any]] = [
        ("easy", game.easy), ("thoughtful", game.thoughtful), ("strong", game.strong)
    ]  # fmt: skip
    return tuple(kind for kind, made in found if made is not None) or ("random",)


def usual_kind(game: Game) -> PlayerKind:
    """The kind by which a table counts as even: the normal one, where the game has it."""
    kinds = kinds_of(game)
    return "thoughtful" if "thoughtful" in kinds else kinds[0]


def at_table(game: Game, options: Options, seats: int) -> Options:
    """The same options without the cards for other numbers of players, which change nothing at this table."""
    field = casts_field(game.options)
    return options if field is None else _with_cast(options, field.name, seats, getattr(options, field.name)[seats])


def sides_in_play(game: Game, options: Options, seats: int) -> tuple[str, ...]:
    """The sides that play for the win at this table: those with a card in it, or each seat."""
    field = casts_field(game.options)
    if field is None or not game.sides:
        return game.sides_at(seats)
    cast = getattr(options, field.name)[seats]
    held = {side_of_card(game, card) for card, count in cast.items() if count}
    return tuple(side for side in game.sides if side in held)


def side_of_card(game: Game, card: str) -> str:
    """The side that a card wins with. A card that is dealt as one of several has the name of its side."""
    return game.role_sides.get(card, card)


def matchups(game: Game, sides: tuple[str, ...]) -> tuple[Matchup, ...]:
    """First everybody alike, then one side against the others.

    Of two sides every kind meets every other; of more each side once plays as well as can be among the weakest.
    """
    kinds = kinds_of(game)
    alike = [Matchup(whose=None, kind=kind, others=kind) for kind in kinds]
    if len(sides) == 2:
        mixed = [Matchup(whose=sides[0], kind=kind, others=other) for kind, other in permutations(kinds, 2)]
    elif len(kinds) > 1:
        mixed = [Matchup(whose=side, kind=kinds[-1], others=kinds[0]) for side in sides]
    else:
        mixed = []
    return (*alike, *mixed)


def mixture(game: Game, seats: int, matchup: Matchup) -> Mixture:
    """The players of a matchup. Cards decide who is on which side; a seat is its own side."""
    if matchup.whose is None:
        return Mixture(matchup.others)
    if game.sides:
        return Mixture(matchup.others, by_side=((matchup.whose, matchup.kind),))
    names = map(seat_side, range(1, seats + 1))
    return Mixture(matchup.others, tuple(matchup.kind if name == matchup.whose else matchup.others for name in names))


# -- swaps -------------------------------------------------------------------------------------------------------------


def swaps(game: Game, options: Options, seats: int) -> tuple[Swap, ...]:
    """Every swap of one card for another that the rules allow and that leaves all sides in play and brings no other,
    the likeliest first."""
    field, plain = casts_field(game.options), filler(game)
    if field is None or not game.sides:
        return ()
    cast: Mapping[str, int] = getattr(options, field.name)[seats]
    found = [Swap(out, into) for out in cast if cast[out] for into in roles(game) if into != out]
    sides = sides_in_play(game, options, seats)
    tried = [(swap, swapped(game, options, seats, swap)) for swap in found]
    allowed = [
        swap for swap, after in tried if not game.faults(after, seats) and sides_in_play(game, after, seats) == sides
    ]

    def rank(swap: Swap) -> int:
        if plain in (swap.out, swap.into):
            return 0
        return 1 if side_of_card(game, swap.out) != side_of_card(game, swap.into) else 2

    return tuple(sorted(allowed, key=rank)[:SWAPS_MOST])


def swapped(game: Game, options: Options, seats: int, swap: Swap) -> Options:
    """The options of this table with that swap. Raises LookupError for a game without cards to swap."""
    field = casts_field(game.options)
    if field is None:
        raise LookupError(game.name)
    cast = dict(getattr(options, field.name)[seats])
    cast[swap.out] -= 1
    cast[swap.into] = cast.get(swap.into, 0) + 1
    return _with_cast(options, field.name, seats, {card: count for card, count in cast.items() if count})


def _with_cast(options: Options, field: str, seats: int, cast: Mapping[str, int]) -> Options:
    return options.model_copy(update={field: {seats: dict(cast)}})


def can_win(game: Game, sides: tuple[str, ...]) -> tuple[str, ...]:
    """Those sides, and nobody where a game of this kind can end like that."""
    return (*sides, *(side for side in game.sides if side == DRAWN))
