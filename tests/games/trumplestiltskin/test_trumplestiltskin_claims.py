"""Claims: who leads may say that all the rest is his (M4-3 to M4-6)."""

from __future__ import annotations

from typing import Any

import pytest
from language.any_game import begun_before
from language.trumplestiltskin import TrumplestiltskinPlay, short, shorts, trumplestiltskin

from bot.games.trumplestiltskin.claims import is_certain, unseen_by
from bot.games.trumplestiltskin.table import TrumplestiltskinTable

STRONG = "AS AS KS KS QS QS JS JS 10S 10S 9S"
"""Every spade that is dealt."""
ANN = "AS AS KS QS 9S AH 9H AD KD AC KC"
BEN = "KS 10S KH JH 10H AD KD QD JD 10D 9D"
CAT = "JS JS AH KH QH QC QC JC JC 10C 10C"
DAN = "QS 10S QH JH 10H QD JD 10D AC KC 9C"


def strong(**settings: Any) -> TrumplestiltskinPlay:
    """ann holds all Trump that others could have, the black Joker among it: her claim is certain."""
    game = trumplestiltskin(ann=STRONG, gnome="9H", settings=settings)
    game.opens(ann=14, trump="S", lays="9S 9S 9D 9C RJ")
    return game


def weak(**settings: Any) -> TrumplestiltskinPlay:
    """The rest may be ann's or not."""
    game = trumplestiltskin(ann=ANN, ben=BEN, cat=CAT, dan=DAN, settings=settings)
    game.opens(ann=14, trump="H")
    return game


def claim_at_the_table(game: TrumplestiltskinPlay) -> bool:
    return "claim" in game.question(game.turn, "trick.play").choices


# -- when one may claim -----------------------------------------------------------------------------------------------


def test_who_leads_may_claim_and_nobody_else() -> None:
    game = weak()
    assert game.question("ann", "trick.play").choices[-1] == "claim"
    game.plays("ann", "AS")
    for card in ("KS", "JS", "QS"):
        assert not claim_at_the_table(game)
        assert game.is_refused(game.turn, "trick.play", "claim") == "not_offered"
        game.plays(game.turn, card)
    assert claim_at_the_table(game)


def test_a_table_can_do_without_claims() -> None:
    game = weak(claims=False)
    assert not claim_at_the_table(game)
    assert game.is_refused("ann", "trick.play", "claim") == "not_offered"


def test_the_last_card_needs_no_claim() -> None:
    game = weak(play_forced="never")
    while game.board.number == 1:
        leads = not game.board.trick
        assert claim_at_the_table(game) == (leads and game.board.player(1).cards > 1)
        game.lets_pass(game.turn, "trick.play")


# -- certain claims ---------------------------------------------------------------------------------------------------


def test_a_certain_claim_is_accepted_at_once() -> None:
    """M4-3."""
    game = strong()
    hand = game.hand("ann")
    game.claims("ann")
    [made] = game.public("claim.made")
    assert (made["seat"], shorts(made["cards"])) == ("ann", hand)
    assert game.public("claim.certain") == [{"seat": "ann"}]
    assert game.public("claim.accepted") == []
    assert game.board.number == 2  # nobody was asked
    [sheet] = game.board.hands
    # 33 less what was laid away: the red Joker 2, two nines of Trump 1 each. The black Joker counts as Trump.
    assert [one.points for one in sheet.reckonings] == [33 - 4, 0, 0, 0]
    assert game.public("gnome.turned") == [{"card": "9H2", "points": 0, "seat": "ann"}]


def test_what_the_declarer_laid_away_counts_as_seen_for_him_alone() -> None:
    """M4-3: if the black Joker is laid away, nobody can beat ann; if it is the Gnome, she cannot know that."""
    game = trumplestiltskin(ann=STRONG, gnome="9H")
    game.opens(ann=14, trump="S", lays="BJ RJ 9D 9C 9S")
    game.claims("ann")
    assert game.public("claim.certain") == [{"seat": "ann"}]
    game = trumplestiltskin(ann=STRONG, gnome="BJ")
    game.opens(ann=14, trump="S", lays="9H RJ 9D 9C 9S")
    game.claims("ann")
    assert game.public("claim.certain") == []
    assert game.key == "claim.object"


