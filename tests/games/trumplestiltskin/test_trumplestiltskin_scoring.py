"""Points taken, the Gnome card, the score sheet and both ends of the game (S4-12, S4-13, R4-7 to R4-9).

Whole hands are made short by claims that nobody objects to: what the claimant says is his, is his.
"""

from __future__ import annotations

from typing import Any

import pytest
from language.trumplestiltskin import TRUMPLESTILTSKIN, Hand, TrumplestiltskinPlay, hands, trumplestiltskin

from bot.games.trumplestiltskin.options import TrumplestiltskinOptions
from bot.games.trumplestiltskin.scoring import judge, reckon, score_hand
from bot.games.trumplestiltskin.table import CardPlayer, TrumplestiltskinTable

ANN = "AS AS KS QS 9S AH 9H AD KD AC KC"
BEN = "KS 10S KH JH 10H AD KD QD JD 10D 9D"
CAT = "JS JS AH KH QH QC QC JC JC 10C 10C"
DAN = "QS 10S QH JH 10H QD JD 10D AC KC 9C"
HANDS = {"ann": ANN, "ben": BEN, "cat": CAT, "dan": DAN}


def at_tricks(
    gnome: str = "9C",
    lays: str = "",
    settings: dict[str, Any] | None = None,
    later: tuple[Hand, ...] = (),
    trump: str = "H",
    **bids: Any,
) -> TrumplestiltskinPlay:
    game = trumplestiltskin(gnome=gnome, settings=settings, later=later, **HANDS)
    game.opens(trump=trump, lays=lays, **(bids or {"ann": 14}))
    return game


def score(game: TrumplestiltskinPlay, number: int = 1) -> dict[str, tuple[int, int, int, int]]:
    """By name: highest bid, points taken, what the own column got, what the Gnome got for it."""
    row = next(row for row in game.board.hands if row.number == number)
    return {name: tuple(one[1:]) for name, one in zip(game.names, row.reckonings, strict=True)}


# -- the Gnome card ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gnome", "trump", "points"),
    [("9C", "H", 0), ("9H", "H", 1), ("RJ", "H", 3), ("RJ", "S", 2), ("BJ", "S", 3), ("BJ", "D", 2), ("9S", "S", 1)],
)
def test_the_gnome_is_turned_up_after_the_last_trick_for_its_winner(gnome: str, trump: str, points: int) -> None:
    """R4-7."""
    game = at_tricks(gnome, trump=trump, settings={"claims": False})
    while game.board.number == 1:
        assert game.board.gnome_card is None
        game.lets_pass(game.turn, "trick.play")
    [turned] = game.public("gnome.turned")
    tricks = game.public("trick.taken")
    last = tricks[-1]["seat"]
    assert (turned["seat"], turned["points"]) == (last, points)
    assert game.public("hand.scored")[0]["score"][5] == [list(one) for one in game.board.hands[0].reckonings]
    taken = {name: sum(trick["points"] for trick in tricks if trick["seat"] == name) for name in game.names}
    assert {name: one[1] for name, one in score(game).items()} == taken | {last: taken[last] + points}
    everything = [key for key, _ in game.public()]
    assert everything.index("gnome.turned") < everything.index("hand.scored")


def test_all_thirty_three_points_can_be_taken() -> None:
    """What is laid away is worth nothing, or as much as it would have been worth."""
    game = at_tricks(gnome="9H", lays="QS 9S 9S 9D 9H", trump="C")
    game.takes_the_rest("ann")
    assert sum(one[1] for one in score(game).values()) == 33
    game = at_tricks(gnome="9C", lays="QS 9S 9S 9D 9H", trump="H")  # now the nine of hearts is Trump
    game.takes_the_rest("ann")
    assert sum(one[1] for one in score(game).values()) == 32


# -- the score sheet --------------------------------------------------------------------------------------------------


def test_a_declarer_who_makes_it_gets_points_and_bid() -> None:
    """R4-8."""
    game = at_tricks(ann=14)
    game.takes_the_rest("ann")
    points = score(game)["ann"][1]
    assert points >= 14
    assert score(game)["ann"] == (14, points, points + 14, 0)
    assert game.columns() == {"ann": points + 14, "ben": 0, "cat": 0, "dan": 0, "gnome": 0}


