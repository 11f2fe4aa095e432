"""What a computer player makes of a table: who looks how, who stands, whom it knows, whom it has to fear."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar

from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.mafia.cards import MAFIA, MANIAC, RED
from bot.games.mafia.players.suspicion import KNOWN, Evidence, last_speakers
from bot.games.mafia.views import MafiaView

NOMINATE_FROM = 2.0
"""The least score at which a red names somebody on their own account."""
NEAR = 0.5
"""Scores that differ by less are taken for the same, and chance decides between them."""


class Situation:
    """What a player makes of a view: worked out once for each answer.

    Reds judge by all they know. Blacks judge as the table does, since they have to know what it will do.
    """

    shows_off: ClassVar[float] = 0.3
    """How often the Mafia speaks against anybody, mates as well: else whom it speaks against would be innocent."""

    def __init__(self, view: MafiaView) -> None:
        self.view = view
        self.me = view.seat
        self.side = view.side
        self.team = view.team
        self.others = [player.seat for player in view.players if player.alive and player.seat != view.seat]
        self.mates = [seat for seat in view.team if seat in self.others]
        self.nominees = [nominee for day, _, nominee in view.nominations if day == view.day]

    @kept
    def evidence(self) -> Evidence:
        return Evidence(self.view, public=self.side != RED)

    @kept
    def scores(self) -> dict[Seat, float]:
        """How suspicious everybody looks: 0 says nothing."""
        return self.evidence.scores

    @property
    def prey(self) -> list[Seat]:
        """The living who are not of the own team."""
        return [seat for seat in self.others if seat not in self.team]

    @property
    def easy_prey(self) -> Seat | None:
        """Whom a black card can have voted out most easily, where it knows; None at most tables."""
        return None

    def most(self, rng: Random, seats: Sequence[Seat], worth: Callable[[Seat], float]) -> Seat:
        """The seat that is worth most, any one of those that are as good: nobody can count on it."""
        worths = {seat: worth(seat) for seat in seats}
        most = max(worths.values())
        best = [seat for seat in seats if worths[seat] > most - NEAR]
        return best[int(rng.random() * len(best))]

    @property
    def found_black(self) -> list[Seat]:
        """The living whom this Sheriff has found out, the first of them first."""
        return self._verdicts(black=True)

    @property
    def found_red(self) -> list[Seat]:
        """The living whom this Sheriff knows to be red, the newest first."""
        return self._verdicts(black=False)[::-1]

    def _verdicts(self, *, black: bool) -> list[Seat]:
        facts = [fact.values for fact in self.view.learnt if fact.key == "night.verdict"]
        return [one["suspect"] for one in facts if one["black"] is black and one["suspect"] in self.others]

    @property
    def late(self) -> list[Seat]:
        """The players who see to it today that there is a vote."""
        return last_speakers(self.view)[self.view.day]

    @property
    def can_wait(self) -> bool:
        """With an even number alive a day without a vote costs the reds nothing, and the Sheriff learns on.

        With a Maniac about, two may die each night, and nothing can wait.
        """
        return len(self.others) % 2 == 1 and not self.view.cast.get("maniac")

    @property
    def standing(self) -> tuple[Seat, ...]:
        """The players who stand in this vote, in the order of nomination."""
        return self.view.votes[-1].nominees

    @property
    def highest(self) -> float:
        return max(self.scores[seat] for seat in self.others)

    def worst(self, seats: Sequence[Seat]) -> Seat:
        """The most suspicious, the lowest seat among equals."""
        return max(seats, key=lambda seat: (round(self.scores[seat], 1), -seat))

    def favourite(self, nominees: Sequence[Seat]) -> Seat:
        """Whom the table is most likely to vote out: the most suspicious, the first nominated among equals."""
        return max(nominees, key=lambda seat: (round(self.scores[seat], 1), -nominees.index(seat)))

    @property
    def don(self) -> Seat:
        """The team's living Don; 0 when there is none."""
        return next((seat for seat in self.mates if self.view.player(seat).role == "don"), 0)

    @property
    def searched(self) -> dict[Seat, bool]:
        """Whether somebody is the Sheriff, as far as the Don has found out."""
        found = [fact.values for fact in self.view.learnt if fact.key == "night.found"]
        return {values["suspect"]: values["sheriff"] for values in found}

    @property
    def pointless(self) -> set[Seat]:
        """Whom the Don need not search: who cannot be the Sheriff, is known not to be, or is going to die anyway."""
        return {*self.team, *self.searched, self.view.picks.get(self.me, 0)}

    def threat(self, seat: Seat) -> float:
        """How much the blacks have to fear somebody: the Sheriff, who seems to be the Sheriff, who looks innocent."""
        if self.searched.get(seat):
            return 2 * KNOWN
        accused = [said.of for said in self.evidence.accusations if said.by == seat and not said.counter]
        return sum(self._fear(seat, of) for of in accused) - self.scores[seat]

    def _fear(self, accuser: Seat, accused: Seat) -> float:
        if self.side == MAFIA:
            return 5.0 if accused in self.team else 0.0
        if self.side == MANIAC:
            return 6.0 if accused == self.me else 2.0
        return 5.0 if self.scores[accuser] < NOMINATE_FROM else 0.0
