"""Leading, following, beating, Jokers, who takes the trick (S4-4 to S4-11, R4-5, R4-6); cards that play themselves.

The tables below speak of single moments: a hand, the plays on the table, and what may follow. Trump is hearts.
"""

from __future__ import annotations

from typing import Any

import pytest
from language.any_game import begun_before
from language.trumplestiltskin import TrumplestiltskinPlay, short, trumplestiltskin

from bot.games.trumplestiltskin.cards import PACK, gnome_value, value_of
from bot.games.trumplestiltskin.trick_so_far import ranks_of, winner_of
from bot.games.trumplestiltskin.tricks import legal_plays, why_not

Trick = list[tuple[int, str]]


def cards(said: str) -> list[str]:
    """Cards as they are said, each with a copy of its own."""
    seen: list[str] = []
    for one in said.split():
        whole = one if one[:2] in ("RJ", "BJ") else next(f"{one}{copy}" for copy in "12" if f"{one}{copy}" not in seen)
        seen.append(whole)
    return seen


def on_table(said: str) -> Trick:
    return list(enumerate(cards(said), start=1))


def may_play(hand: str, trick: str) -> str:
    """What may be played, in the order of the hand. The hand's copies do not matter."""
    return " ".join(short(play) for play in legal_plays(cards(hand), on_table(trick), "H"))


# -- what may be played -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("AS 9H", "AS 9H"),
        ("9D RJ", "9D RJ-H RJ-D"),
        ("BJ RJ", "BJ-S BJ-C RJ-H RJ-D"),
    ],
)
def test_any_card_may_be_led_trump_too_and_a_joker_as_either_suit_of_its_colour(hand: str, legal: str) -> None:
    """S4-6, S4-10, R4-6."""
    assert may_play(hand, "") == legal


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        ("9S AS AD", "KS", "9S AS"),
        ("9S AH AD", "KS", "9S"),
        ("9S AH", "KS 9H", "9S"),  # somebody has ruffed: still follow (S4-9)
        ("9S AS", "KS 9H AH", "9S AS"),  # nor is anything to be beaten in the plain suit
        ("9S BJ", "KS", "9S BJ-S"),
        ("9S RJ", "KS", "9S"),  # the red one cannot be a spade
        ("9S BJ RJ AH", "BJ-S", "9S BJ-S"),  # a led Joker leads the suit that was declared
        ("9C BJ AH", "BJ-C", "9C BJ-C"),
        ("9S AC", "BJ-C", "AC"),
    ],
)
def test_follow_suit_if_you_can(hand: str, trick: str, legal: str) -> None:
    """S4-7, S4-9, S4-10."""
    assert may_play(hand, trick) == legal


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        ("9H JH AH KS", "QH", "AH"),
        ("9H JH KH AH", "QH", "KH AH"),
        ("9H JH AS", "QH", "9H JH"),  # not higher: Trump anyway
        ("9H JH QH", "QH", "9H JH QH"),  # an equal one does not beat
        ("JH KH", "9H QH 10H", "KH"),  # above the best so far, not above the last
        ("JH KH", "9H QH AS", "KH"),
        ("9H 10H", "RJ-H", "10H"),  # a led Joker ranks as a nine
        ("9H AH RJ", "QH", "AH RJ-H"),  # a Joker here would be above the Queen
        ("9H AH RJ", "QH 9H", "AH"),  # here it would be but a ten
        ("9H JH RJ", "KH 9S", "9H JH RJ-H"),  # nothing natural beats: a Joker as Trump may be played, high or low
        ("AS AD RJ BJ", "QH", "AS AD RJ-H RJ-D BJ-S BJ-C"),  # void: anything, the Joker is not forced
    ],
)
def test_a_led_trump_must_be_beaten_if_possible(hand: str, trick: str, legal: str) -> None:
    """S4-8, R4-6."""
    assert may_play(hand, trick) == legal


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        ("9H AD", "KS", "9H AD"),  # no duty to ruff
        ("9H AH AD", "KS JH", "AH"),  # void: overtrump
        ("9H JH AD", "KS QH", "9H JH AD"),  # cannot: no duty to undertrump
        ("QH AD", "KS QH", "QH AD"),  # an equal Trump does not beat
        ("KH AD RJ", "KS QH", "KH RJ-H"),  # the Joker would be above the Queen
        ("KH AD RJ", "KS JH QS", "KH RJ-H"),  # above the Queen of spades under it, so above the Jack
        ("KH AD RJ", "KS JH 9S", "KH"),  # a ten would not beat the Jack
        ("KH AD BJ", "KS JH 9S", "KH BJ-S"),  # the Joker of spades follows
        ("KH AD BJ", "KC JH 9S", "KH BJ-C"),
        ("KH AD RJ", "KD JH 9S", "AD RJ-D"),  # a natural diamond must follow, or the Joker
        ("KH AS RJ", "KD JH 9S", "KH RJ-D"),  # as Trump it would not beat the Jack; as a diamond it follows
        ("KH AS RJ", "KD 9H 10S", "KH RJ-H RJ-D"),  # as Trump it beats the nine; as a diamond it follows
        ("9H AD BJ", "KS QH", "9H AD BJ-S BJ-C"),  # nothing is owed
        ("9H AD RJ", "KS QH", "9H AD RJ-H RJ-D"),  # only the Joker could beat: nobody is forced to play it
        ("AD RJ", "KS 9H", "AD RJ-H RJ-D"),
        ("9H AD", "AS RJ-H", "9H AD"),  # the Joker on the Ace is a seven: beyond everything
        ("QH AD", "JS RJ-H 9S", "QH AD"),  # a Joker on a Jack ranks as the Queen
        ("KH AD", "JS RJ-H 9S", "KH"),
    ],
)
def test_who_is_void_must_overtrump_a_trump_that_lies_there(hand: str, trick: str, legal: str) -> None:
    """S4-9, R4-6: with a natural Trump; no duty to ruff, to undertrump or to beat a plain lead. A Joker declared in the
    suit that was led follows it (R4-6a)."""
    assert may_play(hand, trick) == legal


