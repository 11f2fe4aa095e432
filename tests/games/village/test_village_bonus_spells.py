"""Spells: how they fly and are turned aside, Sleep, Resurrection, the toad's curse (S0-29, R0-11, R0-14 to R0-17)."""

from __future__ import annotations

import pytest
from language.any_game import begun_before
from language.village import Enchanted, enchanted, morning

OPEN = {"open_ballot": True}
TURNERS = {"ben": "sleep", "cat": "deflection", "dan": "magician", "eve": "deflection"}

# -- Sleep ------------------------------------------------------------------------------------------------------------


def test_a_sleeper_takes_no_part_in_the_day() -> None:
    """S0-29, R0-14: no chat, no vote, no nomination."""
    game = morning(9, {"ben": "sleep"})
    assert game.offered("ben", "day.cast_sleep") == ["ann", "cat", "dan", "eve", "fay", "gus", "hal", "ida", None]
    game.answers("ben", "day.cast_sleep", "cat")
    assert game.public("spell.sleep") == [{"seat": "cat"}]
    assert game.speech("cat") == "asleep"
    sleeper = game.view("bystander").player(3)
    assert (sleeper.votes, sleeper.nominates, sleeper.alive) == (0, False, True)
    assert game.asked("cat") == []
    assert game.view("ben").bonus_spent
    assert "day.cast_sleep" not in game.asked("ben")
    game.stands("dan")
    assert game.majority() == 5  # eight votes
    assert game.asked("cat") == []
    game.next_day()
    assert "day.cast_sleep" not in game.asked("ben")  # one use, then gone
    game.untouched("dan", "eve")


def test_a_sleeper_does_nothing_at_night_and_wakes_at_dawn() -> None:
    game = morning(9, {"ben": "sleep"}, cat="sheriff")
    game.sleeps("cat")
    game.nobody_burns()
    assert game.asked("cat") == []
    game.whole_night()
    assert ("dawn.awake", {"seat": "cat"}) in game.dawn()
    assert game.speech("cat") == "free"
    assert "day.call" in game.asked("cat")
    assert game.told("cat", "night.verdict") == []
    game.nobody_burns()
    assert game.asked("cat") == ["night.investigate"]


def test_a_sleeper_can_be_killed() -> None:
    game = morning(9, {"ben": "sleep"})
    game.sleeps("cat")
    game.next_day(victim="cat")
    assert game.end("cat") == "rumplestiltskins"
    assert game.shown("cat") == "villager"
    assert [key for key, _ in game.dawn()] == ["dawn.killed"]  # nobody wakes


def test_a_sleeper_can_be_nominated_and_burned_but_has_no_last_words() -> None:
    game = morning(9, {"ben": "sleep"})
    game.sleeps("cat")
    game.stands("cat")
    assert game.asked_for("day.last_words") == []
    game.votes("ann", "ben", "dan", "eve", "fay")
    assert game.end("cat") == "burned"


def test_the_fire_wakes_a_sleeping_huntsman() -> None:
    """R0-9: burned by the village he shoots, asleep or not."""
    game = morning(9, {"ben": "sleep"}, cat="huntsman")
    game.sleeps("cat")
    game.burns("cat")
    assert game.end("cat") == "burned"
    game.answers("cat", "huntsman.shot", "dan")
    assert game.public("day.shot") == [{"seat": "dan", "role": "villager", "by": "cat"}]
    assert game.night_has_fallen(2)
    game.untouched("eve")


def test_in_a_game_of_before_he_sleeps_on() -> None:
    game = morning(9, {"ben": "sleep"}, cat="huntsman", begun_by=begun_before)
    game.sleeps("cat")
    game.burns("cat")
    assert game.end("cat") == "burned"
    assert game.night_has_fallen(2)


def test_whoever_dies_asleep_of_anything_else_does_not_shoot() -> None:
    """M0-20: the heart of a sleeping Huntsman breaks with another's by day, and nothing wakes him."""
    game = enchanted(9, {"ben": "sleep", "cat": "lovers"}, cat="huntsman")
    game.hearts(beloved={"cat": "dan"})
    game.whole_night()
    game.sleeps("cat")
    game.burns("dan")
    assert (game.end("dan"), game.end("cat")) == ("burned", "heartbreak")
    assert game.night_has_fallen(2)


