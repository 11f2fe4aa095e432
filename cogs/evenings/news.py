"""Telling people that a table is open: one after the other, behind everything that games have to say."""

from __future__ import annotations

import asyncio
from typing import Final, Literal

import discord
import structlog

from bot.matches.lobby import Lobby
from bot.matches.table_wishes import News, TableWishes
from bot.trouble import StoreTrouble
from bot.ui.authority import member_sees
from bot.ui.delivery import Courier, Outgoing, Overloaded, PlaceGone, Undeliverable, Unreachable, patiently
from bot.ui.languages import Languages
from bot.ui.panels import render
from bot.ui.threads import Threads
from cogs.evenings.wish_pages import news_page

log = structlog.get_logger(__name__)

CALM_S: Final = 1.0
"""So often it is looked whether games have still something to send."""
CALM_LOOKS: Final = 60
"""After so many looks in vain the news is left for the next time."""

Sight = Literal["sees", "blind", "gone", "unknown"]
"""Whether somebody sees the channel of a lobby; `gone`: they are not in the server any more."""


class TableNews:
    """Tells whoever has wished for it. What cannot be told now is told the next time, as long as it is news."""

    def __init__(
        self, *, client: discord.Client, wishes: TableWishes, threads: Threads, courier: Courier, languages: Languages
    ) -> None:  # fmt: skip
        self._client = client
        self._wishes = wishes
        self._threads = threads
        self._courier = courier
        self._languages = languages
        self._telling = False
        self._again = False

    async def tell(self) -> None:
        """Tell everybody who is to be told now. Raises nothing."""
        self._again = True
        if self._telling:  # whoever tells already looks once more
            return
        self._telling = True
        try:
            while self._again:
                self._again = False
                await self._tell_all()
        except StoreTrouble as problem:
            log.warning("news_postponed", problem=str(problem))
        finally:
            self._telling = False

    async def _tell_all(self) -> None:
        """First what a process that ended may have sent already: those messages are looked for."""
        for news in await self._wishes.begun():
            sight = await self._sight(news.lobby, news.user_id)
            if sight == "sees":
                await self._send(news, perhaps_after=0)
            elif sight != "unknown":
                await self._wishes.done(news)
        for news in await self._wishes.due():
            if not await self._is_calm():
                return
            if await self._may_be_told(news) and await self._wishes.begin(news):
                await self._send(news)

    async def _is_calm(self) -> bool:
        """Wait until no game has anything left to send. Whether that has come."""
        for _ in range(CALM_LOOKS):
            if not self._courier.waiting:
                return True
            await asyncio.sleep(CALM_S)
        return False

    async def _may_be_told(self, news: News) -> bool:
        sight = await self._sight(news.lobby, news.user_id)
        if sight == "gone":
            await self._wishes.leave(news.user_id, news.lobby.guild_id)
        return sight == "sees"

    async def _sight(self, lobby: Lobby, user_id: int) -> Sight:
        """Discord is asked now: the channel may have been hidden from them since they wished for it."""
        guild = self._client.get_guild(lobby.guild_id)
        if guild is None or guild.unavailable:
            return "unknown"
        try:
            person = await patiently(lambda: guild.fetch_member(user_id), ())
        except PlaceGone:
            return "gone"
        except Undeliverable as problem:
            log.info("sight_unknown", problem=problem.reason)
            return "unknown"
        return "sees" if member_sees(person, self._threads.known, lobby.channel_id) else "blind"

    async def _send(self, news: News, perhaps_after: int | None = None) -> None:
        guild = self._client.get_guild(news.lobby.guild_id)
        if guild is None:
            return
        words = await self._languages.own(news.user_id, news.lobby.guild_id)
        message = Outgoing(view=render(news_page(news.lobby, guild.name, words)))
        nonce = f"n{news.lobby.id:x}-{news.user_id:x}"
        try:
            await self._courier.direct(news.user_id, message, nonce, perhaps_after=perhaps_after)
        except (Unreachable, Overloaded) as problem:
            log.info("news_postponed", lobby=news.lobby.id, problem=str(problem))
            return
        except Undeliverable as problem:
            log.info("news_given_up", lobby=news.lobby.id, problem=problem.reason)
        await self._wishes.done(news)
