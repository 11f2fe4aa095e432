"""A Rumplestiltskin who thinks in worlds: who looks guilty to the village, and who would after the next night.

They know the team, and ask what somebody without a card makes of all that was said and done. They swim with the hunt
for whom the village suspects, and kill whoever leaves the village looking elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import CLEARED
from bot.games.village.players.situation import FEARED, ReservedSituation
from bot.games.village.players.suspicion import INFORMED, Suspicions
from bot.games.village.players.worlds import Worlds
from bot.games.village.views import VillageView

DARES = 0.35
"""How often a strong player makes something up when it pays: whoever always does is known by it."""
ONE_MISTAKE = 3
"""With so many more villagers than Rumplestiltskins, or fewer, the village can afford no wrong fire."""
KNOWS = 0.35
"""How much of the team's guilt it is worth to be rid of somebody who finds things out."""
POWERFUL = 0.15
"""The same of another card that the team fears."""
TRUSTED = 0.05
"""How much of it each point is worth by which those who count votes and words suspect a victim less."""
MUCH = 3.0
"""So many of these points count."""
ALIKE = 0.02
"""Victims who are worth as much but for this are taken for the same."""


class HidingSituation(ReservedSituation):
    """What a Rumplestiltskin makes of the village. Some villagers think in the worlds that everybody knows of, and
    some count votes and words: so both are weighed, and where they agree, somebody burns."""

    def __init__(self, view: VillageView, worlds: Worlds, suspicions: Suspicions | None = None) -> None:
        super().__init__(view, suspicions)
        self.worlds = worlds

    @kept
    def scores(self) -> dict[Seat, float]:
        return {seat: score + self.evidence[seat] for seat, score in self.worlds.weighed.items()}

    @property
    def dares(self) -> float:
        return DARES

    @property
    def lie_pays(self) -> bool:
        """Where the village can afford no wrong fire, and nobody has found anybody out today."""
        villagers = len(self.others) + 1 - self.left
        is_quiet = all(said.day != self.view.night for said in self.accusations)
        return is_quiet and villagers <= self.left + ONE_MISTAKE

    @property
    def scapegoat(self) -> Seat | None:
        """Who is not of the team and is the first to burn, of all who stand on this ballot."""
        standing = [seat for seat in self.standing() if seat not in self.team]
        return self.worst(standing) if standing else None

    # -- the night -----------------------------------------------------------------------------------------------------

    def best_victims(self, targets: Sequence[Seat]) -> list[Seat]:
        """Those whose death serves the team most."""
        worth = {seat: self._worth_of(seat) for seat in targets}
        most = max(worth.values())
        return [seat for seat in targets if worth[seat] > most - ALIKE]

    def _worth_of(self, victim: Seat) -> float:
        """How innocent the team will look without them, what they can no longer do, and how much they are trusted."""
        after = self.worlds.guilty_without(victim)
        suspected = max(-MUCH, min(self.evidence[victim], MUCH))
        return self._fear(victim) - TRUSTED * suspected - sum(after[seat] for seat in (self.me, *self.mates))

    def hides(self, victim: Seat, targets: Sequence[Seat]) -> bool:
        """Whether this death serves the team more by whom the village suspects after it than by how much it trusts
        this victim, next to what the other deaths would do."""
        team = (self.me, *self.mates)
        after = {seat: sum(self.worlds.guilty_without(seat)[mate] for mate in team) for seat in targets}
        trust = {seat: -TRUSTED * max(-MUCH, min(self.evidence[seat], MUCH)) for seat in targets}
        gain = sum(after.values()) / len(targets) - after[victim]
        return gain > trust[victim] - sum(trust.values()) / len(targets)

    def _fear(self, seat: Seat) -> float:
        """Whoever knows something is dangerous; but their card, once it is shown, would prove what they have said."""
        if seat in self._knowing:
            proves = any(said.by == seat and said.of in (self.me, *self.mates) for said in self.accusations)
            return -KNOWS if proves else KNOWS
        role = self.told_role(seat)
        if role in INFORMED:
            return KNOWS
        return POWERFUL if role in FEARED else 0.0

    @kept
    def _knowing(self) -> set[Seat]:
        """Those who have said what only they can know who find out, and who were never wrong."""
        said = [(one.by, one.of, True) for one in self.accusations]
        said += [(one.by, one.about, False) for one in self.view.claims if one.kind == CLEARED]
        right = {by for by, about, guilty in said if (about in self.team) is guilty}
        return right - {by for by, about, guilty in said if (about in self.team) is not guilty}
