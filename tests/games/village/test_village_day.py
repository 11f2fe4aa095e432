"""The day: talk, nominations, ballots, ties, clocks and last words (S0-20 to S0-22, R0-12 to R0-14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from language.village import VillagePlay, village


def morning(seats: int = 9, settings: Mapping[str, Any] | None = None, **roles: str) -> VillagePlay:
    """The first day of a village where the night took nobody: ann is the Murderer, the rest are villagers."""
    game = village(seats, settings=settings, **({"ann": "murderer"} | roles))
    game.night()
    assert game.day_is_open()
    return game


def counted(game: VillagePlay) -> dict[str, Any]:
    values: dict[str, Any] = game.public("day.counted")[-1]
    return values


def counted_ballots(game: VillagePlay) -> int:
    return len(game.public("day.counted"))


def a_poll(game: VillagePlay, nominee: str, *voters: str) -> None:
    """The poll of this nominee: these vote, then time is up."""
    assert game.public("day.poll")[-1]["nominee"] == nominee
    game.votes(*voters)
    game.poll_closes()


# -- nominations ------------------------------------------------------------------------------------------------------


def test_anyone_alive_may_nominate_anyone_alive_with_a_reason() -> None:
    """S0-21; the reason need not make sense."""
    game = village(ann="murderer")
    game.night(victim="ben")
    assert game.asked("ben") == []
    assert game.offered("cat", "day.call") == ["ann", "cat", "dan", "eve", "fay", "gus", "hal", "ready"]
    assert game.is_refused("cat", "day.call", ["ben", None]) == "not_offered"
    assert game.is_refused("cat", "day.call", "ann") == "not_offered"
    assert game.is_refused("cat", "day.call", ["ann", "x" * 301]) == "too_long"
    game.nominates("cat", "dan", "because mother always liked him better")
    assert game.public("day.nominated") == [
        {"by": "cat", "nominee": "dan", "reason": "because mother always liked him better"}
    ]
    said = game.view("bystander").nominations
    assert [(one.by, one.nominee, one.reason) for one in said] == [(3, 4, "because mother always liked him better")]
    game.untouched("eve", "fay")


def test_nobody_nominates_twice_a_day() -> None:
    game = morning()
    game.nominates("ben", "cat")
    assert game.offered("ben", "day.call") == ["ready"]
    game.nobody_burns()
    game.night()
    assert "cat" in game.offered("ben", "day.call")
    assert game.view("bystander").nominated_today() == ()


def test_one_may_nominate_oneself() -> None:
    game = morning()
    game.nominates("ben", "ben")
    game.calls_the_vote()
    assert game.public("day.poll") == [{"nominee": "ben", "rerun": 0, "majority": 5}]


def test_a_second_nomination_of_the_same_player_is_a_seconding() -> None:
    """S0-21: each nominee is voted on once."""
    game = morning()
    game.nominates("ben", "cat", "#suspicious")
    game.nominates("dan", "cat")
    assert game.public("day.seconded") == [{"by": "dan", "nominee": "cat", "reason": None}]
    game.calls_the_vote()
    a_poll(game, "cat")
    assert counted(game)["polls"] == {"cat": []}
    assert game.night_has_fallen(2)


def test_more_than_half_of_those_who_may_vote_call_the_vote() -> None:
    game = morning(8)
    game.nominates("ben", "cat")
    for number, name in enumerate(("ann", "ben", "cat", "dan"), 1):
        game.answers(name, "day.call", ["ready", None])
        assert game.public("day.ready")[-1] == {"seat": name, "ready": number, "needed": 5}
    assert game.phase == "day"
    assert game.asked("ann") == []
    game.answers("eve", "day.call", ["ready", None])
    assert game.phase == "ballot"
    assert game.public("day.poll") == [{"nominee": "cat", "rerun": 0, "majority": 5}]


def test_a_village_that_nominates_nobody_burns_nobody() -> None:
    """S0-21: abstaining is not forbidden."""
    game = morning()
    game.calls_the_vote()
    assert len(game.public("day.no_nominee")) == 1
    assert game.night_has_fallen(2)
    game.untouched(*game.names)


def test_the_nominees_are_polled_in_the_order_of_their_nomination() -> None:
    """S0-21, R0-12."""
    game = morning()
    game.stands("eve", "cat", "dan")
    for nominee in ("eve", "cat", "dan"):
        a_poll(game, nominee)
    assert [values["nominee"] for values in game.public("day.poll")[:3]] == ["eve", "cat", "dan"]


# -- votes ------------------------------------------------------------------------------------------------------------


def test_a_majority_burns_at_once_and_polling_stops() -> None:
    """S0-21: executed as soon as a majority votes for him; R0-12: M = floor(V/2)+1."""
    game = morning(cat="sheriff")
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.votes("ann", "ben", "eve", "fay")
    assert "cat" in game.alive
    game.votes("gus")
    assert game.public("day.burned") == [{"seat": "cat", "role": "sheriff"}]
    assert counted(game) == {
        "rerun": 0,
        "majority": 5,
        "polls": {"cat": ["ann", "ben", "eve", "fay", "gus"]},
        "burned": "cat",
        "again": [],
    }
    assert game.view("bystander").player(3).end == "burned"
    assert game.view("bystander").player(3).role == "sheriff"
    assert [values["nominee"] for values in game.public("day.poll")] == ["cat"]
    assert game.night_has_fallen(2)
    game.untouched("dan", "hal")


def test_a_vote_is_used_once() -> None:
    """S0-21: nobody votes twice; R0-12: each vote unit used once."""
    game = morning()
    game.stands("cat", "dan")
    a_poll(game, "cat", "ann", "ben")
    assert not {"ann", "ben"} & set(game.asked_for("day.vote"))
    assert "cat" in game.asked_for("day.vote")
    a_poll(game, "dan", "cat")
    assert counted(game)["polls"] == {"cat": ["ann", "ben"], "dan": ["cat"]}


def test_sparing_one_leaves_the_vote_for_the_next() -> None:
    """R0-12: a vote not given is not used."""
    game = morning()
    game.stands("cat", "dan")
    game.answers("ann", "day.vote", "spare")
    assert "day.vote" not in game.asked("ann")
    game.poll_closes()
    assert "day.vote" in game.asked("ann")


def test_one_may_vote_for_oneself_and_the_next_ballot_gives_everybody_a_vote_again() -> None:
    """R0-12: self-votes are legal."""
    game = morning()
    game.stands("cat", "dan")
    a_poll(game, "cat", "cat")
    a_poll(game, "dan", "dan")
    assert counted(game)["again"] == ["cat", "dan"]
    assert set(game.asked_for("day.vote")) == set(game.names)


def test_a_poll_closes_when_everybody_has_answered() -> None:
    game = morning()
    game.stands("cat", "dan")
    game.nobody_speaks()
    while game.public("day.poll")[-1]["nominee"] == "cat":
        game.answers(game.asked_for("day.vote")[0], "day.vote", "spare")
    assert game.public("day.poll")[-1]["nominee"] == "dan"


def test_a_lone_nominee_below_the_majority_lives() -> None:
    """R0-13: a lone nominee needs M."""
    game = morning()
    game.stands("cat")
    a_poll(game, "cat", "ann", "ben", "dan", "eve")
    assert counted(game)["burned"] is None
    assert counted(game)["again"] == []
    assert game.night_has_fallen(2)
    game.untouched("cat")


def test_the_dead_do_not_vote_or_count() -> None:
    """R0-12: V = the living."""
    game = village(9, ann="murderer")
    game.night(victim="ben", murder="cat")
    game.stands("dan")
    assert game.public("day.poll")[-1]["majority"] == 4
    assert not {"ben", "cat"} & {*game.asked_for("day.vote"), *game.asked_for("day.call")}


def test_how_people_voted_is_shown_when_the_ballot_is_counted() -> None:
    """S0-21: nobody follows a quick hand."""
    game = morning()
    game.stands("cat", "dan")
    game.votes("ann", "ben")
    for name in ("bystander", "cat", "ann"):
        assert game.view(name).ballots[-1].polls == ((3, ()),)
        assert not game.view(name).ballots[-1].counted
    game.poll_closes()
    a_poll(game, "dan", "eve")
    assert game.view("bystander").ballots[0].polls == ((3, (1, 2)), (4, (5,)))
    assert game.view("bystander").ballots[0].counted


# -- ties -------------------------------------------------------------------------------------------------------------


def test_a_two_way_tie_is_voted_on_again_without_the_third() -> None:
    """S0-22, R0-13: exactly two tied on top."""
    game = morning()
    game.stands("cat", "dan", "eve")
    a_poll(game, "cat", "ann", "ben")
    a_poll(game, "dan", "fay", "gus")
    a_poll(game, "eve", "hal")
    assert counted(game)["again"] == ["cat", "dan"]
    a_poll(game, "cat", "ann", "ben")
    a_poll(game, "dan", "fay")
    assert counted(game)["burned"] == "cat"
    assert game.public("day.burned") == [{"seat": "cat", "role": "villager"}]
    assert game.night_has_fallen(2)
    game.untouched("dan", "eve")


def test_a_three_way_tie_is_voted_on_again_by_all_three() -> None:
    """S0-22: keep voting; R0-13: three or more tied on top, a new ballot with those."""
    game = morning()
    game.stands("cat", "dan", "eve", "fay")
    a_poll(game, "cat", "ann", "ben")
    a_poll(game, "dan", "fay", "gus")
    a_poll(game, "eve", "hal", "ida")
    a_poll(game, "fay", "cat")
    assert counted(game)["again"] == ["cat", "dan", "eve"]
    a_poll(game, "cat", "ann", "ben")
    a_poll(game, "dan", "fay")
    a_poll(game, "eve")
    assert counted(game)["burned"] is None  # three stood: the leader has to stand against the next
    assert counted(game)["again"] == ["cat", "dan"]
    a_poll(game, "cat")
    a_poll(game, "dan", "fay")
    assert counted(game)["burned"] == "dan"
    assert game.night_has_fallen(2)


def test_a_single_leader_below_the_majority_stands_against_the_next() -> None:
    """R0-13: ballot leader v next-highest."""
    game = morning()
    game.stands("cat", "dan", "eve")
    a_poll(game, "cat", "ann")
    a_poll(game, "dan", "fay", "gus", "hal")
    a_poll(game, "eve", "ben", "ida")
    assert counted(game)["burned"] is None
    assert counted(game)["again"] == ["dan", "eve"]
    a_poll(game, "dan", "fay")
    a_poll(game, "eve", "ben", "ida")
    assert counted(game)["burned"] == "eve"


def test_several_who_share_the_second_place_all_stand_against_the_leader() -> None:
    """R0-13, where it is silent: nobody is dropped by a coin."""
    game = morning()
    game.stands("cat", "dan", "eve")
    a_poll(game, "cat", "ann")
    a_poll(game, "dan", "fay", "gus")
    a_poll(game, "eve", "ben")
    assert counted(game)["again"] == ["cat", "dan", "eve"]


def test_two_nominees_and_a_leader_below_the_majority_are_voted_on_again() -> None:
    """R0-13: below M nobody burns on the first ballot; on the repeat the higher count does."""
    game = morning()
    game.stands("cat", "dan")
    a_poll(game, "cat", "ann", "ben")
    a_poll(game, "dan", "eve")
    assert counted(game)["burned"] is None
    assert counted(game)["again"] == ["cat", "dan"]
    a_poll(game, "cat", "ann")
    a_poll(game, "dan")
    assert counted(game)["burned"] == "cat"


def test_after_three_repeats_nobody_burns() -> None:
    """R0-13: equal, again; after three re-ballots nobody burns."""
    game = morning()
    game.stands("cat", "dan")
    for rerun in range(4):
        assert game.public("day.poll")[-1]["rerun"] == rerun
        a_poll(game, "cat", "ann")
        a_poll(game, "dan", "ben")
        assert counted(game)["again"] == (["cat", "dan"] if rerun < 3 else [])
    assert game.public("day.burned") == []
    assert game.night_has_fallen(2)
    assert len(game.view("bystander").ballots) == 4
    game.untouched("cat", "dan")


def test_a_table_may_do_without_repeats() -> None:
    game = morning(settings={"reballots_most": 0})
    game.stands("cat", "dan")
    a_poll(game, "cat", "ann")
    a_poll(game, "dan", "ben")
    assert game.night_has_fallen(2)


def test_the_majority_burns_at_once_on_a_repeat_too() -> None:
    """R0-12, R0-13."""
    game = morning()
    game.stands("cat", "dan")
    a_poll(game, "cat")
    a_poll(game, "dan")
    game.votes("ann", "ben", "eve", "fay", "gus")
    assert counted(game)["polls"] == {"cat": ["ann", "ben", "eve", "fay", "gus"]}
    assert game.public("day.burned") == [{"seat": "cat", "role": "villager"}]


# -- clocks -----------------------------------------------------------------------------------------------------------


def test_when_the_day_is_over_nobody_burns() -> None:
    """S0-22: time limit; R0-13: the day clock."""
    game = morning()
    game.nominates("ben", "cat")
    game.nobody_burns()
    assert len(game.public("day.time_is_up")) == 1
    assert game.night_has_fallen(2)
    game.untouched("cat")


def test_the_day_can_end_in_the_middle_of_a_ballot() -> None:
    """R0-13; the votes that were given are shown to everybody all the same (S0-21)."""
    game = morning()
    game.stands("cat", "dan")
    a_poll(game, "cat", "ann")
    game.nobody_burns()
    assert game.night_has_fallen(2)
    (counted_at_nightfall,) = game.public("day.counted")
    assert counted_at_nightfall["polls"]["cat"] == ["ann"]
    assert counted_at_nightfall["burned"] is None
    assert counted_at_nightfall["again"] == []
    game.untouched("cat", "dan")


def test_the_day_lasts_as_long_as_the_table_says() -> None:
    """R0-13: five minutes unless it says otherwise; the warning a minute before."""
    game = morning()
    within = {question.key: question.within for question in game.match.open if question.seat < 0}
    assert within == {"clock.warning": 240, "clock.day": 300}
    slow = morning(settings={"day_seconds": 600, "warning_seconds": 100})
    within = {question.key: question.within for question in slow.match.open if question.seat < 0}
    assert within == {"clock.warning": 500, "clock.day": 600}


def test_a_warning_as_long_as_the_day_comes_at_dawn() -> None:
    """R0-13: there is a second in which nothing is put to the vote by itself, and the whole day is left after it."""
    game = morning(settings={"day_seconds": 60, "warning_seconds": 90})
    within = {question.key: question.within for question in game.match.open if question.seat < 0}
    assert within == {"clock.warning": 1, "clock.day": 60}
    game.nominates("ben", "cat")
    game.time_passes("clock.warning")
    assert game.public("day.warning") == [{"seconds": 59}]
    assert game.phase == "ballot"
    game.untouched("dan", "eve")


def test_the_warning_opens_the_ballot_by_itself() -> None:
    game = morning()
    game.nominates("ben", "cat")
    game.time_passes("clock.warning")
    assert game.public("day.warning") == [{"seconds": 60}]
    assert game.phase == "ballot"
    game.nobody_speaks()
    game.votes("ann", "ben", "dan", "eve", "fay")
    assert game.public("day.burned") == [{"seat": "cat", "role": "villager"}]


def test_a_warning_with_nobody_nominated_leaves_the_village_talking() -> None:
    game = morning()
    game.time_passes("clock.warning")
    assert game.day_is_open()
    assert game.clocks() == ["clock.day"]
    game.stands("cat")
    assert game.phase == "ballot"


def test_a_warning_during_the_ballot_changes_nothing() -> None:
    game = morning()
    game.stands("cat")
    game.votes("ann")
    game.time_passes("clock.warning")
    assert game.public("day.warning") == [{"seconds": 60}]
    game.votes("ben", "dan", "eve", "fay")
    game.nobody_speaks()
    assert game.public("day.burned") == [{"seat": "cat", "role": "villager"}]


# -- last words -------------------------------------------------------------------------------------------------------


def test_last_words_hold_the_burning() -> None:
    """S0-21: last words must come before the vote completes."""
    game = morning()
    game.stands("cat")
    assert game.question("cat", "day.last_words").within == 20
    game.votes("ann", "ben", "dan", "eve", "fay")
    assert "cat" in game.alive
    assert game.asked_for("day.vote") == []
    game.answers("cat", "day.last_words", "I only ever spun straw")
    assert game.public("day.last_words") == [{"seat": "cat", "words": "I only ever spun straw"}]
    keys = [key for key, _ in game.public()]
    assert keys.index("day.last_words") < keys.index("day.burned")
    assert game.night_has_fallen(2)


def test_last_words_that_do_not_come_are_waited_for_only_so_long() -> None:
    game = morning()
    game.stands("cat")
    game.votes("ann", "ben", "dan", "eve", "fay")
    game.lets_pass("cat", "day.last_words")
    assert game.public("day.last_words") == []
    assert "cat" not in game.alive
    assert game.night_has_fallen(2)


def test_last_words_come_once_a_day() -> None:
    game = morning()
    game.stands("cat", "dan")
    a_poll(game, "cat")
    a_poll(game, "dan")
    assert game.public("day.poll")[-1] == {"nominee": "cat", "rerun": 1, "majority": 5}
    assert game.asked_for("day.last_words") == []


def test_a_table_may_do_without_last_words() -> None:
    game = morning(settings={"last_words_seconds": 0})
    game.stands("cat")
    assert game.asked_for("day.last_words") == []
    game.votes("ann", "ben", "dan", "eve", "fay")
    assert "cat" not in game.alive


def test_last_words_cannot_be_kept_back_until_the_day_is_over() -> None:
    """R0-12: the first to reach M burns; S0-21: what he has to say comes before, it does not save him."""
    game = morning()
    game.stands("cat")
    game.votes("ann", "ben", "dan", "eve", "fay")
    assert game.asked_for("day.last_words") == ["cat"]
    if "clock.day" in game.clocks():
        game.time_passes("clock.day")
    game.nobody_speaks()
    assert game.public("day.burned") == [{"seat": "cat", "role": "villager"}]


def test_a_poll_at_which_nobody_has_a_vote_left_still_hears_the_nominee() -> None:
    """R0-12: each vote is used once; S0-21: every nominee is polled, in order."""
    game = morning()
    game.stands("cat", "dan", "eve", "fay")
    a_poll(game, "cat", "ann", "ben", "cat", "dan")
    a_poll(game, "dan", "eve", "fay", "gus", "hal")
    game.votes("ida")
    game.nobody_speaks()
    assert game.public("day.poll")[-1]["nominee"] == "fay"
    assert game.asked_for("day.vote") == []
    assert game.asked_for("day.last_words") == ["fay"]
    game.nobody_speaks()
    if counted_ballots(game) == 0:
        game.time_passes("clock.vote")
    assert counted(game)["polls"]["fay"] == []
    assert counted(game)["again"] == ["cat", "dan"]


# -- the open ballot --------------------------------------------------------------------------------------------------


def open_morning(**settings: Any) -> VillagePlay:
    return morning(settings={"open_ballot": True, **settings})


def test_on_an_open_ballot_everybody_stands_at_once_and_votes_are_seen() -> None:
    game = open_morning()
    game.stands("cat", "dan")
    assert game.public("day.open_ballot") == [{"nominees": ["cat", "dan"], "rerun": 0, "majority": 5}]
    assert game.offered("ann", "day.ballot") == ["cat", "dan", None]
    game.answers("ann", "day.ballot", "dan")
    assert game.view("bystander").ballots[-1].polls == ((3, ()), (4, (1,)))
    assert set(game.asked_for("day.last_words")) == {"cat", "dan"}


def test_on_an_open_ballot_a_vote_may_be_moved_until_it_closes() -> None:
    game = open_morning()
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.answers("ann", "day.ballot", "dan")
    game.answers("ann", "day.ballot", "cat")
    assert game.view("bystander").ballots[-1].polls == ((3, (1,)), (4, ()))
    game.answers("ann", "day.ballot", None)
    assert game.view("bystander").ballots[-1].polls == ((3, ()), (4, ()))
    for name in ("ben", "eve", "fay", "gus"):
        game.answers(name, "day.ballot", "dan")
    assert "dan" in game.alive
    game.answers("ann", "day.ballot", "dan")
    assert game.public("day.burned") == [{"seat": "dan", "role": "villager"}]
    assert game.night_has_fallen(2)
    game.untouched("cat")


def test_an_open_ballot_closes_when_everybody_has_voted() -> None:
    game = open_morning()
    game.stands("cat", "dan")
    game.nobody_speaks()
    for name in game.names:
        game.answers(name, "day.ballot", {"ann": "cat", "ben": "dan"}.get(name))
    assert counted(game)["polls"] == {"cat": ["ann"], "dan": ["ben"]}
    assert counted(game)["again"] == ["cat", "dan"]
    assert game.public("day.open_ballot")[-1]["rerun"] == 1


def test_the_warning_sounds_over_an_open_ballot_and_changes_nothing_on_it() -> None:
    """S0-22: it ends the talk only. Votes stand, and whoever has not voted is asked what they were asked."""
    game = open_morning()
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.answers("ann", "day.ballot", "dan")
    before = [question.number for question in game.match.open if question.key == "day.ballot"]
    game.time_passes("clock.warning")
    assert len(game.public("day.warning")) == 1
    assert [question.number for question in game.match.open if question.key == "day.ballot"] == before
    for name in ("ben", "eve", "fay", "gus"):
        game.answers(name, "day.ballot", "dan")
    assert counted(game)["burned"] == "dan"
    game.untouched("cat")


def test_an_open_ballot_closes_when_time_is_up_and_ties_are_voted_on_again() -> None:
    """R0-13 on an open ballot."""
    game = open_morning()
    game.stands("cat", "dan", "eve")
    game.nobody_speaks()
    for name, nominee in (("ann", "cat"), ("ben", "cat"), ("fay", "dan"), ("gus", "dan"), ("hal", "eve")):
        game.answers(name, "day.ballot", nominee)
    game.time_passes("clock.vote")
    assert counted(game)["again"] == ["cat", "dan"]
    game.answers("ann", "day.ballot", "dan")
    game.time_passes("clock.vote")
    assert counted(game)["burned"] == "dan"
    assert game.night_has_fallen(2)


def test_last_words_hold_the_burning_on_an_open_ballot_too() -> None:
    """S0-21."""
    game = open_morning()
    game.stands("cat", "dan")
    for name in ("ann", "ben", "eve", "fay", "gus"):
        game.answers(name, "day.ballot", "cat")
    assert "cat" in game.alive
    assert game.asked_for("day.ballot") == []
    game.answers("cat", "day.last_words", "farewell")
    game.nobody_speaks()
    assert game.public("day.burned") == [{"seat": "cat", "role": "villager"}]


def test_an_open_ballot_whose_time_is_up_waits_only_for_last_words() -> None:
    """The clock that has run out does not run out again, and no vote comes in after it."""
    game = open_morning()
    game.stands("cat", "dan")
    game.answers("ann", "day.ballot", "cat")
    game.time_passes("clock.vote")
    assert game.asked_for("day.ballot") == []
    assert set(game.asked_for("day.last_words")) == {"cat", "dan"}
    assert "clock.vote" not in game.clocks()
    game.nobody_speaks()
    assert counted(game)["polls"] == {"cat": ["ann"], "dan": []}


def test_nobody_moves_a_vote_for_ever() -> None:
    game = open_morning()
    game.stands("cat", "dan")
    moves = 0
    while "day.ballot" in game.asked("ann"):
        game.answers("ann", "day.ballot", ("cat", "dan")[moves % 2])
        moves += 1
        assert moves < 20
    game.nobody_speaks()
    game.time_passes("clock.vote")
    assert sum(map(len, counted(game)["polls"].values())) == 1


def test_a_lone_nominee_on_an_open_ballot_needs_the_majority() -> None:
    """R0-13."""
    game = open_morning()
    game.stands("cat")
    game.nobody_speaks()
    for name in ("ann", "ben", "dan", "eve"):
        game.answers(name, "day.ballot", "cat")
    game.time_passes("clock.vote")
    assert counted(game)["burned"] is None
    assert game.night_has_fallen(2)
