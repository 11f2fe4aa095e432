"""The night: one panel for everybody, the Don's last word, every card, and the dawn (S3-3 to S3-9, R3-9 to R3-12)."""

from __future__ import annotations

from typing import Any

import pytest
from language.any_game import NAMES, begun_before
from language.mafia import MafiaPlay, mafia

from bot.games.hidden_roles.team import PICKS_MOST

TEN = ["ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon"]


def night_of(seats: int = 10, *, settings: dict[str, object] | None = None, **roles: str) -> MafiaPlay:
    """The first night: the day before it nobody was nominated."""
    game = mafia(seats, settings=settings, **roles)
    game.quiet_day()
    return game


def everybody(**settings: object) -> MafiaPlay:
    return night_of(settings=settings, ann="don", ben="mafia", cat="maniac", dan="sheriff", eve="doctor", fay="lover")


# -- the shape of a night -----------------------------------------------------------------------------------------


def test_everybody_has_a_panel_and_the_don_two() -> None:
    game = everybody()
    assert game.clocks() == {"clock.night": 60}
    assert game.asked("ann") == ["night.victim", "night.search"]
    assert game.asked("ben") == ["night.victim"]
    assert game.asked("cat") == ["night.maniac"]
    assert game.asked("dan") == ["night.investigate"]
    assert game.asked("eve") == ["night.doctor"]
    assert game.asked("fay") == ["night.lover"]
    for name in TEN[6:]:
        assert game.asked(name) == ["night.suspect"]
    assert game.may_foul() == []  # a foul is called by day


def test_the_night_lasts_its_time_whoever_has_answered() -> None:
    game = everybody()
    while people := [one for one in game.match.open if one.seat > 0]:
        game.match.answer(people[0].number, people[0].seat, people[0].choices[0])
    assert game.phase == "night"
    game.time_passes("clock.night")
    assert game.phase == "speeches"


def test_or_ends_with_the_last_answer_where_nights_are_quick() -> None:
    game = everybody(quick_nights=True)
    while people := [one for one in game.match.open if one.seat > 0 and one.key.startswith("night.")]:
        assert game.phase == "night"
        game.match.answer(people[0].number, people[0].seat, people[0].choices[0])
    assert game.killed() == []  # all have pointed at ann, the Doctor too


def test_a_night_in_which_nobody_does_anything() -> None:
    game = everybody()
    game.night()
    assert game.public("dawn.killed") == [{"seats": []}]
    assert game.news("night.falls") == ["dawn.breaks", "dawn.killed", "day.begins", "speech.begins"]
    assert game.alive == TEN
    for name in TEN:
        assert game.view(name).learnt == ()


def test_the_length_of_a_night_is_an_option() -> None:
    assert everybody(night_seconds=90).clocks() == {"clock.night": 90}


def test_suspicions_are_noted_and_do_nothing() -> None:
    game = everybody()
    game.night(suspect="ann")
    assert game.view("gus").suspicions == (1,)
    assert game.view("hal").suspicions == ()
    assert game.alive == TEN


# -- mafia --------------------------------------------------------------------------------------------------------


def test_the_don_has_the_last_word() -> None:
    """S3-6."""
    game = night_of(12, ann="mafia", ben="mafia", cat="don")
    game.night(victim={"ann": "gus", "ben": "gus", "cat": "hal"})
    assert game.killed() == ["hal"]


def test_the_don_has_the_last_word_whoever_points_last() -> None:
    game = night_of(12, ann="mafia", ben="mafia", cat="don")
    game.night(victim={"cat": "hal", "ann": "gus", "ben": "gus"})
    assert game.killed() == ["hal"]


def test_a_silent_don_is_a_miss_although_his_men_have_chosen() -> None:
    """R3-10."""
    game = night_of(12, ann="mafia", ben="mafia", cat="don")
    game.night(victim={"ann": "gus", "ben": "gus"})
    assert game.killed() == []


def test_the_don_may_choose_himself_and_his_own_men() -> None:
    """S3-6, R3-10: any living player."""
    game = night_of(12, ann="don", ben="mafia", cat="mafia")
    assert game.offered("ann", "night.victim") == list(game.names)
    game.night(victim="ann")
    assert game.killed() == ["ann"]
    game.final_words()
    game.quiet_day()
    game.night(victim="ben")
    assert game.killed() == ["ben"]


def test_the_team_sees_where_its_members_point_and_may_change_until_all_have() -> None:
    game = night_of(12, ann="don", ben="mafia", cat="mafia")
    game.answers("ann", "night.victim", "gus")
    game.answers("ben", "night.victim", "hal")
    picked = [{"by": "ann", "victim": "gus"}, {"by": "ben", "victim": "hal"}]
    assert game.told("cat", "night.picked") == picked
    assert game.view("cat").picks == {1: 7, 2: 8}
    assert game.question("ann", "night.victim").values == {"picked": 7}
    game.answers("ann", "night.victim", "ida")
    game.time_passes("clock.night")
    assert game.killed() == ["ida"]
    assert game.told("dan", "night.picked") == []
    assert game.view("dan").picks == {}


