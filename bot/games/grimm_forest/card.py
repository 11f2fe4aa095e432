"""What every card of the box has: a name, a title, its place in the box, and the moments at which it acts."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TypeVar

START_OF_ROUND = "start_of_round"
FABLES_OF_OPPONENTS = "fables_of_opponents"
BEFORE_CHOOSING = "before_choosing"
WHEN_REVEALED = "when_revealed"
BEFORE_MOVING = "before_moving"
AFTER_MOVING = "after_moving"
WHEN_PIGS_STAND = "when_pigs_stand"
BEFORE_COLLECTING = "before_collecting"
STOPS = "stops"
END_OF_GATHER = "end_of_gather"
START_OF_BUILD = "start_of_build"
TOLL = "toll"
SPECIAL = "special_action"
END_OF_BUILD = "end_of_build"


class Card:
    """A card. Its file holds one class: the docstring is its text, and each method what it does at a moment.

    title     how people call it; name: how the code does
    number    its place in the box. The decks are laid in this order before they are shuffled, and games that are
              stored rely on it: a new card takes the next free number
    advanced  for who knows the game (S2-3)
    moments   what the card itself does, by the names of its methods
    """

    title: str = ""
    name: str = ""
    number: int = 0
    advanced: bool = False
    moments: frozenset[str] = frozenset()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = name_of(cls.title)
        cls.moments = frozenset(vars(cls))

    def acts_at(self, moment: str) -> bool:
        """Whether the card itself does something at this moment."""
        return moment in self.moments


OneOf = TypeVar("OneOf", bound=Card)


def name_of(title: str) -> str:
    """How the code calls a card: `Hansel & Gretel` is `hansel_and_gretel`."""
    plain = title.lower().replace("&", "and").replace("'", "")
    return plain.removeprefix("the ").replace(" ", "_")


def cards_in(package: ModuleType, family: type[OneOf]) -> list[OneOf]:
    """Every card whose file lies in a package, in the order of the box."""
    files = sorted(f"{package.__name__}.{file.name}" for file in iter_modules(package.__path__))
    return sorted((kind() for file in files for kind in _declared(file, family)), key=lambda card: card.number)


def _declared(module: str, family: type[OneOf]) -> Iterator[type[OneOf]]:
    """The cards that a file declares itself."""
    for thing in vars(import_module(module)).values():
        if isinstance(thing, type) and issubclass(thing, family) and thing.__module__ == module:
            yield thing
