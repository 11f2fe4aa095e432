"""The bonus deck: what is in it, the deal, the one redraw, and what lies face up (S0-24 to S0-26, R0-3)."""

from __future__ import annotations

import pytest
from language.any_game import NAMES
from language.village import Enchanted, VillagePlay, enchanted, village

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games import GAMES
from bot.games.village.cards import BONUS_CARDS
from bot.games.village.options import SEATS, VillageOptions, bonus_deck

ONES = ("drunk", "hero", "town_idiot", "smooth_talker", "hottie", "victim", "magician", "resurrection", "love")


@pytest.mark.parametrize("seats", SEATS)
def test_the_full_deck_for_every_number_of_players(seats: int) -> None:
    """R0-3: one each, Sleep and Deflection twice, Lovers 1 or 2, the Third Wheel from 12; four more than players."""
    deck = bonus_deck(BONUS_CARDS, seats)
    assert [deck[card] for card in ONES] == [1] * len(ONES)
    assert (deck["sleep"], deck["deflection"]) == (2, 2)
    assert deck["lovers"] == (1 if seats <= 10 else 2)
    assert deck.get("third_wheel", 0) == (1 if seats >= 12 else 0)
    assert deck["dud"] >= 2
    assert sum(deck.values()) == max(seats + 4, sum(deck.values()) - deck["dud"] + 2)


def test_a_deck_of_some_cards_is_filled_up_with_duds() -> None:
    assert bonus_deck(("hero",), 8) == {"hero": 1, "dud": 11}
    assert bonus_deck(("third_wheel",), 8) == {"dud": 12}
    assert bonus_deck((), 8) == {}


def test_the_order_in_which_cards_were_chosen_does_not_matter() -> None:
    assert (
        VillageOptions(bonus=("love", "hero")).bonus == ("hero", "love") == VillageOptions(bonus=("hero", "love")).bonus
    )
    assert VillageOptions(bonus=("hero", "hero")).bonus == ("hero",)


def test_without_the_module_nobody_has_a_card_and_nothing_is_asked() -> None:
    game = village(ann="murderer", begun=False)
    assert game.clocks() == ["roles.delivered", "clock.cards"]
    assert game.view("ann").bonus is None
    assert game.view("bystander").deck == {}
    assert not [key for key, _ in game.heard("ann") if "bonus" in key]


def held(game: VillagePlay) -> list[str | None]:
    return [game.view(name).bonus for name in game.names]


def test_everybody_is_dealt_one_card_and_told_alone() -> None:
    """S0-24."""
    game = enchanted(8, {"ben": "hero", "cat": "lovers", "dan": "sleep"}, redrawn=False)
    assert held(game) == ["dud", "hero", "lovers", "sleep", "dud", "dud", "dud", "dud"]
    assert game.told("ben", "bonus.dealt") == [{"card": "hero"}]
    assert game.public("bonus.begins") == [{"deck": {"hero": 1, "lovers": 1, "sleep": 2, "dud": 8}}]
    for name in ("ann", "bystander"):
        assert "hero" not in str(game.view(name).players)
        assert game.told(name, "bonus.dealt") == ([{"card": "dud"}] if name == "ann" else [])
    assert [player.trait for player in game.view("ben").players] == [None] * 8
    assert [player.votes for player in game.view("ann").players] == [1] * 8  # two votes would tell the Hero


def test_each_may_redraw_once_and_the_new_card_comes_before_the_old_one_is_shuffled_back() -> None:
    """S0-24: so nobody draws the card again that he gave away."""
    game = enchanted(
        8, {"ben": "hero", "cat": "sleep"}, redrawn=False,
        chance={"bonus.back": ["hero", "dud", "dud", "dud"]},
    )  # fmt: skip
    # the pile is sleep, dud, dud, dud
    for name, answer in (("cat", "redraw"), ("ben", "redraw"), ("dan", "keep")):
        game.answers(name, "bonus.redraw", answer)
        assert game.asked(name) == []
    assert held(game)[:4] == ["dud", "hero", "sleep", "dud"]  # nothing moves before all have chosen
    game.time_passes("clock.redraw")
    assert game.told("ben", "bonus.redrawn") == [{"card": "sleep"}]
    assert game.told("cat", "bonus.redrawn") == [{"card": "hero"}]  # ben's, which was shuffled back before
    assert held(game)[:4] == ["dud", "sleep", "hero", "dud"]
    assert game.public("bonus.face_up") == [{"traits": [[3, "hero"]]}]
    assert "bonus.redraw" not in game.asked("ben")
    assert game.told("dan", "bonus.redrawn") == []
    game.untouched("dan", "eve")


