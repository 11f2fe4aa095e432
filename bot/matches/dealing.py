"""A match before anybody has seen it: dealt in memory, and everything that has to be written of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot import __version__
from bot.engine.chance import SealedChance, commitment, mixed, new_seed
from bot.engine.match import Changes, Match
from bot.engine.rulebook import Game, Options
from bot.matches.errors import Refused
from bot.matches.openings import keep, sealed
from bot.matches.quiet_hours import QuietHours
from bot.matches.quiet_times import QuietTimes
from bot.matches.timekeeper import Reading
from bot.matches.unhurried import Unhurried
from bot.matches.writes import write_of
from bot.store import journals, matches
from bot.store.matches import NewMatch
from bot.store.sealed_seats import SealedSeatRow
from bot.store.seating import NewSeat
from bot.store.table_log import LogRow

INSTEAD_OF: Final = "anew.instead_of"
"""A line in the log of a match that has taken the place of match `was`, whose cards were sealed with `commitment`."""


def deals_before(log: Iterable[LogRow]) -> tuple[tuple[int, str], ...]:
    """The deals that were thrown away before this match, as its log names them: each match, and its commitment."""
    return tuple((line.details["was"], line.details["commitment"]) for line in log if line.action == INSTEAD_OF)


@dataclass(frozen=True)
class Deal:
    """A deal that is not written yet."""

    match: Match
    changes: Changes
    new: NewMatch
    sealed: Sequence[SealedSeatRow]
    play_ms: int
    """When it is dealt, in the time that counts."""
    least_s: int
    """Seconds that every clock has at least."""
    quiet: QuietHours | None
    """The hours in which no clock runs out."""

    async def write(self, connection: Any) -> tuple[int, dict[int, int]]:
        """Make it durable, within a transaction; the match's number, and its deadlines."""
        number = await matches.create(connection, self.new)
        await keep(connection, number, self.sealed)
        now = Reading(self.new.created_ms, self.play_ms)
        write, due = write_of(number, (0, 0), self.match, self.changes, {}, now, least_s=self.least_s, quiet=self.quiet)
        await journals.append(connection, write)
        return number, due


def deal(
    game: Game,
    options: Options,
    people: Sequence[NewSeat],
    now: Reading,
    unhurried: Unhurried,
    quiet: QuietTimes,
    *,
    guild_id: int,
    channel_id: int,
    parent_id: int | None,
    anywhere: bool,
    host_id: int,
    role_set: str,
    seed: str | None = None,
    presses: Sequence[int] = (),
) -> Deal:
    """Deal by this seed, or by a fresh one, and these presses. Raises Refused when these people cannot play with these
    options."""
    faults = game.faults(options, len(people))
    if faults:
        raise Refused("faults", fault=faults[0].key)
    seed = seed or new_seed()
    match = Match.start(game, options, len(people), SealedChance(mixed(seed, presses)))
    new, seats = sealed(
        NewMatch(
            game=game.name,
            guild_id=guild_id,
            channel_id=channel_id,
            parent_id=parent_id,
            anywhere=anywhere,
            host_id=host_id,
            options=match.options.model_dump(mode="json"),
            role_set=role_set,
            seed=seed,
            commitment=commitment(seed),
            code_version=__version__,
            created_ms=now.at_ms,
            seats=tuple(people),
            presses=tuple(presses),
        )
    )
    least_s = unhurried.least_s(new.options, (seat.user_id for seat in people))
    return Deal(
        match, match.take_changes(), new, seats, now.play_ms, least_s, quiet.of(guild_id, parent_id or channel_id)
    )
