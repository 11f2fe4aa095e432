"""Options of games whose cards depend on the number of players."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.rulebook import Fault, Options

Cast = dict[str, int]
"""How many of which card."""


def changed(cast: Cast, counts: Cast, cards: Sequence[str]) -> Cast:
    """The same cast with these counts of some cards. `cards` are all there are, in order; the last takes the rest."""
    after = {**cast, **counts}
    after[cards[-1]] += sum(cast.values()) - sum(after.values())
    return {card: after[card] for card in cards if after.get(card)}


class CastOptions(Options):
    """Base of the options of hidden roles: a cast for each number of players."""

    casts: Mapping[int, Cast]

    def cast(self, seats: int) -> Cast:
        """The cast for so many players. Raises KeyError when the set does not name it."""
        return self.casts[seats]

    def cards_in_game(self, seats: int) -> frozenset[str]:
        """The cards that may be in a game of so many, by name."""
        return frozenset(card for card, count in self.casts.get(seats, {}).items() if count)

    @abstractmethod
    def faults(self, seats: int) -> list[Fault]:
        """Why so many people cannot play with these options."""

    @classmethod
    @abstractmethod
    def cards_schema(cls, seats: int) -> dict[str, Any]:
        """A JSON Schema of the cards that so many can play with, as a list: exactly those in which there is no fault.

        A schema can count what is in a list; it cannot add numbers up.
        """

    def all_faults(self) -> list[Fault]:
        """What is wrong anywhere in the set, at every number of players it names."""
        faults = [fault for seats in sorted(self.casts) for fault in self.faults(seats)]
        return list({(fault.key, str(fault.values)): fault for fault in faults}.values())


def cards_schema(seats: int, cards: Sequence[str], *rules: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a list of so many of these cards which keeps all of these rules."""
    return {"type": "array", "minItems": seats, "maxItems": seats, "items": {"enum": list(cards)}, "allOf": list(rules)}


def how_many(least: int, most: int, *cards: str) -> dict[str, Any]:
    """The schema of a list in which so many of these cards are, all of them counted together."""
    return {"contains": {"enum": list(cards)}, "minContains": least, "maxContains": most}
