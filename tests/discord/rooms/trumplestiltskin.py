"""The test language of the card table: Trumplestiltskin on a simulated Discord, played by clicks.

    async with card_table(tmp_path, hands={"ann": "A♠ A♠ K♠ …"}, dealer="cat") as table:   # ann at seat 1, ben at 2
        await table.begin()
        await table.picks("ben", 3)
        await table.bids("ann", 14)                    # clicks ann's real panel in her DMs, or in My seat
        await table.lays_away("ann", ["9D1", …])
        await table.names("ann", "S")
        await table.plays("ann", "AS1")

The bot is the real `Mirror`; where hands are given the deck is stacked, else it is the sealed one of the seed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from language.any_game import NAMES, seat_of

from bot.engine.questions import Question
from bot.games.trumplestiltskin.cards import BLANKET, PACK
from bot.games.trumplestiltskin.options import TrumplestiltskinOptions
from bot.games.trumplestiltskin.table import TrumplestiltskinTable
from bot.games.trumplestiltskin.values import PASS
from bot.games.trumplestiltskin.views import TrumplestiltskinView
from rooms.any_game import Answered, HandRoom, opened

SEED = f"{7:064x}"
SECONDS = {"turn_seconds": 600, "objection_seconds": 60}
"""Clocks of the tables played here, unless a test sets its own."""


# -- stacking the deck ------------------------------------------------------------------------------------------------


def stacked(hands: Mapping[str, Sequence[str]], dealer: str, seats: int) -> dict[str, Any]:
    """The shuffle that deals these hands; whoever is not named gets what is left, in the order of the pack."""
    size = len(PACK) // seats
    named = {card for hand in hands.values() for card in hand}
    assert sum(map(len, hands.values())) == len(named), "a card is dealt twice"
    left = [card for card in PACK if card not in named]
    order: list[str] = []
    for step in range(seats):
        hand = list(hands.get(NAMES[(seat_of(dealer) + step) % seats], ()))
        while len(hand) < size:
            hand.append(left.pop(0))
        assert len(hand) == size
        order += hand
    return {"deal.dealer": seat_of(dealer), "deal.cards": [*order, *left], "deal.blanket": list(BLANKET)}


def cards(text: str) -> list[str]:
    """`"A♠1 10♥2"` as cards."""
    letters = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    return ["".join(letters.get(letter, letter) for letter in word) for word in text.split()]


# -- the table --------------------------------------------------------------------------------------------------------


class TrumplestiltskinRoom(HandRoom):
    """One match of Trumplestiltskin, on one channel of one server."""

    GAME = "trumplestiltskin"

    # -- the state, for finding buttons and for proving that nothing has changed --------------------------------------

    async def view(self, who: str | None = None) -> TrumplestiltskinView:
        view = (await self.awake()).match.view(0 if who is None else seat_of(who))
        assert isinstance(view, TrumplestiltskinView)
        return view

    async def rules_see(self) -> TrumplestiltskinTable:
        """The whole table, for choosing what to try."""
        table = (await self.awake()).match._table
        assert isinstance(table, TrumplestiltskinTable)
        return table

    def first_choice(self, question: Question, view: TrumplestiltskinView) -> Any:
        return first_choice(question, view)

    # -- what people do -----------------------------------------------------------------------------------------------

    async def answers(self, who: str, key: str, value: Any) -> Answered:
        """Press the real button of this choice."""
        message, place = await self.panel(who, key)
        return await self.clicks(who, message, f"mm:a:{place}:{value}")

    async def picks(self, who: str, place: int) -> Answered:
        """One of the six face-down cards on the board."""
        return await self.on_board(who, "o", "gnome.pick", str(place))

    async def bids(self, who: str, bid: int | None) -> Answered:
        """A bid from the menu, or the Pass button."""
        if bid is None:
            return await self.answers(who, "auction.bid", PASS)
        message, place = await self.panel(who, "auction.bid")
        menu = next(
            control for control in message.controls if control.startswith(f"mm:s:{place}:")
            if str(bid) in message.offered(control)
        )  # fmt: skip
        return await self.selects(who, message, menu, [str(bid)])

    async def lays_away(self, who: str, chosen: Sequence[str]) -> Answered:
        message, place = await self.panel(who, "exchange.discard")
        return await self.selects(who, message, f"mm:s:{place}", chosen)

    async def names_trump(self, who: str, suit: str) -> Answered:
        return await self.answers(who, "trump.name", suit)

    async def plays(self, who: str, play: str) -> Answered:
        return await self.answers(who, "trick.play", play)

    async def asks_to_claim(self, who: str) -> Answered:
        """The first of two buttons: what a claim would mean."""
        message, place = await self.panel(who, "trick.play")
        return await self.clicks(who, message, f"mm:claim:{place}")

    async def asks_by_force(self, who: str) -> Answered:
        """The same without a button for it."""
        message, place = await self.panel(who, "trick.play")
        return await self.forges(who, message, f"mm:claim:{place}")

    async def claims(self, who: str) -> Answered:
        shown = await self.asks_to_claim(who)
        return await self.presses(who, "Show my hand and claim", shown.seen)

    # -- playing on ---------------------------------------------------------------------------------------------------

    async def act(self, who: str, question: Question, value: Any) -> None:
        """Answer by the controls that belong to this question."""
        if question.key == "gnome.pick":
            await self.picks(who, value)
        elif question.key == "auction.bid":
            await self.bids(who, None if value == PASS else value)
        elif question.key == "exchange.discard":
            await self.lays_away(who, value)
        else:
            await self.answers(who, question.key, value)

    async def auction(self, who: str, bid: int, *, picker: int = 1) -> None:
        """The Gnome is picked, this one bids, and everybody else passes."""

        def policy(question: Question, view: TrumplestiltskinView) -> Any:
            if question.key == "gnome.pick":
                return picker
            return bid if question.seat == seat_of(who) else PASS

        await self.play_on(lambda view: view.phase == "exchange", policy)


def first_choice(question: Question, view: TrumplestiltskinView) -> Any:
    """The cheapest that is legal: pass, lay the first five away, play the first card that may be played."""
    if question.key == "auction.bid":
        return PASS
    if question.key == "exchange.discard":
        return list(question.choices[:5])
    return question.choices[0]


@asynccontextmanager
async def trumplestiltskin_room(
    tmp_path: Path,
    seats: int = 3,
    *,
    hands: Mapping[str, Sequence[str]] | None = None,
    dealer: str = "cat",
    computers: Iterable[str] = (),
    closed: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    seed: str = SEED,
    emojis: bool = False,
) -> AsyncIterator[TrumplestiltskinRoom]:
    """A server with a table for so many.

    hands   what these people are dealt in the first hand, `dealer` being the Dealer; None: the deck of the seed
    emojis  whether hands are written with emojis of the bot's own
    """
    settings = TrumplestiltskinOptions.model_validate({**SECONDS, **(options or {})})
    people = [name for name in NAMES[:seats] if name not in set(computers)]
    table = TrumplestiltskinRoom(tmp_path, settings, seed, people, seats)
    table.keeps_emojis = emojis
    script = None if hands is None else stacked(hands, dealer, seats)

    async with opened(table, closed, script):
        yield table
