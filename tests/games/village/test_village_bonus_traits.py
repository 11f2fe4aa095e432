"""Hero, Hottie, Smooth Talker, Victim, and the two that are acted (S0-26, R0-12, R0-18, R0-19)."""

from __future__ import annotations

import pytest
from language.any_game import begun_before
from language.village import Enchanted, enchanted, morning

OPEN = {"open_ballot": True}

# -- Hero -------------------------------------------------------------------------------------------------------------


def test_the_hero_has_two_votes_and_the_majority_counts_them() -> None:
    """S0-26, R0-12: nine players and a Hero have ten votes, so a majority is six."""
    game = morning(9, {"ben": "hero"})
    assert [player.votes for player in game.view("bystander").players] == [1, 2, 1, 1, 1, 1, 1, 1, 1]
    game.stands("cat", "dan")
    assert game.majority() == 6
    game.nobody_speaks()
    assert game.asked("ben") == ["day.vote", "day.vote"]
    game.votes("eve", "fay", "gus", "hal")
    first, second = game.match.open_for(2)
    game.match.answer(first.number, 2, "burn")
    assert "cat" in game.alive
    game.match.answer(second.number, 2, "burn")
    assert game.ballot()["polls"] == {"cat": ["eve", "fay", "gus", "hal", "ben", "ben"]}
    assert "cat" not in game.alive
    game.untouched("dan", "ida")


def test_the_hero_may_split_his_votes() -> None:
    """R0-12."""
    game = morning(9, {"ben": "hero"})
    game.stands("cat", "dan")
    first, second = game.match.open_for(2)
    game.match.answer(first.number, 2, "burn")
    game.match.answer(second.number, 2, "spare")
    game.poll_closes()
    assert game.asked("ben") == ["day.vote"]
    game.votes("ben")
    game.poll_closes()
    assert game.ballot()["polls"] == {"cat": ["ben"], "dan": ["ben"]}


def test_the_hero_has_two_votes_on_an_open_ballot() -> None:
    game = morning(9, {"ben": "hero"}, settings=OPEN)
    game.stands("cat", "dan")
    first, second = [question for question in game.match.open_for(2) if question.key == "day.ballot"]
    assert first.occasion != second.occasion
    game.match.answer(first.number, 2, 3)
    game.match.answer(second.number, 2, 4)
    assert game.view("ann").ballots[-1].polls == ((3, (2,)), (4, (2,)))
    again = next(question for question in game.match.open_for(2) if question.occasion == second.occasion)
    game.match.answer(again.number, 2, 3)
    assert game.view("ann").ballots[-1].polls == ((3, (2, 2)), (4, ()))
    assert game.majority() == 6


# -- Hottie -----------------------------------------------------------------------------------------------------------


def test_whom_the_hottie_charms_has_no_vote_today() -> None:
    """S0-26, R0-12: and the majority does not wait for it."""
    game = morning(9, {"ben": "hottie"})
    assert game.offered("ben", "day.charm") == ["ann", "cat", "dan", "eve", "fay", "gus", "hal", "ida", None]
    game.answers("ben", "day.charm", "cat")
    assert game.public("day.charmed") == [{"by": "ben", "seat": "cat"}]
    assert game.view("ann").player(3).votes == 0
    assert game.view("ann").player(3).nominates
    assert "day.charm" not in game.asked("ben")  # once a day
    game.nominates("cat", "dan")  # she forgets to vote, and nothing else
    game.calls_the_vote()
    assert game.majority() == 5  # eight votes
    assert "day.vote" not in game.asked("cat")
    assert "day.charm" not in game.asked("ben")
    game.untouched("dan", "eve")


def test_the_hottie_never_charms_the_same_player_twice_and_the_charm_is_over_at_nightfall() -> None:
    game = morning(9, {"ben": "hottie"})
    game.answers("ben", "day.charm", "cat")
    game.next_day()
    assert game.view("ann").player(3).votes == 1
    assert game.offered("ben", "day.charm") == ["ann", "dan", "eve", "fay", "gus", "hal", "ida", None]


def test_the_hottie_may_let_the_day_pass_but_not_charm_once_the_ballot_is_open() -> None:
    """R0-19."""
    game = morning(9, {"ben": "hottie"})
    game.stands("cat")
    assert "day.charm" not in game.asked("ben")
    game.nobody_speaks()
    game.nobody_burns()
    game.whole_night()
    game.answers("ben", "day.charm", None)
    assert game.public("day.charmed") == []
    assert "day.charm" not in game.asked("ben")


