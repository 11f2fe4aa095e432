"""The message of an evening: posted anew at the bottom of the channel after each game, and redrawn when it changes."""

from __future__ import annotations

import structlog

from bot.matches.errors import Refused
from bot.matches.evenings import Evening, Evenings
from bot.trouble import StoreTrouble
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.languages import Languages
from bot.ui.pages import outgoing
from bot.ui.panels import Page
from bot.ui.pictures.gallery import Gallery
from cogs.evenings.evening_pages import evening_page, old_page

log = structlog.get_logger(__name__)


class EveningBoard:
    """Shows evenings, in the server's language."""

    def __init__(self, *, evenings: Evenings, courier: Courier, languages: Languages, gallery: Gallery) -> None:
        self._evenings = evenings
        self._courier = courier
        self._languages = languages
        self._gallery = gallery

    def page_of(self, evening: Evening) -> Page:
        return evening_page(evening, self._languages.public(evening.guild_id))

    def page_on(self, evening: Evening, message_id: int) -> Page:
        """What stands on this message: the scoreboard, or that a newer one stands below."""
        if evening.message_id in (None, message_id):
            return self.page_of(evening)
        return old_page(self._languages.public(evening.guild_id))

    async def match_has_begun(self, match_id: int) -> None:
        """Show that this game is being played. Raises nothing."""
        try:
            number = await self._evenings.of_match(match_id)
            if number is not None:
                self.refresh(await self._evenings.get(number))
        except (Refused, StoreTrouble) as problem:
            log.warning("evening_not_redrawn", match=match_id, problem=str(problem))

    async def match_is_over(self, match_id: int) -> None:
        """Show the scoreboard with this game. Raises nothing."""
        try:
            number = await self._evenings.of_match(match_id)
        except StoreTrouble as problem:
            log.warning("evening_not_looked_for", match=match_id, problem=str(problem))
            return
        if number is not None:
            await self.bring_forward(number)

    async def take_up(self) -> None:
        """After a start: what was over before, and nobody was shown, is shown; the others are redrawn."""
        try:
            await self._evenings.forget_past()
            numbers = await self._evenings.all_of_late()
        except StoreTrouble as problem:
            log.error("evenings_not_taken_up", problem=str(problem))
            return
        for number in numbers:
            await self.bring_forward(number, perhaps_after=0)

    async def show_missed(self) -> None:
        """Post the scoreboards that could not be posted when their time had come. Raises nothing."""
        try:
            evenings = [await self._evenings.get(number) for number in await self._evenings.all_of_late()]
        except (Refused, StoreTrouble) as problem:
            log.warning("missed_evenings_not_shown", problem=str(problem))
            return
        for evening in evenings:
            if evening.is_unshown:
                await self.bring_forward(evening.id, perhaps_after=0)

    async def channel_gone(self, channel_id: int) -> None:
        """A channel or thread was deleted. Raises nothing."""
        try:
            await self._evenings.channel_gone(channel_id)
        except StoreTrouble as problem:
            log.warning("evening_not_ended", channel=channel_id, problem=str(problem))

    async def bring_forward(self, number: int, perhaps_after: int | None = None) -> None:
        """Post the scoreboard where none stands yet, or a game is over that it does not show. Raises nothing: what
        fails is tried again, see `show_missed`."""
        try:
            evening = await self._evenings.get(number)
            if evening.is_unshown:
                await self._post(evening, perhaps_after)
            else:
                self.refresh(evening)
        except (Undeliverable, Overloaded, Refused, StoreTrouble) as problem:
            log.info("evening_not_shown", evening=number, problem=str(problem))

    async def _post(self, evening: Evening, perhaps_after: int | None) -> None:
        """The number of games that are over is part of the nonce: each scoreboard is posted once."""
        page = self.page_of(evening)
        message, nonce = await self._outgoing(evening, page), f"evening{evening.id:x}.{evening.over}"
        message_id = await self._courier.post(evening.channel_id, message, nonce, perhaps_after=perhaps_after)
        await self._evenings.shown(evening.id, message_id, evening.over)
        if evening.message_id not in (None, message_id):
            self.refresh(evening)
        now = await self._evenings.get(evening.id)
        if self.page_of(now) != page:  # something was changed while it was posted
            self.refresh(now)

    async def _outgoing(self, evening: Evening, page: Page) -> Outgoing:
        return await outgoing(self._gallery, page, attaches=self._courier.may_attach(evening.channel_id))

    def refresh(self, evening: Evening) -> None:
        """Redraw the message on which it stands, soon and once for several changes. Where it stands on another one by
        then, that one is redrawn too."""
        message_id = evening.message_id
        if message_id is None:
            return

        async def make() -> Outgoing:
            now = await self._evenings.get(evening.id)
            if now.message_id != message_id:
                self.refresh(now)
            return await self._outgoing(now, self.page_on(now, message_id))

        self._courier.edit_soon(evening.channel_id, message_id, make)
