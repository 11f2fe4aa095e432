"""What was played in the pretended server before anybody came: games of computer players, counted as villagers' games.

So there are statistics to look at from the beginning. Whoever plays here plays against computers, and that is practice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Match
from bot.engine.questions import Seat
from bot.engine.rulebook import OVER, Game, Outcome
from bot.games import GAMES
from bot.games.random_player import RandomPlayer
from bot.matches.counting import roles_of, seat_row
from bot.simulate import LooseChance, play
from bot.store import tallies
from bot.store.database import Store
from bot.store.tallies import TallyRow, TallySeatRow

FIRST_VILLAGER: Final = 1_000_000_000_000_001_001
SMALL_VILLAGE: Final = 4
"""So many villagers play the games for few, and meet often."""
TABLES: Final = 12
"""So many tables of each game were played."""
HALF_A_DAY_MS: Final = 12 * 60 * 60 * 1000
SEED: Final = "once upon a time"


@dataclass(frozen=True)
class OldGame:
    """A game that was played to its end: by which villagers in the order of their seats, and what came of it."""

    game: Game
    role_set: str
    people: tuple[int, ...]
    outcome: Outcome
    roles: Mapping[Seat, str]


def villagers(names: tuple[str, ...]) -> dict[int, str]:
    """The villagers by their ids, and how they are called."""
    return {FIRST_VILLAGER + number: name for number, name in enumerate(names[: _most()])}


async def remember(store: Store, guild_id: int, channel_id: int, now_ms: int) -> None:
    """Count the old games of a server in which nothing has counted yet. Whatever has, was played in this channel, since
    every other one is gone."""
    old = list(_counted(guild_id, channel_id, now_ms))

    async def write(connection: Any) -> None:
        if not await tallies.of_guild(connection, guild_id):
            for row, seats in old:
                await tallies.add(connection, row, seats)
        await tallies.move(connection, guild_id, channel_id)

    await store.write(write)


@cache
def old_games() -> tuple[OldGame, ...]:
    """The same at every start."""
    rng = Random(SEED)
    return tuple(played(GAMES[name], rng) for _ in range(TABLES) for name in GAMES)


def played(game: Game, rng: Random) -> OldGame:
    """A game of as few as can play it."""
    seats = game.seats.start
    role_set = next(one for one in game.role_sets if not game.faults(one.options, seats))
    match = Match.start(game, role_set.options, seats, LooseChance(rng))
    play(match, {seat: RandomPlayer(rng) for seat in range(1, seats + 1)}, rng)
    assert match.outcome is not None
    told = [said.values for said in match.announcements_for(SPECTATOR) if said.key == OVER]
    village = range(FIRST_VILLAGER, FIRST_VILLAGER + max(seats, SMALL_VILLAGE))
    people = tuple(rng.sample(village, seats))
    return OldGame(game, role_set.name, people, match.outcome, roles_of(told[-1] if told else None))


def _counted(guild_id: int, channel_id: int, now_ms: int) -> Iterator[tuple[TallyRow, list[TallySeatRow]]]:
    games = old_games()
    for number, old in enumerate(games):
        match = number - len(games)  # below nought: no match of the server has such a number
        ended_ms = now_ms + match * HALF_A_DAY_MS
        yield (
            TallyRow(match, guild_id, channel_id, old.game.name, old.role_set, len(old.people),
                     list(old.outcome.sides), ended_ms, "counts"),
            [
                seat_row(old.game, old.outcome, match, seat, who, old.roles.get(seat))
                for seat, who in enumerate(old.people, start=1)
            ],
        )  # fmt: skip


def _most() -> int:
    return max(SMALL_VILLAGE, *(game.seats.start for game in GAMES.values()))