def test_a_charmed_hero_forgets_both_votes() -> None:
    game = morning(9, {"ben": "hottie", "cat": "hero"})
    game.answers("ben", "day.charm", "cat")
    game.stands("dan")
    assert "day.vote" not in game.asked("cat")
    assert game.majority() == 5


def test_somebody_asleep_is_not_there_to_be_charmed() -> None:
    game = morning(9, {"ben": "hottie", "cat": "sleep"})
    game.sleeps("dan", by="cat")
    assert "dan" not in game.offered("ben", "day.charm")
    game.answers("ben", "day.charm", "eve")
    assert game.public("day.charmed") == [{"by": "ben", "seat": "eve"}]


def test_a_hottie_who_is_a_toad_charms_nobody() -> None:
    """R0-14, M0-15: a toad uses no bonus card; it is theirs again when the toad has turned back."""
    game = enchanted(10, {"ben": "hottie"}, cat="warlock")
    game.whole_night(victim="ida", toad="ben")
    assert game.speech("ben") == "toad"
    assert game.asked("ben") == []
    game.next_day()
    assert "day.charm" in game.asked("ben")
    game.untouched("dan", "eve")


def test_the_hottie_is_asked_no_more_when_the_last_one_left_falls_asleep() -> None:
    """S0-26: never the same player twice, and a sleeper has no vote to forget."""
    game = morning(8, {"ben": "hottie", "cat": "sleep"})
    for name in ("ann", "cat", "dan", "eve", "fay", "gus"):
        game.answers("ben", "day.charm", name)
        game.next_day()
    assert game.offered("ben", "day.charm") == ["hal", None]
    game.sleeps("hal", by="cat")
    assert game.asked("ben") == ["day.call"]
    assert len(game.public("day.charmed")) == 6
    game.untouched("dan", "eve")


# -- Smooth Talker ----------------------------------------------------------------------------------------------------


def test_the_smooth_talker_undoes_a_majority() -> None:
    """R0-19: after the count, before it is applied."""
    game = morning(9, {"ben": "smooth_talker"})
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.votes("ann", "eve", "fay", "gus", "hal")
    assert "cat" in game.alive
    assert game.public("day.smooth_talk") == [
        {"by": "ben", "polls": {"cat": ["ann", "eve", "fay", "gus", "hal"]}, "majority": 5, "seconds": 20}
    ]
    assert game.offered("ben", "day.persuade") == ["ann", "eve", "fay", "gus", "hal", None]
    game.answers("ben", "day.persuade", "fay")
    assert game.offered("ben", "day.persuade_to") == ["dan", None]  # nobody has been polled about him yet
    game.answers("ben", "day.persuade_to", "dan")
    assert game.public("day.persuaded") == [{"by": "ben", "seat": "fay", "nominee": "dan"}]
    assert "cat" in game.alive
    assert game.public("day.poll")[-1]["nominee"] == "dan"
    assert set(game.asked_for("day.vote")) == {"ben", "cat", "dan", "ida"}  # fay's vote is used
    game.nobody_speaks()
    game.votes("ben", "cat", "ida")
    game.poll_closes()
    assert game.ballot()["polls"] == {"cat": ["ann", "eve", "gus", "hal"], "dan": ["fay", "ben", "cat", "ida"]}
    assert game.asked("ben") != ["day.persuade"]  # once a day
    assert game.ballot()["again"] == ["cat", "dan"]
    game.untouched("ida", "hal")


def test_the_smooth_talker_makes_a_majority() -> None:
    game = morning(9, {"ben": "smooth_talker"})
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.votes("ann", "eve", "fay", "gus")
    game.poll_closes()
    game.nobody_speaks()
    game.votes("hal")
    game.poll_closes()
    game.answers("ben", "day.persuade", "hal")
    game.answers("ben", "day.persuade_to", "cat")
    assert "cat" not in game.alive
    assert game.ballot()["polls"] == {"cat": ["ann", "eve", "fay", "gus", "hal"], "dan": []}
    assert game.ballot()["burned"] == "cat"
    game.untouched("dan", "ida")


