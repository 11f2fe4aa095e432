"""A Rumplestiltskin who thinks in worlds: who looks guilty to the village, and who would after the next night.

They know the team, and ask what somebody without a card makes of all that was said and done. By day they do what such a
villager would do, since whatever they did otherwise would be seen sooner or later, but leave it to the others to burn
the innocent where these need no help; by night they kill whoever leaves the village looking elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import CLEARED
from bot.games.village.players.judging import Judge
from bot.games.village.players.situation import FEARED
from bot.games.village.players.suspicion import INFORMED

DARES = 0.1
"""How often a strong player makes something up when it pays. Where there is a Sheriff it hardly does, and whoever says
more of it than the honest find out is known by it."""
HOLDS_BACK = 0.8
"""How often a Rumplestiltskin leaves it to the others to burn somebody innocent, where they can: whoever is shown to
have burned one is looked at. Not always, or whoever never lends a hand would be known by it."""
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


class HidingSituation(Judge):
    """What a Rumplestiltskin makes of the village: what somebody without a card would."""

    @property
    def dares(self) -> float:
        return DARES

    @property
    def lie_pays(self) -> bool:
        """Where the village can afford no wrong fire, and nobody has found anybody out today."""
        villagers = len(self.others) + 1 - self.left
        is_quiet = all(said.day != self.view.night for said in self.accusations)
        return is_quiet and villagers <= self.left + ONE_MISTAKE

    def can_hold_back(self, nominee: Seat) -> bool:
        """Whether the others can burn this nominee without this player, whose vote they do not have yet, and nobody of
        the team stands."""
        is_pointed_at = any(self.me in voters for seat, voters in self.view.ballots[-1].polls if seat == nominee)
        return self.is_outvoted and not is_pointed_at and not any(seat in self.team for seat in self.standing())

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
        """Whoever knows something is dangerous; but their card, once it is shown, would prove what they have said. And
        whoever says what the team knows to be untrue leads the village astray: let them go on."""
        right, wrong = self._tellers
        if seat in wrong:
            return -KNOWS
        if seat in right:
            proves = any(said.by == seat and said.of in (self.me, *self.mates) for said in self.accusations)
            return -KNOWS if proves else KNOWS
        role = self.told_role(seat)
        if role in INFORMED:
            return KNOWS
        return POWERFUL if role in FEARED else 0.0

    @kept
    def _tellers(self) -> tuple[set[Seat], set[Seat]]:
        """Those who were right in what only they can know who find out, and those who were wrong."""
        said = [(one.by, one.of, True) for one in self.accusations]
        said += [(one.by, one.about, False) for one in self.view.claims if one.kind == CLEARED]
        right = {by for by, about, guilty in said if (about in self.team) is guilty}
        wrong = {by for by, about, guilty in said if (about in self.team) is not guilty}
        return right, wrong
