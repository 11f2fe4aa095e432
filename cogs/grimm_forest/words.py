"""The forest's cards, goods, answers and announcements in words: what board, panels and story have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from zlib import crc32

from bot.engine.announcements import Announcement
from bot.engine.questions import Question
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.friend import FRIENDS
from bot.games.grimm_forest.goods import LOCATIONS, TYPES, goods_of, nothing
from bot.games.grimm_forest.uncertain import EXCHANGED
from bot.games.grimm_forest.values import DRAW, GAIN, LAY_DOWN, USE
from bot.games.grimm_forest.views import GrimmForestView, HouseView
from bot.ui.render_context import RenderContext
from bot.ui.wording import Term, Wording

GAME = "grimm_forest"
PEOPLE = frozenset({"seat", "by", "owner", "starter", "giver", "taker"})
"""Values of announcements that are seats."""
SYMBOLS = {"straw": "🌾", "wood": "🪵", "brick": "🧱"}
PLACE_SYMBOLS = {"fields": "🌻", "forest": "🌲", "brickyard": "⛏️", "market": "🎪"}
BUILD = "build."


def say(context: RenderContext, key: str, *, pick: int = 0, **values: str | int) -> str:
    """A sentence of this game."""
    return context.words.say(f"{GAME}.{key}", pick=pick, **values)


# -- things -----------------------------------------------------------------------------------------------------------


def title(name: str, words: Wording) -> Term:
    """A card as it is called, without Markdown."""
    return words.term(f"{GAME}.{'fable' if name in FABLES else 'friend'}.{name}.title")


def text(name: str, words: Wording) -> str:
    """What a card does, in our own words."""
    if name in FRIENDS:
        return words.say(f"{GAME}.friend.{name}.text")
    other = {one: two for pair in EXCHANGED for one, two in (pair, pair[::-1])}
    return words.say(f"{GAME}.fable.{other.get(name, name)}.text")


def kind(name: str, words: Wording) -> str:
    """Whether it is a Monster, a Friend …, and when a Fable acts."""
    if name in FRIENDS:
        return words.say(f"{GAME}.kind.friend")
    fable = FABLES[name]
    when = words.say(f"{GAME}.when.{fable.when}")
    return words.say(f"{GAME}.kind.{fable.kind}", when=when)


def card(name: str, words: Wording) -> str:
    """The whole card: title, kind, and what it does."""
    return words.say(f"{GAME}.card", title=title(name, words), kind=kind(name, words), text=text(name, words))


def called(name: str, words: Wording) -> Term:
    """A card within a sentence."""
    plain = title(name, words)
    return Term(f"*{plain}*", {form: f"*{said}*" for form, said in plain.forms.items()})


def listed(names: Iterable[str], words: Wording) -> str:
    """Cards in this order, or the word for none; equal ones are counted."""
    counted = Counter(names)
    every = [called(name, words) + (f" ×{many}" if many > 1 else "") for name, many in counted.items()]
    return ", ".join(every) or words.say(f"{GAME}.nothing")


def place(name: str | None, words: Wording) -> Term:
    """A Location, or nowhere."""
    return words.term(f"{GAME}.place.{name or 'nowhere'}")


def material(name: str, words: Wording) -> Term:
    """Straw, wood or brick."""
    return words.term(f"{GAME}.goods.{name}")


def goods(amounts: Mapping[str, int], words: Wording) -> str:
    """`2 straw, 1 brick`, or nothing."""
    some = [words.say(f"{GAME}.amount.{one}", number=amounts[one]) for one in TYPES if amounts.get(one)]
    return ", ".join(some) or words.say(f"{GAME}.nothing")


def decks(view: GrimmForestView, words: Wording) -> str:
    """How many cards are left to draw."""
    discard = len(view.fable_discard)
    return words.say(f"{GAME}.board.decks", fables=view.fable_deck, discard=discard, friends=view.friend_deck)


def house(one: HouseView, words: Wording) -> str:
    """`straw: floor, walls`; a complete one is called so."""
    key = "complete" if one.sections == 3 else f"sections.{one.sections}"
    cheap = words.say(f"{GAME}.house.cheap") if one.cheap else ""
    return words.say(f"{GAME}.house.{key}", material=words.say(f"{GAME}.goods.{one.material}")) + cheap


# -- answers ----------------------------------------------------------------------------------------------------------


def choice(question: Question, value: Any, view: GrimmForestView, context: RenderContext) -> str:
    """An answer in words without Markdown, for a button or menu."""
    words, key, values = context.words, question.key, question.values or {}
    if value is None:
        own = f"{GAME}.choice.{key.removesuffix('.moment')}.nothing"
        return words.say(own if words.has(own) else f"{GAME}.choice.nothing")
    if words.has(f"{GAME}.choice.{key}.{value}"):
        return words.say(f"{GAME}.choice.{key}.{value}")
    if key == "big_bad_wolf.house":
        return house(view.pig(values["who"]).houses[value], words)
    if key.endswith(".straw"):
        return goods({"straw": value}, words)
    if key.endswith(".moment"):
        return words.say(f"{GAME}.when.{value}")
    if isinstance(value, int):
        own = f"{GAME}.choice.{key}.seat"
        return words.say(own, seat=context.labels[value]) if words.has(own) else context.labels[value]
    if value.startswith(BUILD):
        return section(value, words)
    if "fables" in values:  # indices of the cards that were drawn
        return _of_the_drawn([values["fables"][int(index)] for index in value.split("+")], key, words)
    if key.endswith((".goods", ".give")):
        return goods(goods_of(value), words)
    if value in FABLES or value in FRIENDS:
        return title(value, words)
    if "+" in value:
        return " + ".join(place(one, words) for one in value.split("+"))
    if "." in value:
        return _pair(key, value.split("."), context)
    if value in TYPES:
        return words.say(f"{GAME}.goods.{value}")
    return place(value, words)


def _of_the_drawn(names: Sequence[str], key: str, words: Wording) -> str:
    """What becomes of cards one has looked at: kept, or one taken and the others laid back."""
    titles = [title(name, words) for name in names]
    if key == "goldilocks.order":
        back = ", ".join(titles[1:]) or words.say(f"{GAME}.nothing")
        return words.say(f"{GAME}.choice.goldilocks", title=titles[0], back=back)
    return " + ".join(titles)


def _pair(key: str, parts: Sequence[str], context: RenderContext) -> str:
    """Answers put together of a player or place and of what is taken there, or of what is given and got."""
    words = context.words
    if key == "evil_queen.peek":
        return say(context, f"choice.peek.{parts[1]}", seat=context.labels[int(parts[0])])
    if key == "wandering_trader.trade":
        given, got = (goods({one: many}, words) for one, many in zip(parts, (2, 3), strict=True))
        return say(context, "choice.trade", given=given, got=got)
    if len(parts) == 3:
        given = goods({parts[1]: int(parts[2])}, words)
        return say(context, "choice.gift", goods=given, seat=context.labels[int(parts[0])])
    first = place(parts[0], words) if parts[0] in LOCATIONS else context.labels[int(parts[0])]
    return say(context, "choice.from", goods=words.say(f"{GAME}.goods.{parts[1]}"), where=first)


def section(value: str, words: Wording) -> str:
    """`build.straw.floor.cheap` in words, without what it costs."""
    _, of, part, *cheap = value.split(".")
    told = words.say(f"{GAME}.section.{part}", material=material(of, words))
    return told + (words.say(f"{GAME}.house.cheap") if cheap else "")


# -- announcements ----------------------------------------------------------------------------------------------------


def told(said: Announcement, context: RenderContext) -> str:
    """An announcement in the Mirror's voice. Which of several wordings it is depends on nothing secret."""
    teller = _TELLERS.get(said.key)
    if teller is not None:
        return str(teller(said, context))
    pick = crc32(f"{context.match}.{context.checkpoint}.{said.as_json()}".encode())
    return say(context, key_of(said, context.words), pick=pick, **values_of(said, context))


