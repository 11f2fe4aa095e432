"""The town's cards, and Captain Hook's (S0-4, S0-12 to S0-19, R0-7 to R0-10, R0-20, R0-21)."""

from __future__ import annotations

import pytest
from language.village import village

from bot.engine.questions import IllegalAnswer

KILLED_CAT = ("dawn.killed", {"seat": "cat", "role": "villager"})

# -- Sheriff ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suspect", "guilty"),
    [("ann", True), ("cat", True), ("dan", False), ("eve", False), ("fay", False)],
)
def test_the_sheriff_learns_who_is_a_rumplestiltskin(suspect: str, guilty: bool) -> None:
    """S0-15: thumb up for Rumplestiltskin or clone, down for anybody else, so also for Captain Hook."""
    game = village(10, ann="murderer", ben="sheriff", cat="warlock", dan="captain_hook", eve="prince_charming")
    game.night(investigate=suspect)
    assert game.told("ben", "night.verdict") == [{"suspect": suspect, "guilty": guilty}]
    assert [fact.key for fact in game.view("ben").learnt] == ["night.verdict"]
    game.untouched("fay", "gus")
    assert game.dawn() == [("dawn.nobody", {})]
    assert game.day_is_open()


def test_the_sheriff_investigates_every_night_and_never_himself() -> None:
    """S0-15: every night."""
    game = village(10, ann="murderer", ben="sheriff")
    assert "ben" not in game.offered("ben", "night.investigate")
    for night in (1, 2, 3):
        game.night(investigate="ann")
        assert len(game.told("ben", "night.verdict")) == night
        game.nobody_burns()
    assert game.night_has_fallen(4)


def test_a_sheriff_who_dies_tonight_still_learns() -> None:
    """R0-21: a player killed this night still performs his action of this night."""
    game = village(10, ann="murderer", ben="sheriff")
    game.night(victim="ben", investigate="ann")
    assert game.told("ben", "night.verdict") == [{"suspect": "ann", "guilty": True}]
    assert "ben" not in game.alive


def test_who_does_not_answer_in_time_does_nothing() -> None:
    """R0-21."""
    game = village(10, ann="murderer", ben="sheriff", cat="mad_hatter", dan="esmeralda", eve="little_mary")
    game.night()
    assert game.dawn() == [("dawn.nobody", {})]
    game.untouched(*game.names)


# -- Prince Charming --------------------------------------------------------------------------------------------------


def test_the_prince_saves_from_the_rumplestiltskins_without_a_name() -> None:
    """S0-14: the line when it mattered names nobody."""
    game = village(ann="murderer", ben="prince_charming")
    game.night(victim="cat", protect="cat")
    assert game.dawn() == [("dawn.protected", {}), ("dawn.nobody", {})]
    game.untouched("cat", "dan")
    assert game.day_is_open()


def test_a_protection_that_did_not_matter_is_not_spoken_of() -> None:
    """S0-14."""
    game = village(ann="murderer", ben="prince_charming")
    game.night(victim="cat", protect="dan")
    assert game.dawn() == [KILLED_CAT]
    game.untouched("dan")


def test_the_prince_may_protect_himself_and_the_same_person_every_night() -> None:
    """S0-14: no repeat ban stated; R0-8."""
    game = village(ann="murderer", ben="prince_charming")
    assert "ben" in game.offered("ben", "night.protect")
    for night in (1, 2, 3):
        game.night(victim="ben", protect="ben")
        assert game.dawn() == [("dawn.protected", {}), ("dawn.nobody", {})]
        game.nobody_burns()
        assert game.night_has_fallen(night + 1)


def test_the_prince_covers_the_murderers_extra_victim_too() -> None:
    """R0-8: K1 and K2."""
    game = village(10, ann="murderer", ben="prince_charming")
    game.night(victim="cat", murder="dan", protect="dan")
    assert game.dawn() == [KILLED_CAT, ("dawn.protected", {})]
    game.untouched("dan")