def test_the_smooth_talker_who_says_nothing_changes_nothing_and_may_try_again() -> None:
    game = morning(9, {"ben": "smooth_talker"})
    game.stands("cat", "dan")
    game.votes("ann")
    game.poll_closes()
    game.votes("eve")
    game.poll_closes()
    game.lets_pass("ben", "day.persuade")
    assert game.ballot()["again"] == ["cat", "dan"]
    game.nobody_speaks()
    game.votes("ann", "eve", "fay", "gus", "hal")
    game.answers("ben", "day.persuade", "ann")
    game.answers("ben", "day.persuade_to", None)  # on second thoughts
    assert "cat" not in game.alive


def test_the_smooth_talker_never_moves_his_own_vote_nor_talks_about_a_lone_nominee() -> None:
    game = morning(9, {"ben": "smooth_talker"})
    game.stands("cat", "dan")
    game.votes("ben", "ann")
    game.poll_closes()
    game.poll_closes()
    assert game.offered("ben", "day.persuade") == ["ann", None]
    game = morning(9, {"ben": "smooth_talker"})
    game.burns("cat")
    assert game.public("day.smooth_talk") == []
    assert "cat" not in game.alive


def test_the_smooth_talker_on_an_open_ballot() -> None:
    game = morning(9, {"ben": "smooth_talker"}, settings=OPEN)
    game.stands("cat", "dan")
    game.nobody_speaks()
    for name in ("ann", "eve", "fay", "gus", "hal"):
        game.answers(name, "day.ballot", "cat")
    assert "cat" in game.alive
    game.answers("ben", "day.persuade", "hal")
    game.answers("ben", "day.persuade_to", "dan")
    assert "cat" in game.alive
    assert game.ballot()["polls"] == {"cat": ["ann", "eve", "fay", "gus"], "dan": ["hal"]}
    assert game.ballot()["again"] == ["cat", "dan"]


def test_what_the_smooth_talker_holds_back_is_shown_but_not_the_hands_that_follow() -> None:
    """S0-21: nobody follows a quick hand, also on a ballot that was held once."""
    game = morning(9, {"ben": "smooth_talker"})
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.votes("ann", "eve", "fay", "gus", "hal")
    assert game.view("ida").ballots[-1].polls == ((3, (1, 5, 6, 7, 8)),)
    game.answers("ben", "day.persuade", "hal")
    game.answers("ben", "day.persuade_to", "dan")
    game.votes("cat")
    assert game.view("ida").ballots[-1].polls == ((3, ()), (4, ()))


def test_the_clocks_go_on_while_a_count_is_held() -> None:
    """A clock that is not asked for a moment would begin anew: a day that never ends."""
    game = morning(9, {"ben": "smooth_talker", "ida": "sleep"}, deck=("deflection",))
    game.answers("ida", "day.cast_sleep", "ann")
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.votes("ann", "eve", "fay", "gus", "hal")
    assert {"clock.day", "clock.warning", "clock.redirect"} <= set(game.clocks())
    game.time_passes("clock.warning")
    assert game.asked("ben").count("day.persuade") == 1
    game.spells_land()  # ann falls asleep: her vote does not count
    game.time_passes("clock.day")
    assert game.asked("ben").count("day.persuade") == 1  # what was counted in time is not lost
    game.lets_pass("ben", "day.persuade")
    assert game.public("day.time_is_up") == [{}]
    assert game.ballot()["polls"] == {"cat": ["eve", "fay", "gus", "hal"]}
    assert [values["nominee"] for values in game.public("day.poll")] == ["cat"]
    assert "cat" in game.alive


def test_the_end_of_the_day_saves_nobody_whose_count_is_held() -> None:
    game = morning(9, {"ben": "smooth_talker"})
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.votes("ann", "eve", "fay", "gus", "hal")
    game.time_passes("clock.day")
    game.lets_pass("ben", "day.persuade")
    assert "cat" not in game.alive
    assert game.public("day.time_is_up") == []


def test_a_smooth_talker_asleep_talks_nobody_round() -> None:
    game = morning(9, {"ben": "smooth_talker", "ida": "sleep"}, deck=("deflection",))
    game.answers("ida", "day.cast_sleep", "ben")
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.votes("ann", "eve", "fay", "gus", "hal")
    assert "day.persuade" in game.asked("ben")
    game.spells_land()
    assert game.asked("ben") == []
    assert "cat" not in game.alive


# -- Victim -----------------------------------------------------------------------------------------------------------


