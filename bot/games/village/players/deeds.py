"""How likely all that has been done and said in a village would be, if one team or another was the Rumplestiltskins.

It is a product: that this one was killed, that this one voted for that one, that this one named and spoke against that
one. What people say to have found out is weighed beside it (`findings`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.engine.kept import kept
from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import AGAINST, SUSPECT, TRUST
from bot.games.hidden_roles.teams import TeamWeights, bits, likelier, team_bits
from bot.games.village.players.record import PlayerRecord, Record
from bot.games.village.players.suspicion import is_rumplestiltskin
from bot.games.village.views import BallotView

NEVER = 0.01
"""What is left of a world in which somebody must have made a mistake."""
Team = tuple[Seat, ...]
TEAM_KILL = "rumplestiltskins"
"""How somebody ends whom the team has killed."""


@dataclass(frozen=True)
class Manner:
    """How a team may hide. Nobody knows which it is; what happens at the table tells.

    often           how likely it is that the team hides like this
    votes_for_mate  how much they like to vote for a mate, next to anybody else
    names_mate      how much more often they name a mate than anybody else
    leads           how much more often they are the first to name somebody who may be innocent
    """

    often: float
    votes_for_mate: float
    names_mate: float
    leads: float


MANNERS = (
    Manner(often=0.42, votes_for_mate=1.0, names_mate=0.4, leads=0.15),
    Manner(often=0.18, votes_for_mate=0.5, names_mate=0.4, leads=1.0),
    Manner(often=0.12, votes_for_mate=0.4, names_mate=0.4, leads=2.0),
    Manner(often=0.10, votes_for_mate=2.0, names_mate=3.0, leads=1.0),
    Manner(often=0.18, votes_for_mate=1.0, names_mate=1.0, leads=2.0),
)
"""To swim with the others, to do nothing that stands out but for a mate, to hunt with a loud voice, to give up a mate
so that the village trusts who is left, and to play as if there were no mates."""


@dataclass(frozen=True)
class Tongue:
    """How a team may speak of one another.

    often         how likely it is that the team speaks like this
    against_mate  how much more often they speak against a mate than against anybody else
    for_mate      how much more often they speak for one
    """

    often: float
    against_mate: float
    for_mate: float


TONGUES = (
    Tongue(often=0.55, against_mate=0.7, for_mate=1.3),
    Tongue(often=0.25, against_mate=1.0, for_mate=1.0),
    Tongue(often=0.1, against_mate=0.2, for_mate=4.0),
    Tongue(often=0.1, against_mate=4.0, for_mate=0.4),
)
"""A little kinder to a mate, as if there were no mates, to shield a mate, and to wash oneself clean by a mate."""
GUESSES_RIGHT = 1.1
"""How much more often a villager's vote is right than a blind one."""
LEADS = 0.3
LEADS_KNOWN = 10
LEADS_MOST = 0.4
"""How often on a day somebody is the first to name somebody, as far as anybody can know beforehand; so many days of
players that is worth, next to those of this village; and how often it is thought to be at most."""
BALLOTS_KEPT = 64
"""So many ballots stay weighed: all of the games that are played."""
FEARS = 1.0
"""How much more often the team kills somebody who has spoken, named or voted against it."""