@pytest.mark.parametrize(("role", "clock"), [("fairy_godmother", "clock.healing"), ("huntsman", "clock.huntsman")])
def test_the_hour_of_a_sleeper_passes_and_asks_nobody(role: str, clock: str) -> None:
    game = morning(9, {"ben": "sleep"}, cat=role)
    game.sleeps("cat")
    game.nobody_burns()
    game.panels(victim="cat")
    while clock not in game.clocks():
        game.time_passes(game.clocks()[0])
    assert game.asked("cat") == []
    game.time_passes(clock)
    assert game.day_is_open()
    assert game.end("cat") == "rumplestiltskins"


def test_a_sleeping_holder_of_resurrection_raises_nobody() -> None:
    game = morning(9, {"ben": "sleep", "cat": "resurrection"})
    game.sleeps("cat")
    game.nobody_burns()
    game.panels(victim="dan")
    assert game.clocks() == ["clock.healing"] or game.clocks() == ["clock.resurrection"]
    while "clock.resurrection" not in game.clocks():
        game.time_passes(game.clocks()[0])
    assert game.asked("cat") == []
    game.time_passes("clock.resurrection")
    while "clock.huntsman" in game.clocks():
        game.time_passes("clock.huntsman")
    assert game.end("dan") == "rumplestiltskins"
    game.next_day()
    assert not game.view("cat").bonus_spent


def test_a_sleeping_little_mary_does_not_peek() -> None:
    game = morning(9, {"ben": "sleep"}, cat="little_mary")
    game.sleeps("cat")
    game.nobody_burns()
    assert game.asked_for("night.peek") == []
    assert "night.watch" in game.asked("ann")  # who watches learns nothing of it
    game.whole_night(watch="cat")
    assert "cat" in game.alive


def test_when_every_rumplestiltskin_sleeps_nobody_is_killed() -> None:
    game = morning(9, {"ben": "sleep", "cat": "sleep"}, dan="warlock")
    game.sleeps("ann", by="ben")
    game.sleeps("dan", by="cat")
    game.nobody_burns()
    assert game.asked("ann") == game.asked("dan") == []
    assert "clock.night" in game.clocks()
    game.whole_night()
    assert [key for key, _ in game.dawn()] == ["dawn.nobody", "dawn.awake", "dawn.awake"]
    assert game.told("ann", "night.disagreed") == []


def test_the_rumplestiltskins_who_are_awake_agree_without_the_one_who_sleeps() -> None:
    game = morning(9, {"ben": "sleep"}, dan="warlock")
    game.sleeps("dan")
    game.next_day(victim="eve")
    assert game.end("eve") == "rumplestiltskins"
    assert game.told("ann", "night.agreed")[-1] == {"victim": "eve"}


@pytest.mark.parametrize("settings", [{}, OPEN])
def test_a_voter_who_falls_asleep_in_mid_ballot_has_not_voted(settings: dict[str, bool]) -> None:
    key, value = ("day.ballot", "dan") if settings else ("day.vote", "burn")
    game = morning(10, {"ben": "sleep"}, settings=settings)
    game.stands("dan", "eve")
    game.nobody_speaks()
    for name in ("ann", "cat", "fay"):
        game.answers(name, key, value)
    assert game.majority() == 6
    game.answers("ben", "day.cast_sleep", "cat")
    assert game.majority() == 5
    assert key not in game.asked("cat")
    for name in ("gus", "hal"):
        game.answers(name, key, value)
    assert "dan" in game.alive
    game.answers("ida", key, value)
    assert game.end("dan") == "burned"
    assert game.ballot()["polls"]["dan"] == ["ann", "fay", "gus", "hal", "ida"]
    game.untouched("eve", "jon")


def test_a_nominee_who_falls_asleep_while_he_speaks_is_silent_and_still_stands() -> None:
    game = morning(9, {"ben": "sleep"})
    game.stands("dan")
    game.votes("ann", "cat", "eve", "fay")
    assert "day.last_words" in game.asked("dan")
    game.answers("ben", "day.cast_sleep", "dan")
    assert game.asked("dan") == []
    game.votes("gus")
    assert game.end("dan") == "burned"


def test_the_readiness_of_a_sleeper_does_not_count() -> None:
    game = morning(9, {"ben": "sleep"})
    game.nominates("ann", "dan")
    for name in ("cat", "eve", "fay", "gus"):
        game.answers(name, "day.call", ["ready", None])
    game.answers("ben", "day.cast_sleep", "cat")
    assert game.phase == "day"  # three of eight
    game.answers("hal", "day.call", ["ready", None])
    assert game.phase == "day"
    game.answers("ida", "day.call", ["ready", None])
    assert game.phase == "ballot"