def test_a_prince_who_dies_tonight_still_protects() -> None:
    """R0-21."""
    game = village(10, ann="murderer", ben="prince_charming")
    game.night(victim="ben", murder="dan", protect="dan")
    assert game.dawn() == [("dawn.killed", {"seat": "ben", "role": "prince_charming"}), ("dawn.protected", {})]
    game.untouched("dan")


def test_the_prince_does_not_keep_off_the_hatter() -> None:
    """R0-8: never Hatter."""
    game = village(ann="murderer", ben="prince_charming", cat="mad_hatter")
    game.night(victim="dan", assassinate="eve", protect="eve")
    assert game.dawn() == [
        ("dawn.killed", {"seat": "dan", "role": "villager"}),
        ("dawn.vanished", {"seat": "eve"}),
    ]


def test_chosen_by_both_and_protected_he_still_vanishes_and_the_prince_is_still_praised() -> None:
    """R0-8, its hardest case."""
    game = village(ann="murderer", ben="prince_charming", cat="mad_hatter")
    game.night(victim="dan", assassinate="dan", protect="dan")
    assert game.dawn() == [("dawn.protected", {}), ("dawn.vanished", {"seat": "dan"})]
    assert game.view("bystander").player(4).role is None
    game.untouched("eve", "fay")
    assert game.day_is_open()


def test_the_prince_does_not_keep_off_the_huntsmans_shot() -> None:
    """R0-8: never Huntsman; R0-9: his target cannot be saved."""
    game = village(10, ann="murderer", ben="prince_charming", cat="huntsman")
    game.night(victim="cat", protect="dan", shot="dan")
    assert game.dawn() == [
        ("dawn.killed", {"seat": "cat", "role": "huntsman"}),
        ("dawn.shot", {"seat": "dan", "role": "villager", "by": "cat"}),
    ]


# -- Mad Hatter -------------------------------------------------------------------------------------------------------


def test_the_hatters_victim_leaves_and_his_role_is_never_revealed() -> None:
    """S0-12: not even to the Hatter; (i) of the contradictions: name yes, role no."""
    game = village(ann="murderer", ben="mad_hatter", cat="sheriff")
    game.night(assassinate="cat")
    assert game.dawn() == [("dawn.vanished", {"seat": "cat"})]
    for name in ("bystander", "ann", "ben", "dan"):
        assert game.view(name).player(3).role is None
        assert not game.view(name).player(3).alive
    assert game.view("ben").spent
    game.untouched("dan")
    assert game.day_is_open()


def test_not_even_the_dead_who_watch_learn_who_the_vanished_was() -> None:
    """S0-12: never revealed; S0-5: the dead see everything else."""
    game = village(10, ann="murderer", ben="mad_hatter", cat="sheriff")
    game.night(victim="dan", assassinate="cat")
    seen = {player.seat: player.role for player in game.view("dan").players}
    assert seen[3] is None
    assert (seen[1], seen[2]) == ("murderer", "mad_hatter")


def test_the_hatter_kills_once_a_game() -> None:
    """S0-12."""
    game = village(10, ann="murderer", ben="mad_hatter")
    game.night(assassinate="cat")
    game.nobody_burns()
    assert game.asked("ben") == ["night.suspect"]


def test_a_hatter_who_waits_keeps_his_kill() -> None:
    """S0-12: once a game, in a night of his choice."""
    game = village(10, ann="murderer", ben="mad_hatter")
    game.answers("ben", "night.assassinate", None)
    game.night()
    assert not game.view("ben").spent
    game.nobody_burns()
    game.night(assassinate="ann")
    assert game.outcome is not None  # the only Rumplestiltskin has vanished
    assert game.outcome.sides == ("town",)


def test_the_hatter_may_kill_himself() -> None:
    """S0-12: incl. himself."""
    game = village(ann="murderer", ben="mad_hatter")
    game.night(assassinate="ben")
    assert game.dawn() == [("dawn.vanished", {"seat": "ben"})]
    assert game.view("bystander").player(2).role is None
    assert game.view("ben").role == "mad_hatter"
    assert game.day_is_open()


