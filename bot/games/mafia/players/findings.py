"""Who says that they are the Sheriff, or have found something out, and what follows if it is true.

One of them may be the Sheriff, or none: each of these is thought through by itself. The others lie; a black card does
so now and then, soon if it is accused, and a red one hardly ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import CHECKED, CLEARED, I_AM, Claim
from bot.games.mafia.cards import RED, SIDES
from bot.games.mafia.players.teams import Deed, Weights
from bot.games.mafia.views import MafiaView

NEVER = 0.02
"""What is left of a world in which somebody must have made a mistake."""
FINDERS_MOST = 4
"""So many are thought of as the Sheriff; of those who say so later it is not believed."""
LIARS = (1.0, 0.06, 0.03, 0.02, 0.015)
"""How likely so many lie about what they have found, next to nobody: where one does, another may as well."""
LIED_BY_RED = 0.08
"""How much rarer a red card makes something up than a black one, where there are not more liars than blacks."""
COUNTERS = 2.5
"""How much likelier somebody of the Mafia makes it up who was found out before."""
OF_MATE = 0.2
"""How much rarer a liar has found out one of its own than anybody else; and how much more often it has cleared one."""
FOR_MATE = 1.5
KEEPS_SILENT = 0.45
"""How likely the Sheriff says nothing for a day, alive, after somebody else has said what they would."""
LET_LIVE = 0.45
LET_LIVE_BY_DOCTOR = 0.65
"""How often somebody who has said that they are the Sheriff, and is, is alive after a night; and where there is a
Doctor, after a night in which as many died as there are cards that kill."""


@dataclass(frozen=True)
class Hypothesis:
    """Who is the Sheriff: one of those who say so; 0: somebody else, or nobody."""

    sheriff: Seat
    likely: float


class Findings:
    """What is said to have been found out at this table, as heard by `me` (0: by somebody without a card)."""

    def __init__(self, view: MafiaView, me: Seat, shown: dict[Seat, str]) -> None:
        self._view = view
        self._me = me
        self._shown = shown
        self._said = [one for one in view.claims if is_finding(one) and one.by != me]
        self.finders = list(dict.fromkeys(one.by for one in self._said))

    def hypotheses(self) -> Iterator[Hypothesis]:
        """Everybody who may be the Sheriff."""
        possible = self._possible()
        if not self.finders or not possible:
            yield Hypothesis(0, 1.0)
            return
        heard = [seat for seat in self.finders if seat in possible][:FINDERS_MOST]
        for seat in heard:
            yield Hypothesis(seat, self._survival(seat) / len(possible))
        others = [seat for seat in possible if seat not in heard]
        if others:
            yield Hypothesis(0, sum(self._silence(seat) for seat in others) / len(possible))

    def _possible(self) -> list[Seat]:
        """Those who may hold the card of the Sheriff."""
        if not self._view.cast.get("sheriff"):
            return []
        if self._shown.get(self._me) == "sheriff":
            return [self._me]
        return [
            player.seat
            for player in self._view.players
            if player.seat != self._me and self._shown.get(player.seat, "sheriff") == "sheriff"
        ]

    def _survival(self, seat: Seat) -> float:
        """How likely the Sheriff lives so long after their first word. Where fewer died than could have, the Doctor
        may have healed them."""
        player, cast = self._view.player(seat), self._view.cast
        first = min(one.day for one in self._said if one.by == seat)
        last = self._view.day if player.alive else player.end_night
        nights = range(first, last)
        if not cast.get("doctor"):
            return LET_LIVE ** len(nights)
        deaths = Counter(one.end_night for one in self._view.players if one.end == "killed")
        deadly = sum(deaths[night] > bool(cast.get("maniac")) for night in nights)
        return LET_LIVE_BY_DOCTOR**deadly

    def _silence(self, seat: Seat) -> float:
        """How likely the Sheriff, if it is this one, has let others say what only they can know."""
        player = self._view.player(seat)
        first = min(one.day for one in self._said)
        last = self._view.day if player.alive else player.end_night + (player.end == "killed")
        return KEEPS_SILENT ** max(last - first, 0)

    def weighed(self, weights: Weights, hypothesis: Hypothesis) -> tuple[Weights, float]:
        """The weights if this one is the Sheriff, and how likely so many lie."""
        after = weights.copy()
        liars = [seat for seat in self.finders if seat != hypothesis.sheriff]
        by_red = self._lied_by_red(len(liars))
        likely = hypothesis.likely * LIARS[min(len(liars), len(LIARS) - 1)] * by_red ** len(liars)
        if hypothesis.sheriff:
            after.alone[hypothesis.sheriff - 1] = 0.0
            likely *= self._believed(after, hypothesis.sheriff)
        for seat in liars:
            after.times(seat - 1, self._lies(seat) / by_red)
            for one in self._once(seat):
                self._disbelieve(after, one)
        return after, likely

    def _lied_by_red(self, liars: int) -> float:
        """How much rarer a red card makes something up than a black one, if so many do: where there are more of them
        than blacks, so many reds do at least, and to lie tells less."""
        blacks = sum(count for role, count in self._view.cast.items() if SIDES[role] != RED)
        return max((liars - blacks) / (len(self._view.players) - blacks), LIED_BY_RED)

    def _believed(self, after: Weights, sheriff: Seat) -> float:
        """What follows if this is the Sheriff; returns how likely it is that the Sheriff says so much."""
        likely, said = 1.0, self._once(sheriff)
        for one in said:
            if one.kind == CHECKED:
                after.times(one.about - 1, 1 / NEVER)
                likely *= NEVER
            elif one.kind == CLEARED:
                after.times(one.about - 1, NEVER)
        nights = max(one.day for one in said) - 1
        checks = sum(one.kind != I_AM and one.about not in self.finders for one in said)
        return likely if checks <= nights else likely * NEVER

    def _disbelieve(self, after: Weights, one: Claim) -> None:
        if one.kind == CHECKED:
            after.did(one.by - 1, one.about - 1, Deed(both=OF_MATE))
        elif one.kind == CLEARED:
            after.did(one.by - 1, one.about - 1, Deed(both=FOR_MATE))

    def _lies(self, seat: Seat) -> float:
        """How much likelier this black card lies: whoever was found out has nothing to lose."""
        first = next(place for place, one in enumerate(self._view.claims) if one.by == seat and is_finding(one))
        accused = any(one.kind == CHECKED and one.about == seat for one in self._view.claims[:first])
        return COUNTERS if accused else 1.0

    def _once(self, seat: Seat) -> list[Claim]:
        """What this one says to have found out, each thing once."""
        said = {(one.kind, one.about): one for one in self._said if one.by == seat}
        return list(said.values())


def is_finding(one: Claim) -> bool:
    """Whether this says that somebody is the Sheriff."""
    return one.kind in (CHECKED, CLEARED) or (one.kind == I_AM and one.why == "sheriff")
