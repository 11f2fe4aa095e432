"""The rules against a second, slow reading of them, straight from R4-5 and R4-6; claims against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language.trumplestiltskin import TRUMPLESTILTSKIN
from support.sizes import size

from bot.engine.match import Match
from bot.engine.rulebook import View
from bot.games.trumplestiltskin.cards import BLANKET, JOKERS, PACK, card_of
from bot.games.trumplestiltskin.claims import is_certain, unseen_by
from bot.games.trumplestiltskin.options import TrumplestiltskinOptions
from bot.games.trumplestiltskin.table import TrumplestiltskinTable
from bot.games.trumplestiltskin.trick_so_far import winner_of
from bot.games.trumplestiltskin.tricks import legal_plays, why_not
from bot.players import player_for
from bot.simulate import LooseChance, play

WHOLE = (*PACK, *BLANKET)
COLOURS = {"R": "HD", "B": "SC"}

# -- the second reading -----------------------------------------------------------------------------------------------


def is_a_joker(play: str) -> bool:
    return play[1] == "J" and play[0] in "RB"


def suit(play: str) -> str:
    return play[-1] if is_a_joker(play) else play[:-1][-1]


def rank(pile: list[str]) -> int:
    """The rank of the uppermost card of the pile (R4-5)."""
    if is_a_joker(pile[-1]):
        return rank(pile[:-1]) + 1 if len(pile) > 1 else 1
    return ["9", "10", "J", "Q", "K", "A"].index(pile[-1][:-2]) + 1


def plays_of(card: str) -> list[str]:
    return [f"{card}-{colour}" for colour in COLOURS[card[0]]] if is_a_joker(card) else [card]


def top(pile: list[str], trump: str) -> int:
    """The best Trump so far."""
    return max((rank(pile[: at + 1]) for at, play in enumerate(pile) if suit(play) == trump), default=0)


def allowed(hand: list[str], pile: list[str], trump: str, play: str) -> bool:
    """Whether this play of the hand is legal (R4-6)."""
    if not pile:
        return True
    naturals = [card for card in hand if not is_a_joker(card)]
    led, best = suit(pile[0]), top(pile, trump)
    if any(suit(card) == led for card in naturals):
        if suit(play) != led:
            return False
        owed = led == trump and any(suit(card) == trump and rank([card]) > best for card in naturals)
        return not owed or rank([*pile, play]) > best
    if led != trump and best and any(suit(card) == trump and rank([card]) > best for card in naturals):
        return suit(play) == led or (suit(play) == trump and rank([*pile, play]) > best)
    return True


def legal(hand: list[str], pile: list[str], trump: str) -> list[str]:
    return [play for card in hand for play in plays_of(card) if allowed(hand, pile, trump, play)]


def taker(pile: list[str], trump: str) -> int:
    """The place of the play that takes the pile (S4-11, R4-5)."""
    deciding = trump if any(suit(play) == trump for play in pile) else suit(pile[0])
    ranks = [rank(pile[: at + 1]) if suit(play) == deciding else 0 for at, play in enumerate(pile)]
    return ranks.index(max(ranks))


def agree(cards: list[str], on_table: int, declared: Random, trump: str) -> None:
    """Both readings say the same of the first cards on the table and the others in the hand."""
    pile = [declared.choice(plays_of(card)) for card in cards[:on_table]]
    hand = cards[on_table:]
    trick = list(enumerate(pile, start=7))
    plays = legal_plays(hand, trick, trump)
    slowly = legal(hand, pile, trump)
    assert sorted(plays) == sorted(slowly), (hand, pile, trump)
    assert plays, (hand, pile, trump)
    assert len(set(plays)) == len(plays)
    for card in hand:
        assert (why_not(hand, trick, trump, card) is None) == any(card_of(one) == card for one in slowly)
    if pile:
        assert winner_of(trick, trump) == 7 + taker(pile, trump), (pile, trump)


@pytest.mark.full_size
@settings(max_examples=size(30, full=250), deadline=None, derandomize=True)
@given(
    st.permutations(WHOLE),
    st.integers(0, 4),
    st.integers(1, 14),
    st.randoms(use_true_random=False),
    st.sampled_from("SHDC"),
)
def test_both_readings_agree(cards: list[str], on_table: int, held: int, declared: Random, trump: str) -> None:
    agree(list(cards)[: on_table + held], on_table, declared, trump)


@pytest.mark.full_size
@pytest.mark.parametrize("trump", "SHDC")
def test_both_readings_agree_where_jokers_and_trump_lie_thick(trump: str) -> None:
    """The same on situations made to be awkward: half the cards are Trump, and a Joker is nearly always there."""
    rng = Random(trump)
    trumps = [card for card in WHOLE if not is_a_joker(card) and suit(card) == trump]
    for _ in range(size(150, full=2500)):
        some = rng.sample(trumps, rng.randint(0, 5)) + rng.sample(JOKERS, rng.randint(0, 2))
        cards = sorted({*some, *rng.sample(WHOLE, 6)})
        rng.shuffle(cards)
        agree(cards, min(rng.randint(0, 4), len(cards) - 1), rng, trump)


# -- claims against brute force ---------------------------------------------------------------------------------------


class Endgame:
    """A claimant's hand, what may be out, and opponents who know everything and play together against him."""

    def __init__(self, hand: list[str], unseen: list[str], opponents: int, trump: str) -> None:
        self.hand, self.unseen, self.opponents, self.trump = hand, unseen, opponents, trump
        self.lost = cache(self._lost)

    def dealt(self) -> Iterator[tuple[tuple[str, ...], ...]]:
        """Every way in which the opponents can hold the unseen cards; twins are alike, so one of both will do."""
        seen = set()
        for hands in self._split(tuple(sorted(self.unseen)), self.opponents):
            alike = tuple(tuple(card[:-1] if card not in JOKERS else card for card in hand) for hand in hands)
            if alike not in seen:
                seen.add(alike)
                yield hands

    def _split(self, cards: tuple[str, ...], hands: int) -> Iterator[tuple[tuple[str, ...], ...]]:
        if not hands:
            yield ()
            return
        for hand in combinations(cards, len(self.hand)):
            for others in self._split(tuple(card for card in cards if card not in hand), hands - 1):
                yield (hand, *others)

    def orders(self) -> Iterator[tuple[str, ...]]:
        """Every order of leading the hand, Jokers as either suit; Trump from high to low is tried first."""
        best_first = sorted(
            self.hand, key=lambda card: (is_a_joker(card), suit(card) != self.trump, -rank([card]), card)
        )
        for cards in permutations(best_first):
            yield from product(*map(plays_of, cards))

    def _lost(self, leads: tuple[str, ...], hands: tuple[tuple[str, ...], ...]) -> bool:
        """Whether these opponents can take one of the tricks."""
        return bool(leads) and self._trick(leads, hands, [leads[0]])

    def _trick(self, leads: tuple[str, ...], hands: tuple[tuple[str, ...], ...], pile: list[str]) -> bool:
        at = len(pile) - 1
        if at == len(hands):
            return taker(pile, self.trump) != 0 or self.lost(leads[1:], hands)
        for answer in legal(list(hands[at]), pile, self.trump):
            left = tuple(card for card in hands[at] if card != card_of(answer))
            if self._trick(leads, (*hands[:at], left, *hands[at + 1 :]), [*pile, answer]):
                return True
        return False

    def winning_order(self) -> tuple[str, ...] | None:
        """An order of leads that takes every trick, however the cards lie and whatever is played."""
        deals = list(self.dealt())
        for order in self.orders():
            if not any(self.lost(order, hands) for hands in deals):
                return order
        return None


