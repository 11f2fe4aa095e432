"""A guest of the club with their wits about them: reads nominations, votes and deaths, and uses their card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from bot.engine.questions import Choice, Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.mafia.cards import MAFIA, MANIAC, RED
from bot.games.mafia.players.suspicion import ACCUSED, KNOWN, Evidence, last_speakers
from bot.games.mafia.values import NO, PASS, YES
from bot.games.mafia.views import MafiaView
from bot.games.random_player import RandomPlayer

NOMINATE_FROM = 2.0
"""The least score at which a red names somebody on their own account."""
HURRY_FROM = 1.0
"""The least score for which a vote is worth a day on which there need not be one."""
ALL_LEAVE_FROM = 2.0
"""Among the tied there has to be so suspicious a one, or a red does not let all of them go."""
BLUFF = 0.15
"""How often the Mafia accuses somebody as if it were the Sheriff, when nobody stands yet."""
BETRAY_FROM = 3.0
"""The score from which a mate is beyond help, and the others of the team vote with the table."""
STANDS_OUT = 4.0
"""From so much of a threat on, somebody is likely to be the victim of the night."""
NEAR = 0.5
"""Scores that differ by less are taken for the same at night, and chance decides between them."""


class MafiaPlayer:
    """Plays any card, by nothing but what its seat sees."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._guess = RandomPlayer(rng)

    def answer(self, question: Question, look: Look) -> Value:
        way = WAYS.get(question.key)
        if way is None:
            return self._guess.answer(question, look)
        if len(question.choices) == 1:
            return question.choices[0]
        return way(self, question, Situation(cast(MafiaView, look())))

    def _any_of(self, seats: Sequence[Seat]) -> Seat:
        return seats[int(self._rng.random() * len(seats))]

    def _most(self, seats: Sequence[Seat], worth: Callable[[Seat], float]) -> Seat:
        """The seat that is worth most, any one of those that are as good: nobody can count on it."""
        worths = {seat: worth(seat) for seat in seats}
        most = max(worths.values())
        return self._any_of([seat for seat in seats if worths[seat] > most - NEAR])

    # -- the day ----------------------------------------------------------------------------------------------------

    def _speak(self, question: Question, now: Situation) -> Value:
        """To name somebody is to say that one knows something; see the head of `mafia_suspicion`."""
        free = [seat for seat in question.choices if seat not in (PASS, now.me, *now.team)]
        if not free:
            return PASS
        worst = now.worst(free)
        if now.side == RED and now.scores[worst] >= NOMINATE_FROM and now.scores[worst] > now.highest - NEAR:
            return worst
        if now.side == MAFIA and self._bluffs(now):
            return self._any_of(free)
        if now.me not in now.late or len(now.nominees) > 1:
            return PASS
        if not now.nominees and now.can_wait and now.scores[worst] < HURRY_FROM:
            return PASS
        return worst if now.view.day > 1 else self._any_of(free)

    def _bluffs(self, now: Situation) -> bool:
        """Not with the last of the team, and not where nobody would take it for knowledge."""
        heard = now.view.day > 1 and not now.nominees and now.me not in now.late
        return heard and len(now.mates) > 0 and self._rng.random() < BLUFF

    def _vote(self, question: Question, now: Situation) -> Value:
        """A player who raises no hand votes for the last who stands; so there is no question about that one."""
        return YES if (question.values or {})["nominee"] == self._choice(now) else NO

    def _choice(self, now: Situation) -> Seat:
        """Whom of those who stand to vote for."""
        others = [seat for seat in now.standing if seat != now.me]
        favourite = now.favourite(others)
        prey = [seat for seat in others if seat not in now.team]
        if favourite not in now.team or not prey:
            return favourite
        outvoted = 2 * (len(now.mates) + 1) + 1 < len(now.others)
        lost = now.scores[favourite] >= BETRAY_FROM and now.scores[favourite] > now.scores[now.favourite(prey)]
        return favourite if outvoted and lost else now.favourite(prey)

    def _vote_all(self, question: Question, now: Situation) -> Value:
        tied = (question.values or {})["tied"]
        if any(seat == now.me or seat in now.team for seat in tied):
            return NO
        if now.side != RED:
            return YES
        return YES if max(now.scores[seat] for seat in tied) >= ALL_LEAVE_FROM else NO

    # -- the blacks' nights -----------------------------------------------------------------------------------------

    def _victim(self, question: Question, now: Situation) -> Value:
        """Where the Don points, or else another mate; the own choice stands once it is made."""
        picks = now.view.picks
        if now.view.role != "don":
            for mate in (now.don, *sorted(picks)):
                if mate in picks and mate != now.me:
                    return picks[mate]
        if now.me in picks:
            return picks[now.me]
        targets = [seat for seat in question.choices if seat not in now.team]
        return self._most(targets or question.choices, now.threat)

    def _search(self, question: Question, now: Situation) -> Value:
        """The players who may be the Sheriff, are not known not to be, and are not going to die anyway."""
        pointless = {*now.team, *now.searched, now.view.picks.get(now.me)}
        seats = _seats(question.choices)
        unknown = [seat for seat in seats if seat not in pointless]
        return self._most(unknown or seats, now.threat)

    def _maniac(self, question: Question, now: Situation) -> Value:
        return self._most(_seats(question.choices), now.threat)

    # -- the reds' nights -------------------------------------------------------------------------------------------

    def _investigate(self, question: Question, now: Situation) -> Value:
        unknown = [seat for seat in _seats(question.choices) if abs(now.scores[seat]) < KNOWN]
        return self._most(unknown, now.scores.__getitem__) if unknown else None

    def _doctor(self, question: Question, now: Situation) -> Value:
        """The player who stands out as a victim, else the one player who is certainly red."""
        others = [seat for seat in _seats(question.choices) if seat != now.me]
        threatened = [seat for seat in others if now.threat(seat) >= STANDS_OUT]
        if not threatened and now.me in question.choices:
            return now.me
        return self._most(threatened or others, now.threat) if others else None

    def _lover(self, question: Question, now: Situation) -> Value:
        """Her own alibi, when she may; else somebody dubious, but not whom the table is about to vote out."""
        if now.me in question.choices:
            return now.me
        most = min(ACCUSED, now.highest - NEAR)
        dubious = [seat for seat in _seats(question.choices) if HURRY_FROM < now.scores[seat] < most]
        return self._any_of(dubious) if dubious else None

    def _suspect(self, question: Question, now: Situation) -> Value:
        others = [seat for seat in _seats(question.choices) if seat not in now.team]
        return self._most(others, now.scores.__getitem__) if others else None


