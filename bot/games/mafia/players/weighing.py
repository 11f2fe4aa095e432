"""What a player who thinks in worlds makes of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bot.engine.questions import Seat
from bot.games.mafia.cards import RED
from bot.games.mafia.players.situation import Situation
from bot.games.mafia.players.worlds import Worlds
from bot.games.mafia.views import MafiaView

LOST_BY = 0.2
"""So much blacker than anybody else who stands is a mate in everybody's eyes, and the table will not let them off."""


class StrongSituation(Situation):
    """What is thought of everybody: by this player if it is red, by a red card in its place if it is black.

    before  what the same player made of the table at its last answer: where nothing was said or done since, it holds
    """

    def __init__(self, view: MafiaView, before: StrongSituation | None = None) -> None:
        super().__init__(view)
        self._worlds: dict[bool, Worlds] = {}
        if before is not None and _evidence(before.view) == _evidence(view):
            self._worlds = before._worlds

    @property
    def worlds(self) -> Worlds:
        return self._seen(public=False)

    @property
    def public(self) -> Worlds:
        """The worlds that everybody knows of."""
        return self._seen(public=True)

    def _seen(self, *, public: bool) -> Worlds:
        if public not in self._worlds:
            self._worlds[public] = Worlds(self.view, public=public, innocent=self.side != RED)
        return self._worlds[public]

    @cached_property
    def scores(self) -> dict[Seat, float]:
        return self.worlds.scores()

    @property
    def black(self) -> dict[Seat, float]:
        """How likely each player is black, from 0 to 1."""
        return self.worlds.black

    def is_lost(self, mate: Seat, standing: Sequence[Seat]) -> bool:
        """Whether the table votes this one out whatever their team does."""
        seen = self.public.black
        rest = [seen[seat] for seat in standing if seat != mate and seat not in self.team]
        return seen[mate] > max(rest, default=0.0) + LOST_BY and not self.outvotes

    @property
    def needed(self) -> int:
        """So many have to stand today, or nobody leaves."""
        return 1 if self.view.lone_leaves else 2

    @property
    def is_worst_for_all(self) -> bool:
        """Whether nobody looks blacker to everybody than this player, and so is likely to leave."""
        seen = self.public.black
        return all(seen[self.me] >= seen[seat] for seat in self.others)

    @property
    def outvotes(self) -> bool:
        """Whether the team and one more are as many as all others: then they need not hide."""
        return 2 * (len(self.mates) + 1) + 2 > len(self.others) + 1

    def threat(self, seat: Seat) -> float:
        """How much the blacks have to fear somebody: the Sheriff, and whoever looks innocent to everybody."""
        if self.searched.get(seat):
            return 20.0
        seen = self.public
        is_sheriff = 0.0 if seat in self.searched else seen.sheriff.get(seat, 0.0)
        return 8 * is_sheriff - 4 * seen.black[seat]


def _evidence(view: MafiaView) -> tuple[object, ...]:
    """All that worlds are weighed by."""
    counted = [vote for vote in view.votes if vote.counted]
    return view.seat, view.day, view.claims, view.nominations, view.players, view.learnt, view.last, counted
