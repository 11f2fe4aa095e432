"""Set-up, turns, running out of cards, and contests of several games (S1-1 to S1-6, S1-9 to S1-11, R1-1, R1-6)."""

from __future__ import annotations

import pytest
from language.any_game import name_of, seat_of
from language.name_duel import NAME_DUEL, NameDuelPlay, a_name_duel

from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.options import NameDuelOptions

ANN = "flippy drum hobyah tim whuppity | ... bootstrap"
BEN = "bootstrap noggin shenanigan tim rumpel | ... yallery"


# -- the set-up -------------------------------------------------------------------------------------------------------


def test_two_identical_decks_of_ten_titles_numbered_in_the_order_of_the_alphabet() -> None:
    """S1-1, S1-4."""
    assert [one.number for one in NAMES.values()] == list(range(1, 11))
    assert [one.title for one in NAMES.values()] == sorted(one.title for one in NAMES.values())
    assert len({one.title for one in NAMES.values()}) == 10
    assert list(NAME_DUEL.seats) == [2]


def test_each_has_five_cards_in_hand_and_five_in_the_deck() -> None:
    """S1-2: from a deck of one's own; everybody sees how many, only the owner sees which."""
    name_duel = a_name_duel(ann=ANN, ben=BEN, begun=False)
    assert name_duel.hand("ann") == ("drum_drum", "flippy", "hobyah", "tim_tit_tot", "whuppity_stoorie")
    assert name_duel.hand("ben") == ("bootstrap", "noggin", "rumpelstiltskin", "shenanigan", "tim_tit_tot")
    assert name_duel.hand("bystander") == ()
    for one in name_duel.view("bystander").duelists:
        assert (one.cards, one.deck, one.discard, one.tokens) == (5, 5, (), 0)
    for name in ("ann", "ben"):
        assert name_duel.whispers(name) == [("hand.dealt", {"names": list(name_duel.hand(name)), "game": 1})]
    assert name_duel.whispers("bystander") == []


def test_the_secret_name_is_the_bottom_card_and_not_even_its_owner_sees_it() -> None:
    """S1-3, R1-3."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    assert name_duel.deck("ann")[-1] == "bootstrap"
    assert name_duel.view("ann").bottom is None
    assert "bootstrap" not in str(name_duel.whispers("ann")) + str(name_duel.match.open)


@pytest.mark.parametrize("chooser", ["ann", "ben"])
@pytest.mark.parametrize("starts", ["ann", "ben"])
def test_somebody_chosen_by_chance_says_who_begins(chooser: str, starts: str) -> None:
    """S1-2, R1-1: nobody makes a face, so chance picks the chooser."""
    name_duel = a_name_duel(chance={"deal.chooser": seat_of(chooser)}, begun=False)
    assert name_duel.public("chooser.drawn") == [{"seat": chooser}]
    assert (name_duel.phase, name_duel.view("bystander").turn) == ("choosing", None)
    assert [(name_of(one.seat), one.key) for one in name_duel.match.open if one.seat > 0] == [(chooser, "duel.start")]
    assert name_duel.offered(chooser, "duel.start") == [1, 2]
    assert name_duel.is_refused(chooser, "duel.start", None) == "not_offered"
    assert name_duel.clocks() == ["clock.turn"]
    name_duel.answers(chooser, "duel.start", starts)
    assert name_duel.public("game.begins") == [{"game": 1, "starter": starts}]
    name_duel.is_turn_of(starts)


def test_a_chooser_who_does_not_choose_begins() -> None:
    """R1-1, R1-9."""
    name_duel = a_name_duel(chance={"deal.chooser": 2}, begun=False)
    name_duel.time_passes("clock.turn")
    name_duel.is_turn_of("ben")


# -- a turn -----------------------------------------------------------------------------------------------------------


def test_exactly_one_card_a_turn_and_nothing_is_drawn() -> None:
    """S1-5: play, perform, discard; then it is the other one's turn."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.is_turn_of("ann")
    with name_duel.untouched("ben"):
        name_duel.plays("ann", "whuppity")
    assert name_duel.news() == [
        ("card.played", {"seat": "ann", "name": "whuppity_stoorie"}),
        ("deck.shuffled", {"seat": "ann"}),
        ("turn.begins", {"seat": "ben"}),
    ]
    assert name_duel.discard("ann") == ("whuppity_stoorie",)
    assert name_duel.hand("ann") == ("drum_drum", "flippy", "hobyah", "tim_tit_tot")
    assert len(name_duel.deck("ann")) == 5
    name_duel.is_turn_of("ben")
    name_duel.plays("ben", "bootstrap")
    name_duel.is_turn_of("ann")