@pytest.mark.parametrize(
    ("hand", "unseen", "trump", "certain"),
    [
        ("AH1 KH1", "QH1 JH1 9S1", "H", True),
        ("AH1 QH1", "KH1 JH1", "H", False),
        ("AH1 QH1", "KH1", "H", True),  # the Ace draws it
        ("AH1 KH1", "AH2", "H", True),  # of equals the first; the King leads when the Ace is gone
        ("KH1 QH1", "AH2", "H", False),
        ("AH1 AS1", "KH1 KS1", "H", True),
        ("AH1 AS1", "KH1 QH1", "H", False),  # one of them may be left to ruff the spade
        ("AS1 KS1", "9H1", "H", False),
        ("AS1 KS1", "QS1 AD1 AC1", "H", True),  # no Trump is out
        ("AS1 9S1", "9S2", "H", True),
        ("AS1 9S1", "9S2 10S1", "H", False),
        ("AH1 KH1", "RJ", "H", False),  # the Joker on the Ace is a seven
        ("AH1 KH1", "BJ", "H", True),  # the black one cannot be a heart
        ("AH1 AS1", "BJ", "H", False),  # but a spade
        ("AH1 AD1", "BJ KD1", "H", True),
        ("AS1 AC1", "RJ", "H", False),  # who is void may ruff with it
        ("AH1 RJ", "9H1", "H", True),  # the Joker is led last: nobody has the suit left
        ("AH1 RJ", "9H1 9H2", "H", True),  # and if somebody has, a nine is no higher, and was not first
        ("AH1 RJ", "10H1 9H1", "H", False),
        ("AS1 RJ", "KS1 QS1", "H", True),
        ("AS1 RJ", "10D1 10H1", "H", False),
        ("AS1 BJ", "QS1 9C1", "D", True),  # as a club it is as high as the nine
        ("RJ BJ", "9S1 9C1 9H1", "H", True),
        ("RJ BJ", "10S1 10C1", "H", False),
        ("AS1", "", "H", True),
    ],
)
def test_what_is_certain(hand: str, unseen: str, trump: str, certain: bool) -> None:
    """M4-3: whoever holds the unseen cards."""
    assert is_certain(hand.split(), unseen.split(), trump) is certain


# -- claims that are asked about --------------------------------------------------------------------------------------


def test_everybody_else_is_asked_at_once_and_all_must_let_it_stand() -> None:
    """M4-4."""
    game = weak()
    game.claims("ann")
    assert [game.asked(name) for name in game.names] == [[], *[["claim.object"]] * 3]
    assert (game.board.phase, game.board.claimant, game.board.to_act) == ("claim", 1, None)
    assert game.offered("ben", "claim.object") == ["accept", "object"]
    game.answers("cat", "claim.object", "accept")
    assert game.public("claim.accepted") == []
    assert [game.asked(name) for name in game.names] == [[], ["claim.object"], [], ["claim.object"]]
    game.answers("ben", "claim.object", "accept")
    game.answers("dan", "claim.object", "accept")
    assert game.public("claim.accepted") == [{"seat": "ann"}]
    assert game.board.number == 2
    [sheet] = game.board.hands
    assert [one.points for one in sheet.reckonings][1:] == [0, 0, 0]


@pytest.mark.parametrize("silent", ["ben", "cat", "dan"])
def test_one_who_does_not_answer_has_it_played_out(silent: str) -> None:
    """R4-6b: a claim is accepted by everybody's answer, never by a clock."""
    game = weak()
    hand = game.hand("ann")
    game.claims("ann")
    for name in ("ben", "cat", "dan"):
        if name != silent:
            game.answers(name, "claim.object", "accept")
    game.lets_pass(silent, "claim.object")
    assert game.public("claim.accepted") == []
    assert game.public("claim.rejected") == [{"seat": "ann", "by": silent}]
    assert (game.board.phase, game.turn, game.hand("ann")) == ("tricks", "ann", hand)


def test_in_a_game_of_before_silence_is_consent() -> None:
    """R4-6b: a table that an earlier version laid goes on as its players know it."""
    game = trumplestiltskin(ann=ANN, ben=BEN, cat=CAT, dan=DAN, begun_by=begun_before)
    game.opens(ann=14, trump="H")
    game.claims("ann")
    for name in ("ben", "cat", "dan"):
        game.lets_pass(name, "claim.object")
    assert game.public("claim.accepted") == [{"seat": "ann"}]


@pytest.mark.parametrize("objector", ["ben", "cat", "dan"])
def test_one_objection_is_enough_and_the_hand_stays_shown(objector: str) -> None:
    """M4-4, M4-5."""
    game = weak()
    hand = game.hand("ann")
    game.claims("ann")
    if objector != "ben":
        game.answers("ben", "claim.object", "accept")
    game.answers(objector, "claim.object", "object")
    assert game.public("claim.rejected") == [{"seat": "ann", "by": objector}]
    assert [game.asked(name) for name in game.names] == [["trick.play"], [], [], []]
    assert (game.board.phase, game.board.claimant, game.turn) == ("tricks", None, "ann")
    for name in ("ben", "bystander"):
        assert shorts(game.view(name).player(1).shown) == hand
        assert [one.shown for one in game.view(name).players[1:]] == [()] * 3
    game.plays("ann", "AS")
    assert "AS1" not in game.view("ben").player(1).shown
    assert len(game.view("ben").player(1).shown) == 10


