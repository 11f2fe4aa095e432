"""Who can be the Mafia: every team that there can be, each weighed by what has happened at the table.

A world is a team: so many of the seats as the cast has black cards of the Mafia. Its weight is the product of how
likely each thing would be, if this was the team: that this one said and that one voted, that this one was killed.
Everybody may lie, the Mafia more often than others; what nobody could know counts for little. The sum of the weights
of all teams with a player is how black that player is.

Nothing here asks who is a computer player, or what computer players are used to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from itertools import combinations, islice
from math import comb, log, prod

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import AGAINST, CHECKED, CLEARED, I_AM, SUSPECT, TRUST
from bot.games.hidden_roles.teams import bits, likelier
from bot.games.mafia.cards import MAFIA, RED, SIDES
from bot.games.mafia.players.suspicion import cards_are_shown
from bot.games.mafia.views import MafiaView, PlayerView

WORLDS_MOST = 400
"""So many teams are weighed, spread evenly, where there can be more."""
NEVER = 0.01
"""What is left of a world in which somebody must have made a mistake."""

TOLD = 0.8
"""How often the Sheriff says whom they have found, and is right."""
INVENTED = 0.12
"""How often the Mafia says it of somebody innocent; how often of one of its own; how often a red card makes it up."""
INVENTED_OF_MATE = 0.03
INVENTED_BY_RED = 0.02
CARD_TOLD = 0.3
CARD_STOLEN = 0.1
LET_LIVE = 0.45
"""How often somebody who has said that they are the Sheriff, and is, is alive after a night; and with a Doctor."""
LET_LIVE_BY_DOCTOR = 0.65

VOTES_FOR_MATE = 0.35
"""How much rarer the Mafia votes for one of its own than for anybody else, names one, and speaks against one."""
NAMES_MATE = 0.35
ACCUSES_MATE = 0.7
TRUSTS_MATE = 1.3
GUESSES_RIGHT = 1.2
"""How much more often a red card's vote is right than a blind one."""
LETS_BE = 1.3
"""How much rarer the Mafia names anybody, for it needs no vote; and how much rarer it says what it thinks."""
KEEPS_QUIET = 1.2
FEARS = 1.0
"""How much more often the Mafia kills somebody who has spoken, named or voted against it."""
BY_MANIAC = 0.4
"""How likely somebody of the Mafia is killed at night, where there is a Maniac, next to a red card."""
SAVED = 0.15
"""How likely whom I have healed is of the Mafia, when nobody has died, next to a red card."""


