"""A villager with his wits about him: reads claims and votes, uses his power, and bluffs when his card asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from bot.engine.questions import Choice, Question, Seat, Value
from bot.games.village.cards import RUMPLESTILTSKIN, TOWN
from bot.games.village.claims import ALIASES, FOUND, QUIET, SUSPICIOUS
from bot.games.village.day import BURN, READY, SPARE
from bot.games.village.roles.little_mary import PEEK
from bot.games.village.views import VillageView
from bot.players.player import Look
from bot.players.random_player import RandomPlayer
from bot.players.village_suspicion import CLAIMED, KNOWN, Accusation, suspicion

BURN_FROM = -0.2
"""The least score at which a villager votes to burn: in doubt the village burns, since waiting feeds the night."""
KILL_FROM = 2.0
"""The least score at which the Hatter spends his one kill, and a dying Huntsman his shot."""
PEEK_CHANCE = 0.6


class VillagePlayer:
    """Plays any card, by nothing but what its seat sees."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._guess = RandomPlayer(rng)

    def answer(self, question: Question, look: Look) -> Value:
        way = WAYS.get(question.key)
        if way is None:
            return self._guess.answer(question, look)
        if question.choices == (READY,):
            return [READY, None]
        view = cast(VillageView, look())
        return way(self, question, Situation(view))

    def _any_of(self, seats: Sequence[Seat]) -> Seat:
        return seats[int(self._rng.random() * len(seats))]

    # -- the day ----------------------------------------------------------------------------------------------------

    def _call(self, question: Question, now: Situation) -> Value:
        """Everybody names somebody before calling for the vote, so that nobody is cut off who knows something."""
        if now.side == TOWN:
            return self._accuse(now)
        return self._bluff(now)

    def _accuse(self, now: Situation) -> Value:
        target = now.worst(now.others)
        if now.scores[target] >= KNOWN:
            return [target, FOUND]
        if now.scores[target] >= BURN_FROM and now.scores[target] > now.calm:
            return [target, SUSPICIOUS]
        return self._go_along(now, now.others)

    def _go_along(self, now: Situation, seats: list[Seat]) -> Value:
        """Nothing to go on: second somebody else's nomination, or name anybody."""
        named = [seat for seat in now.nominees if seat in seats]
        if named:
            return [now.worst(named), None]
        return [self._any_of(seats), QUIET] if seats else [READY, None]

    def _bluff(self, now: Situation) -> Value:
        """The other side never leads a hunt that its card would be blamed for: it joins one, or calls for the vote.

        Every day that is cut short is one on which somebody could not say what he knows. With no mate left to be
        betrayed by it, somebody accused says the same of his accuser.
        """
        if not any(mate in now.others for mate in now.team):
            accusers = [said.by for said in now.accusations if said.of == now.me and said.reason == FOUND]
            living = [seat for seat in accusers if seat in now.others]
            if living:
                return [living[-1], FOUND]
        prey = [seat for seat in now.nominees if seat in now.others and seat not in now.team]
        return [now.worst(prey), None] if prey else [READY, None]

    def _vote(self, question: Question, now: Situation) -> Value:
        return BURN if self._burns(now, now.view.ballots[-1].polls[-1][0]) else SPARE

    def _burns(self, now: Situation, nominee: Seat) -> bool:
        if nominee == now.me:
            return False
        if now.side == TOWN:
            return nominee == now.favourite and now.scores[nominee] >= BURN_FROM
        return nominee not in now.team and (nominee == now.favourite or now.favourite in (now.me, *now.team))

    def _ballot(self, question: Question, now: Situation) -> Value:
        burning = [seat for seat in question.choices if seat is not None and self._burns(now, seat)]
        return burning[0] if burning else None

    def _last_words(self, question: Question, now: Situation) -> Value:
        """Powers that draw fire are kept to oneself until it is this or the stake."""
        role = now.view.role
        if now.side != TOWN or role in ("huntsman", "little_mary"):
            role = "villager"
        return f"#i_am.{role}"

    # -- the town's nights ------------------------------------------------------------------------------------------

    def _most_suspicious(self, question: Question, now: Situation) -> Value:
        others = [seat for seat in _seats(question.choices) if seat not in now.team]
        if not others:
            return None
        highest = max(now.scores[seat] for seat in others)
        return self._any_of([seat for seat in others if now.scores[seat] == highest])

    def _introduce(self, question: Question, now: Situation) -> Value:
        return ALIASES[int(self._rng.random() * len(ALIASES))]

    def _investigate(self, question: Question, now: Situation) -> Value:
        """The most suspicious of whom nothing is known, anybody among equals."""
        unknown = [seat for seat in _seats(question.choices) if abs(now.scores[seat]) < KNOWN]
        if not unknown:
            return None
        highest = max(now.scores[seat] for seat in unknown)
        return self._any_of([seat for seat in unknown if now.scores[seat] > highest - 0.5])

    def _protect(self, question: Question, now: Situation) -> Value:
        claimants = [seat for seat in now.claimants if seat in question.choices]
        return claimants[0] if claimants else now.me

    def _heal(self, question: Question, now: Situation) -> Value:
        dying = _seats(question.choices)
        if now.me in dying:
            return now.me
        dying = [seat for seat in dying if now.scores[seat] < KILL_FROM]
        if now.side != TOWN or not dying:
            return None
        return min(dying, key=lambda seat: (seat not in now.claimants, now.scores[seat]))

    def _shoot(self, question: Question, now: Situation) -> Value:
        others = [seat for seat in _seats(question.choices) if seat != now.me]
        if not others or now.scores[now.worst(others)] < KILL_FROM:
            return None
        return now.worst(others)

    def _mute(self, question: Question, now: Situation) -> Value:
        return self._shoot(question, now)

    def _peek(self, question: Question, now: Situation) -> Value:
        """Not while somebody she knows of is still alive: once is enough for a day's work."""
        if any(now.scores[seat] >= KNOWN for seat in now.others) or self._rng.random() >= PEEK_CHANCE:
            return None
        return PEEK

    # -- the Rumplestiltskins' nights -------------------------------------------------------------------------------

    def _victim(self, question: Question, now: Situation) -> Value:
        """A mate's pick if there is one; else a choice that every mate makes alike from what all have heard."""
        for seat, victim in sorted(now.picks.items()):
            if seat != now.me and victim in question.choices:
                return victim
        return now.prey(_seats(question.choices))

    def _murder(self, question: Question, now: Situation) -> Value:
        targets = [seat for seat in _seats(question.choices) if seat not in now.team and seat != now.me]
        return now.prey(targets) if targets else None

    def _hinder(self, question: Question, now: Situation) -> Value:
        """Trickster and Warlock strike at who says that he knows, else at anybody: most cards have a power."""
        targets = [seat for seat in _seats(question.choices) if seat not in now.team and seat != now.me]
        claimants = [seat for seat in now.claimants if seat in targets]
        if claimants:
            return claimants[0]
        return self._any_of(targets) if targets else None

    def _watch(self, question: Question, now: Situation) -> Value:
        targets = [seat for seat in _seats(question.choices) if seat not in now.team]
        return self._any_of(targets) if targets else None


