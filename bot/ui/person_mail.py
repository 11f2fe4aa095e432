"""What one person is told in private, outside every game: one sentence, in their own language."""

from __future__ import annotations

from collections.abc import Callable

from bot.ui.delivery import NONCE_LENGTH, Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.languages import Languages
from bot.ui.panels import Page, render
from bot.ui.wording import Wording


class PersonMail:
    """Writes to people who may sit at no table."""

    def __init__(self, languages: Languages, courier: Courier) -> None:
        self._languages = languages
        self._courier = courier

    async def tell(self, user_id: int, guild_id: int, sentence: Callable[[Wording], str], nonce: str) -> bool:
        """Whether it has reached them. The same `nonce` is sent once."""
        try:
            await self.send(user_id, guild_id, sentence, nonce)
        except (Undeliverable, Overloaded):
            return False
        return True

    async def send(
        self,
        user_id: int,
        guild_id: int,
        sentence: Callable[[Wording], str],
        nonce: str,
        *,
        perhaps_after: int | None = None,
    ) -> None:
        """Tell them. Raises `Undeliverable`, `Overloaded`; `perhaps_after` is that of `Courier.post`."""
        page = Page(panels=(), lines=(sentence(await self._languages.own(user_id, guild_id)),))
        message = Outgoing(view=render(page))
        await self._courier.direct(user_id, message, nonce[:NONCE_LENGTH], perhaps_after=perhaps_after)
