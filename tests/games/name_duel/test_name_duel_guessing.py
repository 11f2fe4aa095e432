"""GUESS, the window for a reaction, and the answer (S1-7, S1-8, R1-2 to R1-5, R1-7)."""

from __future__ import annotations

import pytest
from language.name_duel import a_duel

from bot.games.name_duel.cards import NAMES

ANN = "noggin tim flippy drum shenanigan | ... rumpel"
BEN = "bootstrap flippy whuppity hobyah noggin | drum rumpel shenanigan tim yallery"
LET_IT_STAND = None
REACTIONS = ["bootstrap", "flippy.own", "flippy.other", "whuppity_stoorie", None]


def test_a_right_guess_wins_immediately() -> None:
    """S1-7; the rest of the card is not performed: no second guess of Tim Tit Tot."""
    duel = a_duel(ann=ANN, ben=BEN)
    duel.plays("ann", "tim")
    duel.news()
    duel.guesses("ann", "yallery")
    assert duel.news() == [
        ("guess.made", {"by": "ann", "of": "ben", "name": "yallery_brown", "seconds": 30}),
        ("reaction.none", {"seat": "ben"}),
        ("guess.right", {"by": "ann", "of": "ben", "name": "yallery_brown"}),
        (
            "game.won",
            {
                "seat": "ann",
                "game": 1,
                "reason": "guessed",
                "names": {"ann": "rumpelstiltskin", "ben": "yallery_brown"},
            },
        ),
        ("contest.won", {"seat": "ann", "tokens": {"ann": 1, "ben": 0}}),
    ]
    assert duel.discard("ann") == ("tim_tit_tot",)
    duel.is_over("ann")


def test_after_a_wrong_guess_play_goes_on_and_the_bottom_card_is_not_shown() -> None:
    """S1-7."""
    duel = a_duel(ann=ANN, ben=BEN)
    duel.plays("ann", "noggin")
    with duel.untouched("ben"):
        duel.guesses("ann", "tim")
    assert duel.public("guess.wrong") == [{"by": "ann", "of": "ben", "name": "tim_tit_tot"}]
    assert "yallery_brown" not in str(duel.news()) + str(duel.whispers("ann"))
    assert duel.view("bystander").names_shown == {}
    duel.is_turn_of("ben")


def test_any_of_the_ten_titles_may_be_named() -> None:
    """R1-2: the impossible ones too, such as a card that everybody can see."""
    duel = a_duel(ann="noggin | whuppity rumpel", ben="flippy | bootstrap yallery")
    duel.plays("ann", "noggin")
    assert duel.offered("ann", "duel.guess") == list(NAMES)
    assert duel.question("ann", "duel.guess").values == {"ordinal": 1, "card": "noggin"}
    assert duel.asked("ben") == []
    assert duel.is_refused("ann", "duel.guess", None) == "not_offered"
    assert duel.is_refused("ann", "duel.guess", "mud") == "not_offered"
    duel.guesses("ann", "drum")  # lies in ben's discard for all to see
    assert duel.public("guess.wrong")[-1]["name"] == "drum_drum"
    duel.is_turn_of("ben")


# -- the window -------------------------------------------------------------------------------------------------------


def test_the_guessed_one_is_asked_for_a_reaction_and_sees_his_own_name_meanwhile() -> None:
    """S1-8, R1-3: they have to know what they answer to; nobody else sees it, and at no other time."""
    duel = a_duel(ann=ANN, ben=BEN)
    duel.plays("ann", "noggin")
    assert duel.view("ben").bottom is None
    duel.says("ann", "tim")
    view = duel.view("bystander")
    assert (view.phase, view.guess, view.turn) == ("reaction", "tim_tit_tot", 1)
    assert duel.asked("ben") == ["duel.react"]
    assert duel.offered("ben", "duel.react") == REACTIONS
    assert duel.question("ben", "duel.react").values == {"guess": "tim_tit_tot", "bottom": "yallery_brown"}
    assert duel.view("ben").bottom == "yallery_brown"
    assert duel.view("ann").bottom is duel.view("bystander").bottom is None
    assert duel.asked("ann") == []
    assert duel.clocks() == ["clock.reaction"]
    duel.answers("ben", "duel.react", LET_IT_STAND)
    duel.window_closes()
    assert duel.view("ben").bottom is None
    duel.is_turn_of("ben")


