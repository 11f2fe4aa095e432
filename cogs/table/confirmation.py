"""What does harm is asked about first, and done with a second click: `mm:host:<match>:<what>:…`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot.engine.questions import Seat
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.router import Click, reply, update
from bot.ui.second_thoughts import no_button
from bot.ui.wording import Wording, plain
from cogs.table.finding import Interaction, TableFinder

Act = Callable[[Click, MatchSnapshot], Awaitable[str]]
"""Does what was asked about; says in one sentence that it is done."""


class Confirmation:
    """Asks the host, and does it when they have said yes."""

    def __init__(
        self,
        *,
        finder: TableFinder,
        service: MatchService,
        hosting: Hosting,
        wording: Wording,
        acts: Mapping[str, Act],
    ) -> None:
        self._finder = finder
        self._service = service
        self._hosting = hosting
        self._wording = wording
        self._acts: dict[str, Act] = {"end": self._end, "skip": self._skip, **acts}

    async def ask(
        self,
        interaction: Interaction,
        match: MatchSnapshot,
        what: str,
        *parts: object,
        case: str = "",
        **values: Any,
    ) -> None:
        """Say what would happen, and do it only after a second click. `case` is the question's in a special case."""
        if match.over:
            raise Refused("over")
        words = self._wording.for_locale(interaction.locale)
        do = Button(custom_id("host", match.id, what, *parts), words.say(f"table.{what}.do"), "danger")
        question = words.say(f"table.{what}.ask{case}", **values)
        await reply(interaction, Page(panels=(Panel(question, ((do, no_button(words)),)),), tint=TINT))

    async def ask_to_offer(
        self, interaction: Interaction, match: MatchSnapshot, seat: Seat, person: discord.Member
    ) -> None:
        """The same about offering a seat to this person. Raises Refused for somebody who sits at the table."""
        if match.seat_of(person.id) is not None:
            raise Refused("already_seated")
        now = match.seats[seat]
        await self.ask(
            interaction, match, "substitute", seat, now.user_id or 0, person.id,
            case=".computer" if now.user_id is None else "",
            name=plain(now.name), person=plain(person.display_name),
        )  # fmt: skip

    async def confirmed(self, click: Click) -> None:
        """The second click; who may do it is checked again."""
        match = await self._service.snapshot(click.number(0))
        await self._finder.check_host(click.interaction, match)
        act = self._acts.get(click.part(1))
        if act is None:
            raise Refused("forged")
        sentence = await act(click, await self._service.snapshot(match.id))  # who sits where may have changed
        await update(click.interaction, Page(panels=(), lines=(sentence,)))

    async def _end(self, click: Click, match: MatchSnapshot) -> str:
        await self._hosting.end(match.id, click.user_id)
        return self._wording.for_locale(click.interaction.locale).say("table.end.done")

    async def _skip(self, click: Click, match: MatchSnapshot) -> str:
        await self._hosting.skip(match.id, click.user_id, click.part(2))
        return self._wording.for_locale(click.interaction.locale).say("table.skip.done")