def test_the_victim_gives_his_life_in_the_talk_and_the_day_goes_on() -> None:
    """S0-26, R0-18: the role is not shown, not even to the dead who watch."""
    game = morning(10, {"ben": "victim"}, ben="sheriff", cat="villager", night={"victim": "jon"})
    game.nominates("dan", "ben")
    game.nominates("eve", "fay")
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.public("day.sacrificed") == [{"seat": "ben"}]
    assert game.end("ben") == "sacrificed"
    assert game.asked("ben") == []
    assert [game.view(name).player(2).role for name in ("bystander", "ann", "jon")] == [None, None, None]
    assert game.view("ben").role == "sheriff"
    assert "ben" not in game.offered("cat", "day.call")  # nobody can nominate him any more
    game.nominates("cat", "gus")
    game.calls_the_vote()
    assert game.public("day.poll")[-1]["nominee"] == "fay"
    assert game.majority() == 5
    game.untouched("gus", "hal")


def test_the_victim_who_does_not_sacrifice_may_do_it_on_another_day() -> None:
    game = morning(9, {"ben": "victim"})
    game.next_day()
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.end("ben") == "sacrificed"


def test_a_nomination_of_somebody_who_dies_meanwhile_is_not_lost() -> None:
    game = morning(9, {"ben": "victim"})
    stale = game.question("cat", "day.call")
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.question("cat", "day.call").number != stale.number
    game.nominates("cat", "dan", "because")
    assert game.public("day.nominated")[-1]["nominee"] == "dan"


@pytest.mark.parametrize("settings", [{}, OPEN])
def test_the_nominee_who_gives_his_life_in_mid_ballot_takes_the_votes_with_him(settings: dict[str, bool]) -> None:
    """R0-18, R0-12: who had voted for him has his vote again."""
    key, value = ("day.ballot", "ben") if settings else ("day.vote", "burn")
    game = morning(9, {"ben": "victim"}, settings=settings)
    game.stands("ben", "cat")
    game.nobody_speaks()
    for name in ("dan", "eve", "fay"):
        game.answers(name, key, value)
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.end("ben") == "sacrificed"
    assert game.public("day.burned") == []
    assert game.majority() == 5
    assert {"dan", "eve", "fay"} <= set(game.asked_for(key))
    game.nobody_speaks()
    for name in ("dan", "eve", "fay", "gus", "hal"):
        game.answers(name, key, "cat" if settings else "burn")
    assert game.ballot()["polls"] == {"cat": ["dan", "eve", "fay", "gus", "hal"]}
    assert "cat" not in game.alive
    game.untouched("gus", "ida")


@pytest.mark.parametrize("settings", [{}, OPEN])
def test_the_voter_who_gives_his_life_in_mid_ballot_has_not_voted(settings: dict[str, bool]) -> None:
    key, value = ("day.ballot", "cat") if settings else ("day.vote", "burn")
    game = morning(10, {"ben": "victim"}, settings=settings)
    game.stands("cat", "dan")
    game.nobody_speaks()
    assert game.majority() == 6
    for name in ("ben", "eve", "fay"):
        game.answers(name, key, value)
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.majority() == 5
    for name in ("gus", "hal"):
        game.answers(name, key, value)
    assert "cat" in game.alive
    game.answers("ida", key, value)
    assert "cat" not in game.alive
    assert game.ballot()["polls"]["cat"] == ["eve", "fay", "gus", "hal", "ida"]


@pytest.mark.parametrize("settings", [{}, OPEN])
def test_a_majority_that_is_lost_again_in_the_last_words_lets_the_others_vote(settings: dict[str, bool]) -> None:
    """The Victim makes the majority and dies while the nominee still speaks: the poll goes on."""
    key, value = ("day.ballot", "cat") if settings else ("day.vote", "burn")
    game = morning(9, {"ben": "victim"}, settings=settings)
    game.stands("cat", "dan")
    for name in ("ann", "eve", "fay", "gus", "ben"):
        game.answers(name, key, value)
    assert game.asked_for(key) == []
    assert "clock.day" in game.clocks()
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.majority() == 5
    assert set(game.asked_for(key)) >= {"cat", "dan", "hal", "ida"}
    game.answers("hal", key, value)
    game.nobody_speaks()
    assert "cat" not in game.alive
    game.untouched("ida", "dan")


def test_a_majority_that_comes_with_a_smaller_village_burns_an_earlier_nominee() -> None:
    """Majority is of the votes there are: cat's four of eight are five short; of seven they are enough."""
    game = morning(8, {"ben": "victim"})
    game.stands("cat", "dan")
    game.nobody_speaks()
    game.votes("ann", "eve", "fay", "gus")
    game.poll_closes()
    assert game.public("day.poll")[-1]["nominee"] == "dan"
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.asked_for("day.vote") == []
    game.nobody_speaks()
    assert game.ballot()["burned"] == "cat"
    game.untouched("dan", "hal")


