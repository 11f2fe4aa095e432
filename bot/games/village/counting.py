"""What the votes of a ballot come to: who leads, who burns, who stands again (R0-12, R0-13)."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.village.table import Ballot, VillageTable
from bot.games.village.taking_part import takes_part


def majority(table: VillageTable) -> int:
    """More than half of the votes there are today (R0-12)."""
    return sum(table.votes().values()) // 2 + 1


def leader(ballot: Ballot) -> Seat | None:
    """The nominee with the majority, the first in the order of the polls."""
    for poll in ballot.polls:
        if len(poll.votes) >= ballot.majority:
            return poll.nominee
    return None


def unused(table: VillageTable, ballot: Ballot) -> dict[Seat, int]:
    """The votes that have not been cast on this ballot yet."""
    left = table.votes()
    for poll in ballot.polls:
        for seat in poll.votes:
            left[seat] = left.get(seat, 0) - 1
    return {seat: votes for seat, votes in left.items() if votes > 0}


def recount(table: VillageTable, ballot: Ballot) -> None:
    """Somebody has fallen asleep, died or lost their vote in the middle of a ballot: they are not in it any more."""
    ballot.majority = majority(table)
    ballot.polls = [poll for poll in ballot.polls if table.players[poll.nominee].alive]
    for poll in ballot.polls:
        poll.votes = [seat for seat in poll.votes if takes_part(table, seat, "day.vote")]


def announce_count(table: VillageTable, ballot: Ballot, again: list[Seat]) -> None:
    """The votes of each person, for everybody, when a ballot closes; `again` are those who stand on the next one."""
    polls = [[poll.nominee, list(poll.votes)] for poll in ballot.polls]
    ballot.counted = True
    table.announce(
        "day.counted", rerun=ballot.rerun, majority=ballot.majority, polls=polls, burned=ballot.burned, again=again
    )


def most_burn(ballot: Ballot, standing: int) -> bool:
    """Whether the most votes are enough without a majority: on a repeat on which exactly two stand (R0-13)."""
    return ballot.rerun > 0 and standing == 2


def settle(ballot: Ballot) -> tuple[Seat | None, list[Seat]]:
    """Nobody reached the majority: who burns all the same, or who stands on the next ballot (R0-13).

    A lone nominee needs the majority. On a repeat with exactly two the higher count burns. Else those tied on top
    stand again; a single leader stands against the next-highest (all of them, when several share that count).
    """
    counts = {poll.nominee: len(poll.votes) for poll in ballot.polls}
    if len(counts) < 2:
        return None, []
    highest = max(counts.values())
    leaders = [nominee for nominee, count in counts.items() if count == highest]
    if len(leaders) > 1:
        return None, leaders
    if most_burn(ballot, len(counts)):
        return leaders[0], []
    second = max(count for count in counts.values() if count < highest)
    return None, [nominee for nominee, count in counts.items() if count >= second]
