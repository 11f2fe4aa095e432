"""Below My seat: a notebook, marks of suspicion, and standing orders. Whatever is shown, its owner alone sees it."""

from __future__ import annotations

from collections.abc import Mapping

from discord.ext import commands

from bot.client import Mirror
from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.matches.errors import Refused
from bot.matches.notebooks import WORDS_MOST, Notebooks
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.matches.standing_orders import StandingOrders
from bot.ui.face import Face
from bot.ui.panels import TINT, Page, custom_id, form
from bot.ui.render_context import RenderContext
from bot.ui.router import Click, reply, show_form, update
from bot.ui.stage.controls import NOTES_IN_RECAP, PICTURE
from bot.ui.stage.seat_buttons import DECK, RARELY, rare_page
from bot.ui.stage.seat_pages import SeatPages
from bot.ui.text_pages import text_page
from bot.ui.wording import Wording
from cogs.my_seat.pages import HAND_ON, MARK, MINE, NOTED, ORDER, ORDERS, WRITE, marking_page, orders_page, own_page

NO_MARK = "none"


class OwnThings(commands.Cog):
    """Serves the controls of a player's own page.

    `rarely` shows the buttons that My seat has no room for; `deck`: what each card of the game does, and with a
             part more a page of that; `picture`: one's hand as a picture, where it is written with emojis
    `mine` opens it, and with a part more turns to its pages
    `write` asks for the text of the notebook, `noted` is the form
    `mark` a seat:        `mm:mark:<match>`, the seat being chosen, then `mm:mark:<match>:<seat>:<mark>`
    `standing` order, given or not: `mm:standing:<match>:<name>:<0 or 1>`; the notebook: `handon`, `inrecap` likewise
    """

    def __init__(
        self,
        service: MatchService,
        notebooks: Notebooks,
        orders: StandingOrders,
        wording: Wording,
        faces: Mapping[str, Face],
        seat_pages: SeatPages,
    ) -> None:
        self._service = service
        self._faces = faces
        self._notebooks = notebooks
        self.orders = orders
        self._wording = wording
        self._seat_pages = seat_pages

    @commands.Cog.listener()
    async def on_taken_up(self, away_ms: int) -> None:
        """The bot is back: what was ordered before is done again."""
        await self.orders.start_up()

    async def cog_unload(self) -> None:
        self.orders.close()

    async def open(self, click: Click) -> None:
        match, seat = await self._at_table(click)
        leaf = click.parts[1] if len(click.parts) > 1 else ""
        if leaf == ORDERS:
            await self._show_orders(click, match, seat)
        elif leaf:
            await self._show(click, match, seat)
        else:
            await reply(click.interaction, await self._page(click, match, seat))

    async def more(self, click: Click) -> None:
        match, _ = await self._at_table(click)
        await reply(click.interaction, rare_page(match, self._faces[match.row.game], self._words(click)))

    async def deck(self, click: Click) -> None:
        match, _ = await self._at_table(click)
        words, is_turned = self._words(click), click.part(1) != ""
        told = self._faces[match.row.game].deck_told(match.view(SPECTATOR), RenderContext.of(match, words))
        if not told:  # no such button stands anywhere in this game
            raise Refused("forged")
        number = click.number(1) if is_turned else 0
        page = text_page([told], (), words, number, lambda there: custom_id(DECK, match.id, there))
        await (update if is_turned else reply)(click.interaction, page)

    async def picture(self, click: Click) -> None:
        match, seat = await self._at_table(click)
        pictures = self._seat_pages.pictures(match, seat, self._words(click))
        if not pictures:
            raise Refused("no_cards")
        await reply(click.interaction, Page(panels=(), pictures=pictures, tint=TINT))

    async def write(self, click: Click) -> None:
        match, _ = await self._at_table(click)
        words, notebook = self._words(click), await self._notebooks.read(match.id, click.user_id)
        asked = form(
            custom_id(NOTED, match.id), words.say("mine.write.title"), words.say("mine.write.label"),
            description=words.say("mine.write.help"), most=WORDS_MOST, required=False, value=notebook.words, long=True,
        )  # fmt: skip
        await show_form(click.interaction, asked)

    async def noted(self, click: Click) -> None:
        match, seat = await self._at_table(click)
        await self._notebooks.write(match.id, click.user_id, click.text.strip())
        await self._show(click, match, seat)

    async def mark(self, click: Click) -> None:
        match, seat = await self._at_table(click)
        other = _number(click.values[0]) if click.values else click.number(1)
        if other == seat or other not in match.seats:
            raise Refused("forged")
        if len(click.parts) < 3:
            await _answer(click, marking_page(match, other, self._words(click)))
            return
        mark = None if click.parts[2] == NO_MARK else click.parts[2]
        await self._notebooks.mark(match.id, click.user_id, other, mark)
        await self._show(click, match, seat)

    async def order(self, click: Click) -> None:
        match, seat = await self._at_table(click)
        wanted = bool(click.number(2))
        await self.orders.change(match.id, click.user_id, click.parts[1], wanted)
        await self._show_orders(click, match, seat)

    async def hand_on(self, click: Click) -> None:
        match, seat = await self._at_table(click)
        await self._notebooks.hand_on(match.id, click.user_id, bool(click.number(1)))
        await self._show(click, match, seat)

    async def show_in_recap(self, click: Click) -> None:
        match, seat = await self._at_table(click)
        await self._notebooks.show_in_recap(match.id, click.user_id, bool(click.number(1)))
        await self._show(click, match, seat)

    async def _at_table(self, click: Click) -> tuple[MatchSnapshot, Seat]:
        match = await self._service.snapshot(click.number(0))
        seat = match.seat_of(click.user_id)
        if seat is None:
            raise Refused("not_seated")
        return match, seat

    async def _show(self, click: Click, match: MatchSnapshot, seat: Seat) -> None:
        await _answer(click, await self._page(click, match, seat))

    async def _page(self, click: Click, match: MatchSnapshot, seat: Seat) -> Page:
        notebook = await self._notebooks.read(match.id, click.user_id)
        return own_page(match, seat, notebook, self._words(click))

    async def _show_orders(self, click: Click, match: MatchSnapshot, seat: Seat) -> None:
        await _answer(click, orders_page(match, self.orders.of(match.id, seat), self._words(click)))

    def _words(self, click: Click) -> Wording:
        return self._wording.for_locale(click.interaction.locale)


async def _answer(click: Click, page: Page) -> None:
    """Show this in place of the own page that was clicked: never of a message that others see."""
    message = click.interaction.message
    own = message is not None and message.flags.ephemeral
    await (update(click.interaction, page) if own else reply(click.interaction, page))


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Refused("forged") from None


async def setup(client: Mirror) -> None:
    orders = StandingOrders(client.service)
    orders.show = client.public_sender.show_answer
    client.service.watchers.append(orders.watch)
    things = OwnThings(client.service, client.notebooks, orders, client.wording, client.faces, client.seat_pages)
    for kind, handler in (
        (RARELY, things.more),
        (DECK, things.deck),
        (PICTURE, things.picture),
        (MINE, things.open),
        (WRITE, things.write),
        (NOTED, things.noted),
        (MARK, things.mark),
        (ORDER, things.order),
        (HAND_ON, things.hand_on),
        (NOTES_IN_RECAP, things.show_in_recap),
    ):
        client.router.on(kind, handler)
    await client.add_cog(things)
