"""What a name card is: its number and title, its texts, and the function that does what the text says."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from bot.engine.questions import Seat
from bot.games.name_duel.table import NameDuelTable
from bot.games.name_duel.turn import Turn

Deck = Literal["own", "other"]
Action = Callable[[Turn], Coroutine[Any, Any, None]]
Reaction = Callable[[NameDuelTable, Seat, Deck | None], Coroutine[Any, Any, None]]

REACTIONS_BY_DECK = ("own", "other")


@dataclass(frozen=True)
class FeyName:
    """One of the ten names, the same in both decks (S1-1, S1-4).

    name      how the code, journals and buttons call it; number: its place in a discard (S1-6)
    title     as it is printed on the card; text: the action, red: the part that may be played as a reaction (S1-8)
    action    what it does when played; reaction: what the red text does, None without red text
    decks     whether the reaction wants to know whose deck it is for
    """

    name: str
    number: int
    title: str
    text: str
    red: str
    action: Action
    reaction: Reaction | None = None
    decks: bool = False

    @property
    def reactions(self) -> tuple[str, ...]:
        """The choices this card gives to who holds it while a guess waits for its answer."""
        if self.reaction is None:
            return ()
        return tuple(f"{self.name}.{deck}" for deck in REACTIONS_BY_DECK) if self.decks else (self.name,)


NAMES: dict[str, FeyName] = {}
"""Every name by how the code calls it, in the order of the numbers; `cards` fills it from its files."""


def by_number(names: Iterable[str]) -> list[str]:
    """In the order of their numbers, as discards lie (S1-6)."""
    return sorted(names, key=lambda name: NAMES[name].number)