def test_a_sacrifice_decides_the_game_at_once() -> None:
    """R0-20: the last Rumplestiltskin is the Victim."""
    game = morning(9, {"ann": "victim"})
    game.stands("cat")
    game.votes("dan")
    game.answers("ann", "day.sacrifice", "sacrifice")
    assert game.outcome is not None
    assert game.outcome.reason == "end.no_rumplestiltskin"
    assert "ann" not in game.winners
    assert game.public("day.burned") == []
    assert game.match.open == []


def test_a_sacrifice_that_makes_numbers_even_ends_the_game_for_the_rumplestiltskins() -> None:
    game = morning(8, {"ben": "victim"}, cat="warlock", dan="trickster", night={"victim": "hal"})
    assert game.outcome is None  # three and four
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.outcome is not None
    assert game.outcome.reason == "end.even_numbers"
    assert game.winners == ["ann", "cat", "dan"]


def test_the_victim_gives_his_life_by_night_and_is_found_at_dawn() -> None:
    """R0-18: nobody can save him, and his role is hidden."""
    game = enchanted(9, {"ben": "victim", "cat": "resurrection"}, ben="sheriff", dan="fairy_godmother")
    game.answers("ben", "night.sacrifice", "sacrifice")
    assert game.public("dawn.sacrificed") == []
    game.panels(victim="eve", investigate="ann")
    assert game.offered("dan", "night.heal") == ["eve", None]
    game.time_passes("clock.healing")
    assert game.offered("cat", "night.resurrect") == ["eve", None]
    game.time_passes("clock.resurrection")
    assert game.dawn()[0] == ("dawn.killed", {"seat": "eve", "role": "villager"})
    assert ("dawn.sacrificed", {"seat": "ben"}) in game.dawn()
    assert (game.end("ben"), game.shown("ben")) == ("sacrificed", None)
    assert game.view("eve").player(2).role is None  # the dead see all but that
    assert game.told("ben", "night.verdict") == [{"suspect": "ann", "guilty": True}]  # R0-21: he still acted
    game.untouched("fay", "gus")


def test_the_victim_whom_the_rumplestiltskins_kill_too_keeps_his_secret() -> None:
    game = enchanted(9, {"ben": "victim"}, cat="prince_charming")
    game.whole_night(victim="ben", sacrifice="ben", protect="ben")
    assert [key for key, _ in game.dawn()] == ["dawn.sacrificed"], "the shield has saved nobody (R0-8)"
    assert game.shown("ben") is None
    game = enchanted(9, {"ben": "victim"}, cat="prince_charming", begun_by=begun_before)
    game.whole_night(victim="ben", sacrifice="ben", protect="ben")
    assert [key for key, _ in game.dawn()] == ["dawn.protected", "dawn.sacrificed"]
    game = enchanted(9, {"ben": "victim"})
    game.whole_night(victim="ben", sacrifice="ben")
    assert [key for key, _ in game.dawn()] == ["dawn.sacrificed"]
    assert (game.end("ben"), game.shown("ben")) == ("sacrificed", None)


def test_a_little_mary_who_is_captured_has_no_life_to_give() -> None:
    """R0-7: the captured count as dead before anybody's sacrifice, and their card is shown."""
    game = enchanted(9, {"ben": "victim"}, ben="little_mary")
    game.whole_night(watch="ben", peek=True, sacrifice="ben")
    assert game.dawn() == [("dawn.captured", {"seat": "ben", "role": "little_mary"})]
    assert (game.end("ben"), game.shown("ben")) == ("captured", "little_mary")
    assert game.day_is_open()
    game.untouched("cat", "dan")


def test_a_huntsman_who_gives_his_life_shoots_nobody() -> None:
    """R0-9."""
    game = morning(9, {"ben": "victim"}, ben="huntsman")
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.asked("ben") == []
    assert game.day_is_open()
    game = enchanted(9, {"ben": "victim"}, ben="huntsman")
    game.answers("ben", "night.sacrifice", "sacrifice")
    game.panels(victim="ben")
    assert game.clocks() == ["clock.huntsman"]
    assert game.asked("ben") == []
    game.time_passes("clock.huntsman")
    game.untouched("cat", "dan")


