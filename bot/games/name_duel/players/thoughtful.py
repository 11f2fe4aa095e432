"""A duelist who keeps a notebook: guesses the likeliest name, hides their own, and bluffs now and then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import cast

from bot.engine.questions import Choice, Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.name_duel.cards.noggin import CARDS_SHOWN as CARDS_OF_THE_HAND
from bot.games.name_duel.cards.shenanigan import CARDS_SHOWN as CARDS_OF_THE_DECK
from bot.games.name_duel.cards.yallery_brown import LOOK
from bot.games.name_duel.events import Event
from bot.games.name_duel.notebook import belief_after, events_of, notes_after
from bot.games.name_duel.views import NameDuelView
from bot.games.random_player import RandomPlayer

NEAR = 0.01
"""Chances that differ by less are taken for the same, and chance decides between them."""
FEAR = 0.7
"""What the other's chance to guess my name on the next turn weighs, next to my own chance on this one."""
SHELTERED = 0.3
"""How much of a danger is left while a reaction is in hand."""
HOPE = 0.5
"""What a better chance on my next turn weighs, next to the chance on this one."""
SHARP = 0.7
"""How far the other is expected to guess the likeliest name, rather than each as often as it is likely."""
WORTH_A_BLUFF = 0.2
"""A reaction to a wrong guess pays when it takes so much from the other's chance on the next one."""
EAGER = 0.7
"""How often such a one is played; not always, so that keeping still proves nothing."""
WHIM = 0.1
"""How often a harmless one is played for nothing but the doubt it sows."""
GLIMPSES = 6
"""How many ways in which cards may be shown are thought through."""

KEEP = {
    "bootstrap": 0.05,
    "drum_drum": 0.02,
    "flippy": 0.06,
    "hobyah": 0.0,
    "noggin": 0.03,
    "rumpelstiltskin": 0.04,
    "shenanigan": 0.04,
    "tim_tit_tot": 0.06,
    "whuppity_stoorie": 0.05,
    "yallery_brown": 0.02,
}
"""What a card in hand is worth for later turns, as a chance to win."""

GUESSES = frozenset({"drum_drum", "noggin", "rumpelstiltskin", "shenanigan", "tim_tit_tot"})
STIRS = {"bootstrap": "raised", "flippy": "inverted", "whuppity_stoorie": "shuffled"}
"""What happens to a deck by each card that moves its bottom card."""