def test_only_a_card_of_the_hand_can_be_played() -> None:
    """S1-5."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    for word in ("bootstrap", "noggin", "nobody"):
        assert name_duel.is_refused("ann", "duel.play", word) == "not_offered"
    assert name_duel.is_refused("ann", "duel.play", None) == "not_offered"
    assert name_duel.is_refused("ann", "duel.play", ["flippy"]) == "not_offered"


def test_discards_are_open_and_sorted_by_number() -> None:
    """S1-6."""
    name_duel = a_name_duel(
        ann="whuppity bootstrap flippy tim drum | ...", ben="whuppity flippy bootstrap drum tim | ..."
    )
    for word in ("whuppity", "bootstrap"):
        name_duel.plays("ann", word)
        name_duel.plays("ben", word)
    name_duel.plays("ann", "flippy")
    name_duel.answers("ann", "flippy.deck", "own")
    for viewer in ("ann", "ben", "bystander"):
        assert name_duel.view(viewer).duelist(1).discard == ("bootstrap", "flippy", "whuppity_stoorie")
        assert name_duel.view(viewer).duelist(2).discard == ("bootstrap", "whuppity_stoorie")


def test_a_played_card_lies_in_the_discard_only_after_all_its_actions() -> None:
    """R1-7: everybody knows what is being played, though."""
    name_duel = a_name_duel(ann="tim flippy drum noggin bootstrap | ...", ben=BEN)
    name_duel.plays("ann", "tim")
    for word in ("bootstrap", "drum"):
        assert name_duel.view("bystander").playing == "tim_tit_tot"
        assert name_duel.discard("ann") == ()
        assert "tim_tit_tot" not in name_duel.hand("ann")
        name_duel.guesses("ann", word)
    assert name_duel.view("bystander").playing is None
    assert name_duel.discard("ann") == ("tim_tit_tot",)
    name_duel.is_turn_of("ben")


# -- running out ------------------------------------------------------------------------------------------------------


def test_with_an_empty_hand_the_top_card_is_drawn_and_played() -> None:
    """S1-9: no choice of a card; its action is performed as usual."""
    name_duel = a_name_duel(ann="| flippy drum hobyah", ben=BEN)
    assert name_duel.news() == []
    assert name_duel.public("card.drawn_and_played") == [{"seat": "ann", "name": "flippy"}]
    assert name_duel.public("card.played") == []
    assert name_duel.asked("ann") == ["flippy.deck"]
    assert name_duel.deck("ann") == ("drum_drum", "hobyah")
    name_duel.answers("ann", "flippy.deck", "own")
    assert name_duel.deck("ann") == ("hobyah", "drum_drum")
    assert name_duel.hand("ann") == ()
    assert "flippy" in name_duel.discard("ann")
    name_duel.is_turn_of("ben")


def test_a_card_that_comes_back_to_the_hand_is_played_instead_of_the_top_card() -> None:
    """S1-9 counts the hand at the beginning of the turn."""
    name_duel = a_name_duel(ann="rumpel | flippy drum hobyah", ben="| bootstrap whuppity noggin tim")
    name_duel.plays("ann", "rumpel")
    name_duel.guesses("ann", "drum")
    name_duel.answers("ann", "rumpelstiltskin.regain", "tim")
    name_duel.is_turn_of("ann")  # ben had no hand: his bootstrap was drawn and played
    assert name_duel.public("card.drawn_and_played") == [{"seat": "ben", "name": "bootstrap"}]
    assert name_duel.hand("ann") == ("tim_tit_tot",)


def test_whose_deck_is_empty_loses_at_once_and_the_last_card_does_nothing() -> None:
    """S1-10, R1-6: the drawn Tim Tit Tot grants no guess."""
    name_duel = a_name_duel(ann="whuppity | flippy hobyah", ben="| tim")
    name_duel.plays("ann", "whuppity")
    assert name_duel.news() == [
        ("card.played", {"seat": "ann", "name": "whuppity_stoorie"}),
        ("deck.shuffled", {"seat": "ann"}),
        ("turn.begins", {"seat": "ben"}),
        ("card.drawn_and_played", {"seat": "ben", "name": "tim_tit_tot"}),
        ("deck.empty", {"seat": "ben"}),
        ("game.won", {"seat": "ann", "game": 1, "reason": "deck", "names": {"ann": name_duel.deck("ann")[-1]}}),
        ("contest.won", {"seat": "ann", "tokens": {"ann": 1, "ben": 0}}),
    ]
    assert name_duel.discard("ben") == tuple(NAMES)
    name_duel.is_over("ann")


def test_the_last_card_but_one_is_still_played() -> None:
    """S1-10: only a deck without cards loses."""
    name_duel = a_name_duel(ann="| noggin flippy", ben=BEN)
    assert name_duel.asked("ann") == ["duel.guess"]
    assert name_duel.deck("ann") == ("flippy",)
    name_duel.guesses("ann", "drum")
    name_duel.is_turn_of("ben")


def test_a_game_lost_by_the_deck_counts_like_any_other() -> None:
    """S1-10, S1-11: a token for the other one; the loser begins the next game."""
    name_duel = a_name_duel(ann="whuppity | flippy hobyah", ben="| tim", best_of=3)
    name_duel.plays("ann", "whuppity")
    assert name_duel.tokens() == {"ann": 1, "ben": 0}
    assert name_duel.public("game.begins")[-1] == {"game": 2, "starter": "ben"}
    name_duel.is_turn_of("ben")


# -- contests ---------------------------------------------------------------------------------------------------------


def wins(name_duel: NameDuelPlay, winner: str, game: int) -> None:
    """This player wins the game that has just begun, by guesses; the other one's guesses are wrong."""
    while name_duel.winner is None and name_duel.view("bystander").game == game:
        view = name_duel.view("bystander")
        assert view.turn is not None
        name = name_of(view.turn)
        loser = "ben" if winner == "ann" else "ann"
        name_duel.plays(name, "noggin")
        known = name_duel.deck(loser)[-1]
        name_duel.guesses(name, known if name == winner else "noggin")


