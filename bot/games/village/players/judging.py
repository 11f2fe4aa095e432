"""Whom to burn, by who is likely a Rumplestiltskin: what somebody does who thinks in worlds, or acts as if."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.village.players.situation import ReservedSituation
from bot.games.village.players.suspicion import Suspicions
from bot.games.village.players.worlds import WEIGHT, Worlds
from bot.games.village.views import VillageView

BURNED_ALONG = 0.1
"""What each vote counts against somebody that helped to burn the innocent: little, for most of these votes are those of
villagers, and whoever knows better lets them burn one another."""
HURRY_FROM = 0.35
"""So likely has somebody to be guilty to burn on a day on which nobody need burn."""


class Judge(ReservedSituation):
    """What a player makes of the village by the worlds that it knows of, and by counting votes and words as simpler
    people do: either sees something that the other does not, and where they agree, somebody burns."""

    def __init__(self, view: VillageView, worlds: Worlds, suspicions: Suspicions | None = None) -> None:
        super().__init__(view, suspicions or Suspicions(BURNED_ALONG))
        self.worlds = worlds

    @kept
    def scores(self) -> dict[Seat, float]:
        return {seat: score + self.evidence[seat] for seat, score in self.worlds.weighed.items()}

    @kept
    def guilty(self) -> dict[Seat, float]:
        """How likely each player is a Rumplestiltskin, from 0 to 1, as far as this player can estimate."""
        team = self.view.cast["rumplestiltskin"]
        usual = team / (len(self.view.players) - team)
        odds = {seat: usual * exp(score / WEIGHT) for seat, score in self.scores.items()}
        return {seat: odd / (1 + odd) for seat, odd in odds.items()}

    @kept
    def sure(self) -> frozenset[Seat]:
        """Those who are known to be Rumplestiltskins, as far as it may be shown."""
        return self.worlds.sure

    def guiltiest(self, seats: Sequence[Seat]) -> Seat:
        """Most likely a Rumplestiltskin; among those as likely the one who was nominated most often, then first."""
        return self.worst(seats)

    @property
    def guiltiest_standing(self) -> Seat | None:
        """The same of those who stand on this ballot, but for me."""
        standing = [seat for seat in self.standing() if seat != self.me]
        return self.guiltiest(standing) if standing else None

    def lets_wait(self, seat: Seat) -> bool:
        """Whether it is better to burn nobody today than this player."""
        return self.can_wait and self.guilty[seat] < HURRY_FROM
