"""The ten cards, one by one: what their actions do, to whom, and what everybody hears of it (S1-12, R1-5 to R1-8)."""

from __future__ import annotations

import pytest
from language.name_duel import NameDuelPlay, a_name_duel

BEN = "bootstrap flippy whuppity hobyah noggin | drum rumpel shenanigan tim yallery"
PLAIN = "drum hobyah noggin | tim rumpel shenanigan yallery"
"""A hand without reactions."""


def news_of(name_duel: NameDuelPlay) -> list[str]:
    return [key for key, _ in name_duel.news()]


# -- 1 Bootstrap ------------------------------------------------------------------------------------------------------


def test_bootstrap_moves_the_own_bottom_card_to_the_top() -> None:
    name_duel = a_name_duel(ann="bootstrap | flippy drum tim", ben=BEN)
    with name_duel.untouched("ben"):
        name_duel.plays("ann", "bootstrap")
    assert name_duel.deck("ann") == ("tim_tit_tot", "flippy", "drum_drum")
    assert "bootstrap" in name_duel.discard("ann")
    assert name_duel.news()[1:] == [("deck.raised", {"seat": "ann"}), ("turn.begins", {"seat": "ben"})]
    assert name_duel.view("ann").bottom is None
    name_duel.is_turn_of("ben")


@pytest.mark.parametrize(("word", "said"), [("bootstrap", "deck.raised"), ("whuppity", "deck.shuffled")])
def test_reordering_a_deck_of_one_card_does_nothing(word: str, said: str) -> None:
    """R1-6: such effects never empty a deck; the card is played like any other."""
    name_duel = a_name_duel(ann=f"{word} | tim", ben=BEN)
    name_duel.plays("ann", word)
    assert name_duel.deck("ann") == ("tim_tit_tot",)
    assert said in news_of(name_duel)
    name_duel.is_turn_of("ben")


# -- 2 Drum-Drum ------------------------------------------------------------------------------------------------------


def test_drum_drum_makes_the_opponent_discard_the_guessed_card() -> None:
    """S1-12: if it is in the hand; its text does nothing."""
    name_duel = a_name_duel(ann="drum tim | flippy noggin", ben=BEN)
    name_duel.plays("ann", "drum")
    name_duel.news()
    deck = name_duel.deck("ben")
    name_duel.guesses("ann", "noggin")
    assert name_duel.news()[2:] == [
        ("guess.wrong", {"by": "ann", "of": "ben", "name": "noggin"}),
        ("card.discarded", {"seat": "ben", "name": "noggin"}),
        ("turn.begins", {"seat": "ben"}),
    ]
    assert name_duel.hand("ben") == ("bootstrap", "flippy", "hobyah", "whuppity_stoorie")
    assert name_duel.discard("ben") == ("noggin",)
    assert name_duel.deck("ben") == deck
    name_duel.is_turn_of("ben")


def test_drum_drum_says_when_the_card_was_not_in_the_hand() -> None:
    """M1-7: what lies in the deck stays there, and both learn that much."""
    name_duel = a_name_duel(ann="drum tim | flippy noggin", ben=BEN)
    name_duel.plays("ann", "drum")
    with name_duel.untouched("ben"):
        name_duel.guesses("ann", "tim")
    assert name_duel.public("card.not_in_hand") == [{"seat": "ben", "name": "tim_tit_tot"}]
    assert name_duel.public("card.discarded") == []
    name_duel.is_turn_of("ben")


def test_drum_drum_says_nothing_of_a_card_that_lies_in_the_discard() -> None:
    """M1-7: everybody sees it there."""
    name_duel = a_name_duel(ann="drum tim | flippy noggin", ben="bootstrap | flippy yallery")
    name_duel.plays("ann", "drum")
    with name_duel.untouched("ben"):
        name_duel.guesses("ann", "tim")
    assert name_duel.public("card.not_in_hand") == name_duel.public("card.discarded") == []
    name_duel.is_turn_of("ben")


def test_drum_drum_wins_with_a_right_guess() -> None:
    """S1-7."""
    name_duel = a_name_duel(ann="drum tim | flippy noggin", ben=BEN)
    name_duel.plays("ann", "drum")
    name_duel.guesses("ann", "yallery")
    assert name_duel.public("card.not_in_hand") == []
    name_duel.is_over("ann")