def test_a_hatter_who_dies_tonight_still_kills() -> None:
    """R0-21."""
    game = village(10, ann="murderer", ben="mad_hatter")
    game.night(victim="ben", assassinate="cat")
    assert game.dawn() == [
        ("dawn.killed", {"seat": "ben", "role": "mad_hatter"}),
        ("dawn.vanished", {"seat": "cat"}),
    ]


def test_chosen_by_both_he_is_only_said_to_have_vanished() -> None:
    """S0-12 over S0-20: his role is never revealed."""
    game = village(ann="murderer", ben="mad_hatter")
    game.night(victim="cat", assassinate="cat")
    assert game.dawn() == [("dawn.vanished", {"seat": "cat"})]


# -- Little Mary ------------------------------------------------------------------------------------------------------


def test_little_mary_unwatched_learns_one_rumplestiltskin() -> None:
    """S0-13, R0-7: one random living Rumplestiltskin."""
    game = village(10, ann="murderer", ben="little_mary", cat="warlock", chance={"mary.glimpse": 3})
    game.night(victim="dan", watch="eve", peek=True)
    assert game.told("ben", "night.glimpse") == [{"suspect": "cat"}]
    assert game.dawn() == [("dawn.killed", {"seat": "dan", "role": "villager"})]
    game.untouched("eve", "fay")
    assert game.day_is_open()


def test_little_mary_glimpses_only_the_living() -> None:
    """R0-7."""
    game = village(10, ann="murderer", ben="little_mary", cat="warlock")
    game.night()
    game.burns("ann")
    game.night(peek=True)
    assert game.told("ben", "night.glimpse") == [{"suspect": "cat"}]


def test_little_mary_may_peek_every_night_and_need_never() -> None:
    """S0-13: may, never must."""
    game = village(ann="murderer", ben="little_mary")
    game.answers("ben", "night.peek", None)
    game.night(watch="ben")
    game.untouched("ben")
    game.nobody_burns()
    for night in (2, 3):
        game.night(peek=True)
        assert game.told("ben", "night.glimpse") == [{"suspect": "ann"}] * (night - 1)
        game.nobody_burns()


def test_little_mary_watched_is_captured_and_learns_nothing() -> None:
    """S0-13: the Mirror announces that she went missing; R0-7: name and role are public, she is out."""
    game = village(ann="murderer", ben="little_mary")
    game.answers("ann", "night.victim", "cat")
    game.night(watch="ben", peek=True)
    assert game.told("ben", "night.glimpse") == []
    assert game.dawn() == [KILLED_CAT, ("dawn.captured", {"seat": "ben", "role": "little_mary"})]
    assert "ben" not in game.alive
    assert game.view("bystander").player(2).end == "captured"
    game.untouched("dan")
    assert game.day_is_open()


def test_any_living_rumplestiltskin_may_be_the_one_who_notices() -> None:
    """R0-7: watched by anyone; each watches in secret."""
    game = village(10, ann="murderer", ben="little_mary", cat="warlock")
    game.answers("ann", "night.watch", "dan")
    game.answers("cat", "night.watch", "ben")
    game.night(peek=True)
    assert game.dawn() == [("dawn.captured", {"seat": "ben", "role": "little_mary"})]


def test_mary_asleep_in_her_bed_is_watched_in_vain() -> None:
    """R0-7: only a peek can be noticed."""
    game = village(ann="murderer", ben="little_mary")
    game.night(watch="ben")
    assert game.dawn() == [("dawn.nobody", {})]
    game.untouched("ben")


