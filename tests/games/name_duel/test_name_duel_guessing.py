"""GUESS, the window for a reaction, and the answer (S1-7, S1-8, R1-2 to R1-5, R1-7)."""

from __future__ import annotations

import pytest
from language.name_duel import a_name_duel

from bot.games.name_duel.cards import NAMES

ANN = "noggin tim flippy drum shenanigan | ... rumpel"
BEN = "bootstrap flippy whuppity hobyah noggin | drum rumpel shenanigan tim yallery"
LET_IT_STAND = None
REACTIONS = ["bootstrap", "flippy.own", "flippy.other", "whuppity_stoorie", None]


def test_a_right_guess_wins_immediately() -> None:
    """S1-7; the rest of the card is not performed: no second guess of Tim Tit Tot."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.plays("ann", "tim")
    name_duel.news()
    name_duel.guesses("ann", "yallery")
    assert name_duel.news() == [
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
    assert name_duel.discard("ann") == ("tim_tit_tot",)
    name_duel.is_over("ann")


def test_after_a_wrong_guess_play_goes_on_and_the_bottom_card_is_not_shown() -> None:
    """S1-7."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.plays("ann", "noggin")
    with name_duel.untouched("ben"):
        name_duel.guesses("ann", "tim")
    assert name_duel.public("guess.wrong") == [{"by": "ann", "of": "ben", "name": "tim_tit_tot"}]
    assert "yallery_brown" not in str(name_duel.news()) + str(name_duel.whispers("ann"))
    assert name_duel.view("bystander").names_shown == {}
    name_duel.is_turn_of("ben")


def test_any_of_the_ten_titles_may_be_named() -> None:
    """R1-2: the impossible ones too, such as a card that everybody can see."""
    name_duel = a_name_duel(ann="noggin | whuppity rumpel", ben="flippy | bootstrap yallery")
    name_duel.plays("ann", "noggin")
    assert name_duel.offered("ann", "duel.guess") == list(NAMES)
    assert name_duel.question("ann", "duel.guess").values == {"ordinal": 1, "card": "noggin"}
    assert name_duel.asked("ben") == []
    assert name_duel.is_refused("ann", "duel.guess", None) == "not_offered"
    assert name_duel.is_refused("ann", "duel.guess", "mud") == "not_offered"
    name_duel.guesses("ann", "drum")  # lies in ben's discard for all to see
    assert name_duel.public("guess.wrong")[-1]["name"] == "drum_drum"
    name_duel.is_turn_of("ben")


# -- the window -------------------------------------------------------------------------------------------------------


def test_the_guessed_one_is_asked_for_a_reaction_and_sees_his_own_name_meanwhile() -> None:
    """S1-8, R1-3: they have to know what they answer to; nobody else sees it, and at no other time."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.plays("ann", "noggin")
    assert name_duel.view("ben").bottom is None
    name_duel.says("ann", "tim")
    view = name_duel.view("bystander")
    assert (view.phase, view.guess, view.turn) == ("reaction", "tim_tit_tot", 1)
    assert name_duel.asked("ben") == ["duel.react"]
    assert name_duel.offered("ben", "duel.react") == REACTIONS
    assert name_duel.question("ben", "duel.react").values == {"guess": "tim_tit_tot", "bottom": "yallery_brown"}
    assert name_duel.view("ben").bottom == "yallery_brown"
    assert name_duel.view("ann").bottom is name_duel.view("bystander").bottom is None
    assert name_duel.asked("ann") == []
    assert name_duel.clocks() == ["clock.reaction"]
    name_duel.answers("ben", "duel.react", LET_IT_STAND)
    name_duel.window_closes()
    assert name_duel.view("ben").bottom is None
    name_duel.is_turn_of("ben")


def test_only_reactions_of_the_hand_are_offered() -> None:
    """R1-2: never from the deck, and not from the discard; R1-4: only cards with red text."""
    name_duel = a_name_duel(ann=ANN, ben="bootstrap drum hobyah | flippy yallery")
    name_duel.plays("ann", "noggin")
    name_duel.says("ann", "tim")
    assert name_duel.offered("ben", "duel.react") == ["bootstrap", None]
    for forged in ("flippy.own", "flippy", "whuppity", "drum", "duel.react"):
        assert name_duel.is_refused("ben", "duel.react", forged) == "not_offered"
    assert name_duel.is_refused("ben", "duel.react", ["bootstrap"]) == "not_offered"


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
    name_duel = a_name_duel(ann=ANN, ben=f"{hand} | shenanigan yallery")
    name_duel.plays("ann", "tim")
    name_duel.news()
    for word in ("rumpel", "noggin"):
        name_duel.says("ann", word)
        question, clock = name_duel.match.open
        assert (question.seat, question.key, question.kind) == (2, "duel.react", "one")
        assert question.choices[-1] is None
        assert (clock.key, clock.within) == ("clock.reaction", 30)
        before = name_duel.news()
        name_duel.answers("ben", "duel.react", LET_IT_STAND)
        assert name_duel.news() == []
        assert name_duel.match.open == [clock]
        name_duel.time_passes("clock.reaction")
        assert [key for key, _ in before] == ["guess.made"]
        assert [key for key, _ in name_duel.news()][:2] == ["reaction.none", "guess.wrong"]


@pytest.mark.parametrize("reaction", REACTIONS)
def test_the_answer_comes_only_at_the_end_of_the_window(reaction: str | None) -> None:
    """S1-8: not even the reaction is seen before."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.plays("ann", "noggin")
    name_duel.says("ann", "tim")
    seen = name_duel.view("ann"), name_duel.view("bystander")
    name_duel.news()
    with name_duel.untouched("ann", "ben"):
        name_duel.answers("ben", "duel.react", reaction)
    assert name_duel.news() == []
    assert (name_duel.view("ann"), name_duel.view("bystander")) == seen
    assert (name_duel.asked("ann"), name_duel.asked("ben"), name_duel.clocks()) == ([], [], ["clock.reaction"])
    name_duel.time_passes("clock.reaction")
    assert len(name_duel.public("guess.wrong") + name_duel.public("guess.right")) == 1