def test_a_guessed_bootstrap_may_still_react_before_drum_drum_discards_it() -> None:
    """S1-12, R1-5: then it lies in the discard already."""
    name_duel = a_name_duel(ann="drum tim | flippy noggin", ben=BEN)
    name_duel.plays("ann", "drum")
    name_duel.news()
    name_duel.guesses("ann", "bootstrap", reaction="bootstrap")
    assert news_of(name_duel) == ["guess.made", "reaction.played", "deck.raised", "guess.wrong", "turn.begins"]
    assert name_duel.deck("ben")[0] == "yallery_brown"
    assert name_duel.discard("ben") == ("bootstrap",)
    name_duel.is_turn_of("ben")


def test_a_guessed_bootstrap_that_does_not_react_is_discarded_without_its_text() -> None:
    """S1-12, R1-5."""
    name_duel = a_name_duel(ann="drum tim | flippy noggin", ben=BEN)
    name_duel.plays("ann", "drum")
    deck = name_duel.deck("ben")
    name_duel.guesses("ann", "bootstrap")
    assert name_duel.public("card.discarded") == [{"seat": "ben", "name": "bootstrap"}]
    assert name_duel.public("deck.raised") == []
    assert name_duel.deck("ben") == deck
    name_duel.is_turn_of("ben")


def test_another_reaction_does_not_keep_drum_drum_from_the_guessed_card() -> None:
    """R1-5: guess, reaction, answer, and only then the discard."""
    name_duel = a_name_duel(ann="drum tim | flippy noggin", ben=BEN)
    name_duel.plays("ann", "drum")
    name_duel.news()
    name_duel.guesses("ann", "bootstrap", reaction="flippy.own")
    assert news_of(name_duel)[1:5] == ["reaction.played", "deck.inverted", "guess.wrong", "card.discarded"]
    assert name_duel.discard("ben") == ("bootstrap", "flippy")
    name_duel.is_turn_of("ben")


def test_a_name_saved_by_a_reaction_is_not_in_the_hand_of_drum_drums_victim() -> None:
    """R1-5: it went to the top of the deck."""
    name_duel = a_name_duel(ann="drum tim | flippy noggin", ben=BEN)
    name_duel.plays("ann", "drum")
    name_duel.guesses("ann", "yallery", reaction="bootstrap")
    assert name_duel.public("card.not_in_hand") == [{"seat": "ben", "name": "yallery_brown"}]
    name_duel.is_turn_of("ben")


def test_drum_drum_may_empty_a_hand() -> None:
    """S1-9: the opponent's next turn begins with the top card."""
    name_duel = a_name_duel(ann="drum | flippy noggin", ben="hobyah | whuppity tim yallery")
    name_duel.plays("ann", "drum")
    name_duel.guesses("ann", "hobyah")
    assert name_duel.public("card.drawn_and_played")[0] == {"seat": "ben", "name": "whuppity_stoorie"}


# -- 3 Flippy ---------------------------------------------------------------------------------------------------------


def test_flippy_inverts_the_own_deck() -> None:
    """S1-12: top becomes bottom."""
    name_duel = a_name_duel(ann="flippy tim | drum noggin hobyah", ben=BEN)
    name_duel.plays("ann", "flippy")
    assert name_duel.offered("ann", "flippy.deck") == ["own", "other"]
    assert name_duel.asked("ben") == []
    assert name_duel.is_refused("ann", "flippy.deck", None) == "not_offered"
    with name_duel.untouched("ben"):
        name_duel.answers("ann", "flippy.deck", "own")
    assert name_duel.deck("ann") == ("hobyah", "noggin", "drum_drum")
    assert name_duel.public("deck.inverted") == [{"by": "ann", "of": "ann"}]
    name_duel.is_turn_of("ben")


def test_flippy_inverts_the_opponents_deck_face_down() -> None:
    """S1-12: nobody learns a card, not even the owner."""
    name_duel = a_name_duel(ann="flippy tim | drum noggin hobyah", ben=BEN)
    before, secrets = name_duel.all_cards("ann"), name_duel.whispers("ben")
    name_duel.plays("ann", "flippy")
    name_duel.answers("ann", "flippy.deck", "other")
    assert name_duel.deck("ben") == ("yallery_brown", "tim_tit_tot", "shenanigan", "rumpelstiltskin", "drum_drum")
    assert name_duel.deck("ann") == before.deck
    assert name_duel.public("deck.inverted") == [{"by": "ann", "of": "ben"}]
    assert name_duel.whispers("ben") == secrets
    name_duel.is_turn_of("ben")


