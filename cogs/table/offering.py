"""A host offers a seat to somebody, who gets it, with all it knows, by agreeing.

The button is `mm:offer:<match>:<seat>:<was>:<wants>:<by>`. `was`, `wants` and `by` are people: who sits there (0: a
computer player), to whom it is offered, and by whom. It all stands in the public message, and survives a restart.
"""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.client import Mirror
from bot.engine.questions import Seat
from bot.matches.errors import Refused
from bot.matches.hosting import Hosting
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.dead_room.newcomers import Newcomers
from bot.ui.delivery import Courier, Outgoing, Overloaded, Undeliverable
from bot.ui.languages import Languages
from bot.ui.panels import TINT, Button, Page, Panel, custom_id, render
from bot.ui.posted import written_ms
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click, update
from bot.ui.standing_buttons import check_it_stands_there
from bot.ui.wording import plain
from cogs.table.members import newcomers_of

OFFER = "offer"
OFFERED_MS = 24 * 60 * 60 * 1000
"""So long an offer holds."""


class SeatOffers:
    """Asks where the game is played, and serves the button below the question."""

    def __init__(
        self,
        *,
        service: MatchService,
        hosting: Hosting,
        newcomers: Newcomers,
        courier: Courier,
        languages: Languages,
        public_lines: PublicLines,
        now_ms: Callable[[], int],
    ) -> None:
        self._service = service
        self._hosting = hosting
        self._newcomers = newcomers
        self._courier = courier
        self._languages = languages
        self._public_lines = public_lines
        self._now_ms = now_ms

    async def offer(self, match: MatchSnapshot, actor: int, seat: Seat, person: discord.Member) -> bool:
        """Ask this person; False where nobody has to be asked: whoever takes a seat for themselves has it now.

        Raises Refused for somebody who could not have it, and where nobody can be asked.
        """
        if match.over:
            raise Refused("over")
        await self._hosting.check_may_sit(match.id, seat, person.id, by=actor)
        await self._newcomers.check(match, person.id)
        if person.id == actor:
            await self._sit(match, actor, seat, person)
            return False
        page = self._asking(match, seat, person, actor)
        place = match.row.thread_id or match.row.channel_id
        try:
            await self._courier.post(place, Outgoing(view=render(page)), f"{match.id}.o.{self._now_ms()}")
        except (Undeliverable, Overloaded):
            raise Refused("not_asked_now") from None
        return True

    async def accepted(self, click: Click) -> None:
        """They have agreed; or the person who has offered it takes the offer back.

        Raises Refused for anybody else, too late, and when somebody else sits there by now.
        """
        check_it_stands_there(click)
        seat, was, wants, actor = (click.number(place) for place in range(1, 5))
        message, person = click.interaction.message, click.interaction.user
        if click.user_id == actor:
            words = self._languages.public(click.interaction.guild_id or 0)
            await update(click.interaction, Page(panels=(), lines=(words.say("offer.taken_back"),)))
            return
        if click.user_id != wants or not isinstance(person, discord.Member):
            raise Refused("offered_to_somebody_else")
        if message is None or self._now_ms() - written_ms(message.id) > OFFERED_MS:
            raise Refused("offer_is_old")
        match = await self._service.snapshot(click.number(0))
        row = match.seats.get(seat)
        if row is None or (row.user_id or 0) != was:
            raise Refused("seat_changed")
        await self._newcomers.check(match, wants)
        await self._sit(match, actor, seat, person)
        words = self._languages.public(match.row.guild_id)
        done = words.say("offer.done", name=plain(person.display_name), before=plain(row.name))
        await update(click.interaction, Page(panels=(), lines=(done,)))

    async def _sit(self, match: MatchSnapshot, actor: int, seat: Seat, person: discord.Member) -> None:
        before = plain(match.seats[seat].name)
        await self._hosting.seat_person(match.id, actor, seat, person.id, person.display_name)
        self._public_lines.say(match, "stage.seated", name=plain(person.display_name), before=before)

    def _asking(self, match: MatchSnapshot, seat: Seat, person: discord.Member, actor: int) -> Page:
        words, row = self._languages.public(match.row.guild_id), match.seats[seat]
        text = words.say("offer.asked", name=plain(person.display_name), before=plain(row.name))
        ident = custom_id(OFFER, match.id, seat, row.user_id or 0, person.id, actor)
        return Page(panels=(Panel(text, ((Button(ident, words.say("offer.yes"), "success", "🪑"),),)),), tint=TINT)


def seat_offers(client: Mirror) -> SeatOffers:
    return SeatOffers(
        service=client.service,
        hosting=client.hosting,
        newcomers=newcomers_of(client),
        courier=client.courier,
        languages=client.languages,
        public_lines=PublicLines(client.stage, client.languages),
        now_ms=client.now_ms,
    )