@pytest.mark.parametrize("reaction", [None, "bootstrap"])
def test_with_quick_reactions_the_answer_comes_at_once(reaction: str | None) -> None:
    name_duel = a_name_duel(ann=ANN, ben=BEN, settings={"quick_reactions": True})
    name_duel.plays("ann", "noggin")
    name_duel.says("ann", "rumpel")
    assert name_duel.clocks() == ["clock.reaction"]
    name_duel.answers("ben", "duel.react", reaction)
    assert name_duel.public("guess.wrong") == [{"by": "ann", "of": "ben", "name": "rumpelstiltskin"}]
    name_duel.is_turn_of("ben")


@pytest.mark.parametrize("quick", [False, True])
def test_who_does_not_answer_in_time_does_not_react(quick: bool) -> None:
    """R1-9."""
    name_duel = a_name_duel(ann=ANN, ben=BEN, settings={"quick_reactions": quick})
    name_duel.plays("ann", "noggin")
    name_duel.says("ann", "tim")
    with name_duel.untouched("ben"):
        name_duel.time_passes("clock.reaction")
    assert name_duel.public("reaction.none") == [{"seat": "ben"}]
    name_duel.is_turn_of("ben")


# -- reactions --------------------------------------------------------------------------------------------------------


def test_a_reaction_takes_effect_before_the_answer_and_saves() -> None:
    """S1-8; R1-4: the card lies face up in the discard afterwards."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.plays("ann", "noggin")
    name_duel.news()
    name_duel.guesses("ann", "yallery", reaction="bootstrap")
    assert name_duel.news() == [
        ("guess.made", {"by": "ann", "of": "ben", "name": "yallery_brown", "seconds": 30}),
        ("reaction.played", {"seat": "ben", "name": "bootstrap", "deck": None}),
        ("deck.raised", {"seat": "ben"}),
        ("guess.wrong", {"by": "ann", "of": "ben", "name": "yallery_brown"}),
        ("turn.begins", {"seat": "ben"}),
    ]
    assert name_duel.deck("ben") == ("yallery_brown", "drum_drum", "rumpelstiltskin", "shenanigan", "tim_tit_tot")
    assert name_duel.discard("ben") == ("bootstrap",)
    assert "bootstrap" not in name_duel.hand("ben")
    name_duel.is_turn_of("ben")


def test_a_reaction_can_ruin_its_player() -> None:
    """S1-8: the answer is about the name at the bottom after the reaction."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.plays("ann", "noggin")
    name_duel.guesses("ann", "tim", reaction="bootstrap")
    assert name_duel.public("guess.right") == [{"by": "ann", "of": "ben", "name": "tim_tit_tot"}]
    name_duel.is_over("ann")


def test_a_reaction_to_a_wrong_guess_is_a_bluff() -> None:
    """S1-8: it looks the same as one that saves."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.plays("ann", "noggin")
    name_duel.guesses("ann", "bootstrap", reaction="bootstrap")
    assert [key for key, _ in name_duel.news()][-4:] == ["reaction.played", "deck.raised", "guess.wrong", "turn.begins"]
    name_duel.is_turn_of("ben")


def test_a_reaction_does_not_use_up_the_turn() -> None:
    """S1-8: the next turn is played normally."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.plays("ann", "noggin")
    with name_duel.untouched("ann"):
        name_duel.says("ann", "tim")
        name_duel.answers("ben", "duel.react", "flippy.own")
    name_duel.window_closes()
    assert name_duel.hand("ben") == ("bootstrap", "hobyah", "noggin", "whuppity_stoorie")
    name_duel.is_turn_of("ben")
    name_duel.plays("ben", "bootstrap")
    name_duel.is_turn_of("ann")