def test_a_sleeper_makes_those_who_are_ready_the_larger_part() -> None:
    game = morning(9, {"ben": "sleep"})
    game.nominates("ann", "dan")
    for name in ("ann", "cat", "eve", "fay"):
        game.answers(name, "day.call", ["ready", None])
    game.answers("ben", "day.cast_sleep", "ida")
    assert game.phase == "day"
    game.nobody_burns()
    game = morning(8, {"ben": "sleep"})
    game.nominates("ann", "dan")
    for name in ("ann", "cat", "eve", "fay"):
        game.answers(name, "day.call", ["ready", None])
    game.answers("ben", "day.cast_sleep", "hal")
    assert game.phase == "ballot"  # four of seven


# -- how a spell flies ------------------------------------------------------------------------------------------------


def test_a_spell_takes_as_many_steps_as_the_deck_has_cards_that_turn_it() -> None:
    """Whoever holds them, and whether anybody does: the wait tells nothing."""
    game = morning(9, {"ben": "sleep"}, deck=("deflection", "magician"))
    game.answers("ben", "day.cast_sleep", "cat")
    assert game.speech("cat") == "free"
    assert game.told("cat", "spell.felt") == [{"spell": "sleep"}]
    assert game.asked_for("spell.redirect") == []
    assert game.spells_land() == 3
    assert game.speech("cat") == "asleep"
    assert game.told("cat", "spell.felt") == [{"spell": "sleep"}]
    game.untouched("dan", "eve")


def test_a_spell_goes_from_one_to_the_other() -> None:
    """S0-26, S0-29, R0-16: Deflection once, the Magician once in a chain; back to the caster at last."""
    game = morning(9, TURNERS)
    game.answers("ben", "day.cast_sleep", "cat")
    assert game.offered("cat", "spell.redirect") == ["ann", "ben", "dan", "eve", "fay", "gus", "hal", "ida", None]
    game.answers("cat", "spell.redirect", "dan")
    assert game.asked("dan").count("spell.redirect") == 0  # not before the step is over
    game.step_of_flight()
    assert game.view("cat").bonus_spent
    game.answers("dan", "spell.redirect", "cat")
    game.step_of_flight()
    assert "spell.redirect" not in game.asked("cat")
    game.step_of_flight()
    assert game.speech("cat") == "asleep"
    assert game.told("cat", "spell.felt") == [{"spell": "sleep"}] * 2
    assert not game.view("dan").bonus_spent
    game.untouched("eve", "fay")


def test_the_caster_may_get_his_own_spell() -> None:
    game = morning(9, TURNERS)
    game.answers("ben", "day.cast_sleep", "cat")
    game.answers("cat", "spell.redirect", "eve")
    game.step_of_flight()
    game.answers("eve", "spell.redirect", "ben")
    game.spells_land()
    assert game.speech("ben") == "asleep"
    assert game.view("eve").bonus_spent
    game.untouched("dan", "fay")


def test_the_magician_turns_a_spell_once_in_a_chain() -> None:
    game = morning(9, TURNERS)
    game.answers("ben", "day.cast_sleep", "dan")
    game.answers("dan", "spell.redirect", "cat")
    game.step_of_flight()
    game.answers("cat", "spell.redirect", "dan")
    game.step_of_flight()
    assert "spell.redirect" not in game.asked("dan")
    game.step_of_flight()
    assert game.speech("dan") == "asleep"


def test_the_magician_never_sends_a_spell_to_the_same_player_again() -> None:
    """S0-26, R0-16: in the whole game."""
    game = morning(10, {"ben": "sleep", "cat": "sleep", "dan": "magician"})
    game.answers("ben", "day.cast_sleep", "dan")
    game.answers("dan", "spell.redirect", "eve")
    game.spells_land()
    assert game.speech("eve") == "asleep"
    game.next_day()
    game.answers("cat", "day.cast_sleep", "dan")
    assert game.offered("dan", "spell.redirect") == ["ann", "ben", "cat", "fay", "gus", "hal", "ida", "jon", None]
    game.answers("dan", "spell.redirect", None)
    game.spells_land()
    assert game.speech("dan") == "asleep"


