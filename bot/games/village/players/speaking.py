"""What a computer player says by day and as last words: whom it suspects and why, whom it knows, who it is.

The town says what it thinks. The others say what a villager in their place could say: they speak of somebody else, and
know somebody when they are accused themselves, or when nobody will be able to call them liars tomorrow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from bot.engine.questions import Question, Seat
from bot.games.hidden_roles.claims import AGAINST, CALM, CHECKED, CLEARED, QUIET, SUSPECT, code
from bot.games.hidden_roles.talkers import Manner, any_of, claim_about, claim_to, drawn_manner, draws, sense_of
from bot.games.village.bonus.victim import SACRIFICED
from bot.games.village.cards import HOOK, SIDES, TOWN
from bot.games.village.claimable import claimable, deeds
from bot.games.village.players.situation import Situation
from bot.games.village.players.suspicion import KNOWN
from bot.games.village.roles.mad_hatter import VANISHED

NEAR = 0.5
"""Scores that differ by less are taken for the same, and chance decides between them."""
LAST_LIE = 0.1
"""How often it does so as last words."""
SHOWS_OFF = 0.3
"""How often a Rumplestiltskin speaks against a mate as against anybody: else whom it speaks against would be
innocent."""


def words(rng: Random, question: Question, now: Situation) -> str | None:
    """What to say now; None for nothing more. An opinion once a day, and once more when the village is voting on
    oneself; and whatever is known, or made up, when it is."""
    manner = drawn_manner(rng)
    if question.key == "day.last_words" and manner.tells_card:
        return claim_to(_offered(question, now, now.me), _card_to_tell(rng, now))
    made_up = now.dares if question.key == "day.call" else LAST_LIE
    found = _known(now) if now.side == TOWN else _made_up(now) if now.joins_talk and draws(rng, made_up) else None
    if found not in (None, found_today(now)) and code(CHECKED, found) in _offered(question, now, found):
        return code(CHECKED, found)
    for seat in _innocent(now) if now.tells_innocents else ():
        if code(CLEARED, seat) in _offered(question, now, seat):
            return code(CLEARED, seat)
    if any(said.by == now.me and said.occasion == question.occasion for said in now.view.claims):
        return None
    return _opinion(rng, manner, question, now) if now.joins_talk else None


def reason(rng: Random, question: Question, now: Situation, nominee: Seat | str) -> str | None:
    """What to say against somebody before naming them; None where they are named already, or it has been said, and for
    who is silent today."""
    if not now.joins_talk or nominee not in now.others or nominee in now.nominees:
        return None
    if nominee in _spoken_of(now, AGAINST):
        return None
    against = replace(drawn_manner(rng), kind=SUSPECT)
    return _claim(against, question, now, int(nominee))


def _offered(question: Question, now: Situation, about: Seat) -> list[str]:
    """What can be claimed about this player, or about oneself."""
    return claimable(now.view, now.me, question.occasion, about)


def accused_today(now: Situation) -> Seat | None:
    """Whom this player has spoken against today, if they are alive."""
    return next(iter(_spoken_of(now, AGAINST)), None)


def found_today(now: Situation) -> Seat | None:
    """Whom this player has said to know today, if they are alive."""
    return next(iter(_spoken_of(now, (CHECKED,))), None)


def _spoken_of(now: Situation, kinds: Sequence[str]) -> list[Seat]:
    """The living of whom this player has said today what is of these kinds, the first of them first."""
    own = [said for said in now.view.claims if said.by == now.me and said.day == now.view.night and said.kind in kinds]
    return [said.about for said in own if said.about in now.others]


# -- what is known, or made up -----------------------------------------------------------------------------------------


def _known(now: Situation) -> Seat | None:
    """Whom the town has no doubt about any more."""
    worst = now.worst(now.others)
    return worst if now.scores[worst] >= KNOWN else None


def _innocent(now: Situation) -> list[Seat]:
    """The living whom this player has found innocent and has not told of, if the village knows already that they find
    things out: nothing is left to hide, and the next night may be the last."""
    told = [(said.kind, said.about) for said in now.view.claims if said.by == now.me]
    if now.side != TOWN or not any(kind == CHECKED for kind, _ in told):
        return []
    verdicts = [fact.values for fact in now.view.learnt if fact.key == "night.verdict"]
    cleared = [one["suspect"] for one in verdicts if not one["guilty"]]
    return [seat for seat in cleared if seat in now.others and (CLEARED, seat) not in told]


def _made_up(now: Situation) -> Seat | None:
    """The accused say the same of their accuser; else see `lie`."""
    accusers = now.accusers_of((now.me,))
    return accusers[-1] if accusers else lie(now)


def lie(now: Situation) -> Seat | None:
    """Whom to accuse as if one knew; None when it does not pay."""
    if not now.prey or not now.somebody_could_know:
        return None
    if now.side == HOOK:
        return now.claimants[0] if now.claimants else None
    return now.worst(now.prey) if now.lie_pays else None


def _card_to_tell(rng: Random, now: Situation) -> str:
    """Powers that draw fire are kept to oneself until it is this or the stake. The others take any card that somebody
    of the town may hold and would tell."""
    role = now.view.role
    if now.side == TOWN and role is not None:
        return "villager" if role in KEPT_BACK else role
    cards = [card for card, count in now.view.cast.items() if SIDES.get(card) == TOWN for _ in range(count)]
    told = any_of(rng, cards)
    return "villager" if told in KEPT_BACK else told


NOT_SHOWN = (VANISHED.end, SACRIFICED.end)
"""How somebody ends whose card is seen by their team alone."""
KEPT_BACK = ("huntsman", "little_mary")
"""The cards whose holders say that they are villagers."""


# -- what is thought ---------------------------------------------------------------------------------------------------


def _opinion(rng: Random, manner: Manner, question: Question, now: Situation) -> str | None:
    """Against somebody or for somebody, and why."""
    is_against = manner.kind == SUSPECT
    seats = (now.prey if is_against and not draws(rng, SHOWS_OFF) else now.others) or now.others
    if not seats:
        return None
    sign = 1 if is_against else -1
    most = max(sign * now.scores[seat] for seat in seats)
    whom = any_of(rng, [seat for seat in seats if sign * now.scores[seat] > most - NEAR])
    return _claim(manner, question, now, whom)


def _claim(manner: Manner, question: Question, now: Situation, whom: Seat) -> str | None:
    """What is said of somebody in this manner."""
    shown = {
        player.seat: SIDES[player.role]
        for player in now.view.players
        if player.role and not player.alive and player.end not in NOT_SHOWN
    }
    innocent = [seat for seat, side in shown.items() if side == TOWN]
    sense = sense_of(deeds(now.view, (now.me,)), [seat for seat in shown if seat not in innocent], innocent)
    return claim_about(manner, _offered(question, now, whom), whom, now.me, sense, _unfounded(now, whom))


def _unfounded(now: Situation, whom: Seat) -> list[str]:
    """Nobody says too little who may not speak today, or has spoken today or as much as the others; and nobody is calm
    who never spoke."""
    spoken = [said for said in now.view.claims if now.view.player(said.by).alive]
    own = [said for said in spoken if said.by == whom]
    alive = sum(player.alive for player in now.view.players)
    is_quiet = len(own) * alive < len(spoken) and all(said.day != now.view.night for said in own)
    may_speak = now.view.player(whom).speech == "free"
    return [QUIET] * (not (is_quiet and may_speak)) + [CALM] * (not own)
