"""Who can be a Rumplestiltskin: every team that there can be, each weighed by what has happened in the village.

A world is a team: so many of the seats as there are Rumplestiltskins. Its weight is the product of how likely all that
has happened would be, if this was the team: that this one said and that one voted, that this one was killed. Everybody
may lie. The sum of the weights of all teams with a player is how likely that player is a Rumplestiltskin.

Nothing here asks who is a computer player, or what computer players are used to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import comb, log

from bot.engine.announcements import SPECTATOR
from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import SUSPECT, TRUST
from bot.games.hidden_roles.teams import bits, team_bits
from bot.games.village.players.deeds import Deeds
from bot.games.village.players.findings import Findings
from bot.games.village.players.habits import Habits
from bot.games.village.players.record import Record, record_of, seen_in
from bot.games.village.players.suspicion import INFORMED, is_rumplestiltskin, known_roles
from bot.games.village.views import VillageView

WORLDS_MOST = 400
"""So many teams are weighed, spread evenly, where there can be more."""
WEIGHT = 2.0
"""How many points of suspicion a unit of the logarithm of the odds is."""
CERTAIN = 20.0
"""The highest score of what is no more than very likely."""
LEAST = 1e-290
"""All worlds weigh less together where people say that they have found out nearly everything of nearly everybody: no
number holds how unlikely that is. Then nothing of it is believed."""
RECORDS_KEPT = 16
"""So many records stay weighed: those who sit at a table ask for the same one after the other."""

Team = tuple[Seat, ...]
Weighed = Sequence[tuple[Team, float]]


class Village:
    """What is weighed once for all who sit at a table: the same for everybody who knows no more than the others."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.deeds = Deeds(record)
        self.habits = Habits(record)
        self.shown = {player.seat: player.role for player in record.players if player.role is not None}

    @kept
    def teams(self) -> Weighed:
        """Every team that may be, and how likely it makes all that has happened, for somebody without a card."""
        found = [seat for seat, role in self.shown.items() if is_rumplestiltskin(role)]
        return self.weighed(found, self.shown.keys() - found, Findings(self.record, self.shown, SPECTATOR))

    @kept
    def guilty(self) -> dict[Seat, float]:
        """How likely each player is a Rumplestiltskin to somebody without a card, from 0 to 1."""
        return self.shares(self.teams)

    @kept
    def scores(self) -> dict[Seat, float]:
        """The same as evidence."""
        return self.evidence(self.guilty)

    def evidence(self, shares: dict[Seat, float]) -> dict[Seat, float]:
        """Of so likely shares: 0 for somebody of whom nothing is known, the logarithm of the odds for others."""
        usual = self.record.team_size / len(self.record.players)
        nothing = log(usual / (1 - usual))
        within = {seat: min(max(share, 1e-6), 1 - 1e-6) for seat, share in shares.items()}
        return {seat: log(share / (1 - share)) - nothing for seat, share in within.items()}

    def shares(self, weighed: Weighed) -> dict[Seat, float]:
        """By player, what part of the weight those teams have that they are of."""
        shares = {player.seat: 0.0 for player in self.record.players}
        for team, weight in weighed:
            for seat in team:
                shares[seat] += weight
        total = sum([weight for _, weight in weighed])
        return {seat: share / total if total else 0.0 for seat, share in shares.items()}

    def weighed(self, guilty: Iterable[Seat], innocent: Iterable[Seat], findings: Findings) -> Weighed:
        """The same for somebody who knows of these, and weighs like this what others say to know."""
        teams = list(self._teams(tuple(sorted(guilty)), frozenset(innocent)))
        deeds = [
            done * habit for done, habit in zip(self.deeds.weights(teams), self.habits.weights(teams), strict=True)
        ]
        weights = [done * said for done, said in zip(deeds, findings.weights(teams), strict=True)]
        return list(zip(teams, weights if sum(weights) >= LEAST else deeds, strict=True))

    def _teams(self, guilty: Team, innocent: frozenset[Seat]) -> Iterator[Team]:
        """Every team, or some of them evenly spread. One of the team is alive, and it has not won yet."""
        open_to = [
            player.seat for player in self.record.players if player.seat not in innocent and player.seat not in guilty
        ]
        rest = max(self.record.team_size - len(guilty), 0)
        step = -(-comb(len(open_to), min(rest, len(open_to))) // WORLDS_MOST)
        living = bits(player.seat for player in self.record.players if player.alive)
        most = (living.bit_count() - 1) // 2
        teams = islice(combinations(open_to, rest), 0, None, max(step, 1))
        for more in teams:
            team = (*guilty, *more)
            if 0 < (living & team_bits(team)).bit_count() <= most:
                yield team


@lru_cache(maxsize=RECORDS_KEPT)
def village_of(record: Record) -> Village:
    return Village(record)


class Worlds:
    """The teams that there can be, as a seat of the town sees it; or if `public`, as somebody without a card would."""

    def __init__(self, view: VillageView, *, public: bool = False) -> None:
        self._view = view
        self._is_public = public
        self._learnt = () if public else view.learnt
        self._me = SPECTATOR if public else view.seat
        self._seen = seen_in(view)
        self.evidence = self._seen, self._learnt, view.role
        """All that this observer goes by: who has the same evidence, thinks the same."""

    @kept
    def _village(self) -> Village:
        return village_of(record_of(self._view, self._seen))

    @property
    def _record(self) -> Record:
        return self._village.record

    @kept
    def _shown(self) -> dict[Seat, str]:
        roles = known_roles(self._view, public=self._is_public)
        return {seat: role for seat, role in roles.items() if role is not None}

    # -- what comes of it ----------------------------------------------------------------------------------------------

    @kept
    def guilty(self) -> dict[Seat, float]:
        """How likely each player is a Rumplestiltskin, from 0 to 1."""
        return self._village.guilty if self._is_public else self._village.shares(self._weighed_teams)

    def guilty_without(self, victim: Seat) -> dict[Seat, float]:
        """The same, if the team now killed this player, whose card is that of a villager."""
        death = self._village.deeds.weight_of_death
        return self._village.shares(
            [(team, weight * death(team, victim)) for team, weight in self._weighed_teams if victim not in team]
        )

    @kept
    def scores(self) -> dict[Seat, float]:
        """The same as evidence."""
        return self._village.scores if self._is_public else self._village.evidence(self.guilty)

    @kept
    def weighed(self) -> dict[Seat, float]:
        """The same as points of suspicion, none of them as many as what is certain."""
        return {seat: max(-CERTAIN, min(WEIGHT * score, CERTAIN)) for seat, score in self.scores.items()}

    # -- what this observer knows --------------------------------------------------------------------------------------

    @kept
    def _weighed_teams(self) -> Weighed:
        if self._me == SPECTATOR:
            return self._village.teams
        if self._knows_more:
            findings = Findings(self._record, self._shown, self._me)
            return self._village.weighed(self.sure, self._innocent, findings)
        return [(team, weight) for team, weight in self._village.teams if self._me not in team]

    @property
    def _knows_more(self) -> bool:
        """Whether this player weighs otherwise than the others what was found out: by a card, or because they have
        said something themselves."""
        spoken = any(said.by == self._me and said.kind not in (SUSPECT, TRUST) for said in self._record.claims)
        return spoken or self._view.role in INFORMED or bool(self._learnt)

    @kept
    def sure(self) -> frozenset[Seat]:
        """Those whom this observer has seen to be Rumplestiltskins."""
        shown = {seat for seat, role in self._shown.items() if is_rumplestiltskin(role)}
        return frozenset(shown | self._verdicts(guilty=True) | self._glimpses)

    @kept
    def _innocent(self) -> frozenset[Seat]:
        shown = {seat for seat, role in self._shown.items() if not is_rumplestiltskin(role)}
        return frozenset(shown | self._verdicts(guilty=False))

    def _verdicts(self, *, guilty: bool) -> set[Seat]:
        facts = [fact.values for fact in self._learnt if fact.key == "night.verdict"]
        return {one["suspect"] for one in facts if one["guilty"] is guilty}

    @property
    def _glimpses(self) -> set[Seat]:
        facts = [fact.values for fact in self._learnt if fact.key == "night.glimpse"]
        return {one["suspect"] for one in facts}
