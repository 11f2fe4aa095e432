"""The day: talk, nominations, ballots and a burning (S0-21, S0-22, R0-12, R0-13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.engine.questions import Beside, Question, Seat, Value, ask_all, timer
from bot.games.village.bonus import hearts, referee
from bot.games.village.bonus.casting import castings
from bot.games.village.bonus.hottie import charm, charms
from bot.games.village.bonus.smooth_talker import poll_of, smooth_talk
from bot.games.village.bonus.spells import TOAD, Flight
from bot.games.village.bonus.victim import SACRIFICED, VICTIM, sacrificed_by_day
from bot.games.village.claims import INTRODUCTIONS, PHRASES
from bot.games.village.death import bury, judge, shown_role
from bot.games.village.roles import ROLES
from bot.games.village.table import Ballot, LastWords, Nomination, Poll, VillageTable
from bot.games.village.taking_part import LAST_ACTS, can_answer, takes_part
from bot.games.village.values import BURN, READY, SPARE

CHANGES_MOST = 5
"""How often one voter may move a vote on an open ballot."""


class Nightfall(Exception):
    """The day clock has run out: nobody burns today (S0-22)."""


class Decided(Exception):
    """A sacrifice has decided the game in the middle of the day."""


class Day:
    """What goes on all day, beside the talk and the ballots: the one clock with its warning, spells that are cast and
    fly, a sacrifice, the fouls."""

    def __init__(self, table: VillageTable) -> None:
        options = table.options
        self.warning = timer("clock.warning", options.day_seconds - options.warning_seconds)
        self._end = timer("clock.day", options.day_seconds)
        self._clock = [self.warning, self._end]
        self._table = table
        self._flights: list[Flight] = []
        self._is_over = False
        self._is_sacrificing = False
        self._beside = Beside(self._is_open)
        if table.deck:
            self._begin_bonus()

    def _begin_bonus(self) -> None:
        table = self._table
        for target in table.curses:
            self._flights.append(Flight(TOAD, None, target))
            self._beside.begin(self._flights[-1].fly(table))
        table.curses = []
        for casting in castings(table, self._flights):
            self._beside.begin(casting)
        for seat in table.holders(VICTIM):
            self._beside.begin(self._sacrifice(seat))
        self._beside.begin(referee.referee(table))

    async def _sacrifice(self, me: Seat) -> None:
        """The Victim gives their life; the day goes on without them, if the game does (R0-18)."""
        if not await sacrificed_by_day(self._table, me):
            return
        bury(self._table, me, SACRIFICED.end, reveal=SACRIFICED.is_shown)
        self._table.announce("day.sacrificed", seat=me)
        self._is_sacrificing = True
        await aftermath(self._table, me)
        self._is_sacrificing = False
        if judge(self._table):
            raise Decided

    def _is_open(self, question: Question) -> bool:
        """When the sun has set, only what the dead still do is open: who followed the Victim may have a shot (R0-9)."""
        return can_answer(self._table, question) if not self._is_over else question.key in LAST_ACTS

    async def first_of(self, questions: Sequence[Question], *, may_end: bool = True) -> tuple[Question | None, Value]:
        """The first of these answered. `None, None` when something else has changed what people can do, and the table
        must be looked at again; the warning itself when that has sounded. Raises Decided when the game is, and
        Nightfall when the day is over. Where it may not end now, that is put off: what was decided in time stands, but
        where a bonus card undoes it, the day has no longer for that (a clock that is not asked would begin anew)."""
        if may_end:
            self.goes_on()
        clock = self._clock if may_end or self._table.deck else ()
        answered = await self._beside.first_of([*questions, *clock])
        if answered is None:
            return None, None
        if answered[0] is self._end:
            self._clock.remove(self._end)
            if may_end:
                raise Nightfall
            return None, None
        if answered[0] is self.warning:
            self._clock.remove(self.warning)
            self._table.announce("day.warning", seconds=self._table.options.warning_seconds)
            if self._table.deck:
                referee.remind(self._table)
        return answered

    def goes_on(self) -> None:
        """Raises Nightfall when that was put off and is due now."""
        if self._end not in self._clock:
            raise Nightfall

    async def held(self, question: Question, ballot: Ballot) -> Value:
        """The answer to this while a ballot is held; nothing when who is asked is beyond answering. The day goes on."""
        while can_answer(self._table, question):
            answered, value = await self.first_of([question], may_end=False)
            if answered is question:
                return value
            recount(self._table, ballot)
        return None

    async def close(self) -> None:
        """The sun is setting: a shot that has not been fired is waited for, and a spell that still flies falls on whom
        it is headed for. Raises Decided when the shot decides the game."""
        self._is_over = True
        while self._is_sacrificing:
            await self._beside.first_of(())
        self._beside.close()
        for flight in self._flights:
            flight.land(self._table)


async def introductions(table: VillageTable) -> None:
    """The first day: everybody may give an alias; no nomination and no vote (S0-6)."""
    if not table.options.introductions:
        return
    table.phase = "introductions"
    table.announce("introductions.begin")
    seats = table.living()
    questions = [
        Question(seat, "introduction", kind="text", occasion="introduction", values=INTRODUCTIONS) for seat in seats
    ]
    clock = timer("clock.introductions", table.options.introduction_seconds)
    for seat, alias in zip(seats, await ask_all(questions, clock), strict=True):
        table.player(seat).alias = (alias or "").strip()
    table.announce("introductions.end", aliases=[[seat, table.player(seat).alias] for seat in seats])


async def play_day(table: VillageTable) -> bool:
    """From dawn to nightfall. True when the game is over."""
    table.phase = "day"
    table.announce("day.begins", day=table.night, seconds=table.options.day_seconds)
    if table.deck:
        referee.remind(table)
    day = Day(table)
    burned: Seat | None = None
    try:
        nominees = await talk(table, day)
        if nominees:
            burned = await ballots(table, day, nominees)
        else:
            table.announce("day.no_nominee")
    except Nightfall:
        if table.ballots and not table.ballots[-1].counted:
            announce_count(table, table.ballots[-1], [])
        table.announce("day.time_is_up")
    except Decided:
        return True
    try:
        await day.close()
    except Decided:
        return True
    if burned is None or not table.player(burned).alive:
        return False
    await burn(table, burned)
    return judge(table)


# -- talk and nominations ---------------------------------------------------------------------------------------------


async def talk(table: VillageTable, day: Day) -> list[Seat]:
    """Free talk. Anyone able may nominate once, with a reason; more than half of them call the vote.

    The vote also opens by itself when the warning sounds and somebody has been nominated.
    """
    occasion = f"call.{table.night}"
    choices = (*table.living(), READY)
    waiting = [
        Question(seat, "day.call", choices, "reasoned", values=PHRASES, occasion=occasion) for seat in table.able()
    ]
    waiting += charms(table)
    nominees: list[Seat] = []
    ready: set[Seat] = set()
    while True:
        question, value = await day.first_of(waiting)
        if question is None:
            waiting = [again for open_ in waiting if (again := still_offered(table, open_))]
            nominees[:] = [seat for seat in nominees if table.player(seat).alive]
            ready.intersection_update(table.able())
            if len(ready) >= needed_to_call(table):
                return nominees
            continue
        if question is day.warning:
            if nominees:
                return nominees
            continue
        waiting.remove(question)
        seat = question.seat
        if question.key == "day.charm":
            if value is not None:
                charm(table, seat, value)
            continue
        choice, reason = value
        if choice == READY:
            ready.add(seat)
            needed = needed_to_call(table)
            table.announce("day.ready", seat=seat, ready=len(ready), needed=needed)
            if len(ready) >= needed:
                return nominees
            continue
        waiting.append(Question(seat, "day.call", (READY,), "reasoned", occasion=occasion))
        nominate(table, nominees, seat, choice, reason)


def still_offered(table: VillageTable, question: Question) -> Question | None:
    """The question as it can be answered now that somebody has died or fallen asleep; None when it cannot be."""
    if not can_answer(table, question):
        return None
    within_reach = table.able() if question.key == "day.charm" else table.living()
    choices = tuple(choice for choice in question.choices if choice in (READY, None) or choice in within_reach)
    if choices == question.choices:
        return question
    if choices == (None,):
        return None
    return Question(
        question.seat, question.key, choices, question.kind, values=question.values, occasion=question.occasion
    )


def needed_to_call(table: VillageTable) -> int:
    """How many must want to vote: more than half of those able."""
    return len(table.able()) // 2 + 1


def nominate(table: VillageTable, nominees: list[Seat], by: Seat, nominee: Seat, reason: str | None) -> None:
    """Somebody is named; whoever stands already is seconded."""
    if table.player(by).muted:
        reason = None  # a reason would be speech (R0-14)
    table.nominations.append(Nomination(table.night, by, nominee, reason))
    if nominee in nominees:
        table.announce("day.seconded", by=by, nominee=nominee, reason=reason)
    else:
        nominees.append(nominee)
        table.announce("day.nominated", by=by, nominee=nominee, reason=reason)


# -- ballots ----------------------------------------------------------------------------------------------------------


async def ballots(table: VillageTable, day: Day, nominees: list[Seat]) -> Seat | None:
    """Ballot after ballot until somebody burns or the repeats are used up (R0-13)."""
    spoken: set[Seat] = set()
    tired: set[Seat] = set()
    for rerun in range(table.options.reballots_most + 1):
        day.goes_on()
        ballot = Ballot(table.night, rerun, majority(table))
        table.ballots.append(ballot)
        table.phase = "ballot"
        hold = open_ballot if table.options.open_ballot else ballot_in_turn
        await hold(table, day, ballot, nominees, spoken, tired)
        burned = leader(ballot)
        if burned is None:
            burned, nominees = settle(ballot)
        ballot.burned = burned
        again = [] if burned is not None or rerun == table.options.reballots_most else nominees
        announce_count(table, ballot, again)
        if burned is not None or not nominees:
            return burned
    return None


def majority(table: VillageTable) -> int:
    """More than half of the votes there are today (R0-12)."""
    return sum(table.votes().values()) // 2 + 1


def leader(ballot: Ballot) -> Seat | None:
    """Who has the majority, the first in the order of the polls."""
    return next((poll.nominee for poll in ballot.polls if len(poll.votes) >= ballot.majority), None)


def recount(table: VillageTable, ballot: Ballot) -> None:
    """Somebody has fallen asleep, died or lost their vote in the middle of a ballot: they are not in it any more."""
    ballot.majority = majority(table)
    ballot.polls = [poll for poll in ballot.polls if table.player(poll.nominee).alive]
    for poll in ballot.polls:
        poll.votes = [seat for seat in poll.votes if takes_part(table, seat, "day.vote")]


def announce_count(table: VillageTable, ballot: Ballot, again: list[Seat]) -> None:
    """Who voted for whom, for everybody, when a ballot closes; `again` are those who stand on the next one."""
    polls = [[poll.nominee, list(poll.votes)] for poll in ballot.polls]
    ballot.counted = True
    table.announce(
        "day.counted", rerun=ballot.rerun, majority=ballot.majority, polls=polls, burned=ballot.burned, again=again
    )


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
    if ballot.rerun and len(counts) == 2:
        return leaders[0], []
    second = max(count for count in counts.values() if count < highest)
    return None, [nominee for nominee, count in counts.items() if count >= second]


async def ballot_in_turn(
    table: VillageTable, day: Day, ballot: Ballot, nominees: list[Seat], spoken: set[Seat], tired: set[Seat]
) -> None:
    """The nominees are polled in the order of nomination; each vote is used once; a majority burns at once (R0-12)."""
    for nominee in nominees:
        if not table.player(nominee).alive:
            continue
        day.goes_on()
        poll = poll_of(ballot, nominee)
        ballot.polls.remove(poll)
        ballot.polls.append(poll)  # the last one is the one that is open
        table.announce("day.poll", nominee=nominee, rerun=ballot.rerun, majority=ballot.majority)
        occasion = f"poll.{ballot.day}.{ballot.rerun}.{nominee}"
        questions = [
            Question(seat, "day.vote", (BURN, SPARE), occasion=occasion + ".second" * second)
            for seat, left in unused(table, ballot).items()
            for second in range(left)
        ]
        questions += last_words(table, nominee, spoken)
        await count_votes(table, day, ballot, poll, questions)
        if leader(ballot) is not None:
            await smooth_talk(table, day, ballot, nominees, tired)
            if leader(ballot) is not None:
                return
    await smooth_talk(table, day, ballot, nominees, tired)


def unused(table: VillageTable, ballot: Ballot) -> dict[Seat, int]:
    """The votes that have not been cast on this ballot yet."""
    cast = Counter(seat for poll in ballot.polls for seat in poll.votes)
    return {seat: votes - cast[seat] for seat, votes in table.votes().items() if votes > cast[seat]}


async def count_votes(table: VillageTable, day: Day, ballot: Ballot, poll: Poll, questions: list[Question]) -> None:
    """Until everybody has answered, time is up, or the majority is reached; but never before the last words.

    Once the majority is reached the end of the day saves nobody: only the last words are waited for. Should it be lost
    again meanwhile, because a voter dies or falls asleep, the vote goes on.
    """
    closing = timer("clock.vote", table.options.vote_seconds)
    waiting = [*questions, closing]
    while True:
        decided = leader(ballot) is not None
        asked = [question for question in waiting if question.key == "day.last_words"] if decided else waiting
        if all(question is closing for question in asked):
            return
        question, value = await day.first_of(asked, may_end=not decided)
        if question is None:
            recount(table, ballot)
            if poll not in ballot.polls:  # the nominee is dead
                return
            waiting = [other for other in waiting if can_answer(table, other)]
        elif question is closing:
            waiting = [other for other in waiting if other.key == "day.last_words"]
        elif question is not day.warning:
            waiting.remove(question)
            if question.key == "day.last_words":
                say_last_words(table, question.seat, value)
            elif value == BURN:
                poll.votes.append(question.seat)


async def open_ballot(
    table: VillageTable, day: Day, ballot: Ballot, nominees: list[Seat], spoken: set[Seat], tired: set[Seat]
) -> None:
    """All nominees on one ballot; votes are seen as they fall and may be moved until it closes."""
    nominees = [nominee for nominee in nominees if table.player(nominee).alive]
    ballot.polls.extend(Poll(nominee) for nominee in nominees)
    table.announce("day.open_ballot", nominees=nominees, rerun=ballot.rerun, majority=ballot.majority)
    hands = [Hand(ballot, seat, second) for seat, votes in table.votes().items() for second in range(votes)]
    words = [question for nominee in nominees for question in last_words(table, nominee, spoken)]
    closing = timer("clock.vote", table.options.vote_seconds * max(1, len(nominees)))
    is_time = True
    while True:
        decided = leader(ballot) is not None
        is_open = is_time and not decided and any(hand.changes == 0 for hand in hands)
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
    await smooth_talk(table, day, ballot, nominees, tired)


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
        """Ask for the vote, unless it is asked for already with the same choices. Whoever pointed at somebody who is
        dead has not voted yet."""
        if self._pointed is not None and self._pointed not in self._ballot.polls:
            self._pointed = None
            self.changes = 0
        choices = (*nominees, None)
        if self.changes >= CHANGES_MOST:
            self.question = None
        elif self.question is None or self.question.choices != choices:
            self.question = Question(self.seat, "day.ballot", choices, occasion=self._occasion)

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


def last_words(table: VillageTable, nominee: Seat, spoken: set[Seat]) -> list[Question]:
    """The chance to speak before the vote completes, once a day; who has no voice has no last words (S0-21)."""
    player = table.player(nominee)
    seconds = table.options.last_words_seconds
    if nominee in spoken or player.muted or not player.is_able or not seconds:
        return []
    spoken.add(nominee)
    return [
        Question(nominee, "day.last_words", kind="text", within=seconds, values=PHRASES, occasion=f"words.{nominee}")
    ]


def say_last_words(table: VillageTable, seat: Seat, words: str | None) -> None:
    if words:
        table.last_words.append(LastWords(table.night, seat, words))
        table.announce("day.last_words", seat=seat, words=words)


# -- the stake --------------------------------------------------------------------------------------------------------


async def burn(table: VillageTable, seat: Seat) -> None:
    """The village burns somebody; his card is shown, and others may follow him (S0-5, R0-9)."""
    bury(table, seat, "burned", reveal=True)
    table.announce("day.burned", seat=seat, role=shown_role(table, seat))
    await aftermath(table, seat)


async def aftermath(table: VillageTable, dead: Seat) -> None:
    """Hearts that break with this death, and whom the dead still take along, to the fixed point (R0-9, R0-10)."""
    fallen = [dead]
    while fallen:
        seat = fallen.pop(0)
        for other, end in list(hearts.tied_to(table, seat)):
            if table.player(other).alive:
                bury(table, other, end, reveal=True)
                table.announce(f"day.{end}", seat=other, role=shown_role(table, other))
                fallen.append(other)
        last_act = ROLES[table.player(seat).role].last_act
        if last_act is not None:
            fallen += await last_act.by_day(table, seat)
