"""How a press at the panel is answered."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.errors import Refused
from bot.matches.moderator import leads
from bot.matches.service import MatchService
from bot.ui.panels import Page
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording
from cogs.moderator_panel.pages import PanelPages


class PanelReplies:
    """Answers in place of the panel that was pressed; never in place of a message that others see."""

    def __init__(self, *, service: MatchService, pages: PanelPages, wording: Wording) -> None:
        self._service = service
        self._pages = pages
        self._wording = wording

    def words(self, click: Click) -> Wording:
        return self._wording.for_locale(click.interaction.locale)

    async def panel(self, click: Click, match_id: int, lines: Sequence[str] = ()) -> None:
        """The panel as it is now. Refused for somebody who leads no longer."""
        if not leads(await self._service.snapshot(match_id), click.user_id):
            raise Refused("not_master")
        await self.page(click, await self._pages.page(match_id, click.user_id, self.words(click), lines))

    async def page(self, click: Click, page: Page) -> None:
        message = click.interaction.message
        own = message is not None and (message.flags.ephemeral or click.interaction.guild_id is None)
        if own and len(click.parts) > 1:
            await update(click.interaction, page)
        else:
            await reply(click.interaction, page)
