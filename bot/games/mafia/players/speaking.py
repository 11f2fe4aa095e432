"""What a computer player says when it has the floor: whom it suspects and why, what it has found out, who it is.

Red cards say what they think. Black ones say what a red card in their place could say: they speak of somebody else, and
now and then they have found out what nobody could find out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from bot.engine.questions import Question, Seat
from bot.games.hidden_roles.claims import CALM, CHECKED, CLEARED, I_AM, QUIET, SUSPECT, TRUST, code
from bot.games.hidden_roles.talkers import (
    TRUSTS,
    Manner,
    any_of,
    claim_about,
    claim_to,
    drawn_manner,
    draws,
    has_a_say,
    sense_of,
)
from bot.games.mafia.cards import MAFIA, RED, SIDES
from bot.games.mafia.claimable import claimable, deeds
from bot.games.mafia.players.situation import Situation
from bot.games.mafia.players.suspicion import speakers

Findings = Callable[[Random, Question, Any], Iterable[tuple[str, Seat]]]
"""What a player says to have found out: of what kind, and about whom; the most urgent first."""
Offered = Callable[[Seat], list[str]]
"""What can be claimed about a player, or about oneself."""

BLUFF = 0.15
"""How often the Mafia accuses somebody as if it were the Sheriff, when nobody stands yet."""
PRETENDS = 0.15
"""How often a black card that has to leave, or may have to, says what the Sheriff would."""

SILENT_TO = 0.03
"""So seldom do people say something at a silent table, of all the times that they could."""
CLEARLY = 2
"""By so many words for somebody more than against is it told that people here speak for one another."""


def words(rng: Random, question: Question, now: Situation, findings: Findings | None = None) -> str | None:
    """What to say now; None for nothing more. Once for each time that somebody has the floor; a strong player says as
    much there as others here do.

    findings  what a strong player says to have found out, instead of what a normal one does; to leave, it tells all
    """
    spoken_of = [said.about for said in now.view.claims if said.by == now.me and said.occasion == question.occasion]
    has_spoken, is_speech = bool(spoken_of), question.key == "speech.floor"
    if has_spoken and (findings is None or (is_speech and len(spoken_of) >= usual_length(now))):
        return None
    manner = drawn_manner(rng) if findings is None else drawn_manner(rng, trust_share(now))
    offered = partial(claimable, now.view, now.me, question.occasion)
    has_opinion = True
    if findings is not None:
        has_opinion = has_a_say(rng, *_talk(now), avenged(now))
        said = _first_found(offered, findings(rng, question, now))
        if has_spoken and is_speech:
            return said or _opinion(rng, manner, now, offered, spoken_of)
        if has_spoken or (said is None and is_silent(now)):
            return said
        said = said or (_as_most(now, offered) if is_speech else _card_told(rng, manner, now, offered))
    else:
        said = _finding(rng, now, offered) if is_speech else _last_resort(rng, manner, now, offered)
    return said or (_opinion(rng, manner, now, offered) if has_opinion else _presented(now, offered))


def _presented(now: Situation, offered: Offered) -> str | None:
    """Where nobody speaks of anybody, to be one of the many is enough, and that only once."""
    has_told = any(said.by == now.me and said.kind == I_AM for said in now.view.claims)
    return None if has_told else claim_to(offered(now.me), "citizen")


def _as_most(now: Situation, offered: Offered) -> str | None:
    """Where most of what the others said on whole days since the first is which card they hold, to hold the same as
    they, whatever the own card is. To present oneself on the first day starts nothing."""
    heard = [one for one in now.view.claims if one.by != now.me and 1 < one.day < now.view.day]
    cards = [one.why for one in heard if one.kind == I_AM]
    if 2 * len(cards) <= len(heard) + 1:
        return None
    return claim_to(offered(now.me), max(cards, key=cards.count))


def trust_share(now: Situation) -> float:
    """How often people speak for somebody, of all that they say of somebody: more than usual only where most others do,
    or else hardly anybody would be spoken against."""
    kinds = [one.kind for one in now.view.claims if one.by != now.me]
    trusts, suspects = kinds.count(TRUST), kinds.count(SUSPECT)
    return trusts / (trusts + suspects) if trusts > suspects + CLEARLY else TRUSTS


def usual_length(now: Situation) -> int:
    """How much others say in a speech here, if they say something: whoever says less seems to hold something back."""
    said = [one.occasion for one in now.view.claims if one.by != now.me and one.occasion.startswith("speech.")]
    return round(len(said) / max(len(set(said)), 1))


def is_silent(now: Situation) -> bool:
    """Whether hardly anybody but the own team has said anything by the second day: from then on whoever talks alone
    draws every eye."""
    said = [spoken for seat, spoken in _floors(now) if seat != now.me and seat not in now.team]
    return now.view.day > 1 and sum(said) < SILENT_TO * len(said)


def _talk(now: Situation) -> tuple[int, int]:
    """How often the others have said something when they had the floor, and how often they had it."""
    said = [spoken for seat, spoken in _floors(now) if seat != now.me]
    return sum(said), len(said)


def avenged(now: Situation) -> float:
    """How many of the others' nominations were of somebody who had spoken of them: from 0 to 1, and never quite 1."""
    said = {(one.by, one.about) for one in now.view.claims}
    named = [(by, of) for _, by, of in now.view.nominations if by != now.me]
    return sum((of, by) in said for by, of in named) / (len(named) + 1)


