"""A duelist who knows what a right guess is worth while the other can still flee, and keeps the own ways to flee."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Look
from bot.games.name_duel.events import Event
from bot.games.name_duel.notebook import bare_after, belief_after, in_hand
from bot.games.name_duel.players.thoughtful import GUESSES, STIRS, NameDuelPlayer, Situation
from bot.games.name_duel.views import NameDuelView

GUARDS = frozenset(STIRS)
"""The cards with which a duelist flees from a right guess."""
BURNT = 0.15
"""What it is worth that the other has one way less to flee."""
KEPT = {
    "bootstrap": 0.2,
    "drum_drum": 0.02,
    "flippy": 0.21,
    "hobyah": -0.3,
    "noggin": 0.03,
    "rumpelstiltskin": 0.2,
    "shenanigan": 0.04,
    "tim_tit_tot": 0.4,
    "whuppity_stoorie": 0.2,
    "yallery_brown": -0.3,
}
"""What a card in hand is worth for later turns. A way to flee takes no turn as a reaction, so it is wasted on a turn; a
guess is worth more the fewer names are left and the fewer ways to flee, so the best ones come last, and first whatever
cannot win."""
CARD = 0.03
"""What it is worth that the other has one card less."""


class StrongNameDuelPlayer(NameDuelPlayer):
    """Guesses where the other cannot flee, and flees only when it has to."""

    keep = KEPT

    def answer(self, question: Question, look: Look) -> Value:
        way = STRONG_WAYS.get(question.key)
        return super().answer(question, look) if way is None else way(self, question, self._sees(look))

    def _sees(self, look: Look) -> StrongSituation:
        return StrongSituation(cast(NameDuelView, look()))

    def _chance(self, name: str, now: Situation) -> float:
        """What this card is worth on this turn, as a chance to win."""
        if name not in GUESSES or not isinstance(now, StrongSituation):
            return 0.0
        if name == "noggin":
            return self._chance_when_shown(now, self._shown_hand)
        if name == "shenanigan":
            return self._chance_when_shown(now, self._shown_top)
        worths = sorted(now.blows(name).values(), reverse=True)
        return sum(worths[: 2 if name == "tim_tit_tot" else 1])

    def _name(self, question: Question, now: Situation) -> Value:
        assert isinstance(now, StrongSituation)
        blows = now.blows(str((question.values or {})["card"]))
        return self._best(question.choices, lambda name: blows.get(name, -1.0))

    def _flees(self, question: Question, now: Situation) -> Value:
        """Only from a right guess: each way to flee is worth more than the doubt that a feint sows."""
        values = question.values or {}
        guess = str(values["guess"])
        ways = [choice for choice in question.choices if choice is not None]
        if guess != str(values["bottom"]) or not ways:
            return None
        prospects = {way: now.prospect(way, guess) for way in ways}
        best = self._best(ways, lambda way: prospects[way] - self.keep[way.partition(".")[0]])
        return best if prospects[best] > 0 else None


class StrongSituation(Situation):
    """Both notebooks, and what they say of ways to flee."""

    def blows(self, card: str, *events: Event) -> dict[str, float]:
        """What a guess at each name is worth with this card: a win where the other cannot flee, else a burnt card."""
        bare = self.bare(*events)
        found = {
            name: bare.get(name, 0.0) + BURNT * (share - bare.get(name, 0.0))
            for name, share in belief_after(self.view, self.other, *events).items()
        }
        if card == "drum_drum" and not events:
            for name, share in in_hand(self.view, self.other).items():
                found[name] = found.get(name, 0.0) + share * (BURNT if name in GUARDS else CARD)
        return found

    def bare(self, *events: Event) -> dict[str, float]:
        """How likely each name is the other's while nothing can save it."""
        return bare_after(self.view, self.other, GUARDS, *events)

    def attack(self, *events: Event) -> float:
        return max(self.blows("", *events).values(), default=0.0)


STRONG_WAYS: dict[str, Callable[[StrongNameDuelPlayer, Question, Situation], Value]] = {
    "duel.play": StrongNameDuelPlayer._play,
    "duel.guess": StrongNameDuelPlayer._name,
    "duel.react": StrongNameDuelPlayer._flees,
}
"""What this duelist does otherwise."""
