"""A guest of the club who thinks in worlds: who can be what, after all that was said and done.

A red card sees to it that there is a vote, and votes for whoever is most likely black. A black card does what a red one
in its place would do, as long as that does not cost one of its own more than it brings. The Maniac has no mates, and
needs the vote as the reds do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.mafia.cards import RED
from bot.games.mafia.players.finding import findings
from bot.games.mafia.players.situation import Situation
from bot.games.mafia.players.speaking import accused_today, has_found, words
from bot.games.mafia.players.thoughtful import MafiaPlayer
from bot.games.mafia.players.weighing import StrongSituation
from bot.games.mafia.values import NO, PASS, YES
from bot.games.mafia.views import MafiaView

HURRY_FROM = 0.5
"""So black has somebody to be for a vote on a day on which there need not be one."""
BETTER = 0.1
"""So much blacker than those who stand has somebody to be to be named besides."""
ALL_LEAVE_FROM = 0.4
"""So black have the tied to be on average, or a red does not let all of them go."""


class StrongMafiaPlayer(MafiaPlayer):
    """Plays any card, by what can be true."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._before: StrongSituation | None = None

    def _does(self, question: Question, now: Situation) -> Value:
        way = STRONG_WAYS.get(question.key)
        if way is None or not isinstance(now, StrongSituation):
            return super()._does(question, now)
        return way(self, question, now)

    def _sees(self, look: Look) -> StrongSituation:
        self._before = StrongSituation(cast(MafiaView, look()), self._before)
        return self._before

    def _says(self, question: Question, now: Situation) -> str | None:
        assert isinstance(now, StrongSituation)
        return words(self._rng, question, now, findings)

    def _names(self, question: Question, now: StrongSituation) -> Value:
        """Two have to stand, or nobody leaves: whoever sees that only one does names the next. A black card names whom
        a red one in its place would, where people name somebody, and unless that is a mate: to name nobody would tell
        as much. Where people look at one thing only when they vote, it names each day whom they would vote for, and is
        no easy prey itself."""
        free = [seat for seat in question.choices if seat not in (PASS, now.me)]
        if not free:
            return PASS
        found = next((seat for seat in free if has_found(now, seat)), None)
        if found is not None:
            return found
        easiest = now.easiest([seat for seat in free if seat not in now.team]) if now.side != RED else None
        if easiest is not None:
            return easiest
        named = wants_named(now, free)
        if named in now.team or not now.names_like_red:
            named = wants_named_by_black(now, free)
        return PASS if named is None else named

    def _raises(self, question: Question, now: StrongSituation) -> Value:
        return YES if (question.values or {})["nominee"] == wants_out(now) else NO

    def _lets_all_go(self, question: Question, now: StrongSituation) -> Value:
        tied: list[Seat] = (question.values or {})["tied"]
        if now.me in tied:
            return NO
        if now.side != RED:
            return YES if not any(seat in now.team for seat in tied) else NO
        return YES if sum(now.black[seat] for seat in tied) / len(tied) >= ALL_LEAVE_FROM else NO

    def _investigate(self, question: Question, now: Situation) -> Value:
        """The blackest of whom nothing is known yet: a worth that is no certainty does not tell who was found out."""
        known = (*now.found_black, *now.found_red)
        unknown = [seat for seat in question.choices if seat is not None and seat not in known]
        return now.most(self._rng, unknown, now.scores.__getitem__) if unknown else None

    def _kills_alone(self, question: Question, now: StrongSituation) -> Value:
        """Not the most dangerous, whom the Mafia is likely to kill or the Doctor to heal, but the next: the more people
        leave, the fewer votes the Maniac has to outlive. Where the Mafia is seen to be gone, the most dangerous: nobody
        else kills them. Chance decides between equals."""
        seats = [seat for seat in question.choices if seat is not None]
        fear = {seat: (round(now.threat(seat), 1), self._rng.random()) for seat in seats}
        most_feared_first = sorted(seats, key=fear.__getitem__, reverse=True)
        return most_feared_first[:2][-1] if now.mafia_may_live else most_feared_first[0]