def test_a_captured_mary_who_was_also_picked_is_captured_and_nobody_can_save_her() -> None:
    """R0-7: captured cannot be saved; she does not count among the dying."""
    game = village(
        10, ann="murderer", ben="little_mary", cat="fairy_godmother", dan="mad_hatter", eve="sheriff"
    )  # fmt: skip
    game.panels(victim="ben", watch="ben", peek=True, assassinate="ben")
    assert game.asked("cat") == []  # there is nobody to heal
    game.rest_of_night()
    assert game.dawn() == [("dawn.captured", {"seat": "ben", "role": "little_mary"})]
    assert game.view("bystander").player(2).role == "little_mary"
    assert game.day_is_open()


def test_a_peeking_mary_who_is_killed_the_same_night_still_learns() -> None:
    """R0-21."""
    game = village(ann="murderer", ben="little_mary")
    game.night(victim="ben", peek=True)
    assert game.told("ben", "night.glimpse") == [{"suspect": "ann"}]
    assert game.dawn() == [("dawn.killed", {"seat": "ben", "role": "little_mary"})]


def test_when_mary_is_publicly_gone_nobody_needs_watching() -> None:
    """S0-20: a role that is dead may be skipped, but only when everybody knows that it is."""
    game = village(10, ann="murderer", ben="little_mary", cat="mad_hatter")
    game.night(victim="ben")
    game.nobody_burns()
    assert game.asked_for("night.watch") == []
    vanished = village(10, ann="murderer", ben="little_mary", cat="mad_hatter")
    vanished.night(assassinate="ben")
    vanished.nobody_burns()
    assert vanished.asked_for("night.watch") == ["ann"]


# -- Fairy Godmother --------------------------------------------------------------------------------------------------


def test_the_godmother_is_shown_the_dying_and_heals_one_once_a_game() -> None:
    """S0-16: R-team's and Hatter's; the healed are not named."""
    game = village(10, ann="murderer", ben="fairy_godmother", cat="mad_hatter")
    game.panels(victim="dan", murder="eve", assassinate="fay")
    assert game.offered("ben", "night.heal") == ["dan", "eve", "fay", None]
    assert game.is_refused("ben", "night.heal", "gus") == "not_offered"
    game.rest_of_night(heal="eve")
    assert game.dawn() == [
        ("dawn.killed", {"seat": "dan", "role": "villager"}),
        ("dawn.vanished", {"seat": "fay"}),
    ]
    assert game.view("ben").spent
    game.untouched("eve", "gus")
    game.nobody_burns()
    game.panels(victim="gus")
    assert game.asked("ben") == []
    assert "clock.healing" in game.clocks()  # nobody shall notice that she has nothing left
    game.rest_of_night()
    assert game.dawn() == [("dawn.killed", {"seat": "gus", "role": "villager"})]


def test_the_godmother_heals_the_hatters_victim() -> None:
    """S0-16: or Hatter."""
    game = village(ann="murderer", ben="fairy_godmother", cat="mad_hatter")
    game.night(assassinate="dan", heal="dan")
    assert game.dawn() == [("dawn.nobody", {})]
    assert game.view("cat").spent
    game.untouched("dan", "eve")


def test_healing_takes_away_every_cause_of_one_death() -> None:
    """R0-5 (6): deletes all causes of one."""
    game = village(ann="murderer", ben="fairy_godmother", cat="mad_hatter")
    game.night(victim="dan", assassinate="dan", heal="dan")
    assert game.dawn() == [("dawn.nobody", {})]
    game.untouched("dan")


def test_declining_to_heal_does_not_spend_it() -> None:
    """S0-16."""
    game = village(10, ann="murderer", ben="fairy_godmother")
    game.panels(victim="cat")
    game.answers("ben", "night.heal", None)
    game.rest_of_night()
    assert game.dawn() == [KILLED_CAT]
    assert not game.view("ben").spent
    game.nobody_burns()
    game.panels(victim="dan")
    assert game.asked("ben") == ["night.heal"]
    game.rest_of_night()  # and a silent Godmother heals nobody
    assert game.dawn() == [("dawn.killed", {"seat": "dan", "role": "villager"})]
    assert not game.view("ben").spent


