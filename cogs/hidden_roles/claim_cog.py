"""People claim something: about whom, then what and why, from menus that nobody else sees; everybody hears the claim.

`mm:say:<match>:<occasion>`                 the button on the board, for whoever may say something now
`mm:sayof:<match>:<checkpoint>:<question>`  the menu of people; then an ordinary menu of the question hands it in
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord.ext import commands

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import IllegalAnswer, Question, Seat
from bot.games.hidden_roles.claims import read_code
from bot.matches.errors import Refused
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.panels import TINT, Menu, MenuOption, Page, Panel, custom_id
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording
from cogs.hidden_roles import claim_words
from cogs.hidden_roles.face import CLAIM_OF, HiddenRolesFace

SPEECHLESS = {"dead": "dead", "toad": "claim.toad", "asleep": "asleep"}
"""Whose turn does not come, and what they are told."""


class ClaimCog(commands.Cog):
    """The two menus of a claim."""

    def __init__(self, *, service: MatchService, wording: Wording, faces: Mapping[str, Face]) -> None:
        self._service = service
        self._wording = wording
        self._faces = faces

    async def open_people(self, click: Click) -> None:
        """About whom? To whoever has the floor."""
        match, seat = await self._at_table(click)
        occasion = click.part(1)
        question = next((one for one in match.open_for(seat) if _belongs(one, occasion)), None)
        if question is None:
            raise self._why_not(match, seat, occasion)
        face, context = self._face(match), self._context(match, click)
        about = list(dict.fromkeys(read_code(claim, seat)[1] for claim in _offered(question)))
        options = tuple(MenuOption(str(one), _person(face, one, seat, context)) for one in about)
        place = custom_id(CLAIM_OF, match.id, match.checkpoint, question.number)
        menu = Menu(place, face.words(context, "said.whom.placeholder"), options)
        page = Page(panels=(Panel(face.words(context, "said.whom"), (menu,)),), tint=TINT)
        await reply(click.interaction, page)

    async def open_claims(self, click: Click) -> None:
        """What about them, and why?"""
        match, seat = await self._at_table(click)
        if click.number(1) != match.checkpoint:
            raise _too_late()
        question = match.question(click.number(2), seat)
        face, context = self._face(match), self._context(match, click)
        chosen = click.values[0] if click.values else ""
        claims = [claim for claim in _offered(question) if str(read_code(claim, seat)[1]) == chosen]
        if not claims:
            raise IllegalAnswer("not_offered")
        options = tuple(MenuOption(claim, claim_words.label(face, claim, seat, context)) for claim in claims)
        place = custom_id("s", match.id, match.checkpoint, question.number)
        about = int(chosen)
        placeholder = "said.which.placeholder" if about == seat else "said.what.placeholder"
        menu = Menu(place, face.words(context, placeholder), options)
        asked = _asked_about(face, about, seat, context)
        await update(click.interaction, Page(panels=(Panel(asked, (menu,)),), tint=TINT))

    async def _at_table(self, click: Click) -> tuple[MatchSnapshot, Seat]:
        match = await self._service.snapshot(click.number(0))
        seat = match.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        if match.over:
            raise Refused("over")
        return match, seat

    def _why_not(self, match: MatchSnapshot, seat: Seat, occasion: str) -> Exception:
        """Whether the moment has passed, or it is somebody else's, or this person says nothing any more."""
        asked = next((one for one in match.open if _belongs(one, occasion)), None)
        if asked is None:
            return _too_late()
        face, view = self._face(match), match.view(SPECTATOR)
        speech = face.speech(view, seat)
        if speech == "floor":
            return face.not_yours(asked, view, seat) or Refused("not_asked.floor")
        return Refused(f"not_asked.{SPEECHLESS.get(speech, 'claim')}")

    def _face(self, match: MatchSnapshot) -> HiddenRolesFace:
        face = self._faces[match.row.game]
        if not isinstance(face, HiddenRolesFace):
            raise Refused("forged")
        return face

    def _context(self, match: MatchSnapshot, click: Click) -> RenderContext:
        return RenderContext.of(match, self._wording.for_locale(click.interaction.locale))


def _belongs(question: Question, occasion: str) -> bool:
    """Whether something can be said on this occasion, or on one within it: `words.3` is within `words`."""
    within = question.occasion == occasion or question.occasion.startswith(f"{occasion}.")
    return within and bool(occasion) and question.says is not None


def _offered(question: Question) -> Sequence[str]:
    """What can be claimed now. Raises Refused where that is nothing."""
    claims = list(question.says()) if question.says is not None else []
    if not claims:
        raise Refused("nothing_to_say")
    return claims


def _person(face: HiddenRolesFace, about: Seat, me: Seat, context: RenderContext) -> str:
    return face.words(context, "said.myself") if about == me else context.labels[about]


def _asked_about(face: HiddenRolesFace, about: Seat, me: Seat, context: RenderContext) -> str:
    if about == me:
        return face.words(context, "said.what.myself")
    return face.words(context, "said.what", whom=context.name(about))


def _too_late() -> IllegalAnswer:
    return IllegalAnswer("not_open")
