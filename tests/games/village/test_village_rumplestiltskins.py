"""The Rumplestiltskins' night: the victim, and the three cards (S0-8 to S0-11, R0-5, R0-6, R0-11)."""

from __future__ import annotations

import pytest
from language.village import village

POWERS = {
    "sheriff": "investigate",
    "prince_charming": "protect",
    "mad_hatter": "assassinate",
    "esmeralda": "mute",
}


def test_a_lonely_rumplestiltskin_kills_in_the_first_night() -> None:
    """S0-8: there is a kill on night 1; S0-5, S0-20: the dead are named at dawn and show their card."""
    game = village(ann="murderer", ben="sheriff")
    assert game.asked("ann") == ["night.victim"]
    game.answers("ann", "night.victim", "ben")
    assert "ben" in game.alive
    game.time_passes("clock.night")
    assert game.dawn() == [("dawn.killed", {"seat": "ben", "role": "sheriff"})]
    assert "ben" not in game.alive
    assert game.view("bystander").player(2).role == "sheriff"
    assert game.asked("ben") == []
    game.untouched("cat", "dan", "hal")
    assert game.day_is_open()


def test_the_victim_is_a_living_player_who_is_no_rumplestiltskin() -> None:
    """R0-6."""
    game = village(9, ann="murderer", ben="trickster", cat="captain_hook")
    assert game.offered("ann", "night.victim") == ["cat", "dan", "eve", "fay", "gus", "hal", "ida"]
    assert game.is_refused("ann", "night.victim", "ben") == "not_offered"
    assert game.is_refused("ann", "night.victim", "ann") == "not_offered"
    assert game.is_refused("ann", "night.victim", None) == "not_offered"
    game.night(victim="cat")
    game.nobody_burns()
    assert game.offered("ben", "night.victim") == ["dan", "eve", "fay", "gus", "hal", "ida"]


def test_the_team_agrees_by_seeing_each_others_picks() -> None:
    """S0-8: silently agree on ONE victim."""
    game = village(9, ann="murderer", ben="trickster")
    game.answers("ann", "night.victim", "cat")
    assert game.told("ben", "night.picked") == [{"by": "ann", "victim": "cat"}]
    game.answers("ben", "night.victim", "dan")
    assert game.question("ann", "night.victim").values == {"picked": 3}
    game.answers("ann", "night.victim", "dan")
    assert game.told("ann", "night.agreed") == game.told("ben", "night.agreed") == [{"victim": "dan"}]
    assert "night.victim" not in game.asked("ann") + game.asked("ben")
    game.time_passes("clock.night")
    assert game.dawn() == [("dawn.killed", {"seat": "dan", "role": "villager"})]
    game.untouched("cat", "eve")
    assert game.day_is_open()


def test_a_team_that_does_not_agree_in_time_kills_nobody() -> None:
    """R0-6: no agreement by the deadline, no kill; and no pick, no card."""
    game = village(9, ann="murderer", ben="warlock")
    game.answers("ann", "night.victim", "cat")
    game.answers("ben", "night.victim", "dan")
    assert game.asked_for("night.murder") == game.asked_for("night.toad") == []
    game.time_passes("clock.night")
    assert game.dawn() == [("dawn.nobody", {})]
    assert len(game.alive) == 9
    game.untouched("cat", "dan")
    assert game.day_is_open()


def test_one_who_does_not_pick_at_all_keeps_the_team_from_killing() -> None:
    """R0-6: all living Rumplestiltskins agree, or nobody dies."""
    game = village(9, ann="murderer", ben="warlock")
    game.answers("ann", "night.victim", "cat")
    game.time_passes("clock.night")
    assert game.dawn() == [("dawn.nobody", {})]


def test_a_team_that_wavers_for_ever_ends_without_a_victim() -> None:
    game = village(9, ann="murderer", ben="warlock")
    while "night.victim" in game.asked("ann") + game.asked("ben"):
        for name, victim in (("ann", "cat"), ("ben", "dan")):
            if "night.victim" in game.asked(name):
                game.answers(name, "night.victim", victim)
    assert len(game.told("ann", "night.disagreed")) == 1
    game.time_passes("clock.night")
    assert game.dawn() == [("dawn.nobody", {})]
    assert game.day_is_open()


def test_a_surviving_clone_decides_alone() -> None:
    """R0-6: only the living need agree."""
    game = village(9, ann="murderer", ben="warlock")
    game.night()
    game.burns("ann")
    assert game.night_has_fallen(2)
    game.night(victim="cat")
    assert game.dawn() == [("dawn.killed", {"seat": "cat", "role": "villager"})]


# -- Murderer ---------------------------------------------------------------------------------------------------------


