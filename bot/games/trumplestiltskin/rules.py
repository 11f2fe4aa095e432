"""Trumplestiltskin, as its rulebook tells it: hand after hand, until a bid is made above 200 or the Gnome has 350."""

from __future__ import annotations

from bot.engine.questions import Seat, draw, shuffle
from bot.engine.rulebook import Outcome, won_by_seats
from bot.games.trumplestiltskin import views
from bot.games.trumplestiltskin.bidding import exchange_blanket, held, hold_auction, name_trump, pick_gnome
from bot.games.trumplestiltskin.cards import PACK, in_order
from bot.games.trumplestiltskin.options import TrumplestiltskinOptions
from bot.games.trumplestiltskin.scoring import judge, score_hand, turn_up_gnome
from bot.games.trumplestiltskin.table import CardPlayer, TrumplestiltskinTable
from bot.games.trumplestiltskin.tricks import play_tricks

DUTIES = frozenset({"gnome.pick", "auction.bid", "exchange.discard", "trump.name", "trick.play"})
"""What a player is expected to answer. Silence on a claim only has it played out."""


class TrumplestiltskinRulebook:
    """The game of bidding and tricks (S4-1)."""

    def new_table(self, options: TrumplestiltskinOptions, seats: int) -> TrumplestiltskinTable:
        return TrumplestiltskinTable(options=options, players={seat: CardPlayer(seat) for seat in range(1, seats + 1)})

    async def set_up(self, table: TrumplestiltskinTable) -> None:
        """Chance says who deals first; the sheet is empty (S4-2)."""
        table.announce("game.begins", players_goal=table.options.players_goal, gnome_goal=table.options.gnome_goal)
        table.dealer = await draw("deal.dealer", tuple(table.players))

    async def play_round(self, table: TrumplestiltskinTable) -> None:
        """One hand, from the deal to the score sheet."""
        await deal(table)
        await pick_gnome(table)
        await hold_auction(table)
        await exchange_blanket(table)
        await name_trump(table)
        await play_tricks(table)
        turn_up_gnome(table)
        score_hand(table)
        judge(table)

    def outcome(self, table: TrumplestiltskinTable) -> Outcome | None:
        return won_by_seats(table.winners, table.players, table.reason)

    def view(self, table: TrumplestiltskinTable, seat: Seat) -> views.TrumplestiltskinView:
        return views.view(table, seat)


async def deal(table: TrumplestiltskinTable) -> None:
    """Shuffle the 44 and deal them evenly; what does not go round lies unseen (S4-3, R4-1). The deal passes left."""
    if table.number:
        table.dealer = table.left_of(table.dealer)
    table.number += 1
    clear(table)
    cards = await shuffle("deal.cards", PACK)
    size = len(cards) // len(table.players)
    for place, seat in enumerate(table.clockwise_from(table.left_of(table.dealer))):
        table.players[seat].hand = held(cards[place * size : (place + 1) * size])
    table.rest = cards[size * len(table.players) :]
    table.announce("hand.begins", number=table.number, dealer=table.dealer, cards=size, rest=len(table.rest))
    if table.is_real:
        for seat, player in table.players.items():
            table.tell((seat,), "hand.dealt", cards=in_order(player.hand, None))


def clear(table: TrumplestiltskinTable) -> None:
    """Everything of the last hand goes from the table, but for the score sheet."""
    table.declarer = table.high_bidder = table.leader = table.claimant = None
    table.trump = table.gnome_card = None
    table.gnome_shown = False
    table.high_bid = 0
    table.bids, table.trick, table.tricks, table.discarded = [], [], [], []
    for player in table.players.values():
        player.bid = player.tricks = player.points = 0
        player.passed = player.shown = False