def test_the_godmother_may_heal_herself() -> None:
    """R0-21: may save their own holder."""
    game = village(ann="murderer", ben="fairy_godmother")
    game.panels(victim="ben")
    assert game.offered("ben", "night.heal") == ["ben", None]
    game.rest_of_night(heal="ben")
    assert game.dawn() == [("dawn.nobody", {})]
    assert "ben" in game.alive


def test_a_dying_godmother_may_heal_another() -> None:
    """R0-21."""
    game = village(10, ann="murderer", ben="fairy_godmother")
    game.panels(victim="ben", murder="cat")
    game.rest_of_night(heal="cat")
    assert game.dawn() == [("dawn.killed", {"seat": "ben", "role": "fairy_godmother"})]
    game.untouched("cat")


def test_the_godmother_is_not_shown_whom_the_prince_protects() -> None:
    """R0-5 (6): K1 and K2 not protected."""
    game = village(10, ann="murderer", ben="fairy_godmother", cat="prince_charming")
    game.panels(victim="dan", murder="eve", protect="dan")
    assert game.offered("ben", "night.heal") == ["eve", None]
    game.rest_of_night()
    assert game.dawn() == [("dawn.killed", {"seat": "eve", "role": "villager"}), ("dawn.protected", {})]


def test_with_nobody_dying_the_godmother_is_not_asked_but_the_hour_passes() -> None:
    """S0-16; the length of a night tells nothing."""
    game = village(10, ann="murderer", ben="fairy_godmother", cat="prince_charming")
    game.panels(victim="dan", protect="dan")
    assert game.asked("ben") == []
    assert game.clocks() == ["clock.healing"]
    game.rest_of_night()
    assert game.dawn() == [("dawn.protected", {}), ("dawn.nobody", {})]


def test_the_godmother_is_not_shown_the_huntsmans_target() -> None:
    """R0-10: chain deaths are not shown to her."""
    game = village(10, ann="murderer", ben="fairy_godmother", cat="huntsman")
    game.panels(victim="cat")
    assert game.offered("ben", "night.heal") == ["cat", None]
    game.time_passes("clock.healing")
    game.answers("cat", "huntsman.shot", "dan")
    assert game.asked("ben") == []
    game.time_passes("clock.huntsman")
    assert "dan" not in game.alive


def test_saving_the_huntsman_prevents_his_shot() -> None:
    """R0-10: saving the primary victim prevents the chain."""
    game = village(10, ann="murderer", ben="fairy_godmother", cat="huntsman")
    game.panels(victim="cat")
    game.answers("ben", "night.heal", "cat")
    game.time_passes("clock.healing")
    assert game.asked("cat") == []
    game.rest_of_night()
    assert game.dawn() == [("dawn.nobody", {})]
    game.untouched("cat", "dan")


# -- Esmeralda --------------------------------------------------------------------------------------------------------


def test_esmeralda_mutes_one_player_for_the_coming_day() -> None:
    """S0-17: announced in the morning; R0-14: the mute may vote and nominate."""
    game = village(10, ann="murderer", ben="esmeralda")
    game.night(victim="cat", mute="dan")
    assert game.dawn() == [KILLED_CAT, ("dawn.muted", {"seat": "dan"})]
    assert game.view("bystander").player(4).speech == "muted"
    assert game.asked("dan") == ["day.call"]
    game.nominates("dan", "eve")
    game.calls_the_vote()
    assert game.public("day.poll")[-1]["majority"] == 5  # of nine: the mute has his vote
    game.votes("dan")
    game.poll_closes()
    assert game.public("day.counted")[-1]["polls"] == {"eve": ["dan"]}
    assert game.night_has_fallen(2)
    assert game.view("bystander").player(4).speech == "free"
    assert game.asked("ben") == ["night.suspect"]
    game.untouched("eve")


def test_esmeralda_who_declines_keeps_her_power() -> None:
    """S0-17: once per game, may."""
    game = village(10, ann="murderer", ben="esmeralda")
    game.answers("ben", "night.mute", None)
    game.night()
    game.untouched("ben")
    game.nobody_burns()
    assert game.asked("ben") == ["night.mute"]


