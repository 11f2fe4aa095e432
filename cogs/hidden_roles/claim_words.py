"""A claim in words: how somebody begins, as their temperament is, and what they say.

Temperament and wording are settled by names, by the match, and by what was said before. Nothing here knows a card.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol
from zlib import crc32

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import I_AM, Claim, read_code
from bot.games.hidden_roles.temperaments import TEMPERAMENTS, temperament_of
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording

PLAIN = "plain"
"""How people begin: they have a temperament of their own."""
QUIET = "quiet"
"""Who talks like this says every other thing without any beginning."""
TALKS_MOST = 64
"""So many tables are kept in mind; of others everything is worked out anew, which takes some milliseconds."""


class Speaks(Protocol):
    """A face, as far as it has the words of a game."""

    def key(self, words: Wording, key: str) -> str: ...
    def words(self, context: RenderContext, key: str, /, *, pick: int = 0, **values: str | int) -> str: ...
    def role(self, context: RenderContext, role: str, ending: str = "") -> str: ...


def temperament(seat: Seat, context: RenderContext) -> str:
    """How this player talks: a computer player always in the same way, at every table, as its name has it."""
    if seat not in context.computers:
        return PLAIN
    return temperament_of(context.labels[seat])


def told(face: Speaks, values: Mapping[str, Any], context: RenderContext, claims: Sequence[Claim] = ()) -> str:
    """What an announced claim says, so that nothing comes twice; claims: all of this table, as far as is known."""
    here = Claim(day=0, occasion="", **values)
    place = next((place for place, one in enumerate(claims) if _same(one, here)), None)
    if place is None:
        return Talk(face, context).speeches([here])[0]
    return _talk_at(face, context).speeches(claims)[place]


def _same(one: Claim, other: Claim) -> bool:
    """Whether these are one claim: the same is never said for the same reason as often as before."""
    return (one.kind, one.why, one.turn) == (other.kind, other.why, other.turn)


class Talk:
    """What people have claimed at one table, in words. No sentence comes again while there is another one for it, and
    no beginning at all: when a table has heard them all, people come to the point."""

    def __init__(self, face: Speaks, context: RenderContext) -> None:
        self._face = face
        self._context = context
        self._every_lead = {temper: _leads(face, temper, context) for temper in (PLAIN, *TEMPERAMENTS)}
        self._begin_anew()

    def speeches(self, claims: Sequence[Claim]) -> Sequence[str]:
        """These claims in words, in order. What depends on all that was said before is worked out once: at a table that
        goes back it may be something else that was said."""
        both = min(len(claims), len(self._claims))
        if list(claims[:both]) != self._claims[:both]:
            self._begin_anew()
        for said in claims[len(self._claims) :]:
            self._claims.append(said)
            self._speeches.append(self._speech(said))
        return self._speeches

    def _begin_anew(self) -> None:
        self._claims: list[Claim] = []
        self._speeches: list[str] = []
        self._heard: set[str] = set()
        self._turns: Counter[str] = Counter()

    def _speech(self, said: Claim) -> str:
        face, context, heard = self._face, self._context, self._heard
        key = wording_key(said.kind, said.why, is_me=said.other == said.by)
        about = named(face, said, context)
        place = said.turn + crc32(f"{context.match}.{key}".encode())
        ways = context.words.variants(face.key(context.words, key))
        sentence = _first_new(
            (face.words(context, key, pick=(place + more) % ways, **about) for more in range(ways)), heard
        )
        temper = temperament(said.by, context)
        leads = self._every_lead[temper] if begins(temper, self._turns[temper]) or sentence in heard else []
        lead = _first_new([one for one in leads if f"{one} {sentence}" not in heard] or [""], heard)
        speech = sentence if lead in heard and sentence not in heard else f"{lead} {sentence}".strip()
        self._turns[temper] += 1
        heard |= {sentence, lead, speech}
        return speech


_TALKS: OrderedDict[Hashable, Talk] = OrderedDict()
"""The talk of the tables that were told of last, in each language, as their people are called."""


def _talk_at(face: Speaks, context: RenderContext) -> Talk:
    """At a table of many claims each telling of one would have to put all before it into words again."""
    people = (*context.names.items(), *context.labels.items(), *sorted(context.computers))
    place = (face, context.match, context.words, people)
    talk = _TALKS.pop(place, None) or Talk(face, context)
    _TALKS[place] = talk
    if len(_TALKS) > TALKS_MOST:
        _TALKS.popitem(last=False)
    return talk


def begins(temper: str, turn: int) -> bool:
    """Whether somebody of this temperament beats about the bush when one of them speaks for this time."""
    return temper != QUIET or turn % 2 == 0


def _leads(face: Speaks, temper: str, context: RenderContext) -> list[str]:
    """How people of this temperament begin, in the order of this table."""
    key = f"said.lead.{temper}"
    ways = context.words.variants(key)
    start = crc32(f"{context.match}.{key}".encode())
    return [face.words(context, key, pick=(start + more) % ways) for more in range(ways)]


def _first_new(ways: Iterable[str], heard: Collection[str]) -> str:
    """The first of these that has not been heard at this table; else the first. They are made as they are needed."""
    known: list[str] = []
    for one in ways:
        if one not in heard:
            return one
        known.append(one)
    return known[0]


def wording_key(kind: str, why: str, *, is_me: bool) -> str:
    """Under which key the sentences of such a claim stand."""
    if kind == I_AM or not why:
        return f"said.{kind}"
    return f"said.{kind}.{why}" + ".me" * is_me


def named(face: Speaks, said: Claim, context: RenderContext) -> dict[str, str]:
    """Whom and what a claim is about, in words."""
    if said.kind == I_AM:
        return {"role": face.role(context, said.why, ".the")}
    return {"whom": context.name(said.about), "other": context.names.get(said.other, "")}


def label(face: Speaks, claim: str, by: Seat, context: RenderContext) -> str:
    """A claim as somebody chooses it from a menu that says whom it is about."""
    kind, _, why, other = read_code(claim, by)
    if kind == I_AM:
        return face.words(context, "said.label.i_am", role=face.role(context, why, ".the"))
    key = f"said.label.{kind}.{why}" if why else f"said.label.{kind}"
    return face.words(context, f"{key}.me" if other == by else key, other=context.labels.get(other, ""))
