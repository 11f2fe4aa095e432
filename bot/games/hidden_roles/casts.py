"""Options of games whose cards depend on the number of players."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from bot.engine.rulebook import Fault, Options

Cast = dict[str, int]
"""How many of which card."""


class CastOptions(Options):
    """Base of the options of hidden roles: a cast for each number of players."""

    casts: Mapping[int, Cast]

    def cast(self, seats: int) -> Cast:
        """The cast for so many players. Raises KeyError when the set does not name it."""
        return self.casts[seats]

    @abstractmethod
    def faults(self, seats: int) -> list[Fault]:
        """Why so many people cannot play with these options."""

    def all_faults(self) -> list[Fault]:
        """What is wrong anywhere in the set, at every number of players it names."""
        faults = [fault for seats in sorted(self.casts) for fault in self.faults(seats)]
        return list({(fault.key, str(fault.values)): fault for fault in faults}.values())