def endgames(rng: Random, size: int, opponents: int) -> Iterator[Endgame]:
    """Random ends of hands. Mostly high cards against low ones of the same suits, since others are seldom certain."""
    while True:
        trump = rng.choice("SHDC")
        some = rng.sample(WHOLE, len(WHOLE))
        hand = sorted(some[: size + rng.randint(0, 3)], key=lambda card: (is_a_joker(card), -rank([card])))[:size]
        if rng.random() < 0.3:
            hand[-1] = rng.choice(JOKERS)
        suits = {suit(card) for card in hand if not is_a_joker(card)}
        left = [card for card in some if card not in hand and (rng.random() < 0.15 or card not in JOKERS)]
        left.sort(key=lambda card: not is_a_joker(card) and suit(card) not in suits and rng.random() < 0.6)
        out = size * opponents + rng.randint(0, 2)
        yield Endgame(hand, left[:out], opponents, trump)


@pytest.mark.full_size
@pytest.mark.parametrize(
    ("cards", "opponents", "wanted"),
    [
        (2, 2, size(30, full=400)),
        (2, 3, size(2, full=25)),
        (3, 2, size(5, full=60)),
        (3, 3, 1),
        (4, 2, size(1, full=5)),
    ],
    ids=str,
)
def test_a_certain_claim_is_lost_by_no_distribution_and_no_play(cards: int, opponents: int, wanted: int) -> None:
    """Soundness: whenever the Mirror is certain there is one order of leads that wins against everything."""
    rng = Random(f"{cards} {opponents}")
    found = 0
    for end in endgames(rng, cards, opponents):
        if is_certain(end.hand, end.unseen, end.trump):
            assert end.winning_order() is not None, (end.hand, end.unseen, end.trump)
            found += 1
            if found == wanted:
                return


