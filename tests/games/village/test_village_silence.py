"""Silence: of one of the team (R0-6), of the whole village (M0-29), and of nobody to be seen (S0-13)."""

from __future__ import annotations

from typing import Any

import pytest
from language.any_game import begun_before, seat_of
from language.village import VillagePlay, enchanted, village

from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.games.village.cards import RUMPLESTILTSKIN_NAMES
from bot.games.village.claimable import CLAIMS_MOST
from bot.games.village.game import GAME as VILLAGE
from bot.games.village.options import ROLE_SETS, VillageOptions

NO_VETO = {"all_must_point": False}


# -- one of the team says nothing -------------------------------------------------------------------------------------


def three_of_a_team(**details: Any) -> VillagePlay:
    """ann, ben and cat are the Rumplestiltskins; the Murderer ann has pointed at dan, and ben with her."""
    game = village(13, **({"settings": NO_VETO, "ann": "murderer", "ben": "trickster", "cat": "warlock"} | details))
    game.answers("ann", "night.victim", "dan")
    game.answers("ben", "night.victim", "dan")
    return game


def test_a_silent_rumplestiltskin_is_no_veto_and_the_powers_follow() -> None:
    """R0-6: those who have pointed agree; the silent one may use a power as well, and a villager notices nothing."""
    game = three_of_a_team()
    game.time_passes("clock.night")
    assert game.told("cat", "night.agreed") == [{"victim": "dan"}]
    assert [game.asked(name) for name in ("ann", "ben", "cat", "dan")] == [
        ["night.murder"], ["night.jinx"], ["night.toad"], [],
    ]  # fmt: skip
    game.answers("ann", "night.murder", "eve")
    game.answers("cat", "night.toad", "fay")
    game.time_passes("clock.powers")
    game.rest_of_night()
    assert [(key, values["seat"]) for key, values in game.dawn()] == [
        ("dawn.killed", "dan"), ("dawn.killed", "eve"), ("dawn.toad", "fay"),
    ]  # fmt: skip
    assert [game.view(name).spent for name in ("ann", "ben", "cat")] == [True, False, True]
    game.untouched("gus")


def the_hour(*picks: str, quick: bool = False) -> VillagePlay:
    """The panels have closed; ann, ben and cat pointed at these, as far as there are so many."""
    settings = NO_VETO | {"quick_nights": quick}
    game = village(13, settings=settings, ann="murderer", ben="trickster", cat="warlock")
    for name, victim in zip(("ann", "ben", "cat"), picks, strict=False):
        game.answers(name, "night.victim", victim)
    game.time_passes("clock.night")
    return game


@pytest.mark.parametrize("picks", [(), ("dan",), ("dan", "dan"), ("dan", "eve"), ("dan", "dan", "dan")])
def test_the_hour_passes_whoever_has_pointed(picks: tuple[str, ...]) -> None:
    """Its length tells nothing, and nobody but the team is ever asked in it."""
    game = the_hour(*picks)
    assert game.clocks() == ["clock.powers"]
    assert {name for name in game.names if game.asked(name)} <= {"ann", "ben", "cat"}
    assert game.public("night.falls") == [{"night": 1}]
    game.time_passes("clock.powers")
    game.rest_of_night()
    died = [values["seat"] for key, values in game.dawn() if key == "dawn.killed"]
    assert died == (["dan"] if picks and set(picks) == {"dan"} else [])


def test_those_who_have_agreed_in_time_are_not_asked_again() -> None:
    game = the_hour("dan", "dan", "dan")
    assert not any(game.asked(name) for name in game.names)


def test_those_who_point_must_still_agree() -> None:
    game = the_hour("dan", "eve")
    assert game.told("cat", "night.agreed") == []
    assert not any(game.asked(name) for name in game.names)


def test_a_quick_night_has_the_hour_only_where_somebody_is_asked() -> None:
    assert the_hour("dan", quick=True).clocks() == ["clock.powers"]
    assert "clock.powers" not in the_hour("dan", "eve", quick=True).clocks()


@pytest.mark.parametrize("settings", [{}, {"all_must_point": True}])
def test_where_all_must_point_silence_is_a_veto(settings: dict[str, Any]) -> None:
    """So it is in every set that was saved before there was a choice."""
    game = three_of_a_team(settings=settings)
    game.night()
    assert game.public("night.falls") == [{"night": 1}]
    assert game.dawn() == [("dawn.nobody", {})]


