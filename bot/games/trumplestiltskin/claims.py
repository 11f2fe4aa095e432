"""Claims: the player who leads may show the hand and say that all the remaining tricks are theirs.

The Mirror accepts a claim that is certain from what the claimant can know, whatever the others hold; any other one is
accepted when everybody else has accepted it (R4-6b). It does not look into hidden hands: its silence would tell what
is in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from bot.engine.questions import Seat, first_of, put
from bot.games.trumplestiltskin.cards import (
    BLANKET,
    COLOURS,
    PACK,
    RANK,
    SUIT,
    SUITS,
    card_of,
    gnome_value,
    in_order,
    is_joker,
    suit_of,
)
from bot.games.trumplestiltskin.table import CardPlayer, TrumplestiltskinTable
from bot.games.trumplestiltskin.values import ACCEPT, OBJECT


def may_claim(table: TrumplestiltskinTable, player: CardPlayer) -> bool:
    """Once a hand, and not for the last card, which needs no claim."""
    return not player.shown and len(player.hand) > 1


async def settle_claim(table: TrumplestiltskinTable, seat: Seat) -> bool:
    """Show the hand; true when the claim stands, and the rest has been taken."""
    assert table.trump is not None
    player = table.players[seat]
    player.shown = True
    table.phase, table.claimant, table.to_act = "claim", seat, None
    table.announce("claim.made", seat=seat, cards=in_order(player.hand, table.trump))
    if is_certain(player.hand, unseen_by(table, seat), table.trump):
        table.announce("claim.certain", seat=seat)
    elif (objector := await first_objection(table, seat)) is not None:
        table.phase, table.claimant = "tricks", None
        table.announce("claim.rejected", seat=seat, by=objector)
        return False
    else:
        table.announce("claim.accepted", seat=seat)
    take_the_rest(table, player)
    return True


async def first_objection(table: TrumplestiltskinTable, claimant: Seat) -> Seat | None:
    """Everybody else is asked at once; one objection is enough, and silence is one (R4-6b)."""
    in_silence = OBJECT if table.options.silence_objects else ACCEPT
    waiting = [
        put(seat, "claim.object", (ACCEPT, OBJECT), within=table.options.objection_seconds, default=in_silence)
        for seat in table.clockwise_from(claimant)[1:]
    ]
    while waiting:
        question, value = await first_of(waiting)
        if value == OBJECT:
            return question.seat
        waiting.remove(question)
    return None


def take_the_rest(table: TrumplestiltskinTable, player: CardPlayer) -> None:
    """All cards still held go to the claimant; a Joker that could be Trump counts as Trump (as in R4-7)."""
    assert table.trump is not None
    player.tricks += len(player.hand)
    for holder in table.players.values():
        player.points += sum(gnome_value(card, table.trump) for card in holder.hand)
        holder.hand.clear()
    table.leader, table.claimant = player.seat, None


def unseen_by(table: TrumplestiltskinTable, seat: Seat) -> list[str]:
    """Every card that somebody else may hold, as far as this seat can know.

    Not what was played, is held or was laid away by the seat itself; nor a suit in which all the others have shown
    that they have none.
    """
    seen = {card_of(play) for taken in table.tricks for _, play in taken.plays}
    seen.update(table.players[seat].hand)
    if seat == table.declarer:
        seen.update(table.discarded)
    others = [other for other in table.players if other != seat]
    void = {suit for suit in SUITS if all(has_shown_void(table, other, suit) for other in others)}
    return [card for card in (*PACK, *BLANKET) if card not in seen and (is_joker(card) or SUIT[card] not in void)]


def has_shown_void(table: TrumplestiltskinTable, seat: Seat, suit: str) -> bool:
    """Whether this player has not followed when this suit was led: then they hold no natural card of it (S4-7)."""
    for taken in table.tricks:
        plays = dict(taken.plays)
        if suit_of(taken.plays[0][1]) == suit and suit_of(plays[seat]) != suit:
            return True
    return False


def is_certain(hand: Sequence[str], unseen: Iterable[str], trump: str) -> bool:
    """Whether who leads with this hand takes every remaining trick, whoever holds the unseen cards.

    The leads are Trump first, then suit after suit, from high to low, and a Joker as the lowest card of a suit of its
    colour. The worst case is one opponent who holds every card that matters, and keeps the highest to the end.
    """
    unseen = list(unseen)
    jokers = [card for card in hand if is_joker(card)]
    for suits in product(*(COLOURS[joker] for joker in jokers)):
        ranks: dict[str, list[int]] = {suit: [] for suit in SUITS}
        for card in hand:
            if not is_joker(card):
                ranks[SUIT[card]].append(RANK[card])
        for suit in suits:
            ranks[suit].append(1)
        if _leads_hold(ranks, unseen, trump):
            return True
    return False


def _leads_hold(ranks: dict[str, list[int]], unseen: list[str], trump: str) -> bool:
    led = [suit for suit in SUITS if ranks[suit]]
    against = {suit: [RANK[card] for card in unseen if not is_joker(card) and SUIT[card] == suit] for suit in SUITS}
    for joker in (card for card in unseen if is_joker(card)):
        # One above the card under it: it beats any lead in whose suit, or as Trump, it can be played.
        if trump in COLOURS[joker] or any(suit in COLOURS[joker] for suit in led):
            return False
    plain = [suit for suit in led if suit != trump]
    if plain and len(against[trump]) > len(ranks[trump]):
        return False  # a Trump may be left to ruff with
    return all(_suit_holds(sorted(ranks[suit], reverse=True), against[suit]) for suit in led)


def _suit_holds(leads: Sequence[int], against: Sequence[int]) -> bool:
    """Each lead draws one card of the suit from whoever holds them; the highest are kept as long as possible.

    Of equals the first wins (R4-5), so the highest unseen card may be as high as the lead.
    """
    highest = max(against, default=0)
    return all(rank >= highest for rank in leads[: len(against)])