def test_a_mute_who_dies_in_the_night_is_not_announced() -> None:
    game = village(10, ann="murderer", ben="esmeralda")
    game.night(victim="cat", mute="cat")
    assert game.dawn() == [KILLED_CAT]
    assert game.view("ben").spent


def test_an_esmeralda_who_dies_tonight_still_mutes() -> None:
    """R0-21."""
    game = village(10, ann="murderer", ben="esmeralda")
    game.night(victim="ben", mute="cat")
    assert game.dawn() == [("dawn.killed", {"seat": "ben", "role": "esmeralda"}), ("dawn.muted", {"seat": "cat"})]


def test_a_mute_has_no_last_words() -> None:
    """R0-14: no messages."""
    game = village(10, ann="murderer", ben="esmeralda")
    game.night(mute="dan")
    game.stands("dan")
    assert game.asked_for("day.last_words") == []


def test_a_mute_nominates_without_a_word() -> None:
    """R0-14: no messages, may nominate by button; a reason would be a message."""
    game = village(10, ann="murderer", ben="esmeralda")
    game.night(mute="dan")
    try:
        game.nominates("dan", "eve", "Eve has blood on her apron!")
    except IllegalAnswer:
        game.nominates("dan", "eve")
    assert game.public("day.nominated") == [{"by": "dan", "nominee": "eve", "reason": None}]


# -- Huntsman ---------------------------------------------------------------------------------------------------------


def test_a_huntsman_killed_at_night_takes_somebody_along() -> None:
    """S0-18: woken right before day; both are announced and both roles revealed."""
    game = village(10, ann="murderer", ben="huntsman", cat="sheriff", dan="warlock")
    game.panels(victim="ben")
    assert game.asked("ben") == ["huntsman.shot"]
    assert "ben" not in game.offered("ben", "huntsman.shot")
    game.answers("ben", "huntsman.shot", "cat")
    game.time_passes("clock.huntsman")
    assert game.dawn() == [
        ("dawn.killed", {"seat": "ben", "role": "huntsman"}),
        ("dawn.shot", {"seat": "cat", "role": "sheriff", "by": "ben"}),
    ]
    game.untouched("eve", "fay")
    assert game.day_is_open()


def test_a_huntsman_who_does_not_answer_shoots_nobody() -> None:
    """R0-9, R0-21."""
    game = village(10, ann="murderer", ben="huntsman")
    game.night(victim="ben")
    assert game.dawn() == [("dawn.killed", {"seat": "ben", "role": "huntsman"})]
    assert game.day_is_open()


def test_a_huntsman_whom_the_hatter_killed_shoots_without_being_named() -> None:
    """R0-9: any own death; S0-12: the Hatter's victim is never revealed, so his shot has no name to it."""
    game = village(10, ann="murderer", ben="huntsman", cat="mad_hatter", dan="sheriff")
    game.night(assassinate="ben", shot="dan")
    assert game.dawn() == [
        ("dawn.vanished", {"seat": "ben"}),
        ("dawn.shot", {"seat": "dan", "role": "sheriff", "by": None}),
    ]
    assert game.view("eve").player(2).role is None
    game.untouched("eve")


def test_a_huntsman_shoots_in_vain_at_a_captured_mary() -> None:
    """R0-7: nobody can kill the captured. The Huntsman knows of no capture yet, and nobody hears of the arrow."""
    game = village(10, ann="murderer", ben="little_mary", cat="huntsman")
    game.panels(victim="cat", watch="ben", peek=True)
    assert "ben" in game.offered("cat", "huntsman.shot")
    game.rest_of_night(shot="ben")
    assert game.dawn() == [
        ("dawn.killed", {"seat": "cat", "role": "huntsman"}),
        ("dawn.captured", {"seat": "ben", "role": "little_mary"}),
    ]
    assert game.day_is_open()
    game.untouched("dan", "eve")


