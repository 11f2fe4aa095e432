"""A player who thinks in worlds: who can be a Rumplestiltskin, or looks like one, after all that was said and done."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import cast

from bot.engine.kept import kept
from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.village.cards import HOOK, TOWN
from bot.games.village.claims import FOUND, SUSPICIOUS
from bot.games.village.players.hiding import HOLDS_BACK, HidingSituation
from bot.games.village.players.judging import BURNED_ALONG, Judge
from bot.games.village.players.situation import ReservedSituation, Situation, seats_of
from bot.games.village.players.suspicion import KNOWN, Suspicions
from bot.games.village.players.thoughtful import DODGE, VillagePlayer
from bot.games.village.players.worlds import Worlds
from bot.games.village.roles.little_mary import PEEK
from bot.games.village.values import READY
from bot.games.village.views import VillageView

PEEKS = 0.95
"""How often Little Mary peeks while she knows of nobody who is alive: never quite always, or whoever watches is sure of
her."""
STRIKES_FROM = 0.5
"""So likely has somebody to be guilty for the Hatter's one kill, a Huntsman's last shot, and Esmeralda's one word."""


class StrongVillagePlayer(VillagePlayer):
    """A card of the town names, burns and shoots whoever is most likely guilty, and waits where that costs nothing.

    A Rumplestiltskin does by day what somebody without a card would do, but spares a mate who may still be saved and
    seldom lends a hand where the others burn an innocent anyway, and kills whom the village trusts. The Hook plays as
    normal.
    """

    _last: Worlds | None = None

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._suspicions = Suspicions(BURNED_ALONG)

    def _sees(self, look: Look) -> Situation:
        """What was thought is thought again when something has happened."""
        seen = situation_of(cast(VillageView, look()), self._last, self._suspicions)
        self._last = seen.worlds if isinstance(seen, Judge) else None
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

    def _bluff(self, now: Situation) -> Value:
        """A Rumplestiltskin names whom a villager would name who knows no more than everybody does: whatever it did
        otherwise would be seen sooner or later. A lie that pays is worth more than that."""
        if not isinstance(now, HidingSituation):
            return super()._bluff(now)
        made_up = self._made_up(now)
        return made_up if made_up is not None else self._whom_to_name(now)

    def _names(self, question: Question, now: StrongSituation) -> Value:
        return self._whom_to_name(now)

    def _whom_to_name(self, now: Judge) -> Value:
        """Whoever is worst, so that they stand; and nobody where the village can as well wait and learn."""
        worst = now.guiltiest(now.others)
        if worst in now.sure:
            return [worst, FOUND]
        if now.lets_wait(worst):
            return [READY, None]
        return [worst, None if worst in now.nominees else SUSPICIOUS]

    def _burns(self, now: Situation, nominee: Seat) -> bool:
        if not isinstance(now, Judge):
            return super()._burns(now, nominee)
        if nominee in now.team and not now.is_outvoted:
            return False  # one vote may still save a mate, and is worth what it tells
        if nominee == now.me or nominee != now.guiltiest_standing or now.lets_wait(nominee):
            return False
        may_hold_back = isinstance(now, HidingSituation) and now.can_hold_back(nominee)
        return not (may_hold_back and self._rng.random() < HOLDS_BACK)

    def _strikes(self, question: Question, now: StrongSituation) -> Value:
        others = [seat for seat in seats_of(question.choices) if seat != now.me]
        worst = now.guiltiest(others) if others else None
        return worst if worst is not None and now.guilty[worst] >= STRIKES_FROM else None

    def _peeks(self, question: Question, now: StrongSituation) -> Value:
        """Whom she sees is one for certain, and tomorrow she may be dead: so she hardly ever stays in bed."""
        return PEEK if self._rng.random() < PEEKS and not any(seat in now.others for seat in now.sure) else None


class StrongSituation(Judge):
    """What a card of the town makes of the village, by the worlds that it knows of."""

    @property
    def tells_innocents(self) -> bool:
        return True

    @kept
    def scores(self) -> dict[Seat, float]:
        return {**super().scores, **dict.fromkeys(self.sure, 2 * KNOWN), self.me: -KNOWN}


def situation_of(view: VillageView, last: Worlds | None = None, suspicions: Suspicions | None = None) -> Situation:
    """What a strong player makes of this; `last` and `suspicions` hold what it thought last, which may still be
    true."""
    if view.side == HOOK:
        return ReservedSituation(view, suspicions)
    worlds = Worlds(view, public=view.side != TOWN)
    if last is not None and last.evidence == worlds.evidence:
        worlds = last
    made = StrongSituation if view.side == TOWN else HidingSituation
    return made(view, worlds, suspicions)


TOWN_WAYS: dict[str, Callable[[StrongVillagePlayer, Question, StrongSituation], Value]] = {
    "day.call": StrongVillagePlayer._names,
    "night.assassinate": StrongVillagePlayer._strikes,
    "huntsman.shot": StrongVillagePlayer._strikes,
    "night.mute": StrongVillagePlayer._strikes,
    "night.peek": StrongVillagePlayer._peeks,
}
"""What a card of the town does otherwise than a normal player; it votes otherwise as well."""