def leaderless(**picks: str) -> MafiaPlay:
    """The Don is voted out; the next night these point as said. Mafia: ben, eve, hal (and no other night kill)."""
    game = mafia(13, ann="don", ben="mafia", eve="mafia", hal="mafia")
    game.votes_out("ann")
    game.night(victim=picks)
    return game


def test_without_a_don_the_majority_kills() -> None:
    assert leaderless(ben="gus", eve="dan", hal="dan").killed() == ["dan"]


def test_and_in_a_tie_the_lowest_seat_decides() -> None:
    """R3-10: of those who point at somebody else than the others, the one who sits lowest has his will."""
    assert leaderless(ben="gus", eve="dan").killed() == ["gus"]
    assert leaderless(eve="dan", ben="gus").killed() == ["gus"]  # whoever was quicker
    assert leaderless(hal="ida", eve="jon", ben="kim").killed() == ["kim"]
    assert leaderless(hal="gus", eve="dan").killed() == ["dan"]  # the lowest who has pointed at all


def test_a_team_that_chooses_nobody_misses() -> None:
    assert leaderless().killed() == []


# -- don and sheriff ----------------------------------------------------------------------------------------------


def test_the_don_looks_for_the_sheriff() -> None:
    """S3-6, R3-11."""
    game = everybody()
    assert game.offered("ann", "night.search") == [*(name for name in TEN if name != "ann"), None]
    game.night(search="dan")
    assert game.told("ann", "night.found") == [{"suspect": "dan", "sheriff": True}]
    assert game.told("ben", "night.found") == []
    game.quiet_day()
    game.night(search="eve")
    assert game.told("ann", "night.found")[1:] == [{"suspect": "eve", "sheriff": False}]


@pytest.mark.parametrize(
    ("suspect", "black"),
    [("ann", True), ("ben", True), ("cat", True), ("eve", False), ("fay", False), ("gus", False)],
)
def test_the_sheriff_hears_black_for_mafia_don_and_maniac(suspect: str, black: bool) -> None:
    """S3-5, R3-11."""
    game = everybody()
    assert game.offered("dan", "night.investigate") == [name for name in TEN if name != "dan"] + [None]
    game.night(investigate=suspect)
    assert game.told("dan", "night.verdict") == [{"suspect": suspect, "black": black}]
    assert [fact.key for fact in game.view("dan").learnt] == ["night.verdict"]
    for name in TEN:
        if name != "dan":
            assert game.told(name, "night.verdict") == []


def test_one_check_a_night_and_its_result_at_dawn() -> None:
    game = everybody()
    game.answers("dan", "night.investigate", "ann")
    assert game.asked("dan") == []
    assert game.told("dan", "night.verdict") == []
    game.time_passes("clock.night")
    assert len(game.told("dan", "night.verdict")) == 1


def test_a_sheriff_killed_this_night_still_learns() -> None:
    """R3-9."""
    game = everybody()
    game.night(victim="dan", investigate="cat")
    assert game.killed() == ["dan"]
    assert game.told("dan", "night.verdict") == [{"suspect": "cat", "black": True}]


def test_a_don_killed_this_night_still_kills_and_learns() -> None:
    game = everybody()
    game.night(victim="gus", search="dan", maniac="ann")
    assert game.killed() == ["ann", "gus"]
    assert game.told("ann", "night.found") == [{"suspect": "dan", "sheriff": True}]


# -- maniac -------------------------------------------------------------------------------------------------------


def test_the_maniac_kills_any_colour_but_not_himself() -> None:
    """S3-7."""
    game = everybody()
    assert game.offered("cat", "night.maniac") == [name for name in TEN if name != "cat"] + [None]
    game.night(maniac="ann", victim="gus")
    assert game.killed() == ["ann", "gus"]


def test_maniac_and_mafia_may_kill_each_other() -> None:
    game = everybody()
    game.night(maniac="ben", victim="cat")
    assert game.killed() == ["ben", "cat"]
    assert game.final_words() == ["ben", "cat"]


def test_killed_twice_dies_once() -> None:
    """R3-9."""
    game = everybody()
    game.night(maniac="gus", victim="gus")
    assert game.killed() == ["gus"]
    assert game.final_words() == ["gus"]
    assert len(game.public("player.left")) == 1