def _floors(now: Situation) -> list[tuple[Seat, bool]]:
    """Each time that somebody has had the floor before this player speaks now, and whether they said something."""
    order, day = speakers(now.view), now.view.day
    if now.view.phase != "vote" and now.me in order[day]:
        order[day] = order[day][: order[day].index(now.me)]
    spoken = {(said.day, said.by) for said in now.view.claims}
    return [(seat, (day, seat) in spoken) for day, seats in order.items() for seat in seats]


def accused_today(now: Situation) -> Seat | None:
    """Whom this player has spoken against in today's speech."""
    own = [
        said for said in now.view.claims if said.by == now.me and said.occasion.startswith(f"speech.{now.view.day}.")
    ]
    return next((said.about for said in own if said.kind in (SUSPECT, CHECKED)), None)


def has_found(now: Situation, seat: Seat) -> bool:
    """Whether this player has said that they have found this one out."""
    return any(said.by == now.me and said.kind == CHECKED and said.about == seat for said in now.view.claims)


# -- what is known, or seems to be -------------------------------------------------------------------------------------


def _finding(rng: Random, now: Situation, offered: Offered) -> str | None:
    """The Sheriff says whom they have found out; the Mafia says it of anybody."""
    if now.view.role == "sheriff":
        return _first_of(offered, CHECKED, [seat for seat in now.found_black if not has_found(now, seat)])
    if now.side == MAFIA and _bluffs(rng, now):
        return _first_of(offered, CHECKED, [any_of(rng, now.prey)])
    return None


def _bluffs(rng: Random, now: Situation) -> bool:
    """Not with the last of the team, and not where nobody would take it for knowledge."""
    heard = now.view.day > 1 and not now.nominees and now.me not in now.late
    return heard and len(now.mates) > 0 and draws(rng, BLUFF)


def _last_resort(rng: Random, manner: Manner, now: Situation, offered: Offered) -> str | None:
    """Who has to leave has nothing to hide any more: what was found out is told, and the card now and then."""
    if now.view.role == "sheriff":
        return _first_of(offered, CHECKED, now.found_black) or _first_of(offered, CLEARED, now.found_red)
    if now.side != RED and draws(rng, PRETENDS):
        return _first_of(offered, CHECKED, [any_of(rng, now.prey)])
    return _card_told(rng, manner, now, offered)


def _first_found(offered: Offered, found: Iterable[tuple[str, Seat]]) -> str | None:
    """The first of these that can be said."""
    return next((code(kind, seat) for kind, seat in found if code(kind, seat) in offered(seat)), None)


def _card_told(rng: Random, manner: Manner, now: Situation, offered: Offered) -> str | None:
    return claim_to(offered(now.me), _card_to_tell(rng, now)) if manner.tells_card else None


def _card_to_tell(rng: Random, now: Situation) -> str:
    """The own card; a black one takes a red one of the pack."""
    if now.side == RED and now.view.role is not None:
        return now.view.role
    return any_of(rng, [role for role, count in now.view.cast.items() if SIDES[role] == RED for _ in range(count)])


def _first_of(offered: Offered, kind: str, seats: Sequence[Seat]) -> str | None:
    """The first claim of this kind about one of these players that can be made."""
    return next((code(kind, seat) for seat in seats if code(kind, seat) in offered(seat)), None)


# -- what is thought ---------------------------------------------------------------------------------------------------


def _opinion(
    rng: Random, manner: Manner, now: Situation, offered: Offered, spoken_of: Collection[Seat] = ()
) -> str | None:
    """Against somebody or for somebody, and why. Who defends themselves speaks of those who stand with them, and
    against whoever claims to have found them out."""
    finder = _finder(now) if now.view.phase in ("vote", "final") and not spoken_of else None
    manner = replace(manner, kind=SUSPECT) if finder else manner
    is_against = manner.kind == SUSPECT
    seats = (now.prey if is_against and not draws(rng, now.shows_off) else now.others) or now.others
    seats = [seat for seat in seats if seat not in spoken_of and not now.view.player(seat).dying]
    seats = [seat for seat in seats if seat not in _told_otherwise(now, is_against)] or seats
    if is_against and now.view.phase == "vote":
        seats = [seat for seat in seats if seat in now.standing] or seats
    if not seats:
        return None
    sign = 1 if is_against else -1
    easy = finder or (now.easy_prey if is_against else None)
    whom = easy if easy in seats else now.most(rng, seats, lambda seat: sign * now.scores[seat])
    sense = sense_of(deeds(now.view, (now.me,)))
    return claim_about(manner, offered(whom), whom, now.me, sense, _unfounded(now, whom))


def _finder(now: Situation) -> Seat | None:
    """Who claims to have found this player out: whether that is true is known to nobody else."""
    found = [said.by for said in now.view.claims if said.kind == CHECKED and said.about == now.me]
    return next((seat for seat in found if seat in now.others), None)


def _told_otherwise(now: Situation, is_against: bool) -> list[Seat]:
    """For whom this player has spoken today, or against whom: nobody says the opposite with their last word."""
    kind = TRUST if is_against else SUSPECT
    return [said.about for said in now.view.claims if (said.by, said.day, said.kind) == (now.me, now.view.day, kind)]


def _unfounded(now: Situation, whom: Seat) -> list[str]:
    """Nobody says too little who has spoken each time, or has not had the floor; and nobody is calm who never spoke."""
    spoken = [said for seat, said in _floors(now) if seat == whom]
    return [QUIET] * all(spoken) + [CALM] * (not any(spoken))
