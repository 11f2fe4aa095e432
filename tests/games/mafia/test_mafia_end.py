"""Who wins, and when it is looked at (S3-7, S3-10, R3-13)."""

from __future__ import annotations

import pytest
from language.mafia import MafiaPlay, mafia


def six(**settings: object) -> MafiaPlay:
    """The smallest game with a Maniac: ann is the Don, ben the Maniac, four Citizens."""
    return mafia(6, ann="don", ben="maniac", settings=settings)


def test_red_wins_when_no_black_card_is_left() -> None:
    """S3-10."""
    game = mafia(6, ann="don", ben="sheriff")
    game.votes_out("ann")
    assert game.winner == "red: no_black"
    assert game.outcome is not None
    assert game.outcome.results == {1: "lost", 2: "won", 3: "won", 4: "won", 5: "won", 6: "won"}


def test_a_living_maniac_is_a_black_card_that_is_left() -> None:
    game = six()
    game.votes_out("ann")
    assert game.winner is None
    game.night()
    game.votes_out("ben")
    assert game.winner == "red: no_black"


def test_mafia_wins_when_the_colours_are_equal_in_number() -> None:
    """S3-10: also by the vote of the village itself, before the night."""
    game = mafia(6, ann="don", ben="mafia")
    game.votes_out("cat")
    assert game.winner is None
    game.night(victim="dan")
    assert game.winner is None  # until the final word is said
    game.final_words()
    assert game.winner == "mafia: even_numbers"
    assert game.outcome is not None
    assert game.outcome.seats == (1, 2)
    assert game.match.open == []

    game = mafia(6, ann="don")
    game.votes_out("cat")
    game.night(victim="dan")
    game.final_words()
    game.votes_out("eve")
    game.night()
    assert game.winner is None
    game.votes_out("fay")
    assert game.winner == "mafia: even_numbers"


def test_no_mafia_win_while_the_maniac_lives() -> None:
    """S3-7."""
    game = mafia(7, ann="don", ben="mafia", cat="maniac")
    game.votes_out("dan")
    game.night(victim="eve", maniac="fay")
    game.final_words()
    assert game.alive == ["ann", "ben", "cat", "gus"]
    assert game.winner is None  # two of the mafia against one red
    game.votes_out("gus")
    assert game.winner is None  # no red at all
    game.night(victim="cat")
    game.final_words()
    assert game.winner == "mafia: even_numbers"


@pytest.mark.parametrize("partner", ["cat", "ann"])
def test_the_maniac_wins_as_one_of_the_last_two(partner: str) -> None:
    """S3-7; R3-13: also when the other one is black."""
    game = six()
    game.votes_out("dan")
    game.night(victim="eve", maniac="fay")
    game.final_words()
    assert game.alive == ["ann", "ben", "cat"]
    game.votes_out("cat" if partner == "ann" else "ann")
    assert game.alive == sorted(["ben", partner])
    assert game.winner == "maniac: last_two"
    assert game.outcome is not None
    assert game.outcome.seats == (2,)


def test_the_maniac_alone_has_won_too() -> None:
    """No rule speaks of it; nobody is left to play against (M3)."""
    game = six()
    game.votes_out("dan")
    game.night(maniac="eve")
    game.final_words()
    game.votes_out("fay")
    assert game.alive == ["ann", "ben", "cat"]
    game.night(victim="cat", maniac="ann")
    game.final_words()
    assert game.alive == ["ben"]
    assert game.winner == "maniac: last_two"


def test_nobody_is_left_and_nobody_wins() -> None:
    game = six()
    game.votes_out("dan")
    game.night(maniac="eve")
    game.final_words()
    game.votes_out("fay")
    game.night(victim="ben", maniac="ann")
    game.final_words()
    assert game.alive == ["cat"]
    assert game.winner == "red: no_black"

    game = mafia(6, ann="don", ben="maniac", cat="lover")
    game.votes_out("dan")
    game.night(maniac="eve")
    game.final_words()
    game.votes_out("fay")
    game.night(victim="cat", maniac="ann", lover="ben")  # the Maniac is her guest
    assert game.final_words() == ["ann", "ben", "cat"]
    assert game.winner == "nobody: nobody"
    assert game.outcome is not None
    assert (game.outcome.sides, game.outcome.seats) == (("nobody",), ())


def test_all_who_go_together_are_gone_before_it_is_judged() -> None:
    """R3-13: with the Lover alone gone mafia would have won; her guest, the Don, goes with her."""
    game = mafia(6, ann="lover", ben="don")
    game.votes_out("cat")
    game.night(victim="dan")
    game.final_words()
    game.votes_out("eve")
    game.night(victim="ann", lover="ben")
    assert game.final_words() == ["ann", "ben"]
    assert game.winner == "red: no_black"


def test_all_of_them_may_be_the_whole_mafia() -> None:
    game = mafia(6, ann="don", ben="mafia")
    game.speeches(cat="ann", dan="ben")
    for _ in range(2):
        game.vote(ann="ann cat dan")
        game.defences()
    game.all_of_them("cat dan eve fay")
    assert game.final_words() == ["ann", "ben"]
    assert game.winner == "red: no_black"


def test_the_dead_of_one_morning_are_judged_together() -> None:
    """Red 3, mafia 2 and the Maniac: two reds and the Maniac die in one night, and mafia has won at once."""
    game = mafia(7, ann="don", ben="mafia", cat="maniac", dan="lover")
    game.votes_out("eve")
    game.night(maniac="fay", victim="dan", lover="cat")
    assert game.killed() == ["cat", "dan", "fay"]
    game.passes("cat")
    game.passes("dan")
    assert game.winner is None
    game.final_words()
    assert game.winner == "mafia: even_numbers"


def test_three_nights_and_days_in_which_nobody_leaves_are_a_draw() -> None:
    """R3-13: from the first day on, three days and three nights."""
    game = mafia(8, ann="don")
    for _ in range(3):
        assert game.winner is None
        game.quiet_day()
        assert game.winner is None
        game.night()
    assert game.winner == "nobody: nothing_happens"
    assert game.outcome is not None
    assert game.outcome.seats == ()
    assert set(game.outcome.results.values()) == {"drawn"}


def test_they_are_counted_from_the_last_departure() -> None:
    game = mafia(8, ann="don")
    game.quiet_day()
    game.night(victim="cat")
    game.final_words()
    for _ in range(3):
        assert game.winner is None
        game.quiet_day()
        assert game.winner is None
        game.night()
    assert game.winner == "nobody: nothing_happens"

    game = mafia(8, ann="don")
    game.votes_out("cat")
    for _ in range(2):
        game.night()
        game.quiet_day()
    game.night()
    assert game.winner is None
    game.quiet_day()
    assert game.winner == "nobody: nothing_happens"


def test_how_many_is_an_option() -> None:
    game = mafia(8, ann="don", settings={"still_rounds_most": 1})
    game.quiet_day()
    game.night()
    assert game.winner == "nobody: nothing_happens"


def test_the_end_is_said_with_every_card() -> None:
    game = mafia(6, ann="don", ben="sheriff")
    game.votes_out("ann")
    (over,) = game.public("game.over")
    roles = {"ann": "don", "ben": "sheriff", "cat": "citizen", "dan": "citizen", "eve": "citizen", "fay": "citizen"}
    assert over == {"winner": "red", "reason": "end.no_black", "roles": roles}
    assert game.phase == "over"
    assert game.view().speaker is None