class Situation:
    """What a player makes of a view: worked out once for each answer."""

    def __init__(self, view: VillageView) -> None:
        self.view = view
        self.me = view.seat
        self.side = view.side
        self.accusations = [Accusation(said.day, said.by, said.nominee, said.reason) for said in view.nominations]
        self.scores = suspicion(view, self.accusations)
        self.others = [player.seat for player in view.players if player.alive and player.seat != view.seat]
        self.team = view.team if view.side == RUMPLESTILTSKIN else ()
        self.nominees = list(dict.fromkeys(said.nominee for said in view.nominated_today()))

    @property
    def calm(self) -> float:
        """The score of nobody in particular: the middle one among the living."""
        scores = sorted(self.scores[seat] for seat in self.others)
        return scores[len(scores) // 2]

    def worst(self, seats: Sequence[Seat]) -> Seat:
        """The most suspicious; among equals the one who was nominated most often, then first."""
        return max(seats, key=self._standing)

    def _standing(self, seat: Seat) -> tuple[float, int, int]:
        named = sum(said.nominee == seat for said in self.view.nominated_today())
        first = -self.nominees.index(seat) if seat in self.nominees else -len(self.view.players)
        return round(self.scores[seat], 1), named, first

    @property
    def favourite(self) -> Seat:
        """Whom the village is most likely to burn on this ballot, of all who stand on it."""
        return self.worst(self.standing())

    def standing(self) -> list[Seat]:
        """Who stands on this ballot: the nominees, or after a tie those left (R0-13)."""
        ballots = self.view.ballots
        if not ballots or not ballots[-1].rerun:
            return self.nominees
        counts = {nominee: len(votes) for nominee, votes in ballots[-2].polls}
        ranks = sorted(counts.values(), reverse=True)
        least = ranks[0] if len(ranks) < 2 or ranks[0] == ranks[1] else ranks[1]
        return [nominee for nominee, count in counts.items() if count >= least]

    @property
    def claimants(self) -> list[Seat]:
        """The living who say that they know somebody, the most believable first."""
        seats = {said.by for said in self.accusations if said.reason == FOUND}
        found = [seat for seat in self.others if seat in seats and self.scores[seat] < CLAIMED]
        return sorted(found, key=lambda seat: (self.scores[seat], seat))

    @property
    def picks(self) -> dict[Seat, Seat]:
        """Whom team mates have picked tonight."""
        return dict(self.view.picks)

    def prey(self, targets: Sequence[Seat]) -> Seat:
        """The target most dangerous to the Rumplestiltskins: who knows something, then who looks innocent."""
        claimants = [seat for seat in self.claimants if seat in targets]
        if claimants:
            return claimants[0]
        size = len(self.view.players)
        turn = self.view.night * 3 + sum(self.view.team)  # a secret of the team, so that nobody can guess the victim
        return min(targets, key=lambda seat: (round(self.scores[seat]), (seat * 7 + turn) % size, seat))


def _seats(choices: Sequence[Choice]) -> list[Seat]:
    return [choice for choice in choices if choice is not None]


WAYS: dict[str, Callable[[VillagePlayer, Question, Situation], Value]] = {
    "introduction": VillagePlayer._introduce,
    "day.call": VillagePlayer._call,
    "day.vote": VillagePlayer._vote,
    "day.ballot": VillagePlayer._ballot,
    "day.last_words": VillagePlayer._last_words,
    "night.suspect": VillagePlayer._most_suspicious,
    "night.investigate": VillagePlayer._investigate,
    "night.protect": VillagePlayer._protect,
    "night.heal": VillagePlayer._heal,
    "night.assassinate": VillagePlayer._shoot,
    "huntsman.shot": VillagePlayer._shoot,
    "night.mute": VillagePlayer._mute,
    "night.peek": VillagePlayer._peek,
    "night.victim": VillagePlayer._victim,
    "night.murder": VillagePlayer._murder,
    "night.jinx": VillagePlayer._hinder,
    "night.toad": VillagePlayer._hinder,
    "night.watch": VillagePlayer._watch,
}
"""How each question is answered; what is not named here is answered at random."""
