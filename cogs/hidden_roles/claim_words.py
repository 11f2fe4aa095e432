"""A claim in words: how somebody begins, as their temperament is, and what they say.

Temperament and wording are settled by names, by the match, and by what was said before. Nothing here knows a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol
from zlib import crc32

from bot.engine.questions import Seat
from bot.games.hidden_roles.claims import I_AM, read_code
from bot.games.hidden_roles.temperaments import temperament_of
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording

PLAIN = "plain"
"""How people begin: they have a temperament of their own."""


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


def told(face: Speaks, values: Mapping[str, Any], context: RenderContext) -> str:
    """What an announced claim says. What is said again for the same reason is said in other words: each beginning
    meets each sentence once before any of them meet again."""
    key = wording_key(values["kind"], values["why"], is_me=values["other"] == values["by"])
    begins = f"said.lead.{temperament(values['by'], context)}"
    sentences = context.words.variants(face.key(context.words, key))
    place = values["turn"] + crc32(f"{context.match}.{key}".encode())
    sentence, round_ = place % sentences, place // sentences
    lead = face.words(context, begins, pick=(sentence + round_) % context.words.variants(begins))
    return f"{lead} {face.words(context, key, pick=sentence, **named(face, values, context))}"


def wording_key(kind: str, why: str, *, is_me: bool) -> str:
    """Under which key the sentences of such a claim stand."""
    if kind == I_AM or not why:
        return f"said.{kind}"
    return f"said.{kind}.{why}" + ".me" * is_me


def named(face: Speaks, values: Mapping[str, Any], context: RenderContext) -> dict[str, str]:
    """Whom and what a claim is about, in words."""
    if values["kind"] == I_AM:
        return {"role": face.role(context, values["why"], ".the")}
    other = context.names.get(values["other"], "")
    return {"whom": context.name(values["about"]), "other": other}


def label(face: Speaks, claim: str, by: Seat, context: RenderContext) -> str:
    """A claim as somebody chooses it from a menu that says whom it is about."""
    kind, _, why, other = read_code(claim, by)
    if kind == I_AM:
        return face.words(context, "said.label.i_am", role=face.role(context, why, ".the"))
    key = f"said.label.{kind}.{why}" if why else f"said.label.{kind}"
    return face.words(context, key, other=context.labels.get(other, ""))