def test_a_toad_may_give_its_life_but_nothing_else() -> None:
    game = morning(10, {"ben": "victim"}, ann="warlock", night={"victim": "jon", "toad": "ben"})
    assert game.speech("ben") == "toad"
    assert game.asked("ben") == ["day.sacrifice"]
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.end("ben") == "sacrificed"
    assert game.day_is_open()


def test_a_sleeper_cannot_give_his_life() -> None:
    game = morning(9, {"ben": "victim", "cat": "sleep"})
    game.sleeps("ben", by="cat")
    assert game.asked("ben") == []
    game.nobody_burns()
    assert game.asked("ben") == []
    game.whole_night()
    assert "day.sacrifice" in game.asked("ben")


# -- those who act ----------------------------------------------------------------------------------------------------


def test_the_drunk_and_the_idiot_are_reminded_alone() -> None:
    game = morning(9, {"ben": "drunk", "cat": "town_idiot"})
    assert game.told("ben", "day.act") == [{"trait": "drunk"}]
    game.time_passes("clock.warning")
    assert game.told("cat", "day.act") == [{"trait": "town_idiot"}] * 2
    assert game.told("dan", "day.act") == game.told("bystander", "day.act") == []


def test_more_than_half_of_the_others_cost_an_actor_his_vote_for_today() -> None:
    """Eight others: five calls."""
    game = morning(9, {"ben": "drunk", "cat": "town_idiot"})
    game.fouls("ben", "ann", "cat", "dan", "eve")
    assert [values["calls"] for values in game.public("day.foul_called")] == [1, 2, 3, 4]
    assert {values["needed"] for values in game.public("day.foul_called")} == {5}
    assert {game.view(name).foul_calls_needed for name in ("ann", "ben", "bystander")} == {5}
    assert game.view("bystander").player(2).votes == 1
    assert game.view("hal").foul_calls == {2: (1, 3, 4, 5), 3: ()}
    assert game.offered("ann", "day.foul") == ["cat", None]  # once each
    assert game.offered("ben", "day.foul") == ["cat", None]  # never on oneself
    game.fouls("ben", "fay")
    assert game.public("day.foul") == [{"seat": "ben", "trait": "drunk"}]
    assert game.offered("gus", "day.foul") == ["cat", None]  # that foul stands
    assert game.view("bystander").player(2).votes == 0
    assert game.view("bystander").player(3).votes == 1
    game.stands("dan")
    assert "day.vote" not in game.asked("ben")
    assert game.majority() == 5
    game.untouched("dan", "gus")
    game.next_day()
    assert game.view("bystander").player(2).votes == 1
    assert game.view("bystander").foul_calls == {2: (), 3: ()}


def test_a_foul_in_mid_ballot_takes_the_vote_back() -> None:
    game = morning(9, {"ben": "drunk"})
    game.stands("cat", "dan")
    game.votes("ben", "ann")
    game.fouls("ben", "ann", "cat", "eve", "fay", "gus")
    assert "day.vote" not in game.asked("ben")
    game.poll_closes()
    game.poll_closes()
    assert game.ballot()["polls"] == {"cat": ["ann"], "dan": []}
    assert game.ballot()["majority"] == 5


def test_an_actor_who_is_muted_has_no_part() -> None:
    game = morning(9, {"ben": "drunk"}, cat="esmeralda", night={"mute": "ben"})
    assert game.told("ben", "day.act") == []
    assert game.asked_for("day.foul") == []


def test_nobody_calls_a_foul_on_somebody_asleep() -> None:
    game = morning(9, {"ben": "drunk", "cat": "sleep"})
    game.sleeps("ben", by="cat")
    game.fouls("ben", "ann")
    assert game.public("day.foul_called") == game.public("day.foul") == []
    assert game.asked_for("day.foul") == []


def foul_threshold(game: Enchanted) -> int:
    return int(game.public("day.foul_called")[-1]["needed"])


def test_the_threshold_follows_those_who_are_able() -> None:
    game = morning(10, {"ben": "drunk", "cat": "sleep"})
    game.fouls("ben", "ann")
    assert foul_threshold(game) == 5  # nine others
    game.sleeps("dan", by="cat")
    game.fouls("ben", "eve")
    assert foul_threshold(game) == 5  # eight
    game.next_day(victim="jon")
    game.fouls("ben", "ann")
    assert foul_threshold(game) == 5
