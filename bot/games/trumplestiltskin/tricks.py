"""Tricks: what may be played, who takes it, and what it is worth (S4-6 to S4-11, R4-5, R4-6)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Seat, ask
from bot.games.trumplestiltskin.cards import (
    COLOURS,
    JOKER_OF,
    OF_SUIT,
    RANK,
    SUIT,
    SUIT_OF_PLAY,
    VALUE,
    card_of,
    is_joker,
    suit_of,
)
from bot.games.trumplestiltskin.claims import may_claim, settle_claim
from bot.games.trumplestiltskin.table import CardPlayer, TrumplestiltskinTable
from bot.games.trumplestiltskin.values import CLAIM, TrickTaken

Play = tuple[Seat, str]


async def play_tricks(table: TrumplestiltskinTable) -> None:
    """The Declarer leads; who takes a trick leads the next, until no cards are left (S4-6).

    One coroutine for the whole hand: every call that an answer has to pass through costs a simulation time.
    """
    table.phase = "tricks"
    assert table.declarer is not None
    assert table.trump is not None
    players, trump, options = table.players, table.trump, table.options
    table.leader = table.declarer
    forced, claims, within, announce = options.play_forced, options.claims, options.turn_seconds, table.announce
    jokers_in_suit = options.jokers_in_suit
    while players[table.leader].hand:
        trick = table.trick
        for seat in table.clockwise_from(table.leader):
            hand, table.to_act = players[seat].hand, seat
            choices = legal_plays(hand, trick, trump, jokers_in_suit)
            if len(choices) == 1 and _plays_itself(forced, hand):
                play = choices[0]
            elif trick or not claims:
                play = await ask(seat, "trick.play", choices, within=within, default=choices[0])
            else:
                play = await lead_or_claim(table, players[seat], choices)
                if play == CLAIM:
                    return
            hand.remove(play if play in RANK else play[:2])
            trick.append((seat, play))
            announce("card.played", seat=seat, play=play)
        take_trick(table)


async def lead_or_claim(table: TrumplestiltskinTable, player: CardPlayer, choices: list[str]) -> str:
    """A card to lead; `claim` when the leader has claimed all the rest, and it has been taken."""
    while True:
        offered = [*choices, CLAIM] if may_claim(table, player) else choices
        within = table.options.turn_seconds
        play = str(await ask(player.seat, "trick.play", offered, within=within, default=choices[0]))
        if play != CLAIM or await settle_claim(table, player.seat):
            return play
        table.to_act = player.seat


def _plays_itself(forced: str, hand: Sequence[str]) -> bool:
    return forced == "always" or (forced == "last_trick" and len(hand) == 1)


def take_trick(table: TrumplestiltskinTable) -> None:
    """The winner takes the cards and leads next (S4-5, S4-6, S4-11)."""
    assert table.trump is not None
    trick, trump = table.trick, table.trump
    winner = winner_of(trick, trump)
    value = VALUE[trump]
    points = 0
    for _, play in trick:
        points += value[play]
    taker = table.players[winner]
    taker.tricks += 1
    taker.points += points
    table.tricks.append(TrickTaken(tuple(trick), winner, points))
    table.announce("trick.taken", seat=winner, points=points, plays=[list(play) for play in trick])
    table.trick = []
    table.leader = winner


# -- what may be played -----------------------------------------------------------------------------------------------


def legal_plays(hand: Sequence[str], trick: Sequence[Play], trump: str, jokers_in_suit: bool = True) -> list[str]:
    """Every play the rules allow, natural cards first where a duty leaves only some: never empty (R4-6).

    jokers_in_suit  whether a Joker in the suit led makes up for overtrumping (R4-6a); false in games of before
    """
    if not trick:
        return _anything(hand)
    led = SUIT_OF_PLAY[trick[0][1]]
    in_suit = OF_SUIT[led]
    following = [card for card in hand if card in in_suit]
    if following:
        if led != trump and JOKER_OF[led] not in hand:
            return following
        return _follow(hand, following, trick, led, trump)
    if led != trump:
        best = best_trump(trick, trump)
        if best:
            higher = [card for card in hand if card in OF_SUIT[trump] and RANK[card] > best]
            if higher:  # who is void must overtrump a Trump that lies there already (S4-9)
                jokers = _jokers_as(hand, led, trick, 0) if jokers_in_suit else []
                return [*higher, *_jokers_as(hand, trump, trick, best), *jokers]
    return _anything(hand)


def _follow(hand: Sequence[str], following: list[str], trick: Sequence[Play], led: str, trump: str) -> list[str]:
    """A natural card of the led suit or a Joker as one; on a Trump lead a higher one if there is one (S4-7, S4-8)."""
    if led == trump:
        best = best_trump(trick, trump)
        higher = [card for card in following if RANK[card] > best]
        if higher:
            return higher + _jokers_as(hand, trump, trick, best)
    return following + _jokers_as(hand, led, trick, 0)


def _anything(hand: Sequence[str]) -> list[str]:
    """Every card; a Joker as either suit of its colour (S4-10)."""
    if "RJ" not in hand and "BJ" not in hand:
        return list(hand)
    plays: list[str] = []
    for card in hand:
        if card in COLOURS:
            plays += [f"{card}-{suit}" for suit in COLOURS[card]]
        else:
            plays.append(card)
    return plays


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


# -- who takes it -----------------------------------------------------------------------------------------------------


def ranks_of(trick: Sequence[Play]) -> list[int]:
    """The rank of each play: a Joker ranks one above the card under it, a led one lowest (S4-4, R4-5)."""
    ranks: list[int] = []
    for _, play in trick:
        ranks.append((ranks[-1] + 1 if ranks else 1) if is_joker(play) else RANK[play])
    return ranks


def joker_rank(trick: Sequence[Play]) -> int:
    """The rank a Joker would have if it were played now."""
    return ranks_of(trick)[-1] + 1 if trick else 1


def best_trump(trick: Sequence[Play], trump: str) -> int:
    """The rank of the highest Trump in the trick, 0 without one."""
    best = under = 0
    for _, play in trick:
        under = RANK[play] if play in RANK else under + 1  # a Joker ranks one above the card under it
        if under > best and SUIT_OF_PLAY[play] == trump:
            best = under
    return best


def winner_of(trick: Sequence[Play], trump: str) -> Seat:
    """The seat of the highest Trump, else of the highest card of the led suit; of equals the first (S4-11, R4-5)."""
    winning = SUIT_OF_PLAY[trick[0][1]]
    winner, best, under = trick[0][0], 0, 0
    for seat, play in trick:
        under = RANK[play] if play in RANK else under + 1  # a Joker ranks one above the card under it
        suit = SUIT_OF_PLAY[play]
        if suit == winning:
            if under > best:
                winner, best = seat, under
        elif suit == trump:
            winner, best, winning = seat, under, trump
    return winner