class Deeds:
    """All that everybody has seen, weighed for one team after the other."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._seats = [player.seat for player in record.players]
        self._known: dict[Team, float] = {}
        self._fears_tonight: dict[Team, tuple[int, float]] = {}

    def weights(self, teams: Sequence[Team]) -> list[float]:
        """How likely it is, if it is the first of these teams, the second and so on."""
        known = self._known
        new = [team for team in teams if team not in known]
        known.update(zip(new, self._weighed(new), strict=True))
        return [known[team] for team in teams]

    def _weighed(self, teams: Sequence[Team]) -> Iterator[float]:
        manners = zip(*[way.of_all(teams) for way in self._ways], strict=True)
        words_of = map(sum, zip(*[tongue.of_all(teams) for tongue in self._words], strict=True))
        for team, words, of_manners in zip(teams, words_of, manners, strict=True):
            mask = team_bits(team)
            ways: Sequence[float] = of_manners
            for of_ballot in self._of_votes(mask):
                ways = [way * factor for way, factor in zip(ways, of_ballot, strict=True)]
            yield self._of_deaths(team, mask) * words * sum(ways)

    def weight_of_death(self, team: Team, victim: Seat) -> float:
        """How much more likely than blindly this team would kill just this one tonight."""
        fears = self._fears_tonight.get(team)
        if fears is None:
            fears = self._fears_tonight[team] = _fears(team, team_bits(team), *self._against_tonight)
        return _of_death(victim, *fears)

    @kept
    def _against_tonight(self) -> tuple[dict[Seat, int], int]:
        return self._feared([player.seat for player in self._record.players if player.alive], self._record.night)

    @kept
    def _ways(self) -> list[TeamWeights]:
        """For each manner: how often teams hide like this, whom they have named, and who has led a hunt on how many
        days."""
        return [self._way(manner) for manner in MANNERS]

    def _way(self, manner: Manner) -> TeamWeights:
        way, usual = TeamWeights(len(self._seats), manner.often), self._usually_leads
        quiet = (1 - usual * manner.leads) / (1 - usual)
        for seat in self._seats:
            way.alone(seat, float(manner.leads ** self._led[seat] * quiet ** self._not_led[seat]))
        names_any = likelier(manner.names_mate, False, self._record.team_size - 1, len(self._seats) - 1)
        for said in self._record.nominations:
            if said.by != said.nominee:
                way.alone(said.by, names_any)
                way.together(said.by, said.nominee, manner.names_mate)
        return way

    @kept
    def _usually_leads(self) -> float:
        """How often on a day somebody is the first to name somebody in this village."""
        led, quiet = sum(self._led.values()), sum(self._not_led.values())
        return min((LEADS * LEADS_KNOWN + led) / (LEADS_KNOWN + led + quiet), LEADS_MOST)

    def _of_deaths(self, team: Team, mask: int) -> float:
        weight = 1.0
        for victim, against, alive in self._kills:
            weight *= NEVER if mask >> victim & 1 else _of_death(victim, *_fears(team, mask, against, alive))
        return weight

    @kept
    def _kills(self) -> list[tuple[Seat, dict[Seat, int], int]]:
        """Each victim of a night; by player, who of those who were alive had spoken or acted against them before, as
        bits; and who was alive."""
        players = self._record.players
        return [
            (one.seat, *self._feared([other.seat for other in players if _lived(other, one)], one.end_night))
            for one in players
            if one.end == TEAM_KILL
        ]

    def _feared(self, alive: Sequence[Seat], night: int) -> tuple[dict[Seat, int], int]:
        """By player, who of the living had spoken or acted against them before this night, as bits; and the living."""
        against, living = dict.fromkeys(self._seats, 0), bits(alive)
        for day, by, of in self._acts:
            if day < night and living >> by & 1:
                against[of] |= 1 << by
        return against, living

    @kept
    def _acts(self) -> list[tuple[int, Seat, Seat]]:
        acts = [(said.day, said.by, said.nominee) for said in self._record.nominations]
        return acts + [(said.day, said.by, said.about) for said in self._record.claims if said.kind in AGAINST]

    def _of_votes(self, mask: int) -> Iterator[tuple[float, ...]]:
        """Who voted for whom where somebody of the team stood: for each ballot and manner, how much more likely this
        is than blind votes."""
        for ballot in self._votes:
            mates = ballot.nominees & mask
            if mates:
                yield ballot.of(mates, mask)

    @kept
    def _votes(self) -> list[_Votes]:
        """Each counted ballot. For nobody stand those who voted for none, where everybody was asked about all."""
        return [
            _weighed_votes(
                (
                    *((bits((nominee,)), bits(voters)) for nominee, voters in ballot.polls),
                    (0, bits(self._abstained(ballot))),
                )
            )
            for ballot in self._record.ballots
            if ballot.counted and ballot.polls
        ]

    def _abstained(self, ballot: BallotView) -> list[Seat]:
        """Those who voted for nobody, where no majority broke the ballot off."""
        if any(len(voters) >= ballot.majority for _, voters in ballot.polls):
            return []
        voted = {voter for _, voters in ballot.polls for voter in voters}
        return [player.seat for player in self._record.players if _saw(player, ballot.day) and player.seat not in voted]

    @kept
    def _words(self) -> list[TeamWeights]:
        """For each tongue: whom the team has spoken against and spoken for."""
        return [self._spoken(tongue) for tongue in TONGUES]

    def _spoken(self, tongue: Tongue) -> TeamWeights:
        """Of each word only what it tells that it was about this one and not about somebody else."""
        words = TeamWeights(len(self._seats), tongue.often)
        liking = {SUSPECT: tongue.against_mate, TRUST: tongue.for_mate}
        mates, others = self._record.team_size - 1, len(self._seats) - 1
        told = {(one.kind, one.by, one.about) for one in self._record.claims if one.by != one.about}
        for kind, by, about in sorted(told):
            if kind in liking:
                words.alone(by, likelier(liking[kind], False, mates, others))
                words.together(by, about, liking[kind])
        return words

    @kept
    def _led(self) -> dict[Seat, int]:
        """On how many days each player was the first to name somebody, and that one was not shown to be guilty."""
        first: dict[tuple[int, Seat], Seat] = {}
        for said in self._record.nominations:
            first.setdefault((said.day, said.nominee), said.by)
        guilty = {player.seat for player in self._record.players if is_rumplestiltskin(player.role)}
        leaders = dict.fromkeys((day, by) for (day, nominee), by in first.items() if nominee not in guilty)
        led = dict.fromkeys(self._seats, 0)
        for _, by in leaders:
            led[by] += 1
        return led

    @kept
    def _not_led(self) -> dict[Seat, int]:
        """On how many days that are over each player has not."""
        record = self._record
        return {
            player.seat: max((record.night if player.alive else player.end_night) - 1 - self._led[player.seat], 0)
            for player in record.players
        }


class _Votes:
    """A counted ballot: by nominee, who voted for them, all of it as bits."""

    def __init__(self, votes: Sequence[tuple[int, int]]) -> None:
        self._votes = votes
        self._known: dict[tuple[int, int, int], tuple[float, ...]] = {}
        self.nominees = 0
        for nominee, _ in votes:
            self.nominees |= nominee

    def of(self, mates: int, team: int) -> tuple[float, ...]:
        """How much more likely than blindly these votes are in each manner of hiding; `mates` of the team stood."""
        for_mate = for_others = 0
        for nominee, voters in self._votes:
            count = (voters & team).bit_count()
            if nominee & mates:
                for_mate += count
            else:
                for_others += count
        key = mates, for_mate, for_others
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._weighed(*key)
        return found

    def _weighed(self, mates: int, for_mate: int, for_others: int) -> tuple[float, ...]:
        """So many of the team voted for a mate, so many for others."""
        all_for_mate = sum(voters.bit_count() for nominee, voters in self._votes if nominee & mates)
        everybody = sum(voters.bit_count() for _, voters in self._votes)
        count, standing = len(self._votes), mates.bit_count()

        def weight(liking: float, for_mates: int, voters: int) -> float:
            return likelier(liking, True, standing, count) ** for_mates * likelier(liking, False, standing, count) ** (
                voters - for_mates
            )

        ours = for_mate + for_others
        villagers = weight(GUESSES_RIGHT, all_for_mate - for_mate, everybody - ours)
        return tuple(villagers * weight(manner.votes_for_mate, for_mate, ours) for manner in MANNERS)


@lru_cache(maxsize=BALLOTS_KEPT)
def _weighed_votes(votes: tuple[tuple[int, int], ...]) -> _Votes:
    """What a ballot tells is the same for ever."""
    return _Votes(votes)


def _fears(team: Team, mask: int, against: dict[Seat, int], alive: int) -> tuple[int, float]:
    """Whom this team fears, as bits, and how much the average of the others who are alive."""
    feared = 0
    for seat in team:
        feared |= against[seat]
    return feared, 1 + FEARS * (feared & ~mask).bit_count() / (alive & ~mask).bit_count()


def _of_death(victim: Seat, feared: int, usual: float) -> float:
    """How much more likely than blindly a team that fears these kills just this one."""
    return (1 + FEARS * (feared >> victim & 1)) / usual


def _lived(one: PlayerRecord, victim: PlayerRecord) -> bool:
    """Whether this player was alive when that one was killed."""
    return one.alive or one.end_night >= victim.end_night


def _saw(one: PlayerRecord, day: int) -> bool:
    """Whether this player was alive on this day when it was voted."""
    return one.alive or one.end_night > day or (one.end_night == day and one.end == "burned")
