"""A guest who is here for the first time: trusts impressions, and makes the mistakes that come of it."""

from __future__ import annotations

from bot.games.hidden_roles.impressions import impressions
from bot.games.village.players.situation import Situation
from bot.games.village.players.thoughtful import VillagePlayer


class EasyVillagePlayer(VillagePlayer):
    """Does what a card asks for, and is often wrong about the others."""

    def _weighs(self, seen: Situation) -> Situation:
        seen.scores = impressions(self._rng, seen.evidence)
        return seen