class NameDuelPlayer:
    """Plays the name duel by nothing but what its seat sees. `keep`: what each card is worth in its hand."""

    keep: Mapping[str, float] = KEEP

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._any = RandomPlayer(rng)

    def answer(self, question: Question, look: Look) -> Value:
        way = WAYS.get(question.key)
        if way is None:
            return self._any.answer(question, look)
        return way(self, question, self._sees(look))

    def _sees(self, look: Look) -> Situation:
        """What this player makes of what its seat sees."""
        return Situation(cast(NameDuelView, look()))

    def _best(self, choices: Iterable[Choice], worth: Callable[[Choice], float]) -> Choice:
        """The choice that is worth most, any one of those that are as good."""
        worths = [(worth(choice), choice) for choice in choices]
        most = max(value for value, _ in worths)
        best = [choice for value, choice in worths if value > most - NEAR]
        return best[int(self._rng.random() * len(best))]

    # -- the own turn -----------------------------------------------------------------------------------------------

    def _play(self, question: Question, now: Situation) -> Value:
        if len(question.choices) == 1:
            return question.choices[0]
        return self._best(question.choices, lambda name: self._worth(name, now))

    def _worth(self, name: str, now: Situation) -> float:
        """A chance to win on this turn, less what the other may do with the next, less what the card is good for."""
        played = Event(now.me, "played", (name,))
        chance = self._chance(name, now)
        danger = now.danger(played)
        better = 0.0
        if name == "flippy":
            better = HOPE * (now.attack(Event(now.other, "inverted")) - now.attack())
            turned = now.danger(played, Event(now.me, "inverted"))
            if danger - turned > better:
                danger, better = turned, 0.0
        elif name in STIRS:
            danger = now.danger(played, Event(now.me, STIRS[name]))
        elif name == "yallery_brown":
            danger = min(danger, now.danger(played, Event(now.me, "exchanged")))
        left = [held for held in now.view.hand if held != name]
        if any(held in STIRS for held in left):
            danger *= SHELTERED
        if name == "rumpelstiltskin" and now.view.duelist(now.me).discard:
            better += max(self.keep[lying] for lying in now.view.duelist(now.me).discard)
        return chance + better - FEAR * (1 - chance) * danger - self.keep[name]

    def _chance(self, name: str, now: Situation) -> float:
        """How likely this card is to win at once."""
        if name not in GUESSES:
            return 0.0
        if name == "noggin":
            return self._chance_when_shown(now, self._shown_hand)
        if name == "shenanigan":
            return self._chance_when_shown(now, self._shown_top)
        likely = sorted(now.theirs.values(), reverse=True)
        return sum(likely[: 2 if name == "tim_tit_tot" else 1])

    def _chance_when_shown(self, now: Situation, show: Callable[[Situation], Event]) -> float:
        """The mean chance of a guess after cards have been shown: a few of the ways in which they may come."""
        return sum(now.attack(show(now)) for _ in range(GLIMPSES)) / GLIMPSES

    def _shown_hand(self, now: Situation) -> Event:
        _, hand = now.imagine(self._rng)
        shown = self._rng.sample(hand, min(CARDS_OF_THE_HAND, len(hand)))
        return Event(now.other, "hand", tuple(sorted(shown)))

    def _shown_top(self, now: Situation) -> Event:
        deck, _ = now.imagine(self._rng)
        return Event(now.other, "top", tuple(deck[:CARDS_OF_THE_DECK]))

    def _name(self, question: Question, now: Situation) -> Value:
        return self._best(question.choices, lambda name: now.theirs.get(name, -1.0))

    def _flip(self, question: Question, now: Situation) -> Value:
        gain = HOPE * (now.attack(Event(now.other, "inverted")) - now.attack())
        relief = FEAR * (now.danger() - now.danger(Event(now.me, "inverted")))
        return "other" if gain > relief else "own"

    def _peep(self, question: Question, now: Situation) -> Value:
        return "other"

    def _draw(self, question: Question, now: Situation) -> Value:
        return question.most

    def _put_back(self, question: Question, now: Situation) -> Value:
        """The least useful cards, the better one on top."""
        return sorted(question.choices, key=lambda name: self.keep[name])[: question.least]

    def _regain(self, question: Question, now: Situation) -> Value:
        """Always something: who runs out of cards has lost. Shelter first, if there is none in hand."""
        sheltered = any(name in STIRS for name in now.view.hand)
        names = [name for name in question.choices if name is not None]
        return self._best(names, lambda name: self.keep[name] + (0.1 if name in STIRS and not sheltered else 0.0))

    def _look(self, question: Question, now: Situation) -> Value:
        return LOOK

    def _exchange(self, question: Question, now: Situation) -> Value:
        """Leave at the bottom what the other is least likely to guess."""
        bottom = str((question.values or {})["bottom"])
        before, after = now.guesses_at(), now.guesses_at(Event(now.me, "exchanged"))

        def worth(name: str | None) -> float:
            if name is None:
                return -FEAR * before.get(bottom, 0.0)
            return -FEAR * after.get(name, 0.0) + self.keep[bottom] - self.keep[name]

        return self._best(question.choices, worth)

    # -- reactions --------------------------------------------------------------------------------------------------

    def _react(self, question: Question, now: Situation) -> Value:
        """Flee from a right guess; after a wrong one stir the deck if it pays, and else now and then on a whim."""
        values = question.values or {}
        guess, bottom = str(values["guess"]), str(values["bottom"])
        ways = [choice for choice in question.choices if choice is not None]
        if not ways:
            return None
        prospects = {way: now.prospect(way, guess) for way in ways}
        best = self._best(ways, lambda way: prospects[way] - self.keep[_card(way)])
        if guess == bottom:
            return best if prospects[best] > 0 else None
        still = now.prospect(None, guess)
        if prospects[best] - still > WORTH_A_BLUFF:
            return best if self._rng.random() < EAGER else None
        harmless = [way for way in ways if prospects[way] > still - NEAR]
        if harmless and self._rng.random() < WHIM:
            return self._best(harmless, lambda way: 0.0)
        return None