def key_of(said: Announcement, words: Wording) -> str:
    """Where the sentences of an announcement stand; some read differently for a special case of their values."""
    key, values = said.key, said.values
    if key == "prince.takes" and not values["goods"]:
        return f"{key}.nothing"
    if key == "actions.changed":
        return f"{key}.{'more' if values['by'] > 0 else 'fewer'}"
    if key == "house.blown" and not values["left"]:
        return f"{key}.gone"
    if key in ("aladdin.predicted", "evil_queen.peeked"):
        return f"{key}.{values.get('prediction') or values['what']}"
    if key == "crystal_ball.peeked" and "place" in values:
        return f"{key}.seen"
    why = values.get("why")
    if why and words.has(f"{GAME}.{key}.{why}"):
        return f"{key}.{why}"
    return key


def values_of(said: Announcement, context: RenderContext) -> dict[str, Any]:
    """The values of an announcement, ready to print."""
    words = context.words
    values: dict[str, Any] = {}
    for name, value in said.values.items():
        if said.key == "actions.changed" and name == "by":
            values[name] = abs(value)  # a number here, a player elsewhere
        elif name in PEOPLE:
            values[name] = context.name(value)
        elif name == "seats":
            values[name] = context.listed(value)
        elif name == "place":
            values[name] = place(value, words)
        elif name == "goods":
            values[name] = goods(value, words)
        elif name == "why":
            if value in FABLES or value in FRIENDS:
                values["card"] = called(value, words)
        elif name in ("fable", "friend", "name") and isinstance(value, str):
            values[name] = called(value, words)
        elif name in ("names", "fables", "friends", "taken", "discarded"):
            values[name] = listed(value, words)
        elif name == "material":
            values[name] = material(value, words)
        elif name == "part":
            values[name] = words.say(f"{GAME}.part.{value}")
        elif isinstance(value, str | int):
            values[name] = value
    if said.key in ("goods.gained", "goods.lost", "goods.given", "goods.taken", "goods.added"):
        values.setdefault("card", say(context, "by_the_rules"))
    return values