def wants_named(now: StrongSituation, free: Sequence[Seat]) -> Seat | None:
    """Whom of these a red card in this place names."""
    worst = worst_of(now, free)
    if now.can_wait and max(now.black[seat] for seat in (*free, *now.nominees)) < HURRY_FROM:
        return None
    standing = max((now.blame[seat] for seat in now.nominees), default=0.0)
    return worst if len(now.nominees) < now.needed or now.blame[worst] > standing + BETTER else None


def worst_of(now: StrongSituation, free: Sequence[Seat]) -> Seat:
    """Whom of these a red card blames most, or whom this player has spoken against today, if that is hardly less:
    whoever speaks against one and names another seems to know something of the second."""
    worst = max(free, key=lambda seat: (round(now.blame[seat], 2), -seat))
    accused = accused_today(now)
    if accused is None or accused not in free:
        return worst
    return accused if now.blame[accused] > now.blame[worst] - BETTER else worst


def wants_named_by_black(now: StrongSituation, free: Sequence[Seat]) -> Seat | None:
    """Whom a black card names where a red one would draw every eye, or would name a mate: it leaves the vote to others,
    and sees to it at the end that a red card stands as well. Where all name somebody, it does too."""
    prey = [seat for seat in free if seat not in now.team]
    if prey and now.is_named_always:
        return accused_or_blackest(now, prey)
    if not prey or len(now.nominees) > 1:
        return None
    endangered = any(seat in now.team or seat == now.me for seat in now.nominees)
    late = now.me in now.late or (now.view.lone_leaves and endangered)
    if not late or (not now.nominees and (now.can_wait or not now.names_somebody)):
        return None
    if endangered and now.needed > 1 and now.late[-1] == now.me:
        return None
    return accused_or_blackest(now, prey)


def accused_or_blackest(now: StrongSituation, prey: Sequence[Seat]) -> Seat:
    """Whom this player has spoken against today, or else who is blackest in the eyes of all."""
    accused = accused_today(now)
    return accused if accused is not None and accused in prey else foremost(prey, now.public.black)


def wants_out(now: StrongSituation) -> Seat:
    """Whom of those who stand this player votes for: a red one for the blackest, but rather not for who may be the
    Sheriff; a black one with the table, and for a mate only who cannot be saved. Where people weigh what speaks against
    somebody, they see whom it spares: there it votes as a red card in its place would, and for another than a mate only
    where that one need not leave."""
    standing = [seat for seat in now.standing if seat != now.me]
    prey = [seat for seat in standing if seat not in now.team]
    if now.side != RED and not now.table_weighs:
        mates = [seat for seat in standing if seat in now.team]
        lost = [mate for mate in mates if not prey or now.is_lost(mate, prey, even_with=len(now.mates) + 1)]
        return foremost(lost or prey, now.expected)
    worst = foremost(standing, now.blame)
    if now.side == RED or worst not in now.team or not prey or now.is_lost(worst, prey):
        return worst
    return foremost(prey, now.expected)


def foremost(seats: Sequence[Seat], worth: dict[Seat, float]) -> Seat:
    """The one of whom this is most, the first of them among equals."""
    return max(seats, key=lambda seat: (round(worth[seat], 2), -seats.index(seat)))


STRONG_WAYS: dict[str, Callable[[StrongMafiaPlayer, Question, StrongSituation], Value]] = {
    "speech.floor": StrongMafiaPlayer._names,
    "vote.hand": StrongMafiaPlayer._raises,
    "vote.all": StrongMafiaPlayer._lets_all_go,
    "night.investigate": StrongMafiaPlayer._investigate,
    "night.maniac": StrongMafiaPlayer._kills_alone,
}
"""What a strong player does otherwise than a normal one."""
