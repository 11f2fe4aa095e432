"""What a computer player makes of a village: who stands where, who is dangerous to whom, and how near the end is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from zlib import crc32

from bot.engine.kept import kept
from bot.engine.questions import Choice, Seat
from bot.games.hidden_roles.claims import I_AM
from bot.games.hidden_roles.talkers import talk_share
from bot.games.village.cards import RUMPLESTILTSKIN, TOWN
from bot.games.village.claims import CLAIMS
from bot.games.village.players.suspicion import (
    CLAIMED,
    Accusation,
    Suspicions,
    accusations,
    is_rumplestiltskin,
    somebody_could_know,
    suspicion,
)
from bot.games.village.views import VillageView

SURPLUS = 1
"""So many votes beyond the majority the village needs, and a Rumplestiltskin gives up the mate whom it burns anyway."""
SHY_KEPT = 64
"""Of so many players it is kept who speaks up today: they are asked again and again."""
COUNTERS = 0.2
"""How often a normal player of the other side makes something up when it pays."""
FEARED = ("sheriff", "prince_charming", "fairy_godmother", "mad_hatter", "esmeralda")
"""The roles that are a danger to the Rumplestiltskins when somebody says that they hold them, the worst first."""


class Situation:
    """Worked out once for each answer, and of it no more than the answer needs.

    The town judges by all it knows. The others judge as the village does, since they have to know what it will do.
    """

    def __init__(self, view: VillageView, suspicions: Suspicions | None = None) -> None:
        """`suspicions`: those of this player so far."""
        self._suspicions = suspicions or Suspicions()
        self.view = view
        self.me = view.seat
        self.side = view.side
        self.team = view.team if view.side == RUMPLESTILTSKIN else ()

    @kept
    def accusations(self) -> list[Accusation]:
        return accusations(self.view)

    @kept
    def evidence(self) -> dict[Seat, float]:
        return self._suspicions.of(self.view, public=self.side != TOWN)

    @kept
    def scores(self) -> dict[Seat, float]:
        """What this player makes of the evidence."""
        return self.evidence

    @kept
    def joins_talk(self) -> bool:
        """Whether to give opinions today, and to make things up."""
        return True

    @property
    def tells_innocents(self) -> bool:
        """Whether somebody who has found out a Rumplestiltskin says as well whom they found innocent."""
        return False

    @kept
    def others(self) -> list[Seat]:
        return [player.seat for player in self.view.players if player.alive and player.seat != self.me]

    @kept
    def mates(self) -> list[Seat]:
        return [seat for seat in self.team if seat in self.others]

    @kept
    def named(self) -> list[Seat]:
        """Who was nominated today, as often as that happened."""
        return [said.nominee for said in self.view.nominated_today()]

    @kept
    def nominees(self) -> list[Seat]:
        return [seat for seat in dict.fromkeys(self.named) if self.view.player(seat).alive]

    @kept
    def public(self) -> dict[Seat, float]:
        """The scores of somebody without a card: what the village thinks."""
        return suspicion(self.view, self.accusations, public=True) if self.side == TOWN else self.scores

    @property
    def calm(self) -> float:
        """The score of nobody in particular: the middle one among the living."""
        scores = sorted(self.scores[seat] for seat in self.others)
        return scores[len(scores) // 2]

    # -- the village ------------------------------------------------------------------------------------------------

    def worst(self, seats: Sequence[Seat]) -> Seat:
        """The most suspicious; among equals the one who was nominated most often, then first."""
        scores = self.scores
        rounded = [round(scores[seat], 1) for seat in seats]
        most = max(rounded)
        if rounded.count(most) == 1:
            return seats[rounded.index(most)]
        return max([seat for seat, score in zip(seats, rounded, strict=True) if score == most], key=self._named)

    def _named(self, seat: Seat) -> tuple[int, int]:
        """How often somebody was nominated today, and before how many others."""
        first = -self.nominees.index(seat) if seat in self.nominees else -len(self.view.players)
        return self.named.count(seat), first

    @property
    def favourite(self) -> Seat | None:
        """Whom the village is most likely to burn on this ballot, of all who stand on it."""
        standing = self.standing()
        return self.worst(standing) if standing else None

    def standing(self) -> list[Seat]:
        """The players who stand on this ballot: the nominees, or after a tie those left (R0-13)."""
        ballots = self.view.ballots
        if not ballots or not ballots[-1].rerun:
            return self.nominees
        counts = {nominee: len(votes) for nominee, votes in ballots[-2].polls if self.view.player(nominee).alive}
        ranks = sorted(counts.values(), reverse=True)
        if not ranks:
            return []
        least = ranks[0] if len(ranks) < 2 or ranks[0] == ranks[1] else ranks[1]
        return [nominee for nominee, count in counts.items() if count >= least]

    @property
    def can_wait(self) -> bool:
        """Whether a day without a fire costs the village no fire: a wrong one and the night take two villagers, the
        night alone one, and the village has lost at the same count either way."""
        villagers = len(self.others) + 1 - self.left
        return (villagers - max(2, self.left)) % 2 == 0

    @property
    def claimants(self) -> list[Seat]:
        """The living who say that they know somebody, the most believable first."""
        accusers = {said.by for said in self.accusations}
        found = [seat for seat in self.others if seat in accusers and self.scores[seat] < CLAIMED]
        return sorted(found, key=lambda seat: (self.scores[seat], seat))

    @property
    def somebody_could_know(self) -> bool:
        """Whether a claim to know something may still be believed."""
        return somebody_could_know(self.view, public=True)

    def accusers_of(self, seats: Iterable[Seat]) -> list[Seat]:
        """The living who say that they know one of these to be a Rumplestiltskin."""
        accused = set(seats)
        said = {said.by for said in self.accusations if said.of in accused}
        return [seat for seat in self.others if seat in said and seat not in self.team]

    # -- the Rumplestiltskins ---------------------------------------------------------------------------------------

    @property
    def prey(self) -> list[Seat]:
        """The living who are not on my team."""
        return [seat for seat in self.others if seat not in self.team]

    @property
    def left(self) -> int:
        """How many Rumplestiltskins are left, as far as anybody can tell."""
        shown = sum(not player.alive and is_rumplestiltskin(player.role) for player in self.view.players)
        return max(1, self.view.cast["rumplestiltskin"] - shown)

    @property
    def is_decisive(self) -> bool:
        """Whether the Rumplestiltskins win tonight if the village burns one of its own today."""
        return len(self.others) + 1 - 2 <= self.lost_at

    @property
    def lie_pays(self) -> bool:
        """Whether a Rumplestiltskin had better accuse somebody as if they knew."""
        return self.is_decisive

    @property
    def dares(self) -> float:
        """How often the other side makes something up when it pays. If it always did, this alone would give it away."""
        return COUNTERS

    @property
    def lost_at(self) -> int:
        """With so many alive the village has lost: two villagers, or as many as Rumplestiltskins (R0-20)."""
        return self.left + max(2, self.left)

    @property
    def is_outvoted(self) -> bool:
        """Whether the others burn whom they like, whatever the team does."""
        votes = {player.seat: player.votes for player in self.view.players}
        theirs = sum(votes[seat] for seat in self.prey)
        return theirs >= sum(votes.values()) // 2 + 1 + SURPLUS

    def may_live(self, role: str) -> bool:
        """Whether somebody may hold this card and be alive."""
        return self.view.cast.get(role, 0) > sum(
            not player.alive and player.role == role for player in self.view.players
        )

    @property
    def ties(self) -> set[Seat]:
        """With whom I would die tonight: a beloved, or who is under the Love spell with me."""
        tonight = ("night.beloved.chosen", 1), ("spell.in_love", self.view.night - 1)
        return {fact.values["beloved"] for fact in self.view.learnt if (fact.key, fact.night) in tonight}

    @property
    def joined(self) -> set[Seat]:
        """The two whom my Love spell ties together tonight: one death takes both."""
        facts = [fact for fact in self.view.learnt if fact.key == "spell.joined"]
        if not facts or facts[-1].night < self.view.night - 1:
            return set()
        pair = {facts[-1].values["one"], facts[-1].values["other"]}
        return pair if pair.isdisjoint((self.me, *self.team)) and pair <= set(self.others) else set()

    def told_role(self, seat: Seat) -> str | None:
        """The role that somebody claimed to hold."""
        words = [CLAIMS[said.words] for said in self.view.last_words if said.seat == seat and said.words in CLAIMS]
        told = [said.why for said in self.view.claims if said.by == seat and said.kind == I_AM] or words
        return told[-1] if told else None

    def danger(self, seat: Seat) -> float:
        """How much the Rumplestiltskins fear somebody: who may know something, who has a power, whom all trust."""
        danger = -round(self.scores[seat])
        if seat in self.claimants:
            danger += 20
        role = self.told_role(seat)
        if role in FEARED:
            danger += 10 - FEARED.index(role)
        elif role == "huntsman":
            danger -= 5
        if seat in self.joined:
            danger += 15
        return danger + self.view.player(seat).votes - 1


class ReservedSituation(Situation):
    """That of a player who weighs whether to talk: where the others are silent, only some say what they think, since
    whoever talks alone draws every eye."""

    @kept
    def joins_talk(self) -> bool:
        return shyness(self.view) < talk_share(*talk_of(self.others, self.view))


def shyness(view: VillageView) -> float:
    """The part of all players who would speak up today before this one does, from 0 to 1: the same all day, and made of
    nothing but what everybody sees, whatever the card."""
    return _shyness(view.seat, view.night, tuple([(one.alias, one.end) for one in view.players]))


@lru_cache(maxsize=SHY_KEPT)
def _shyness(seat: Seat, night: int, today: tuple[tuple[str, str | None], ...]) -> float:
    return crc32(repr((seat, night, list(today))).encode()) / 2**32


def talk_of(others: Sequence[Seat], view: VillageView) -> tuple[int, int]:
    """How often these have spoken, once a day, of so many times until now."""
    heard = dict.fromkeys((said.day, said.by) for said in view.claims)
    return sum(by in others for _, by in heard), len(others) * view.night


def seats_of(choices: Sequence[Choice]) -> list[Seat]:
    """The players among these choices."""
    return [choice for choice in choices if choice is not None]