def test_who_redraws_is_nobodys_business() -> None:
    game = enchanted(8, {"ben": "hero"}, redrawn=False)
    before = game.heard("ann")
    game.answers("ben", "bonus.redraw", "redraw")
    assert game.heard("ann") == before
    game.time_passes("clock.redraw")
    assert [key for key, _ in game.heard("ann")[len(before) :]] == ["bonus.face_up", "night.falls"]


def test_the_redraw_is_over_when_all_have_chosen_and_silence_keeps() -> None:
    game = enchanted(8, {"ben": "hero"}, redrawn=False)
    for name in game.names:
        assert game.offered(name, "bonus.redraw") == ["redraw", "keep"]
        game.answers(name, "bonus.redraw", "keep")
    assert "clock.redraw" not in game.clocks()
    assert game.view("ben").bonus == "hero"
    game = enchanted(8, {"ben": "hero"}, redrawn=False)
    game.time_passes("clock.redraw")
    assert game.view("ben").bonus == "hero"


def test_the_sheriff_is_never_dealt_the_hero() -> None:
    """S0-26: he draws again, and the Hero is shuffled back."""
    game = enchanted(8, {"ben": "hero"}, ben="sheriff", redrawn=False, chance={"bonus.instead": "dud"})
    assert game.view("ben").bonus == "dud"
    assert game.told("ben", "bonus.dealt") == [{"card": "dud"}]


def test_the_sheriff_never_redraws_the_hero() -> None:
    game = enchanted(
        8, {"ann": "hero"}, ben="sheriff", redrawn=False,
        chance={"bonus.back": ["hero", "dud", "dud", "dud"], "bonus.instead": "dud"},
    )  # fmt: skip
    game.answers("ann", "bonus.redraw", "redraw")
    game.answers("ben", "bonus.redraw", "redraw")
    game.time_passes("clock.redraw")
    assert game.told("ben", "bonus.redrawn") == [{"card": "dud"}]
    assert "hero" not in held(game)


@pytest.mark.parametrize("number", range(60))
def test_no_deal_ever_makes_a_sheriff_a_hero_or_loses_a_card(number: int) -> None:
    """Deals and redraws of chance: cards out and cards left are the deck, and the Sheriff never holds the Hero."""
    seats = (8, 11, 12, 20)[number % 4]
    options = VillageOptions(bonus=BONUS_CARDS if number % 3 else ("hero",), introductions=False)
    game = Enchanted(Match.start(GAMES["village"], options, seats, SealedChance(f"deck {number}")))
    deck = dict(game.view("bystander").deck)
    game.roles_are_delivered()
    for moment in ("dealt", "redrawn"):
        if moment == "redrawn":
            for name in game.names:
                game.answers(name, "bonus.redraw", "redraw" if (number + len(name)) % 2 else "keep")
            assert "clock.redraw" not in game.clocks()
        for name in game.names:
            card = game.view(name).bonus
            assert card is not None
            assert not (card == "hero" and game.role(name) == "sheriff")
        cards = held(game)
        assert all(cards.count(card) <= count for card, count in deck.items())
        assert set(cards) <= set(deck)


def test_traits_lie_face_up_but_lovers_and_the_third_wheel_and_spells_do_not() -> None:
    """S0-25."""
    shown = {
        "ann": "drunk", "ben": "hero", "cat": "town_idiot", "dan": "smooth_talker",
        "eve": "hottie", "fay": "victim", "gus": "magician",
    }  # fmt: skip
    hidden = {"hal": "lovers", "ida": "third_wheel", "jon": "sleep", "kim": "love", "leo": "deflection"}
    game = enchanted(12, shown | hidden)
    for name in ("bystander", "leo"):
        traits = {NAMES[player.seat - 1]: player.trait for player in game.view(name).players}
        assert traits == shown | dict.fromkeys(hidden)
    assert game.public("bonus.face_up") == [{"traits": [[NAMES.index(name) + 1, card] for name, card in shown.items()]}]
    assert [game.view(name).bonus for name in hidden] == list(hidden.values())
    assert not [card for card in hidden.values() if card in str(game.view("ann").players)]
