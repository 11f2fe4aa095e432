"""The vote: order, missing votes, ties, defences, and whether all of them leave (R3-6, R3-7)."""

from __future__ import annotations

import pytest
from language.mafia import MafiaPlay, mafia

EIGHT = ["ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal"]


def table(seats: int = 8, **settings: object) -> MafiaPlay:
    """Two black cards that do nothing: everything here happens in front of everybody."""
    return mafia(seats, gus="don", hal="mafia", settings=settings) if seats > 7 else mafia(seats, ann="don")


def tied_table(**settings: object) -> MafiaPlay:
    """Ann and ben stand, in the order ben, ann, and have four votes each."""
    game = table(**settings)
    game.speeches(cat="ben", dan="ann")
    game.vote(ben="ann cat eve gus")
    assert game.public("vote.counted")[-1]["tied"] == ["ben", "ann"]
    return game


# -- the count ----------------------------------------------------------------------------------------------------


def test_nominees_are_called_in_the_order_of_nomination_and_the_last_is_not() -> None:
    game = table()
    game.speeches(ann="fay", cat="ben", dan="ann")
    assert game.clocks() == {"clock.vote": 15}
    assert game.asked_for("vote.hand") == EIGHT
    assert game.vote(fay="cat", ben="gus hal") == ["fay", "ben"]
    assert game.board == {"fay": ["cat"], "ben": ["gus", "hal"], "ann": ["ann", "ben", "dan", "eve", "fay"]}
    assert [said["nominee"] for said in game.public("vote.for")] == ["fay", "ben"]
    assert game.final_words() == ["ann"]


def test_one_vote_each_and_none_back() -> None:
    """R3-6: who has raised a hand is not asked about the next nominee."""
    game = table()
    game.speeches(ann="fay", cat="ben", dan="ann")
    game.answers("cat", "vote.hand", "yes")
    assert game.asked("cat") == []
    for name in EIGHT:
        if name != "cat":
            game.answers(name, "vote.hand", "no")
    assert game.standing == "ben"
    assert game.asked_for("vote.hand") == [name for name in EIGHT if name != "cat"]


def test_missing_votes_go_to_the_last_nominee() -> None:
    game = table()
    game.speeches(ann="fay", cat="ben")
    game.answers("cat", "vote.hand", "yes")
    game.answers("dan", "vote.hand", "no")
    game.time_passes("clock.vote")
    assert game.board == {"fay": ["cat"], "ben": ["ann", "ben", "dan", "eve", "fay", "gus", "hal"]}


def test_a_plurality_is_enough() -> None:
    game = table()
    game.speeches(ann="fay", cat="ben", dan="eve")
    game.vote(fay="ann cat dan", ben="gus hal")
    assert game.board == {"fay": ["ann", "cat", "dan"], "ben": ["gus", "hal"], "eve": ["ben", "eve", "fay"]}
    assert game.public("vote.counted")[-1]["tied"] == ["fay", "eve"]
    game = table()
    game.speeches(ann="fay", cat="ben", dan="eve", eve="gus")
    game.vote(fay="ann cat dan", ben="gus hal", eve="ben")
    assert game.public("vote.counted")[-1]["tied"] == []
    assert len(game.board["fay"]) == 3
    assert game.final_words() == ["fay"]
    assert game.phase == "night"


def test_all_may_vote_the_nominees_too_and_for_themselves() -> None:
    game = table()
    game.speeches(ann="ben", cat="dan")
    game.vote(ben="ben")
    assert game.board["ben"] == ["ben"]
    assert "dan" in game.board["dan"]


def test_when_everybody_has_voted_nobody_is_asked_about_the_others() -> None:
    game = table()
    game.speeches(ann="ben", cat="dan", dan="eve")
    assert game.vote(ben=" ".join(EIGHT)) == ["ben"]
    assert game.board == {"ben": EIGHT, "dan": [], "eve": []}


def test_the_votes_of_a_count_add_up_to_the_living() -> None:
    game = tied_table()
    game.defences()
    game.vote(ben="hal")
    for said in game.public("vote.counted"):
        assert sum(len(voters) for _, voters in said["votes"]) == 8


def test_the_vote_clock_is_an_option() -> None:
    game = table(vote_seconds=40)
    game.speeches(ann="ben", cat="dan")
    assert game.clocks() == {"clock.vote": 40}


def test_the_board_keeps_every_vote_of_every_day() -> None:
    game = tied_table()
    game.defences()
    game.vote(ben="ann cat eve gus dan")
    game.final_words()
    game.night()
    game.speeches(cat="dan", dan="eve")
    game.vote(dan="eve")
    history = [(vote.day, vote.again, vote.kind, vote.nominees, vote.left, vote.counted) for vote in game.view().votes]
    assert history == [
        (1, 0, "vote", (2, 1), (), True),
        (1, 1, "vote", (2, 1), (2,), True),
        (2, 0, "vote", (4, 5), (5,), True),
    ]
    assert game.view().votes[1].votes == ((2, (1, 3, 4, 5, 7)), (1, (2, 6, 8)))


# -- ties ---------------------------------------------------------------------------------------------------------


def test_the_tied_defend_themselves_in_voting_order_and_are_voted_on_again() -> None:
    game = tied_table()
    assert game.speaker == "ben"
    assert game.clocks() == {"clock.defence": 30}
    assert game.offered("ben", "defence.floor") == ["pass"]
    assert game.defences() == ["ben", "ann"]
    assert [said["seat"] for said in game.public("defence.begins")] == ["ben", "ann"]
    assert game.standing == "ben"
    assert game.asked_for("vote.hand") == EIGHT
    game.vote(ben="cat eve")
    assert [said["again"] for said in game.public("vote.counted")] == [0, 1]
    assert game.final_words() == ["ann"]