@pytest.mark.parametrize("deck", ["own", "other"])
def test_flippy_does_nothing_to_a_deck_of_one_card(deck: str) -> None:
    """R1-6."""
    name_duel = a_name_duel(ann="flippy | drum", ben="tim | yallery")
    name_duel.plays("ann", "flippy")
    name_duel.answers("ann", "flippy.deck", deck)
    assert (name_duel.deck("ann"), name_duel.deck("ben")) == (("drum_drum",), ("yallery_brown",))
    name_duel.is_turn_of("ben")


# -- 4 Hobyah ---------------------------------------------------------------------------------------------------------


def test_hobyah_draws_two_cards_and_puts_two_on_top_in_the_order_chosen() -> None:
    """The first chosen goes lowest, the last one lies on top."""
    name_duel = a_name_duel(ann="hobyah tim | flippy drum noggin", ben=BEN)
    name_duel.plays("ann", "hobyah")
    question = name_duel.question("ann", "hobyah.draw")
    assert (question.kind, question.least, question.most) == ("number", 0, 2)
    for forged in (3, -1, "2", None, True):
        assert name_duel.is_refused("ann", "hobyah.draw", forged) == "not_in_range"
    with name_duel.untouched("ben"):
        name_duel.answers("ann", "hobyah.draw", 2)
        assert name_duel.told("ann", "card.drawn") == [{"names": ["flippy", "drum_drum"]}]
        assert name_duel.hand("ann") == ("drum_drum", "flippy", "tim_tit_tot")
        assert name_duel.offered("ann", "hobyah.top") == ["drum_drum", "flippy", "tim_tit_tot"]
        assert name_duel.is_refused("ann", "hobyah.top", ["tim"]) == "too_few"
        assert name_duel.is_refused("ann", "hobyah.top", ["tim", "drum", "flippy"]) == "too_many"
        assert name_duel.is_refused("ann", "hobyah.top", ["tim", "tim"]) == "not_offered"
        assert name_duel.is_refused("ann", "hobyah.top", ["tim", "hobyah"]) == "not_offered"
        name_duel.answers("ann", "hobyah.top", ["tim", "drum"])
    assert name_duel.deck("ann") == ("drum_drum", "tim_tit_tot", "noggin")
    assert name_duel.hand("ann") == ("flippy",)
    name_duel.is_turn_of("ben")


def test_everybody_hears_how_many_hobyah_draws_and_nobody_else_which() -> None:
    """M1-8."""
    name_duel = a_name_duel(ann="hobyah tim | flippy drum noggin", ben=BEN)
    name_duel.plays("ann", "hobyah")
    name_duel.news()
    name_duel.answers("ann", "hobyah.draw", 2)
    name_duel.answers("ann", "hobyah.top", ["flippy", "tim"])
    assert name_duel.news() == [
        ("cards.drawn", {"seat": "ann", "count": 2}),
        ("cards.returned", {"seat": "ann", "count": 2}),
        ("turn.begins", {"seat": "ben"}),
    ]
    assert name_duel.whispers("ben") == []


def test_hobyah_may_draw_one_or_nothing() -> None:
    name_duel = a_name_duel(ann="hobyah tim | flippy drum noggin", ben=BEN)
    name_duel.plays("ann", "hobyah")
    name_duel.answers("ann", "hobyah.draw", 1)
    name_duel.answers("ann", "hobyah.top", ["flippy"])
    assert name_duel.deck("ann") == ("flippy", "drum_drum", "noggin")
    name_duel.is_turn_of("ben")
    name_duel = a_name_duel(ann="hobyah tim | flippy drum noggin", ben=BEN)
    name_duel.plays("ann", "hobyah")
    name_duel.answers("ann", "hobyah.draw", 0)
    assert name_duel.public("cards.drawn") == [{"seat": "ann", "count": 0}]
    assert name_duel.public("cards.returned") == name_duel.told("ann", "card.drawn") == []
    assert name_duel.hand("ann") == ("tim_tit_tot",)
    name_duel.is_turn_of("ben")