def test_the_murderer_kills_one_more_player_once_a_game() -> None:
    """S0-9: after the team's pick, an extra player; R0-5: a different one."""
    game = village(10, ann="murderer")
    assert game.asked("ann") == ["night.victim"]
    game.answers("ann", "night.victim", "ben")
    assert game.asked("ann") == ["night.murder"]
    assert game.is_refused("ann", "night.murder", "ben") == "not_offered"
    assert game.is_refused("ann", "night.murder", "ann") == "not_offered"
    game.answers("ann", "night.murder", "cat")
    game.time_passes("clock.night")
    assert game.dawn() == [
        ("dawn.killed", {"seat": "ben", "role": "villager"}),
        ("dawn.killed", {"seat": "cat", "role": "villager"}),
    ]
    assert game.view("ann").spent
    game.untouched("dan")
    game.nobody_burns()
    game.answers("ann", "night.victim", "dan")
    assert game.asked("ann") == []
    game.time_passes("clock.night")
    assert game.day_is_open()


def test_a_murderer_who_declines_keeps_his_card() -> None:
    """S0-9: once a game, and only when it is used."""
    game = village(10, ann="murderer")
    game.answers("ann", "night.victim", "ben")
    game.answers("ann", "night.murder", None)
    game.time_passes("clock.night")
    assert not game.view("ann").spent
    game.nobody_burns()
    game.night(victim="cat", murder="dan")
    assert [values["seat"] for _, values in game.dawn()] == ["cat", "dan"]
    assert game.day_is_open()


def test_a_card_dies_with_its_holder() -> None:
    """R0-6: the abilities belong to that card's holder only."""
    game = village(10, ann="murderer", ben="warlock")
    game.night()
    game.burns("ann")
    game.answers("ben", "night.victim", "cat")
    assert game.asked("ben") == ["night.watch", "night.toad"] or game.asked("ben") == ["night.toad"]
    assert game.asked_for("night.murder") == []


# -- Warlock ----------------------------------------------------------------------------------------------------------


def test_the_warlock_makes_a_toad_for_one_day() -> None:
    """S0-11: announced after the deaths; R0-14: no vote, no nomination, can be burned; wears off at nightfall."""
    game = village(10, ann="warlock", ben="sheriff")
    game.night(victim="cat", toad="ben")
    assert game.dawn() == [("dawn.killed", {"seat": "cat", "role": "villager"}), ("dawn.toad", {"seat": "ben"})]
    assert game.view("bystander").player(2).speech == "toad"
    assert game.asked("ben") == []
    assert "ben" in game.offered("dan", "day.call")
    game.untouched("dan")
    game.nobody_burns()
    assert game.night_has_fallen(2)
    assert game.view("bystander").player(2).speech == "free"
    assert game.asked("ben") == ["night.investigate"]
    assert "night.toad" not in game.asked("ann")
    game.night(investigate="ann")
    assert game.told("ben", "night.verdict") == [{"suspect": "ann", "guilty": True}]
    assert game.dawn() == [("dawn.nobody", {})]


def test_a_toad_can_be_burned_and_his_vote_does_not_count_in_the_majority() -> None:
    """R0-12: V leaves the toad out; R0-14: he can be burned."""
    game = village(9, ann="warlock")
    game.night(victim="cat", toad="ben")
    game.stands("ben")
    assert game.public("day.poll")[-1]["majority"] == 4  # of seven votes: eight live, one croaks
    assert "ben" not in game.asked_for("day.vote") + game.asked_for("day.last_words")
    game.votes("ann", "dan", "eve", "fay")
    assert game.public("day.burned") == [{"seat": "ben", "role": "villager"}]
    assert game.night_has_fallen(2)


def test_a_toad_who_dies_in_the_night_is_not_announced_as_one() -> None:
    """S0-11: the toad is told after the deaths, to the living."""
    game = village(10, ann="warlock")
    game.night(victim="cat", toad="cat")
    assert game.dawn() == [("dawn.killed", {"seat": "cat", "role": "villager"})]
    assert game.view("ann").spent


# -- Trickster --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", sorted(POWERS))
def test_the_tricksters_mark_cancels_the_next_power_for_good(role: str) -> None:
    """S0-10, R0-11: he is told so, and the power is gone, also one of every night."""
    power = POWERS[role]
    game = village(10, ann="trickster", ben=role)
    game.night(victim="cat", jinx="ben", **{power: "cat" if power == "protect" else "dan"})
    assert game.told("ben", "power.cancelled") == [{"role": role}]
    assert game.dawn() == [("dawn.killed", {"seat": "cat", "role": "villager"})]
    assert game.view("ben").spent
    assert game.told("ben", "night.verdict") == []
    game.untouched("dan", "eve")
    game.nobody_burns()
    assert game.asked("ben") == ["night.suspect"]


def test_who_does_not_try_keeps_his_power_and_the_mark_lapses() -> None:
    """S0-10: if he does not try, nothing happens; the mark lasts until the next night begins."""
    game = village(10, ann="trickster", ben="sheriff")
    game.night(victim="cat", jinx="ben")
    game.untouched("ben")
    game.nobody_burns()
    game.night(investigate="ann")
    assert game.told("ben", "night.verdict") == [{"suspect": "ann", "guilty": True}]
    assert game.told("ben", "power.cancelled") == []


def test_declining_a_power_is_not_trying_it() -> None:
    """S0-10."""
    game = village(10, ann="trickster", ben="mad_hatter")
    game.answers("ben", "night.assassinate", None)
    game.night(victim="cat", jinx="ben")
    game.untouched("ben")
    game.nobody_burns()
    assert game.asked("ben") == ["night.assassinate"]