class Worlds:
    """The teams that there can be, as a seat with a red card sees it, or as everybody does (`public`)."""

    def __init__(self, view: MafiaView, *, public: bool) -> None:
        self._view = view
        self._me = 0 if public else view.seat
        self._size = sum(count for role, count in view.cast.items() if SIDES[role] == MAFIA)
        self._maniac = bool(view.cast.get("maniac"))
        self._shown = {seat: role for seat in self._seats if (role := self._role(seat)) is not None}
        self._deadly = {player.end_night for player in view.players if player.end == "killed"}

    @cached_property
    def _seats(self) -> list[Seat]:
        return [player.seat for player in self._view.players]

    def _role(self, seat: Seat) -> str | None:
        player = self._view.player(seat)
        if self._me == seat:
            return self._view.role
        return player.role if not player.alive and cards_are_shown(self._view) else None

    # -- what comes of it --------------------------------------------------------------------------------------------

    @cached_property
    def black(self) -> dict[Seat, float]:
        """How likely each player holds a black card, from 0 to 1."""
        weights = dict.fromkeys(self._seats, 0.0)
        total = 0.0
        for team in self._teams():
            weight = self._weight(team)
            total += weight
            for seat in team:
                weights[seat] += weight
        return {seat: self._with_maniac(seat, weight / total if total else 0.0) for seat, weight in weights.items()}

    def _with_maniac(self, seat: Seat, share: float) -> float:
        """The Maniac may be anybody who is not of the Mafia: nobody is told anything about them."""
        if not self._maniac or seat in self._innocent:
            return share
        if self._shown.get(seat) == "maniac" or seat in self._guilty:
            return 1.0
        return share + (1 - share) / max(len(self._seats) - self._size - len(self._innocent), 1)

    def scores(self) -> dict[Seat, float]:
        """The same as evidence: 0 for somebody of whom nothing is known, the logarithm of the odds for others."""
        usual = self._size / len(self._seats)
        found = {}
        for seat, share in self.black.items():
            kept = min(max(share, 1e-6), 1 - 1e-6)
            found[seat] = log(kept / (1 - kept)) - log(usual / (1 - usual))
        return found

    # -- which teams there can be -------------------------------------------------------------------------------------

    @cached_property
    def _innocent(self) -> frozenset[Seat]:
        """Those whom this observer knows for red."""
        found = {seat for seat, role in self._shown.items() if SIDES[role] == RED}
        return frozenset(found | self._verdicts(black=False))

    @cached_property
    def _guilty(self) -> frozenset[Seat]:
        """Those whom this observer has found out: of the Mafia, or the Maniac."""
        return frozenset(self._verdicts(black=True))

    def _verdicts(self, *, black: bool) -> set[Seat]:
        facts = [fact.values for fact in self._view.learnt if fact.key == "night.verdict"] if self._me else []
        return {one["suspect"] for one in facts if one["black"] is black}

    def _teams(self) -> Iterator[tuple[Seat, ...]]:
        """Every team, or some of them evenly spread. One of the team is alive, and it has not won yet."""
        sure = {seat for seat, role in self._shown.items() if SIDES[role] == MAFIA}
        if not self._maniac:
            sure |= self._guilty
        open_to = [seat for seat in self._seats if seat not in self._innocent | sure and not self._is_maniac(seat)]
        rest = max(self._size - len(sure), 0)
        every = comb(len(open_to), min(rest, len(open_to)))
        teams = islice(combinations(open_to, rest), 0, None, max(every // WORLDS_MOST, 1))
        return (team for more in teams if self._is_possible(team := (*sorted(sure), *more)))

    def _is_maniac(self, seat: Seat) -> bool:
        return self._shown.get(seat) == "maniac"

    def _is_possible(self, team: tuple[Seat, ...]) -> bool:
        alive = (self._living & bits(team)).bit_count()
        return self._maniac or 0 < alive < self._living.bit_count() - alive

    @cached_property
    def _living(self) -> int:
        return bits(player.seat for player in self._view.players if player.alive)

    # -- how likely all that has happened is ---------------------------------------------------------------------------

    def _weight(self, team: tuple[Seat, ...]) -> float:
        passive, mask = self._passive, bits(team)
        weight = prod([passive[seat] for seat in team])
        acts = self._of_deaths(team, mask) * self._of_votes(mask) * self._of_words(team, mask)
        return weight * acts * self._of_findings(team)

    @cached_property
    def _passive(self) -> dict[Seat, float]:
        """How much more likely it is of the Mafia than of a red card, how often somebody has named and spoken."""
        return {
            player.seat: prod(self._passive_on(player, day) for day in self._days(player))
            for player in self._view.players
        }

    def _days(self, player: PlayerView) -> list[int]:
        """The days that are over on which this player could speak, and of which there was something to say."""
        last = self._view.day - 1 if player.alive else min(player.end_night, self._view.day - 1)
        return list(range(2, last + 1))

    def _passive_on(self, player: PlayerView, day: int) -> float:
        view = self._view
        weight = 1 / LETS_BE if (day, player.seat) in {(on, by) for on, by, _ in view.nominations} else LETS_BE**0.5
        if not view.claims:
            return weight
        has_spoken = any((said.day, said.by) == (day, player.seat) for said in view.claims)
        return weight * (KEEPS_QUIET**-0.5 if has_spoken else KEEPS_QUIET)

    def _of_deaths(self, team: tuple[Seat, ...], mask: int) -> float:
        weight = 1.0
        for victim, alive, foes in self._kills:
            if victim in team:
                weight *= BY_MANIAC if self._maniac else NEVER
                continue
            feared, others = 0, alive & ~mask
            for seat in team:
                feared |= foes[seat]
            usual = 1 + FEARS * (feared & others).bit_count() / others.bit_count()
            weight *= (1 + FEARS * (feared >> victim & 1)) / usual
        if self._has_healed in team:
            weight *= SAVED
        return weight

    @cached_property
    def _has_healed(self) -> Seat | None:
        """Whom this Doctor has healed in a night in which nobody died."""
        view = self._view
        is_quiet = view.day > 1 and view.day - 1 not in self._deadly
        return view.last if self._me and view.role == "doctor" and is_quiet else None

    @cached_property
    def _kills(self) -> list[tuple[Seat, int, dict[Seat, int]]]:
        """Each victim of a night; as bits, who was alive; and for each player, who had spoken or acted against them."""
        players = self._view.players
        return [
            (one.seat, bits(other.seat for other in players if _lived(other, one)), self._foes(one.end_night))
            for one in players
            if one.end == "killed"
        ]

    def _foes(self, night: int) -> dict[Seat, int]:
        """For each player those who had named them or spoken against them before this night, as bits."""
        view, foes = self._view, dict.fromkeys(self._seats, 0)
        acts = [(day, by, nominee) for day, by, nominee in view.nominations]
        acts += [(said.day, said.by, said.about) for said in view.claims if said.kind in AGAINST]
        for day, by, about in acts:
            if day <= night:
                foes[about] |= 1 << by
        return foes

    def _of_votes(self, mask: int) -> float:
        """Who voted for whom where somebody of the team stood, and how much more likely each is than a blind vote."""
        weight = 1.0
        for nominees, votes in self._votes:
            count, mates = nominees.bit_count(), (nominees & mask).bit_count()
            if mates in (0, count):
                continue
            for nominee, voters in votes:
                theirs = (voters & mask).bit_count()
                for_mate, right = _of_vote(nominee & mask != 0, mates, count)
                weight *= for_mate**theirs * right ** (voters.bit_count() - theirs)
        return weight

    @cached_property
    def _votes(self) -> list[tuple[int, list[tuple[int, int]]]]:
        """Each counted vote as bits: who stood; and by nominee, who voted for them."""
        counted = [vote for vote in self._view.votes if vote.kind == "vote" and vote.counted]
        return [
            (bits(vote.nominees), [(bits((nominee,)), bits(voters)) for nominee, voters in vote.votes])
            for vote in counted
        ]

    def _of_words(self, team: tuple[Seat, ...], mask: int) -> float:
        """Whom the team has named, spoken against and spoken for."""
        suspected, trusted = self._opinions[SUSPECT], self._opinions[TRUST]
        weight, accused, defended = 1.0, 0, 0
        for by in team:
            for nominee in self._named[by]:
                weight *= self._of_name(len(team))[mask >> nominee & 1]
            accused += (suspected[by] & mask).bit_count()
            defended += (trusted[by] & mask).bit_count()
        return weight * ACCUSES_MATE**accused * TRUSTS_MATE**defended

    def _of_name(self, size: int) -> tuple[float, float]:
        """How much more likely than blindly one of so large a team names somebody else, and one of its own."""
        return _of_name(size - 1, len(self._seats) - 1)

    @cached_property
    def _named(self) -> dict[Seat, list[Seat]]:
        named = [(by, nominee) for _, by, nominee in self._view.nominations if by != nominee]
        return {seat: [nominee for by, nominee in named if by == seat] for seat in self._seats}

    @cached_property
    def _opinions(self) -> dict[str, dict[Seat, int]]:
        """For each kind of opinion and each speaker whom they have spoken of, as bits."""
        said = [(one.kind, one.by, one.about) for one in self._view.claims if one.by != one.about]
        return {
            kind: {seat: bits({of for what, by, of in said if (what, by) == (kind, seat)}) for seat in self._seats}
            for kind in (SUSPECT, TRUST)
        }

    # -- who is the Sheriff --------------------------------------------------------------------------------------------

    def _of_findings(self, team: tuple[Seat, ...]) -> float:
        """What people say to have found out: one of them may be the Sheriff, or none of them."""
        if not self._finders:
            return 1.0
        made_up = {seat: self._invented(seat, team) for seat in self._finders}
        sheriffs = [seat for seat in self._sheriffs if seat not in team]
        if not sheriffs:
            return prod(made_up.values())
        told = sum(self._told(seat, team) / made_up[seat] if seat in made_up else 1.0 for seat in sheriffs)
        return prod(made_up.values()) * told / len(sheriffs)

    @cached_property
    def _finders(self) -> list[Seat]:
        """Those who say that they are the Sheriff, or have found something out."""
        found = {one.by for one in self._view.claims if self._is_finding(one.kind, one.why) and one.by != self._me}
        return sorted(found)

    @staticmethod
    def _is_finding(kind: str, why: str) -> bool:
        return kind in (CHECKED, CLEARED) or (kind == I_AM and why == "sheriff")

    @cached_property
    def _sheriffs(self) -> list[Seat]:
        """Those who may hold the card of the Sheriff."""
        if not self._view.cast.get("sheriff"):
            return []
        if self._me and self._view.role == "sheriff":
            return [self._me]
        others = [seat for seat in self._seats if seat != self._me]
        return [seat for seat in others if self._shown.get(seat, "sheriff") == "sheriff"]

    @cached_property
    def _findings(self) -> dict[Seat, list[tuple[str, Seat]]]:
        """What each of those says to have found out, each thing once."""
        return {
            seat: list(
                dict.fromkeys(
                    (one.kind, one.about)
                    for one in self._view.claims
                    if one.by == seat and self._is_finding(one.kind, one.why)
                )
            )
            for seat in self._finders
        }

    def _told(self, seat: Seat, team: tuple[Seat, ...]) -> float:
        """How likely the Sheriff says this: what is true, and with the next night before them."""
        chance = self._survival[seat]
        for kind, about in self._findings[seat]:
            if kind == I_AM:
                chance *= CARD_TOLD
            else:
                is_right = (about in team) is (kind == CHECKED) or (kind == CHECKED and self._maniac)
                chance *= TOLD if is_right else NEVER
        return chance

    @cached_property
    def _survival(self) -> dict[Seat, float]:
        """How likely each of them, if they were the Sheriff, had lived so many nights after the first word."""
        return {seat: self._lives ** self._nights_lived(seat) for seat in self._finders}

    @property
    def _lives(self) -> float:
        return LET_LIVE_BY_DOCTOR if self._view.cast.get("doctor") else LET_LIVE

    def _nights_lived(self, seat: Seat) -> int:
        view, player = self._view, self._view.player(seat)
        first = min(one.day for one in view.claims if one.by == seat and self._is_finding(one.kind, one.why))
        last = view.day if player.alive else player.end_night
        return max(last - first, 0)

    def _invented(self, seat: Seat, team: tuple[Seat, ...]) -> float:
        """How likely somebody says this who is not the Sheriff."""
        if seat not in team:
            return INVENTED_BY_RED ** len(self._findings[seat])
        chance = 1.0
        for kind, about in self._findings[seat]:
            if kind == I_AM:
                chance *= CARD_STOLEN
            else:
                chance *= INVENTED_OF_MATE if (about in team) is (kind == CHECKED) else INVENTED
        return chance


def _lived(one: PlayerView, victim: PlayerView) -> bool:
    """Whether this player was alive when that one was killed."""
    return one.alive or one.end_night >= victim.end_night


@cache
def _of_vote(is_mate: bool, mates: int, count: int) -> tuple[float, float]:
    """The same of a vote where so many stand: by one of the team, and by a red card."""
    return likelier(VOTES_FOR_MATE, is_mate, mates, count), likelier(GUESSES_RIGHT, is_mate, mates, count)


@cache
def _of_name(mates: int, others: int) -> tuple[float, float]:
    """The same of the naming of somebody who is no mate, and of a mate."""
    return likelier(NAMES_MATE, False, mates, others), likelier(NAMES_MATE, True, mates, others)
