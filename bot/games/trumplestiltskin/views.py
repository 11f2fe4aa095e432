"""What a seat may see of the card table. Everything the bot shows about it is made from one of these."""

from __future__ import annotations

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.engine.rulebook import Frozen, View
from bot.games.trumplestiltskin import tricks as trick_rules
from bot.games.trumplestiltskin.cards import in_order
from bot.games.trumplestiltskin.lines import hand_line
from bot.games.trumplestiltskin.table import TrumplestiltskinTable
from bot.games.trumplestiltskin.trick_so_far import winner_of
from bot.games.trumplestiltskin.values import HandScore, TrickTaken


class CardPlayerView(Frozen):
    """One player as everybody sees them.

    cards    cards left in hand; points: taken in tricks of this hand; bid: their highest bid (0: none), passed: out of
             the auction; column: their points of the whole game
    shown    their hand, once they have claimed and shown it to everybody, else empty
    """

    seat: Seat
    cards: int
    tricks: int
    points: int
    bid: int
    passed: bool
    column: int
    shown: tuple[str, ...]


class TrumplestiltskinView(View):
    """The table as one seat sees it; seat 0 is a bystander and has no hand.

    number     which hand of the game, from 1
    phase      `gnome`, `auction`, `exchange`, `trump`, `tricks`, `claim`, `scored`, `over`
    hand       this seat's cards, sorted for the eye
    discarded  what this seat laid away as Declarer, known to nobody else (R4-4)
    to_act     whose turn it is to pick, bid, exchange, name or play; None when all are asked, or nobody
    high_bid   the standing bid (0: none yet) and high_bidder, who made it
    bids       the auction so far: seat and bid, 0 for a pass
    trump      the named suit, S H D C, or None
    trick      the plays of the trick on the table, in order: seat and play; a Joker as `RJ-H`; leader: who led it
    tricks     the tricks taken in this hand, oldest first
    gnome_card turned up after the last trick, else None (R4-7)
    gnome      the Gnome's column
    jokers_in_suit  whether a Joker in the suit led makes up for overtrumping (R4-6a)
    hands      the score sheet, a row for each hand that is over
    line       the auction and the play of this hand as one copyable line; last_line: those of the hand before
    """

    seat: Seat
    number: int
    phase: str
    dealer: Seat
    declarer: Seat | None
    to_act: Seat | None
    players: tuple[CardPlayerView, ...]
    hand: tuple[str, ...]
    discarded: tuple[str, ...]
    high_bid: int
    high_bidder: Seat | None
    bids: tuple[tuple[Seat, int], ...]
    trump: str | None
    leader: Seat | None
    trick: tuple[tuple[Seat, str], ...]
    tricks: tuple[TrickTaken, ...]
    claimant: Seat | None
    gnome_card: str | None
    gnome: int
    players_goal: int
    gnome_goal: int
    long_game: bool
    least_bid: int
    jokers_in_suit: bool
    hands: tuple[HandScore, ...]
    line: str
    last_line: str
    winners: tuple[Seat, ...]
    reason: str

    @property
    def leads_trick(self) -> Seat | None:
        """The player who would take the trick on the table as it lies; None while there is none."""
        return winner_of(self.trick, self.trump) if self.trick and self.trump else None

    def why_not(self, card: str) -> tuple[str, str] | None:
        """The duty that forbids this seat the card, see `tricks.why_not`; None when it may be played."""
        if not self.trick or not self.trump:
            return None
        return trick_rules.why_not(self.hand, self.trick, self.trump, card, self.jokers_in_suit)

    def player(self, seat: Seat) -> CardPlayerView:
        return self.players[seat - 1]


def view(table: TrumplestiltskinTable, seat: Seat) -> TrumplestiltskinView:
    """What this seat may see: the public, its own hand, and what it laid away itself."""
    mine = seat != SPECTATOR and seat in table.players
    return TrumplestiltskinView(
        seat=seat,
        number=table.number,
        phase=table.phase,
        dealer=table.dealer,
        declarer=table.declarer,
        to_act=table.to_act,
        players=tuple(
            CardPlayerView(
                seat=player.seat,
                cards=len(player.hand),
                tricks=player.tricks,
                points=player.points,
                bid=player.bid,
                passed=player.passed,
                column=player.column,
                shown=tuple(in_order(player.hand, table.trump)) if player.shown else (),
            )
            for player in table.players.values()
        ),
        hand=tuple(in_order(table.players[seat].hand, table.trump)) if mine else (),
        discarded=tuple(in_order(table.discarded, table.trump)) if mine and seat == table.declarer else (),
        high_bid=table.high_bid,
        high_bidder=table.high_bidder,
        bids=tuple(table.bids),
        trump=table.trump,
        leader=table.leader,
        trick=tuple(table.trick),
        tricks=tuple(table.tricks),
        claimant=table.claimant,
        gnome_card=table.gnome_card if table.gnome_shown else None,
        gnome=table.gnome,
        players_goal=table.options.players_goal,
        gnome_goal=table.options.gnome_goal,
        long_game=table.options.long_game,
        least_bid=table.options.least_bid,
        jokers_in_suit=table.options.jokers_in_suit,
        hands=tuple(table.hands),
        line=hand_line(table),
        last_line=table.last_line,
        winners=tuple(table.winners),
        reason=table.reason,
    )
