"""Ballots on which something happens: votes taken back, nominees who die, clocks that go on (R0-12, R0-13, R0-18)."""

from __future__ import annotations

import pytest
from language.village import Enchanted, enchanted, morning

from bot.games.village.open_ballot import CHANGES_MOST

OPEN = {"open_ballot": True}


def test_a_foul_takes_the_vote_back_on_an_open_ballot() -> None:
    game = morning(9, {"ben": "drunk"}, settings=OPEN)
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.answers("ben", "day.ballot", "cat")
    game.fouls("ben", "ann", "cat", "eve", "fay", "gus")
    assert "day.ballot" not in game.asked("ben")
    assert game.view("bystander").ballots[-1].polls == ((3, ()), (4, ()))
    assert game.majority() == 5
    game.untouched("hal")


def test_who_has_moved_his_vote_too_often_may_vote_again_when_his_nominee_dies() -> None:
    """His vote was on somebody who is gone: it is not lost."""
    game = morning(9, {"ben": "victim"}, settings=OPEN)
    game.stands("ben", "cat")
    for number in range(CHANGES_MOST):
        game.answers("dan", "day.ballot", "ben" if number % 2 == 0 else "cat")
    assert "day.ballot" not in game.asked("dan")
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.offered("dan", "day.ballot") == ["cat", None]
    game.answers("dan", "day.ballot", "cat")
    assert game.view("bystander").ballots[-1].polls == ((3, (4,)),)


def test_an_open_ballot_waits_for_those_whose_nominee_died() -> None:
    game = morning(9, {"ben": "victim"}, settings=OPEN)
    game.stands("ben", "cat")
    game.nobody_speaks()
    for name in ("dan", "eve", "fay"):
        game.answers(name, "day.ballot", "ben")
    game.answers("ben", "day.sacrifice", "sacrifice")
    for name in ("ann", "cat", "gus", "hal", "ida"):
        game.answers(name, "day.ballot", None)
    assert game.phase == "ballot"
    assert set(game.asked_for("day.ballot")) >= {"dan", "eve", "fay"}
    for name in ("dan", "eve", "fay"):
        game.answers(name, "day.ballot", "cat")
    assert game.ballot()["polls"] == {"cat": ["dan", "eve", "fay"]}


@pytest.mark.parametrize("settings", [{}, OPEN])
def test_a_ballot_whose_only_nominee_dies_burns_nobody(settings: dict[str, bool]) -> None:
    game = morning(9, {"ben": "victim"}, settings=settings)
    game.stands("ben")
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.ballot()["burned"] is None
    assert game.ballot()["polls"] == {}
    assert game.night_has_fallen(2)
    game.untouched("cat")


def test_a_vote_is_not_opened_on_somebody_who_died_before_his_turn() -> None:
    game = morning(9, {"ben": "victim"})
    game.stands("cat", "ben", "dan")
    game.nobody_speaks()
    game.answers("ben", "day.sacrifice", "sacrifice")
    game.poll_closes()
    assert [values["nominee"] for values in game.public("day.poll")] == ["cat", "dan"]


def test_when_the_only_nominee_dies_in_the_talk_nobody_stands() -> None:
    game = morning(9, {"ben": "victim"})
    game.nominates("cat", "ben")
    game.answers("ben", "day.sacrifice", "sacrifice")
    game.calls_the_vote()
    assert len(game.public("day.no_nominee")) == 1
    assert game.night_has_fallen(2)


def test_a_tie_among_three_of_whom_one_dies_goes_on_with_two() -> None:
    """R0-13."""
    game = morning(9, {"ben": "victim"})
    game.stands("ben", "cat", "dan")
    for name in ("eve", "fay", "gus"):
        game.nobody_speaks()
        game.votes(name)
        game.poll_closes()
    assert game.ballot()["again"] == ["ben", "cat", "dan"]
    game.answers("ben", "day.sacrifice", "sacrifice")
    game.votes("eve", "fay")
    game.poll_closes()
    game.votes("gus")
    game.poll_closes()
    assert game.end("cat") == "burned"  # two in a re-ballot: the higher count burns
    game.untouched("dan")


