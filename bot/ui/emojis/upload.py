"""Sees to it that Discord has an emoji for every sign: each is uploaded once, beside everything else that is done.

Whatever goes wrong, hands are shown as pictures meanwhile, one line in the log says why, and it is tried again later.
Emojis of other names than ours are never touched.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

import aiohttp
import discord
import structlog

from bot.ui.emojis.shelf import EmojiShelf
from bot.ui.pictures.gallery import Gallery, NotDrawn
from bot.ui.pictures.sign import Sign, emoji_name, is_ours
from bot.ui.unbroken import within

log = structlog.get_logger(__name__)

EMOJIS_MOST: Final = 2_000
"""Emojis that one application may have."""
AGAIN_S: Final = 60.0
"""Seconds after which it is looked again where something is missing still; each time twice as long as before."""
DAILY_S: Final = 86_400.0
"""Seconds after which it is looked again in any case: somebody may have deleted emojis in the portal."""
PUT_AWAY_AFTER: Final = timedelta(days=1)
"""An old drawing stays for so long after the new one has come: hands that were shown before still name it."""
START_WAITS_S: Final = 3.0
"""Seconds for which a start waits for Discord to say which emojis there are; after them hands are pictures."""
_TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError, NotDrawn)


class EmojiUpload:
    """Asks Discord which emojis there are, and uploads those that are missing. Until `switch_on` it does nothing.

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
        self._is_on = False
        self._learnt: Sequence[discord.Emoji] | None = None
        """What there was when the bot came back, until something has been done about it."""
        self._working: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None
        self._pause_s = AGAIN_S
        self._is_closed = False

    def switch_on(self) -> None:
        """Hands are written with emojis from the next start on, where all of them are there."""
        self._is_on = True

    async def learn(self) -> None:
        """Which emojis there are, before anything is shown: hands look as they did before the bot went. Never raises,
        and takes no longer than a start may."""
        if not self._is_on:
            return
        with contextlib.suppress(TimeoutError, *_TROUBLE):  # it is asked again when everything is taken up
            self._learnt = self._stocked(await within(START_WAITS_S, self._client.fetch_application_emojis()))

    async def on_taken_up(self, _away_ms: int) -> None:
        """The bot is there: nobody waits for this."""
        self.begin()

    def begin(self) -> None:
        """Look now, unless that is being done."""
        if self._is_on and not self._is_closed and (self._working is None or self._working.done()):
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
        except _TROUBLE as problem:
            log.warning("emojis_not_uploaded", problem=str(problem), again_in_s=round(self._pause_s))
            is_complete = False
        self._put_off(DAILY_S if is_complete else self._pause_s)
        self._pause_s = AGAIN_S if is_complete else min(2 * self._pause_s, DAILY_S)

    async def _look(self) -> bool:
        """Upload what is missing, and remove what is old. Whether every sign has its emoji now. Raises what Discord
        answers instead."""
        listed, self._learnt = self._learnt, None
        if listed is None:
            listed = await self._list()
        missing = [sign for sign in self._signs() if not self._shelf.has(sign)]
        if missing and self._uploads:
            if len(listed) + len(missing) > EMOJIS_MOST:
                log.warning("emojis_have_no_room", there=len(listed), missing=len(missing), most=EMOJIS_MOST)
                return False
            await self._upload(missing)
            return True
        if not missing and self._uploads:
            await self._remove_old(listed)
        return not missing

    async def _list(self) -> Sequence[discord.Emoji]:
        """All emojis that there are; the shelf knows of them from now on. Raises what Discord answers instead."""
        return self._stocked(await self._client.fetch_application_emojis())

    def _stocked(self, listed: Sequence[discord.Emoji]) -> Sequence[discord.Emoji]:
        self._shelf.stock(self._signs(), {emoji.name: emoji.id for emoji in listed})
        return listed

    async def _upload(self, missing: Sequence[Sign]) -> None:
        for sign in missing:
            body = await self._gallery.sign(sign)
            emoji = await self._client.create_application_emoji(name=emoji_name(sign), image=body)
            self._shelf.add(sign, emoji.id)
        log.info("emojis_uploaded", count=len(missing))

    async def _remove_old(self, listed: Sequence[discord.Emoji]) -> None:
        """Remove the emojis of ours that nothing is written with any more, when all that took their place have been
        there for a day."""
        needed = {emoji_name(sign) for sign in self._signs()}
        old = [emoji for emoji in listed if emoji.name not in needed and self._is_ours(emoji)]
        newest = max((emoji.created_at for emoji in listed if emoji.name in needed), default=None)
        if not old or newest is None or discord.utils.utcnow() - newest < PUT_AWAY_AFTER:
            return
        for emoji in old:
            await emoji.delete()
        log.info("old_emojis_removed", count=len(old))

    def _is_ours(self, emoji: discord.Emoji) -> bool:
        """Whether the bot itself has uploaded it: somebody may have given their own a name like ours."""
        me = self._client.user
        return is_ours(emoji.name) and me is not None and emoji.user is not None and emoji.user.id == me.id