def test_a_huntsman_burned_takes_somebody_along() -> None:
    """R0-9: at a burn he gets thirty seconds; R0-10: his target's role is revealed."""
    game = village(10, ann="murderer", ben="huntsman", cat="sheriff")
    game.night()
    game.burns("ben")
    assert game.public("day.burned") == [{"seat": "ben", "role": "huntsman"}]
    assert game.question("ben", "huntsman.shot").within == 30
    assert game.asked_for("day.vote") == []
    assert "ben" not in game.offered("ben", "huntsman.shot")
    game.answers("ben", "huntsman.shot", "cat")
    assert game.public("day.shot") == [{"seat": "cat", "role": "sheriff", "by": "ben"}]
    assert game.night_has_fallen(2)
    game.untouched("dan", "eve")


def test_a_burned_huntsman_who_does_not_answer_shoots_nobody() -> None:
    """R0-9: no answer, no shot."""
    game = village(10, ann="murderer", ben="huntsman")
    game.night()
    game.burns("ben")
    game.lets_pass("ben", "huntsman.shot")
    assert game.public("day.shot") == []
    assert game.night_has_fallen(2)


def test_a_table_may_let_the_huntsman_shoot_by_night_only() -> None:
    """R0-9, its alternative reading."""
    game = village(10, ann="murderer", ben="huntsman", settings={"huntsman_any_death": False})
    game.night()
    game.burns("ben")
    assert game.asked("ben") == []
    assert game.night_has_fallen(2)


def test_a_huntsman_shot_by_nobody_lives_and_is_not_asked() -> None:
    game = village(10, ann="murderer", ben="huntsman")
    game.panels(victim="cat")
    assert game.asked("ben") == []
    assert game.clocks() == ["clock.huntsman"]
    game.rest_of_night()
    game.untouched("ben")


def test_the_huntsmans_shot_can_end_the_game() -> None:
    """R0-5 (11): the win check comes once, after the whole chain."""
    game = village(ann="murderer", ben="huntsman")
    game.night(victim="ben", shot="ann")
    assert game.outcome is not None
    assert game.outcome.sides == ("town",)
    assert game.match.open == []


# -- Captain Hook and the villagers -----------------------------------------------------------------------------------


def test_captain_hook_has_no_power_at_night() -> None:
    """S0-19: he is asked what every villager is asked."""
    game = village(9, ann="murderer", ben="captain_hook")
    assert game.asked("ben") == game.asked("cat") == ["night.suspect"]
    assert game.view("ben").team == ()


def test_captain_hook_wins_with_the_rumplestiltskins_even_when_dead() -> None:
    """S0-19."""
    game = village(8, ann="murderer", ben="captain_hook", cat="warlock", dan="trickster")
    game.night(victim="ben", murder="eve")
    assert game.outcome is not None
    assert game.outcome.sides == ("rumplestiltskin",)
    assert game.winners == ["ann", "ben", "cat", "dan"]
    assert game.outcome.results[2] == "won"
    assert game.outcome.results[5] == "lost"


def test_captain_hook_loses_when_the_town_wins() -> None:
    """S0-19."""
    game = village(8, ann="murderer", ben="captain_hook")
    game.night()
    game.burns("ann")
    assert game.winners == ["cat", "dan", "eve", "fay", "gus", "hal"]


def test_a_villager_notes_a_suspicion_that_stays_his_own() -> None:
    """S0-4; every living seat gets a panel that looks alike."""
    game = village(ann="murderer")
    game.answers("ben", "night.suspect", "ann")
    game.night()
    assert game.view("ben").suspicions == (1,)
    for name in ("bystander", "ann", "cat"):
        assert game.view(name).suspicions == ()
    game.untouched("ben", "cat")