def test_the_dead_of_a_night_speak_in_the_order_of_their_seats_and_leave_together() -> None:
    game = everybody()
    game.night(maniac="jon", victim="gus")
    assert game.speaker == "gus"
    game.passes("gus")
    assert "gus" in game.alive
    assert game.final_words() == ["jon"]
    assert len(game.alive) == 8
    assert game.speaker == "ben"


# -- doctor -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("killers", [{"victim": "gus"}, {"maniac": "gus"}, {"victim": "gus", "maniac": "gus"}])
def test_the_healed_cannot_die_that_night(killers: dict[str, str]) -> None:
    """S3-9: not even of two murderers."""
    game = everybody()
    game.night(doctor="gus", **killers)  # type: ignore[arg-type]
    assert game.killed() == []
    assert game.news("night.falls") == ["dawn.breaks", "dawn.killed", "day.begins", "speech.begins"]


def test_the_doctor_may_heal_himself_and_a_killed_doctor_still_heals() -> None:
    game = everybody()
    assert game.offered("eve", "night.doctor") == [*TEN, None]
    game.night(victim="eve", doctor="eve")
    assert game.killed() == []
    game = everybody()
    game.night(victim="eve", maniac="gus", doctor="gus")
    assert game.killed() == ["eve"]


@pytest.mark.parametrize(("role", "name"), [("doctor", "eve"), ("lover", "fay")])
def test_never_the_same_twice_in_a_row_and_a_skipped_night_clears_it(role: str, name: str) -> None:
    """S3-8, S3-9, R3-12; oneself is no exception."""
    game = everybody(still_rounds_most=20)
    for target in ("gus", name):
        game.night(**{role: target})
        game.quiet_day()
        assert game.offered(name, f"night.{role}") == [one for one in TEN if one != target] + [None]
        assert game.is_refused(name, f"night.{role}", target) == "not_offered"
    game.night(**{role: "gus"})  # gus, self, gus: not in a row
    game.quiet_day()
    game.night()  # time runs out: nobody
    game.quiet_day()
    assert game.offered(name, f"night.{role}") == [*TEN, None]
    game.night(**{role: "gus"})
    game.quiet_day()
    game.answers(name, f"night.{role}", None)  # chooses nobody
    game.time_passes("clock.night")
    game.quiet_day()
    assert game.offered(name, f"night.{role}") == [*TEN, None]


# -- lover --------------------------------------------------------------------------------------------------------


def alibi(game: MafiaPlay) -> list[str]:
    """Who cannot be nominated although he lives and does not stand."""
    assert game.speaker
    return [name for name in game.alive if name not in game.offered(game.speaker, "speech.floor")]


def test_the_guest_dies_with_the_lover() -> None:
    """S3-8."""
    for killers in ({"victim": "fay"}, {"maniac": "fay"}):
        game = everybody()
        game.night(lover="gus", **killers)  # type: ignore[arg-type]
        assert game.killed() == ["fay", "gus"]


def test_unless_the_doctor_heals_him_or_her() -> None:
    """R3-9."""
    game = everybody()
    game.night(lover="gus", victim="fay", doctor="gus")
    assert game.killed() == ["fay"]
    game.final_words()
    assert alibi(game) == ["gus"]
    game = everybody()
    game.night(lover="gus", victim="fay", doctor="fay")
    assert game.killed() == []
    assert alibi(game) == ["gus"]


def test_a_guest_who_is_killed_does_not_take_the_lover_along() -> None:
    game = everybody()
    game.night(lover="gus", victim="gus")
    assert game.killed() == ["gus"]


def test_a_lover_at_home_dies_alone_and_a_guest_killed_twice_dies_once() -> None:
    game = everybody()
    game.night(lover="fay", victim="fay")
    assert game.killed() == ["fay"]
    game = everybody()
    game.night(lover="gus", victim="fay", maniac="gus")
    assert game.killed() == ["fay", "gus"]


def test_the_lover_can_visit_a_murderer_and_take_him_along() -> None:
    game = everybody()
    game.night(lover="ann", victim="fay")
    assert game.killed() == ["ann", "fay"]


def test_the_alibi_lasts_exactly_one_day() -> None:
    """R3-15."""
    game = everybody(still_rounds_most=20)
    game.night(lover="gus")
    assert alibi(game) == ["gus"]
    game.quiet_day()
    game.night(lover="fay")
    assert alibi(game) == ["fay"]
    game.quiet_day()
    game.night()
    assert alibi(game) == []


# -- the first night ----------------------------------------------------------------------------------------------


def test_deaths_in_the_first_night_may_be_off() -> None:
    """An option: then the Maniac kills nobody either, and all other cards work."""
    game = everybody(first_night_kill=False)
    game.night(victim="gus", maniac="fay", lover="hal", investigate="ann", search="dan")
    assert game.killed() == []
    assert alibi(game) == ["hal"]
    assert game.told("dan", "night.verdict")
    assert game.told("ann", "night.found")
    game.quiet_day()
    game.night(victim="gus", maniac="fay", lover="ida")
    assert game.killed() == ["fay", "gus", "ida"]


