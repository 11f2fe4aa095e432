"""What people say to have found out, weighed for each team that there can be: who of them has seen it, and who lies.

The Sheriff and Little Mary find somebody out, each of them may be anybody whose card is hidden; everybody else who says
the same has made it up. How often the other side does that differs from table to table: so every rate is thought of,
and what has happened at this table tells which of them it is. Where liars speak every day, nobody is believed for
having spoken; where hardly anybody does, the only one who speaks is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import CHECKED, CLEARED, I_AM
from bot.games.hidden_roles.teams import TeamWeights, bits, team_bits
from bot.games.village.cards import HOOK, SIDES
from bot.games.village.players.record import Record
from bot.games.village.players.suspicion import INFORMED, accusations

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


@dataclass(frozen=True)
class Rate:
    """If the other side makes so much up.

    often      how likely it is that sort of table, and that all of this is said there if nobody was of the team
    made_up    how much likelier it is for each team
    of_others  how likely each speaker would say it, if they are not of the team and have seen nothing
    """

    often: float
    made_up: TeamWeights
    of_others: dict[Seat, float]


Teller = tuple[float, list[float]]
"""How likely somebody who holds a card that finds out says all that they say, if everybody is innocent; and by player,
how much likelier if that one is guilty."""


class Knew(NamedTuple):
    """Who may hold the two cards that find out, Sheriff and Little Mary, if one team is the right one.

    silent  how many may hold the first, the second, and either of them, and have not spoken
    told    by speaker: how likely they say what they say as the holder of the first and of the second, else 0
    ways    in how many ways the two cards may be held
    """

    silent: tuple[int, int, int]
    told: list[tuple[Seat, float, float]]
    ways: int


class Findings:
    """All that others say to know, as `me` weighs it, to whom these cards are shown, to whom"""

    def __init__(self, record: Record, shown: dict[Seat, str], me: Seat) -> None:
        self._record = record
        self._me = me
        self._shown = shown
        self._size = record.team_size
        self._all = len(record.players)

    @kept
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
        record = self._record
        found = [(one.by, Finding(one.day, CHECKED, one.of)) for one in accusations(record)]
        found += [(one.by, Finding(one.day, CLEARED, one.about)) for one in record.claims if one.kind == CLEARED]
        found += [
            (one.by, Finding(one.day, I_AM, one.by, one.why))
            for one in record.claims
            if one.kind == I_AM and one.why in INFORMED
        ]
        return sorted(found, key=lambda one: one[1].day)

    def weights(self, teams: Sequence[tuple[Seat, ...]]) -> list[float]:
        """How likely all of this would be said, if it was the first of these teams, the second and so on."""
        if not self._said:
            return [1.0] * len(teams)
        made_up = [rate.made_up.of_all(teams) for rate in self._rates]
        return [
            self._weight(self._how_knowing(team), each)
            for team, each in zip(teams, zip(*made_up, strict=True), strict=True)
        ]

    def _weight(self, knew: Knew, made_up: Sequence[float]) -> float:
        """The same for one of them; `made_up` for each rate."""
        return sum(
            rate.often * lied * self._somebody_knew(rate, knew) for rate, lied in zip(self._rates, made_up, strict=True)
        )

    @kept
    def _rates(self) -> list[Rate]:
        return [self._rate(rate, often) for rate, often in LIE_RATES]

    def _rate(self, rate: float, often: float) -> Rate:
        """What follows if the other side makes so much up. Only what differs from team to team is weighed: that
        somebody says what they have made up, next to the same said by somebody who is not of the team."""
        made_up, of_others = TeamWeights(self._all), {}
        everything = 1.0
        for seat, days in self._days_silent.items():
            made_up.alone(seat, (1 - rate) ** days)
        for by, findings in self._said.items():
            of_others[by] = self._made_up(by, self._by_others(by, rate))
            everything *= of_others[by]
            made_up.alone(by, self._made_up(by, rate) / of_others[by])
            for finding in findings:
                if finding.kind == CHECKED:
                    made_up.together(by, finding.about, OF_MATE)
                elif finding.kind == CLEARED:
                    made_up.alone(by, OF_MATE)
                    made_up.together(by, finding.about, 1 / OF_MATE)
        return Rate(often * everything, made_up, of_others)

    # -- who has seen it -----------------------------------------------------------------------------------------------

    def _somebody_knew(self, rate: Rate, knew: Knew) -> float:
        """How much likelier it is, since one may hold each card that finds out, than if all of it was made up."""
        sheriff, mary, both = (float(count) for count in knew.silent)
        for seat, as_sheriff, as_mary in knew.told:
            made_up = rate.of_others[seat]
            sheriff += as_sheriff / made_up
            mary += as_mary / made_up
            both += as_sheriff * as_mary / (made_up * made_up)
        return max(sheriff * mary - both, 1e-12) / knew.ways

    def _how_knowing(self, team: tuple[Seat, ...]) -> Knew:
        """Who may hold the cards that find out, if this is the team, and what they say if they do."""
        told = []
        for seat, tellers in self._tellers.items():
            if seat not in team:
                told.append((seat, _chance(tellers[0], team), _chance(tellers[1], team)))
        others, silent = ~team_bits(team), ~self._speakers
        sheriff, mary = (holders & others for holders in self._holders)
        both = sheriff & mary
        ways = max(sheriff.bit_count(), 1) * max(mary.bit_count(), 1) - both.bit_count()
        counts = [(seats & silent).bit_count() if seats else 1 for seats in (sheriff, mary)]
        return Knew((counts[0], counts[1], (both & silent).bit_count()), told, max(ways, 1))

    @kept
    def _speakers(self) -> int:
        """All who say that they have found out something, as bits."""
        return bits(self._said)

    @kept
    def _tellers(self) -> dict[Seat, tuple[Teller | None, Teller | None]]:
        """Each speaker as the holder of either card; None if they cannot be."""
        sheriff, mary = (
            {by: self._told(by, role) if holders >> by & 1 else None for by in self._said}
            for role, holders in zip(INFORMED, self._holders, strict=True)
        )
        return {by: (sheriff[by], mary[by]) for by in self._said}

    @kept
    def _holders(self) -> list[int]:
        """Those who may hold each of the cards that find out, as bits; nobody where it is not in the game."""
        return [bits(self._holders_of(role)) if self._record.count(role) else 0 for role in INFORMED]

    def _holders_of(self, role: str) -> list[Seat]:
        known = [seat for seat, shown in self._shown.items() if shown == role]
        return known or [player.seat for player in self._record.players if player.seat not in self._shown]

    def _told(self, seat: Seat, role: str) -> Teller:
        """How likely the holder of this card says what this player says."""
        chance, if_guilty = LET_LIVE ** self._nights_lived(seat), [1.0] * (self._all + 1)
        wrong = MISTAKEN / self._all
        for finding in self._said[seat]:
            if finding.kind == I_AM:
                chance *= CARD_TOLD if finding.role == role else MISTAKEN
                continue
            right = self._sees(role, finding)
            innocent, guilty = (wrong, right) if finding.kind == CHECKED else (right, wrong)
            chance *= innocent
            if_guilty[finding.about] *= guilty / innocent
        return chance, if_guilty

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
        player = self._record.player(seat)
        first = min(finding.day for finding in self._said[seat])
        last = self._record.night if player.alive else player.end_night
        return max(last - first, 0)

    # -- who makes it up -----------------------------------------------------------------------------------------------

    def _made_up(self, by: Seat, often: float) -> float:
        """How likely somebody says this who has seen nothing, and makes something up so often."""
        kinds = {I_AM: CARD_STOLEN, CHECKED: 1 / (self._all - 1), CLEARED: CLEARS / (self._all - 1)}
        return prod(often * kinds[finding.kind] for finding in self._said[by])

    def _by_others(self, by: Seat, rate: float) -> float:
        """Of somebody who is not of the team: a villager, or the Hook, who lies as the team does."""
        role = self._shown.get(by)
        if role is not None:
            return rate if SIDES[role] == HOOK else MADE_UP_BY_TOWN
        hooks = sum(count for name, count in self._record.cast if SIDES.get(name) == HOOK)
        share = hooks / max(self._all - self._size, 1)
        return MADE_UP_BY_TOWN + share * rate

    @kept
    def _days_silent(self) -> dict[Seat, int]:
        """The other days, by player."""
        seats = [player.seat for player in self._record.players]
        return {seat: self._days_of(seat) - self._days_spoken(seat) for seat in seats}

    def _days_of(self, seat: Seat) -> int:
        """So many days this player has lived through, or has spoken on."""
        player = self._record.player(seat)
        last = self._record.night - 1 if player.alive else player.end_night - (player.end != "burned")
        return max(last, self._days_spoken(seat))

    def _days_spoken(self, seat: Seat) -> int:
        """The days on which this player has found something out, as they say."""
        return len({finding.day for finding in self._said.get(seat, [])})


def _chance(teller: Teller | None, team: tuple[Seat, ...]) -> float:
    if teller is None:
        return 0.0
    chance, if_guilty = teller
    for mate in team:
        chance *= if_guilty[mate]
    return chance
