"""All that one night holds: what people choose, who is dying, what the dawn will tell. Nothing here is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.questions import Seat
from bot.games.hidden_roles.night import Night
from bot.games.village.hours import Dawn, Hour
from bot.games.village.table import VillageTable

AtDawn = Callable[..., None]
"""What happens at dawn; it is given the night and the details it was noted with."""


@dataclass(frozen=True)
class Cause:
    """What somebody dies of at night.

    end       what it is called, a wording key
    hour      when it strikes
    is_shown  whether the card of the dead is shown
    """

    end: str
    hour: Hour
    is_shown: bool = True


TEAM_KILL = Cause("rumplestiltskins", Hour.TEAM)


class Tonight(Night):
    """One night of the village.

    victim      whom the team has agreed on
    dying       who is dying, and of what
    captured    who is gone already: nobody can kill or save them (R0-7)
    sacrificed  who gives their own life
    """

    def __init__(self, table: VillageTable) -> None:
        super().__init__(table.living())
        self.table = table
        self.victim: Seat | None = None
        self.dying: dict[Seat, list[Cause]] = {}
        self.captured: list[Seat] = []
        self.sacrificed: list[Seat] = []
        self.news: list[tuple[Seat, str, dict[str, Any]]] = []
        self._at_dawn: list[tuple[Dawn, AtDawn, tuple[Any, ...]]] = []

    @property
    def somebody_acted(self) -> bool:
        """Whether anybody has answered anything while the panels were open, if only that they do nothing."""
        return bool(self.answers or self.table.picks or self.sacrificed)

    def kill(self, seat: Seat, cause: Cause) -> None:
        """This seat is dying of this too. Nothing strikes the same seat twice a night."""
        self.dying.setdefault(seat, []).append(cause)

    def keep_off(self, seat: Seat, cause: Cause) -> bool:
        """This seat does not die of this cause. True when it would have."""
        causes = self.dying.get(seat, [])
        if cause not in causes:
            return False
        causes.remove(cause)
        if not causes:
            del self.dying[seat]
        return True

    def end_of(self, seat: Seat) -> Cause:
        """What the dying person is said to die of: a body that is never found comes first, then what struck first.

        Whatever else befell it, such a body stays unknown (R0-8, M0-27).
        """
        causes = self.dying[seat]
        return causes[0] if len(causes) == 1 else min(causes, key=lambda cause: (cause.is_shown, cause.hour))

    def pass_over_captured(self) -> None:
        """A player who is captured dies of nothing else (R0-7)."""
        for seat in self.captured:
            self.dying.pop(seat, None)

    def learns(self, seat: Seat, key: str, **values: Any) -> None:
        """This seat will learn something, at dawn like everybody: an earlier message would tell that it acted."""
        self.news.append((seat, key, values))

    def at_dawn(self, moment: Dawn, happens: AtDawn, *details: Any) -> None:
        """Let this happen at dawn, in its place, as `happens(tonight, *details)`."""
        self._at_dawn.append((moment, happens, details))

    def dawns(self, moments: Sequence[Dawn]) -> None:
        """These moments of the dawn have come, one after the other."""
        if self._at_dawn:
            noted = [one for one in self._at_dawn if one[0] in moments]
            for _, happens, details in sorted(noted, key=lambda one: one[0]):
                happens(self, *details)
