"""What counts of a match in statistics. It is written in the transaction in which the match ends, and never before.

* Only an outcome that the rules have found counts: not a match that was ended by its host, by a vote or because nobody
  was there, nor an outcome that only says that people had stopped playing. Time that the bot was away is given back, so
  that an outage decides nothing.
* A seat counts for whoever had it from the deal to the end; of somebody whom the game had sent out before they left, it
  still does. Who takes a seat over plays somebody else's game: that counts for nobody, and neither does the game of
  somebody who had stopped answering. Computer players are nobody.
* Where each plays for itself, the whole match counts only if nobody gave up. In a game of sides, one in four may:
  their side bears it.
* At least two people have to have played it to the end.
* It is a server that counts: a match that was played where the bot is no member counts nowhere.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.questions import Seat
from bot.engine.rulebook import OVER, Game, Outcome
from bot.games import GAMES
from bot.matches.guild_settings import settings_within
from bot.store import journals, matches, people, seating, table_log, tallies
from bot.store.forgetting import SEAT
from bot.store.matches import MatchRow
from bot.store.personal import NOBODY
from bot.store.seating import SeatRow
from bot.store.table_log import LogRow
from bot.store.tallies import TallyRow, TallySeatRow, Verdict

WAS_OUT = "was_out"
"""In the line of the log about a seat that changes hands: the game had sent out whoever left it."""
PEOPLE_LEAST = 2
GIVEN_UP_MOST = 4
"""In a game of sides one person of so many may give up."""


@dataclass(frozen=True)
class Sat:
    """Who sat where: the people who played their game to its end, and the seats that people gave up before."""

    to_the_end: Mapping[Seat, int]
    given_up: Collection[Seat]


async def count(connection: Any, match_id: int, *, nameless: Collection[Seat] = ()) -> None:
    """Within a transaction: write what counts of a match that is over. `nameless`: seats that get no id."""
    row = await matches.get(connection, match_id)
    game = GAMES.get(row.game)
    if game is None or row.outcome is None or row.anywhere:
        return
    outcome = Outcome.model_validate(json.loads(row.outcome))
    sat = who_sat(await seating.seats_of(connection, match_id), await table_log.lines_of(connection, match_id))
    is_on = (await settings_within(connection, row.guild_id)).statistics
    verdict = verdict_on(game, outcome, sat) if is_on else "off"
    named = await _named(connection, sat.to_the_end, nameless) if verdict == "counts" else {}
    roles = roles_of(await journals.last_content(connection, match_id, OVER))
    seats = [
        seat_row(game, outcome, match_id, seat, who, roles.get(seat))
        for seat, who in named.items()
        if seat in outcome.results
    ]
    await tallies.add(connection, _tally(row, outcome, verdict), seats)


async def _named(connection: Any, seats: Mapping[Seat, int], nameless: Collection[Seat]) -> dict[Seat, int | None]:
    """Who is counted on these seats; None for somebody who is not to be."""
    uncounted = await people.uncounted(connection, list(seats.values()))
    return {seat: None if who in uncounted or seat in nameless else who for seat, who in seats.items()}


def who_sat(seats: Sequence[SeatRow], log: Sequence[LogRow]) -> Sat:
    """Who sat where, by the seats as they are in the end and the table's log."""
    handed: dict[Any, LogRow] = {}
    for line in log:
        if line.action == SEAT:
            handed.setdefault(line.details.get("seat"), line)
    to_the_end: dict[Seat, int] = {}
    given_up: list[Seat] = []
    for row in seats:
        first = handed.get(row.seat)
        began = _person(row) if first is None else first.details.get("was")
        stayed = not row.away if first is None else bool(first.details.get(WAS_OUT))
        if began is not None and stayed:
            to_the_end[row.seat] = began
        elif began is not None:
            given_up.append(row.seat)
    return Sat(to_the_end, given_up)


def _person(row: SeatRow) -> int | None:
    """The person on a seat, under NOBODY's id when they were forgotten; None for a computer player."""
    return (row.user_id or NOBODY) if row.player == "human" else None


def verdict_on(game: Game, outcome: Outcome, sat: Sat) -> Verdict:
    """Whether such a match counts, or why not."""
    people = len(sat.to_the_end) + len(sat.given_up)
    allowed = people // GIVEN_UP_MOST if game.sides else 0
    if outcome.reason in game.given_up or len(sat.given_up) > allowed:
        return "given_up"
    return "few" if len(sat.to_the_end) < PEOPLE_LEAST else "counts"


def roles_of(told: Any) -> dict[Seat, str]:
    """Who had which role, as the news says with which the game was over; empty where nobody had one."""
    pairs = told.get("roles", ()) if isinstance(told, dict) else ()
    return {seat: role for seat, role in pairs}


def _tally(row: MatchRow, outcome: Outcome, verdict: Verdict) -> TallyRow:
    return TallyRow(
        match=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        game=row.game,
        role_set=row.role_set,
        seats=row.seats,
        sides=list(outcome.sides),
        ended_ms=row.ended_ms or 0,
        verdict=verdict,
    )


def seat_row(
    game: Game, outcome: Outcome, match: int, seat: Seat, who: int | None, role: str | None
) -> TallySeatRow:  # fmt: skip
    """What counts for a person on this seat."""
    side = game.role_sides.get(role) if role is not None else None
    return TallySeatRow(match, seat, who or None, role, side, outcome.results[seat])
