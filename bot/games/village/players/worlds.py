"""Who can be a Rumplestiltskin: every team that there can be, each weighed by what has happened in the village.

A world is a team: so many of the seats as there are Rumplestiltskins. Its weight is the product of how likely all that
has happened would be, if this was the team: that this one said and that one voted, that this one was killed. Everybody
may lie. The sum of the weights of all teams with a player is how likely that player is a Rumplestiltskin.

Nothing here asks who is a computer player, or what computer players are used to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from math import comb, log

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import AGAINST, SUSPECT, TRUST
from bot.games.hidden_roles.teams import bits, likelier
from bot.games.village.players.findings import Findings
from bot.games.village.players.suspicion import is_rumplestiltskin, known_roles
from bot.games.village.views import BallotView, PlayerView, VillageView

WORLDS_MOST = 250
"""So many teams are weighed, spread evenly, where there can be more."""
WEIGHT = 2.0
"""How many points of suspicion a unit of the logarithm of the odds is."""
CERTAIN = 20.0
"""The highest score of what is no more than very likely."""
NEVER = 0.01
"""What is left of a world in which somebody must have made a mistake."""
LEAST = 1e-290
"""All worlds weigh less together where people say that they have found out nearly everything of nearly everybody: no
number holds how unlikely that is. Then nothing of it is believed."""
TEAM_KILL = "rumplestiltskins"
"""How somebody ends whom the team has killed."""


@dataclass(frozen=True)
class Manner:
    """How a team may hide. Nobody knows which it is; what happens at the table tells.

    often           how likely it is that the team hides like this
    votes_for_mate  how much they like to vote for a mate, next to anybody else
    leads           how much more often they are the first to name somebody who may be innocent
    """

    often: float
    votes_for_mate: float
    leads: float


MANNERS = (
    Manner(often=0.6, votes_for_mate=1.0, leads=0.5),
    Manner(often=0.25, votes_for_mate=0.5, leads=1.0),
    Manner(often=0.15, votes_for_mate=0.4, leads=2.0),
)
"""To swim with the others, to do nothing that stands out but for a mate, and to hunt with a loud voice."""
NAMES_MATE = 0.4
"""How much rarer a Rumplestiltskin names a mate than anybody else, and speaks against one."""
ACCUSES_MATE = 0.7
TRUSTS_MATE = 1.3
GUESSES_RIGHT = 1.1
"""How much more often a villager's vote is right than a blind one."""
LEADS = 0.3
"""How often on a day somebody is the first to name somebody."""
FEARS = 1.0
"""How much more often the team kills somebody who has spoken, named or voted against it."""