def test_hobyah_never_draws_the_last_card_of_the_deck() -> None:
    name_duel = a_name_duel(ann="hobyah tim | flippy drum", ben=BEN)
    name_duel.plays("ann", "hobyah")
    assert name_duel.question("ann", "hobyah.draw").most == 1
    assert name_duel.is_refused("ann", "hobyah.draw", 2) == "not_in_range"
    name_duel.answers("ann", "hobyah.draw", 1)
    assert name_duel.deck("ann") == ("drum_drum",)
    name_duel.answers("ann", "hobyah.top", ["tim"])
    assert name_duel.deck("ann") == ("tim_tit_tot", "drum_drum")
    name_duel.is_turn_of("ben")


def test_hobyah_with_one_card_left_asks_nothing() -> None:
    """M1-9."""
    name_duel = a_name_duel(ann="hobyah tim | flippy", ben=BEN)
    name_duel.plays("ann", "hobyah")
    assert name_duel.public("cards.drawn") == [{"seat": "ann", "count": 0}]
    assert name_duel.deck("ann") == ("flippy",)
    name_duel.is_turn_of("ben")


def test_hobyah_drawn_with_an_empty_hand_puts_back_what_it_drew() -> None:
    """S1-9: the hand is empty again afterwards."""
    name_duel = a_name_duel(ann="| hobyah flippy drum noggin", ben=BEN)
    name_duel.answers("ann", "hobyah.draw", 2)
    name_duel.answers("ann", "hobyah.top", ["flippy", "drum"])
    assert name_duel.deck("ann") == ("drum_drum", "flippy", "noggin")
    assert name_duel.hand("ann") == ()
    name_duel.is_turn_of("ben")


# -- 5 Noggin ---------------------------------------------------------------------------------------------------------


def test_noggin_shows_two_cards_of_the_opponents_hand_to_everybody_then_guesses() -> None:
    """S1-12, R1-8: they return to the hand."""
    order = ["whuppity", "flippy", "bootstrap", "hobyah", "noggin"]
    name_duel = a_name_duel(ann="noggin tim | flippy drum", ben=BEN, chance={"noggin.cards": order})
    with name_duel.untouched("ben"):
        name_duel.plays("ann", "noggin")
    assert name_duel.public("hand.shown") == [{"of": "ben", "names": ["flippy", "whuppity_stoorie"]}]
    assert name_duel.view("bystander").events[-1][1:3] == ("hand", ("flippy", "whuppity_stoorie"))
    assert name_duel.asked("ann") == ["duel.guess"]
    name_duel.guesses("ann", "tim")
    name_duel.is_turn_of("ben")
    name_duel.plays("ben", "flippy")  # S1-12: it may be played as normal
    assert name_duel.asked("ben") == ["flippy.deck"]


@pytest.mark.parametrize(
    ("hand", "shown"), [("", []), ("tim", ["tim_tit_tot"]), ("tim drum", ["drum_drum", "tim_tit_tot"])]
)
def test_noggin_shows_what_there_is(hand: str, shown: list[str]) -> None:
    """S1-12: all if fewer; nothing of an empty hand, and the guess follows all the same."""
    name_duel = a_name_duel(ann="noggin tim | flippy drum", ben=f"{hand} | flippy yallery")
    name_duel.plays("ann", "noggin")
    assert name_duel.public("hand.shown") == [{"of": "ben", "names": shown}]
    name_duel.guesses("ann", "yallery")
    name_duel.is_over("ann")


def test_a_card_noggin_has_shown_may_react() -> None:
    """S1-12: revealed cards are playable."""
    name_duel = a_name_duel(ann="noggin tim | flippy drum", ben="bootstrap flippy | tim yallery")
    name_duel.plays("ann", "noggin")
    name_duel.guesses("ann", "yallery", reaction="bootstrap")
    assert name_duel.public("guess.wrong")
    name_duel.is_turn_of("ben")


# -- 6 Rumpelstiltskin ------------------------------------------------------------------------------------------------


def test_rumpelstiltskin_may_take_a_card_back_after_a_wrong_guess() -> None:
    name_duel = a_name_duel(ann="rumpel tim | drum hobyah shenanigan whuppity yallery", ben=PLAIN)
    name_duel.plays("ann", "rumpel")
    name_duel.guesses("ann", "tim")
    assert name_duel.offered("ann", "rumpelstiltskin.regain") == ["bootstrap", "flippy", "noggin", None]
    for forged in ("rumpel", "drum", "whuppity"):  # the card itself, the deck
        assert name_duel.is_refused("ann", "rumpelstiltskin.regain", forged) == "not_offered"
    with name_duel.untouched("ben"):
        name_duel.answers("ann", "rumpelstiltskin.regain", "noggin")
    assert name_duel.public("card.regained") == [{"seat": "ann", "name": "noggin"}]
    assert name_duel.hand("ann") == ("noggin", "tim_tit_tot")
    assert name_duel.discard("ann") == ("bootstrap", "flippy", "rumpelstiltskin")
    name_duel.is_turn_of("ben")