@pytest.mark.parametrize(
    ("hand", "trick", "card", "why"),
    [
        ("9S AD", "KS", "AD1", ("follow", "S")),
        ("9S AH", "KS 9H", "AH1", ("follow", "S")),
        ("9S RJ", "KS", "RJ", ("follow", "S")),
        ("9H AH", "QH", "9H1", ("beat", "H")),
        ("9H AH AD", "QH", "AD1", ("follow", "H")),
        ("9H AH RJ", "QH 9H", "RJ", ("beat", "H")),
        ("9H AH BJ", "QH", "BJ", ("follow", "H")),
        ("9H AH", "KS QH", "9H1", ("overtrump", "H")),
        ("AD AH", "KS QH", "AD1", ("overtrump", "H")),
        ("RJ AH", "KS JH 9S", "RJ", ("overtrump", "H")),
        ("BJ AH", "KS JH 9S", "BJ", None),
        ("9S AD", "KS", "9S1", None),
        ("9S AD", "", "AD1", None),
        ("KH RJ", "KS QH", "RJ", None),
    ],
)
def test_a_refused_card_has_its_reason(hand: str, trick: str, card: str, why: tuple[str, str] | None) -> None:
    assert why_not(cards(hand), on_table(trick), "H", card) == why


# -- ranks, and who takes it ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "ranks"),
    [
        ("9S 10S JS QS KS AS", [1, 2, 3, 4, 5, 6]),
        ("AS BJ-S", [6, 7]),
        ("9S AD BJ-S", [1, 6, 7]),  # above the card under it, whatever its suit
        ("9S BJ-C RJ-H", [1, 2, 3]),  # a Joker under a Joker counts with its own rank
        ("RJ-D BJ-C 9D", [1, 2, 1]),  # a led Joker is lowest
        ("AS BJ-S RJ-H", [6, 7, 8]),
    ],
)
def test_a_joker_ranks_one_above_the_card_under_it(trick: str, ranks: list[int]) -> None:
    """S4-4, R4-5."""
    assert ranks_of(on_table(trick)) == ranks


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("9S AS KS", 2),
        ("9S AD AC", 1),  # other suits take nothing
        ("AS 9H KS", 2),  # the highest Trump
        ("AS 9H JH 10H", 3),
        ("AS AS", 1),  # twins: the first
        ("9H AH AH", 2),
        ("KS BJ-S AS", 2),  # the Joker on the King is as high as an Ace, and was first
        ("9S AS JD BJ-S", 2),  # on the Jack of another suit it is but a Queen
        ("QS KS 10D AS BJ-S", 5),
        ("10S 9D AS KD BJ-S", 3),  # equal to the Ace that lies there: the first
        ("KS BJ-C", 1),  # as a club it takes nothing
        ("KS RJ-D", 1),
        ("AS RJ-H 10H", 2),  # as Trump it takes the trick: a seven
        ("9S RJ-H 10H", 2),  # a ten each: the first
        ("9S RJ-H JH", 3),
        ("BJ-S 9S", 1),  # a led Joker and a nine: the first
        ("BJ-S 10S", 2),
        ("BJ-C 9S AD", 1),  # its declared suit was led, and nobody followed
        ("RJ-D 9H", 2),
        ("RJ-H 9H", 1),
        ("RJ-D BJ-C", 1),
    ],
)
def test_the_highest_trump_takes_it_else_the_highest_of_the_led_suit(trick: str, winner: int) -> None:
    """S4-11, R4-5: of equals the first."""
    assert winner_of(on_table(trick), "H") == winner


