"""*Tell me when it starts*: for people who cannot sit down yet."""

from __future__ import annotations

from collections.abc import Mapping

import structlog

from bot.matches.errors import Refused
from bot.matches.lobby_calls import Call, LobbyCalls
from bot.matches.reach import PeopleBook
from bot.trouble import StoreTrouble
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable, Unreachable
from bot.ui.game_words import game_title
from bot.ui.languages import Languages
from bot.ui.panels import TINT, Page, Panel, render
from bot.ui.router import reply
from bot.ui.wording import Wording
from cogs.lobby.press import Press, PressHandler
from cogs.lobby.words import link

log = structlog.get_logger(__name__)


class CallControls:
    """Serves the button, and tells people when the game begins."""

    def __init__(
        self, *, calls: LobbyCalls, people: PeopleBook, courier: Courier, languages: Languages, wording: Wording
    ) -> None:
        self._calls = calls
        self._people = people
        self._courier = courier
        self._languages = languages
        self._wording = wording

    def handlers(self) -> Mapping[str, PressHandler]:
        return {"call": self._turn}

    async def _turn(self, press: Press) -> None:
        words = self._wording.for_locale(press.interaction.locale)
        if await self._people.is_closed(press.user_id):
            raise Refused("call_closed")
        wanted = await self._calls.turn(press.lobby_id, press.user_id)
        await reply(press.interaction, words.say("lobby.called" if wanted else "lobby.not_called"))

    async def tell(self, *, after_a_break: bool = False) -> None:
        """Tell everybody whose game has begun. Raises nothing: who could not be reached now is told the next time.

        after_a_break  a process that ended may have told them already: their messages are looked through first
        """
        try:
            for call in await self._calls.due():
                if call.late or await self._tell(call, 0 if after_a_break else None):
                    await self._calls.done(call)
        except StoreTrouble as problem:
            log.warning("calls_postponed", problem=str(problem))

    async def _tell(self, call: Call, perhaps_after: int | None) -> bool:
        """Whether nothing is left to do."""
        words = await self._languages.own(call.user_id, call.lobby.guild_id)
        game = game_title(words, call.lobby.game.name)
        page = Page(panels=(Panel(words.say("lobby.calling", game=game, where=link(call.lobby))),), tint=TINT)
        message, nonce = Outgoing(view=render(page)), f"c{call.lobby.id:x}-{call.user_id:x}"
        try:
            await self._courier.direct(call.user_id, message, nonce, perhaps_after=perhaps_after)
        except (Unreachable, Overloaded) as problem:
            log.info("call_postponed", lobby=call.lobby.id, problem=str(problem))
            return False
        except Undeliverable as problem:
            log.info("call_given_up", lobby=call.lobby.id, problem=problem.reason)
        return True