class Worlds:
    """The teams that there can be, as a seat of the town sees it; or if `public`, as somebody without a card would."""

    def __init__(self, view: VillageView, *, public: bool = False) -> None:
        self._view = view
        self._size = view.cast["rumplestiltskin"]
        roles = known_roles(view, public=public)
        self._shown = {seat: role for seat, role in roles.items() if role is not None}
        self._learnt = () if public else view.learnt
        self._findings = Findings(view, self._shown, self._size, SPECTATOR if public else view.seat)
        counted = tuple(ballot for ballot in view.ballots if ballot.counted)
        self.evidence = (view.night, view.players, view.nominations, view.claims, counted, self._learnt, view.role)
        """All that this observer goes by: who has the same evidence, thinks the same."""

    @cached_property
    def _seats(self) -> list[Seat]:
        return [player.seat for player in self._view.players]

    # -- what comes of it ----------------------------------------------------------------------------------------------

    @cached_property
    def guilty(self) -> dict[Seat, float]:
        """How likely each player is a Rumplestiltskin, from 0 to 1."""
        return self._shares(self._weighed_teams)

    @cached_property
    def _weighed_teams(self) -> list[tuple[tuple[Seat, ...], float]]:
        teams = list(self._teams())
        weights = [self._weight(team, self._findings.weight(team)) for team in teams]
        if sum(weights) < LEAST:
            weights = [self._weight(team, 1.0) for team in teams]
        return list(zip(teams, weights, strict=True))

    def _shares(self, weighed: Sequence[tuple[tuple[Seat, ...], float]]) -> dict[Seat, float]:
        shares = dict.fromkeys(self._seats, 0.0)
        for team, weight in weighed:
            for seat in team:
                shares[seat] += weight
        total = sum(weight for _, weight in weighed)
        return {seat: share / total if total else 0.0 for seat, share in shares.items()}

    def guilty_without(self, victim: Seat) -> dict[Seat, float]:
        """The same, if the team now killed this player, whose card is that of a villager."""
        alive = [player.seat for player in self._view.players if player.alive]
        acted = {seat: self._acted(seat, self._view.night) for seat in alive}
        return self._shares(
            [
                (team, weight * self._of_death(team, bits(team), victim, acted))
                for team, weight in self._weighed_teams
                if victim not in team
            ]
        )

    def scores(self) -> dict[Seat, float]:
        """The same as evidence: 0 for somebody of whom nothing is known, the logarithm of the odds for others."""
        usual = self._size / len(self._seats)
        found = {}
        for seat, share in self.guilty.items():
            kept = min(max(share, 1e-6), 1 - 1e-6)
            found[seat] = log(kept / (1 - kept)) - log(usual / (1 - usual))
        return found

    def weighed(self) -> dict[Seat, float]:
        """The same as points of suspicion, none of them as many as what is certain."""
        return {seat: max(-CERTAIN, min(WEIGHT * score, CERTAIN)) for seat, score in self.scores().items()}

    # -- which teams there can be --------------------------------------------------------------------------------------

    @cached_property
    def sure(self) -> frozenset[Seat]:
        """Those whom this observer has seen to be Rumplestiltskins."""
        shown = {seat for seat, role in self._shown.items() if is_rumplestiltskin(role)}
        return frozenset(shown | self._verdicts(guilty=True) | self._glimpses)

    @cached_property
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

    def _teams(self) -> Iterator[tuple[Seat, ...]]:
        """Every team, or some of them evenly spread. One of the team is alive, and it has not won yet."""
        open_to = [seat for seat in self._seats if seat not in self._innocent | self.sure]
        rest = max(self._size - len(self.sure), 0)
        every = comb(len(open_to), min(rest, len(open_to)))
        teams = islice(combinations(open_to, rest), 0, None, max(every // WORLDS_MOST, 1))
        return (team for more in teams if self._is_possible(team := (*sorted(self.sure), *more)))

    def _is_possible(self, team: tuple[Seat, ...]) -> bool:
        alive = (self._living & bits(team)).bit_count()
        return 0 < alive < self._living.bit_count() - alive

    @cached_property
    def _living(self) -> int:
        return bits(player.seat for player in self._view.players if player.alive)

    # -- how likely all that has happened is ---------------------------------------------------------------------------

    def _weight(self, team: tuple[Seat, ...], findings: float) -> float:
        """`findings`: how likely what people say to have found out would be said, if this was the team."""
        weight = self._of_deaths(team) * self._of_words(team) * findings
        return weight * sum(
            manner.often * self._of_votes(team, manner) * self._of_leads(team, manner) for manner in MANNERS
        )

    def _of_leads(self, team: tuple[Seat, ...], manner: Manner) -> float:
        """Who of the team has led a hunt, and on how many days they have not."""
        led, others = sum(self._led[seat] for seat in team), sum(self._not_led[seat] for seat in team)
        return float(manner.leads**led * ((1 - LEADS * manner.leads) / (1 - LEADS)) ** others)

    def _of_deaths(self, team: tuple[Seat, ...]) -> float:
        weight, mask = 1.0, bits(team)
        for victim, acted in self._kills:
            weight *= NEVER if victim in team else self._of_death(team, mask, victim, acted)
        return weight

    def _of_death(self, team: tuple[Seat, ...], mask: int, victim: Seat, acted: dict[Seat, int]) -> float:
        """How much more likely than blindly this team kills just this one of those who are alive."""
        feared = [against & mask != 0 for seat, against in acted.items() if seat not in team]
        usual = 1 + FEARS * sum(feared) / len(feared)
        return (1 + FEARS * (acted[victim] & mask != 0)) / usual

    @cached_property
    def _kills(self) -> list[tuple[Seat, dict[Seat, int]]]:
        """Each victim of a night, and against whom each of those who were alive had spoken or acted before."""
        players = self._view.players
        return [
            (one.seat, {other.seat: self._acted(other.seat, one.end_night) for other in players if _lived(other, one)})
            for one in players
            if one.end == TEAM_KILL
        ]

    def _acted(self, seat: Seat, night: int) -> int:
        """Those whom this player had named or spoken against before this night, as bits."""
        view = self._view
        acts = [(said.day, said.by, said.nominee) for said in view.nominations]
        acts += [(said.day, said.by, said.about) for said in view.claims if said.kind in AGAINST]
        return bits(dict.fromkeys(of for day, by, of in acts if by == seat and day < night))

    def _of_votes(self, team: tuple[Seat, ...], manner: Manner) -> float:
        """Who voted for whom where somebody of the team stood, and how much more likely each is than a blind vote."""
        weight, mask = 1.0, bits(team)
        for nominees, count, votes in self._votes:
            mates = (nominees & mask).bit_count()
            if mates == 0:
                continue
            for nominee, voters in votes:
                theirs, is_mate = (voters & mask).bit_count(), nominee & mask != 0
                weight *= likelier(manner.votes_for_mate, is_mate, mates, count) ** theirs
                weight *= likelier(GUESSES_RIGHT, is_mate, mates, count) ** (voters.bit_count() - theirs)
        return weight

    @cached_property
    def _votes(self) -> list[tuple[int, int, list[tuple[int, int]]]]:
        """Each counted ballot as bits: who stood; how many choices there were; and by nominee, who voted for them. As
        the nominee nobody stand those who voted for none, where everybody was asked about all."""
        found = []
        for ballot in self._view.ballots:
            if ballot.counted and ballot.polls:
                votes = [(bits((nominee,)), bits(voters)) for nominee, voters in ballot.polls]
                votes.append((0, bits(self._abstained(ballot))))
                found.append((bits(nominee for nominee, _ in ballot.polls), len(votes), votes))
        return found

    def _abstained(self, ballot: BallotView) -> list[Seat]:
        """Those who voted for nobody, where no majority broke the ballot off."""
        if any(len(voters) >= ballot.majority for _, voters in ballot.polls):
            return []
        voted = {voter for _, voters in ballot.polls for voter in voters}
        return [player.seat for player in self._view.players if _saw(player, ballot.day) and player.seat not in voted]

    def _of_words(self, team: tuple[Seat, ...]) -> float:
        """Whom the team has named, spoken against and spoken for."""
        weight, mask, others = 1.0, bits(team), len(self._seats) - 1
        for by in team:
            for nominee in self._named[by]:
                weight *= likelier(NAMES_MATE, nominee in team, len(team) - 1, others)
            weight *= ACCUSES_MATE ** (self._opinions[SUSPECT][by] & mask).bit_count()
            weight *= TRUSTS_MATE ** (self._opinions[TRUST][by] & mask).bit_count()
        return weight

    @cached_property
    def _named(self) -> dict[Seat, list[Seat]]:
        named = [(said.by, said.nominee) for said in self._view.nominations if said.by != said.nominee]
        return {seat: [nominee for by, nominee in named if by == seat] for seat in self._seats}

    @cached_property
    def _led(self) -> dict[Seat, int]:
        """On how many days each player was the first to name somebody, and that one was not guilty for certain."""
        first: dict[tuple[int, Seat], Seat] = {}
        for said in self._view.nominations:
            first.setdefault((said.day, said.nominee), said.by)
        leaders = dict.fromkeys((day, by) for (day, nominee), by in first.items() if nominee not in self.sure)
        return {seat: sum(by == seat for _, by in leaders) for seat in self._seats}

    @cached_property
    def _not_led(self) -> dict[Seat, int]:
        """On how many days that are over each player has not."""
        view = self._view
        return {
            player.seat: max((view.night if player.alive else player.end_night) - 1 - self._led[player.seat], 0)
            for player in view.players
        }

    @cached_property
    def _opinions(self) -> dict[str, dict[Seat, int]]:
        """For each kind of opinion and each speaker whom they have spoken of, as bits."""
        said = [(one.kind, one.by, one.about) for one in self._view.claims if one.by != one.about]
        return {
            kind: {seat: bits({of for what, by, of in said if (what, by) == (kind, seat)}) for seat in self._seats}
            for kind in (SUSPECT, TRUST)
        }


def _lived(one: PlayerView, victim: PlayerView) -> bool:
    """Whether this player was alive when that one was killed."""
    return one.alive or one.end_night >= victim.end_night


def _saw(one: PlayerView, day: int) -> bool:
    """Whether this player was alive on this day when it was voted."""
    return one.alive or one.end_night > day or (one.end_night == day and one.end == "burned")