@pytest.mark.parametrize(
    ("play", "value"),
    [
        ("AS1", 1), ("KS1", 1), ("QS1", 0), ("JS1", 0), ("10S1", 0), ("9S1", 0), ("BJ-S", 2), ("BJ-C", 2), ("RJ-D", 2),
        ("AH1", 2), ("KH1", 2), ("QH1", 1), ("JH1", 1), ("10H1", 1), ("9H2", 1), ("RJ-H", 3),
    ],
)  # fmt: skip
def test_values(play: str, value: int) -> None:
    """S4-5, with hearts as Trump."""
    assert value_of(play, "H") == value


@pytest.mark.parametrize(("trump", "red", "black"), [("S", 2, 3), ("H", 3, 2), ("D", 3, 2), ("C", 2, 3)])
def test_a_joker_as_the_gnome_counts_as_trump_if_its_colour_can_be(trump: str, red: int, black: int) -> None:
    """R4-7."""
    assert (gnome_value("RJ", trump), gnome_value("BJ", trump)) == (red, black)


@pytest.mark.parametrize("trump", "SHDC")
def test_thirty_three_points_in_the_pack_and_twenty_seven_without_the_blanket(trump: str) -> None:
    """The arithmetic of the rules file."""
    naturals = sum(gnome_value(card, trump) for card in PACK)
    blanket = sum(gnome_value(card, trump) for card in ("9S2", "9H2", "9D2", "9C2", "RJ", "BJ"))
    assert (naturals, blanket) == (27, 6)


# -- at the table -----------------------------------------------------------------------------------------------------

ANN = "AS AS KS QS 9S AH 9H AD KD AC KC"
BEN = "KS 10S KH JH 10H AD KD QD JD 10D 9D"
CAT = "JS JS AH KH QH QC QC JC JC 10C 10C"
DAN = "QS 10S QH JH 10H QD JD 10D AC KC 9C"
HANDS = {"ann": ANN, "ben": BEN, "cat": CAT, "dan": DAN}


def at_tricks(trump: str = "H", lays: str = "", gnome: str = "9C", **settings: Any) -> TrumplestiltskinPlay:
    game = trumplestiltskin(gnome=gnome, settings=settings, **HANDS)
    game.opens(ann=14, trump=trump, lays=lays)
    return game


def test_the_declarer_leads_play_goes_clockwise_and_the_taker_leads_next() -> None:
    """S4-6."""
    game = at_tricks()
    assert [(game.turn, game.plays(game.turn, card))[0] for card in ("9S", "10S", "JS", "QS")] == [
        "ann", "ben", "cat", "dan",
    ]  # fmt: skip
    assert game.public("trick.taken") == [
        {"seat": "dan", "points": 0, "plays": [[1, "9S1"], [2, "10S1"], [3, "JS1"], [4, "QS2"]]}
    ]
    assert (game.turn, game.board.leader, game.board.trick) == ("dan", 4, ())
    assert game.trick("QD AD AD QC") == "ann"
    assert game.points() == {"ann": 2, "ben": 0, "cat": 0, "dan": 0}