def test_only_reactions_of_the_hand_are_offered() -> None:
    """R1-2: never from the deck, and not from the discard; R1-4: only cards with red text."""
    duel = a_duel(ann=ANN, ben="bootstrap drum hobyah | flippy yallery")
    duel.plays("ann", "noggin")
    duel.says("ann", "tim")
    assert duel.offered("ben", "duel.react") == ["bootstrap", None]
    for forged in ("flippy.own", "flippy", "whuppity", "drum", "duel.react"):
        assert duel.is_refused("ben", "duel.react", forged) == "not_offered"
    assert duel.is_refused("ben", "duel.react", ["bootstrap"]) == "not_offered"


def test_the_cards_with_red_text() -> None:
    """S1-4, S1-8."""
    red = {name: one.reactions for name, one in NAMES.items() if one.reaction}
    assert red == {
        "bootstrap": ("bootstrap",),
        "flippy": ("flippy.own", "flippy.other"),
        "whuppity_stoorie": ("whuppity_stoorie",),
    }
    assert {name for name, one in NAMES.items() if one.red} == set(red)


@pytest.mark.parametrize("hand", ["", "drum hobyah", "bootstrap flippy whuppity"])
def test_the_window_opens_whatever_is_in_the_hand_and_looks_the_same_from_outside(hand: str) -> None:
    """S1-8, R1-9, M1-5: also with nothing to react with; its length never tells."""
    duel = a_duel(ann=ANN, ben=f"{hand} | shenanigan yallery")
    duel.plays("ann", "tim")
    duel.news()
    for word in ("rumpel", "noggin"):
        duel.says("ann", word)
        question, clock = duel.match.open
        assert (question.seat, question.key, question.kind) == (2, "duel.react", "one")
        assert question.choices[-1] is None
        assert (clock.key, clock.within) == ("clock.reaction", 30)
        before = duel.news()
        duel.answers("ben", "duel.react", LET_IT_STAND)
        assert duel.news() == []
        assert duel.match.open == [clock]
        duel.time_passes("clock.reaction")
        assert [key for key, _ in before] == ["guess.made"]
        assert [key for key, _ in duel.news()][:2] == ["reaction.none", "guess.wrong"]


@pytest.mark.parametrize("reaction", REACTIONS)
def test_the_answer_comes_only_at_the_end_of_the_window(reaction: str | None) -> None:
    """S1-8: not even the reaction is seen before."""
    duel = a_duel(ann=ANN, ben=BEN)
    duel.plays("ann", "noggin")
    duel.says("ann", "tim")
    seen = duel.view("ann"), duel.view("bystander")
    duel.news()
    with duel.untouched("ann", "ben"):
        duel.answers("ben", "duel.react", reaction)
    assert duel.news() == []
    assert (duel.view("ann"), duel.view("bystander")) == seen
    assert (duel.asked("ann"), duel.asked("ben"), duel.clocks()) == ([], [], ["clock.reaction"])
    duel.time_passes("clock.reaction")
    assert len(duel.public("guess.wrong") + duel.public("guess.right")) == 1


@pytest.mark.parametrize("reaction", [None, "bootstrap"])
def test_with_quick_reactions_the_answer_comes_at_once(reaction: str | None) -> None:
    duel = a_duel(ann=ANN, ben=BEN, settings={"quick_reactions": True})
    duel.plays("ann", "noggin")
    duel.says("ann", "rumpel")
    assert duel.clocks() == ["clock.reaction"]
    duel.answers("ben", "duel.react", reaction)
    assert duel.public("guess.wrong") == [{"by": "ann", "of": "ben", "name": "rumpelstiltskin"}]
    duel.is_turn_of("ben")