def test_who_lets_a_spell_pass_keeps_his_card() -> None:
    game = morning(9, TURNERS)
    game.answers("ben", "day.cast_sleep", "cat")
    game.answers("cat", "spell.redirect", None)
    assert game.spells_land() == 3
    assert game.speech("cat") == "asleep"
    assert not game.view("cat").bonus_spent


def test_a_toad_turns_nothing_aside() -> None:
    game = morning(10, {"ben": "sleep", "cat": "deflection"}, ann="warlock", night={"victim": "jon", "toad": "cat"})
    assert game.public("dawn.curse") == [{"seat": "cat"}]
    game.answers("cat", "spell.redirect", None)
    game.spells_land()
    assert game.speech("cat") == "toad"
    game.answers("ben", "day.cast_sleep", "cat")
    assert game.asked_for("spell.redirect") == []
    game.spells_land()
    assert game.speech("cat") == "asleep"  # a toad that sleeps
    assert game.asked("cat") == []


def test_a_sleeper_turns_nothing_aside() -> None:
    game = morning(9, {"ben": "sleep", "cat": "sleep", "dan": "magician"})
    game.answers("ben", "day.cast_sleep", "dan")
    game.spells_land()
    game.answers("cat", "day.cast_sleep", "dan")
    assert game.asked("dan") == []


def test_two_spells_at_once_do_not_use_one_deflection_twice() -> None:
    game = morning(9, {"ben": "sleep", "cat": "sleep", "dan": "deflection"})
    game.answers("ben", "day.cast_sleep", "dan")
    game.answers("cat", "day.cast_sleep", "dan")
    assert game.asked("dan").count("spell.redirect") == 2
    first = next(question for question in game.match.open_for(4) if question.key == "spell.redirect")
    game.match.answer(first.number, 4, 5)
    assert "spell.redirect" not in game.asked("dan")
    game.spells_land()
    assert (game.speech("dan"), game.speech("eve")) == ("asleep", "asleep")


def test_two_spells_at_once_do_not_make_the_magician_target_one_player_twice() -> None:
    game = morning(9, {"ben": "sleep", "cat": "sleep", "dan": "magician"})
    game.answers("ben", "day.cast_sleep", "dan")
    game.answers("cat", "day.cast_sleep", "dan")
    first, second = [question for question in game.match.open_for(4) if question.key == "spell.redirect"]
    game.match.answer(first.number, 4, 5)
    game.match.answer(second.number, 4, 5)
    assert "eve" not in game.offered("dan", "spell.redirect")  # he is asked again
    game.answers("dan", "spell.redirect", "fay")
    game.spells_land()
    assert [game.speech(name) for name in ("dan", "eve", "fay")] == ["free", "asleep", "asleep"]


def test_somebody_who_died_meanwhile_cannot_be_sent_a_spell() -> None:
    game = morning(9, {"ben": "sleep", "cat": "deflection", "dan": "victim"})
    game.answers("ben", "day.cast_sleep", "cat")
    game.answers("dan", "day.sacrifice", "sacrifice")
    game.answers("cat", "spell.redirect", "dan")
    assert not game.view("cat").bonus_spent
    assert "dan" not in game.offered("cat", "spell.redirect")
    game.answers("cat", "spell.redirect", "eve")
    game.spells_land()
    assert game.speech("eve") == "asleep"


def test_a_spell_on_somebody_who_dies_meanwhile_comes_to_nothing() -> None:
    game = morning(9, {"ben": "sleep", "cat": "victim"}, deck=("deflection",))
    game.answers("ben", "day.cast_sleep", "cat")
    game.answers("cat", "day.sacrifice", "sacrifice")
    assert game.spells_land() == 2
    assert game.public("spell.sleep") == []
    game.untouched("dan", "eve")


def test_a_spell_meant_for_somebody_who_died_meanwhile_is_not_lost() -> None:
    game = morning(9, {"ben": "sleep", "cat": "victim"})
    game.answers("cat", "day.sacrifice", "sacrifice")
    game.answers("ben", "day.cast_sleep", "cat")
    assert not game.view("ben").bonus_spent
    assert "cat" not in game.offered("ben", "day.cast_sleep")
    game.answers("ben", "day.cast_sleep", "dan")
    assert game.speech("dan") == "asleep"