def test_the_mark_hits_little_mary_at_her_peek() -> None:
    """R0-11: Mary's peek; she learns nothing, and is not caught at what she never did."""
    game = village(10, ann="trickster", ben="little_mary")
    game.night(victim="cat", jinx="ben", watch="ben", peek=True)
    assert game.told("ben", "power.cancelled") == [{"role": "little_mary"}]
    assert game.told("ben", "night.glimpse") == []
    assert "ben" in game.alive
    game.nobody_burns()
    assert game.asked("ben") == ["night.suspect"]


def test_the_mark_hits_the_godmother_at_her_healing() -> None:
    """R0-11; R0-5: she is asked later in the same night."""
    game = village(10, ann="trickster", ben="fairy_godmother")
    game.night(victim="cat", jinx="ben", heal="cat")
    assert game.told("ben", "power.cancelled") == [{"role": "fairy_godmother"}]
    assert game.dawn() == [("dawn.killed", {"seat": "cat", "role": "villager"})]
    game.nobody_burns()
    game.panels(victim="dan")
    assert game.asked("ben") == []


def test_the_mark_hits_the_huntsmans_last_shot_at_night() -> None:
    """R0-9, R0-11."""
    game = village(10, ann="trickster", ben="huntsman")
    game.night(victim="ben", jinx="ben", shot="ann")
    assert game.told("ben", "power.cancelled") == [{"role": "huntsman"}]
    assert game.dawn() == [("dawn.killed", {"seat": "ben", "role": "huntsman"})]
    assert "ann" in game.alive
    assert game.day_is_open()


def test_the_mark_hits_the_huntsmans_last_shot_at_the_stake() -> None:
    """R0-9: unless jinxed; R0-11: the mark covers the following day."""
    game = village(10, ann="trickster", ben="huntsman")
    game.night(victim="cat", jinx="ben")
    game.burns("ben")
    assert game.asked("ben") == ["huntsman.shot"]
    game.answers("ben", "huntsman.shot", "dan")
    assert game.told("ben", "power.cancelled") == [{"role": "huntsman"}]
    assert game.public("day.shot") == []
    assert "dan" in game.alive
    assert game.night_has_fallen(2)


def test_a_burned_huntsman_sees_no_more_than_the_living_before_he_has_shot() -> None:
    """S0-5: the dead watch; but who still chooses a target is not one of them yet (R0-9)."""
    game = village(10, ann="trickster", ben="huntsman", cat="sheriff")
    game.night(victim="dan")
    game.burns("ben")
    assert game.asked("ben") == ["huntsman.shot"]
    assert game.view("ben").player(1).role is None
    assert game.view("dan").player(1).role == "trickster"
    game.answers("ben", "huntsman.shot", None)
    assert game.view("ben").player(1).role == "trickster"
    game.untouched("cat")


def test_the_mark_hits_a_warlock_of_his_own_team_the_same_night() -> None:
    """R0-11: R-card abilities; R0-5: the mark comes before the Warlock's."""
    game = village(10, ann="trickster", ben="warlock")
    game.night(victim="cat", jinx="ben", toad="dan")
    assert game.told("ben", "power.cancelled") == [{"role": "warlock"}]
    assert game.dawn() == [("dawn.killed", {"seat": "cat", "role": "villager"})]
    assert game.view("ben").spent
    game.untouched("dan")
    game.nobody_burns()
    game.panels(victim="eve")
    assert game.asked_for("night.toad") == []


def test_the_mark_comes_too_late_for_the_murderer_and_never_stops_the_teams_kill() -> None:
    """R0-5: K2 before the mark; R0-11: it does not hit the Rumplestiltskins' kill."""
    game = village(10, ann="trickster", ben="murderer")
    game.night(victim="cat", jinx="ben", murder="dan")
    assert [values["seat"] for _, values in game.dawn()] == ["cat", "dan"]
    assert game.told("ben", "power.cancelled") == []
    game.untouched("eve")


def test_the_mark_does_not_touch_votes() -> None:
    """R0-11: not voting."""
    game = village(10, ann="trickster", ben="sheriff")
    game.night(victim="cat", jinx="ben")
    game.stands("dan")
    game.nobody_speaks()
    game.votes("ben", "eve", "fay", "gus", "hal")
    assert game.public("day.burned") == [{"seat": "dan", "role": "villager"}]


def test_the_trickster_jinxes_once_a_game() -> None:
    """S0-10."""
    game = village(10, ann="trickster")
    game.night(victim="ben", jinx="cat")
    game.nobody_burns()
    game.answers("ann", "night.victim", "dan")
    assert game.asked("ann") == []


def test_nobody_hears_of_a_jinx_that_was_not_tried() -> None:
    game = village(10, ann="trickster", ben="sheriff")
    game.night(victim="cat", jinx="ben")
    assert game.dawn() == [("dawn.killed", {"seat": "cat", "role": "villager"})]
    assert "power.cancelled" not in game.secrets("ben")