class Situation:
    """What a player makes of a view: worked out once for each answer.

    Reds judge by all they know. Blacks judge as the table does, since they have to know what it will do.
    """

    def __init__(self, view: MafiaView) -> None:
        self.view = view
        self.me = view.seat
        self.side = view.side
        self.team = view.team
        self.evidence = Evidence(view, public=view.side != RED)
        self.scores = self.evidence.scores
        self.others = [player.seat for player in view.players if player.alive and player.seat != view.seat]
        self.mates = [seat for seat in view.team if seat in self.others]
        self.nominees = [nominee for day, _, nominee in view.nominations if day == view.day]

    @property
    def late(self) -> list[Seat]:
        """The players who see to it today that there is a vote."""
        return last_speakers(self.view)[self.view.day]

    @property
    def can_wait(self) -> bool:
        """With an even number alive a day without a vote costs the reds nothing, and the Sheriff learns on.

        With a Maniac about, two may die each night, and nothing can wait.
        """
        return len(self.others) % 2 == 1 and not self.view.cast.get("maniac")

    @property
    def standing(self) -> tuple[Seat, ...]:
        """The players who stand in this vote, in the order of nomination."""
        return self.view.votes[-1].nominees

    @property
    def highest(self) -> float:
        return max(self.scores[seat] for seat in self.others)

    def worst(self, seats: Sequence[Seat]) -> Seat:
        """The most suspicious, the lowest seat among equals."""
        return max(seats, key=lambda seat: (round(self.scores[seat], 1), -seat))

    def favourite(self, nominees: Sequence[Seat]) -> Seat:
        """Whom the table is most likely to vote out: the most suspicious, the first nominated among equals."""
        return max(nominees, key=lambda seat: (round(self.scores[seat], 1), -nominees.index(seat)))

    @property
    def don(self) -> Seat:
        """The team's living Don; 0 when there is none."""
        return next((seat for seat in self.mates if self.view.player(seat).role == "don"), 0)

    @property
    def searched(self) -> dict[Seat, bool]:
        """Whether somebody is the Sheriff, as far as the Don has found out."""
        found = [fact.values for fact in self.view.learnt if fact.key == "night.found"]
        return {values["suspect"]: values["sheriff"] for values in found}

    def threat(self, seat: Seat) -> float:
        """How much the blacks have to fear somebody: the Sheriff, who seems to be the Sheriff, who looks innocent."""
        if self.searched.get(seat):
            return 2 * KNOWN
        accused = [said.of for said in self.evidence.accusations if said.by == seat and not said.counter]
        return sum(self._fear(seat, of) for of in accused) - self.scores[seat]

    def _fear(self, accuser: Seat, accused: Seat) -> float:
        if self.side == MAFIA:
            return 5.0 if accused in self.team else 0.0
        if self.side == MANIAC:
            return 6.0 if accused == self.me else 2.0
        return 5.0 if self.scores[accuser] < NOMINATE_FROM else 0.0


def _seats(choices: Sequence[Choice]) -> list[Seat]:
    return [choice for choice in choices if choice is not None]


WAYS: dict[str, Callable[[MafiaPlayer, Question, Situation], Value]] = {
    "speech.floor": MafiaPlayer._speak,
    "vote.hand": MafiaPlayer._vote,
    "vote.all": MafiaPlayer._vote_all,
    "night.victim": MafiaPlayer._victim,
    "night.search": MafiaPlayer._search,
    "night.investigate": MafiaPlayer._investigate,
    "night.maniac": MafiaPlayer._maniac,
    "night.lover": MafiaPlayer._lover,
    "night.doctor": MafiaPlayer._doctor,
    "night.suspect": MafiaPlayer._suspect,
}
"""How each question is answered; what is not named here is answered at random."""