def test_one_reaction_at_most_for_a_guess() -> None:
    """R1-2."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.plays("ann", "tim")
    name_duel.says("ann", "drum")
    name_duel.answers("ben", "duel.react", "bootstrap")
    assert name_duel.asked("ben") == []
    name_duel.window_closes()
    assert name_duel.asked("ann") == ["duel.guess"]
    assert len(name_duel.public("reaction.played")) == 1


def test_the_last_card_of_a_hand_may_react_and_the_next_turn_draws() -> None:
    """S1-8, S1-9."""
    name_duel = a_name_duel(ann=ANN, ben="bootstrap | whuppity flippy yallery")
    name_duel.plays("ann", "noggin")
    name_duel.guesses("ann", "yallery", reaction="bootstrap")
    assert name_duel.public("card.drawn_and_played") == [{"seat": "ben", "name": "yallery_brown"}]
    assert name_duel.asked("ben") == ["yallery_brown.look"]


# -- Flippy, Bootstrap and Whuppity Stoorie as reactions --------------------------------------------------------------


def test_flippy_as_a_reaction_inverts_the_own_deck() -> None:
    """S1-8, S1-12."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.plays("ann", "noggin")
    name_duel.guesses("ann", "yallery", reaction="flippy.own")
    assert name_duel.public("reaction.played") == [{"seat": "ben", "name": "flippy", "deck": "own"}]
    assert name_duel.public("deck.inverted") == [{"by": "ben", "of": "ben"}]
    assert name_duel.deck("ben") == ("yallery_brown", "tim_tit_tot", "shenanigan", "rumpelstiltskin", "drum_drum")
    assert name_duel.discard("ben") == ("flippy",)
    assert name_duel.public("guess.wrong")
    name_duel.is_turn_of("ben")


def test_flippy_as_a_reaction_may_invert_the_guessers_deck() -> None:
    """S1-12: either deck; it saves nobody then."""
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    before = name_duel.deck("ann")
    name_duel.plays("ann", "noggin")
    name_duel.guesses("ann", "drum", reaction="flippy.other")
    assert name_duel.public("deck.inverted") == [{"by": "ben", "of": "ann"}]
    assert name_duel.deck("ann") == before[::-1]
    assert name_duel.deck("ben")[-1] == "yallery_brown"
    name_duel.is_turn_of("ben")


def test_flippy_on_the_guessers_deck_does_not_save() -> None:
    name_duel = a_name_duel(ann=ANN, ben=BEN)
    name_duel.plays("ann", "noggin")
    name_duel.guesses("ann", "yallery", reaction="flippy.other")
    assert name_duel.public("guess.right")
    name_duel.is_over("ann")


@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("yallery tim drum rumpel shenanigan", "guess.wrong"),
        ("tim drum rumpel shenanigan yallery", "guess.right"),
    ],
)
def test_whuppity_stoorie_as_a_reaction_leaves_it_to_chance(order: str, answer: str) -> None:
    """S1-8: a shuffle saves only as chance has it."""
    name_duel = a_name_duel(ann=ANN, ben=BEN, chance={"whuppity_stoorie.deck.2": order.split()})
    name_duel.plays("ann", "noggin")
    name_duel.guesses("ann", "yallery", reaction="whuppity_stoorie")
    assert name_duel.public("deck.shuffled") == [{"seat": "ben"}]
    assert name_duel.deck("ben")[0].startswith(order.split(maxsplit=1)[0])
    assert name_duel.discard("ben") == ("whuppity_stoorie",)
    assert len(name_duel.public(answer)) == 1


@pytest.mark.parametrize("reaction", ["bootstrap", "flippy.own", "flippy.other", "whuppity_stoorie"])
def test_on_a_deck_of_one_card_no_reaction_helps(reaction: str) -> None:
    """R1-6, M1-6: it may be played and is spent, and nothing moves."""
    name_duel = a_name_duel(ann=ANN, ben="bootstrap flippy whuppity | yallery", best_of=3)
    name_duel.plays("ann", "tim")
    name_duel.guesses("ann", "drum", reaction=reaction)
    assert name_duel.deck("ben") == ("yallery_brown",)
    assert reaction.partition(".")[0] in name_duel.discard("ben")
    assert len(name_duel.public("reaction.played")) == 1
    name_duel.guesses("ann", "yallery")
    assert name_duel.tokens() == {"ann": 1, "ben": 0}