def test_everybody_sees_who_would_take_the_trick_and_each_what_forbids_a_card_of_theirs() -> None:
    game = at_tricks()
    assert game.board.leads_trick is None  # nobody has led
    assert game.view("ann").why_not("AS1") is None
    game.plays("ann", "9S")
    forbidden = {short(card): game.view("ben").why_not(card) for card in game.view("ben").hand}
    assert {card for card, why in forbidden.items() if why is None} == {"KS", "10S"}
    assert forbidden["KH"] == ("follow", "S")
    game.plays("ben", "10S")
    assert [game.view(name).leads_trick for name in (*game.names, "bystander")] == [2] * 5


def test_a_whole_hand_trick_by_trick() -> None:
    """Ruffs, overtrumps and beats as they come, with the points of each trick."""
    game = at_tricks()
    assert game.trick("AS KS JS QS") == "ann"  # 2
    assert game.trick("AS 10S JS 10S") == "ann"  # 1, and all but ann are void now
    game.plays("ann", "QS")
    assert game.playable("ben") == "10D 10H 9D AD JD JH KD KH QD"
    assert game.refused("ben", "10H") is None
    game.plays("ben", "10H")
    assert game.playable("cat") == "AH KH QH"
    assert game.refused("cat", "JC") == ("overtrump", "H")
    game.plays("cat", "QH")
    assert game.playable("dan") == "10D 10H 9C AC JD JH KC QD QH"  # her Queen is no higher: no duty
    game.plays("dan", "10D")
    assert game.public("trick.taken")[-1]["seat"] == "cat"
    assert game.points() == {"ann": 3, "ben": 0, "cat": 2, "dan": 0}
    game.plays("cat", "KH")
    assert game.refused("dan", "10H") is None
    game.plays("dan", "10H")
    assert game.playable("ann") == "AH"
    assert game.refused("ann", "9H") == ("beat", "H")
    assert game.refused("ann", "AD") == ("follow", "H")
    game.plays("ann", "AH")
    assert game.playable("ben") == "JH KH"  # nothing beats the Ace: any Trump
    game.plays("ben", "KH")
    assert game.turn == "ann"
    assert game.points() == {"ann": 3 + 2 + 1 + 2 + 2, "ben": 0, "cat": 2, "dan": 0}
    assert game.board.line == (
        "T4/1 dealer=4 bid=1:14,2:-,3:-,4:- declarer=1@14 trump=H"
        " | 1:AS 2:KS 3:JS 4:QS >1+2 | 1:AS 2:10S 3:JS 4:10S >1+1 | 1:QS 2:10H 3:QH 4:10D >3+2"
        " | 3:KH 4:10H 1:AH 2:KH >1+7"
    )


def test_a_joker_at_the_table_is_declared_and_shown_with_its_suit() -> None:
    """S4-10."""
    game = at_tricks(lays="9S 9S 9H 9H 9D")
    assert {"RJ-H", "RJ-D", "BJ-S", "BJ-C"} <= set(game.playable("ann").split())
    assert game.is_refused("ann", "trick.play", "RJ-S") == "not_offered"
    assert game.is_refused("ann", "trick.play", "RJ") == "not_offered"
    assert game.trick("BJ-S KS JS QS") == "ben"
    assert game.public("card.played")[0] == {"seat": "ann", "play": "BJ-S"}
    assert game.public("trick.taken")[-1]["points"] == 3  # the Joker 2, the King 1
    game.plays("ben", "9D")
    assert game.refused("cat", "AH") is None
    game.plays("cat", "QC")
    game.plays("dan", "QD")
    assert game.playable("ann") == "AD KD RJ-D"
    game.plays("ann", "RJ-D")
    assert game.public("trick.taken")[-1] == {
        "seat": "ann", "points": 2, "plays": [[2, "9D1"], [3, "QC1"], [4, "QD2"], [1, "RJ-D"]],
    }  # fmt: skip


def test_nobody_is_asked_for_a_card_out_of_turn() -> None:
    game = at_tricks()
    assert [game.asked(name) for name in ("ben", "cat", "dan")] == [[], [], []]
    assert game.is_refused("ann", "trick.play", game.view("ben").hand[0]) == "not_offered"
    assert game.is_refused("ann", "trick.play", None) == "not_offered"


