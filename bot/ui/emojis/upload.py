"""Sees to it that Discord has an emoji for every sign: each is uploaded once, beside everything else that is done.

Whatever goes wrong, hands are shown as pictures meanwhile, one line in the log says why, and it is tried again later.
Emojis of other names than ours are never touched.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from typing import Final

import aiohttp
import discord
import structlog

from bot.ui.emojis.shelf import EmojiShelf
from bot.ui.pictures.gallery import Gallery, NotDrawn
from bot.ui.pictures.sign import Sign, emoji_name, is_ours

log = structlog.get_logger(__name__)

EMOJIS_MOST: Final = 2_000
"""Emojis that one application may have."""
AGAIN_S: Final = 60.0
"""Seconds after which it is looked again where something is missing still; each time twice as long as before."""
DAILY_S: Final = 86_400.0
"""Seconds after which it is looked again in any case: somebody may have deleted emojis in the portal."""
PUT_AWAY_AFTER: Final = timedelta(days=1)
"""An old drawing stays for so long after the new one has come: hands that were shown before still name it."""


class EmojiUpload:
    """Asks Discord once which emojis there are, and uploads those that are missing.

    signs    all signs that any game shows, in any language
    uploads  whether this process is the one that does; the others only look
    """

    def __init__(
        self,
        client: discord.Client,
        shelf: EmojiShelf,
        gallery: Gallery,
        *,
        signs: Callable[[], Sequence[Sign]],
        uploads: bool,
    ) -> None:
        self._client = client
        self._shelf = shelf
        self._gallery = gallery
        self._signs = signs
        self._uploads = uploads
        self._working: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None
        self._pause_s = AGAIN_S
        self._is_closed = False

    async def on_taken_up(self, _away_ms: int) -> None:
        """The bot is there: nobody waits for this."""
        self.begin()

    def begin(self) -> None:
        """Look now, unless that is being done."""
        if not self._is_closed and (self._working is None or self._working.done()):
            self._put_off(None)
            self._working = asyncio.create_task(self._work())

    def close(self) -> None:
        """Nothing more is done. What is missing then is uploaded at the next start."""
        self._is_closed = True
        self._put_off(None)
        if self._working is not None:
            self._working.cancel()

    def _put_off(self, seconds: float | None) -> None:
        """Begin anew in so many seconds, and not before; with None, never."""
        if self._again is not None:
            self._again.cancel()
        self._again = None
        if seconds is not None and not self._is_closed:
            self._again = asyncio.get_running_loop().call_later(seconds, self.begin)

    async def _work(self) -> None:
        try:
            is_complete = await self._look()
        except discord.RateLimited as limited:
            log.info("emojis_put_off", again_in_s=round(limited.retry_after))
            self._put_off(max(limited.retry_after, AGAIN_S))
            return
        except (discord.DiscordException, aiohttp.ClientError, OSError, NotDrawn) as problem:
            log.warning("emojis_not_uploaded", problem=str(problem), again_in_s=round(self._pause_s))
            is_complete = False
        self._put_off(DAILY_S if is_complete else self._pause_s)
        self._pause_s = AGAIN_S if is_complete else min(2 * self._pause_s, DAILY_S)

    async def _look(self) -> bool:
        """Upload what is missing, and remove what is old. Whether every sign has its emoji now. Raises what Discord
        answers instead."""
        signs = self._signs()
        listed = sorted(await self._client.fetch_application_emojis(), key=lambda emoji: emoji.id)
        newest_first = {emoji.name: emoji.id for emoji in reversed(listed)}  # of two alike, the older is the one
        missing = self._shelf.stock(signs, newest_first)
        if missing and self._uploads:
            if len(listed) + len(missing) > EMOJIS_MOST:
                log.warning("emojis_have_no_room", there=len(listed), missing=len(missing), most=EMOJIS_MOST)
                return False
            await self._upload(missing)
            return True
        if not missing and self._uploads:
            await self._remove_old(listed, {newest_first[emoji_name(sign)] for sign in signs})
        return not missing

    async def _upload(self, missing: Sequence[Sign]) -> None:
        for sign in missing:
            body = await self._gallery.sign(sign)
            emoji = await self._client.create_application_emoji(name=emoji_name(sign), image=body)
            self._shelf.add(sign, emoji.id)
        log.info("emojis_uploaded", count=len(missing))

    async def _remove_old(self, listed: Sequence[discord.Emoji], needed: Collection[int]) -> None:
        """Remove the emojis of ours that nothing is written with any more, when all that took their place have been
        there for a day."""
        old = [emoji for emoji in listed if is_ours(emoji.name) and emoji.id not in needed]
        age = discord.utils.utcnow() - discord.utils.snowflake_time(max(needed, default=0))
        if not old or age < PUT_AWAY_AFTER:
            return
        for emoji in old:
            await emoji.delete()
        log.info("old_emojis_removed", count=len(old))
