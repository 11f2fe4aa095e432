"""Why the strong guest of the club answers as it does: whom it takes for what, for somebody who practises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Reason
from bot.games.hidden_roles.clues import as_likely, guessed, with_clue
from bot.games.mafia.cards import RED
from bot.games.mafia.players.clues import against
from bot.games.mafia.players.situation import NEAR
from bot.games.mafia.players.speaking import accused_today, has_found
from bot.games.mafia.players.strong import BETTER, foremost, wants_named
from bot.games.mafia.players.weighing import StrongSituation
from bot.games.mafia.values import PASS, YES
from bot.games.mafia.views import MafiaView


def why(question: Question, view: MafiaView, value: Value) -> Reason | None:
    """The reason for this answer, from what its seat sees; None for what is only said."""
    reason = REASONS.get(question.key)
    return reason(question, value, StrongSituation(view)) if reason is not None else None


def _said(key: str, **values: Any) -> Reason:
    return Reason(key=f"why.{key}", values=values)


def _of(key: str, seat: Seat, now: StrongSituation, alike: Sequence[Seat] = (), *, public: bool = False) -> Reason:
    """A reason that names somebody, how likely they are black, and what tells most against them: as I see it, for a
    black card as a red one in its place does, or as all see it."""
    black = (now.public if public else now.worlds).black
    said = _said(key, seat=seat, chance=guessed(black[seat]))
    return with_clue(said, against(now, seat, public=public), alike)


def _near(worth: Callable[[Seat], float], seat: Seat, others: Iterable[Seat], give: float = NEAR) -> list[Seat]:
    """Those of these who are worth about as much as this one, so that chance has decided."""
    return [other for other in others if other != seat and abs(worth(other) - worth(seat)) < give]


def _floor(question: Question, value: Value, now: StrongSituation) -> Reason:
    """Whether somebody is named, and whom."""
    free = [seat for seat in question.choices if seat not in (PASS, now.me)]
    if value == PASS and not free:
        return _said("floor.none")
    strangers = [seat for seat in free if seat not in now.team]
    wanted = wants_named(now, free) if free else None
    is_like_red = now.names_like_red and wanted not in now.team
    if value == PASS:
        is_mate_in_danger = any(seat in now.team for seat in now.nominees)
        return _waits(now, free) if is_like_red and not is_mate_in_danger else _quiet(now)
    if has_found(now, value):
        return _said("floor.found", seat=value)
    if is_like_red and value == wanted:
        if now.side != RED:
            return _of("floor.like_red", value, now, as_likely(now.blame, value, strangers))
        worst = foremost(free, now.blame)
        if value == accused_today(now) and value not in (worst, *as_likely(now.blame, worst, free)):
            return _of("floor.word", value, now)
        return _of_worst("floor.black", value, now, free)
    return _of("floor.along", value, now, public=True)


def _waits(now: StrongSituation, free: Sequence[Seat]) -> Reason:
    """Why a red card names nobody: the right one stands already, or nobody is black enough for a vote today. A black
    card that does as a red one hears how that one sees it: it knows better."""
    whose = "" if now.side == RED else ".like_red"
    if len(now.nominees) < now.needed:
        worst = now.worst([*free, *now.nominees])
        return _said(f"floor.wait{whose}", seat=worst, chance=guessed(now.black[worst]))
    standing = [seat for seat in now.nominees if seat != now.me]
    if not standing:
        return _said("floor.self")
    worst = foremost(standing, now.blame)
    if free and max(now.blame[seat] for seat in free) > now.blame[worst] + BETTER:
        return _said("floor.enough")  # a better one is left alone only because today can wait
    if worst in now.found_black:
        return _said("floor.stands.known", seat=worst)
    return _of(f"floor.stands{whose}", worst, now)


def _quiet(now: StrongSituation) -> Reason:
    """Why a black card names nobody: enough stand, a mate would fall by it, or there need be no vote."""
    if len(now.nominees) > 1:
        return _said("floor.enough")
    mate = next((seat for seat in now.nominees if seat in now.mates), None)
    return _said("floor.quiet") if mate is None else _said("floor.mate", seat=mate)


def _hand(question: Question, value: Value, now: StrongSituation) -> Reason:
    """Whose fall a vote wants, by all who stand."""
    nominee = (question.values or {})["nominee"]
    if now.side != RED:
        return _black_hand(nominee, value, now)
    standing = [seat for seat in now.standing if seat != now.me]
    worst = foremost(standing, now.blame)
    if round(100 * now.black[worst]) == 0:  # known to be red; somebody less so can only be who may be the Sheriff
        return _said("hand.self" if now.me in now.standing else "hand.nobody")
    return _of_worst("hand.yes" if value == YES else "hand.no", worst, now, standing)


def _of_worst(key: str, worst: Seat, now: StrongSituation, seats: Sequence[Seat]) -> Reason:
    """That this one is the blackest of these, but for somebody who may be the Sheriff, if there is one; and who of them
    would do as well."""
    spared = _spared(now, worst, seats)
    if spared is None:
        return _of(key, worst, now, as_likely(now.blame, worst, seats))
    return _said("spares_sheriff", seat=worst, chance=guessed(now.black[worst]), victim=spared)


def _spared(now: StrongSituation, worst: Seat, seats: Sequence[Seat]) -> Seat | None:
    """Who of these is blacker than this one, but may be the Sheriff."""
    blacker = [seat for seat in seats if round(100 * now.black[seat]) > round(100 * now.black[worst])]
    sheriffs = [seat for seat in blacker if now.worlds.sheriff.get(seat, 0.0) >= CREDIBLE]
    return max(sheriffs, key=now.black.__getitem__, default=None)


def _black_hand(nominee: Seat, value: Value, now: StrongSituation) -> Reason:
    """A black card votes as a red one would, or with the table; against one of its own only if that one is lost, and
    never against itself."""
    if nominee == now.me:
        return _said("hand.own")
    if nominee in now.team:
        return _said("hand.lost" if value == YES else "hand.mate", seat=nominee)
    if value == YES and now.me in now.standing:
        return _said("hand.rather", seat=nominee)
    standing = [seat for seat in now.standing if seat != now.me]
    if value == YES and now.table_weighs and nominee == foremost(standing, now.blame):
        return _of("hand.like_red", nominee, now, as_likely(now.blame, nominee, standing))
    votes = round(now.expected[nominee])
    key = "hand.along" if value == YES else "hand.spare"
    return _said(key, seat=nominee, count=votes) if votes else _said(f"{key}.alone", seat=nominee)


def _all(question: Question, value: Value, now: StrongSituation) -> Reason:
    tied = (question.values or {})["tied"]
    if now.me in tied or any(seat in now.team for seat in tied):
        return _said("all.own")
    if now.side != RED:
        return _said("all.along")
    mean = sum(now.black[seat] for seat in tied) / len(tied)
    return _said("all.yes" if value == YES else "all.no", chance=guessed(mean))


def _victim(question: Question, value: Value, now: StrongSituation) -> Reason | None:
    if value == now.view.picks.get(now.me):
        return None  # it only keeps to its word
    agreed = any(seat != now.me and victim == value for seat, victim in now.view.picks.items())
    return _said("victim.agreed", seat=value) if agreed else _feared("victim", value, now, question)


def _feared(key: str, seat: Seat, now: StrongSituation, question: Question, give: float = NEAR) -> Reason:
    """Why this player is the most dangerous to the black cards: who is the Sheriff, who says so, whom all trust."""
    if now.searched.get(seat):
        return _said(f"{key}.known", seat=seat)
    no_longer = now.pointless if key == "search" else now.team
    alike = _near(now.threat, seat, [other for other in _seats(question) if other not in (now.me, *no_longer)], give)
    sheriff = 0.0 if seat in now.searched else now.public.sheriff.get(seat, 0.0)
    if sheriff >= CREDIBLE:
        said = _said(f"{key}.sheriff", seat=seat, chance=guessed(sheriff), alike=len(alike))
    else:
        said = _said(f"{key}.trusted", seat=seat, chance=guessed(now.public.black[seat]), alike=len(alike))
    return said.model_copy(update={"as_good": tuple(alike)})


def _search(question: Question, value: Value, now: StrongSituation) -> Reason:
    if value is None or (value in now.pointless and not now.searched.get(value)):
        return _said("search.none")
    return _feared("search", value, now, question)


def _maniac(question: Question, value: Value, now: StrongSituation) -> Reason:
    """The most dangerous is left to the Mafia; whether they are its likely victim, or one of several."""
    if value is None:
        return _said("none")
    worst = max(_seats(question), key=now.threat)
    if now.threat(worst) - now.threat(value) < ALIKE:
        return _feared("victim", value, now, question, ALIKE)
    others = [seat for seat in _seats(question) if seat != worst]
    alike = _near(now.threat, value, others, ALIKE)
    key = "victim.second.perhaps" if _near(now.threat, worst, others) else "victim.second"
    said = _said(key, seat=value, victim=worst, alike=len(alike))
    return said.model_copy(update={"as_good": tuple(alike)})


def _investigate(question: Question, value: Value, now: StrongSituation) -> Reason:
    if value is None:
        return _said("investigate.none")
    unknown = [seat for seat in _seats(question) if seat not in (*now.found_black, *now.found_red)]
    return _of("investigate", value, now, _near(now.scores.__getitem__, value, unknown))


def _heal(question: Question, value: Value, now: StrongSituation) -> Reason:
    if value is None:
        return _said("none")
    return _said("heal.self") if value == now.me else _feared("heal", value, now, question)


def _visit(question: Question, value: Value, now: StrongSituation) -> Reason:
    if value is None:
        return _said("visit.none")
    return _said("visit.self") if value == now.me else _of("visit", value, now)


def _suspect(question: Question, value: Value, now: StrongSituation) -> Reason:
    if value is None:
        return _said("none")
    return _of("suspect", value, now, _near(now.scores.__getitem__, value, _seats(question)))


def _seats(question: Question) -> list[Seat]:
    return [choice for choice in question.choices if choice is not None]


ALIKE = 0.1
"""So little more dangerous is nobody left to others for."""
CREDIBLE = 0.1
"""From such a chance on that somebody is the Sheriff, it is that which makes them dangerous."""
REASONS: dict[str, Callable[[Question, Value, StrongSituation], Reason | None]] = {
    "speech.floor": _floor,
    "vote.hand": _hand,
    "vote.all": _all,
    "night.victim": _victim,
    "night.search": _search,
    "night.investigate": _investigate,
    "night.maniac": _maniac,
    "night.lover": _visit,
    "night.doctor": _heal,
    "night.suspect": _suspect,
}
"""How the answer to each kind of question is explained."""