def test_a_spell_in_flight_lands_at_nightfall() -> None:
    game = morning(9, TURNERS)
    game.answers("ben", "day.cast_sleep", "cat")
    game.answers("cat", "spell.redirect", "fay")
    game.nobody_burns()
    assert game.speech("fay") == "asleep"
    assert game.asked("fay") == []
    assert "clock.redirect" not in game.clocks()
    heard = [key for key, _ in game.public()]
    assert heard.index("spell.sleep") < heard.index("night.falls", heard.index("spell.sleep"))
    game.whole_night()
    assert game.speech("fay") == "free"


def test_a_spell_lands_before_the_fire_is_lit() -> None:
    """Whoever it was cast on in time sleeps before anybody burns, and is told nothing more that night."""
    game = morning(9, {"ben": "sleep"}, deck=("deflection",), cat="huntsman")
    game.answers("ben", "day.cast_sleep", "eve")
    game.burns("dan")
    told = [key for key, _ in game.public()]
    assert told.index("spell.sleep") < told.index("day.burned")
    assert "night.suspect" not in game.asked("eve")
    assert game.phase == "night"


def test_a_jinx_eats_a_spell_that_is_cast() -> None:
    """S0-10, R0-11: that card only is lost, and its owner is told so."""
    game = morning(
        9,
        {"ben": "sleep"},
        ann="trickster",
        ben="sheriff",
        deck=("deflection",),
        night={"victim": "ida", "jinx": "ben"},
    )
    game.answers("ben", "day.cast_sleep", "cat")
    assert game.told("ben", "power.cancelled") == []
    assert game.told("ben", "spell.cancelled") == [{"card": "sleep"}]
    assert game.view("ben").bonus_spent
    assert not game.view("ben").spent
    assert "clock.redirect" not in game.clocks()
    assert game.public("spell.sleep") == []
    game.untouched("cat", "dan")


def test_a_jinx_eats_a_deflection_and_the_spell_flies_on_to_its_target() -> None:
    game = morning(9, TURNERS, ann="trickster", night={"victim": "ida", "jinx": "cat"})
    game.answers("ben", "day.cast_sleep", "cat")
    game.answers("cat", "spell.redirect", "fay")
    assert game.told("cat", "spell.cancelled") == [{"card": "deflection"}]
    assert game.spells_land() == 3
    assert game.speech("cat") == "asleep"
    game.untouched("fay", "gus")


def test_a_jinx_does_not_touch_the_magician() -> None:
    """R0-11: traits are not hit."""
    game = morning(9, TURNERS, ann="trickster", night={"victim": "ida", "jinx": "dan"})
    game.answers("ben", "day.cast_sleep", "dan")
    game.answers("dan", "spell.redirect", "fay")
    game.spells_land()
    assert game.speech("fay") == "asleep"
    assert game.told("dan", "spell.cancelled") == []


# -- the toad's curse -------------------------------------------------------------------------------------------------


def test_the_curse_is_announced_at_dawn_and_can_be_turned_by_day() -> None:
    """R0-15."""
    game = morning(10, {"ben": "deflection"}, ann="warlock", night={"victim": "jon", "toad": "ben"})
    assert ("dawn.curse", {"seat": "ben"}) in game.dawn()
    assert game.public("dawn.toad") == []
    assert game.speech("ben") == "free"
    assert game.told("ben", "spell.felt") == [{"spell": "toad"}]
    game.answers("ben", "spell.redirect", "ann")
    assert game.spells_land() == 2
    assert game.public("dawn.toad") == [{"seat": "ann"}]
    assert (game.speech("ann"), game.speech("ben")) == ("toad", "free")
    assert game.asked("ann") == []
    game.untouched("cat", "dan")
    game.nobody_burns()
    assert game.asked("ann") != []  # a toad turns back at nightfall


def test_without_cards_that_turn_it_the_toad_is_a_toad_at_dawn() -> None:
    game = morning(10, {"ben": "hero"}, ann="warlock", night={"victim": "jon", "toad": "ben"})
    assert ("dawn.toad", {"seat": "ben"}) in game.dawn()
    assert game.public("dawn.curse") == []
    assert game.view("bystander").player(2).votes == 0


def test_a_curse_that_still_flies_at_nightfall_does_no_harm() -> None:
    game = morning(10, {}, deck=("deflection",), ann="warlock", night={"victim": "jon", "toad": "ben"})
    game.nobody_burns()
    assert game.speech("ben") == "free"
    game.untouched("cat")


# -- Resurrection -----------------------------------------------------------------------------------------------------