def _card(way: str) -> str:
    """The card of a reaction: `flippy.own` is Flippy."""
    return way.partition(".")[0]


class Situation:
    """What a player makes of a view: both notebooks, and what its own cards add to its own."""

    def __init__(self, view: NameDuelView) -> None:
        self.view = view
        self.me: Seat = view.seat
        self.other: Seat = 3 - view.seat
        self.theirs = belief_after(view, self.other)

    @property
    def known(self) -> tuple[Event, ...]:
        """What only this seat knows, told as if it had been shown to itself: the hand, and now and then the bottom."""
        known = [Event(self.me, "hand", self.view.hand)]
        if self.view.bottom is not None:
            turned = Event(self.me, "inverted")
            known += [turned, Event(self.me, "top", (self.view.bottom,)), turned]
        return tuple(known)

    def attack(self, *events: Event) -> float:
        """How likely the best guess at the other's name is after these events."""
        return max(belief_after(self.view, self.other, *events).values(), default=0.0)

    def guesses_at(self, *events: Event) -> dict[str, float]:
        """How likely the other is to guess each name of mine after these events."""
        public = belief_after(self.view, self.me, *events)
        most = max(public.values(), default=0.0)
        likeliest = [name for name, share in public.items() if share > most - NEAR]
        return {
            name: (1 - SHARP) * share + (SHARP / len(likeliest) if name in likeliest else 0.0)
            for name, share in public.items()
        }

    def danger(self, *events: Event) -> float:
        """How likely the other is to guess my name after these events."""
        guesses = self.guesses_at(*events)
        mine = belief_after(self.view, self.me, *self.known, *events)
        return sum(share * guesses.get(name, 0.0) for name, share in mine.items())

    def prospect(self, way: str | None, guess: str) -> float:
        """How well I stand after this reaction to a guess: the chance to live, now and through the next turn."""
        events: list[Event] = []
        hope = 0.0
        if way is not None:
            card = _card(way)
            events.append(Event(self.me, "played", (card,)))
            if way == "flippy.other":
                hope = HOPE * (self.attack(Event(self.other, "inverted")) - self.attack())
            else:
                events.append(Event(self.me, STIRS[card]))
        hit = belief_after(self.view, self.me, *self.known, *events).get(guess, 0.0)
        if hit > 1 - NEAR:
            return 0.0
        return (1 - hit) * (1 - FEAR * self.danger(*events, Event(self.me, "not_bottom", (guess,)))) + hope

    def imagine(self, rng: Random) -> tuple[list[str], list[str]]:
        """A deck and a hand that the other may have."""
        notes = notes_after(events_of(self.view, self.other))
        (world,) = rng.choices(list(notes.worlds), list(notes.worlds.values()))
        unheard = list(notes.unheard)
        rng.shuffle(unheard)
        deck, hand, _ = world
        filled = [unheard.pop() if card is None else card for card in deck]
        return filled, sorted([*hand, *unheard])


Way = Callable[[NameDuelPlayer, Question, Situation], Value]

WAYS: dict[str, Way] = {
    "duel.play": NameDuelPlayer._play,
    "duel.guess": NameDuelPlayer._name,
    "duel.react": NameDuelPlayer._react,
    "flippy.deck": NameDuelPlayer._flip,
    "shenanigan.deck": NameDuelPlayer._peep,
    "hobyah.draw": NameDuelPlayer._draw,
    "hobyah.top": NameDuelPlayer._put_back,
    "rumpelstiltskin.regain": NameDuelPlayer._regain,
    "yallery_brown.look": NameDuelPlayer._look,
    "yallery_brown.exchange": NameDuelPlayer._exchange,
}
"""How each kind of question is answered. Chance says who begins: among equals it makes no difference."""
