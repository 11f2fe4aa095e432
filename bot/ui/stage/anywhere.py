"""Games where the bot is no member: whatever is to be seen there comes as the answer to somebody's press.

Nothing can be posted later, and after a quarter of an hour not even that answer can be changed. So every press of a
player looks whether both have seen what is new, and shows it: on the newest message while the same player goes on, and
on a message of its own, which calls, when the other is waited for. What a crash left untold, the next press tells.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.engine.questions import Question, Seat
from bot.matches.archive import Archive
from bot.matches.errors import Refused
from bot.matches.ledger import PUBLIC
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.trouble import StoreTrouble
from bot.ui.languages import Languages
from bot.ui.pages import drawn
from bot.ui.panels import Page
from bot.ui.pictures.gallery import Gallery
from bot.ui.recap_files import recap_file
from bot.ui.router import Click, update
from bot.ui.stage.anywhere_pages import AnywherePages
from bot.ui.stage.delivered import Delivered, delivered_in_public, is_end_due, public_news
from bot.ui.stage.receipts import Receipts
from bot.ui.wording import Wording

log = structlog.get_logger(__name__)

EDITABLE_MS: Final = 14 * 60_000
"""An answer can be changed for fifteen minutes after its press; a minute is left for the way."""
KNOWN_MOST: Final = 500
"""Matches whose newest message is kept in mind."""
QUIET: Final = discord.AllowedMentions.none()
UNSHOWN: Final = (discord.HTTPException, aiohttp.ClientError, OSError, StoreTrouble, Refused)
"""What keeps a message from being shown or noted. The next press shows it."""


@dataclass(frozen=True)
class Newest:
    """The newest public message of a match, which this process has sent: how it is changed, until when, what it tells,
    and for whom it waits."""

    edit: Callable[..., Awaitable[Any]]
    until_ms: int
    lines: tuple[str, ...]
    awaited: tuple[Seat, ...]


@dataclass(frozen=True)
class Unseen:
    """A match, and what of it nobody has been shown in public: the news in words, and what will have been delivered."""

    match: MatchSnapshot
    words: Wording
    lines: tuple[str, ...]
    delivered: Delivered
    is_new: bool


class BoardsAnywhere:
    """Shows such games. Everything of other games is left alone."""

    def __init__(
        self,
        *,
        service: MatchService,
        archive: Archive,
        receipts: Receipts,
        pages: AnywherePages,
        languages: Languages,
        gallery: Gallery,
    ) -> None:
        self._service = service
        self._archive = archive
        self._receipts = receipts
        self._pages = pages
        self._languages = languages
        self._gallery = gallery
        self._newest: OrderedDict[int, Newest] = OrderedDict()
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def begin(self, interaction: discord.Interaction, match_id: int) -> None:
        """Show the game in place of the challenge that was pressed: the answer to this press."""
        async with self._turns[match_id]:
            unseen = await self._unseen(match_id)
            sealed = unseen.words.say("lobby.seal", seal=unseen.match.row.commitment)
            lines = (*unseen.lines, sealed)  # the challenge, which has shown it, is gone
            await update(interaction, self._pages.page(unseen.match, lines, unseen.words))
            await self._note(interaction, unseen, interaction.edit_original_response, lines)

    async def answered(self, click: Click, match: MatchSnapshot, _question: Question, _value: Any) -> None:
        """Somebody has answered, and was told so."""
        await self.show(click.interaction, match.id)

    async def seat_shown(self, interaction: discord.Interaction, match: MatchSnapshot) -> None:
        """Somebody has been shown their seat."""
        await self.show(interaction, match.id)

    async def show(self, interaction: discord.Interaction, match_id: int) -> None:
        """Show both what is new, after this press was answered. It raises nothing: what was answered counts."""
        try:
            row = (await self._service.snapshot(match_id)).row
            if row.anywhere and interaction.channel_id == row.channel_id:
                async with self._turns[match_id]:
                    await self._show(interaction, await self._unseen(match_id))
        except UNSHOWN as problem:
            log.info("board_not_shown", match=match_id, problem=repr(problem))

    async def _show(self, interaction: discord.Interaction, unseen: Unseen) -> None:
        if not unseen.is_new:
            return
        newest = self._newest.get(unseen.match.id)
        if newest is None or not self._goes_on(interaction, unseen.match, newest):
            await self._show_anew(interaction, unseen)
            return
        lines = (*newest.lines, *unseen.lines)
        page = self._pages.page(unseen.match, lines, unseen.words)
        if page.fits() and await self._edited(newest, page):
            await self._note(interaction, unseen, newest.edit, lines, newest.until_ms)
        else:
            await self._show_anew(interaction, unseen)

    async def _edited(self, newest: Newest, page: Page) -> bool:
        """Whether the newest message shows this page; not when somebody has deleted it."""
        view, files = await drawn(self._gallery, page)
        try:
            await newest.edit(view=view, attachments=[make() for make in files], allowed_mentions=QUIET)
        except discord.NotFound:
            return False
        return True

    async def _show_anew(self, interaction: discord.Interaction, unseen: Unseen) -> None:
        message = await self._post(interaction, unseen)
        await self._note(interaction, unseen, message.edit, unseen.lines)

    def _goes_on(self, interaction: discord.Interaction, match: MatchSnapshot, newest: Newest) -> bool:
        """Whether the newest message can still be changed, and nobody else has to be called."""
        same = newest.awaited == self._pages.awaited(match) and not match.over
        return same and _now_ms(interaction) < newest.until_ms

    async def _unseen(self, match_id: int) -> Unseen:
        """What the two have not been shown in public. Raises Refused and StoreTrouble."""
        match = await self._service.snapshot(match_id)
        cursor = (await self._receipts.of(match_id)).get(PUBLIC)
        said = await self._receipts.announcements(match, cursor.announcement + 1 if cursor else 0)
        words = await self._languages.own(match.row.host_id, match.row.guild_id)
        news = public_news(said, cursor)
        lines = tuple(self._pages.told(match, news, words))
        is_new = bool(news) or is_end_due(match, cursor)
        return Unseen(match, words, lines, delivered_in_public(match, said, cursor), is_new)

    async def _post(self, interaction: discord.Interaction, unseen: Unseen) -> discord.WebhookMessage:
        """A message of its own, which calls whoever is waited for, and brings the recap in the end."""
        match = unseen.match
        page = self._pages.page(match, unseen.lines, unseen.words)
        view, files = await drawn(self._gallery, page if page.fits() else self._pages.page(match, (), unseen.words))
        if match.over:
            files.append(recap_file(await self._archive.recap(match.id), match.id, unseen.words))
        people = match.people()
        called = {people[seat] for seat in self._pages.awaited(match) if seat in people} - {interaction.user.id}
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(one) for one in sorted(called)]
        )
        return await interaction.followup.send(
            view=view, files=[make() for make in files], allowed_mentions=mentions, wait=True
        )

    async def _note(
        self,
        interaction: discord.Interaction,
        unseen: Unseen,
        edit: Callable[..., Awaitable[Any]],
        lines: tuple[str, ...],
        until_ms: int | None = None,
    ) -> None:
        """Both have seen this, on the message that is changed with `edit` until that moment."""
        match = unseen.match
        until_ms = _now_ms(interaction) + EDITABLE_MS if until_ms is None else until_ms
        self._newest[match.id] = Newest(edit, until_ms, lines, self._pages.awaited(match))
        self._newest.move_to_end(match.id)
        if match.over or len(self._newest) > KNOWN_MOST:
            gone = match.id if match.over else next(iter(self._newest))
            self._newest.pop(gone)
            self._turns.pop(gone, None)
        await self._receipts.note(match.id, PUBLIC, unseen.delivered, 0, 0)


def _now_ms(interaction: discord.Interaction) -> int:
    """When this was pressed, by Discord's clock, which also says when answers can be changed no more."""
    return int(interaction.created_at.timestamp() * 1000)
