"""Plays some of the games of a forecast. Each has chance of its own, so it does not matter who plays which."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from bot.engine.match import Match
from bot.engine.questions import Seat
from bot.engine.rulebook import Frozen, Options
from bot.forecast.counting import NOTHING, Count
from bot.forecast.plan import Matchup, mixture
from bot.games import GAMES
from bot.simulate import LooseChance, play


class Batch(Frozen):
    """Some games of one kind: `games` of them, from the one of number `first` on.

    line  names the kind to whoever has asked for it; seed: the chance of all games of this kind
    """

    line: int
    game: str
    seats: int
    options: dict[str, Any]
    matchup: Matchup
    seed: str
    first: int
    games: int


class Played(Frozen):
    """What came of a batch, and how long it took: `seconds` by the clock, `work` without waiting for the processor."""

    line: int
    count: Count
    seconds: float
    work: float


def played(batch: Batch) -> Count:
    """Play a batch. The same batch gives the same count."""
    options = GAMES[batch.game].options.model_validate(batch.options)
    counted = NOTHING
    for number in range(batch.first, batch.first + batch.games):
        counted = counted.plus(_one_game(batch, options, Random(f"{batch.seed} {number}")))
    return counted


def _one_game(batch: Batch, options: Options, rng: Random) -> Count:
    game = GAMES[batch.game]
    match = Match.start(game, options, batch.seats, LooseChance(rng), record=False)
    kinds = mixture(game, batch.seats, batch.matchup)
    play(match, kinds.players(game.name, batch.seats, partial(_side, match), rng), rng)
    assert match.outcome is not None
    return Count(
        games=1,
        wins=dict.fromkeys(match.outcome.sides, 1),
        rounds={match.checkpoint: 1},
        at_once=int(match.checkpoint == 1),
    )


def _side(match: Match, seat: Seat) -> str | None:
    """The side of the card that this seat holds; None in a game without sides."""
    return getattr(match.view(seat), "side", None)
