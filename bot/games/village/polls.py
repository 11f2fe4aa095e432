"""A ballot in turn: one poll for each nominee, each vote used once (R0-12)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat, put, timer
from bot.games.village.counting import leader, recount, unused
from bot.games.village.daylight import Day
from bot.games.village.last_words import last_words, say_last_words
from bot.games.village.table import Ballot, Poll, VillageTable
from bot.games.village.taking_part import can_answer
from bot.games.village.values import BURN, SPARE


async def ballot_in_turn(
    table: VillageTable, day: Day, ballot: Ballot, nominees: list[Seat], spoken: set[Seat]
) -> None:
    """The nominees are polled in the order of nomination; each vote is used once; a majority burns at once (R0-12)."""
    for nominee in nominees:
        if not table.players[nominee].alive:
            continue
        day.check_not_over()
        poll = ballot.poll_of(nominee)
        if poll is not ballot.polls[-1]:  # the last one is the one that is open
            ballot.polls.remove(poll)
            ballot.polls.append(poll)
        table.announce("day.poll", nominee=nominee, rerun=ballot.rerun, majority=ballot.majority)
        occasion = f"poll.{ballot.day}.{ballot.rerun}.{nominee}"
        questions = [
            put(seat, "day.vote", (BURN, SPARE), occasion=occasion + ".second" * second)
            for seat, left in unused(table, ballot).items()
            for second in range(left)
        ]
        questions += last_words(table, nominee, spoken)
        await count_votes(table, day, ballot, poll, questions)
        if leader(ballot) is not None:
            await day.counted(ballot, nominees)
            if leader(ballot) is not None:
                return
    await day.counted(ballot, nominees)


async def count_votes(table: VillageTable, day: Day, ballot: Ballot, poll: Poll, questions: list[Question]) -> None:
    """Until everybody has answered, time is up, or the majority is reached; but never before the last words.

    Once the majority is reached the end of the day saves nobody: only the last words are waited for. Should it be lost
    again meanwhile, because a voter dies or falls asleep, the vote goes on.
    """
    closing = timer("clock.vote", table.options.vote_seconds)
    waiting = [*questions, closing]
    decided = leader(ballot) is not None
    while True:
        asked = [question for question in waiting if question.key == "day.last_words"] if decided else waiting
        if not asked or asked[0] is closing:
            return
        question, value = await day.first_of(asked, may_end=not decided)
        if question is None:
            recount(table, ballot)
            if poll not in ballot.polls:  # the nominee is dead
                return
            waiting = [other for other in waiting if can_answer(table, other)]
            decided = leader(ballot) is not None
        elif question is closing:
            waiting = [other for other in waiting if other.key == "day.last_words"]
        elif question is not day.warning:
            waiting.remove(question)
            if question.key == "day.last_words":
                say_last_words(table, question.seat, value)
            elif value == BURN:
                poll.votes.append(question.seat)
                decided = leader(ballot) is not None
