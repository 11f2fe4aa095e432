"""The **Watch** button for whoever has no seat, and what My seat shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.client import Mirror
from bot.matches.onlookers import Onlookers, check_may_watch_all, may_guests_see_all
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.authority import check_may_see
from bot.ui.face import Face
from bot.ui.panels import Page
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click, reply, update
from bot.ui.stage.controls import WATCH
from bot.ui.wording import Wording, plain
from cogs.watching.pages import ASK, YES, asking_page, over_page, watching_page


class Watching:
    """Serves `mm:watch:<match>`; with `:ask` and `:yes` somebody chooses to see what the dead may see."""

    def __init__(
        self,
        *,
        service: MatchService,
        onlookers: Onlookers,
        faces: Mapping[str, Face],
        public_lines: PublicLines,
        wording: Wording,
    ) -> None:
        self._service = service
        self._onlookers = onlookers
        self._faces = faces
        self._public_lines = public_lines
        self._wording = wording

    async def pressed(self, click: Click) -> None:
        match = await self._service.snapshot(click.number(0))
        check_may_see(click.interaction, match)
        words = self._wording.for_locale(click.interaction.locale)
        if click.parts[1:2] == (ASK,):
            check_may_watch_all(match, click.user_id)
            await _show(click, asking_page(match, words))
            return
        if click.parts[1:2] == (YES,):
            await self._watch_all(click, match)
        await _show(click, await self._page(click, match, words))

    async def without_seat(self, click: Click) -> None:
        """My seat, pressed by somebody who has none: they are told so, and watch at once. On a board it is the only
        button for them."""
        match = await self._service.snapshot(click.number(0))
        check_may_see(click.interaction, match)
        words = self._wording.for_locale(click.interaction.locale)
        page = await self._page(click, match, words)
        await _show(click, replace(page, lines=(words.say("refused.not_seated"),)))

    async def _watch_all(self, click: Click, match: MatchSnapshot) -> None:
        """Durable before anything is shown; the table is told who sees its cards."""
        if await self._onlookers.watch_all(match.id, click.user_id):
            self._public_lines.say(match, "watch.told", name=plain(click.interaction.user.display_name))

    async def _page(self, click: Click, match: MatchSnapshot, words: Wording) -> Page:
        if match.over:
            return over_page(match, words)
        sees_all = await self._sees_all(match, click.user_id)
        is_guest = match.seat_of(click.user_id) is None
        offered = is_guest and not sees_all and may_guests_see_all(match)
        return watching_page(match, self._faces[match.row.game], words, offered=offered, sees_all=sees_all)

    async def _sees_all(self, match: MatchSnapshot, user_id: int) -> bool:
        """A person with a seat sees under My seat what it knows, and nothing more here."""
        if match.seat_of(user_id) is not None or not may_guests_see_all(match):
            return False
        return await self._onlookers.is_one(match.id, user_id)


async def _show(click: Click, page: Page) -> None:
    """To this person alone: in place of what they were shown before, if that is what was pressed."""
    message = click.interaction.message
    own = message is not None and message.flags.ephemeral
    await (update(click.interaction, page) if own else reply(click.interaction, page))


async def setup(client: Mirror) -> None:
    watching = Watching(
        service=client.service,
        onlookers=client.onlookers,
        faces=client.faces,
        public_lines=PublicLines(client.stage, client.languages),
        wording=client.wording,
    )
    client.router.on(WATCH, watching.pressed)
    client.answers.guest_came = watching.without_seat