@pytest.mark.parametrize("quick", [False, True])
def test_who_does_not_answer_in_time_does_not_react(quick: bool) -> None:
    """R1-9."""
    duel = a_duel(ann=ANN, ben=BEN, settings={"quick_reactions": quick})
    duel.plays("ann", "noggin")
    duel.says("ann", "tim")
    with duel.untouched("ben"):
        duel.time_passes("clock.reaction")
    assert duel.public("reaction.none") == [{"seat": "ben"}]
    duel.is_turn_of("ben")


# -- reactions --------------------------------------------------------------------------------------------------------


def test_a_reaction_takes_effect_before_the_answer_and_saves() -> None:
    """S1-8; R1-4: the card lies face up in the discard afterwards."""
    duel = a_duel(ann=ANN, ben=BEN)
    duel.plays("ann", "noggin")
    duel.news()
    duel.guesses("ann", "yallery", reaction="bootstrap")
    assert duel.news() == [
        ("guess.made", {"by": "ann", "of": "ben", "name": "yallery_brown", "seconds": 30}),
        ("reaction.played", {"seat": "ben", "name": "bootstrap", "deck": None}),
        ("deck.raised", {"seat": "ben"}),
        ("guess.wrong", {"by": "ann", "of": "ben", "name": "yallery_brown"}),
        ("turn.begins", {"seat": "ben"}),
    ]
    assert duel.deck("ben") == ("yallery_brown", "drum_drum", "rumpelstiltskin", "shenanigan", "tim_tit_tot")
    assert duel.discard("ben") == ("bootstrap",)
    assert "bootstrap" not in duel.hand("ben")
    duel.is_turn_of("ben")


def test_a_reaction_can_ruin_its_player() -> None:
    """S1-8: the answer is about the name at the bottom after the reaction."""
    duel = a_duel(ann=ANN, ben=BEN)
    duel.plays("ann", "noggin")
    duel.guesses("ann", "tim", reaction="bootstrap")
    assert duel.public("guess.right") == [{"by": "ann", "of": "ben", "name": "tim_tit_tot"}]
    duel.is_over("ann")


def test_a_reaction_to_a_wrong_guess_is_a_bluff() -> None:
    """S1-8: it looks the same as one that saves."""
    duel = a_duel(ann=ANN, ben=BEN)
    duel.plays("ann", "noggin")
    duel.guesses("ann", "bootstrap", reaction="bootstrap")
    assert [key for key, _ in duel.news()][-4:] == ["reaction.played", "deck.raised", "guess.wrong", "turn.begins"]
    duel.is_turn_of("ben")


def test_a_reaction_does_not_use_up_the_turn() -> None:
    """S1-8: the next turn is played normally."""
    duel = a_duel(ann=ANN, ben=BEN)
    duel.plays("ann", "noggin")
    with duel.untouched("ann"):
        duel.says("ann", "tim")
        duel.answers("ben", "duel.react", "flippy.own")
    duel.window_closes()
    assert duel.hand("ben") == ("bootstrap", "hobyah", "noggin", "whuppity_stoorie")
    duel.is_turn_of("ben")
    duel.plays("ben", "bootstrap")
    duel.is_turn_of("ann")


def test_one_reaction_at_most_for_a_guess() -> None:
    """R1-2."""
    duel = a_duel(ann=ANN, ben=BEN)
    duel.plays("ann", "tim")
    duel.says("ann", "drum")
    duel.answers("ben", "duel.react", "bootstrap")
    assert duel.asked("ben") == []
    duel.window_closes()
    assert duel.asked("ann") == ["duel.guess"]
    assert len(duel.public("reaction.played")) == 1


