"""Where every press at a panel arrives, and finds what serves it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.moderator import Moderation, leads
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.panels import Page
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click
from bot.ui.wording import plain
from cogs.moderator_panel.fouls import FoulControls
from cogs.moderator_panel.page import MORE_S
from cogs.moderator_panel.replies import PanelReplies
from cogs.moderator_panel.sheet import SheetControls
from cogs.moderator_panel.sheet_page import AGAIN, ONWARD, PASS, SHEET

Handler = Callable[[Click, MatchSnapshot], Awaitable[None]]


class PanelControls:
    """Serves `mm:desk:<match>:<action>:…`. Only the moderator of the match is served, whoever has the message."""

    def __init__(
        self,
        *,
        service: MatchService,
        hosting: Hosting,
        moderation: Moderation,
        fouls: FoulControls,
        sheet: SheetControls,
        replies: PanelReplies,
        public_lines: PublicLines,
    ) -> None:
        self._service = service
        self._hosting = hosting
        self._moderation = moderation
        self._replies = replies
        self._public_lines = public_lines
        self._handlers: dict[str, Handler] = {
            "": self._look,
            "look": self._look,
            "next": self._next,
            "more": self._more,
            "back": self._give_back,
            "cards": self._know_all,
            "fouls": fouls.choose,
            "foul": fouls.call,
            SHEET: sheet.look,
            ONWARD: sheet.onward,
            PASS: sheet.pass_over,
            AGAIN: sheet.again,
        }

    async def pressed(self, click: Click) -> None:
        match = await self._service.snapshot(click.number(0))
        if not leads(match, click.user_id):
            raise Refused("not_master")
        handler = self._handlers.get(click.parts[1] if len(click.parts) > 1 else "")
        if handler is None:
            raise Refused("forged")
        await handler(click, match)

    async def _look(self, click: Click, match: MatchSnapshot) -> None:
        await self._replies.panel(click, match.id)

    async def _next(self, click: Click, match: MatchSnapshot) -> None:
        await self._hosting.skip(match.id, click.user_id, click.parts[2] if len(click.parts) > 2 else "")
        await self._replies.panel(click, match.id)

    async def _more(self, click: Click, match: MatchSnapshot) -> None:
        await self._hosting.extend(match.id, click.user_id, MORE_S)
        done = self._replies.words(click).say("chair.more.done", seconds=MORE_S)
        await self._replies.panel(click, match.id, [done])

    async def _give_back(self, click: Click, match: MatchSnapshot) -> None:
        await self._moderation.give_back(match.id, click.user_id)
        self._public_lines.say(match, "chair.given_back")
        done = self._replies.words(click).say("chair.given_back.done")
        await self._replies.page(click, Page(panels=(), lines=(done,)))

    async def _know_all(self, click: Click, match: MatchSnapshot) -> None:
        await self._moderation.know_all(match.id, click.user_id)
        self._public_lines.say(match, "chair.knows_all", name=plain(click.interaction.user.display_name))
        await self._replies.panel(click, match.id)
