"""Why a builder who counts goes where they go and builds what they build, for somebody who practises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.questions import Question, Value
from bot.engine.rulebook import Reason
from bot.games.grimm_forest.drawing import KEEP
from bot.games.grimm_forest.fable import is_monster
from bot.games.grimm_forest.goods import TYPES, goods_of
from bot.games.grimm_forest.players.cards import friend_worth
from bot.games.grimm_forest.players.gather import Forest
from bot.games.grimm_forest.players.outlook import next_parts, of_type, outlook
from bot.games.grimm_forest.players.thoughtful import SECRECY, is_given_away, way_for
from bot.games.grimm_forest.views import GrimmForestView


def why(question: Question, view: GrimmForestView, value: Value) -> Reason | None:
    """The reason for this answer, from what its seat sees; None where it is left to chance, or as good as that."""
    if way_for(question.key) is None or question.key in ALIKE:
        return None
    ending = "." + question.key.rpartition(".")[2]
    reason = REASONS.get(question.key) or REASONS.get(ending) or _worth
    return reason(question, value, Forest(view))


def _said(key: str, **values: Any) -> Reason:
    return Reason(key=f"why.{key}", values=values)


def _worth(question: Question, value: Value, forest: Forest) -> Reason:
    return _said("worth")


# -- the Gather phase --------------------------------------------------------------------------------------------------


def _place(question: Question, value: Value, forest: Forest) -> Reason:
    """What lies there, whether it is needed, how likely one is alone there; or that it goes with the Fable."""
    place = str(value)
    most = max(forest.values[str(other)] for other in question.choices)
    if forest.values[place] < most - SECRECY:
        return _said("place.fable", place=place)
    goods, need = forest.view.locations[place], _needed(forest)
    alone = forest.alone(place)
    key = "place.alone" if alone >= 1 / 2 else "place.shared" if round(100 * alone) else "place.crowded"
    alike = sum(
        other != value and forest.values[str(other)] > forest.values[place] - SECRECY for other in question.choices
    )
    told = _said(key, chance=round(100 * alone), goods=dict(goods), alike=alike)
    return told.model_copy(update={"values": {**told.values, "need": need}}) if goods[need] else told


def _needed(forest: Forest) -> str:
    """The goods of which one more would help most."""
    return max(TYPES, key=lambda kind: forest.worth(of_type(TYPES.index(kind))))


def _fable(question: Question, value: Value, forest: Forest) -> Reason:
    """Whom a Monster would probably meet; what another Fable is expected to bring, next to what it is kept for."""
    if value is None:
        return _said("fable.none")
    name = str(value)
    place = forest.view.chosen or max(forest.view.gather, key=lambda one: forest.values[one] + forest.fable(name, one))
    if is_monster(name):
        lairs = [lair for lair in forest.places if lair != place]
        return _monster(name, max(lairs, key=lambda lair: forest.monster(name, lair)), forest)
    count = round(forest.fable(name, place))
    return _said("fable", count=count) if count > 0 else _worth(question, value, forest)


def _monster(name: str, lair: str, forest: Forest) -> Reason:
    """Whom it would hurt most there."""
    hurt = {pig.seat: forest.likely[pig.seat][lair] * forest.wounds(name, pig.seat, lair) for pig in forest.others}
    seat = max(hurt, key=hurt.__getitem__)
    return _said("monster", seat=seat, place=lair, chance=round(100 * forest.likely[seat][lair]))


def _lair(question: Question, value: Value, forest: Forest) -> Reason:
    return _monster(str((question.values or {})["fable"]), str(value), forest)


def _settle(question: Question, value: Value, forest: Forest) -> Reason:
    return _said("settle") if value == forest.view.chosen else _worth(question, value, forest)


def _flee(question: Question, value: Value, forest: Forest) -> Reason:
    return _said("flee.stay" if value is None else "flee")


def _either(key: str) -> Callable[[Question, Value, Forest], Reason]:
    """One reason for each of the two answers."""
    return lambda question, value, forest: _said(f"{key}.{value}")


# -- people, goods and cards -------------------------------------------------------------------------------------------


def _victim(question: Question, value: Value, forest: Forest) -> Reason:
    """The pig that is nearest to winning, or has what is needed."""
    seat = int(str(value).partition(".")[0])
    if seat == forest.me:
        return _worth(question, value, forest)
    ahead = max(forest.others, key=lambda pig: outlook(forest.stands[pig.seat])).seat
    return _said("victim.ahead" if seat == ahead else "victim", seat=seat)


def _goods(question: Question, value: Value, forest: Forest) -> Reason:
    """What is needed most, if that is among what was chosen."""
    if is_given_away(question.key):
        return _said("gives")
    need = _needed(forest)
    has_it = value == need or (isinstance(value, str) and value.isupper() and goods_of(value)[need] > 0)
    return _said("goods", need=need) if has_it else _said("goods.offered")


def _house(question: Question, value: Value, forest: Forest) -> Reason:
    return _said("house.mine" if int((question.values or {})["who"]) == forest.me else "house.theirs")


def _friend(question: Question, value: Value, forest: Forest) -> Reason:
    """Whether the own Friends gain by it, or somebody else's would: who gets a Friend loses the old one."""
    new, mine = friend_worth(str((question.values or {})["friend"])), friend_worth(forest.pig.friend)
    if value != KEEP:
        theirs = friend_worth(forest.view.pig(int(str(value))).friend)
        return _said("friend.give" if theirs > new else "friend.give.least", seat=int(str(value)))
    if forest.pig.friend is None:
        return _said("friend.first")
    return _said("friend.keep" if new > mine else "friend.keep.rather")