NOGGIN_FIRST = ["noggin", *(name for name in NAMES if name != "noggin")]
STACKED = {f"deal.deck.{seat}{again}": NOGGIN_FIRST for seat in (1, 2) for again in ("", "#2", "#3", "#4", "#5")}
"""Whoever begins, each has a Noggin to guess with, which is never the secret name."""


@pytest.mark.parametrize(
    ("best_of", "games"),
    [
        (1, ["ben"]),
        (3, ["ann", "ann"]),
        (3, ["ann", "ben", "ben"]),
        (5, ["ben", "ben", "ben"]),
        (5, ["ann", "ben", "ann", "ben", "ann"]),
    ],
)
def test_more_than_half_of_the_games_win_the_contest_and_the_loser_begins_the_next(
    best_of: int, games: list[str]
) -> None:
    """S1-11: a token a game; five of them are enough for the longest contest (S1-1)."""
    name_duel = a_name_duel(best_of=best_of, chance=STACKED, starts="ben")
    starter, tokens = "ben", {"ann": 0, "ben": 0}
    assert name_duel.public("contest.begins") == [{"best_of": best_of, "needed": best_of // 2 + 1}]
    for number, winner in enumerate(games, 1):
        assert name_duel.winner is None
        assert name_duel.public("game.begins")[-1] == {"game": number, "starter": starter}
        name_duel.is_turn_of(starter)
        wins(name_duel, winner, number)
        tokens[winner] += 1
        assert name_duel.tokens() == tokens
        starter = "ben" if winner == "ann" else "ann"
        assert name_duel.public("game.won")[-1]["seat"] == winner
    assert len(name_duel.public("game.won")) == len(games)
    assert name_duel.public("contest.won") == [{"seat": games[-1], "tokens": tokens}]
    assert name_duel.match.outcome is not None
    assert name_duel.match.outcome.sides == (f"seat {seat_of(games[-1])}",)
    name_duel.is_over(games[-1])


def test_a_new_game_is_dealt_anew_and_remembers_nothing_of_the_last() -> None:
    """S1-11: all of the set-up repeats, but for who begins."""
    name_duel = a_name_duel(ann="noggin ... | ...", ben="... | ... yallery", best_of=3)
    name_duel.plays("ann", "noggin")
    name_duel.guesses("ann", "yallery")
    view = name_duel.view("bystander")
    assert (view.game, view.events, view.names_shown, view.guess, view.playing) == (2, (), {}, None, None)
    for one in view.duelists:
        assert (one.cards, one.deck, one.discard) == (5, 5, ())
    assert len(name_duel.public("chooser.drawn")) == 1
    for name in ("ann", "ben"):
        assert name_duel.told(name, "hand.dealt")[-1] == {"names": list(name_duel.hand(name)), "game": 2}
    name_duel.is_turn_of("ben")


def test_both_secret_names_are_shown_when_a_game_is_over() -> None:
    """M1-1: a token is all that a game leaves behind, so nothing is given away by it."""
    name_duel = a_name_duel(ann="noggin ... | ... flippy", ben="... | ... yallery")
    name_duel.plays("ann", "noggin")
    name_duel.guesses("ann", "yallery")
    names = {"ann": "flippy", "ben": "yallery_brown"}
    assert name_duel.public("game.won") == [{"seat": "ann", "game": 1, "reason": "guessed", "names": names}]
    assert name_duel.view("bystander").names_shown == {1: "flippy", 2: "yallery_brown"}
    name_duel.is_over("ann")


@pytest.mark.parametrize("role_set", [one.name for one in NAME_DUEL.role_sets])
def test_the_built_in_sets_can_be_played_by_two_and_by_nobody_else(role_set: str) -> None:
    """S1-1."""
    options = NAME_DUEL.role_set(role_set).options
    assert isinstance(options, NameDuelOptions)
    assert NAME_DUEL.faults(options, 2) == []
    assert NAME_DUEL.faults(options, 1)
    assert NAME_DUEL.faults(options, 3)