def test_the_last_card_of_a_hand_may_react_and_the_next_turn_draws() -> None:
    """S1-8, S1-9."""
    duel = a_duel(ann=ANN, ben="bootstrap | whuppity flippy yallery")
    duel.plays("ann", "noggin")
    duel.guesses("ann", "yallery", reaction="bootstrap")
    assert duel.public("card.drawn_and_played") == [{"seat": "ben", "name": "yallery_brown"}]
    assert duel.asked("ben") == ["yallery_brown.look"]


# -- Flippy, Bootstrap and Whuppity Stoorie as reactions --------------------------------------------------------------


def test_flippy_as_a_reaction_inverts_the_own_deck() -> None:
    """S1-8, S1-12."""
    duel = a_duel(ann=ANN, ben=BEN)
    duel.plays("ann", "noggin")
    duel.guesses("ann", "yallery", reaction="flippy.own")
    assert duel.public("reaction.played") == [{"seat": "ben", "name": "flippy", "deck": "own"}]
    assert duel.public("deck.inverted") == [{"by": "ben", "of": "ben"}]
    assert duel.deck("ben") == ("yallery_brown", "tim_tit_tot", "shenanigan", "rumpelstiltskin", "drum_drum")
    assert duel.discard("ben") == ("flippy",)
    assert duel.public("guess.wrong")
    duel.is_turn_of("ben")


def test_flippy_as_a_reaction_may_invert_the_guessers_deck() -> None:
    """S1-12: either deck; it saves nobody then."""
    duel = a_duel(ann=ANN, ben=BEN)
    before = duel.deck("ann")
    duel.plays("ann", "noggin")
    duel.guesses("ann", "drum", reaction="flippy.other")
    assert duel.public("deck.inverted") == [{"by": "ben", "of": "ann"}]
    assert duel.deck("ann") == before[::-1]
    assert duel.deck("ben")[-1] == "yallery_brown"
    duel.is_turn_of("ben")


def test_flippy_on_the_guessers_deck_does_not_save() -> None:
    duel = a_duel(ann=ANN, ben=BEN)
    duel.plays("ann", "noggin")
    duel.guesses("ann", "yallery", reaction="flippy.other")
    assert duel.public("guess.right")
    duel.is_over("ann")


@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("yallery tim drum rumpel shenanigan", "guess.wrong"),
        ("tim drum rumpel shenanigan yallery", "guess.right"),
    ],
)
def test_whuppity_stoorie_as_a_reaction_leaves_it_to_chance(order: str, answer: str) -> None:
    """S1-8: a shuffle saves only as chance has it."""
    duel = a_duel(ann=ANN, ben=BEN, chance={"whuppity_stoorie.deck.2": order.split()})
    duel.plays("ann", "noggin")
    duel.guesses("ann", "yallery", reaction="whuppity_stoorie")
    assert duel.public("deck.shuffled") == [{"seat": "ben"}]
    assert duel.deck("ben")[0].startswith(order.split(maxsplit=1)[0])
    assert duel.discard("ben") == ("whuppity_stoorie",)
    assert len(duel.public(answer)) == 1


@pytest.mark.parametrize("reaction", ["bootstrap", "flippy.own", "flippy.other", "whuppity_stoorie"])
def test_on_a_deck_of_one_card_no_reaction_helps(reaction: str) -> None:
    """R1-6, M1-6: it may be played and is spent, and nothing moves."""
    duel = a_duel(ann=ANN, ben="bootstrap flippy whuppity | yallery", best_of=3)
    duel.plays("ann", "tim")
    duel.guesses("ann", "drum", reaction=reaction)
    assert duel.deck("ben") == ("yallery_brown",)
    assert reaction.partition(".")[0] in duel.discard("ben")
    assert len(duel.public("reaction.played")) == 1
    duel.guesses("ann", "yallery")
    assert duel.tokens() == {"ann": 1, "ben": 0}
