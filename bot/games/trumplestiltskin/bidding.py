"""Before the first trick: the Gnome card, the auction, the Blanket, and the name of Trump (R4-2 to R4-4)."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from bot.engine.questions import Seat, Value, ask, shuffle
from bot.games.trumplestiltskin.cards import BLANKET, JOKERS, RANK, SUIT_IF_NATURAL, SUITS, in_order
from bot.games.trumplestiltskin.options import MOST_POINTS
from bot.games.trumplestiltskin.table import TrumplestiltskinTable
from bot.games.trumplestiltskin.values import PASS

BIDS = (*range(MOST_POINTS + 1), PASS)
"""Every bid at its own place, and to bid nothing."""
LAID_AWAY = 5
"""Cards that the Declarer lays away for the Blanket's five (R4-4)."""


async def pick_gnome(table: TrumplestiltskinTable) -> None:
    """The Dealer offers the Blanket to the right; one card is picked unseen and lies in the middle (R4-2)."""
    table.phase = "gnome"
    blanket = await shuffle("deal.blanket", BLANKET)
    seat = table.to_act = table.right_of(table.dealer)
    places = tuple(range(1, len(blanket) + 1))
    picked = await ask(
        seat, "gnome.pick", places, within=table.options.turn_seconds, default=1, occasion=f"gnome.{table.number}"
    )
    table.gnome_card = blanket.pop(picked - 1)
    table.blanket = blanket
    table.announce("gnome.picked", seat=seat)


async def hold_auction(table: TrumplestiltskinTable) -> None:
    """Clockwise from the Dealer's left, each bid above the last, until one bidder is left (R4-3), or nothing to bid."""
    table.phase = "auction"
    bidding = list(table.clockwise_from(table.left_of(table.dealer)))
    while bidding and bidding[0] != table.high_bidder and table.high_bid < MOST_POINTS:
        seat = table.to_act = bidding.pop(0)
        bid = await ask_bid(table, seat)
        if bid == PASS:
            table.bids.append((seat, 0))
            table.players[seat].passed = True
            table.announce("auction.passed", seat=seat)
        else:
            table.bids.append((seat, bid))
            table.players[seat].bid = table.high_bid = bid
            table.high_bidder = seat
            bidding.append(seat)
            table.announce("auction.bid", seat=seat, bid=bid)
    if table.high_bidder is None:
        table.declarer = table.dealer
        table.high_bid = table.players[table.dealer].bid = table.options.least_bid
        table.announce("auction.all_passed", seat=table.dealer, bid=table.high_bid)
    else:
        table.declarer = table.high_bidder
        table.announce("auction.won", seat=table.declarer, bid=table.high_bid)


def ask_bid(table: TrumplestiltskinTable, seat: Seat) -> Coroutine[Any, Any, Value]:
    """A higher bid than the last, the first at least the least one, or `pass`."""
    least = table.high_bid + 1 if table.high_bid else table.options.least_bid
    return ask(seat, "auction.bid", BIDS[least:], within=table.options.turn_seconds, default=PASS)


async def exchange_blanket(table: TrumplestiltskinTable) -> None:
    """The Declarer takes the Blanket and lays five cards away, which score for nobody (R4-4)."""
    assert table.declarer is not None
    table.phase, seat = "exchange", table.declarer
    table.to_act = seat
    player = table.players[seat]
    player.hand = held(player.hand + table.blanket)
    table.announce("blanket.taken", seat=seat)
    if table.is_real:
        table.tell((seat,), "blanket.is", cards=in_order(table.blanket, None))
    table.blanket = []
    discarded = await ask(
        seat,
        "exchange.discard",
        player.hand,
        "several",
        least=LAID_AWAY,
        most=LAID_AWAY,
        within=table.options.turn_seconds,
        default=player.hand[:LAID_AWAY],
    )
    table.discarded, away = list(discarded), set(discarded)
    player.hand = [card for card in player.hand if card not in away]
    if table.is_real:
        table.tell((seat,), "discarded", cards=in_order(discarded, None))


async def name_trump(table: TrumplestiltskinTable) -> None:
    """The Declarer names Trump (R4-4)."""
    assert table.declarer is not None
    table.phase, table.to_act = "trump", table.declarer
    suits = "".join([SUIT_IF_NATURAL[card] for card in table.players[table.declarer].hand])
    longest = max(SUITS, key=suits.count)
    table.trump = await ask(table.declarer, "trump.name", SUITS, within=table.options.turn_seconds, default=longest)
    table.announce("trump.named", seat=table.declarer, suit=table.trump)


_HELD = {
    card: place for place, card in enumerate([*sorted(RANK, key=lambda card: (RANK[card], card)), *sorted(JOKERS)])
}


def held(cards: list[str]) -> list[str]:
    """A hand as the rules keep it: from the lowest rank to the highest, Jokers last, so that defaults are cheap."""
    return sorted(cards, key=_HELD.__getitem__)