def _moment(question: Question, value: Value, forest: Forest) -> Reason:
    return _said("fable.none" if value is None else "moment")


def _always(key: str) -> Callable[[Question, Value, Forest], Reason]:
    """The same reason for every answer."""
    return lambda question, value, forest: _said(key)


# -- building ----------------------------------------------------------------------------------------------------------


def _act(question: Question, value: Value, forest: Forest) -> Reason:
    kind, _, rest = str(value).partition(".")
    short = _one_short(forest) if int((question.values or {})["left"]) > 1 else set()
    if kind == "gain":
        return _said("act.gain.build" if rest in short else "act.gain", need=rest)
    if kind == "draw":
        return _said("act.draw.rather" if short else "act.draw")
    return _said(f"act.{kind}") if kind in ACTS else _said("worth")


def _one_short(forest: Forest) -> set[str]:
    """The goods of which one more is enough for a section that cannot be built yet."""
    stand = forest.stands[forest.me]
    parts = list(next_parts(stand, forest.view.sections))
    return {TYPES[part.material] for part in parts if stand.goods[part.material] + 1 == part.cost}


ACTS = ("build", "special", "discard", "done")
"""The kinds of Build actions with one reason each, as their answers begin."""
ALIKE = frozenset({"effects.order", "evil_queen.peek", "wishing_well.first", "wishing_well.second"})
"""Questions at which the strong player takes any answer: there is nothing to learn."""
REASONS: dict[str, Callable[[Question, Value, Forest], Reason]] = {
    "gather.place": _place,
    "gather.fable": _fable,
    "monster.place": _lair,
    "bridge_troll.victim": _victim,
    "friendly_game.opponent": _victim,
    "crystal_ball.peek": _victim,
    "ali_baba.steal": _victim,
    "big_bad_wolf.house": _house,
    "hidden_vault.place": _always("goods.offered"),
    "unique.place": _settle,
    "chinny.flee": _flee,
    "thumbelina.fly": _either("fly"),
    "gingerbread_man.run": _either("run"),
    "pinocchio.announce": _always("announce"),
    "aladdin.predict": _always("predict"),
    "first_builder.gift": _always("gift"),
    "friend.keep": _friend,
    "tavern.choose": _always("friend.best"),
    "market.draft": _goods,
    "thoughtful_gift.back": _always("gives"),
    "oracle.keep": _always("fables.best"),
    "goldilocks.order": _always("fables.best"),
    "search_the_past.fable": _always("fables.best"),
    "snow_white.fable": _always("fables.worst"),
    "fairy_godmother.fable": _always("fables.worst"),
    "build.act": _act,
    ".moment": _moment,
    ".goods": _goods,
    ".give": _goods,
    ".type": _goods,
    ".straw": _goods,
    ".stop": _either("stop"),
}
"""How the answer to each question is explained, or to all those that end alike; what is in no list is worth most."""