def test_a_declarer_who_falls_short_gets_nothing_and_the_gnome_points_and_bid() -> None:
    """R4-8; and everybody else by his own highest bid."""
    game = at_tricks(ann=(12, 20), ben=13, dan=16, lays="9S 9H 9D RJ BJ")
    assert game.trick("9S KS JS QS") == "ben"
    assert game.trick("KD 10C QD AD") == "ann"
    game.plays("ann", "QS")
    game.plays("ben", "10S")
    game.plays("cat", "JS")
    game.plays("dan", "10S")
    assert game.turn == "ann"
    taken = game.points()
    assert taken == {"ann": 2, "ben": 1, "cat": 0, "dan": 0}
    game.plays("ann", "KS")
    game.plays("ben", "KH")
    game.plays("cat", "AH")
    game.plays("dan", "10H")
    assert game.points()["cat"] == 1 + 2 + 2 + 1
    game.takes_the_rest("cat")
    sheet = score(game)
    assert sheet["ann"] == (20, 2, 0, 22)
    assert sheet["ben"] == (13, 1, 0, 1)
    rest = 28 - 1 - 2 - 1  # without the Jokers there are 28; one nine of hearts was laid away
    assert sheet["cat"] == (0, rest, rest, 0)
    assert sheet["dan"] == (16, 0, 0, 0)
    assert game.columns() == {"ann": 0, "ben": 0, "cat": sheet["cat"][1], "dan": 0, "gnome": 23}


def test_in_the_long_game_the_bid_adds_nothing_for_anybody() -> None:
    """R4-8, its face-value variant."""
    game = at_tricks(ann=14, settings={"long_game": True})
    game.takes_the_rest("ann")
    points = score(game)["ann"][1]
    assert score(game)["ann"] == (14, points, points, 0)
    game = at_tricks(ann=33, settings={"long_game": True})
    game.takes_the_rest("ann")
    assert score(game)["ann"] == (33, points, 0, points)
    assert game.columns()["gnome"] == points


@pytest.mark.parametrize(
    ("is_declarer", "bid", "points", "long_game", "scored", "gnome"),
    [
        (True, 16, 16, False, 32, 0),
        (True, 16, 21, False, 37, 0),
        (True, 16, 15, False, 0, 31),
        (True, 16, 0, False, 0, 16),
        (True, 16, 16, True, 16, 0),
        (True, 16, 15, True, 0, 15),
        (False, 0, 0, False, 0, 0),
        (False, 0, 7, False, 7, 0),
        (False, 13, 13, False, 13, 0),
        (False, 13, 12, False, 0, 12),
        (False, 13, 12, True, 0, 12),
        (False, 13, 14, True, 14, 0),
    ],
)
def test_every_case_of_the_sheet(
    is_declarer: bool, bid: int, points: int, long_game: bool, scored: int, gnome: int
) -> None:
    """R4-8."""
    table = a_sheet([0, 0, 0], long_game=long_game)
    table.declarer = 1 if is_declarer else 2
    player = table.players[1]
    player.bid, player.points = bid, points
    assert reckon(table, player) == (1, bid, points, scored, gnome)


# -- the end ----------------------------------------------------------------------------------------------------------


class Deaf:
    """A announcer that keeps what is said."""

    def __init__(self) -> None:
        self.said: list[tuple[str, dict[str, Any]]] = []

    def announce(self, audience: Any, key: str, values: dict[str, Any]) -> None:
        self.said.append((key, values))


def a_sheet(columns: list[int], gnome: int = 0, **settings: Any) -> TrumplestiltskinTable:
    """A table whose score sheet reads so."""
    table = TrumplestiltskinTable(options=TrumplestiltskinOptions(**settings), players={})
    for seat, column in enumerate(columns, start=1):
        table.players[seat] = CardPlayer(seat, column=column)
    table.gnome, table.trump = gnome, "H"
    table._announcer = Deaf()  # type: ignore[assignment]
    return table


def after(
    columns: list[int], gnome: int, declarer: int, bid: int, points: list[int], **settings: Any
) -> TrumplestiltskinTable:
    """A hand is scored on this sheet: nobody but the Declarer has bid."""
    table = a_sheet(columns, gnome, **settings)
    table.declarer = declarer
    table.high_bid = table.players[declarer].bid = bid
    for seat, taken in enumerate(points, start=1):
        table.players[seat].points = taken
    score_hand(table)
    judge(table)
    return table