def test_rumpelstiltskin_may_leave_the_discard_alone() -> None:
    name_duel = a_name_duel(ann="rumpel tim | drum hobyah shenanigan whuppity yallery", ben=PLAIN)
    name_duel.plays("ann", "rumpel")
    name_duel.guesses("ann", "tim")
    name_duel.answers("ann", "rumpelstiltskin.regain", None)
    assert name_duel.public("card.not_regained") == [{"seat": "ann"}]
    assert name_duel.hand("ann") == ("tim_tit_tot",)
    name_duel.is_turn_of("ben")


def test_rumpelstiltskin_has_nothing_to_regain_on_the_first_turn() -> None:
    """R1-7: the card itself lies in no discard yet; nobody is asked."""
    name_duel = a_name_duel(ann="rumpel ... | ...", ben=BEN)
    name_duel.plays("ann", "rumpel")
    name_duel.guesses("ann", "tim")
    assert name_duel.public("card.regained") == name_duel.public("card.not_regained") == []
    assert name_duel.discard("ann") == ("rumpelstiltskin",)
    name_duel.is_turn_of("ben")


def test_rumpelstiltskin_with_a_right_guess_wins_and_regains_nothing() -> None:
    name_duel = a_name_duel(ann="rumpel tim | drum hobyah", ben=PLAIN)
    name_duel.plays("ann", "rumpel")
    name_duel.guesses("ann", "yallery")
    assert name_duel.public("card.regained") == []
    name_duel.is_over("ann")


def test_a_card_that_came_back_is_played_again() -> None:
    name_duel = a_name_duel(ann="rumpel | drum hobyah shenanigan yallery", ben="bootstrap whuppity | tim yallery")
    name_duel.plays("ann", "rumpel")
    name_duel.guesses("ann", "tim")
    name_duel.answers("ann", "rumpelstiltskin.regain", "tim")
    name_duel.plays("ben", "bootstrap")
    name_duel.plays("ann", "tim")
    assert name_duel.asked("ann") == ["duel.guess"]


# -- 7 Shenanigan -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "of", "names"),
    [("own", "ann", ["flippy", "drum_drum"]), ("other", "ben", ["drum_drum", "rumpelstiltskin"])],
)
def test_shenanigan_shows_the_top_two_cards_of_either_deck(deck: str, of: str, names: list[str]) -> None:
    """S1-12, R1-8: to both players, logged, and put back in the same order; then the guess."""
    name_duel = a_name_duel(ann="shenanigan tim | flippy drum noggin", ben=BEN)
    name_duel.plays("ann", "shenanigan")
    assert name_duel.offered("ann", "shenanigan.deck") == ["own", "other"]
    decks = name_duel.deck("ann"), name_duel.deck("ben")
    name_duel.answers("ann", "shenanigan.deck", deck)
    assert name_duel.public("deck.top_shown") == [{"by": "ann", "of": of, "names": names}]
    event = name_duel.view("ben").events[-1]
    assert (event.kind, list(event.names)) == ("top", names)
    assert (name_duel.deck("ann"), name_duel.deck("ben")) == decks
    name_duel.guesses("ann", "tim")
    name_duel.is_turn_of("ben")


@pytest.mark.parametrize("rest", ["drum yallery", "yallery"])
def test_shenanigan_on_a_deck_of_two_or_one_shows_the_secret_name(rest: str) -> None:
    """S1-12: all if fewer; R1-8: the name is out, and guessed at once."""
    name_duel = a_name_duel(ann="shenanigan tim | flippy drum noggin", ben=f"tim | {rest}")
    name_duel.plays("ann", "shenanigan")
    name_duel.answers("ann", "shenanigan.deck", "other")
    assert name_duel.public("deck.top_shown")[0]["names"][-1] == "yallery_brown"
    assert name_duel.view("ben").bottom is None  # he saw it like everybody; the field is for R1-3
    name_duel.guesses("ann", "yallery")
    name_duel.is_over("ann")