def test_a_hero_who_dies_takes_both_votes_with_him() -> None:
    game = enchanted(10, {"ben": "hero", "cat": "victim", "dan": "lovers"})
    game.hearts({"dan": "cat"})
    game.whole_night()
    game.stands("eve", "fay")
    assert game.majority() == 6  # eleven votes
    for question in game.match.open_for(2):
        game.match.answer(question.number, 2, "burn")
    game.votes("dan", "gus")
    game.answers("cat", "day.sacrifice", "sacrifice")
    assert game.end("dan") == "heartbreak"
    assert game.majority() == 5  # nine
    game.nobody_speaks()
    game.votes("hal")
    assert "eve" in game.alive
    game.votes("ida")
    assert game.end("eve") == "burned"
    assert game.ballot()["polls"] == {"eve": ["ben", "ben", "gus", "hal", "ida"]}


def test_a_sacrifice_decides_the_game_in_the_middle_of_an_open_ballot() -> None:
    game = morning(9, {"ann": "victim"}, settings=OPEN)
    game.stands("cat")
    game.answers("dan", "day.ballot", "cat")
    game.answers("ann", "day.sacrifice", "sacrifice")
    assert game.outcome is not None
    assert game.public("game.over")[-1]["winner"] == "town"


def test_last_words_are_said_while_a_spell_flies() -> None:
    game = morning(9, {"ben": "sleep"}, deck=("deflection",))
    game.stands("cat")
    game.answers("ben", "day.cast_sleep", "eve")
    game.answers("cat", "day.last_words", "I did nothing")
    assert game.public("day.last_words") == [{"seat": "cat", "words": "I did nothing"}]
    game.votes("eve")
    game.spells_land()
    game.poll_closes()
    assert game.ballot()["polls"] == {"cat": []}


def numbers(game: Enchanted) -> dict[str, int]:
    return {question.key: question.number for question in game.match.open if question.seat < 0}


def test_no_clock_of_the_day_ever_begins_anew() -> None:
    """A store gives a clock that was not asked for a moment its whole time again: so they are asked at every moment."""
    game = morning(9, {"ben": "smooth_talker", "ida": "drunk", "hal": "sleep"}, deck=("deflection",))
    clocks = numbers(game)
    game.answers("hal", "day.cast_sleep", "eve")
    clocks["clock.redirect"] = numbers(game)["clock.redirect"]

    def run_on() -> None:
        assert {key: number for key, number in numbers(game).items() if key != "clock.vote"} == clocks

    game.fouls("ida", "cat")
    run_on()
    game.stands("cat", "dan")
    run_on()
    game.votes("ann", "fay", "gus", "hal", "eve")
    run_on()  # only last words are waited for
    game.nobody_speaks()
    assert "day.persuade" in game.asked("ben")
    run_on()  # the count is held
    game.answers("ben", "day.persuade", "ann")
    run_on()
    game.answers("ben", "day.persuade_to", "dan")
    run_on()


def test_the_nominee_who_gives_his_life_while_the_count_is_held_does_not_burn() -> None:
    game = morning(9, {"ben": "smooth_talker", "cat": "victim"})
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.votes("ann", "eve", "fay", "gus", "hal")
    game.answers("cat", "day.sacrifice", "sacrifice")
    assert "day.persuade" in game.asked("ben")
    game.answers("ben", "day.persuade", "ann")  # whose vote is his own again
    assert game.public("day.persuaded") == []
    assert game.public("day.poll")[-1]["nominee"] == "dan"
    assert {"ann", "eve", "fay", "gus", "hal"} <= set(game.asked_for("day.vote"))
    game.untouched("dan", "ida")


def test_a_vote_of_somebody_who_dies_while_he_is_talked_round_is_not_moved() -> None:
    game = morning(9, {"ben": "smooth_talker", "cat": "victim"})
    game.stands("dan", "eve")
    game.nobody_speaks()
    game.votes("ann", "cat", "fay", "gus", "hal")
    game.answers("ben", "day.persuade", "cat")
    game.answers("cat", "day.sacrifice", "sacrifice")
    game.answers("ben", "day.persuade_to", "eve")
    assert game.public("day.persuaded") == []
    assert "dan" in game.alive  # four of eight
    assert game.majority() == 5
    game.untouched("ida")


def test_nobody_is_talked_round_to_somebody_who_dies_meanwhile() -> None:
    game = morning(9, {"ben": "smooth_talker", "eve": "victim"})
    game.stands("dan", "eve")
    game.nobody_speaks()
    game.votes("ann", "cat", "fay", "gus", "hal")
    game.answers("ben", "day.persuade", "cat")
    game.answers("eve", "day.sacrifice", "sacrifice")
    game.answers("ben", "day.persuade_to", "eve")
    assert game.public("day.persuaded") == []
    assert game.end("dan") == "burned"
