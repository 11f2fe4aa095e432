"""What the host of a match is told in private: what the bot cannot do."""

from __future__ import annotations

from collections.abc import Callable

from bot.matches.service import MatchService
from bot.ui.delivery import NONCE_LENGTH, Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.languages import Languages
from bot.ui.panels import Page, render


class HostMail:
    """Writes to hosts. `say` says a sentence at the table of a match, where no message reaches its host."""

    def __init__(
        self,
        service: MatchService,
        languages: Languages,
        courier: Courier,
        say: Callable[[int, str], None],
        now_ms: Callable[[], int],
    ) -> None:
        self._service = service
        self._languages = languages
        self._courier = courier
        self._say = say
        self._now_ms = now_ms

    async def complain(self, match_id: int, key: str) -> None:
        """Tell the host one sentence, by its wording key, in a DM; if that is closed, at the table."""
        match = await self._service.snapshot(match_id)
        host = match.row.host_id
        words = await self._languages.own(host, match.row.guild_id)
        page = Page(panels=(), lines=(words.say(key, number=match_id),))
        try:
            nonce = f"{match_id}.v.{self._now_ms()}"
            await self._courier.direct(host, Outgoing(view=render(page)), nonce[:NONCE_LENGTH])
        except (Undeliverable, Overloaded):
            self._say(match_id, self._languages.public(match.row.guild_id).say(key, number=match_id))
