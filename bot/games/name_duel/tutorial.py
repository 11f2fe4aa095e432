"""The duel's tutorial: one game of a few turns, in which what was shown leads to the other's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.engine.questions import Question
from bot.engine.tutorials import LEARNER, SEED, Hint, Tutorial
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.notebook import possible_names
from bot.games.name_duel.views import NameDuelView

GUESSING: Final = ("noggin", "shenanigan", "drum_drum", "tim_tit_tot", "rumpelstiltskin")
"""The cards that end in a guess; those first that show something before."""
CARDS: Final = frozenset(
    {
        "flippy.deck", "hobyah.draw", "hobyah.top", "rumpelstiltskin.regain", "yallery_brown.look",
        "yallery_brown.exchange",
    }
)  # fmt: skip
"""What single cards ask, and where an answer needs no more than a word about the card."""


def hint(question: Question, view: NameDuelView) -> Hint | None:
    """What matters when the duel asks this."""
    made = HINTS.get(question.key)
    if made is not None:
        return made(question, view)
    return Hint(question.key) if question.key in CARDS else None


def _start(question: Question, view: NameDuelView) -> Hint:
    """Who begins, guesses first."""
    return Hint("start", good=(question.seat,))


def _play(question: Question, view: NameDuelView) -> Hint:
    """A card that ends in a guess wins the game (S1-7); the others wait for their moment."""
    known = sum(event.seat != question.seat for event in view.events)
    good = [name for name in GUESSING if name in question.choices]
    if not good:
        return Hint("play.no_guess")
    return Hint("play.again" if known else "play", good=good, values={"card": f"name.{good[0]}.title"})


def _guess(question: Question, view: NameDuelView) -> Hint:
    """Whatever was shown of the other's cards cannot lie at the bottom of the deck."""
    possible = possible_names(view, 3 - question.seat)
    if len(possible) == 1:
        return Hint("guess.sure", good=possible, values={"card": f"name.{possible[0]}.title"})
    return Hint("guess.again" if (question.values or {}).get("ordinal") == 2 else "guess", good=possible)


def _deck(question: Question, view: NameDuelView) -> Hint:
    """The cards of the deck at whose bottom the wanted name lies."""
    return Hint("shenanigan.deck", good=("other",))


def _react(question: Question, view: NameDuelView) -> Hint:
    """A right guess is lost, unless the name at the bottom changes before the answer (S1-8)."""
    values = question.values or {}
    if values["guess"] != values["bottom"]:
        return Hint("react.wrong", good=(None,))
    flights = _flights(question.choices)
    return Hint("react.right", good=flights, must=True) if flights else Hint("react.too_late")


def _flights(choices: Sequence[str | None]) -> list[str]:
    """The reactions that may change one's own name."""
    return [choice for choice in choices if choice is not None and not choice.endswith(".other")]


def lead(question: Question, learner: NameDuelView) -> str | None:
    """Who cannot flee is not guessed: the computer names what cannot lie at the bottom of the learner's deck. As long
    as the learner can flee, a right guess is what one learns from."""
    if question.key != "duel.guess" or _can_flee(learner):
        return None
    elsewhere = [*learner.hand, *learner.duelist(LEARNER).discard]
    unheard = [name for name in elsewhere if name in possible_names(learner, LEARNER)]
    return next(iter((*unheard, *elsewhere)), None)


def _can_flee(learner: NameDuelView) -> bool:
    """Whether a reaction is in hand, and a deck in which another card can come to lie at the bottom."""
    return learner.duelist(LEARNER).deck > 1 and any(NAMES[name].reactions for name in learner.hand)


HINTS: Final[Mapping[str, Callable[[Question, NameDuelView], Hint]]] = {
    "duel.start": _start,
    "duel.play": _play,
    "duel.guess": _guess,
    "duel.react": _react,
    "shenanigan.deck": _deck,
}

TUTORIAL = Tutorial(
    seed=f"{SEED}name_duel.325",
    seats=2,
    options={"best_of": 1, "turn_seconds": 604800, "reaction_seconds": 86400, "quick_reactions": True},
    hint=hint,
    lead=lead,
)
