"""A player who thinks in worlds: who can be a Rumplestiltskin, or looks like one, after all that was said and done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from bot.engine.kept import kept
from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.village.cards import HOOK, TOWN
from bot.games.village.claims import FOUND, SUSPICIOUS
from bot.games.village.players.hiding import HidingSituation
from bot.games.village.players.situation import ReservedSituation, Situation, seats_of
from bot.games.village.players.suspicion import KNOWN, Suspicions
from bot.games.village.players.thoughtful import DODGE, VillagePlayer
from bot.games.village.players.worlds import Worlds
from bot.games.village.values import READY
from bot.games.village.views import VillageView

HURRY_FROM = 0.5
"""So likely has somebody to be guilty to burn on a day on which nobody need burn."""
NEAR = 0.02
"""Shares that differ by less are taken for the same, and the village's choice decides between them."""
STRIKES_FROM = 0.5
"""So likely has somebody to be guilty for the Hatter's one kill, a Huntsman's last shot, and Esmeralda's one word."""
BLAMED_FROM = 1.0
"""How much a Rumplestiltskin wants the village to have against somebody before it helps to burn them: a vote in doubt
is remembered tomorrow, when the card is shown."""


class StrongVillagePlayer(VillagePlayer):
    """A card of the town names, burns and shoots whoever is most likely guilty, and waits where that costs nothing.

    A Rumplestiltskin has others burned whom the village suspects, and kills whom it trusts. The Hook plays as normal.
    """

    _last: Worlds | None = None

    def _sees(self, look: Look) -> Situation:
        """What was thought is thought again when something has happened."""
        seen = situation_of(cast(VillageView, look()), self._last, self._suspicions)
        self._last = seen.worlds if isinstance(seen, StrongSituation | HidingSituation) else None
        return seen

    def _thinks(self, question: Question, now: Situation) -> Value:
        way = TOWN_WAYS.get(question.key)
        return way(self, question, now) if way and isinstance(now, StrongSituation) else super()._thinks(question, now)

    def _prey(self, now: Situation, targets: list[Seat]) -> Seat:
        """Whoever's death leaves the village looking elsewhere; but not always who stands out, whom the Prince
        expects."""
        if not isinstance(now, HidingSituation):
            return super()._prey(now, targets)
        targets = [seat for seat in targets if seat not in now.ties] or targets
        best = now.best_victims(targets)
        stands_out = len(best) == 1 and len(targets) > 1
        if stands_out and now.may_live("prince_charming") and self._rng.random() < DODGE:
            best = now.best_victims([seat for seat in targets if seat not in best])
        return self._any_of(best)

    def _names(self, question: Question, now: StrongSituation) -> Value:
        """Whoever is worst, so that they stand; and nobody where the village can as well wait and learn."""
        worst = now.guiltiest(now.others)
        if worst in now.sure:
            return [worst, FOUND]
        if now.lets_wait(worst):
            return [READY, None]
        return [worst, None if worst in now.nominees else SUSPICIOUS]

    def _burns(self, now: Situation, nominee: Seat) -> bool:
        if isinstance(now, HidingSituation) and nominee not in now.team:
            return nominee == now.scapegoat and now.scores[nominee] >= BLAMED_FROM
        if not isinstance(now, StrongSituation):
            return super()._burns(now, nominee)
        return nominee != now.me and nominee == now.guiltiest_standing and not now.lets_wait(nominee)

    def _strikes(self, question: Question, now: StrongSituation) -> Value:
        others = [seat for seat in seats_of(question.choices) if seat != now.me]
        worst = now.guiltiest(others) if others else None
        return worst if worst is not None and now.guilty[worst] >= STRIKES_FROM else None


class StrongSituation(ReservedSituation):
    """What a card of the town makes of the village, by the worlds that it knows of."""

    def __init__(self, view: VillageView, worlds: Worlds) -> None:
        super().__init__(view)
        self.worlds = worlds
        self.guilty = worlds.guilty
        self.sure = worlds.sure

    @kept
    def scores(self) -> dict[Seat, float]:
        return {**self.worlds.weighed, **dict.fromkeys(self.sure, 2 * KNOWN), self.me: -KNOWN}

    def guiltiest(self, seats: Sequence[Seat]) -> Seat:
        """Most likely a Rumplestiltskin; among those as likely the one who was nominated most often, then first."""
        most = max(self.guilty[seat] for seat in seats)
        alike = [seat for seat in seats if self.guilty[seat] >= most - NEAR]
        return max(alike, key=self._named)

    @property
    def guiltiest_standing(self) -> Seat | None:
        """The same of those who stand on this ballot, but for me."""
        standing = [seat for seat in self.standing() if seat != self.me]
        return self.guiltiest(standing) if standing else None

    def lets_wait(self, seat: Seat) -> bool:
        """Whether it is better to burn nobody today than this player."""
        return self.can_wait and self.guilty[seat] < HURRY_FROM


def situation_of(view: VillageView, last: Worlds | None = None, suspicions: Suspicions | None = None) -> Situation:
    """What a strong player makes of this; `last` and `suspicions` hold what it thought last, which may still be
    true."""
    if view.side == HOOK:
        return ReservedSituation(view, suspicions)
    worlds = Worlds(view, public=view.side != TOWN)
    if last is not None and last.evidence == worlds.evidence:
        worlds = last
    return StrongSituation(view, worlds) if view.side == TOWN else HidingSituation(view, worlds, suspicions)


TOWN_WAYS: dict[str, Callable[[StrongVillagePlayer, Question, StrongSituation], Value]] = {
    "day.call": StrongVillagePlayer._names,
    "night.assassinate": StrongVillagePlayer._strikes,
    "huntsman.shot": StrongVillagePlayer._strikes,
    "night.mute": StrongVillagePlayer._strikes,
}
"""What a card of the town does otherwise than a normal player; it votes otherwise as well."""
