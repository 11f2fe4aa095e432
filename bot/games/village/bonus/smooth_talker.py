"""Smooth Talker: once a day, when a ballot has been counted, talks one other player round (S0-26, R0-19)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Seat, put
from bot.games.village.bonus_card import BonusCard, Holds
from bot.games.village.table import Ballot, Poll, VillageTable


async def smooth_talk(
    table: VillageTable, hold: Holds, ballot: Ballot, nominees: Sequence[Seat], have_talked: set[Seat]
) -> None:
    """The count is read out and held back: they may move one vote of somebody else's to another current nominee.

    have_talked   Smooth Talkers who have done it today
    """
    for me in table.holders("smooth_talker"):
        voters = sorted({seat for poll in ballot.polls for seat in poll.votes if seat != me})
        if me in have_talked or not table.players[me].is_able or not voters or len(_standing(table, nominees)) < 2:
            continue
        seconds = table.options.persuade_seconds
        ballot.held = True
        polls = [[poll.nominee, list(poll.votes)] for poll in ballot.polls]
        table.announce("day.smooth_talk", by=me, polls=polls, majority=ballot.majority, seconds=seconds)
        occasion = f"persuade.{ballot.day}.{ballot.rerun}.{len(ballot.polls)}"
        question = put(me, "day.persuade", (*voters, None), within=seconds, occasion=occasion)
        voter = await hold(question, ballot)
        poll = _last_vote(ballot, voter)
        others = tuple(seat for seat in _standing(table, nominees) if poll is not None and seat != poll.nominee)
        if others:
            values = {"voter": voter}
            question = put(
                me, "day.persuade_to", (*others, None), within=seconds, values=values, occasion=f"{occasion}.to"
            )
            nominee = await hold(question, ballot)
            poll = _last_vote(ballot, voter)
            if poll is not None and nominee in _standing(table, nominees):
                have_talked.add(me)
                poll.votes.remove(voter)
                ballot.poll_of(nominee).votes.append(voter)
                table.announce("day.persuaded", by=me, seat=voter, nominee=nominee)
        ballot.held = False  # if the ballot goes on, later hands are not shown before it is over (S0-21)


def _standing(table: VillageTable, nominees: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in nominees if table.players[seat].alive]


def _last_vote(ballot: Ballot, voter: Seat | None) -> Poll | None:
    """The poll in which this player voted last; None when they have no vote on the ballot, or none any more."""
    return next((poll for poll in reversed(ballot.polls) if voter in poll.votes), None)


SMOOTH_TALKER = BonusCard("smooth_talker", is_trait=True, after_count=smooth_talk)
