"""Standing by at a full lobby: the button, the seat that becomes free, and who it waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import structlog

from bot.matches.deadlines import Deadline, Deadlines
from bot.matches.lobbies import Lobbies
from bot.matches.lobby import Lobby, Waiter
from bot.matches.lobby_standby import LobbyStandby, Offers
from bot.trouble import StoreTrouble
from bot.ui.delivery import NONCE_LENGTH, Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.game_words import game_title
from bot.ui.languages import Languages
from bot.ui.panels import TINT, Button, Page, Panel, custom_id, render
from bot.ui.router import update
from bot.ui.wording import Wording, plain
from cogs.lobby.background import BackgroundTasks
from cogs.lobby.message import LobbyMessage
from cogs.lobby.press import Press, PressHandler
from cogs.lobby.words import link

log = structlog.get_logger(__name__)

AGAIN_MS: Final = 60_000
"""Pause before a list that could not be read or told is looked at again."""


class StandbyControls:
    """Serves the buttons, and tells people that a seat waits for them."""

    def __init__(
        self,
        *,
        standby: LobbyStandby,
        lobbies: Lobbies,
        message: LobbyMessage,
        courier: Courier,
        background: BackgroundTasks,
        languages: Languages,
        now_ms: Callable[[], int],
    ) -> None:
        self._standby = standby
        self._lobbies = lobbies
        self._message = message
        self._courier = courier
        self._background = background
        self._languages = languages
        self._now_ms = now_ms
        self._ends = Deadlines(now_ms, self._look_again, loads=False)
        self._told: set[str] = set()
        """The offers of which people were told in this process, by the nonces of the messages."""

    def handlers(self) -> Mapping[str, PressHandler]:
        return {"standby": self._turn, "take": self._take}

    def close(self) -> None:
        self._ends.close()

    async def _turn(self, press: Press) -> None:
        """On the list, or off it; it is public, so the lobby itself shows it."""
        user = press.interaction.user
        lobby, _ = await self._standby.turn(press.lobby_id, user.id, user.display_name)
        await self._message.show(press, lobby)
        self._lobbies.has_changed(lobby)

    async def _take(self, press: Press) -> None:
        """The seat that waits for this person."""
        user = press.interaction.user
        lobby = await self._lobbies.join(press.lobby_id, user.id, user.display_name, press_id=press.interaction.id)
        self._message.refresh(lobby)
        words = self._languages.public(lobby.guild_id)
        sentence = words.say("lobby.standby.taken", name=f"**{plain(user.display_name)}**")
        await update(press.interaction, Page(panels=(), lines=(sentence,)))

    # -- seats that wait --------------------------------------------------------------------------------------------

    def changed(self, lobby: Lobby) -> None:
        """Told of each lobby in which anything was changed."""
        if lobby.standby:
            self._background.begin(self.look(lobby.id))

    async def look_everywhere(self) -> None:
        """After a start: every list is looked at, and what was told already is looked for."""
        try:
            for lobby_id in await self._standby.lobbies():
                await self.look(lobby_id, perhaps_after=0)
        except StoreTrouble as problem:
            log.warning("standby_not_looked_at", problem=str(problem))

    async def _look_again(self, end: Deadline) -> None:
        await self.look(end.match)

    async def look(self, lobby_id: int, perhaps_after: int | None = None) -> None:
        """Let free seats wait for people, and tell them. Raises nothing; what fails is tried again."""
        try:
            offers = await self._standby.offer(lobby_id, was_away=perhaps_after is not None)
            if offers is None:
                self._told = {nonce for nonce in self._told if not nonce.startswith(_start(lobby_id))}
            next_ms = None if offers is None else await self._tell_all(offers, perhaps_after)
        except StoreTrouble as problem:
            log.warning("standby_postponed", lobby=lobby_id, problem=str(problem))
            next_ms = self._now_ms() + AGAIN_MS
        self._ends.replace(lobby_id, [Deadline(next_ms, lobby_id, 0, 0)] if next_ms is not None else [])

    async def _tell_all(self, offers: Offers, perhaps_after: int | None) -> int | None:
        """When to look again; None where nothing can happen by itself."""
        if offers.lapsed:
            self._message.refresh(offers.lobby)
        told = [await self._tell(offers.lobby, one, perhaps_after) for one in offers.waiting]
        if all(told):
            return offers.next_ms
        return min(offers.next_ms or self._now_ms(), self._now_ms() + AGAIN_MS)

    async def _tell(self, lobby: Lobby, waiter: Waiter, perhaps_after: int | None) -> bool:
        """Whether this person knows that a seat waits, as far as that can be brought about."""
        nonce = _nonce(lobby, waiter)
        if nonce in self._told:
            return True
        until_ms = self._standby.until_ms(lobby, waiter.offered_ms or 0)
        page = _offer_page(lobby, waiter, until_ms, self._languages.public(lobby.guild_id))
        message = Outgoing(view=render(page), mention_users=(waiter.user_id,))
        try:
            await self._courier.post(lobby.channel_id, message, nonce, perhaps_after=perhaps_after)
        except (Undeliverable, Overloaded) as problem:
            log.info("standby_not_told", lobby=lobby.id, problem=str(problem))
            return False
        self._told.add(nonce)
        return True


def _nonce(lobby: Lobby, waiter: Waiter) -> str:
    """The same for the same offer."""
    since_s = (waiter.offered_ms or 0) // 1000
    return f"{_start(lobby.id)}{waiter.user_id % (1 << 32):x}.{since_s:x}"[:NONCE_LENGTH]


def _start(lobby_id: int) -> str:
    """How the nonces of a lobby begin."""
    return f"s{lobby_id:x}."


def _offer_page(lobby: Lobby, waiter: Waiter, until_ms: int, words: Wording) -> Page:
    """To the person for whom a seat waits, and until when."""
    text = words.say(
        "lobby.standby.offer",
        person=f"<@{waiter.user_id}>",
        game=f"**{game_title(words, lobby.game.name)}**",
        where=link(lobby),
        until=until_ms // 1000,
    )
    take = Button(custom_id("lobby", lobby.id, "take"), words.say("lobby.button.take"), "success")
    return Page(panels=(Panel(text, ((take,),)),), tint=TINT)
