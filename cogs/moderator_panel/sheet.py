"""Serves the night sheet: one press a step, and two where an hour has to end in between.

`mm:desk:<match>:sheet:<round>:<step>`             a step, from 0
`mm:desk:<match>:onward:<round>:<step>:<moment>`   on to this step; the hour that was open then ends first, if it must
`mm:desk:<match>:pass:<round>:<step>`              this card chooses nothing tonight
`mm:desk:<match>:again:<round>:<step>`             this card chooses anew
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.moderator import knows_all
from bot.matches.one_step import OneStep
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.face import Face
from bot.ui.router import Click
from cogs.moderator_panel.replies import PanelReplies
from cogs.moderator_panel.sheet_page import Sheet, sheet_page


class SheetControls:
    """Shows the sheet to whoever leads a night; who that is was looked at before."""

    def __init__(
        self,
        *,
        service: MatchService,
        hosting: Hosting,
        one_step: OneStep,
        archive: Archive,
        faces: Mapping[str, Face],
        replies: PanelReplies,
    ) -> None:
        self._service = service
        self._hosting = hosting
        self._one_step = one_step
        self._archive = archive
        self._faces = faces
        self._replies = replies

    async def look(self, click: Click, match: MatchSnapshot) -> None:
        await self._show(click, match.id, click.number(3))

    async def onward(self, click: Click, match: MatchSnapshot) -> None:
        """To a step; where an hour has ended for it and another one is open now, that one is waited for first."""
        place, sheet = click.number(3), self._sheet(click, match)
        if _is_open(click, sheet) and place < len(sheet.readings) and sheet.must_close(place):
            await self._hosting.skip(match.id, click.user_id, click.parts[4] if len(click.parts) > 4 else "")
            sheet = self._sheet(click, await self._service.snapshot(match.id))
            place -= _is_open(click, sheet) and sheet.must_close(place)
        await self._show(click, match.id, place)

    async def pass_over(self, click: Click, match: MatchSnapshot) -> None:
        """The sentence is the same whoever is asked: it tells nothing."""
        sheet, place = self._open_sheet(click, match), click.number(3)
        await self._one_step.pass_over(match.id, click.user_id, match.checkpoint, _keys(sheet, place))
        await self._show(click, match.id, place, [sheet.words.say("sheet.skipped")])

    async def again(self, click: Click, match: MatchSnapshot) -> None:
        """To a leader who knows no cards the sentence is the same whatever comes of it, and true."""
        sheet, place = self._open_sheet(click, match), click.number(3)
        sees = knows_all(match)
        ask = self._one_step.run_again if sees else self._one_step.ask_once_more
        await ask(match.id, click.user_id, match.checkpoint, _keys(sheet, place))
        said = sheet.words.say("sheet.asked_again" if sees else "sheet.asked_again.unseen")
        await self._show(click, match.id, place, [said])

    def _sheet(self, click: Click, match: MatchSnapshot) -> Sheet:
        face = self._faces[match.row.game]
        if not face.night_steps:
            raise Refused("forged")
        return Sheet(match, face, self._replies.words(click))

    def _open_sheet(self, click: Click, match: MatchSnapshot) -> Sheet:
        """The sheet of the night that the button is about. Raises Refused when that is over."""
        sheet = self._sheet(click, match)
        if not _is_open(click, sheet):
            raise Refused("night_is_over")
        return sheet

    async def _show(self, click: Click, match_id: int, place: int, lines: Sequence[str] = ()) -> None:
        """This step; the panel, with what is read aloud last, where the night is over."""
        shows_answers = knows_all(await self._service.snapshot(match_id))
        decisions = await self._archive.decisions(match_id) if shows_answers else []
        match = await self._service.snapshot(match_id)
        sheet = self._sheet(click, match)
        if not _is_open(click, sheet):
            await self._replies.panel(click, match_id, [sheet.words.say("sheet.over", line=sheet.readings[-1].line)])
            return
        page = sheet_page(sheet, place, reader=click.user_id, decisions=decisions, lines=lines)
        await self._replies.page(click, page)


def _is_open(click: Click, sheet: Sheet) -> bool:
    """Whether it is still the night that the button is about."""
    return sheet.match.checkpoint == click.number(2) and sheet.is_night


def _keys(sheet: Sheet, place: int) -> frozenset[str]:
    """The questions of a step. Raises Refused for a step that there is not."""
    if not 0 <= place < len(sheet.readings):
        raise Refused("forged")
    return sheet.step(place).keys