def test_a_name_that_shenanigan_has_shown_may_still_be_saved() -> None:
    """S1-8."""
    name_duel = a_name_duel(ann="shenanigan tim | flippy drum noggin", ben="flippy | drum yallery")
    name_duel.plays("ann", "shenanigan")
    name_duel.answers("ann", "shenanigan.deck", "other")
    name_duel.guesses("ann", "yallery", reaction="flippy.own")
    assert name_duel.public("guess.wrong")
    assert name_duel.public("card.drawn_and_played") == [{"seat": "ben", "name": "yallery_brown"}]


# -- 8 Tim Tit Tot ----------------------------------------------------------------------------------------------------


def test_tim_tit_tot_guesses_twice_one_after_the_other() -> None:
    """S1-12: the second guess is asked when the first has its answer."""
    name_duel = a_name_duel(ann="tim drum | flippy noggin", ben=PLAIN)
    name_duel.plays("ann", "tim")
    assert name_duel.question("ann", "duel.guess").values == {"ordinal": 1, "card": "tim_tit_tot"}
    name_duel.guesses("ann", "drum")
    assert name_duel.public("guess.wrong") == [{"by": "ann", "of": "ben", "name": "drum_drum"}]
    assert name_duel.question("ann", "duel.guess").values == {"ordinal": 2, "card": "tim_tit_tot"}
    assert (name_duel.asked("ben"), name_duel.clocks(), name_duel.phase) == ([], ["clock.turn"], "turn")
    name_duel.guesses("ann", "yallery")
    name_duel.is_over("ann")


def test_the_two_guesses_are_independent() -> None:
    """S1-12: the same name may be guessed again."""
    name_duel = a_name_duel(ann="tim drum | flippy noggin", ben=PLAIN)
    name_duel.plays("ann", "tim")
    name_duel.guesses("ann", "drum")
    assert len(name_duel.offered("ann", "duel.guess")) == 10
    name_duel.guesses("ann", "drum")
    assert len(name_duel.public("guess.wrong")) == 2
    name_duel.is_turn_of("ben")


def test_the_opponent_may_react_to_both_guesses() -> None:
    """S1-12: with two cards, or with one to either."""
    name_duel = a_name_duel(ann="tim drum | flippy noggin", ben=BEN)
    name_duel.plays("ann", "tim")
    name_duel.guesses("ann", "yallery", reaction="bootstrap")
    assert name_duel.deck("ben")[-1] == "tim_tit_tot"
    name_duel.says("ann", "tim")
    assert name_duel.offered("ben", "duel.react") == ["flippy.own", "flippy.other", "whuppity_stoorie", None]
    assert name_duel.question("ben", "duel.react").values == {"guess": "tim_tit_tot", "bottom": "tim_tit_tot"}
    name_duel.answers("ben", "duel.react", "flippy.own")
    name_duel.window_closes()
    assert [one["name"] for one in name_duel.public("reaction.played")] == ["bootstrap", "flippy"]
    assert len(name_duel.public("guess.wrong")) == 2
    assert name_duel.discard("ben") == ("bootstrap", "flippy")
    name_duel.is_turn_of("ben")


def test_the_opponent_may_react_to_the_second_guess_alone() -> None:
    """S1-12."""
    name_duel = a_name_duel(ann="tim drum | flippy noggin", ben=BEN)
    name_duel.plays("ann", "tim")
    name_duel.guesses("ann", "drum")
    name_duel.guesses("ann", "yallery", reaction="bootstrap")
    assert len(name_duel.public("reaction.played")) == 1
    name_duel.is_turn_of("ben")


def test_a_reaction_to_the_first_guess_may_lose_by_the_second() -> None:
    name_duel = a_name_duel(ann="tim drum | flippy noggin", ben=BEN)
    name_duel.plays("ann", "tim")
    name_duel.guesses("ann", "yallery", reaction="bootstrap")
    name_duel.guesses("ann", "tim")
    name_duel.is_over("ann")


# -- 9 Whuppity Stoorie -----------------------------------------------------------------------------------------------


