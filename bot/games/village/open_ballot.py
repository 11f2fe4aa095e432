"""An open ballot: votes are seen as they fall, and may be moved until it closes."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Question, Seat, put, timer
from bot.games.village.counting import leader, recount
from bot.games.village.daylight import Day
from bot.games.village.last_words import last_words, say_last_words
from bot.games.village.table import Ballot, Poll, VillageTable
from bot.games.village.taking_part import can_answer, takes_part

CHANGES_MOST = 5
"""How often one voter may move a vote on an open ballot."""


async def open_ballot(table: VillageTable, day: Day, ballot: Ballot, nominees: list[Seat], spoken: set[Seat]) -> None:
    """All nominees on one ballot; votes are seen as they fall and may be moved until it closes."""
    nominees = [nominee for nominee in nominees if table.players[nominee].alive]
    ballot.polls.extend(Poll(nominee) for nominee in nominees)
    table.announce("day.open_ballot", nominees=nominees, rerun=ballot.rerun, majority=ballot.majority)
    hands = [Hand(ballot, seat, second) for seat, votes in table.votes().items() for second in range(votes)]
    words = [question for nominee in nominees for question in last_words(table, nominee, spoken)]
    closing = timer("clock.vote", table.options.vote_seconds * max(1, len(nominees)))
    is_time = True
    while True:
        decided = leader(ballot) is not None
        has_nominees = bool(ballot.polls) or not table.options.ballot_needs_nominees
        is_open = is_time and has_nominees and not decided and any(hand.changes == 0 for hand in hands)
        if not words and not is_open:
            break
        votes = [hand.question for hand in hands if hand.question is not None] if is_open else []
        still = [*votes, closing] if is_open else []
        question, value = await day.first_of([*words, *still], may_end=not decided)
        if question is None:
            recount(table, ballot)
            words = [other for other in words if can_answer(table, other)]
            hands = [hand for hand in hands if takes_part(table, hand.seat, "day.ballot")]
            nominees = [poll.nominee for poll in ballot.polls]
            for hand in hands:
                hand.offer(nominees)
        elif question is closing:
            is_time = False
        elif question in words:
            words.remove(question)
            say_last_words(table, question.seat, value)
        elif question is not day.warning:
            next(hand for hand in hands if hand.question is question).point_at(value)
    await day.counted(ballot, nominees)


class Hand:
    """One vote on an open ballot, which may be moved a few times.

    question   what its owner can answer now, None when it may be moved no more; changes: how often it was moved
    """

    def __init__(self, ballot: Ballot, seat: Seat, second: int) -> None:
        self.seat = seat
        self.changes = 0
        self.question: Question | None = None
        self._ballot = ballot
        self._occasion = f"ballot.{ballot.day}.{ballot.rerun}" + ".second" * second
        self._pointed: Poll | None = None
        self.offer([poll.nominee for poll in ballot.polls])

    def offer(self, nominees: Sequence[Seat]) -> None:
        """Ask for the vote, unless it is asked for already with the same choices. A player who pointed at somebody
        who is dead has not voted yet."""
        if self._pointed is not None and self._pointed not in self._ballot.polls:
            self._pointed = None
            self.changes = 0
        choices = (*nominees, None)
        if self.changes >= CHANGES_MOST:
            self.question = None
        elif self.question is None or self.question.choices != choices:
            self.question = put(self.seat, "day.ballot", choices, occasion=self._occasion)

    def point_at(self, nominee: Seat | None) -> None:
        """Take the vote back from where it was and give it to this nominee, or to nobody."""
        if self._pointed is not None and self.seat in self._pointed.votes:
            self._pointed.votes.remove(self.seat)
        self._pointed = next((poll for poll in self._ballot.polls if poll.nominee == nominee), None)
        if self._pointed is not None:
            self._pointed.votes.append(self.seat)
        self.changes += 1
        self.question = None
        self.offer([poll.nominee for poll in self._ballot.polls])
