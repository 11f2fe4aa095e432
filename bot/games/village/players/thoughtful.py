"""A villager with their wits about them: reads claims and votes, uses a power, and bluffs when the card asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Look
from bot.games.hidden_roles.claims import I_AM, code
from bot.games.random_player import RandomPlayer
from bot.games.village.cards import TOWN
from bot.games.village.claims import ALIASES, FOUND, QUIET, SUSPICIOUS
from bot.games.village.players.bonus import BONUS_WAYS, NEVER
from bot.games.village.players.situation import Situation, seats_of
from bot.games.village.players.speaking import KEPT_BACK, NEAR, accused_today, found_today, lie, reason, words
from bot.games.village.players.suspicion import KNOWN, Suspicions
from bot.games.village.roles.little_mary import PEEK
from bot.games.village.values import BURN, READY, SPARE
from bot.games.village.views import VillageView

BURN_FROM = -0.2
"""The least score at which a villager votes to burn: in doubt the village burns, since waiting feeds the night."""
HURRY_FROM = 1.0
"""The least score for which a fire is worth a day on which the village can as well learn."""
KILL_FROM = 2.0
"""The least score at which the Hatter spends the one kill, and a dying Huntsman the shot."""
PEEK_CHANCE = 0.6
"""How often Little Mary dares to peek while she knows of nobody."""
DODGE = 0.5
"""How often the Rumplestiltskins leave who stands out alone, since the Prince expects them there."""


class VillagePlayer:
    """Plays any card, by nothing but what its seat sees."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._guess = RandomPlayer(rng)
        self._suspicions = Suspicions()

    def answer(self, question: Question, look: Look) -> Value:
        if question.says is None and _is_clear(question):
            return self._clear(question, look)
        seen = self._sees(look)
        if question.says is not None:
            said = words(self._rng, question, self._weighs(seen))
            if said is not None:
                return said
        return self._clear(question, look) if _is_clear(question) else self._does(question, self._weighs(seen))

    def _sees(self, look: Look) -> Situation:
        """What its seat sees: looked at once for each answer."""
        return Situation(cast(VillageView, look()), self._suspicions)

    def _weighs(self, seen: Situation) -> Situation:
        """What this player makes of it, for one thing that it says or does."""
        return seen

    def _clear(self, question: Question, look: Look) -> Value:
        """The answer where there is nothing to think about."""
        if question.choices == (READY,):
            return [READY, None]
        return None if question.key in NEVER else self._guess.answer(question, look)

    def _does(self, question: Question, now: Situation) -> Value:
        bonus = BONUS_WAYS.get(question.key)
        if bonus is not None:
            return bonus(self._rng, question, now)
        value = self._thinks(question, now)
        if question.says is None or question.key != "day.call":
            return value
        return reason(self._rng, question, now, value[0]) or [value[0], None]

    def _thinks(self, question: Question, now: Situation) -> Value:
        return WAYS[question.key](self, question, now)

    def _any_of(self, seats: Sequence[Seat]) -> Seat:
        return seats[int(self._rng.random() * len(seats))]

    # -- the day ----------------------------------------------------------------------------------------------------

    def _call(self, question: Question, now: Situation) -> Value:
        """Everybody names somebody before calling for the vote, so that nobody is cut off who knows something."""
        if now.side == TOWN:
            return self._accuse(now)
        return self._bluff(now)

    def _accuse(self, now: Situation) -> Value:
        spoken_against, target = accused_today(now), now.worst(now.others)
        if spoken_against is not None and now.scores[spoken_against] > now.scores[target] - NEAR:
            target = spoken_against
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
        spoken_against = accused_today(now)
        if spoken_against in seats:
            return [spoken_against, None]
        return [self._any_of(seats), QUIET] if seats else [READY, None]

    def _bluff(self, now: Situation) -> Value:
        """The other side never leads a hunt that its card would be blamed for: it joins one, or calls for the vote.

        Every day that is cut short is one on which somebody could not say what they know. But the accused say the
        same of their accuser, and a lie that will come to light tomorrow is good when there is no tomorrow.
        """
        made_up = self._made_up(now)
        if made_up is not None:
            return made_up
        prey = [seat for seat in now.nominees if seat in now.prey]
        return [now.worst(prey), None] if prey else [READY, None]

    def _made_up(self, now: Situation) -> Value:
        """Whom one of the other side names as if they knew; None for nobody."""
        if not now.prey:
            return [READY, None]
        found = found_today(now)
        if found is not None:
            return [found, None]
        accusers = now.accusers_of((now.me,))
        if accusers:
            return [accusers[-1], FOUND]
        lied_for = lie(now)
        return None if lied_for is None else [lied_for, FOUND]

    def _vote(self, question: Question, now: Situation) -> Value:
        return BURN if self._burns(now, now.view.ballots[-1].polls[-1][0]) else SPARE

    def _burns(self, now: Situation, nominee: Seat) -> bool:
        if nominee == now.me:
            return False
        if now.side == TOWN:
            enough = HURRY_FROM if now.can_wait else BURN_FROM
            return nominee == now.favourite and now.scores[nominee] >= enough
        if nominee in now.team:
            return nominee == now.favourite and now.is_outvoted
        return now.favourite == nominee or now.favourite in (now.me, *now.team)

    def _ballot(self, question: Question, now: Situation) -> Value:
        burning = [seat for seat in question.choices if seat is not None and self._burns(now, seat)]
        return burning[0] if burning else None

    def _last_words(self, question: Question, now: Situation) -> Value:
        """Powers that draw fire are kept to oneself until it is this or the stake."""
        role = now.view.role
        if now.side != TOWN or role is None or role in KEPT_BACK:
            role = "villager"
        return code(I_AM, 0, role)

    # -- the town's nights ------------------------------------------------------------------------------------------

    def _most_suspicious(self, question: Question, now: Situation) -> Value:
        others = [seat for seat in seats_of(question.choices) if seat not in now.team]
        if not others:
            return None
        highest = max(now.scores[seat] for seat in others)
        return self._any_of([seat for seat in others if now.scores[seat] == highest])

    def _introduce(self, question: Question, now: Situation) -> Value:
        """All are asked at once, so each seat has aliases of its own: no two of them call themselves the same. Beyond
        the last alias they give none."""
        mine = ALIASES[now.me - 1 :: now.view.seats]
        place = self._rng.random()
        return mine[int(place * len(mine))] if mine else None

    def _investigate(self, question: Question, now: Situation) -> Value:
        """The most suspicious of whom nothing is known, anybody among equals."""
        unknown = [seat for seat in seats_of(question.choices) if abs(now.scores[seat]) < KNOWN]
        if not unknown:
            return None
        highest = max(now.scores[seat] for seat in unknown)
        return self._any_of([seat for seat in unknown if now.scores[seat] > highest - 0.5])

    def _protect(self, question: Question, now: Situation) -> Value:
        claimants = [seat for seat in now.claimants if seat in question.choices]
        return claimants[0] if claimants else now.me

    def _heal(self, question: Question, now: Situation) -> Value:
        dying = seats_of(question.choices)
        if now.me in dying:
            return now.me
        dying = [seat for seat in dying if now.scores[seat] < KILL_FROM]
        if now.side != TOWN or not dying:
            return None
        return min(dying, key=lambda seat: (seat not in now.claimants, now.scores[seat]))

    def _shoot(self, question: Question, now: Situation) -> Value:
        others = [seat for seat in seats_of(question.choices) if seat != now.me]
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
        """A mate's pick if there is one, unless it would be my own death; else the most dangerous, seldom guarded."""
        picks = {seat: victim for seat, victim in sorted(now.view.picks.items()) if victim not in now.ties}
        mine = picks.pop(now.me, None)
        for victim in picks.values():
            if victim != mine and victim in question.choices:
                return victim
        return mine if mine is not None else self._prey(now, seats_of(question.choices))

    def _prey(self, now: Situation, targets: list[Seat]) -> Seat:
        """The most dangerous of these, any among equals; but not always who stands out, whom the Prince expects."""
        targets = [seat for seat in targets if seat not in now.ties] or targets
        feared = _most_feared(now, targets)
        if len(feared) == 1 and len(targets) > 1 and now.may_live("prince_charming") and self._rng.random() < DODGE:
            feared = _most_feared(now, [seat for seat in targets if seat not in feared])
        return self._any_of(feared)

    def _murder(self, question: Question, now: Situation) -> Value:
        targets = [seat for seat in seats_of(question.choices) if seat in now.prey and seat not in now.ties]
        return self._prey(now, targets) if targets else None

    def _hinder(self, question: Question, now: Situation) -> Value:
        """Trickster and Warlock strike at somebody who claims to know, else at anybody."""
        victim = now.view.picks.get(now.me)
        targets = [seat for seat in seats_of(question.choices) if seat in now.prey and seat != victim]
        claimants = [seat for seat in now.claimants if seat in targets]
        if claimants:
            return claimants[0]
        return self._any_of(targets) if targets else None

    def _watch(self, question: Question, now: Situation) -> Value:
        """Each of the team another one, and nobody who will be dead."""
        targets = [seat for seat in now.prey if seat in question.choices and seat not in now.view.picks.values()]
        claimants = [seat for seat in now.claimants if seat in targets]
        pack = [seat for seat in now.team if seat == now.me or seat in now.mates]
        order = claimants + [seat for seat in targets if seat not in claimants]
        if not order:
            return None
        turn = 0 if claimants else (now.view.night * 3 + sum(now.team) * 5) % len(order)
        return order[(turn + pack.index(now.me)) % len(order)]


def _is_clear(question: Question) -> bool:
    """Whether the answer takes no thought."""
    if question.choices == (READY,) or question.key in NEVER:
        return True
    return question.key not in WAYS and question.key not in BONUS_WAYS


def _most_feared(now: Situation, targets: Sequence[Seat]) -> list[Seat]:
    most = max(now.danger(seat) for seat in targets)
    return [seat for seat in targets if now.danger(seat) == most]


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
"""How each question of the game without bonus cards is answered; what is named nowhere is answered at random."""
