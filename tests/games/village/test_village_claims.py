"""Claims by day and as last words: what somebody thinks of somebody, for the whole village to hear and to weigh."""

from __future__ import annotations

from typing import Any

import pytest
from language.any_game import begun_before
from language.village import VillagePlay, village

from bot.games.hidden_roles.claims import claims_to_roles, code
from bot.games.village.cards import SIDES, TOWN
from bot.games.village.claimable import claimable

ANN, BEN, CAT, DAN = 1, 2, 3, 4


def morning(**details: Any) -> VillagePlay:
    """The first day of a village where the night took nobody."""
    game = village(9, **({"ann": "murderer", "ben": "sheriff"} | details))
    game.night()
    assert game.day_is_open()
    return game


def sayable(game: VillagePlay, name: str, key: str = "day.call") -> list[str]:
    """What this player can claim now."""
    says = game.question(name, key).says
    return list(says()) if says is not None else []


def test_everybody_awake_may_say_what_they_think_and_goes_on_as_before() -> None:
    game = morning()
    offered = game.offered("cat", "day.call")
    game.answers("cat", "day.call", code("suspect", DAN, "gut"))
    assert game.public("said.claim") == [
        {"by": "cat", "kind": "suspect", "about": DAN, "why": "gut", "other": 0, "turn": 0}
    ]
    assert game.offered("cat", "day.call") == offered
    assert game.view("dan").claims == game.view().claims
    assert game.public("day.nominated") == []
    assert game.asked("dan") == ["day.call"]


def test_who_has_said_why_nominates_with_that_reason_and_nobody_else_does() -> None:
    game = morning()
    game.answers("cat", "day.call", code("suspect", DAN, "gut"))
    game.nominates("cat", "dan")
    game.nominates("eve", "dan")
    game.answers("fay", "day.call", code("trust", CAT, "calm"))
    game.nominates("fay", "cat")
    assert [said["reason"] for said in game.public("day.nominated")] == ["#said", None]
    assert [said["reason"] for said in game.public("day.seconded")] == [None]
    game.answers("cat", "day.call", code("trust", CAT + 2, "calm"))
    assert len(game.view().claims) == 3, "who has nominated may still speak"


def test_three_claims_a_day() -> None:
    game = morning()
    for _ in range(3):
        game.answers("cat", "day.call", code("suspect", DAN, "gut"))
    assert game.is_refused("cat", "day.call", code("suspect", DAN, "gut")) == "not_offered"
    assert sayable(game, "dan")


def test_deeds_are_told_as_they_were_done() -> None:
    game = morning()
    game.nominates("cat", "dan")
    assert code("suspect", CAT, "named", DAN) in sayable(game, "eve")
    assert game.is_refused("eve", "day.call", code("suspect", CAT, "voted", DAN)) == "not_offered"
    assert game.is_refused("eve", "day.call", code("i_am", 0, "murderer")) == "not_offered"


def test_what_is_said_of_each_is_together_all_that_can_be_said() -> None:
    game = morning()
    game.nominates("cat", "dan")
    game.answers("eve", "day.call", code("checked", BEN))
    everything = claimable(game.view(), CAT, "call.1")
    by_player = [claimable(game.view(), CAT, "call.1", seat) for seat in range(1, 10)]
    assert sorted(everything) == sorted(claim for claims in by_player for claim in claims)
    assert all(claims for claims in by_player)
    assert by_player[CAT - 1] == claims_to_roles(role for role in game.view().cast if SIDES.get(role) == TOWN)


def test_nobody_is_offered_to_claim_a_card_that_was_not_dealt() -> None:
    """“I am Captain Hook” stood in the menu of a village without him."""
    game = morning(settings={"last_words_seconds": 20})
    game.nominates("ann", "dan")
    offered = game.question("ben", "day.call").values["phrases"]
    cast = game.view("ben").cast
    assert {"#i_am.villager", "#found"} <= {*offered}
    assert [code for code in offered if code.startswith("#i_am.") and not cast.get(code.removeprefix("#i_am."))] == []


def test_last_words_may_be_a_claim() -> None:
    game = morning(settings={"last_words_seconds": 20})
    game.nominates("cat", "dan")
    game.calls_the_vote()
    assert code("suspect", CAT, "named", DAN) in sayable(game, "dan", "day.last_words")
    game.answers("dan", "day.last_words", code("suspect", CAT, "named", DAN))
    (said,) = game.view().claims
    assert (said.by, said.why, said.other) == (DAN, "named", DAN)
    assert game.public("day.last_words") == []


def test_what_only_looks_like_a_claim_is_said_as_it_is_written() -> None:
    game = morning(settings={"last_words_seconds": 20})
    game.nominates("cat", "dan")
    game.calls_the_vote()
    game.answers("dan", "day.last_words", code("suspect", CAT, "voted", BEN))
    assert game.view().claims == ()
    assert [said["words"] for said in game.public("day.last_words")] == [code("suspect", CAT, "voted", BEN)]


@pytest.mark.parametrize(
    "typed", ["#suspect", "#suspect.", "#suspect.me.gut", "#suspect.4.gut", "#i_am", "#i_am.nobody"]
)
def test_what_is_typed_like_a_claim_that_nobody_can_make_is_heard_as_it_is(typed: str) -> None:
    game = morning(settings={"last_words_seconds": 20})
    game.nominates("cat", "dan")
    game.calls_the_vote()
    game.answers("dan", "day.last_words", typed)
    assert game.view().claims == ()
    assert [said["words"] for said in game.public("day.last_words")] == [typed]


def test_who_is_mute_claims_nothing() -> None:
    game = village(9, ann="murderer", ben="esmeralda")
    game.night(mute="cat")
    assert sayable(game, "cat") == []
    assert sayable(game, "dan")


def test_what_can_be_said_is_the_same_whoever_holds_which_card() -> None:
    here, there = morning(), morning(ann="sheriff", ben="murderer")
    for game in (here, there):
        game.nominates("cat", "dan")
    assert sayable(here, "eve") == sayable(there, "eve")


def test_a_game_from_before_goes_on_without_claims() -> None:
    game = village(9, ann="murderer", begun_by=begun_before)
    game.night()
    assert game.question("cat", "day.call").says is None
