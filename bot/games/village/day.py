"""The day: talk, nominations, ballots and a burning (S0-21, S0-22, R0-12, R0-13)."""

from __future__ import annotations

from bot.engine.questions import Question, Seat, ask_all, first_of, timer
from bot.games.village.claims import INTRODUCTIONS, PHRASES
from bot.games.village.death import bury, judge, power_fails, shown_role
from bot.games.village.roles import huntsman
from bot.games.village.table import Ballot, LastWords, Nomination, Poll, VillageTable

READY = "ready"
BURN = "burn"
SPARE = "spare"
CHANGES_MOST = 5
"""How often one voter may move a vote on an open ballot."""


class Nightfall(Exception):
    """The day clock has run out: nobody burns today (S0-22)."""


class DayClock:
    """The one clock of the day, and the warning before it runs out. `running` stands among whatever is asked by day."""

    def __init__(self, table: VillageTable) -> None:
        options = table.options
        self._warning = timer("clock.warning", options.day_seconds - options.warning_seconds)
        self._end = timer("clock.day", options.day_seconds)
        self._table = table
        self.running = [self._warning, self._end]

    def strikes(self, answered: Question) -> bool:
        """Whether this was the warning, which is then given. Raises Nightfall when the day is over."""
        if answered is self._end:
            raise Nightfall
        if answered is not self._warning:
            return False
        self.running.remove(self._warning)
        self._table.announce("day.warning", seconds=self._table.options.warning_seconds)
        return True


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
    clock = DayClock(table)
    burned: Seat | None = None
    try:
        nominees = await talk(table, clock)
        if nominees:
            burned = await ballots(table, clock, nominees)
        else:
            table.announce("day.no_nominee")
    except Nightfall:
        if table.ballots and not table.ballots[-1].counted:
            announce_count(table, table.ballots[-1], [])
        table.announce("day.time_is_up")
    if burned is None:
        return False
    await burn(table, burned)
    return judge(table)


# -- talk and nominations ---------------------------------------------------------------------------------------------