def test_most_claims_that_are_certain_are_known_to_be() -> None:
    """Completeness, of two cards against two hands: the Mirror might miss some, which are then asked about."""
    rng = Random("complete")
    certain = missed = 0
    for end in endgames(rng, 2, 2):
        known = is_certain(end.hand, end.unseen, end.trump)
        if known or end.winning_order() is not None:
            certain, missed = certain + 1, missed + (not known)
            if certain == 400:
                break
    assert missed <= certain * 0.05


@pytest.mark.full_size
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_at_the_table_nobody_ever_holds_what_the_claimant_takes_to_be_gone(seats: int) -> None:
    """In random games, at every lead: all that the others hold is unseen; and a claim that would be certain is won
    against the hands as they are.
    """
    rng = Random(seats)
    certain = 0
    for _ in range(size(20, full=60)):
        match = Match.start(
            TRUMPLESTILTSKIN, TrumplestiltskinOptions(claims=False), seats, LooseChance(rng), record=False
        )
        players = {seat: player_for("trumplestiltskin", "random", rng) for seat in range(1, seats + 1)}
        table = match._table
        assert isinstance(table, TrumplestiltskinTable)
        while match.outcome is None:
            question = match.waiting[0]
            if question.key == "trick.play" and not table.trick:
                certain += known_to_be_right(table, question.seat)
            match.reply(question, players[question.seat].answer(question, unseeing))
    assert certain > 0


def unseeing() -> View:
    raise AssertionError("the random player looks at nothing")


def known_to_be_right(table: TrumplestiltskinTable, seat: int) -> bool:
    unseen = unseen_by(table, seat)
    others = [table.players[other].hand for other in table.clockwise_from(seat)[1:]]
    assert {card for hand in others for card in hand} <= set(unseen)
    mine = table.players[seat].hand
    assert not set(mine) & set(unseen)
    assert table.trump is not None
    if not is_certain(mine, unseen, table.trump):
        return False
    if 1 < len(mine) <= 4:
        end = Endgame(mine, unseen, len(others), table.trump)
        assert any(not end.lost(order, tuple(map(tuple, others))) for order in end.orders())
    return len(mine) > 1


def test_the_simulator_plays_it() -> None:
    """The inner loop used above is the simulator's: it comes to an end by itself."""
    rng = Random(3)
    match = Match.start(TRUMPLESTILTSKIN, TrumplestiltskinOptions(), 3, LooseChance(rng), record=False)
    assert play(match, {seat: player_for("trumplestiltskin", "random", rng) for seat in (1, 2, 3)}, rng) > 100
    assert match.outcome is not None
