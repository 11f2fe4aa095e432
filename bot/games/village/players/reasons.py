"""Why a villager with their wits about them answers as they do, for somebody who practises."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bot.engine.questions import Question, Seat, Value
from bot.engine.rulebook import Reason
from bot.games.hidden_roles.clues import as_likely, guessed, with_clue
from bot.games.village.bonus.victim import SACRIFICE
from bot.games.village.bonus_deck import KEEP
from bot.games.village.cards import TOWN
from bot.games.village.players.clues import against
from bot.games.village.players.hiding import HidingSituation
from bot.games.village.players.situation import FEARED, Situation, seats_of
from bot.games.village.players.speaking import lie
from bot.games.village.players.strong import StrongSituation, situation_of
from bot.games.village.players.suspicion import INFORMED, KNOWN
from bot.games.village.values import BURN, READY
from bot.games.village.views import VillageView


def why(question: Question, view: VillageView, value: Value) -> Reason | None:
    """The reason for this answer, from what its seat sees; None for names and last words."""
    reason = REASONS.get(question.key)
    return reason(question, value, situation_of(view)) if reason is not None else None


def _said(key: str, **values: Any) -> Reason:
    return Reason(key=f"why.{key}", values=values)


def _of(key: str, value: Value) -> Reason:
    """A reason that names somebody, or one for choosing nobody."""
    return _said(f"{key}.none") if value is None else _said(key, seat=value)


def _suspected(key: str, seat: Seat, now: Situation, among: Iterable[Seat] = ()) -> Reason:
    """A reason that names somebody; to a card of the town, how likely they are guilty, what tells most against them,
    and how many of those who might be named instead look as bad."""
    if not isinstance(now, StrongSituation):
        return _said("suspect.village", seat=seat)
    alike = as_likely(now.guilty, seat, among)
    said = _said(key, seat=seat, chance=guessed(now.guilty[seat]))
    return with_clue(said, against(now, seat), alike)


def _call(question: Question, value: Value, now: Situation) -> Reason:
    """Whom to nominate; for the other side, how not to lead a hunt."""
    whom = value[0]
    if whom == READY:
        return _ready(question, now)
    if now.side != TOWN:
        return _said(f"call.{_hunt(now, whom)}", seat=whom)
    return (
        _said("call.known", seat=whom)
        if now.scores[whom] >= KNOWN
        else _suspected("call.suspect", whom, now, now.others)
    )


def _hunt(now: Situation, whom: int) -> str:
    """Why somebody of the other side names this player: to pay back, to win by a lie, or to do as a villager would."""
    if whom in now.accusers_of((now.me,)):
        return "back"
    if whom not in now.nominees and whom == lie(now):
        return "lie"
    return "villager" if isinstance(now, HidingSituation) else "join"


def _ready(question: Question, now: Situation) -> Reason:
    """Why nobody is named: the day is cut short, it can as well go by, or nobody is left to name."""
    if isinstance(now, HidingSituation):
        return _said("call.quiet")
    if now.side != TOWN:
        return _said("call.cut")
    if len(question.choices) == 1 or not isinstance(now, StrongSituation):
        return _said("call.ready")
    worst = now.guiltiest(now.others)
    return _said("call.wait", seat=worst, chance=guessed(now.guilty[worst]))


def _vote(question: Question, value: Value, now: Situation) -> Reason:
    return _burning(now.view.ballots[-1].polls[-1][0], now, burns=value == BURN)


def _ballot(question: Question, value: Value, now: Situation) -> Reason:
    if value is not None:
        return _burning(value, now, burns=True)
    worst = now.guiltiest_standing if isinstance(now, HidingSituation) else None
    return _said("ballot.none") if worst is None or not _holds_back(worst, now) else _said("vote.alone", seat=worst)


def _burning(nominee: int, now: Situation, *, burns: bool) -> Reason:
    """Why this nominee should burn, or not."""
    if nominee == now.me:
        return _said("vote.self")
    if not burns and _holds_back(nominee, now):
        return _said("vote.alone", seat=nominee)
    if now.side != TOWN:
        whose = "mate" if nominee in now.team else "villager" if isinstance(now, HidingSituation) else "prey"
        return _said(f"vote.{whose}.{'burn' if burns else 'spare'}", seat=nominee)
    assert isinstance(now, StrongSituation)
    if burns:
        return _suspected("vote.burn", nominee, now, [seat for seat in now.standing() if seat != now.me])
    worst = now.guiltiest_standing
    if worst in (None, nominee):
        return _said("vote.wait", seat=nominee, chance=guessed(now.guilty[nominee]))
    return _suspected("vote.other", worst, now)


def _holds_back(nominee: Seat, now: Situation) -> bool:
    """Whether a Rumplestiltskin leaves it to the others to burn whom a villager would."""
    if not isinstance(now, HidingSituation) or nominee != now.guiltiest_standing:
        return False
    return now.can_hold_back(nominee) and not now.lets_wait(nominee)


def _victim(question: Question, value: Value, now: Situation) -> Reason | None:
    if value is None:
        return _said("victim.none")
    if value == now.view.picks.get(now.me):
        return None  # it only keeps to its word
    agreed = any(seat != now.me and victim == value for seat, victim in now.view.picks.items())
    return _said("victim.agreed" if agreed else f"victim.{_prey(question, value, now)}", seat=value)


def _prey(question: Question, value: Seat, now: Situation) -> str:
    """What makes this victim the best: they say that they know something, or have a power; the village would look
    elsewhere without them, or trusts them; or somebody else would be expected."""
    targets = [seat for seat in seats_of(question.choices) if seat in now.prey and seat not in now.ties]
    if isinstance(now, HidingSituation) and targets and value not in now.best_victims(targets):
        return "dodge"
    role = now.told_role(value)
    if value in now.claimants or role in INFORMED:
        return "knows"
    if role in FEARED:
        return "power"
    if not isinstance(now, HidingSituation):
        return "trusted"
    return "blame" if now.hides(value, targets) else "trusted"


def _protect(question: Question, value: Value, now: Situation) -> Reason:
    return _said("protect.self") if value == now.me else _of("protect", value)


def _heal(question: Question, value: Value, now: Situation) -> Reason:
    if value == now.me:
        return _said("heal.self")
    return _of("heal.knows" if value in now.claimants else "heal", value)


def _peek(question: Question, value: Value, now: Situation) -> Reason:
    if value is not None:
        return _said("peek")
    known = next((seat for seat in now.others if now.scores[seat] >= KNOWN), None)
    return _said("peek.none") if known is None else _said("peek.enough", seat=known)


def _hinder(question: Question, value: Value, now: Situation) -> Reason:
    return _of("hinder.knows" if value in now.claimants else "hinder", value)


def _suspect(question: Question, value: Value, now: Situation) -> Reason:
    return _of("suspect", None) if value is None else _suspected("suspect", value, now, seats_of(question.choices))


def _strikes(key: str) -> Callable[[Question, Value, Situation], Reason]:
    """A shot, or a word of silence: at whoever is most likely guilty, if that is likely enough."""

    def reason(question: Question, value: Value, now: Situation) -> Reason:
        return _of(key, None) if value is None else _suspected(key, value, now)

    return reason


def _investigate(question: Question, value: Value, now: Situation) -> Reason:
    if value is None:
        return _of("investigate", None)
    unknown = [seat for seat in seats_of(question.choices) if abs(now.scores[seat]) < KNOWN]
    return _suspected("investigate", value, now, unknown)


def _redraw(question: Question, value: Value, now: Situation) -> Reason:
    return _said("bonus.keep" if value == KEEP else "bonus.redraw")


def _sacrifice(question: Question, value: Value, now: Situation) -> Reason:
    return _said("bonus.sacrifice" if value == SACRIFICE else "bonus.sacrifice.none")


def _spell(question: Question, value: Value, now: Situation) -> Reason:
    """On whom a bonus card is spent: a suspect, or for the other side whoever is dangerous to it."""
    whom = value[0] if isinstance(value, list) and value else value
    if not whom:
        return _said("bonus.none")
    return _suspected("bonus.suspect", whom, now) if now.side == TOWN else _said("bonus.feared", seat=whom)


def _persuade(question: Question, value: Value, now: Situation) -> Reason:
    return _said("bonus.persuade.none" if value is None else "bonus.persuade")


def _by_key(key: str) -> Callable[[Question, Value, Situation], Reason]:
    return lambda question, value, now: _of(key, value)


def _heart(question: Question, value: Value, now: Situation) -> Reason:
    return _said("bonus.heart")


REASONS: dict[str, Callable[[Question, Value, Situation], Reason | None]] = {
    "day.call": _call,
    "day.vote": _vote,
    "day.ballot": _ballot,
    "night.suspect": _suspect,
    "night.investigate": _investigate,
    "night.protect": _protect,
    "night.heal": _heal,
    "night.assassinate": _strikes("shoot"),
    "huntsman.shot": _strikes("shoot"),
    "night.mute": _strikes("mute"),
    "night.peek": _peek,
    "night.victim": _victim,
    "night.murder": _victim,
    "night.jinx": _hinder,
    "night.toad": _hinder,
    "night.watch": _by_key("watch"),
    "bonus.redraw": _redraw,
    "night.beloved": _heart,
    "night.crush": _heart,
    "night.resurrect": _heal,
    "day.sacrifice": _sacrifice,
    "day.cast_sleep": _spell,
    "day.cast_love": _spell,
    "spell.redirect": _spell,
    "day.charm": _spell,
    "day.persuade": _persuade,
    "day.persuade_to": _persuade,
}
"""How the answer to each kind of question is explained."""