def test_everybody_living_has_a_panel_every_night() -> None:
    """Nights have one shape (R0-21: choices are collected side by side)."""
    game = village(
        13, ann="murderer", ben="trickster", cat="warlock", dan="sheriff", eve="prince_charming",
        fay="fairy_godmother", gus="little_mary", hal="huntsman", ida="mad_hatter", jon="esmeralda", kim="captain_hook",
    )  # fmt: skip
    assert all(game.asked(name) for name in game.names)
    assert game.asked("fay") == game.asked("hal") == game.asked("kim") == game.asked("leo") == ["night.suspect"]
    game.night(victim="leo", assassinate="leo")
    game.nobody_burns()
    assert all(game.asked(name) for name in game.alive)
    assert game.asked("leo") == []


# -- the length of a night --------------------------------------------------------------------------------------------


def test_a_night_lasts_as_long_when_everybody_has_answered() -> None:
    """Who answered, and how fast, tells nothing."""
    game = village(ann="warlock", ben="fairy_godmother", cat="huntsman")
    game.answers("ann", "night.victim", "dan")
    game.answers("ann", "night.toad", None)
    for name in game.names[1:]:
        game.answers(name, "night.suspect", None)
    assert game.clocks() == ["clock.night"]
    assert all(game.asked(name) == [] for name in game.names)
    game.time_passes("clock.night")
    game.answers("ben", "night.heal", None)
    assert game.clocks() == ["clock.healing"]
    game.time_passes("clock.healing")
    assert game.clocks() == ["clock.huntsman"]
    game.time_passes("clock.huntsman")
    assert game.day_is_open()


def test_a_quick_night_breaks_when_everybody_has_answered() -> None:
    game = village(ann="warlock", ben="fairy_godmother", settings={"quick_nights": True})
    game.answers("ann", "night.victim", "dan")
    game.answers("ann", "night.toad", None)
    for name in game.names[1:]:
        game.answers(name, "night.suspect", None)
    assert game.asked("ben") == ["night.heal"]
    game.answers("ben", "night.heal", None)
    assert game.dawn() == [("dawn.killed", {"seat": "dan", "role": "villager"})]
    assert game.day_is_open()


def test_the_hour_of_a_vanished_godmother_still_passes_and_that_of_a_dead_one_does_not() -> None:
    """S0-20: the script skips only what everybody knows to be over."""
    game = village(12, ann="murderer", ben="fairy_godmother", cat="mad_hatter")
    game.night(assassinate="ben")
    game.nobody_burns()
    game.panels(victim="dan")
    assert game.clocks() == ["clock.healing"]
    other = village(12, ann="murderer", ben="fairy_godmother", cat="mad_hatter")
    other.night(victim="ben")
    other.nobody_burns()
    other.panels(victim="dan")
    assert other.day_is_open()


def test_the_last_shot_of_a_vanished_huntsman_still_takes_its_time() -> None:
    """S0-20."""
    game = village(12, ann="murderer", ben="huntsman", cat="mad_hatter")
    game.night(assassinate="ben")
    game.nobody_burns()
    game.panels(victim="dan")
    assert game.clocks() == ["clock.huntsman"]
    other = village(12, ann="murderer", ben="huntsman", cat="mad_hatter")
    other.night(victim="ben")
    other.nobody_burns()
    other.panels(victim="dan")
    assert other.day_is_open()


def test_results_come_at_dawn() -> None:
    """Nobody learns in the middle of the night, when others still decide."""
    game = village(12, ann="trickster", ben="sheriff", cat="little_mary", dan="mad_hatter", eve="fairy_godmother")
    game.panels(victim="fay", jinx="dan", investigate="ann", peek=True, assassinate="gus")
    assert game.asked("eve") == ["night.heal"]
    for name in ("ben", "cat", "dan"):
        assert game.secrets(name) == ["role.dealt"]
    game.rest_of_night()
    assert game.told("ben", "night.verdict") == [{"suspect": "ann", "guilty": True}]
    assert game.told("cat", "night.glimpse") == [{"suspect": "ann"}]
    assert game.told("dan", "power.cancelled") == [{"role": "mad_hatter"}]
    game.untouched("gus", "hal")
