"""Smooth Talker: once a day, when a ballot has been counted, talks one other player round (S0-26, R0-19)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat, first_of
from bot.games.village.table import Ballot, Poll, VillageTable


async def smooth_talk(table: VillageTable, ballot: Ballot, nominees: list[Seat], tired: set[Seat]) -> None:
    """The count is read out and held back: he may move one vote of somebody else's to another current nominee.

    tired   Smooth Talkers who have done it today; so has one who lets a count pass that would burn somebody
    """
    for me in table.holders("smooth_talker"):
        voters = sorted({seat for poll in ballot.polls for seat in poll.votes if seat != me})
        standing = [seat for seat in nominees if table.player(seat).alive]
        if me in tired or not table.player(me).is_able or not voters or len(standing) < 2:
            continue
        seconds = table.options.persuade_seconds
        ballot.held = True
        polls = [[poll.nominee, list(poll.votes)] for poll in ballot.polls]
        table.announce("day.smooth_talk", by=me, polls=polls, majority=ballot.majority, seconds=seconds)
        occasion = f"persuade.{ballot.day}.{ballot.rerun}.{len(ballot.polls)}"
        voter = await _answer(Question(me, "day.persuade", (*voters, None), within=seconds, occasion=occasion))
        if voter is None:
            continue
        poll = next(poll for poll in reversed(ballot.polls) if voter in poll.votes)
        others = tuple(seat for seat in standing if seat != poll.nominee)
        values = {"voter": voter}
        question = Question(
            me, "day.persuade_to", (*others, None), within=seconds, values=values, occasion=f"{occasion}.to"
        )
        nominee = await _answer(question)
        if nominee is not None:
            tired.add(me)
            poll.votes.remove(voter)
            poll_of(ballot, nominee).votes.append(voter)
            table.announce("day.persuaded", by=me, seat=voter, nominee=nominee)


def poll_of(ballot: Ballot, nominee: Seat) -> Poll:
    """The poll on this nominee, begun if there is none yet."""
    found = next((poll for poll in ballot.polls if poll.nominee == nominee), None)
    if found is None:
        found = Poll(nominee)
        ballot.polls.append(found)
    return found


async def _answer(question: Question) -> Seat | None:
    seat: Seat | None = (await first_of((question,)))[1]
    return seat