def test_resurrection_comes_after_the_godmother_and_is_shown_who_is_then_dying() -> None:
    """S0-29, R0-5."""
    game = enchanted(10, {"ben": "resurrection"}, cat="fairy_godmother", dan="mad_hatter")
    game.panels(victim="eve", murder="fay", assassinate="gus")
    game.answers("cat", "night.heal", "eve")
    game.time_passes("clock.healing")
    assert game.offered("ben", "night.resurrect") == ["fay", "gus", None]
    game.answers("ben", "night.resurrect", "gus")
    game.time_passes("clock.resurrection")
    assert [key for key, _ in game.dawn()] == ["dawn.killed"]
    assert game.end("fay") == "rumplestiltskins"
    assert game.view("ben").bonus_spent
    game.untouched("eve", "gus", "hal")  # nobody is told who was saved
    game.nobody_burns()
    game.panels(victim="hal")
    game.time_passes("clock.healing")
    assert game.clocks() == ["clock.resurrection"]  # it always passes
    assert game.asked("ben") == []
    game.time_passes("clock.resurrection")
    assert game.end("hal") == "rumplestiltskins"


def test_resurrection_may_save_its_own_holder() -> None:
    """R0-21."""
    game = enchanted(9, {"ben": "resurrection"})
    game.whole_night(victim="ben", resurrect="ben")
    assert "ben" in game.alive
    assert [key for key, _ in game.dawn()] == ["dawn.nobody"]


def test_who_lets_the_hour_pass_keeps_resurrection() -> None:
    game = enchanted(9, {"ben": "resurrection"})
    game.panels(victim="cat")
    game.answers("ben", "night.resurrect", None)
    game.time_passes("clock.resurrection")
    assert game.end("cat") == "rumplestiltskins"
    assert not game.view("ben").bonus_spent


def test_nobody_dying_nobody_to_raise() -> None:
    game = enchanted(9, {"ben": "resurrection"})
    game.panels()
    assert game.clocks() == ["clock.resurrection"]
    assert game.asked("ben") == []
    game.time_passes("clock.resurrection")
    assert game.day_is_open()


def test_a_jinx_eats_resurrection_and_its_holder_hears_so_at_dawn() -> None:
    game = enchanted(9, {"ben": "resurrection"}, ann="trickster", eve="huntsman")
    game.panels(victim="cat", jinx="ben")
    game.answers("ben", "night.resurrect", "cat")
    game.time_passes("clock.resurrection")
    assert game.told("ben", "spell.cancelled") == []  # the Huntsman's hour is still to come
    game.time_passes("clock.huntsman")
    assert game.end("cat") == "rumplestiltskins"
    assert game.told("ben", "spell.cancelled") == [{"card": "resurrection"}]
    assert game.view("ben").bonus_spent
    game.untouched("dan")


def test_quick_nights_skip_the_hours_nobody_acts_in() -> None:
    game = enchanted(9, {"ben": "resurrection"}, settings={"quick_nights": True})
    for name in game.names:
        for key in game.asked(name):
            game.answers(name, key, "cat" if key == "night.victim" else game.question(name, key).choices[-1])
    while game.asked("ann"):
        game.answers("ann", game.asked("ann")[0], None)
    assert game.asked_for("night.resurrect") == ["ben"]
    game.answers("ben", "night.resurrect", "cat")
    assert game.day_is_open()


def test_quick_nights_do_not_wait_for_a_victim() -> None:
    game = enchanted(9, {"ben": "victim"}, settings={"quick_nights": True})
    for name in game.names:
        for key in game.asked(name):
            if key != "night.sacrifice":
                game.answers(name, key, "cat" if key == "night.victim" else game.question(name, key).choices[-1])
    while game.asked("ann") and game.phase == "night":
        game.answers("ann", game.asked("ann")[0], None)
    assert game.day_is_open()
    game.untouched("ben")


def steps(game: Enchanted) -> int:
    return game.spells_land()


@pytest.mark.parametrize("deck", [(), ("deflection",), ("magician",), ("deflection", "magician")])
def test_a_flight_is_as_long_as_the_deck_says(deck: tuple[str, ...]) -> None:
    game = morning(9, {"ben": "sleep"}, deck=deck)
    game.answers("ben", "day.cast_sleep", "cat")
    assert steps(game) == {(): 0, ("deflection",): 2, ("magician",): 1}.get(deck, 3)
    assert game.speech("cat") == "asleep"
