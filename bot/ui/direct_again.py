"""The way back to direct messages: whoever was closed once can let the Mirror try again, in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import structlog

from bot.matches.errors import Refused
from bot.matches.reach import PeopleBook
from bot.matches.service import MatchService
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.panels import Button, Page, custom_id, render
from bot.ui.rate_limit import RateLimit
from bot.ui.router import Click, Router, reply
from bot.ui.stage.controls import with_buttons
from bot.ui.stage.rounds import Rounds
from bot.ui.wording import Wording

log = structlog.get_logger(__name__)

PAUSE_MS: Final = 30_000
"""Between two tries of one person: refused requests count towards a ban."""


class DirectAgain:
    """Serves the button `dm` on My seat of people who take no direct messages: `mm:dm:<match>`."""

    def __init__(
        self,
        *,
        router: Router,
        service: MatchService,
        people: PeopleBook,
        courier: Courier,
        rounds: Rounds,
        wording: Wording,
        now_ms: Callable[[], int],
    ) -> None:
        self._service = service
        self._people = people
        self._courier = courier
        self._rounds = rounds
        self._wording = wording
        self._now_ms = now_ms
        self._tries = RateLimit("tried_just_now", PAUSE_MS)
        router.on("dm", self._try)

    async def offered(self, page: Page, match_id: int, user_id: int, words: Wording) -> Page:
        """My seat, with the way back for whom messages do not reach: in few words beside pictures, since a phone has
        hardly room for more."""
        if not await self._people.is_closed(user_id):
            return page
        button = Button(custom_id("dm", match_id), words.say("button.try_again"), "secondary", "✉️")
        page = replace(page, panels=with_buttons(page.panels, (button,)))
        told = "direct.try_again.brief" if page.pictures else "direct.try_again"
        explained = replace(page, lines=(words.say(told), *page.lines))
        return explained if explained.fits() else page

    async def _try(self, click: Click) -> None:
        match = await self._service.snapshot(click.number(0))
        if match.seat_of(click.user_id) is None:
            raise Refused("not_seated")
        self._tries.slow_down(click.user_id, self._now_ms())
        await click.interaction.response.defer(ephemeral=True, thinking=True)  # a new channel waits for its turn
        words = self._wording.for_locale(click.interaction.locale)
        hello = Outgoing(view=render(Page(panels=(), lines=(words.say("direct.again"),))))
        try:
            reached = await self._courier.probe(click.user_id, hello, f"dm.{click.interaction.id}")
        except (Undeliverable, Overloaded) as problem:
            log.info("direct_messages_not_tried", problem=str(problem))
            raise Refused("not_tried_now") from None
        if not reached:
            raise Refused("still_closed")
        await reply(click.interaction, words.say("direct.reached"))
        self._rounds.schedule(match.id)
