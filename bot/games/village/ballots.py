"""Ballot after ballot, in turn or open (R0-12, R0-13)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.village.counting import announce_count, leader, majority, settle
from bot.games.village.daylight import Day
from bot.games.village.open_ballot import open_ballot
from bot.games.village.polls import ballot_in_turn
from bot.games.village.table import Ballot, VillageTable


async def ballots(table: VillageTable, day: Day, nominees: list[Seat]) -> Seat | None:
    """Ballot after ballot until somebody burns or the repeats are used up (R0-13)."""
    spoken: set[Seat] = set()
    for rerun in range(table.options.reballots_most + 1):
        day.check_not_over()
        ballot = Ballot(table.night, rerun, majority(table))
        table.ballots.append(ballot)
        table.phase = "ballot"
        hold = open_ballot if table.options.open_ballot else ballot_in_turn
        await hold(table, day, ballot, nominees, spoken)
        burned = leader(ballot)
        if burned is None:
            burned, nominees = settle(ballot)
        ballot.burned = burned
        again = [] if burned is not None or rerun == table.options.reballots_most else nominees
        announce_count(table, ballot, again)
        if burned is not None or not nominees:
            return burned
    return None
