"""Somebody waits for a forecast: their message is changed while it is worked out, until it says what came of it."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.forecast.office import Office, Ticket
from bot.matches.drafts import Drafts
from bot.matches.errors import Refused
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby
from bot.trouble import StoreTrouble
from bot.ui.pages import drawn
from bot.ui.panels import Page
from bot.ui.pictures.gallery import Gallery
from bot.ui.wording import Wording
from cogs.rolesets.forecast_page import Subject, forecast_page, gone_page, waiting_page, working_page

log = structlog.get_logger(__name__)

LOOK_S: Final = 1.0
SHOWN_EVERY: Final = 4
"""So many looks lie between two messages about how far it is."""
TRIES: Final = 5
"""Of the last message: no other comes after it."""
ENDS: Final = {"failed": "forecast.failed", "late": "forecast.late", "gone": "forecast.cancelled"}
"""What is said of one that came to nothing."""
BROKEN: Final = 500
"""From this status on it is Discord that has trouble; below, nobody can read the message any more."""


class Follower:
    """Follows one forecast for whoever has asked for it.

    token  names it in the id of the button *Cancel*
    """

    def __init__(
        self, interaction: discord.Interaction[Any], words: Wording, subject: Subject, ticket: Ticket, *, token: str,
        office: Office, drafts: Drafts, lobbies: Lobbies, gallery: Gallery,
    ) -> None:  # fmt: skip
        self._interaction = interaction
        self._words = words
        self._subject = subject
        self.ticket = ticket
        self._token = token
        self._office = office
        self._drafts = drafts
        self._lobbies = lobbies
        self._gallery = gallery
        self._sat = False
        self._shown: Page | None = None

    def page(self) -> Page:
        """How far it is, or what came of it."""
        ticket = self.ticket
        if ticket.forecast is not None:
            return forecast_page(self._words, self._subject, ticket.forecast)
        if ticket.is_over:
            return self._gone(ENDS[ticket.state])
        if ticket.job is None:
            return waiting_page(self._words, self._subject, self._token, self._office.before(ticket))
        return working_page(self._words, self._subject, self._token, ticket.job)

    async def follow(self) -> None:
        """Until it is over, or nobody wants it or can read it any more: then nobody plays for it either."""
        try:
            self._sat = await self._sits()
            while not self.ticket.is_over:
                if not await self._look_on():
                    return
            await self._show(self.page(), TRIES)
        finally:
            self._office.give_up(self.ticket)

    async def _look_on(self) -> bool:
        """Wait a little, and show how far it is by then. Whether to go on."""
        for _ in range(SHOWN_EVERY):
            await asyncio.sleep(LOOK_S)
            if self.ticket.is_over:
                return True
        why = await self._why_unwanted()
        if why is not None:
            await self._show(self._gone(why), TRIES)
            return False
        return await self._show(self.page())

    def _gone(self, key: str) -> Page:
        return gone_page(self._words, self._subject, key)

    # -- whether it is wanted ---------------------------------------------------------------------------------------

    async def _why_unwanted(self) -> str | None:
        """Why nobody needs it any more, as a wording key: of a lobby that is not open, or whose seat they have left, or
        of a draft that is not open."""
        if self._subject.draft is not None:
            guild_id, user_id = self._interaction.guild_id or 0, self.ticket.user_id
            return None if self._drafts.is_open(user_id, guild_id, self._subject.draft) else "forecast.draft_closed"
        if self._subject.lobby is None:
            return None
        try:
            lobby = await self._open_lobby(self._subject.lobby)
        except StoreTrouble as problem:  # nobody knows
            log.warning("forecast_lobby_unread", problem=str(problem))
            return None
        if lobby is None:
            return "forecast.lobby_closed"
        return "forecast.left" if self._sat and lobby.seat_of(self.ticket.user_id) is None else None

    async def _sits(self) -> bool:
        """Whether this person has a seat in the lobby it is about."""
        try:
            lobby = None if self._subject.lobby is None else await self._open_lobby(self._subject.lobby)
        except StoreTrouble as problem:
            log.warning("forecast_lobby_unread", problem=str(problem))
            return False
        return lobby is not None and lobby.seat_of(self.ticket.user_id) is not None

    async def _open_lobby(self, lobby_id: int) -> Lobby | None:
        try:
            lobby = await self._lobbies.get(lobby_id)
        except Refused:
            return None
        return lobby if lobby.status == "open" else None

    # -- what is shown ----------------------------------------------------------------------------------------------

    async def _show(self, page: Page, tries: int = 1) -> bool:
        """Change what this person sees. Whether they can still see it; what did not arrive may be shown next time."""
        if page == self._shown:
            return True
        view, makers = await drawn(self._gallery, page)
        for _ in range(tries):
            try:
                await self._interaction.edit_original_response(
                    view=view, attachments=[make() for make in makers], allowed_mentions=discord.AllowedMentions.none()
                )
            except (aiohttp.ClientError, OSError):
                await asyncio.sleep(LOOK_S)
            except discord.HTTPException as problem:
                if problem.status < BROKEN:
                    log.info("forecast_unread", status=problem.status, code=problem.code)
                    return False
                await asyncio.sleep(LOOK_S)
            else:
                self._shown = page
                break
        return True
