"""A host offers a seat to somebody, who gets it, with all it knows, by agreeing.

The button is `mm:offer:<match>:<seat>:<was>:<wants>:<by>`. `was`, `wants` and `by` are people: who sits there (0: a
computer player), to whom it is offered, and by whom. It all stands in the public message, and survives a restart.
An offer holds as long as whoever made it could make it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click, update
from bot.ui.standing_buttons import check_it_holds, check_it_stands_there
from bot.ui.wording import plain
from cogs.table.finding import TableFinder
from cogs.table.members import newcomers_of

OFFER = "offer"
SETTLED_MOST = 200
"""Offers of which this process remembers that they are settled, for those who press in the same moment."""


class SeatOffers:
    """Asks where the game is played, and serves the button below the question."""

    def __init__(
        self,
        *,
        finder: TableFinder,
        service: MatchService,
        hosting: Hosting,
        newcomers: Newcomers,
        courier: Courier,
        languages: Languages,
        public_lines: PublicLines,
        now_ms: Callable[[], int],
    ) -> None:
        self._finder = finder
        self._service = service
        self._hosting = hosting
        self._newcomers = newcomers
        self._courier = courier
        self._languages = languages
        self._public_lines = public_lines
        self._now_ms = now_ms
        self._settled: dict[int, None] = {}
        """The messages of offers that were accepted or taken back."""

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
            await self._courier.post(
                place, Outgoing(view=render(page), mention_users=(person.id,)), f"{match.id}.o.{self._now_ms()}"
            )
        except (Undeliverable, Overloaded):
            raise Refused("not_asked_now") from None
        return True

    async def pressed(self, click: Click) -> None:
        """They have agreed; or the person who has offered it takes the offer back. Of two such presses one counts."""
        message_id = check_it_stands_there(click)
        if click.user_id == click.number(4):
            await self._take_back(click, message_id)
            return
        if click.user_id != click.number(3):
            raise Refused("offered_to_somebody_else")
        check_it_holds(message_id, self._now_ms(), "offer_is_old")
        await self._accept(click, message_id)

    async def _take_back(self, click: Click, message_id: int) -> None:
        match = await self._service.snapshot(click.number(0))
        row = match.seats.get(click.number(1))
        if row is not None and row.user_id == click.number(3):  # and the process died before the message could say so
            raise Refused("offer_settled")
        with self._settling(message_id):
            sentence = self._languages.public(match.row.guild_id).say("offer.taken_back")
            await update(click.interaction, Page(panels=(), lines=(sentence,)))

    async def _accept(self, click: Click, message_id: int) -> None:
        """Raises Refused when somebody else sits there by now, or whoever has offered it could not do so any more."""
        match = await self._service.snapshot(click.number(0))
        seat, was, actor = click.number(1), click.number(2), click.number(4)
        row, person = match.seats.get(seat), click.interaction.user
        if row is None or (row.user_id or 0) != was or not isinstance(person, discord.Member):
            raise Refused("seat_changed")
        await self._finder.check_hosts_still(click.interaction, match, actor)
        await self._newcomers.check(match, person.id)
        await self._hosting.check_may_sit(match.id, seat, person.id)  # what is in the way is said to them
        with self._settling(message_id):
            await self._sit(match, actor, seat, person)
        words = self._languages.public(match.row.guild_id)  # who sits there now is told to all anyway
        done = words.say("offer.done", name=plain(person.display_name), before=plain(row.name))
        await update(click.interaction, Page(panels=(), lines=(done,)))

    @contextmanager
    def _settling(self, message_id: int) -> Iterator[None]:
        """Raises Refused when somebody else was faster; what goes wrong within settles nothing."""
        if message_id in self._settled:
            raise Refused("offer_settled")
        self._settled[message_id] = None
        while len(self._settled) > SETTLED_MOST:
            del self._settled[next(iter(self._settled))]
        try:
            yield
        except BaseException:
            self._settled.pop(message_id, None)
            raise

    async def _sit(self, match: MatchSnapshot, actor: int, seat: Seat, person: discord.Member) -> None:
        before = match.seats[seat]
        name = person.display_name
        await self._hosting.seat_person(match.id, actor, seat, person.id, name, instead_of=before)
        self._public_lines.say(match, "stage.seated", name=plain(name), before=plain(before.name))

    def _asking(self, match: MatchSnapshot, seat: Seat, person: discord.Member, actor: int) -> Page:
        words, row = self._languages.public(match.row.guild_id), match.seats[seat]
        text = words.say("offer.asked", name=f"<@{person.id}>", before=plain(row.name))
        ident = custom_id(OFFER, match.id, seat, row.user_id or 0, person.id, actor)
        return Page(panels=(Panel(text, ((Button(ident, words.say("offer.yes"), "success", "🪑"),),)),), tint=TINT)


def seat_offers(client: Mirror, finder: TableFinder) -> SeatOffers:
    return SeatOffers(
        finder=finder,
        service=client.service,
        hosting=client.hosting,
        newcomers=newcomers_of(client),
        courier=client.courier,
        languages=client.languages,
        public_lines=PublicLines(client.stage, client.languages),
        now_ms=client.now_ms,
    )
