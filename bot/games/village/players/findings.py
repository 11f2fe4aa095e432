"""What people say to have found out, weighed for each team that there can be: who of them has seen it, and who lies.

The Sheriff and Little Mary find somebody out, each of them may be anybody whose card is hidden; everybody else who says
the same has made it up. How often the other side does that differs from table to table: so every rate is thought of,
and what has happened at this table tells which of them it is. Where liars speak every day, nobody is believed for
having spoken; where hardly anybody does, the only one who speaks is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import CHECKED, CLEARED, I_AM
from bot.games.village.cards import HOOK, SIDES
from bot.games.village.players.suspicion import INFORMED, accusations
from bot.games.village.views import VillageView

LIE_RATES = ((0.03, 0.65), (0.3, 0.2), (0.9, 0.15))
"""How often on a day one of the other side may make something up, and how likely it is that sort of table."""
OF_MATE = 0.08
"""How much rarer it is made up of one of their own than of anybody."""
MADE_UP_BY_TOWN = 0.02
"""How often on a day a villager says that they have found out what they have not."""
CLEARS = 0.3
"""How often, next to finding somebody out, somebody is said to be innocent."""
TOLD = 0.8
"""How often whoever has found somebody out says so on the next day."""
MISTAKEN = 0.01
"""How likely they say what is not true."""
CARD_TOLD = 0.15
CARD_STOLEN = 0.15
"""How often they say which card they hold, and how often somebody else says that it is theirs."""
PEEKS = 0.5
"""How often Little Mary peeks and comes back."""
LET_LIVE = 0.6
"""How often somebody who has said that they know lives through a night."""


@dataclass(frozen=True)
class Finding:
    """Somebody says this on a day; of a card, `about` is the speaker and `role` the card."""

    day: int
    kind: str
    about: Seat
    role: str = ""


class Findings:
    """All that others say to know, as `me` weighs it, to whom these cards are shown, in a team of this size."""

    def __init__(self, view: VillageView, shown: dict[Seat, str], size: int, me: Seat) -> None:
        self._view = view
        self._me = me
        self._shown = shown
        self._size = size
        self._all = len(view.players)

    @cached_property
    def _said(self) -> dict[Seat, list[Finding]]:
        """By each speaker but me, each thing once; what a shown Sheriff or Little Mary has said before is an echo."""
        said: dict[Seat, dict[tuple[str, Seat, str], Finding]] = {}
        proven: set[Seat] = set()
        for by, finding in self._everything():
            if finding.kind == CHECKED and finding.about in proven and self._shown.get(by) not in INFORMED:
                continue
            if finding.kind == CHECKED and self._shown.get(by) in INFORMED:
                proven.add(finding.about)
            if by != self._me:
                key = finding.kind, finding.about, finding.role
                said.setdefault(by, {}).setdefault(key, finding)
        return {by: list(findings.values()) for by, findings in sorted(said.items())}

    def _everything(self) -> list[tuple[Seat, Finding]]:
        """In the order of the days."""
        view = self._view
        found = [(one.by, Finding(one.day, CHECKED, one.of)) for one in accusations(view)]
        found += [(one.by, Finding(one.day, CLEARED, one.about)) for one in view.claims if one.kind == CLEARED]
        found += [
            (one.by, Finding(one.day, I_AM, one.by, one.why))
            for one in view.claims
            if one.kind == I_AM and one.why in INFORMED
        ]
        return sorted(found, key=lambda one: one[1].day)

    def weight(self, team: tuple[Seat, ...]) -> float:
        """How likely all of this would be said, if this was the team."""
        if not self._said:
            return 1.0
        return sum(often * self._weight_at(rate, team) for rate, often in LIE_RATES)

    def _weight_at(self, rate: float, team: tuple[Seat, ...]) -> float:
        made_up = {by: self._made_up(by, rate, team) for by in self._said}
        kept_quiet = prod((1 - rate) ** (self._days_of(seat) - self._days_spoken(seat)) for seat in team)
        return kept_quiet * prod(made_up.values()) * self._somebody_knew(made_up, team)

    # -- who has seen it -----------------------------------------------------------------------------------------------

    def _somebody_knew(self, made_up: dict[Seat, float], team: tuple[Seat, ...]) -> float:
        """How much likelier it is, since one may hold each card that finds out, than if all of it was made up."""
        likelier, taken = 1.0, 1.0
        ratios: list[dict[Seat, float]] = []
        for role in self._roles:
            holders = [seat for seat in self._holders[role] if seat not in team]
            if holders:
                ratios.append(
                    {seat: self._told(seat, role, team) / made_up[seat] if seat in made_up else 1.0 for seat in holders}
                )
        for ratio in ratios:
            likelier *= sum(ratio.values())
            taken *= len(ratio)
        if len(ratios) == 2:
            both = [seat for seat in ratios[0] if seat in ratios[1]]
            likelier -= sum(ratios[0][seat] * ratios[1][seat] for seat in both)
            taken -= len(both)
        return max(likelier, 1e-12) / max(taken, 1.0)

    @cached_property
    def _roles(self) -> list[str]:
        return [role for role in INFORMED if self._view.cast.get(role)]

    @cached_property
    def _holders(self) -> dict[str, list[Seat]]:
        """Those who may hold each of these cards."""
        found = {}
        for role in self._roles:
            known = [seat for seat, shown in self._shown.items() if shown == role]
            hidden = [player.seat for player in self._view.players if player.seat not in self._shown]
            found[role] = known or hidden
        return found

    def _told(self, seat: Seat, role: str, team: tuple[Seat, ...]) -> float:
        """How likely the holder of this card says what this player says."""
        chance = LET_LIVE ** self._nights_lived(seat)
        for finding in self._said[seat]:
            if finding.kind == I_AM:
                chance *= CARD_TOLD if finding.role == role else MISTAKEN
            elif (finding.about in team) is not (finding.kind == CHECKED):
                chance *= MISTAKEN / self._all
            else:
                chance *= self._sees(role, finding)
        return chance

    def _sees(self, role: str, finding: Finding) -> float:
        """How likely this card has seen just this by now, and tells it."""
        nights = finding.day
        if role == "sheriff":
            return (TOLD if finding.kind == CHECKED else TOLD * CLEARS) * min(nights / (self._all - 1), 1.0)
        if finding.kind == CLEARED:
            return MISTAKEN / self._all
        return TOLD * (1 - (1 - PEEKS) ** nights) / self._size

    def _nights_lived(self, seat: Seat) -> int:
        """So many nights this player has lived since they first said that they know something."""
        player = self._view.player(seat)
        first = min(finding.day for finding in self._said[seat])
        last = self._view.night if player.alive else player.end_night
        return max(last - first, 0)

    # -- who makes it up -----------------------------------------------------------------------------------------------

    def _made_up(self, by: Seat, rate: float, team: tuple[Seat, ...]) -> float:
        """How likely somebody says this who has seen nothing."""
        chance = 1.0
        for finding in self._said[by]:
            chance *= self._invents(by, finding, rate, team)
        return chance

    def _invents(self, by: Seat, finding: Finding, rate: float, team: tuple[Seat, ...]) -> float:
        often = rate if by in team else self._by_others(by, rate)
        if finding.kind == I_AM:
            return often * CARD_STOLEN
        kind = 1.0 if finding.kind == CHECKED else CLEARS
        against_own = by in team and (finding.about in team) is (finding.kind == CHECKED)
        return often * kind * (OF_MATE if against_own else 1.0) / (self._all - 1)

    def _by_others(self, by: Seat, rate: float) -> float:
        """Of somebody who is not of the team: a villager, or the Hook, who lies as the team does."""
        role = self._shown.get(by)
        if role is not None:
            return rate if SIDES[role] == HOOK else MADE_UP_BY_TOWN
        hooks = sum(count for name, count in self._view.cast.items() if SIDES.get(name) == HOOK)
        share = hooks / max(self._all - self._size, 1)
        return MADE_UP_BY_TOWN + share * rate

    def _days_of(self, seat: Seat) -> int:
        """So many days this player has lived through, or has spoken on."""
        player = self._view.player(seat)
        last = self._view.night - 1 if player.alive else player.end_night - (player.end != "burned")
        return max(last, self._days_spoken(seat))

    def _days_spoken(self, seat: Seat) -> int:
        """The days on which this player has found something out, as they say."""
        return len({finding.day for finding in self._said.get(seat, [])})