def test_who_lets_the_time_pass_plays_the_lowest_card_that_is_allowed_and_no_joker() -> None:
    """M4-8."""
    game = at_tricks(lays="9S 9H 9D AC KC")
    assert {"9S", "9H", "RJ", "BJ"} <= set(game.hand("ann").split())
    game.lets_pass("ann", "trick.play")
    assert short(game.public("card.played")[0]["play"]) in ("9S", "9H")
    game = at_tricks(lays="9S 9S 9H 9H 9D")
    game.plays("ann", "AS")
    game.lets_pass("ben", "trick.play")
    assert game.public("card.played")[-1] == {"seat": "ben", "play": "10S1"}


# -- cards that play themselves ---------------------------------------------------------------------------------------


def forced_plays(game: TrumplestiltskinPlay) -> tuple[int, int]:
    """Play the lowest cards to the end of the hand: how often somebody was asked who had but one choice, and how many
    plays nobody was asked for, other than the last trick's.
    """
    asked: list[tuple[int, int]] = []
    while game.board.number == 1:
        question = game.match.open[0]
        plays = [play for play in question.choices if play != "claim"]
        asked.append((len(plays), game.board.player(question.seat).cards))
        game.match.answer(question.number, question.seat, question.default)
    return (
        sum(choices == 1 for choices, _ in asked),
        sum(len(taken["plays"]) for taken in game.public("trick.taken")) - len(asked),
    )


def test_a_forced_card_is_asked_for_played_in_the_last_trick_or_played_at_once() -> None:
    """Option `play_forced`."""
    asked, unasked = forced_plays(at_tricks(play_forced="never"))
    assert asked >= 4
    assert unasked == 0
    last_asked, last_unasked = forced_plays(at_tricks(play_forced="last_trick"))
    assert (last_asked, last_unasked) == (asked - 4, 4)
    assert forced_plays(at_tricks(play_forced="always")) == (0, asked)


def test_a_joker_as_the_last_card_is_asked_for_its_suit() -> None:
    """M4-7: it is not forced as long as its suit is open; who follows with it in the led suit only has two as well."""
    game = at_tricks(lays="9S 9H 9D AC BJ")
    while game.board.player(1).cards > 1:
        question = game.match.open[0]
        plays = [play for play in question.choices if play != "claim" and not play.startswith("RJ")]
        game.match.answer(question.number, question.seat, plays[0])
    while game.turn != "ann":
        game.lets_pass(game.turn, "trick.play")
    assert list(game.question("ann", "trick.play").choices) == ["RJ-H", "RJ-D"]


def overtrumping_is_owed(**details: Any) -> TrumplestiltskinPlay:
    """cat has led a diamond, dan has trumped it with the nine; ann has no diamond, higher hearts, and the red Joker."""
    game = trumplestiltskin(
        ann="10C KH AH AS AS KS KS QS QS JS JS",
        ben="9C AH KH QH QH JH JH 10H 9S 9D 10D",
        cat="AC AC KD KD QD QD AD AD JD JD 10D",
        dan="KC KC QC QC JC JC 10C 9H 10H 10S 10S",
        **details,
    )
    game.opens(ann=14, trump="H", lays="BJ 9S 9H 9D JS")
    assert game.trick("10C 9C AC JC") == "cat"
    game.plays("cat", "KD")
    game.plays("dan", "9H")
    return game


def test_a_joker_in_the_suit_led_may_be_played_under_a_trump() -> None:
    """R4-6a: ann plays in suit, and so she owes no Trump; ben, who has diamonds, is not concerned."""
    game = overtrumping_is_owed()
    assert game.playable("ann") == "AH KH RJ-D RJ-H"
    assert game.refused("ann", "AS") == ("overtrump", "H")
    game.plays("ann", "RJ-D")
    assert game.playable("ben") == "10D 9D"
    game.plays("ben", "9D")
    assert game.public("trick.taken")[-1]["seat"] == "dan"
    assert game.points()["dan"] == 4  # the King 1, the nine of Trump 1, the Joker 2


def test_in_a_game_of_before_it_may_not() -> None:
    """R4-6a: the hand goes on as its players know it, and the refusal names the duty."""
    game = overtrumping_is_owed(begun_by=begun_before)
    assert game.playable("ann") == "AH KH RJ-H"
    assert game.view("ann").why_not("AS1") == ("overtrump", "H")
