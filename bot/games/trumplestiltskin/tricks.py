"""Tricks: what may be played, who takes it, and what it is worth (S4-6 to S4-11, R4-5, R4-6)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Question, Seat, first_of
from bot.games.trumplestiltskin.cards import COLOURS, RANK, SUIT, card_of, is_joker, suit_of, value_of
from bot.games.trumplestiltskin.claims import CLAIM, may_claim, settle_claim
from bot.games.trumplestiltskin.table import CardPlayer, TrickTaken, TrumpTable

Play = tuple[Seat, str]


async def play_tricks(table: TrumpTable) -> None:
    """The Declarer leads; who takes a trick leads the next, until no cards are left (S4-6)."""
    table.phase = "tricks"
    assert table.declarer is not None
    table.leader = table.declarer
    players = table.players
    while players[table.leader].hand:
        if await play_trick(table):
            return


async def play_trick(table: TrumpTable) -> bool:
    """One trick, clockwise from the leader. True when the leader has claimed all the rest instead."""
    assert table.leader is not None
    for seat in table.clockwise_from(table.leader):
        player = table.players[seat]
        play = await choose_play(table, player)
        while play == CLAIM:
            if await settle_claim(table, seat):
                return True
            play = await choose_play(table, player)
        player.hand.remove(card_of(play))
        table.trick.append((seat, play))
        table.announce("card.played", seat=seat, play=play)
    take_trick(table)
    return False


async def choose_play(table: TrumpTable, player: CardPlayer) -> str:
    """Ask for a legal play, unless there is but one and the table plays those by itself (option)."""
    assert table.trump is not None
    options, table.to_act = table.options, player.seat
    choices = legal_plays(player.hand, table.trick, table.trump)
    lowest = choices[0]
    if len(choices) == 1 and _plays_itself(options.play_forced, player.hand):
        return lowest
    if not table.trick and options.claims and may_claim(table, player):
        choices.append(CLAIM)
    question = Question(player.seat, "trick.play", choices, within=options.turn_seconds, default=lowest)
    return str((await first_of((question,)))[1])


def _plays_itself(forced: str, hand: Sequence[str]) -> bool:
    return forced == "always" or (forced == "last_trick" and len(hand) == 1)


def take_trick(table: TrumpTable) -> None:
    """The winner takes the cards and leads next (S4-5, S4-6, S4-11)."""
    assert table.trump is not None
    trick, trump = table.trick, table.trump
    winner = winner_of(trick, trump)
    points = sum([value_of(play, trump) for _, play in trick])
    taker = table.players[winner]
    taker.tricks += 1
    taker.points += points
    table.tricks.append(TrickTaken(tuple(trick), winner, points))
    table.announce("trick.taken", seat=winner, points=points, plays=[list(play) for play in trick])
    table.trick = []
    table.leader = winner


# -- what may be played -----------------------------------------------------------------------------------------------


def legal_plays(hand: Sequence[str], trick: Sequence[Play], trump: str) -> list[str]:
    """Every play the rules allow, in the order of the hand: never empty (R4-6)."""
    if not trick:
        return _anything(hand)
    led = suit_of(trick[0][1])
    following = [card for card in hand if card not in COLOURS and SUIT[card] == led]
    if following:
        return _follow(hand, following, trick, led, trump)
    if led != trump:
        best = best_trump(trick, trump)
        if best:
            higher = [card for card in hand if card not in COLOURS and SUIT[card] == trump and RANK[card] > best]
            if higher:  # who is void must overtrump a Trump that lies there already (S4-9)
                return [*higher, *_jokers_as(hand, trump, trick, best)]
    return _anything(hand)


def _follow(hand: Sequence[str], following: list[str], trick: Sequence[Play], led: str, trump: str) -> list[str]:
    """A natural card of the led suit or a Joker as one; on a Trump lead a higher one if there is one (S4-7, S4-8)."""
    if led == trump:
        best = best_trump(trick, trump)
        higher = [card for card in following if RANK[card] > best]
        if higher:
            return [*higher, *_jokers_as(hand, trump, trick, best)]
    return [*following, *_jokers_as(hand, led, trick, 0)]


def _anything(hand: Sequence[str]) -> list[str]:
    """Every card; a Joker as either suit of its colour (S4-10)."""
    plays: list[str] = []
    for card in hand:
        if card in COLOURS:
            plays += [f"{card}-{suit}" for suit in COLOURS[card]]
        else:
            plays.append(card)
    return plays


def _jokers_as(hand: Sequence[str], suit: str, trick: Sequence[Play], best: int) -> list[str]:
    """The Jokers in hand that can be this suit and rank above `best`; nobody is ever forced to play one (S4-10)."""
    held = [card for card in hand if card in COLOURS and suit in COLOURS[card]]
    if not held or joker_rank(trick) <= best:
        return []
    return [f"{card}-{suit}" for card in held]


def why_not(hand: Sequence[str], trick: Sequence[Play], trump: str, card: str) -> tuple[str, str] | None:
    """The duty that forbids this card, and the suit it is about; None when it may be played.

    `follow`: you can still follow suit; `beat`: you must play a higher Trump; `overtrump`: you must overtrump.
    """
    if any(card_of(play) == card for play in legal_plays(hand, trick, trump)):
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
        if play[:2] in COLOURS:
            under += 1
            suit = play[3]
        else:
            under = RANK[play]
            suit = SUIT[play]
        if suit == trump and under > best:
            best = under
    return best


def winner_of(trick: Sequence[Play], trump: str) -> Seat:
    """Who takes it: the highest Trump, else the highest of the led suit; of equals the first (S4-11, R4-5)."""
    led = suit_of(trick[0][1])
    winner, best, best_is_trump, under = trick[0][0], 0, False, 0
    for seat, play in trick:
        if play[:2] in COLOURS:
            under += 1
            suit = play[3]
        else:
            under = RANK[play]
            suit = SUIT[play]
        if suit == trump:
            if not best_is_trump or under > best:
                winner, best, best_is_trump = seat, under, True
        elif suit == led and not best_is_trump and under > best:
            winner, best = seat, under
    return winner
