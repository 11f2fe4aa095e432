"""Tricks: what may be played, who takes it, and what it is worth (S4-6 to S4-11, R4-5, R4-6)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Asking, Seat, ask, asks, put
from bot.games.trumplestiltskin.cards import (
    COLOURS,
    JOKER_OF,
    PACK,
    PLAYS_OF,
    RANK,
    SUIT,
    VALUE,
    card_of,
    is_joker,
    suit_of,
)
from bot.games.trumplestiltskin.claims import may_claim, settle_claim
from bot.games.trumplestiltskin.table import TURNS, CardPlayer, TrumplestiltskinTable
from bot.games.trumplestiltskin.trick_so_far import Play, TrickSoFar, course, joker_rank, that_lies
from bot.games.trumplestiltskin.values import CLAIM, TrickTaken

PLAYS_ITSELF = {"never": 0, "last_trick": 1, "always": len(PACK)}
"""Of how many cards in hand, at most, the only one that may be played is played by itself."""


@asks
def play_tricks(table: TrumplestiltskinTable) -> Asking[None]:
    """The Declarer leads; who takes a trick leads the next, until no cards are left (S4-6)."""
    table.phase = "tricks"
    assert table.declarer is not None
    assert table.trump is not None
    trump, options, declarer, announce = table.trump, table.options, table.declarer, table.announce
    claims, within, jokers_in_suit = options.claims, options.turn_seconds, options.jokers_in_suit
    plays_itself, is_real = PLAYS_ITSELF[options.play_forced], table.is_real
    hands = {seat: player.hand for seat, player in table.players.items()}
    turns, value, no_plays, leader = TURNS[len(hands)], VALUE[trump], that_lies(trump), declarer
    table.leader = leader
    for left in range(len(hands[declarer]), 0, -1):
        trick, lies, points = table.trick, no_plays, 0
        may_be_forced = left <= plays_itself
        for seat in turns[leader]:
            hand, table.to_act = hands[seat], seat
            if seat == declarer:
                choices = legal_now(hand, trick, lies, jokers_in_suit)
            elif not trick:
                choices = hand.copy()
            else:  # both Jokers lie in the Blanket, so nobody else has one (S4-3)
                choices = bound_to(hand, lies) or hand.copy()
            if may_be_forced and len(choices) == 1:
                play = choices[0]
            elif trick or not claims:
                _, play = yield (put(seat, "trick.play", choices, "one", within, choices[0]),)
            else:
                play = yield from lead_or_claim(table, table.players[seat], choices).__await__()
                if play == CLAIM:
                    return
            after = lies.after.get(play)
            if after is None:  # a Joker, which ranks by the card under it
                hand.remove(card_of(play))
                after = lies.with_a(suit_of(play), joker_rank(trick))
            else:
                hand.remove(play)
            if after is not lies:
                leader, lies = seat, after
            trick.append((seat, play))
            points += value[play]
            if is_real:
                announce("card.played", seat=seat, play=play)
        take_trick(table, leader, points)


async def lead_or_claim(table: TrumplestiltskinTable, player: CardPlayer, choices: list[str]) -> str:
    """A card to lead; `claim` when the leader has claimed all the rest, and it has been taken."""
    while True:
        offered = [*choices, CLAIM] if may_claim(table, player) else choices
        within = table.options.turn_seconds
        play = str(await ask(player.seat, "trick.play", offered, within=within, default=choices[0]))
        if play != CLAIM or await settle_claim(table, player.seat):
            return play
        table.to_act = player.seat


def take_trick(table: TrumplestiltskinTable, winner: Seat, points: int) -> None:
    """The winner takes the cards and leads next (S4-5, S4-6, S4-11)."""
    trick, taker = table.trick, table.players[winner]
    taker.tricks += 1
    taker.points += points
    table.tricks.append(TrickTaken(tuple(trick), winner, points))
    table.trick, table.leader = [], winner
    if table.is_real:
        table.announce("trick.taken", seat=winner, points=points, plays=[list(play) for play in trick])


# -- what may be played -----------------------------------------------------------------------------------------------


def legal_plays(hand: Sequence[str], trick: Sequence[Play], trump: str, jokers_in_suit: bool = True) -> list[str]:
    """Every play the rules allow, natural cards first where a duty leaves only some: never empty (R4-6).

    jokers_in_suit  whether a Joker in the suit led makes up for overtrumping (R4-6a); false in games of before
    """
    return legal_now(hand, trick, course(trick, trump)[-1], jokers_in_suit)


def legal_now(hand: Sequence[str], trick: Sequence[Play], lies: TrickSoFar, jokers_in_suit: bool) -> list[str]:
    """The same, of a trick that is known to lie so."""
    bound = bound_to(hand, lies)
    if not bound:
        return _anything(hand)
    led, trump, suit, best = lies.led, lies.trump, SUIT[bound[0]], lies.best_trump
    if suit != trump or RANK[bound[0]] <= best:  # nothing has to be beaten, or nothing can be
        return bound + _jokers_as(hand, led, trick, 0)
    jokers = _jokers_as(hand, trump, trick, best)
    if suit != led and jokers_in_suit:
        jokers += _jokers_as(hand, led, trick, 0)
    return bound + jokers


def bound_to(hand: Sequence[str], lies: TrickSoFar) -> list[str]:
    """The natural cards of which duty demands one, unless a Joker does; empty where there is no duty.

    Those of the suit led (S4-7); higher Trumps on a Trump lead (S4-8), and over a Trump for who is void (S4-9).
    """
    for demanded in lies.duties:
        if bound := [*filter(demanded, hand)]:
            return bound
    return []


def _anything(hand: Sequence[str]) -> list[str]:
    """Every card; a Joker as either suit of its colour (S4-10)."""
    if "RJ" not in hand and "BJ" not in hand:
        return list(hand)
    return [play for card in hand for play in PLAYS_OF[card]]


def _jokers_as(hand: Sequence[str], suit: str, trick: Sequence[Play], best: int) -> list[str]:
    """The Jokers in hand that can be this suit and rank above `best`; nobody is ever forced to play one (S4-10)."""
    joker = JOKER_OF[suit]
    if joker not in hand or joker_rank(trick) <= best:
        return []
    return [f"{joker}-{suit}"]


def why_not(
    hand: Sequence[str], trick: Sequence[Play], trump: str, card: str, jokers_in_suit: bool = True
) -> tuple[str, str] | None:
    """The duty that forbids this card, and the suit it is about; None when it may be played.

    `follow`: you can still follow suit; `beat`: you must play a higher Trump; `overtrump`: you must overtrump.
    """
    if any(card_of(play) == card for play in legal_plays(hand, trick, trump, jokers_in_suit)):
        return None
    led = suit_of(trick[0][1])
    if not any(not is_joker(held) and SUIT[held] == led for held in hand):
        return "overtrump", trump
    follows = led in COLOURS[card] if is_joker(card) else SUIT[card] == led
    return ("beat", trump) if follows else ("follow", led)
