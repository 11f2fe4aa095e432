"""What the buttons of the moderator's panel do: `mm:desk:<match>:<action>:…`."""

from __future__ import annotations

from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.moderator import Moderation, leads
from bot.matches.snapshot import MatchSnapshot
from bot.ui.match_panels import Handler
from bot.ui.panels import Page
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click
from bot.ui.wording import plain
from cogs.moderator_panel.fouls import FoulControls
from cogs.moderator_panel.page import MORE_S
from cogs.moderator_panel.replies import PanelReplies
from cogs.moderator_panel.sheet import SheetControls
from cogs.moderator_panel.sheet_page import AGAIN, ONWARD, PASS, SHEET


class PanelControls:
    """Serves the panel. Only the moderator of the match is served, whoever has the message."""

    def __init__(
        self,
        *,
        hosting: Hosting,
        moderation: Moderation,
        fouls: FoulControls,
        sheet: SheetControls,
        replies: PanelReplies,
        public_lines: PublicLines,
    ) -> None:
        self._hosting = hosting
        self._moderation = moderation
        self._fouls = fouls
        self._sheet = sheet
        self._replies = replies
        self._public_lines = public_lines

    async def check(self, click: Click, match: MatchSnapshot) -> None:
        """Raises Refused for anybody but the moderator."""
        if not leads(match, click.user_id):
            raise Refused("not_master")

    def handlers(self) -> dict[str, Handler]:
        """By the action."""
        return {
            "": self._look,
            "look": self._look,
            "next": self._next,
            "more": self._more,
            "back": self._give_back,
            "cards": self._know_all,
            SHEET: self._sheet.look,
            ONWARD: self._sheet.onward,
            PASS: self._sheet.pass_over,
            AGAIN: self._sheet.again,
            **self._fouls.handlers(),
        }

    async def _look(self, click: Click, match: MatchSnapshot) -> None:
        await self._replies.panel(click, match.id)

    async def _next(self, click: Click, match: MatchSnapshot) -> None:
        await self._hosting.skip(match.id, click.user_id, click.part(2))
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
