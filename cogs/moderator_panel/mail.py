"""Brings the panel to the moderator: as a direct message where secrets may come so, or by a call where the game is
played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.matches.snapshot import MatchSnapshot
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.languages import Languages
from bot.ui.panels import Page, render
from bot.ui.public_lines import PublicLines
from bot.ui.stage.secret_mail import SecretMail
from bot.ui.wording import Wording
from cogs.moderator_panel.pages import PanelPages


@dataclass(frozen=True)
class _Sent:
    """A direct message with the panel: whose it is, where it stands, and what it said above the panel."""

    whose: int
    channel: int
    message: int
    lines: tuple[str, ...]


class PanelMail:
    """Remembers the newest panel that each moderator got, so that it can be changed without a sound."""

    def __init__(
        self,
        *,
        pages: PanelPages,
        languages: Languages,
        courier: Courier,
        mail: SecretMail,
        public_lines: PublicLines,
    ) -> None:
        self._pages = pages
        self._languages = languages
        self._courier = courier
        self._mail = mail
        self._public_lines = public_lines
        self._newest: dict[int, _Sent] = {}
        """The newest direct message of each match."""

    async def words_for(self, match: MatchSnapshot) -> Wording:
        """The language in which the moderator reads."""
        assert match.row.moderator_id is not None
        return await self._languages.own(match.row.moderator_id, match.row.guild_id)

    async def send(self, match: MatchSnapshot, lines: Sequence[str], kind: str, stamp: int) -> None:
        """Show the panel; without lines to be read, on the message that shows it already.

        kind, stamp  what this is about: the same is posted once
        """
        moderator = match.row.moderator_id
        assert moderator is not None
        words = await self.words_for(match)
        page = await self._pages.page(match.id, moderator, words, lines)
        before = self._newest.get(match.id)
        if before is not None and before.whose != moderator:
            before = None
        if not lines and before is not None and await self._changed(before, page):
            self._newest[match.id] = replace(before, lines=())
            return
        nonce = f"{match.id}.{kind}.{stamp & 0xFFFFFF:x}"
        try:
            sent = await self._mail.send(match, moderator, Outgoing(view=render(page)), nonce)
        except (Undeliverable, Overloaded):
            self._public_lines.say(match, "chair.come", name=f"<@{moderator}>")
            return
        self._newest[match.id] = _Sent(moderator, *sent, tuple(lines))
        if before is not None:  # of several desks with buttons nobody knows which one counts
            await self._changed(before, Page(panels=(), lines=(*before.lines, words.say("chair.moved"))))

    def forget(self, match_id: int) -> None:
        self._newest.pop(match_id, None)

    async def _changed(self, sent: _Sent, page: Page) -> bool:
        """Whether the message that was sent before shows this page now."""
        try:
            await self._courier.edit(sent.channel, sent.message, Outgoing(view=render(page)))
        except (Undeliverable, Overloaded):
            return False
        return True