def test_one_claim_a_hand_for_each_player() -> None:
    """M4-5: ann is not asked again, others may; a new hand brings a new claim."""
    game = weak()
    game.claims("ann")
    game.answers("dan", "claim.object", "object")
    assert not claim_at_the_table(game)
    assert game.is_refused("ann", "trick.play", "claim") == "not_offered"
    assert game.trick("QS KS JS QS") == "ben"
    assert claim_at_the_table(game)
    game.plays_out()
    game.opens(ben=14, trump="H")
    game.claims("ben")
    assert game.board.number == 3 or game.key == "claim.object"
    game.all_accept()
    game.picks()
    game.auction(ann=14)
    game.lays()
    game.name_trump("H")
    assert claim_at_the_table(game)


def test_the_claimant_takes_the_rest_and_the_gnome_and_keeps_what_was_taken_before() -> None:
    """M4-6: points of the tricks before stay where they are; a Joker that could be Trump counts as Trump."""
    game = trumplestiltskin(ann=ANN, ben=BEN, cat=CAT, dan=DAN, gnome="9H")
    game.opens(ann=14, trump="H", lays="9S 9S 9D 9C QS")
    assert game.trick("AS KS JS QS") == "ann"
    assert game.trick("9H JH AH 10H") == "cat"
    before = game.points()
    assert before == {"ann": 2, "ben": 0, "cat": 5, "dan": 0}
    game.claims("cat")
    game.all_accept()
    [sheet] = game.board.hands
    points = [one.points for one in sheet.reckonings]
    assert points[0] == 2
    assert points[1] == points[3] == 0
    # All 33 were in play: the red Joker, never played, counts as Trump, and the Gnome is the nine of hearts.
    assert sum(points) == 33
    assert game.public("gnome.turned")[-1]["seat"] == "cat"


def test_nobody_elses_hand_is_shown_by_a_claim() -> None:
    game = weak()
    others = {card for name in ("ben", "cat", "dan") for card in game.view(name).hand}
    said = len(game.public())
    game.claims("ann")
    game.all_accept()
    for key, values in game.public()[said:]:
        assert not others & {card for card in str(values).replace("'", " ").split() if key != "hand.scored"}


def test_a_claim_can_win_the_game() -> None:
    game = strong(players_goal=40)
    game.claims("ann")
    assert game.winners == ["ann"]
    assert game.match.open == []
    assert [player.tricks for player in game.board.players] == [11, 0, 0, 0]
    assert (game.board.claimant, game.board.phase) == (None, "over")


# -- what the claimant can know ---------------------------------------------------------------------------------------


def table_of(game: TrumplestiltskinPlay) -> TrumplestiltskinTable:
    table = game.match._table
    assert isinstance(table, TrumplestiltskinTable)
    return table


def test_a_suit_that_all_others_have_shown_to_be_without_is_not_out() -> None:
    """ann leads spades until nobody follows: then no spade is unseen, though one lies in the Gnome's place."""
    game = trumplestiltskin(ann=ANN, ben=BEN, cat=CAT, dan=DAN, gnome="9S")
    game.opens(ann=14, trump="H")
    assert "9S2" in unseen_by(table_of(game), 1)
    assert game.trick("AS KS JS QS") == "ann"
    assert game.trick("AS 10S JS 10S") == "ann"
    assert "9S2" in unseen_by(table_of(game), 1)
    assert game.trick("QS 9D QC QD") == "ann"
    assert "9S2" not in unseen_by(table_of(game), 1)
    assert "9S2" in unseen_by(table_of(game), 2)  # ann has followed: ben cannot know


def test_the_declarer_knows_what_he_laid_away_and_the_others_do_not() -> None:
    game = trumplestiltskin(ann=ANN, ben=BEN, cat=CAT, dan=DAN)
    game.opens(ann=14, trump="H", lays="AS RJ BJ 9D 9H")
    laid = set(game.view("ann").discarded)
    assert not laid & set(unseen_by(table_of(game), 1))
    assert laid < set(unseen_by(table_of(game), 2))
    assert "9C2" in unseen_by(table_of(game), 1)  # the Gnome
    assert {short(card) for card in laid} == {"AS", "RJ", "BJ", "9D", "9H"}
