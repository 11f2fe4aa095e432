"""Hearts that break: the Lovers, the Third Wheel's crush, the Love spell (S0-27 to S0-29, R0-4, R0-10, R0-17)."""

from __future__ import annotations

from typing import Any

from language.any_game import seat_of
from language.village import Enchanted, enchanted, morning

WHEEL = {"ben": "lovers", "dan": "third_wheel"}


def lovers(seats: int = 10, *, beloved: str = "cat", **details: Any) -> Enchanted:
    """ben loves somebody; the panels of the first night are open."""
    game = enchanted(seats, {"ben": "lovers", **details.pop("cards", {})}, **details)
    game.hearts({"ben": beloved})
    return game


# -- Lovers -----------------------------------------------------------------------------------------------------------


def test_the_lovers_holder_chooses_before_anybody_else_wakes() -> None:
    """S0-27, R0-4: not himself, on the first night only, and only he knows."""
    game = enchanted(10, {"ben": "lovers"})
    assert game.clocks() == ["clock.lovers"]
    assert [name for name in game.names if game.asked(name)] == ["ben"]
    assert game.offered("ben", "night.beloved") == ["ann", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon"]
    game.answers("ben", "night.beloved", "cat")
    assert game.clocks() == ["clock.lovers"]  # the hour is as long as ever
    game.time_passes("clock.lovers")
    assert game.told("ben", "night.beloved.chosen") == [{"beloved": 3}]
    game.untouched("cat", "dan")
    game.whole_night()
    game.nobody_burns()
    assert "clock.lovers" not in game.clocks()


def test_the_beloved_dies_of_the_lovers_death_and_shows_his_role() -> None:
    """R0-10."""
    game = lovers(cat="sheriff")
    game.whole_night(victim="ben")
    assert game.dawn() == [
        ("dawn.killed", {"seat": "ben", "role": "villager"}),
        ("dawn.heartbreak", {"seat": "cat", "role": "sheriff"}),
    ]
    assert (game.end("cat"), game.shown("cat")) == ("heartbreak", "sheriff")
    game.untouched("dan", "eve")


def test_the_holder_dies_of_the_beloveds_death() -> None:
    game = lovers()
    game.whole_night(victim="cat")
    assert (game.end("cat"), game.end("ben")) == ("rumplestiltskins", "heartbreak")
    game.untouched("dan")


def test_silence_pairs_nobody() -> None:
    game = enchanted(10, {"ben": "lovers"})
    game.whole_night(victim="ben")
    assert [key for key, _ in game.dawn()] == ["dawn.killed"]
    game.untouched("cat")


def test_a_quick_night_has_no_hour_of_hearts_when_nobody_holds_lovers() -> None:
    """A table with quick nights waits only as long as somebody thinks; every other one for the whole hour (R0-4)."""
    quick = enchanted(9, deck=("lovers",), settings={"quick_nights": True})
    assert quick.asked_for("night.victim") == ["ann"]
    assert "clock.lovers" not in quick.clocks()
    slow = enchanted(9, deck=("lovers",))
    assert slow.clocks() == ["clock.lovers"]
    assert [slow.asked(name) for name in slow.names] == [[]] * 9
    held = enchanted(9, {"ben": "lovers"}, settings={"quick_nights": True})
    assert held.asked_for("night.beloved") == ["ben"]


def test_a_heart_breaks_by_day_too_and_only_once() -> None:
    game = lovers(cat="sheriff")
    game.whole_night()
    game.burns("ben")
    assert game.public("day.burned") == [{"seat": "ben", "role": "villager"}]
    assert game.public("day.heartbreak") == [{"seat": "cat", "role": "sheriff"}]
    assert game.night_has_fallen(2)
    game.untouched("dan")


def test_saving_who_was_attacked_prevents_the_chain() -> None:
    """R0-10: the Prince, the Godmother, Resurrection; the chain itself is shown to nobody."""
    game = lovers(dan="prince_charming")
    game.whole_night(victim="ben", protect="ben")
    assert [key for key, _ in game.dawn()] == ["dawn.protected", "dawn.nobody"]
    game = lovers(dan="fairy_godmother")
    game.panels(victim="ben")
    assert game.offered("dan", "night.heal") == ["ben", None]
    game.rest_of_night(heal="ben")
    assert [key for key, _ in game.dawn()] == ["dawn.nobody"]
    game = lovers(cards={"dan": "resurrection"})
    game.panels(victim="ben")
    assert game.offered("dan", "night.resurrect") == ["ben", None]
    game.answers("dan", "night.resurrect", "ben")
    game.time_passes("clock.resurrection")
    assert [key for key, _ in game.dawn()] == ["dawn.nobody"]
    game.untouched("cat", "eve")


def test_the_lover_of_a_body_that_was_never_found_dies_in_sight() -> None:
    """S0-12: the Hatter's victim keeps his secret, also when a heart breaks over him."""
    game = lovers(ben="sheriff", dan="mad_hatter")
    game.whole_night(assassinate="ben")
    assert game.dawn() == [
        ("dawn.vanished", {"seat": "ben"}),
        ("dawn.heartbreak", {"seat": "cat", "role": "villager"}),
    ]
    assert game.shown("ben") is None
    assert game.view("cat").player(2).role is None


def test_the_lover_of_a_captured_mary_dies() -> None:
    """R0-7: captured counts as dead for chains."""
    game = lovers(cat="little_mary")
    game.whole_night(watch="cat", peek=True)
    assert (game.end("cat"), game.end("ben")) == ("captured", "heartbreak")


def test_a_captured_mary_does_not_die_of_love_besides() -> None:
    game = lovers(cat="little_mary")
    game.whole_night(victim="ben", watch="cat", peek=True)
    assert (game.end("cat"), game.end("ben")) == ("captured", "rumplestiltskins")
    assert [key for key, _ in game.dawn()] == ["dawn.killed", "dawn.captured"]


def test_a_huntsman_who_dies_of_love_shoots() -> None:
    """R0-9: any own death; and the shot may break more hearts."""
    game = enchanted(11, {"ben": "lovers", "eve": "lovers"}, cat="huntsman")
    game.hearts({"ben": "cat", "eve": "fay"})
    game.panels(victim="ben")
    assert game.asked_for("huntsman.shot") == ["cat"]
    game.answers("cat", "huntsman.shot", "fay")
    game.time_passes("clock.huntsman")
    assert {name: game.end(name) for name in ("ben", "cat", "fay", "eve")} == {
        "ben": "rumplestiltskins",
        "cat": "heartbreak",
        "fay": "huntsman",
        "eve": "heartbreak",
    }
    game.untouched("dan", "gus")


def test_a_heart_that_a_shot_broke_may_be_the_huntsmans_own_lover() -> None:
    game = enchanted(11, {"ben": "lovers", "eve": "lovers"}, cat="huntsman")
    game.hearts({"ben": "eve", "eve": "cat"})
    game.panels(victim="cat")
    game.answers("cat", "huntsman.shot", "dan")
    while "clock.huntsman" in game.clocks():
        game.time_passes("clock.huntsman")
    assert [game.end(name) for name in ("ben", "cat", "dan", "eve")] == [
        "heartbreak", "rumplestiltskins", "huntsman", "heartbreak",
    ]  # fmt: skip


def test_by_day_the_chain_runs_through_hearts_and_shots() -> None:
    game = enchanted(12, {"ben": "lovers", "eve": "lovers"}, cat="huntsman")
    game.hearts({"ben": "cat", "eve": "fay"})
    game.whole_night()
    game.burns("ben")
    assert game.end("cat") == "heartbreak"
    game.answers("cat", "huntsman.shot", "eve")
    assert game.public("day.shot") == [{"seat": "eve", "role": "villager", "by": "cat"}]
    assert [values["seat"] for values in game.public("day.heartbreak")] == ["cat", "fay"]
    assert game.night_has_fallen(2)
    game.untouched("dan", "gus")


def test_the_game_is_judged_after_the_whole_chain() -> None:
    """R0-20: the last Rumplestiltskin dies of love, and so many villagers with her that numbers would be even."""
    game = lovers(8, beloved="ann")
    game.whole_night()
    game.burns("ben")
    assert game.outcome is not None
    assert game.outcome.reason == "end.no_rumplestiltskin"
    assert "ben" in game.winners


# -- the Third Wheel --------------------------------------------------------------------------------------------------


def test_the_third_wheel_is_shown_the_pairs_and_picks_a_crush_among_them() -> None:
    """S0-28."""
    game = enchanted(12, WHEEL)
    game.answers("ben", "night.beloved", "ann")
    assert game.asked("dan") == []
    game.time_passes("clock.lovers")
    assert game.told("dan", "night.pairs") == [{"pairs": [[1, 2]]}]  # by seat: who holds the card is not said
    assert game.offered("dan", "night.crush") == ["ann", "ben"]
    game.answers("dan", "night.crush", "ben")
    game.time_passes("clock.third_wheel")
    assert game.told("dan", "night.crush.chosen") == [{"beloved": 2}]
    assert game.told("ben", "night.crush.chosen") == []
    game.untouched("ann", "cat")


def test_a_crush_dies_with_the_third_wheel_and_his_lover_with_him() -> None:
    game = enchanted(12, WHEEL)
    game.hearts({"ben": "cat"}, {"dan": "cat"})
    game.whole_night(victim="dan")
    assert [(key, values["seat"]) for key, values in game.dawn()] == [
        ("dawn.killed", "dan"), ("dawn.heartbreak", "ben"), ("dawn.crush", "cat"),
    ]  # fmt: skip
    assert game.end("cat") == "crush"
    game.untouched("eve")


def test_the_third_wheel_does_not_die_of_its_crush() -> None:
    game = enchanted(12, WHEEL)
    game.hearts({"ben": "cat"}, {"dan": "cat"})
    game.whole_night(victim="cat")
    assert game.end("ben") == "heartbreak"
    assert "dan" in game.alive


def test_a_crush_dies_by_day() -> None:
    game = enchanted(12, WHEEL)
    game.hearts({"ben": "cat"}, {"dan": "ben"})
    game.whole_night()
    game.burns("dan")
    assert game.public("day.crush") == [{"seat": "ben", "role": "villager"}]
    assert game.public("day.heartbreak") == [{"seat": "cat", "role": "villager"}]


def test_a_third_wheel_without_pairs_is_a_dud_and_the_hour_passes() -> None:
    """R0-3."""
    game = enchanted(12, WHEEL)
    game.time_passes("clock.lovers")
    assert game.clocks() == ["clock.third_wheel"]
    assert game.asked("dan") == []
    assert game.told("dan", "night.pairs") == []
    game.time_passes("clock.third_wheel")
    game = enchanted(12, {"dan": "third_wheel"})
    assert game.clocks() == ["clock.third_wheel"]
    game.whole_night(victim="dan")
    assert [key for key, _ in game.dawn()] == ["dawn.killed"]


def test_a_third_wheel_who_is_loved_may_only_pine_for_the_other() -> None:
    game = enchanted(12, WHEEL)
    game.answers("ben", "night.beloved", "dan")
    game.time_passes("clock.lovers")
    assert game.offered("dan", "night.crush") == ["ben"]


def test_two_lovers_holders_may_love_the_same() -> None:
    """R0-4: overlapping pairs."""
    game = enchanted(12, {"ben": "lovers", "cat": "lovers", "dan": "third_wheel"})
    game.hearts({"ben": "eve", "cat": "eve"})
    assert game.told("dan", "night.pairs") == [{"pairs": [[2, 5], [3, 5]]}]
    game.whole_night(victim="ben")
    assert [game.end(name) for name in ("ben", "eve", "cat")] == ["rumplestiltskins", "heartbreak", "heartbreak"]


# -- the Love spell ---------------------------------------------------------------------------------------------------


def in_love(one: str = "cat", other: str = "dan", **details: Any) -> Enchanted:
    """By day ben's Love has joined two."""
    game = morning(10, {"ben": "love", **details.pop("cards", {})}, **details)
    game.answers("ben", "day.cast_love", [one, other])
    game.spells_land()
    return game


def test_love_joins_two_and_tells_them_and_its_caster_alone() -> None:
    """S0-29."""
    game = in_love()
    assert game.told("cat", "spell.in_love") == [{"beloved": 4}]
    assert game.told("dan", "spell.in_love") == [{"beloved": 3}]
    assert game.told("ben", "spell.joined") == [{"one": 3, "other": 4}]
    assert not [key for key, _ in game.public() if key.startswith("spell.")]
    assert game.view("ben").bonus_spent
    assert "day.cast_love" not in game.asked("ben")
    game.untouched("ann", "eve")


def test_love_is_between_two() -> None:
    game = morning(10, {"ben": "love"})
    assert game.is_refused("ben", "day.cast_love", ["cat", "cat"]) == "not_offered"
    assert game.is_refused("ben", "day.cast_love", ["cat", "dan", "eve"]) == "too_many"
    game.answers("ben", "day.cast_love", ["cat"])
    assert not game.view("ben").bonus_spent
    game.answers("ben", "day.cast_love", ["ben", "cat"])  # himself too
    assert game.told("ben", "spell.in_love") == [{"beloved": 3}]
    assert game.told("ben", "spell.joined") == []


def test_nobody_is_joined_with_somebody_who_died_meanwhile() -> None:
    game = morning(10, {"ben": "love", "cat": "victim"})
    game.answers("cat", "day.sacrifice", "sacrifice")
    game.answers("ben", "day.cast_love", ["cat", "dan"])
    assert not game.view("ben").bonus_spent
    assert "cat" not in game.offered("ben", "day.cast_love")
    game.untouched("dan")


def test_no_answer_keeps_love_for_another_day() -> None:
    game = morning(10, {"ben": "love"})
    game.answers("ben", "day.cast_love", [])
    assert "day.cast_love" not in game.asked("ben")
    game.next_day()
    assert "day.cast_love" in game.asked("ben")


def test_who_is_in_love_dies_with_the_other_by_day() -> None:
    game = in_love()
    game.burns("cat")
    assert game.public("day.heartbreak") == [{"seat": "dan", "role": "villager"}]
    game.untouched("eve")


def test_who_is_in_love_dies_with_the_other_at_night() -> None:
    game = in_love()
    game.next_day(victim="dan")
    assert game.end("cat") == "heartbreak"


def test_love_is_over_after_the_dawn() -> None:
    """R0-17."""
    game = in_love()
    game.next_day(victim="eve")
    game.burns("cat")
    assert game.public("day.heartbreak") == []
    assert "dan" in game.alive


def test_love_chains_with_lovers_and_a_crush() -> None:
    game = enchanted(12, {"ben": "love", "cat": "lovers", "dan": "third_wheel"})
    game.hearts({"cat": "eve"}, {"dan": "eve"})
    game.whole_night()
    game.answers("ben", "day.cast_love", ["dan", "fay"])
    game.next_day(victim="fay")
    assert [game.end(name) for name in ("fay", "dan", "eve", "cat")] == [
        "rumplestiltskins", "heartbreak", "crush", "heartbreak",
    ]  # fmt: skip
    game.untouched("gus")


def test_each_half_of_love_flies_by_itself_one_after_the_other() -> None:
    """R0-15: whoever is hit may turn that half; the halves never meet."""
    game = morning(10, {"ben": "love", "cat": "deflection", "dan": "magician"}, deck=("deflection",))
    game.answers("ben", "day.cast_love", ["cat", "dan"])
    assert game.told("cat", "spell.felt") == [{"spell": "love"}]
    assert game.told("dan", "spell.felt") == []
    assert "dan" not in game.offered("cat", "spell.redirect")
    game.answers("cat", "spell.redirect", "eve")
    for _ in range(3):
        assert game.asked_for("spell.redirect") == []
        game.step_of_flight()
    assert "eve" not in game.offered("dan", "spell.redirect")
    assert "cat" in game.offered("dan", "spell.redirect")
    game.answers("dan", "spell.redirect", "ann")
    assert game.spells_land() == 3
    assert game.told("ann", "spell.in_love") == [{"beloved": seat_of("eve")}]
    assert game.told("cat", "spell.in_love") == game.told("dan", "spell.in_love") == []
    assert game.told("ben", "spell.joined") == [{"one": 5, "other": 1}]
    game.untouched("fay")


def test_love_for_somebody_who_dies_meanwhile_comes_to_nothing() -> None:
    game = morning(10, {"ben": "love", "cat": "victim"}, deck=("deflection",))
    game.answers("ben", "day.cast_love", ["cat", "dan"])
    game.answers("cat", "day.sacrifice", "sacrifice")
    assert game.spells_land() == 4
    assert "dan" in game.alive
    assert game.told("dan", "spell.in_love") == []


def test_love_that_flies_at_nightfall_lands() -> None:
    game = morning(10, {"ben": "love"}, deck=("deflection",))
    game.answers("ben", "day.cast_love", ["cat", "dan"])
    game.nobody_burns()
    assert game.told("cat", "spell.in_love") == [{"beloved": 4}]
    game.whole_night(victim="cat")
    assert game.end("dan") == "heartbreak"


# -- the Victim's lovers ----------------------------------------------------------------------------------------------


def test_a_sacrifice_breaks_hearts_by_day_and_the_day_goes_on() -> None:
    """R0-18."""
    game = lovers(cards={"dan": "victim"}, beloved="dan", ben="sheriff")
    game.whole_night()
    game.answers("dan", "day.sacrifice", "sacrifice")
    assert game.public("day.heartbreak") == [{"seat": "ben", "role": "sheriff"}]
    assert game.shown("dan") is None
    assert game.day_is_open()
    game.untouched("eve")


def test_a_sacrifice_breaks_hearts_at_night() -> None:
    game = lovers(cards={"dan": "victim"}, beloved="dan")
    game.whole_night(sacrifice="dan")
    assert [key for key, _ in game.dawn()] == ["dawn.heartbreak", "dawn.sacrificed"]
    assert (game.end("ben"), game.shown("dan")) == ("heartbreak", None)


def test_a_huntsman_who_dies_of_a_sacrifice_shoots_while_the_day_goes_on() -> None:
    """R0-9, R0-20: the dead Huntsman is asked, and the game is judged when the chain is over."""
    game = lovers(8, cards={"dan": "victim"}, beloved="dan", ben="huntsman")
    game.whole_night()
    game.nominates("eve", "fay")
    game.answers("dan", "day.sacrifice", "sacrifice")
    assert game.asked("ben") == ["huntsman.shot"]
    assert game.day_is_open()
    game.answers("ben", "huntsman.shot", "ann")
    assert game.public("day.shot") == [{"seat": "ann", "role": "murderer", "by": "ben"}]
    assert game.outcome is not None
    assert game.outcome.reason == "end.no_rumplestiltskin"
    assert {"ben", "dan", "eve"} <= set(game.winners)


def test_a_huntsman_who_follows_a_sacrifice_may_let_it_be() -> None:
    game = lovers(10, cards={"dan": "victim"}, beloved="dan", ben="huntsman")
    game.whole_night()
    game.answers("dan", "day.sacrifice", "sacrifice")
    game.lets_pass("ben", "huntsman.shot")
    assert game.public("day.shot") == []
    assert game.day_is_open()
    game.untouched("eve", "fay")


def test_a_shot_that_is_not_fired_when_the_sun_sets_is_waited_for() -> None:
    game = lovers(10, cards={"dan": "victim"}, beloved="dan", ben="huntsman")
    game.whole_night()
    game.answers("dan", "day.sacrifice", "sacrifice")
    game.nobody_burns()
    assert [(question.seat, question.key) for question in game.match.open] == [(2, "huntsman.shot")]
    game.answers("ben", "huntsman.shot", "eve")
    assert game.end("eve") == "huntsman"
    assert game.night_has_fallen(2)
    game.untouched("fay")


def test_a_shot_after_sunset_can_decide_the_game() -> None:
    game = lovers(10, cards={"dan": "victim"}, beloved="dan", ben="huntsman")
    game.whole_night()
    game.answers("dan", "day.sacrifice", "sacrifice")
    game.nobody_burns()
    game.answers("ben", "huntsman.shot", "ann")
    assert game.outcome is not None
    assert game.match.open == []


def test_whom_a_shot_takes_from_the_stake_burns_no_more() -> None:
    game = lovers(10, cards={"dan": "victim"}, beloved="dan", ben="huntsman")
    game.whole_night()
    game.answers("dan", "day.sacrifice", "sacrifice")
    game.burns("eve")
    assert "eve" in game.alive
    game.answers("ben", "huntsman.shot", "eve")
    assert game.end("eve") == "huntsman"
    assert game.public("day.burned") == []
    assert game.night_has_fallen(2)
