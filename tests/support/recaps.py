"""Honest recaps of whole games, made without a bot."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.engine.chance import SealedChance, commitment, mixed
from bot.engine.match import Match
from bot.games import GAMES
from bot.players import player_for
from bot.recaps.opening import Opening, SealedSeat, name_digest, opening_digest
from bot.recaps.recap import MessageId, Recap, said_of
from bot.simulate import play

VERSION = "0.1.0"
PROMISED_AT = MessageId(guild="1", channel="2", message="5000")
PRESSES = ("4001", "5002", "5003")
"""One before the seal was shown, two after it."""


def played_recap(game: str, seats: int, seed: str, presses: Sequence[str] = PRESSES) -> Recap:
    """The recap of a game among computer players, as a bot would write it. The same seed plays the same game."""
    rng, found = Random(3), GAMES[game]
    match = Match.start(
        found, found.role_sets[0].options, seats, SealedChance(mixed(seed, [int(press) for press in presses]))
    )
    play(match, {seat: player_for(game, "thoughtful", rng) for seat in range(1, seats + 1)}, rng)
    changes = match.take_changes()
    names = [f"Player {seat}" for seat in range(1, seats + 1)]
    return Recap(
        game=game,
        options=match.options.model_dump(mode="json"),
        seats=seats,
        names=tuple(names),
        role_set=found.role_sets[0].name,
        seed=seed,
        commitment=commitment(seed),
        presses=tuple(presses),
        opening=opening(game, match.options.model_dump(mode="json"), names, seed, presses),
        promised_at=PROMISED_AT,
        opened_at=MessageId(guild="1", channel="3", message="6000"),
        journal=changes.entries,
        announcements=tuple(said_of(said) for said in changes.announcements),
        outcome=match.outcome,
    ).with_digest()


def opening(game: str, options: dict[str, object], names: Sequence[str], seed: str, presses: Sequence[str]) -> Opening:
    """The opening of a match of these people."""
    salts = [f"{place:032x}" for place in range(len(names))]
    seats = [
        SealedSeat(player="human", name=name, salt=salt, name_digest=name_digest(salt, name))
        for name, salt in zip(names, salts, strict=True)
    ]
    digest = opening_digest(
        game=game,
        options=options,
        code_version=VERSION,
        seats=[(seat.player, seat.name_digest) for seat in seats],
        commitment=commitment(seed),
        presses=presses,
    )
    return Opening(code_version=VERSION, seats=tuple(seats), digest=digest)