def test_every_built_in_set_plays_without_that_veto() -> None:
    assert [role_set.name for role_set in ROLE_SETS if role_set.options.all_must_point] == []  # type: ignore[attr-defined]


def test_dead_rumplestiltskins_see_the_picks_only_where_the_dead_see_all() -> None:
    """M0-11: ben, who is dead, no longer wakes with the team."""
    for sees_all in (False, True):
        game = village(13, settings={"dead_watch": sees_all}, ann="murderer", ben="trickster")
        game.night()
        game.burns("ben")
        game.answers("ann", "night.victim", "dan")
        assert game.view("ann").picks == {1: 4}
        assert game.view("ben").picks == ({1: 4} if sees_all else {})
        assert game.view("cat").picks == {}


# -- nothing to be seen -----------------------------------------------------------------------------------------------


def mary_peeks_at_sleepers(**details: Any) -> VillagePlay:
    """The only Rumplestiltskin was sent to sleep in the day; Little Mary gets up and looks."""
    game = enchanted(9, {"ben": "sleep"}, cat="little_mary", **details)
    game.whole_night()
    game.sleeps("ann")
    game.nobody_burns()
    game.whole_night(peek=True)
    return game


def test_little_mary_sees_nobody_when_all_of_the_team_sleep() -> None:
    """S0-13, R0-7: she has used nothing up, and may look again tomorrow."""
    game = mary_peeks_at_sleepers()
    assert game.told("cat", "night.glimpse") == []
    assert game.told("cat", "night.nothing_seen") == [{}]
    game.untouched("dan")
    game.nobody_burns()
    game.whole_night(peek=True)
    assert game.told("cat", "night.glimpse") == [{"suspect": "ann"}]


def test_in_a_game_of_before_she_sees_a_sleeper() -> None:
    game = mary_peeks_at_sleepers(begun_by=begun_before)
    assert game.told("cat", "night.glimpse") == [{"suspect": "ann"}]


# -- the whole village ------------------------------------------------------------------------------------------------


def a_silent_night(game: VillagePlay) -> None:
    game.panels()
    if "clock.powers" in game.clocks():
        game.time_passes("clock.powers")
    game.rest_of_night()


def a_silent_night_and_day(game: VillagePlay) -> None:
    a_silent_night(game)
    if game.outcome is None:
        game.nobody_burns()


@pytest.mark.parametrize("settings", [{}, NO_VETO])
def test_three_silent_nights_are_a_draw(settings: dict[str, Any]) -> None:
    """M0-29: by agreement, before a fourth day; nobody has won and nobody lost."""
    game = village(9, settings=settings, ann="murderer", ben="sheriff")
    for _ in range(2):
        a_silent_night_and_day(game)
        assert game.outcome is None
    a_silent_night_and_day(game)
    assert game.outcome is not None
    assert (game.outcome.sides, game.outcome.seats, game.outcome.reason) == (("nobody",), (), "end.silence")
    assert set(game.outcome.results.values()) == {"drawn"}
    assert game.match.open == []
    assert game.public("game.over")[-1]["winner"] == "nobody"
    assert game.view("cat").player(seat_of("ann")).role == "murderer", "the cards are shown at the end"


def by_night(game: VillagePlay) -> None:
    game.answers("cat", "night.suspect", None)
    a_silent_night_and_day(game)


def by_pointing(game: VillagePlay) -> None:
    game.answers("ann", "night.victim", "dan")
    a_silent_night_and_day(game)


def by_day(game: VillagePlay) -> None:
    game.night()
    game.answers("cat", "day.call", ["ready", None])
    game.nobody_burns()


@pytest.mark.parametrize("act", [by_night, by_pointing, by_day])
def test_whoever_does_anything_keeps_the_village_awake(act: Any) -> None:
    """If only to say that they do nothing; then it takes three nights again."""
    game = village(9, ann="murderer", ben="trickster")
    a_silent_night_and_day(game)
    act(game)
    for _ in range(3):
        assert game.outcome is None
        a_silent_night_and_day(game)
    assert game.outcome is not None


def everybody_claims(game: VillagePlay) -> None:
    """All that they may say today."""
    for name in game.asked_for("day.call"):
        for _ in range(CLAIMS_MOST):
            says = game.question(name, "day.call").says
            assert says is not None
            game.answers(name, "day.call", next(iter(says())))


