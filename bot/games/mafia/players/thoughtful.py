"""A guest of the club with their wits about them: reads nominations, votes and deaths, and uses their card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from bot.engine.questions import Choice, Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.hidden_roles.talkers import any_of
from bot.games.mafia.cards import RED
from bot.games.mafia.players.situation import NEAR, NOMINATE_FROM, Situation
from bot.games.mafia.players.speaking import accused_today, has_found, words
from bot.games.mafia.players.suspicion import ACCUSED, KNOWN
from bot.games.mafia.values import NO, PASS, YES
from bot.games.mafia.views import MafiaView
from bot.games.random_player import RandomPlayer

HURRY_FROM = 1.0
"""The least score for which a vote is worth a day on which there need not be one."""
ALL_LEAVE_FROM = 2.0
"""Among the tied there has to be so suspicious a one, or a red does not let all of them go."""
BETRAY_FROM = 3.0
"""The score from which a mate is beyond help, and the others of the team vote with the table."""
STANDS_OUT = 4.0
"""From so much of a threat on, somebody is likely to be the victim of the night."""


class MafiaPlayer:
    """Plays any card, by nothing but what its seat sees."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._guess = RandomPlayer(rng)

    def answer(self, question: Question, look: Look) -> Value:
        is_clear = question.key not in WAYS or len(question.choices) == 1
        if question.says is None and is_clear:
            return self._clear(question, look)
        now = self._sees(look)
        said = self._says(question, now) if question.says is not None else None
        if said is not None:
            return said
        return self._clear(question, look) if is_clear else self._does(question, now)

    def _clear(self, question: Question, look: Look) -> Value:
        """The answer where there is nothing to think about."""
        return question.choices[0] if question.key in WAYS else self._guess.answer(question, look)

    def _does(self, question: Question, now: Situation) -> Value:
        return WAYS[question.key](self, question, now)

    def _says(self, question: Question, now: Situation) -> str | None:
        """What this player says now, before it does anything; None for nothing more."""
        return words(self._rng, question, now)

    def _sees(self, look: Look) -> Situation:
        """What this player makes of what its seat sees."""
        return Situation(cast(MafiaView, look()))

    # -- the day ----------------------------------------------------------------------------------------------------

    def _speak(self, question: Question, now: Situation) -> Value:
        """To name somebody without a word is to say that one knows something; see the head of `suspicion`."""
        free = [seat for seat in question.choices if seat not in (PASS, now.me, *now.team)]
        if not free:
            return PASS
        accused = accused_today(now)
        worst = accused if accused in free and accused is not None else now.worst(free)
        if has_found(now, worst):
            return worst
        if now.side == RED and now.scores[worst] >= NOMINATE_FROM and now.scores[worst] > now.highest - NEAR:
            return worst
        if now.me not in now.late or len(now.nominees) > 1:
            return PASS
        if not now.nominees and now.can_wait and now.scores[worst] < HURRY_FROM:
            return PASS
        return worst if now.view.day > 1 or accused in free else any_of(self._rng, free)

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
        """Where the Don points, or else another mate; the own choice stands once it is made. Whoever has had to leave
        the table since is no victim any more."""
        picks = {seat: victim for seat, victim in now.view.picks.items() if victim in question.choices}
        if now.view.role != "don":
            for mate in (now.don, *sorted(picks)):
                if mate in picks and mate != now.me:
                    return picks[mate]
        if now.me in picks:
            return picks[now.me]
        targets = [seat for seat in question.choices if seat not in now.team]
        return now.most(self._rng, targets or question.choices, now.threat)

    def _search(self, question: Question, now: Situation) -> Value:
        seats = _seats(question.choices)
        unknown = [seat for seat in seats if seat not in now.pointless]
        return now.most(self._rng, unknown or seats, now.threat)

    def _maniac(self, question: Question, now: Situation) -> Value:
        return now.most(self._rng, _seats(question.choices), now.threat)

    # -- the reds' nights -------------------------------------------------------------------------------------------

    def _investigate(self, question: Question, now: Situation) -> Value:
        unknown = [seat for seat in _seats(question.choices) if abs(now.scores[seat]) < KNOWN]
        return now.most(self._rng, unknown, now.scores.__getitem__) if unknown else None

    def _doctor(self, question: Question, now: Situation) -> Value:
        """The player who stands out as a victim, else the one player who is certainly red."""
        others = [seat for seat in _seats(question.choices) if seat != now.me]
        threatened = [seat for seat in others if now.threat(seat) >= STANDS_OUT]
        if not threatened and now.me in question.choices:
            return now.me
        return now.most(self._rng, threatened or others, now.threat) if others else None

    def _lover(self, question: Question, now: Situation) -> Value:
        """Her own alibi, when she may; else somebody dubious, but not whom the table is about to vote out."""
        if now.me in question.choices:
            return now.me
        most = min(ACCUSED, now.highest - NEAR)
        dubious = [seat for seat in _seats(question.choices) if HURRY_FROM < now.scores[seat] < most]
        return any_of(self._rng, dubious) if dubious else None

    def _suspect(self, question: Question, now: Situation) -> Value:
        others = [seat for seat in _seats(question.choices) if seat not in now.team]
        return now.most(self._rng, others, now.scores.__getitem__) if others else None


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
