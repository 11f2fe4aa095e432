"""A guest of the club who thinks in worlds: who can be what, after all that was said and done."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import cast

from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.mafia.cards import RED
from bot.games.mafia.players.situation import Situation
from bot.games.mafia.players.speaking import accused_today, has_found
from bot.games.mafia.players.thoughtful import MafiaPlayer
from bot.games.mafia.players.worlds import Worlds
from bot.games.mafia.values import NO, PASS, YES
from bot.games.mafia.views import MafiaView

HURRY_FROM = 0.5
"""So black has somebody to be for a vote on a day on which there need not be one."""
BETTER = 0.1
"""So much blacker than those who stand has somebody to be to be named besides."""
ALL_LEAVE_FROM = 0.4
"""So black have the tied to be on average, or a red does not let all of them go."""


class StrongMafiaPlayer(MafiaPlayer):
    """A red card sees to it that there is a vote, and votes for whoever is most likely black."""

    def _does(self, question: Question, now: Situation) -> Value:
        way = RED_WAYS.get(question.key)
        if way is None or not isinstance(now, StrongSituation) or now.side != RED:
            return super()._does(question, now)
        return way(self, question, now)

    def _sees(self, look: Look) -> StrongSituation:
        return StrongSituation(cast(MafiaView, look()))

    def _names(self, question: Question, now: StrongSituation) -> Value:
        """Two have to stand, or nobody leaves: whoever sees that only one does names the next."""
        free = [seat for seat in question.choices if seat not in (PASS, now.me)]
        if not free:
            return PASS
        worst = max(free, key=lambda seat: (round(now.black[seat], 2), seat == accused_today(now), -seat))
        if has_found(now, worst):
            return worst
        if now.can_wait and max(now.black[seat] for seat in (*free, *now.nominees)) < HURRY_FROM:
            return PASS
        standing = max((now.black[seat] for seat in now.nominees), default=0.0)
        return worst if len(now.nominees) < 2 or now.black[worst] > standing + BETTER else PASS

    def _raises(self, question: Question, now: StrongSituation) -> Value:
        standing = [seat for seat in now.standing if seat != now.me]
        worst = max(standing, key=lambda seat: (round(now.black[seat], 2), -standing.index(seat)))
        return YES if (question.values or {})["nominee"] == worst else NO

    def _lets_all_go(self, question: Question, now: StrongSituation) -> Value:
        tied: list[Seat] = (question.values or {})["tied"]
        if now.me in tied:
            return NO
        return YES if sum(now.black[seat] for seat in tied) / len(tied) >= ALL_LEAVE_FROM else NO


class StrongSituation(Situation):
    """A red card judges by the worlds that it knows of, a black one by those that everybody knows of."""

    def __init__(self, view: MafiaView) -> None:
        super().__init__(view)
        self._worlds = Worlds(view, public=view.side != RED)
        self.scores = self._worlds.scores()

    @cached_property
    def black(self) -> dict[Seat, float]:
        """How likely each player is black, from 0 to 1."""
        return self._worlds.black


RED_WAYS: dict[str, Callable[[StrongMafiaPlayer, Question, StrongSituation], Value]] = {
    "speech.floor": StrongMafiaPlayer._names,
    "vote.hand": StrongMafiaPlayer._raises,
    "vote.all": StrongMafiaPlayer._lets_all_go,
}
"""What a red card does otherwise than a normal player."""