def _fables(said: Announcement, context: RenderContext) -> str:
    played = [
        say(context, "fables.revealed.one", seat=context.name(seat), fable=called(name, context.words))
        for seat, name in said.values["fables"]
    ]
    return say(context, said.key, fables=". ".join(played)) if played else ""


def _places(said: Announcement, context: RenderContext) -> str:
    went = [f"{context.name(seat)}: {place(where, context.words)}" for seat, where in said.values["places"]]
    return say(context, said.key, places=". ".join(went))


def _collected(said: Announcement, context: RenderContext) -> str:
    """The goods that each pig collected, in one line and a sentence each."""
    got = [f"{context.name(seat)}: {goods(what, context.words)}" for seat, _, what in said.values["gathered"]]
    return say(context, said.key, gathered=". ".join(got))


def _built(said: Announcement, context: RenderContext) -> str:
    """What everybody did in a Build phase and did not take back, a line each."""
    lines = [f"• {context.name(seat)}: {did(acts, context)}" for seat, acts in said.values["turns"]]
    return "\n".join([say(context, said.key), *lines])


def did(acts: Sequence[str], context: RenderContext) -> str:
    """The actions of one turn in words."""
    words, gained, parts = context.words, nothing(), []
    for act in acts:
        if act.startswith(GAIN):
            gained[act.removeprefix(GAIN)] += 1
    if any(gained.values()):
        parts.append(say(context, "did.gain", goods=goods(gained, words)))
    drawn = sum(act == DRAW for act in acts)
    if drawn:
        parts.append(say(context, "did.draw", count=drawn))
    for act in acts:
        if act.startswith(BUILD):
            _, of, part, *_ = act.split(".")
            parts.append(say(context, f"did.{part}", material=material(of, words)))
        elif act.startswith(f"{USE}."):
            parts.append(say(context, "did.special", friend=called(act.removeprefix(f"{USE}."), words)))
        elif act == LAY_DOWN:
            parts.append(say(context, "did.discard"))
    return ", ".join(parts) or say(context, "did.nothing")


def _untold(said: Announcement, context: RenderContext) -> str:
    return ""  # the finale tells it


_TELLERS = {
    "fables.revealed": _fables,
    "gather.revealed": _places,
    "gather.collected": _collected,
    "build.over": _built,
    "game.over": _untold,
}
"""Announcements that are more than one sentence with its values."""
