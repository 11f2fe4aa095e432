"""The pack, the deal, the Gnome card, the auction, the exchange and the name of Trump (S4-2, S4-3, R4-1 to R4-4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from language.any_game import name_of
from language.trumplestiltskin import (
    FIRST_CARDS,
    TRUMPLESTILTSKIN,
    TrumplestiltskinPlay,
    hands,
    short,
    shorts,
    trumplestiltskin,
)
from pydantic import ValidationError

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games.trumplestiltskin.cards import BLANKET, JOKERS, PACK, RANK, RANKS, SUITS
from bot.games.trumplestiltskin.options import ROLE_SETS, TrumplestiltskinOptions

# -- the pack ---------------------------------------------------------------------------------------------------------


def test_a_pinochle_pack_of_48_and_two_jokers_less_the_blanket() -> None:
    """S4-2, S4-3."""
    whole = Counter(short(card) for card in (*PACK, *BLANKET))
    assert whole == Counter({f"{rank}{suit}": 2 for rank in RANKS for suit in SUITS}) + Counter(JOKERS)
    assert Counter(map(short, BLANKET)) == Counter(("9S", "9H", "9D", "9C", "RJ", "BJ"))
    assert (len(PACK), len(BLANKET), len({*PACK, *BLANKET})) == (44, 6, 50)


def test_ace_king_queen_jack_ten_nine_and_not_the_ranks_of_pinochle() -> None:
    """S4-4."""
    assert [short(card) for card in sorted((card for card in RANK if card.endswith("S1")), key=RANK.__getitem__)] == [
        "9S", "10S", "JS", "QS", "KS", "AS",
    ]  # fmt: skip


# -- the deal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "size", "rest"), [(3, 14, 2), (4, 11, 0), (5, 8, 4)])
def test_everybody_gets_as_many_and_the_rest_lies_unseen(seats: int, size: int, rest: int) -> None:
    """R4-1."""
    game = TrumplestiltskinPlay(Match.start(TRUMPLESTILTSKIN, TrumplestiltskinOptions(), seats, SealedChance("a deal")))
    assert FIRST_CARDS[seats] == size
    [begins] = game.public("hand.begins")
    assert (begins["number"], begins["cards"], begins["rest"]) == (1, size, rest)
    held = [card for name in game.names for card in game.view(name).hand]
    assert len(held) == len(set(held)) == size * seats
    assert set(held) <= set(PACK)
    for name in game.names:
        assert game.told(name, "hand.dealt") == [{"cards": list(game.view(name).hand)}]
        assert [player.cards for player in game.view(name).players] == [size] * seats
    assert game.board.hand == ()


@pytest.mark.parametrize("seats", [0, 1, 2, 6, 7])
def test_three_to_five_play(seats: int) -> None:
    """R4-1."""
    assert [fault.key for fault in TRUMPLESTILTSKIN.faults(TrumplestiltskinOptions(), seats)] == ["fault.seats"]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_built_in_set_can_be_played_by_three_to_five(seats: int) -> None:
    assert [TRUMPLESTILTSKIN.faults(role_set.options, seats) for role_set in ROLE_SETS] == [[]] * len(ROLE_SETS)


@pytest.mark.parametrize(
    "settings",
    [{"least_bid": 34}, {"least_bid": 0}, {"players_goal": 19}, {"gnome_goal": 19}, {"play_forced": "now"}, {"x": 1}],
)
def test_options_out_of_bounds_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TrumplestiltskinOptions(**settings)


def test_chance_picks_the_first_dealer_and_the_deal_passes_left() -> None:
    """R4-9, its last sentence."""
    assert {
        Match.start(TRUMPLESTILTSKIN, TrumplestiltskinOptions(), 4, SealedChance(f"{number}")).view(0).dealer  # type: ignore[attr-defined]
        for number in range(40)
    } == {1, 2, 3, 4}
    game = trumplestiltskin(3, dealer="ben")
    dealers = []
    for _ in range(4):
        dealers.append(name_of(game.board.dealer))
        game.plays_out()
    assert dealers == ["ben", "cat", "ann", "ben"]
    assert [begins["dealer"] for begins in game.public("hand.begins")] == [2, 3, 1, 2, 3]


def test_everybody_gets_the_cards_that_the_stacked_deck_holds_for_him() -> None:
    game = trumplestiltskin(dealer="ben", ann="AS AS KS", dan="9S", later=(hands(cat="AH AH", gnome="BJ"),))
    assert {"AS", "KS"} <= set(game.hand("ann").split())
    assert "9S" in game.hand("dan").split()
    game.plays_out()
    assert game.hand("cat").split().count("AH") == 2


# -- the Gnome card ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "dealer", "picker"), [(4, "dan", "cat"), (4, "ann", "dan"), (3, "ann", "cat"), (5, "cat", "ben")]
)
def test_the_dealers_right_picks_the_gnome(seats: int, dealer: str, picker: str) -> None:
    """R4-2."""
    game = trumplestiltskin(seats, dealer=dealer)
    assert (game.board.phase, game.turn, game.key) == ("gnome", picker, "gnome.pick")
    assert list(game.question(picker, "gnome.pick").choices) == [1, 2, 3, 4, 5, 6]
    for place in (0, 7, "1", None):
        assert game.is_refused(picker, "gnome.pick", place) == "not_offered"
    game.answers(picker, "gnome.pick", 4)
    assert game.public("gnome.picked") == [{"seat": picker}]
    assert game.board.phase == "auction"


def test_nobody_sees_which_card_it_is_and_the_other_five_are_the_blanket() -> None:
    """R4-2: the place decides, and nothing shows it before the last trick."""
    for place, gnome in enumerate(("9C", "9S", "9H", "9D", "RJ", "BJ"), start=1):
        game = trumplestiltskin()
        game.picks(place)
        assert all(game.view(name).gnome_card is None for name in (*game.names, "bystander"))
        game.auction(ann=12)
        assert shorts(game.told("ann", "blanket.is")[0]["cards"]) == shorts(
            [card for card in BLANKET if short(card) != gnome]
        )
        game.lays()
        game.name_trump("S")
        game.plays_out()
        assert short(game.public("gnome.turned")[0]["card"]) == gnome


def test_who_lets_the_time_pass_picks_the_first() -> None:
    game = trumplestiltskin()
    game.lets_pass("cat", "gnome.pick")
    game.auction(ann=12)
    assert "9C" not in map(short, game.told("ann", "blanket.is")[0]["cards"])


# -- the auction ------------------------------------------------------------------------------------------------------


def at_auction(seats: int = 4, **settings: Any) -> TrumplestiltskinPlay:
    game = trumplestiltskin(seats, settings=settings)
    game.picks()
    return game


def test_it_begins_left_of_the_dealer_and_goes_round_clockwise() -> None:
    """R4-3."""
    game = at_auction()
    order = []
    for bid in (12, 13, 15, 16, 17):
        order.append(game.turn)
        game.bids(game.turn, bid)
    assert order == ["ann", "ben", "cat", "dan", "ann"]
    assert game.board.bids == ((1, 12), (2, 13), (3, 15), (4, 16), (1, 17))
    assert (game.board.high_bid, game.board.high_bidder) == (17, 1)


def test_each_bid_is_above_the_last_and_from_twelve_to_thirty_three() -> None:
    """R4-3."""
    game = at_auction()
    assert list(game.question("ann", "auction.bid").choices) == [*range(12, 34), "pass"]
    for bid in (11, 34, 0, "12", True, None):
        assert game.is_refused("ann", "auction.bid", bid) == "not_offered"
    game.bids("ann", 15)
    assert list(game.question("ben", "auction.bid").choices) == [*range(16, 34), "pass"]
    assert game.is_refused("ben", "auction.bid", 15) == "not_offered"
    game.bids("ben", 32)
    assert list(game.question("cat", "auction.bid").choices) == [33, "pass"]


def test_a_pass_is_out_of_this_auction() -> None:
    """R4-3."""
    game = at_auction()
    game.bids("ann", 12)
    game.passes("ben")
    game.bids("cat", 13)
    game.passes("dan")
    game.bids("ann", 14)
    assert game.turn == "cat"
    game.bids("cat", 15)
    game.passes("ann")
    assert game.public("auction.won") == [{"seat": "cat", "bid": 15}]
    assert [player.passed for player in game.board.players] == [True, True, False, True]


def test_it_ends_when_one_bidder_is_left() -> None:
    game = at_auction()
    game.bids("ann", 12)
    game.passes("ben", "cat")
    assert game.key == "auction.bid"
    game.passes("dan")
    assert (game.turn, game.key, game.board.declarer) == ("ann", "exchange.discard", 1)


def test_the_last_who_has_not_bid_is_asked_once() -> None:
    """M4-1."""
    game = at_auction()
    game.passes("ann", "ben", "cat")
    assert (game.turn, game.key) == ("dan", "auction.bid")
    game.bids("dan", 20)
    assert game.public("auction.won") == [{"seat": "dan", "bid": 20}]
    assert game.public("auction.all_passed") == []


def test_when_all_pass_the_dealer_is_the_declarer_at_the_least_bid() -> None:
    """R4-3."""
    for least in (12, 16):
        game = at_auction(least_bid=least)
        game.passes("ann", "ben", "cat", "dan")
        assert game.public("auction.all_passed") == [{"seat": "dan", "bid": least}]
        assert game.public("auction.won") == []
        assert (game.board.declarer, game.board.high_bid, game.turn) == (4, least, "dan")
        assert [player.bid for player in game.board.players] == [0, 0, 0, least]


def test_nobody_can_bid_above_thirty_three() -> None:
    """M4-2: there are no more points, so that bid ends the auction though others have not passed."""
    game = at_auction()
    game.bids("ann", 33)
    assert game.public("auction.won") == [{"seat": "ann", "bid": 33}]
    assert game.key == "exchange.discard"


def test_everybodys_highest_bid_is_remembered() -> None:
    """R4-3."""
    game = at_auction()
    game.auction(ann=(12, 16), ben=13, cat=(14, 17))
    assert [player.bid for player in game.board.players] == [16, 13, 17, 0]
    assert game.board.line == ("T4/1 dealer=4 bid=1:12,2:13,3:14,4:-,1:16,2:-,3:17,1:- declarer=3@17")


def test_who_lets_the_time_pass_has_passed() -> None:
    game = at_auction()
    game.lets_pass("ann", "auction.bid")
    assert game.public("auction.passed") == [{"seat": "ann"}]


# -- the Blanket ------------------------------------------------------------------------------------------------------


def at_exchange(gnome: str = "9C", **held: str) -> TrumplestiltskinPlay:
    game = trumplestiltskin(gnome=gnome, **held)
    game.picks()
    game.auction(ann=14)
    return game


def test_the_declarer_takes_five_and_lays_five_away_unseen_by_the_others() -> None:
    """R4-4."""
    game = at_exchange(ann="AS AS KS")
    assert len(game.view("ann").hand) == 16
    assert shorts(game.told("ann", "blanket.is")[0]["cards"]) == "9D 9H 9S BJ RJ"
    assert game.public("blanket.taken") == [{"seat": "ann"}]
    for name in ("ben", "cat", "dan", "bystander"):
        assert not set(game.view(name).hand) & set(BLANKET)
        assert not {"blanket.is", "discarded"} & {key for key, _ in game.heard(name)}
    game.lays("AS KS 9H 9D BJ")
    assert shorts(game.view("ann").discarded) == shorts(["AS1", "KS1", "9H2", "9D2", "BJ"])
    assert shorts(game.told("ann", "discarded")[0]["cards"]) == shorts(["AS1", "KS1", "9H2", "9D2", "BJ"])
    assert len(game.view("ann").hand) == 11
    assert {"AS", "RJ", "9S"} <= set(game.hand("ann").split())
    for name in ("ben", "cat", "dan", "bystander"):
        assert game.view(name).discarded == ()
        assert not {"blanket.is", "discarded"} & {key for key, _ in game.heard(name)}


def test_exactly_five_of_the_own_sixteen() -> None:
    """R4-4."""
    game = at_exchange(ann="AS AS")
    hand = list(game.view("ann").hand)
    for cards, code in (
        (hand[:4], "too_few"),
        (hand[:6], "too_many"),
        ([], "too_few"),
        ([*hand[:4], hand[0]], "not_offered"),
        ([*hand[:4], game.view("ben").hand[0]], "not_offered"),
        ("five", "not_offered"),
        (None, "not_offered"),
    ):
        assert game.is_refused("ann", "exchange.discard", cards) == code
    assert len(game.view("ann").hand) == 16


@pytest.mark.parametrize("lays", ["RJ BJ 9S 9H 9D", "9S 9H 9D AS AS", "RJ 9S 9H 9D AS"])
def test_jokers_may_be_kept_or_laid_away(lays: str) -> None:
    """R4-4."""
    game = at_exchange(ann="AS AS")
    game.lays(lays)
    kept = set(game.view("ann").hand) & set(JOKERS)
    assert kept == set(JOKERS) - set(lays.split())


def test_who_lets_the_time_pass_lays_the_five_lowest_away_and_keeps_jokers() -> None:
    """M4-8."""
    game = at_exchange(ann="AS AS KS KS QS QS JS JS 10S 10S 9S")
    game.lets_pass("ann", "exchange.discard")
    assert shorts(game.view("ann").discarded) == "10S 9D 9H 9S 9S"
    assert set(JOKERS) <= set(game.view("ann").hand)


def test_what_is_laid_away_scores_for_nobody() -> None:
    """R4-4: two Aces and two Kings of Trump less."""
    game = trumplestiltskin(ann="AS AS KS KS AH AH KH KH AD AD AC", gnome="9C")
    game.opens(ann=14, trump="S", lays="AS AS KS KS 9H")
    game.takes_the_rest("ann")
    [score] = [hand for hand in game.board.hands if hand.number == 1]
    assert [one.points for one in score.reckonings] == [33 - 8, 0, 0, 0]


# -- Trump ------------------------------------------------------------------------------------------------------------


def test_the_declarer_names_trump_after_laying_away_and_then_leads() -> None:
    """R4-4, S4-6."""
    game = at_exchange()
    assert game.asked("ann") == ["exchange.discard"]
    game.lays()
    assert (game.turn, game.key) == ("ann", "trump.name")
    assert list(game.question("ann", "trump.name").choices) == ["S", "H", "D", "C"]
    assert game.is_refused("ann", "trump.name", "X") == "not_offered"
    game.name_trump("D")
    assert game.public("trump.named") == [{"seat": "ann", "suit": "D"}]
    assert (game.turn, game.key, game.board.trump) == ("ann", "trick.play", "D")


def test_who_lets_the_time_pass_names_the_longest_suit() -> None:
    """M4-8."""
    game = at_exchange(ann="AH KH QH JH 10H 9H")
    game.lays()
    game.lets_pass("ann", "trump.name")
    assert game.board.trump == "H"


def test_every_clock_is_the_tables_option() -> None:
    game = trumplestiltskin(settings={"turn_seconds": 77, "objection_seconds": 11})
    while game.board.phase != "tricks":
        question = game.match.open[0]
        assert question.within == 77
        game.match.answer(question.number, question.seat, question.default)
    question = game.match.open[0]
    assert question.within == 77
    game.claims(game.turn)
    if game.key == "claim.object":
        assert {question.within for question in game.match.open} == {11}
