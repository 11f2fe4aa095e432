"""Claims from the floor: whom somebody suspects, and why, for everybody to hear and to weigh."""

from __future__ import annotations

import pytest
from language.any_game import Shelf, begun_before
from language.mafia import MafiaPlay, mafia

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games.hidden_roles.claims import Claim, code
from bot.games.mafia.game import GAME as MAFIA_GAME

ANN, BEN, CAT, DAN = 1, 2, 3, 4


def sayable(game: MafiaPlay, name: str, key: str = "speech.floor") -> list[str]:
    """What this player can claim now."""
    says = game.question(name, key).says
    return list(says()) if says is not None else []


def second_day(**roles: str) -> MafiaPlay:
    """Ann has named ben and cat dan; all have voted for one of them, ben has left, and it is morning again."""
    game = mafia(**({"eve": "don", "fay": "sheriff"} | roles))
    game.speeches(ann="ben", cat="dan")
    game.vote(ben="ann cat dan eve fay")
    game.final_words()
    game.night()
    return game


def test_what_the_speaker_says_is_heard_by_all_and_the_floor_stays_theirs() -> None:
    game = mafia(ann="don")
    game.answers("ann", "speech.floor", code("suspect", CAT, "gut"))
    (heard,) = game.public("said.claim")
    assert heard == {"by": "ann", "kind": "suspect", "about": CAT, "why": "gut", "other": 0, "turn": 0}
    assert ("said.claim", heard) in game.heard("hal")
    assert game.speaker == "ann"
    assert game.view("cat").claims == game.view().claims
    assert game.asked("cat") == []


def test_a_claim_and_a_nomination_go_together() -> None:
    game = mafia(ann="don")
    game.answers("ann", "speech.floor", code("suspect", CAT, "quiet"))
    game.nominates("ann", "cat")
    game.answers("ann", "speech.floor", code("trust", DAN, "calm"))
    game.passes("ann")
    assert [(said.kind, said.about) for said in game.view().claims] == [("suspect", CAT), ("trust", DAN)]
    assert game.view().nominations == ((1, ANN, CAT),)
    assert game.speaker == "ben"


def test_it_need_not_be_true_who_one_is() -> None:
    game = mafia(ann="don", ben="sheriff")
    game.answers("ann", "speech.floor", code("i_am", 0, "sheriff"))
    game.passes("ann")
    game.answers("ben", "speech.floor", code("i_am", 0, "sheriff"))
    assert {said.by: (said.about, said.why) for said in game.view().claims} == {
        ANN: (ANN, "sheriff"),
        BEN: (BEN, "sheriff"),
    }


def test_what_is_given_as_a_deed_has_been_done() -> None:
    game = second_day()
    assert game.speaker == "cat"
    assert code("suspect", ANN, "voted", BEN) in sayable(game, "cat")
    assert code("suspect", ANN, "named", BEN) in sayable(game, "cat")
    assert game.is_refused("cat", "speech.floor", code("suspect", ANN, "voted", DAN)) == "not_offered"
    assert game.is_refused("cat", "speech.floor", code("suspect", BEN, "gut")) == "not_offered"  # has left
    assert game.is_refused("cat", "speech.floor", code("suspect", CAT, "gut")) == "not_offered"  # is the speaker


def test_what_was_said_is_a_deed_as_well() -> None:
    game = mafia(ann="don")
    game.answers("ann", "speech.floor", code("suspect", CAT, "gut"))
    game.answers("ann", "speech.floor", code("trust", DAN, "gut"))
    game.passes("ann")
    assert {code("suspect", ANN, "accused", CAT), code("suspect", ANN, "defended", DAN)} <= set(sayable(game, "ben"))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (code("i_am", 0, "sheriff"), code("i_am", 0, "sheriff")),
        (code("checked", DAN), code("cleared", DAN)),
    ],
)
def test_two_who_cannot_both_be_right_contradict_each_other(first: str, second: str) -> None:
    game = second_day()
    game.answers("cat", "speech.floor", first)
    game.passes("cat")
    while game.speaker != "eve":
        game.passes(str(game.speaker))
    game.answers("eve", "speech.floor", second)
    game.passes("eve")
    assert code("suspect", 5, "contradicted", CAT) in sayable(game, "fay")
    assert code("suspect", CAT, "contradicted", 5) not in sayable(game, "fay")


def test_nobody_has_found_anything_out_on_the_first_day() -> None:
    assert code("checked", CAT) not in sayable(mafia(ann="don", ben="sheriff"), "ann")
    assert code("checked", ANN) in sayable(second_day(), "cat")


def test_three_claims_and_no_more_each_time_one_has_the_floor() -> None:
    game = mafia(ann="don")
    for claim in (code("suspect", CAT, "gut"), code("suspect", CAT, "gut"), code("trust", DAN, "gut")):
        game.answers("ann", "speech.floor", claim)
    assert sayable(game, "ann") == []
    assert game.is_refused("ann", "speech.floor", code("suspect", BEN, "gut")) == "not_offered"
    assert [said.turn for said in game.view().claims] == [0, 1, 0]
    game.passes("ann")
    assert sayable(game, "ben")


def test_who_is_tied_or_leaves_can_speak_as_well() -> None:
    game = mafia(ann="don")
    game.speeches(ann="ben", cat="dan")
    game.vote(ben="ann cat eve fay")
    game.answers("ben", "defence.floor", code("suspect", ANN, "named", BEN))
    assert game.defences() == ["ben", "dan"]
    game.vote(ben="ann cat dan eve fay")
    game.answers("ben", "final.floor", code("trust", DAN, "gut"))
    game.final_words()
    assert [said.occasion for said in game.view().claims] == ["defence.1.2", "final.1.2"]
    assert game.phase == "night"


def test_a_speech_without_words_has_no_claims() -> None:
    game = mafia(ann="don")
    game.foul("ben", "ben", "ben")
    game.passes("ann")
    assert sayable(game, "ben") == []
    assert sayable(mafia(ann="don"), "ann")


def test_a_game_from_before_goes_on_without_claims() -> None:
    game = mafia(ann="don", begun_by=begun_before)
    assert game.question("ann", "speech.floor").says is None
    assert game.is_refused("ann", "speech.floor", code("suspect", CAT, "gut")) == "not_offered"


def test_what_can_be_said_is_the_same_whoever_holds_which_card() -> None:
    here, there = second_day(), second_day(eve="sheriff", fay="don")
    assert sayable(here, "cat") == sayable(there, "cat")
    for game in (here, there):
        game.speeches()
        game.night()
    assert sayable(here, "dan") == sayable(there, "dan")


def test_claims_are_kept_with_the_game() -> None:
    game = mafia(ann="don")
    shelf = Shelf(game.match)
    game.answers("ann", "speech.floor", code("suspect", CAT, "gut"))
    game.speeches()
    game.night()
    shelf.keep(game.match)
    woken = MafiaPlay(Match.resume(MAFIA_GAME, shelf.saved(game.match), SealedChance("a test")))
    assert woken.view().claims == game.view().claims
    said = Claim(day=1, occasion="speech.1.1", by=ANN, kind="suspect", about=CAT, why="gut", other=0, turn=0)
    assert woken.view().claims == (said,)