async def talk(table: VillageTable, clock: DayClock) -> list[Seat]:
    """Free talk. Anyone able may nominate once, with a reason; more than half of them call the vote.

    The vote also opens by itself when the warning sounds and somebody has been nominated.
    """
    able = table.able()
    occasion = f"call.{table.night}"
    choices = (*table.living(), READY)
    calls = [Question(seat, "day.call", choices, "reasoned", values=PHRASES, occasion=occasion) for seat in able]
    waiting = [*calls, *clock.running]
    nominees: list[Seat] = []
    ready = 0
    while True:
        question, value = await first_of(waiting)
        if clock.strikes(question):
            waiting.remove(question)
            if nominees:
                return nominees
            continue
        seat, (choice, reason) = question.seat, value
        if choice == READY:
            ready += 1
            table.announce("day.ready", seat=seat, ready=ready, needed=len(able) // 2 + 1)
            if ready > len(able) // 2:
                return nominees
            waiting.remove(question)
            continue
        waiting[waiting.index(question)] = Question(seat, "day.call", (READY,), "reasoned", occasion=occasion)
        nominate(table, nominees, seat, choice, reason)


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


async def ballots(table: VillageTable, clock: DayClock, nominees: list[Seat]) -> Seat | None:
    """Ballot after ballot until somebody burns or the repeats are used up (R0-13)."""
    spoken: set[Seat] = set()
    for rerun in range(table.options.reballots_most + 1):
        voters = table.able()
        ballot = Ballot(table.night, rerun, len(voters) // 2 + 1)
        table.ballots.append(ballot)
        table.phase = "ballot"
        hold = open_ballot if table.options.open_ballot else ballot_in_turn
        burned = await hold(table, clock, ballot, nominees, voters, spoken)
        if burned is None:
            burned, nominees = settle(ballot)
        ballot.burned = burned
        again = [] if burned is not None or rerun == table.options.reballots_most else nominees
        announce_count(table, ballot, again)
        if burned is not None or not nominees:
            return burned
    return None


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
    table: VillageTable, clock: DayClock, ballot: Ballot, nominees: list[Seat], voters: list[Seat], spoken: set[Seat]
) -> Seat | None:
    """The nominees are polled in the order of nomination; each vote is used once; a majority burns at once (R0-12)."""
    unused = list(voters)
    for nominee in nominees:
        poll = Poll(nominee)
        ballot.polls.append(poll)
        table.announce("day.poll", nominee=nominee, rerun=ballot.rerun, majority=ballot.majority)
        occasion = f"poll.{ballot.day}.{ballot.rerun}.{nominee}"
        questions = [Question(seat, "day.vote", (BURN, SPARE), occasion=occasion) for seat in unused]
        questions += last_words(table, nominee, spoken)
        await count_votes(table, clock, ballot, poll, questions)
        unused = [seat for seat in unused if seat not in poll.votes]
        if len(poll.votes) >= ballot.majority:
            return nominee
    return None


async def count_votes(
    table: VillageTable, clock: DayClock, ballot: Ballot, poll: Poll, questions: list[Question]
) -> None:
    """Until everybody has answered, time is up, or the majority is reached; but never before the last words.

    Once the majority is reached the end of the day saves nobody: only the last words are waited for.
    """
    closing = timer("clock.vote", table.options.vote_seconds)
    waiting = [*questions, closing, *clock.running]
    to_come = len(questions)
    while to_come:
        question, value = await first_of(waiting)
        waiting.remove(question)
        if clock.strikes(question):
            continue
        if question.key == "day.last_words":
            say_last_words(table, question.seat, value)
        elif value == BURN:
            poll.votes.append(question.seat)
        to_come -= question is not closing
        decided = len(poll.votes) >= ballot.majority
        if decided or question is closing:
            words = [other for other in waiting if other.key == "day.last_words"]
            waiting = words if decided else [*words, *clock.running]
            to_come = len(words)


async def open_ballot(
    table: VillageTable, clock: DayClock, ballot: Ballot, nominees: list[Seat], voters: list[Seat], spoken: set[Seat]
) -> Seat | None:
    """All nominees on one ballot; votes are seen as they fall and may be moved until it closes."""
    polls = {nominee: Poll(nominee) for nominee in nominees}
    ballot.polls.extend(polls.values())
    table.announce("day.open_ballot", nominees=nominees, rerun=ballot.rerun, majority=ballot.majority)
    occasion = f"ballot.{ballot.day}.{ballot.rerun}"
    choices = (*nominees, None)
    words = [question for nominee in nominees for question in last_words(table, nominee, spoken)]
    votes = {seat: Question(seat, "day.ballot", choices, occasion=occasion) for seat in voters}
    changes = dict.fromkeys(voters, 0)
    closing = timer("clock.vote", table.options.vote_seconds * max(1, len(nominees)))
    waiting_for = set(voters)
    burning: Seat | None = None
    while words or (waiting_for and burning is None):
        still = [*votes.values(), closing] if waiting_for and burning is None else []
        running = clock.running if burning is None else []
        question, value = await first_of([*words, *still, *running])
        if clock.strikes(question):
            continue
        if question is closing:
            waiting_for.clear()
            votes.clear()
            continue
        if question.key == "day.last_words":
            words.remove(question)
            say_last_words(table, question.seat, value)
            continue
        seat = question.seat
        for poll in polls.values():
            if seat in poll.votes:
                poll.votes.remove(seat)
        changes[seat] += 1
        waiting_for.discard(seat)
        del votes[seat]
        if changes[seat] < CHANGES_MOST:
            votes[seat] = Question(seat, "day.ballot", choices, occasion=occasion)
        if value is not None:
            polls[value].votes.append(seat)
            if len(polls[value].votes) >= ballot.majority:
                burning = value
    return burning


def last_words(table: VillageTable, nominee: Seat, spoken: set[Seat]) -> list[Question]:
    """The chance to speak before the vote completes, once a day; who has no voice has no last words (S0-21)."""
    player = table.player(nominee)
    seconds = table.options.last_words_seconds
    if nominee in spoken or player.muted or player.toad or not seconds:
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
    """The village burns somebody; his card is shown, and a Huntsman takes somebody along (S0-5, R0-9)."""
    bury(table, seat, "burned", reveal=True)
    table.announce("day.burned", seat=seat, role=shown_role(table, seat))
    fallen = [seat]
    while fallen:
        shooter = fallen.pop()
        target = await shot_by_day(table, shooter)
        if target is not None:
            bury(table, target, "huntsman", reveal=True)
            table.announce("day.shot", seat=target, role=shown_role(table, target), by=shooter)
            fallen.append(target)


async def shot_by_day(table: VillageTable, seat: Seat) -> Seat | None:
    """A Huntsman who dies by day shoots too, where the table plays it so; no answer is no shot (R0-9)."""
    player = table.player(seat)
    if player.role != "huntsman" or player.spent or not table.options.huntsman_any_death:
        return None
    question = huntsman.last_shot(table, seat, within=table.options.huntsman_seconds)
    target: Seat | None = (await first_of((question,)))[1]
    if target is not None and power_fails(table, seat):
        table.learn(seat, "power.cancelled", role=player.role)
        return None
    return target