def test_the_length_of_a_defence_is_an_option_and_its_clock_runs() -> None:
    game = tied_table(defence_seconds=45)
    assert game.clocks() == {"clock.defence": 45}
    game.time_passes("clock.defence")
    assert game.speaker == "ann"


def test_only_the_tied_stand_again() -> None:
    game = table()
    game.speeches(ann="ben", cat="dan", dan="eve")
    game.vote(ben="ann cat dan", dan="gus hal")
    assert game.defences() == ["ben", "eve"]
    assert game.vote(ben="ann cat dan") == ["ben"]
    assert set(game.board) == {"ben", "eve"}


@pytest.mark.parametrize(("hands", "leave"), [("ann ben cat dan", False), ("ann ben cat dan eve", True), ("", False)])
def test_the_same_tie_again_is_decided_by_more_than_half_of_the_living(hands: str, leave: bool) -> None:
    game = tied_table()
    game.defences()
    game.vote(ben="ann cat eve gus")
    assert game.public("vote.all_of_them") == [{"tied": ["ben", "ann"]}]
    assert game.asked_for("vote.all") == EIGHT
    game.all_of_them(hands)
    leaving = ["ben", "ann"] if leave else []
    assert game.public("vote.all_of_them.counted") == [{"voters": hands.split(), "leaving": leaving}]
    assert game.final_words() == leaving
    assert ("ann" in game.alive, "ben" in game.alive) == (not leave, not leave)
    assert game.phase == "night"


def test_silence_is_no_to_all_of_them() -> None:
    game = tied_table()
    game.defences()
    game.vote(ben="ann cat eve gus")
    for name in EIGHT[:4]:
        game.answers(name, "vote.all", "yes")
    game.time_passes("clock.vote")
    assert game.public("vote.all_of_them.counted")[0]["leaving"] == []


def test_other_votes_in_the_same_tie_are_the_same_tie() -> None:
    """The same people are tied again, whoever voted for whom."""
    game = tied_table()
    game.defences()
    game.vote(ben="hal dan fay ben")
    assert game.asked_for("vote.all") == EIGHT


def test_a_tie_of_another_number_is_voted_on_once_more() -> None:
    """R3-7 (7.18): three are tied, then two of them; they stand a third time."""
    game = table(9)
    game.speeches(ann="ben", cat="dan", dan="eve")
    game.vote(ben="ann ben cat", dan="dan eve fay")
    assert game.defences() == ["ben", "dan", "eve"]
    game.vote(ben="ann ben cat dan", dan="eve fay gus hal")
    assert game.public("vote.counted")[-1]["tied"] == ["ben", "dan"]
    assert game.defences() == ["ben", "dan"]
    game.vote(ben="ann")
    assert [said["again"] for said in game.public("vote.counted")] == [0, 1, 2]
    assert game.final_words() == ["dan"]


def test_and_when_those_are_tied_again_the_question_is_asked() -> None:
    game = table(10)
    game.speeches(ann="ben", cat="dan", dan="eve", eve="fay")
    game.vote(ben="ann ben cat", dan="dan eve fay", eve="gus hal ida")
    assert game.defences() == ["ben", "dan", "eve"]
    game.vote(ben="ann ben cat dan eve", dan="fay gus hal ida jon")
    game.defences()
    game.vote(ben="ann ben cat dan eve")
    assert game.asked_for("vote.all") == list(game.names)
    game.all_of_them(" ".join(game.names))
    assert game.final_words() == ["ben", "dan"]
    assert len(game.alive) == 8


def test_when_all_of_the_living_are_tied_nobody_leaves() -> None:
    """R3-7 (7.20)."""
    game = table(6)
    six = game.names
    game.speeches(**dict(zip(six, six, strict=True)))
    game.vote(**{name: name for name in six[:-1]})
    assert game.public("vote.all_tied") == [{}]
    assert game.alive == list(six)
    assert game.phase == "night"


def test_three_who_leave_together_speak_in_voting_order_and_leave_after_the_last_word() -> None:
    game = table(9, reveal="leaving")
    game.speeches(ann="ben", cat="dan", dan="eve")
    for _ in range(2):
        game.vote(ben="ann ben cat", dan="dan eve fay")
        game.defences()
    game.all_of_them(" ".join(game.names))
    assert game.speaker == "ben"
    game.passes("ben")
    assert "ben" in game.alive
    assert game.final_words() == ["dan", "eve"]
    assert [said["seat"] for said in game.public("player.left")] == ["ben", "dan", "eve"]


def test_mild_a_second_tie_is_the_end_of_it() -> None:
    """R3-7, the milder reading: no question, nobody leaves, whoever is tied the second time."""
    game = tied_table(ties="mild")
    game.defences()
    game.vote(ben="ann cat eve gus")
    assert game.public("vote.tied_again") == [{"tied": ["ben", "ann"]}]
    assert game.phase == "night"
    assert len(game.alive) == 8

    game = table(9, ties="mild")
    game.speeches(ann="ben", cat="dan", dan="eve")
    game.vote(ben="ann ben cat", dan="dan eve fay")
    game.defences()
    game.vote(ben="ann ben cat dan", dan="eve fay gus hal")
    assert game.public("vote.tied_again") == [{"tied": ["ben", "dan"]}]
    assert game.phase == "night"