def test_who_has_left_the_team_wakes_with_it_no_more() -> None:
    """But sees where it points, where the departed see all."""
    for watch in (True, False):
        game = mafia(10, ann="don", ben="mafia", cat="mafia", settings={"dead_watch": watch})
        game.votes_out("ben")
        game.answers("ann", "night.victim", "gus")
        assert game.asked("ben") == []
        assert game.told("ben", "night.picked") == []
        assert game.view("ben").picks == ({1: 7} if watch else {})
        assert game.view("cat").picks == {1: 7}


# -- the Don ----------------------------------------------------------------------------------------------------------


def the_team_points(**details: Any) -> MafiaPlay:
    """The Don has pointed first, and then ben of the Mafia elsewhere: all of the team have pointed."""
    game = mafia(**({"ann": "don", "ben": "mafia", "cat": "sheriff"} | details))
    game.quiet_day()
    game.points({"ann": "dan", "ben": "eve"})
    return game


def test_the_don_may_pass_by_a_button() -> None:
    """M3-15: it is an answer, so that a quick night need not wait; nothing is learnt by it."""
    game = mafia(settings={"quick_nights": True}, ann="don", ben="sheriff")
    game.quiet_day()
    assert game.offered("ann", "night.search")[-1] is None
    game.answers("ann", "night.search", None)
    assert game.asked("ann") == ["night.victim"]
    game.points("cat")
    for name in NAMES[1:8]:
        game.answers(name, "night.investigate" if name == "ben" else "night.suspect", None)
    assert game.killed() == ["cat"]
    assert game.told("ann", "night.found") == []


def test_a_don_does_not_look_for_a_sheriff_whom_nobody_was_dealt() -> None:
    """M3-15: everybody knows which cards were dealt."""
    game = night_of(6, ann="don", eve="doctor")
    assert game.asked("ann") == ["night.victim"]
    assert [game.asked(name) for name in TEN[1:6]] == [["night.suspect"]] * 3 + [["night.doctor"], ["night.suspect"]]
    game.points("cat")
    game.time_passes("clock.night")
    assert game.killed() == ["cat"]


def test_in_a_game_of_before_the_don_looks_for_nobody_all_the_same() -> None:
    game = mafia(6, begun_by=begun_before, ann="don", eve="doctor")
    game.quiet_day()
    assert game.asked("ann") == ["night.victim", "night.search"]


def test_the_don_has_the_last_word_over_what_all_have_pointed_at() -> None:
    """M3-2: the Don may think again as long as the night lasts, and the team sees it; ben has had his say."""
    game = the_team_points()
    assert (game.asked("ann"), game.asked("ben")) == (["night.search", "night.victim"], [])
    assert game.question("ann", "night.victim").values == {"picked": 4}
    game.answers("ann", "night.victim", "fay")
    assert game.told("ben", "night.picked")[-1] == {"by": "ann", "victim": "fay"}
    assert game.told("cat", "night.picked") == []
    game.time_passes("clock.night")
    assert game.killed() == ["fay"]


def test_the_don_may_not_waver_for_ever() -> None:
    """Saying the same again makes it final, and so does the fifth change."""
    game = the_team_points()
    game.answers("ann", "night.victim", "gus")
    told = len(game.told("ben", "night.picked"))
    game.answers("ann", "night.victim", "gus")
    assert game.asked("ann") == ["night.search"]
    assert len(game.told("ben", "night.picked")) == told
    game = the_team_points()
    for change in range(PICKS_MOST):
        game.answers("ann", "night.victim", ("gus", "hal")[change % 2])
    assert game.asked("ann") == ["night.search"]


def test_a_quick_night_does_not_wait_for_the_dons_second_thoughts() -> None:
    game = the_team_points(settings={"quick_nights": True})
    assert "night.victim" in game.asked("ann")
    for name in ("ann", "cat", *NAMES[3:8]):
        (key,) = [key for key in game.asked(name) if key != "night.victim"]
        game.answers(name, key, None)
    assert game.killed() == ["dan"]


def test_without_a_don_nobody_has_second_thoughts() -> None:
    game = mafia(ann="mafia", ben="mafia", cat="sheriff")
    game.quiet_day()
    game.points({"ann": "dan", "ben": "eve"})
    assert (game.asked("ann"), game.asked("ben")) == ([], [])


def test_in_a_game_of_before_all_is_settled_then_and_the_don_passes_by_silence() -> None:
    game = the_team_points(begun_by=begun_before)
    assert game.asked("ann") == ["night.search"]
    assert None not in game.offered("ann", "night.search")
