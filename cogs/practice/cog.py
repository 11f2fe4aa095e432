"""Practice: the **Practice** button below My seat, and a lesson after each decision of whoever wants one."""

from __future__ import annotations

from collections.abc import Mapping

import discord
import structlog

from bot.client import Mirror
from bot.engine.questions import Question, Seat, Value
from bot.matches.errors import Refused
from bot.matches.lessons import Lessons
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.trouble import StoreTrouble
from bot.ui.face import Face
from bot.ui.one_message import OneMessage
from bot.ui.panels import Page
from bot.ui.router import Click, reply, update
from bot.ui.stage.controls import LESSONS
from bot.ui.wording import Wording
from cogs.practice.pages import BACK, NEWEST, lesson_page, practice_page, stopped_page

log = structlog.get_logger(__name__)


class Practice:
    """Serves `mm:lessons:<match>`; with `:1` or `:0` somebody wants a lesson after each decision, or no more; with
    `:back:<place>` they read the one before, and with `:newest` the last one again.

    The lessons of one table stand in one message, each in place of the one before.
    """

    def __init__(self, *, service: MatchService, lessons: Lessons, faces: Mapping[str, Face], wording: Wording) -> None:
        self._service = service
        self._lessons = lessons
        self._faces = faces
        self._wording = wording
        self._told = OneMessage()

    async def pressed(self, click: Click) -> None:
        turns = click.part(1) in (BACK, NEWEST)
        stops = bool(click.parts[1:]) and not turns and not click.number(1)
        if stops:
            await self._lessons.want_no_more(click.user_id)
        elif click.parts[1:] and not turns:
            await self._lessons.want(click.number(0), click.user_id)
        try:
            page = await self._asked_for(click, turns=turns)
        except Refused:
            if not stops:
                raise
            page = stopped_page(self._words(click))
        await _show(click, page)

    async def _asked_for(self, click: Click, *, turns: bool) -> Page:
        """What practice is at this table, or a lesson. Raises Refused: `not_seated`, `not_practice`."""
        match = await self._service.snapshot(click.number(0))
        seat = match.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        await self._lessons.check_practice(match)
        return await (self._turned(click, match, seat) if turns else self._page(click, match, seat))

    async def _turned(self, click: Click, match: MatchSnapshot, seat: Seat) -> Page:
        """The lesson before the one that stands there; that one again where nothing was decided before."""
        newest = await self._lessons.last(match, seat)
        before = click.number(2) if click.part(1) == BACK else None
        lesson = newest if before is None else await self._lessons.last(match, seat, before)
        is_first = lesson is None and before is not None
        if lesson is None and before is not None:
            lesson = await self._lessons.last(match, seat, before + 1)
        if lesson is None or newest is None:
            return await self._page(click, match, seat)
        is_newest = lesson.place == newest.place
        face, words = self._faces[match.row.game], self._words(click)
        return lesson_page(lesson, match, face, words, is_first=is_first, is_newest=is_newest)

    async def _page(self, click: Click, match: MatchSnapshot, seat: Seat) -> Page:
        wanted = await self._lessons.are_wanted(match, seat)
        lesson = await self._lessons.last(match, seat)
        return practice_page(match, self._faces[match.row.game], self._words(click), lesson, wanted=wanted)

    async def tell(self, click: Click, match: MatchSnapshot, question: Question, value: Value) -> None:
        """The lesson of an answer that counts and was shown already; `match` is as it was before.

        What goes wrong here, a mistake of ours as well, is nobody's trouble: nobody is told that their answer failed.
        """
        try:
            await self._tell(click, match, question, value)
        except (Refused, StoreTrouble, discord.DiscordException, OSError) as problem:
            log.warning("lesson_not_told", match=match.id, problem=repr(problem))
        except Exception:
            log.exception("lesson_failed", match=match.id)

    async def _tell(self, click: Click, match: MatchSnapshot, question: Question, value: Value) -> None:
        if not await self._lessons.are_wanted(match, question.seat):
            return
        lesson = await self._lessons.on(match, question, value)
        if lesson is not None:
            page = lesson_page(lesson, match, self._faces[match.row.game], self._words(click))
            await self._told.say((match.id, click.user_id), click.interaction, page)

    def _words(self, click: Click) -> Wording:
        return self._wording.for_locale(click.interaction.locale)


async def _show(click: Click, page: Page) -> None:
    """In place of the own page that was pressed: never of a message that others see, or of My seat."""
    message = click.interaction.message
    own = message is not None and message.flags.ephemeral and bool(click.parts[1:])
    await (update(click.interaction, page) if own else reply(click.interaction, page))


async def setup(client: Mirror) -> None:
    practice = Practice(
        service=client.service, lessons=Lessons(client.service), faces=client.faces, wording=client.wording
    )
    client.router.on(LESSONS, practice.pressed)
    client.answers.answered.append(practice.tell)