@pytest.mark.parametrize("settings", [{}, NO_VETO])
def test_a_village_that_only_talks_falls_silent_too(settings: dict[str, Any]) -> None:
    """M0-29: nothing comes of a claim."""
    game = village(9, settings=settings, ann="murderer", ben="sheriff")
    for _ in range(3):
        assert game.outcome is None
        a_silent_night(game)
        if game.outcome is None:
            everybody_claims(game)
            game.nobody_burns()
    assert game.outcome is not None
    assert game.outcome.reason == "end.silence"


def test_a_game_of_before_goes_on_in_silence() -> None:
    game = village(9, ann="murderer", begun_by=begun_before)
    for _ in range(4):
        a_silent_night_and_day(game)
    assert game.outcome is None


# -- what the cards do ------------------------------------------------------------------------------------------------


def explained(seed: str, seats: int, options: VillageOptions) -> list[dict[str, Any]]:
    """What a bystander is told of the cards before the first night."""
    match = Match.start(VILLAGE, options, seats, SealedChance(seed))
    return [said.values for said in match.announcements_for(0) if said.key == "cards.explained"]


@pytest.mark.parametrize("role_set", ROLE_SETS, ids=lambda role_set: role_set.name)
@pytest.mark.parametrize("seats", [8, 12, 20])
def test_everybody_is_told_what_the_cards_do_and_the_deal_tells_nothing(role_set: Any, seats: int) -> None:
    """S0-2: two worlds that differ in every card are told the same, with all three Rumplestiltskins among it."""
    (told,) = explained("one world", seats, role_set.options)
    assert explained("another world", seats, role_set.options) == [told]
    assert told["roles"][:3] == list(RUMPLESTILTSKIN_NAMES)
    assert set(told["roles"][3:]) | {"rumplestiltskin"} == set(role_set.options.cast(seats))
    assert bool(told["bonus"]) == bool(role_set.options.bonus)


def test_nobody_is_told_of_a_card_that_is_not_in_the_game() -> None:
    game = enchanted(9, {"ben": "hero"}, cat="sheriff")
    (told,) = game.public("cards.explained")
    assert told == {
        "roles": [*RUMPLESTILTSKIN_NAMES, "sheriff", "villager"], "team": 1, "bonus": ["hero", "dud"],
    }  # fmt: skip


def test_in_a_game_of_before_nothing_is_told() -> None:
    assert village(9, ann="murderer", begun_by=begun_before).public("cards.explained") == []


# -- fouls by vote ----------------------------------------------------------------------------------------------------


def test_a_table_may_do_without_fouls_by_vote() -> None:
    """M0-18: the Drunk is still reminded, and nobody can take the vote."""
    for by_vote in (True, False):
        game = enchanted(9, {"ben": "drunk", "cat": "town_idiot"}, settings={"foul_votes": by_vote})
        game.whole_night()
        assert ("day.foul" in game.asked("dan")) == by_vote
        unjudged = {} if by_vote else {"unjudged": True}
        assert game.told("ben", "day.act") == [{"trait": "drunk", **unjudged}]
        assert game.told("cat", "day.act") == [{"trait": "town_idiot", **unjudged}]


# -- an open ballot without nominees, a protection that saved nobody ---------------------------------------------------


def test_an_open_ballot_of_before_waits_for_its_clock_without_nominees() -> None:
    game = enchanted(9, {"ben": "victim"}, settings={"open_ballot": True}, begun_by=begun_before)
    game.whole_night()
    game.stands("ben")
    game.answers("ben", "day.sacrifice", "sacrifice")
    assert game.phase == "ballot"
    game.time_passes("clock.vote")
    assert game.night_has_fallen(2)


def the_prince_guards(**night: Any) -> list[str]:
    """What the dawn tells when the Prince guards ben, at whom the team points as well."""
    game = village(9, ann="murderer", ben="little_mary", cat="prince_charming", dan="mad_hatter", eve="huntsman")
    game.night(victim="ben", protect="ben", **night)
    return [key for key, _ in game.dawn()]


def test_protected_is_said_only_where_it_saved_a_life_the_hatters_victim_aside() -> None:
    """R0-8: not of who was captured, nor of who was shot besides; but of whom the Hatter took all the same."""
    assert the_prince_guards() == ["dawn.protected", "dawn.nobody"]
    assert the_prince_guards(peek=True, watch="ben") == ["dawn.captured"]
    assert the_prince_guards(murder="eve", shot="ben") == ["dawn.killed", "dawn.shot"]
    assert the_prince_guards(assassinate="ben") == ["dawn.protected", "dawn.vanished"]