@pytest.mark.parametrize(
    ("columns", "gnome", "declarer", "bid", "points", "winners", "reason"),
    [
        ([169, 0, 0], 0, 1, 15, [16, 5, 5], [1], "bid_made"),  # exactly 200 (S4-1 over S4-13's "more than")
        ([168, 0, 0], 0, 1, 15, [16, 5, 5], [], ""),  # 199
        ([195, 0, 0], 0, 1, 15, [14, 5, 5], [], ""),  # he failed and stays below
        ([250, 0, 0], 0, 1, 15, [14, 5, 5], [], ""),  # he is above, but has failed: the game goes on
        ([0, 195, 0], 0, 1, 15, [16, 9, 0], [], ""),  # a non-declarer passes 200: the game goes on
        ([180, 300, 0], 0, 1, 15, [16, 9, 0], [1], "bid_made"),  # and the Declarer wins though another has more
        ([0, 100, 90], 330, 1, 20, [0, 5, 5], [2], "gnome"),  # the Gnome has exactly 350
        ([0, 100, 90], 329, 1, 20, [0, 5, 5], [], ""),
        ([200, 290, 0], 340, 1, 20, [0, 5, 5], [1], "gnome"),  # the Declarer has 200, even if he just failed
        ([199, 290, 0], 340, 1, 20, [0, 5, 5], [2], "gnome"),
        ([0, 100, 100], 340, 1, 20, [0, 5, 5], [2, 3], "gnome"),  # tie: shared
        ([105, 100, 100], 340, 1, 20, [0, 5, 5], [1, 2, 3], "gnome"),
        ([0, 0, 0], 340, 1, 20, [0, 0, 0], [1, 2, 3], "gnome"),
        ([170, 290, 0], 400, 1, 20, [20, 5, 5], [1], "bid_made"),  # the first ending comes first
        ([100, 290, 0], 350, 1, 20, [20, 5, 5], [2], "gnome"),  # he made it, but is not there
    ],
)
def test_both_endings(
    columns: list[int], gnome: int, declarer: int, bid: int, points: list[int], winners: list[int], reason: str
) -> None:
    """R4-9."""
    table = after(columns, gnome, declarer, bid, points)
    assert (table.winners, table.reason) == (winners, reason)
    assert (table.phase == "over") == bool(winners)
    said = [key for key, _ in table._announcer.said]  # type: ignore[misc]
    assert said == (["hand.scored", "game.over"] if winners else ["hand.scored"])
    outcome = TRUMPLESTILTSKIN.rulebook.outcome(table)
    if not winners:
        assert outcome is None
        return
    assert outcome is not None
    assert outcome.sides == tuple(f"seat {seat}" for seat in winners)
    assert (outcome.seats, outcome.reason) == (tuple(winners), reason)
    won = "won" if len(winners) == 1 else "shared"
    assert outcome.results == {seat: won if seat in winners else "lost" for seat in (1, 2, 3)}


def test_the_goals_are_options() -> None:
    assert after([0, 0, 0], 0, 1, 12, [12, 0, 0], players_goal=24).reason == "bid_made"
    assert after([0, 5, 0], 0, 1, 12, [8, 0, 0], gnome_goal=20).winners == [2]


def test_a_game_won_at_the_table_by_a_made_bid() -> None:
    """S4-1; nothing is asked afterwards, and the sheet lies open."""
    game = at_tricks(ann=14, settings={"players_goal": 40})
    game.takes_the_rest("ann")
    assert game.match.outcome is not None
    assert game.winners == ["ann"]
    assert game.match.open == []
    [over] = game.public("game.over")
    assert (over["winners"], over["reason"], over["gnome"]) == ([1], "bid_made", 0)
    view = game.board
    assert (view.phase, view.winners, view.reason, len(view.hands)) == ("over", (1,), "bid_made", 1)
    assert view.gnome_card == "9C2"


def test_a_player_beside_the_declarer_who_passes_the_goal_does_not_end_it() -> None:
    """R4-9 at the table: cat, who never bid, takes the hand that ann declared. In the next one she declares, falls
    short, and wins all the same when that gives the Gnome enough.
    """
    settings = {"players_goal": 20, "gnome_goal": 60}
    game = at_tricks(ann=14, settings=settings, later=(hands(cat=ANN),))
    assert game.trick("QS KS JS QS") == "ben"
    assert game.trick("AD 10C QD AD") == "ben"
    game.plays("ben", "KH")
    game.plays("cat", "AH")
    game.plays("dan", "10H")
    game.plays("ann", "AH")
    assert game.turn == "cat"
    game.takes_the_rest("cat")
    assert game.columns()["cat"] >= 20
    assert game.columns()["gnome"] == 14
    assert game.match.outcome is None
    assert (game.board.number, game.board.dealer) == (2, 1)
    game.opens(trump="S", cat=33, lays="AS AS KS 9S 9H")
    game.takes_the_rest("cat")
    assert score(game, 2)["cat"][2:] == (0, score(game, 2)["cat"][1] + 33)
    assert game.match.outcome is not None
    assert game.match.outcome.reason == "gnome"
    assert game.winners == ["cat"]


def test_a_new_hand_begins_at_once_and_clears_the_table() -> None:
    game = at_tricks(ann=14)
    game.takes_the_rest("ann")
    view = game.board
    assert (view.number, view.phase, view.dealer, view.declarer, view.trump) == (2, "gnome", 1, None, None)
    assert (view.high_bid, view.high_bidder, view.bids, view.tricks, view.gnome_card) == (0, None, (), (), None)
    assert [(one.cards, one.points, one.bid, one.passed, one.shown) for one in view.players] == [
        (11, 0, 0, False, ())
    ] * 4
    assert len(view.hands) == 1