def test_whuppity_stoorie_shuffles_the_own_deck() -> None:
    """The order is chance's, and nobody's to see."""
    chance = {"whuppity_stoorie.deck.1": ["noggin", "flippy", "drum"]}
    name_duel = a_name_duel(ann="whuppity | flippy drum noggin", ben=BEN, chance=chance)
    secrets = name_duel.whispers("ann")
    with name_duel.untouched("ben"):
        name_duel.plays("ann", "whuppity")
    assert name_duel.deck("ann") == ("noggin", "flippy", "drum_drum")
    assert name_duel.news()[1:] == [("deck.shuffled", {"seat": "ann"}), ("turn.begins", {"seat": "ben"})]
    assert name_duel.whispers("ann") == secrets
    name_duel.is_turn_of("ben")


# -- 10 Yallery Brown -------------------------------------------------------------------------------------------------


def test_yallery_brown_looks_and_exchanges_unseen() -> None:
    """R1-3: a card that says so shows the own secret name to its owner alone."""
    name_duel = a_name_duel(ann="yallery drum tim | flippy noggin hobyah", ben=BEN)
    name_duel.plays("ann", "yallery")
    name_duel.news()
    assert name_duel.offered("ann", "yallery_brown.look") == ["look", "leave"]
    assert name_duel.view("ann").bottom is None
    with name_duel.untouched("ben"):
        name_duel.answers("ann", "yallery_brown.look", "look")
        assert name_duel.told("ann", "bottom.is") == [{"name": "hobyah"}]
        assert name_duel.view("ann").bottom == "hobyah"
        assert name_duel.offered("ann", "yallery_brown.exchange") == ["drum_drum", "tim_tit_tot", None]
        assert name_duel.question("ann", "yallery_brown.exchange").values == {"bottom": "hobyah"}
        assert name_duel.is_refused("ann", "yallery_brown.exchange", "yallery") == "not_offered"
        assert name_duel.is_refused("ann", "yallery_brown.exchange", "hobyah") == "not_offered"
        name_duel.answers("ann", "yallery_brown.exchange", "tim")
    assert name_duel.deck("ann") == ("flippy", "noggin", "tim_tit_tot")
    assert name_duel.hand("ann") == ("drum_drum", "hobyah")
    assert name_duel.view("ann").bottom is None
    assert name_duel.news() == [
        ("bottom.looked", {"seat": "ann"}),
        ("bottom.exchanged", {"seat": "ann"}),
        ("turn.begins", {"seat": "ben"}),
    ]
    assert name_duel.whispers("ben") == []
    name_duel.is_turn_of("ben")


def test_yallery_brown_may_look_without_an_exchange() -> None:
    name_duel = a_name_duel(ann="yallery drum tim | flippy noggin hobyah", ben=BEN)
    before = name_duel.all_cards("ann")
    name_duel.plays("ann", "yallery")
    name_duel.answers("ann", "yallery_brown.look", "look")
    name_duel.answers("ann", "yallery_brown.exchange", None)
    assert name_duel.deck("ann") == before.deck
    assert name_duel.hand("ann") == ("drum_drum", "tim_tit_tot")
    assert name_duel.public("bottom.kept") == [{"seat": "ann"}]
    assert name_duel.public("bottom.exchanged") == []
    name_duel.is_turn_of("ben")


def test_yallery_brown_may_be_left_alone() -> None:
    name_duel = a_name_duel(ann="yallery drum tim | flippy noggin hobyah", ben=BEN)
    name_duel.plays("ann", "yallery")
    name_duel.answers("ann", "yallery_brown.look", "leave")
    assert name_duel.told("ann", "bottom.is") == name_duel.public("bottom.looked") == []
    name_duel.is_turn_of("ben")


def test_yallery_brown_as_the_last_card_of_the_hand_only_looks() -> None:
    name_duel = a_name_duel(ann="yallery | flippy noggin hobyah", ben=BEN)
    name_duel.plays("ann", "yallery")
    name_duel.answers("ann", "yallery_brown.look", "look")
    assert name_duel.offered("ann", "yallery_brown.exchange") == [None]
    name_duel.answers("ann", "yallery_brown.exchange", None)
    name_duel.is_turn_of("ben")


def test_yallery_brown_exchanges_the_only_card_of_a_deck() -> None:
    """R1-6: the deck is never empty by it, so nobody loses."""
    name_duel = a_name_duel(ann="yallery drum | hobyah", ben=BEN)
    name_duel.plays("ann", "yallery")
    name_duel.answers("ann", "yallery_brown.look", "look")
    name_duel.answers("ann", "yallery_brown.exchange", "drum")
    assert name_duel.deck("ann") == ("drum_drum",)
    name_duel.is_turn_of("ben")
